"""A trained support vector machine with radial basis functions: rows of features -> decision values, in numpy alone.

    decision(x)  =  Σ  coefficient · exp(-gamma · |x - vector|²)  +  intercept          above 0: yes

It is what scikit-learn's SVC computes, from the same numbers, without scikit-learn.
"""

from dataclasses import dataclass

import numpy as np

from perpend.errors import InputError
from perpend.types import Doubles

__all__ = ["Svm"]


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
        """The decision value of each row.

        One row at a time: a product of matrices would round differently with the rows beside it, and the same pair
        must have the same value wherever it stands.
        """
        return np.array([self._decision(row) for row in rows], np.float64)

    def _decision(self, row: Doubles) -> float:
        differences = self.vectors - row
        kernel = np.exp(-self.gamma * np.einsum("ij,ij->i", differences, differences))
        return float((kernel * self.coefficients).sum()) + self.intercept
