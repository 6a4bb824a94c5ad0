"""A trained regression: rows of scaled features -> a number, in numpy alone.

    linear(x)   =  Σ  weight · feature  +  constant
    answer      =  (1 - blend) · machine(x)  +  blend · linear(x)

The machine is a `KernelMachine` (scikit-learn's SVR), the linear part its Ridge. The value of a row does not depend on
the other rows of the call.
"""

from dataclasses import dataclass

import numpy as np

from perpend.errors import InputError
from perpend.learning.kernel_machine import KernelMachine
from perpend.types import Doubles

__all__ = ["Regression"]


@dataclass(frozen=True, slots=True, eq=False)
class Regression:
    """A kernel machine, the weights of a linear model, and the share of the latter in the answer, `blend`.

    >>> machine = KernelMachine(np.array([[0.0], [1.0]]), np.array([-1.0, 1.0]), 0.5, 1.0)
    >>> one = Regression(machine, np.array([2.0]), 0.0, 0.5)
    >>> one.predictions(np.array([[0.5], [1.0]])).tolist() == [0.75, 0.5 * (0.5 + 1 - np.exp(-1.0)) + 1.0]
    True
    """

    machine: KernelMachine
    weights: Doubles
    constant: float
    blend: float

    def __post_init__(self) -> None:
        if self.weights.shape != self.machine.vectors.shape[1:] or not 0 <= self.blend <= 1:
            raise InputError(f"{len(self.weights)} weights and a blend of {self.blend}: one for each feature, 0 to 1")
        if not np.isfinite(self.weights).all():
            raise InputError("a weight of the regression is not finite")

    def linear(self, rows: Doubles) -> Doubles:
        """The values of the linear model alone for `rows` of features."""
        return np.asarray(np.einsum("ij,j->i", rows, self.weights) + self.constant)

    def predictions(self, rows: Doubles) -> Doubles:
        """The predicted value of each of `rows`."""
        return (1 - self.blend) * self.machine.by_products(rows) + self.blend * self.linear(rows)
