"""A trained regression: rows of scaled features -> relatedness, in numpy alone.

    svr(x)      =  Σ  coefficient · exp(-gamma · |x - vector|²)  +  intercept
    linear(x)   =  Σ  weight · feature  +  constant
    answer      =  (1 - blend) · svr(x)  +  blend · linear(x)

The first is what scikit-learn's SVR computes, the second its Ridge, from the same numbers, without scikit-learn. A row
has the same answer whatever other rows stand beside it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from perpend.errors import InputError
from perpend.metrics.correlation import Doubles

__all__ = ["Regression"]


@dataclass(frozen=True, eq=False)
class Regression:
    """Support vectors with coefficients, weights of a linear answer, and how much of the latter is taken.

    >>> one = Regression(np.array([[0.0], [1.0]]), np.array([-1.0, 1.0]), 0.5, 1.0, np.array([2.0]), 0.0, 0.5)
    >>> one.predictions(np.array([[0.5], [1.0]])).tolist() == [0.75, 0.5 * (0.5 + 1 - np.exp(-1.0)) + 1.0]
    True
    """

    vectors: Doubles
    coefficients: Doubles
    intercept: float
    gamma: float
    weights: Doubles
    constant: float
    blend: float

    def __post_init__(self) -> None:
        if self.vectors.ndim != 2 or self.coefficients.shape != self.vectors.shape[:1]:
            raise InputError(f"vectors of shape {self.vectors.shape}: one coefficient for each is needed")
        if self.weights.shape != self.vectors.shape[1:] or not 0 <= self.blend <= 1:
            raise InputError(f"{len(self.weights)} weights and a blend of {self.blend}: one for each feature, 0 to 1")

    @cached_property
    def _squares(self) -> Doubles:
        return np.asarray((self.vectors**2).sum(axis=1))

    def kernel(self, row: Doubles) -> Doubles:
        """How near each support vector is to the row, 0 to 1."""
        far = self._squares + row @ row - 2.0 * (self.vectors @ row)
        return np.asarray(np.exp(-self.gamma * np.maximum(far, 0.0)))

    def machine(self, row: Doubles) -> float:
        """The answer of the support vectors alone."""
        return float(self.kernel(row) @ self.coefficients) + self.intercept

    def linear(self, row: Doubles) -> float:
        """The answer of the weights alone."""
        return float(self.weights @ row) + self.constant

    def predictions(self, rows: Doubles) -> Doubles:
        """The answer for each row."""
        return np.array(
            [(1 - self.blend) * self.machine(row) + self.blend * self.linear(row) for row in rows], np.float64
        )
