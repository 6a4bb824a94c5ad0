"""Features of very different sizes -> rows in which each has mean 0 and standard deviation 1 over the training pairs.

    Scaling.of(training values).rows(values)

A support vector machine measures distances between rows, so a feature in the hundreds would outweigh one in the
hundredths. Rows are rounded to 32 bits before training: support vectors are rows, and a file stores them exactly.
"""

from dataclasses import dataclass

import numpy as np

from perpend.errors import InputError
from perpend.types import Doubles

__all__ = ["Scaling"]

_LEAST_SPREAD = 1e-9
"""The least standard deviation that a feature is divided by, so that products of scaled numbers stay finite."""


@dataclass(frozen=True, slots=True, eq=False)
class Scaling:
    """Scales features to mean 0 and standard deviation 1 over the training pairs, rounded to 32 bits."""

    mean: Doubles
    spread: Doubles

    def __post_init__(self) -> None:
        whole = self.mean.shape == self.spread.shape and np.isfinite(self.mean).all() and np.isfinite(self.spread).all()
        if not whole or not (self.spread >= _LEAST_SPREAD).all():
            least = f"or a spread is below {_LEAST_SPREAD:g}"
            raise InputError(f"a mean or spread of a feature is missing or not finite, {least}")

    @classmethod
    def of(cls, values: Doubles) -> "Scaling":
        """The scaling of these `values`; a constant feature, or one that differs by rounding only, is only centred."""
        spread = values.std(axis=0)
        return cls(values.mean(axis=0), np.where(spread >= _LEAST_SPREAD, spread, 1.0))

    def rows(self, values: Doubles) -> Doubles:
        """The rows `values`, scaled."""
        return ((values - self.mean) / self.spread).astype(np.float32).astype(np.float64)
