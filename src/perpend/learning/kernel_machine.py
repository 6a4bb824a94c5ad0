"""A trained machine with radial basis functions: scaled rows of features -> values, in numpy alone.

    value(x)  =  Σ  coefficient · exp(-gamma · |x - vector|²)  +  intercept

scikit-learn's SVC (decision values) and SVR (predictions) compute the same. The value of a row does not depend, to the
last bit, on the other rows of the call. There are two ways to compute the distances:

    by_differences(rows)    |x - v|² directly, one row at a time
    by_products(rows)       |x|² + |v|² - 2 x·v, in blocks of rows; several times faster, rounded differently
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from perpend.errors import InputError
from perpend.types import Doubles

__all__ = ["KernelMachine", "squared_distances"]

_BLOCK = 32


def squared_distances(rows: Doubles, others: Doubles) -> Doubles:
    """The squared distance of each of the `rows` from each of the `others`.

    >>> squared_distances(np.array([[0.0], [3.0]]), np.array([[1.0]])).tolist()
    [[1.0], [4.0]]
    """
    squares, of_others = (rows**2).sum(axis=1), (others**2).sum(axis=1)
    return np.asarray(np.maximum(squares[:, None] + of_others[None] - 2.0 * (rows @ others.T), 0.0))


@dataclass(frozen=True, eq=False)
class KernelMachine:
    """Support vectors, a coefficient for each, the intercept and the width of the kernel.

    >>> one = KernelMachine(np.array([[0.0], [1.0]]), np.array([-1.0, 1.0]), 0.0, 1.0)
    >>> one.by_differences(np.array([[0.5], [1.0]])).round(4).tolist()
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
        if not (np.isfinite(self.vectors).all() and np.isfinite(self.coefficients).all()):
            raise InputError("a number of the kernel machine is not finite")

    def by_differences(self, rows: Doubles) -> Doubles:
        """The value of each of `rows`, one row at a time."""
        return np.array([self._value(row) for row in rows], np.float64)

    def _value(self, row: Doubles) -> float:
        differences = self.vectors - row
        kernel = np.exp(-self.gamma * np.einsum("ij,ij->i", differences, differences))
        return float((kernel * self.coefficients).sum()) + self.intercept

    @cached_property
    def _squares(self) -> Doubles:
        return np.asarray((self.vectors**2).sum(axis=1))

    def by_products(self, rows: Doubles) -> Doubles:
        """The value of each of `rows`, computed by matrix products.

        Rows are multiplied in blocks of one size, padded with zeros: BLAS may round products of other sizes
        differently, and the same pair must have the same value wherever it stands.
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
