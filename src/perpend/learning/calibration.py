"""Decision values -> probabilities: a sigmoid, fitted to the decision values of pairs that were not trained on.

    probability(decision)  =  1 / (1 + exp(-slope · decision))

The decision value of a support vector machine is a distance from its border, not a probability. Platt (1999) fits a
sigmoid by maximum likelihood, with labels moved slightly towards one half, so that the slope stays finite when the
values separate the labels. His sigmoid has an offset; this one has none, so that the border has probability one half
and probability and answer never disagree. (On MSRP's training pairs the offset would be 0.06, and the mean log loss
0.4401 instead of 0.4404.) The slope has a small lower bound: if the decision values are uninformative, probabilities
are near one half and keep the order of the values.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.types import Doubles

__all__ = ["Calibration", "fit_calibration"]

_LEAST, _MOST = 1e-3, 1e3
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Calibration:
    """The slope of the sigmoid, above 0.

    >>> Calibration(2.0).probabilities(np.array([-1.0, 0.0, 1.0])).round(3).tolist()
    [0.119, 0.5, 0.881]
    """

    slope: float

    def __post_init__(self) -> None:
        if not self.slope > 0:
            raise InputError(f"the slope of a calibration is {self.slope}: it must be above 0")

    def probabilities(self, decisions: Doubles) -> Doubles:
        """The probability of yes for each of the decision values `decisions`."""
        values = self.slope * decisions
        # The form of the sigmoid whose exponential cannot overflow.
        small = np.exp(-np.abs(values))
        return np.where(values >= 0, 1.0, small) / (1.0 + small)


def fit_calibration(decisions: Doubles, labels: NDArray[np.bool_], counts: Doubles | None = None) -> Calibration:
    """Fits the slope by maximum likelihood.

    :param decisions: decision values of pairs that the machine was not trained on.
    :param labels: yes or no for each of these pairs.
    :param counts: how much each pair counts; 1 each by default.
    """
    if len(decisions) != len(labels) or not len(labels):
        raise InputError(f"{len(decisions)} decision values for {len(labels)} labels: as many of both are needed")
    yes = int(labels.sum())
    targets = np.where(labels, (yes + 1.0) / (yes + 2.0), 1.0 / (len(labels) - yes + 2.0))
    counted = decisions if counts is None else counts * decisions
    low, high = _LEAST, _MOST
    # The likelihood has one peak, so its derivative changes sign once.
    for _ in range(_HALVINGS):
        middle = (low * high) ** 0.5
        rises = float(counted @ (targets - Calibration(middle).probabilities(decisions))) > 0
        low, high = (middle, high) if rises else (low, middle)
    return Calibration(low)
