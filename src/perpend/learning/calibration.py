"""From decision values to probabilities: a sigmoid, fitted to values that a machine gave to pairs it had not seen.

    probability(decision)  =  1 / (1 + exp(-slope · decision))

A support vector machine says how far a pair lies from its border, but not how often pairs so far away are paraphrases.
Platt (1999) fits a sigmoid by maximum likelihood, the labels softened a little towards one half, so that it stays
finite when the values separate the labels. His has a shift too. Ours has none: the border itself has probability one
half, so that probability and answer never disagree. (On MSRP's training pairs a shift would be 0.06, and the mean log
loss 0.4401 instead of 0.4404.) A slope below a small one is brought up to it: where cross-validation saw nothing, the
probabilities say so by being near one half, and keep the order of the values.
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
        """The probability of yes for each decision value."""
        values = self.slope * decisions
        # Of the two equal forms the one whose exponential cannot overflow.
        small = np.exp(-np.abs(values))
        return np.where(values >= 0, 1.0, small) / (1.0 + small)


def fit_calibration(decisions: Doubles, labels: NDArray[np.bool_]) -> Calibration:
    """The slope that suits these decision values best, given which of the pairs are paraphrases."""
    if len(decisions) != len(labels) or not len(labels):
        raise InputError(f"{len(decisions)} decision values for {len(labels)} labels: as many of both are needed")
    yes = int(labels.sum())
    targets = np.where(labels, (yes + 1.0) / (yes + 2.0), 1.0 / (len(labels) - yes + 2.0))
    low, high = _LEAST, _MOST
    # The likelihood has one peak, so its derivative changes sign once.
    for _ in range(_HALVINGS):
        middle = (low * high) ** 0.5
        rises = float(decisions @ (targets - Calibration(middle).probabilities(decisions))) > 0
        low, high = (middle, high) if rises else (low, middle)
    return Calibration(low)
