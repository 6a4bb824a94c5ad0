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
from perpend.types import Doubles

__all__ = ["Regression"]

_BLOCK = 32


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

    def machine(self, rows: Doubles) -> Doubles:
        """The answers of the support vectors alone.

        Rows are multiplied in blocks of one size, filled up with zeros: products of other sizes may be rounded in
        another way, and the same pair must have the same answer wherever it stands.
        """
        found = np.empty(len(rows))
        block = np.zeros((_BLOCK, self.vectors.shape[1]))
        for start in range(0, len(rows), _BLOCK):
            part = rows[start : start + _BLOCK]
            block[: len(part)], block[len(part) :] = part, 0.0
            far = np.einsum("ij,ij->i", block, block)[:, None] + self._squares[None] - 2.0 * (block @ self.vectors.T)
            near = np.exp(-self.gamma * np.maximum(far, 0.0))
            found[start : start + _BLOCK] = np.einsum("ij,j->i", near, self.coefficients)[: len(part)]
        return found + self.intercept

    def linear(self, rows: Doubles) -> Doubles:
        """The answers of the weights alone."""
        return np.asarray(np.einsum("ij,j->i", rows, self.weights) + self.constant)

    def predictions(self, rows: Doubles) -> Doubles:
        """The answer for each row."""
        return (1 - self.blend) * self.machine(rows) + self.blend * self.linear(rows)
