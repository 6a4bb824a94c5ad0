"""A trained support vector machine with radial basis functions: rows of features -> decision values, in numpy alone.

    decision(x)  =  Σ  coefficient · exp(-gamma · |x - vector|²)  +  intercept          above 0: yes

It is what scikit-learn's SVC computes, from the same numbers, without scikit-learn.
"""

from dataclasses import dataclass

import numpy as np

from perpend.errors import InputError
from perpend.metrics.correlation import Doubles

__all__ = ["Svm"]

_CHUNK = 1024
"""So many rows are compared with all vectors at a time, to bound the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Svm:
    """Support vectors, a coefficient for each, the intercept and the width of the kernel.

    >>> one = Svm(np.array([[0.0], [1.0]]), np.array([-1.0, 1.0]), 0.0, 1.0)
    >>> one.decisions(np.array([[0.5], [1.0]])).round(4).tolist()
    [0.0, 0.6321]
    """

    vectors: Doubles
    coefficients: Doubles
    intercept: float
    gamma: float

    def __post_init__(self) -> None:
        if self.vectors.ndim != 2 or self.coefficients.shape != self.vectors.shape[:1]:
            raise InputError(
                f"vectors of shape {self.vectors.shape} and {self.coefficients.shape} coefficients: "
                "one coefficient for each vector is needed"
            )

    def decisions(self, rows: Doubles) -> Doubles:
        """The decision value of each row."""
        parts = [self._decided(rows[start : start + _CHUNK]) for start in range(0, len(rows), _CHUNK)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _decided(self, rows: Doubles) -> Doubles:
        vectors = self.vectors.astype(np.float64)
        squares = (rows**2).sum(axis=1)[:, None] + (vectors**2).sum(axis=1)[None] - 2.0 * (rows @ vectors.T)
        kernel = np.exp(-self.gamma * np.maximum(squares, 0.0))
        return np.asarray(kernel @ self.coefficients + self.intercept)
