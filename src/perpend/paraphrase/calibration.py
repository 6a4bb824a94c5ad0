"""From decision values to probabilities: Platt's sigmoid, fitted to values that a model gave to pairs it had not seen.

    probability(decision)  =  1 / (1 + exp(-(slope · decision + shift)))

A support vector machine says how far a pair lies from its border, but not how often pairs so far away are paraphrases.
Platt (1999) fits the two numbers by maximum likelihood, the labels softened a little towards one half, so that the
curve stays finite when the values separate the labels. Newton's method with halved steps finds them (Lin, Lin and Weng
2007).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.metrics.correlation import Doubles

__all__ = ["Calibration", "fit_calibration"]

_STEPS = 100
_SMALLEST_STEP = 1e-10
_RIDGE = 1e-12
_ENOUGH = 1e-5


@dataclass(frozen=True, slots=True)
class Calibration:
    """Slope and shift of the sigmoid.

    >>> Calibration(2.0, 0.0).probabilities(np.array([-1.0, 0.0, 1.0])).round(3).tolist()
    [0.119, 0.5, 0.881]
    """

    slope: float
    shift: float

    def probabilities(self, decisions: Doubles) -> Doubles:
        """The probability of yes for each decision value."""
        return _sigmoid(self.slope * decisions + self.shift)


def fit_calibration(decisions: Doubles, labels: NDArray[np.bool_]) -> Calibration:
    """The sigmoid that suits these decision values best, given which of the pairs are paraphrases."""
    if len(decisions) != len(labels) or not len(labels):
        raise InputError(f"{len(decisions)} decision values for {len(labels)} labels: as many of both are needed")
    yes = int(labels.sum())
    no = len(labels) - yes
    targets = np.where(labels, (yes + 1.0) / (yes + 2.0), 1.0 / (no + 2.0))
    found = np.array([0.0, np.log((yes + 1.0) / (no + 1.0))])
    for _ in range(_STEPS):
        gradient, curvature = _derivatives(found, decisions, targets)
        if np.abs(gradient).max() < _ENOUGH:
            break
        better = _step(found, np.asarray(np.linalg.solve(curvature, gradient), np.float64), decisions, targets)
        if better is None:
            break
        found = better
    return Calibration(float(found[0]), float(found[1]))


def _sigmoid(values: Doubles) -> Doubles:
    # Of the two equal forms the one whose exponential cannot overflow.
    small = np.exp(-np.abs(values))
    return np.where(values >= 0, 1.0, small) / (1.0 + small)


def _loss(found: Doubles, decisions: Doubles, targets: Doubles) -> float:
    values = found[0] * decisions + found[1]
    return float((np.logaddexp(0.0, values) - targets * values).sum())


def _derivatives(found: Doubles, decisions: Doubles, targets: Doubles) -> tuple[Doubles, Doubles]:
    probabilities = _sigmoid(found[0] * decisions + found[1])
    design = np.stack([decisions, np.ones_like(decisions)], axis=1)
    weights = probabilities * (1.0 - probabilities)
    gradient = design.T @ (probabilities - targets)
    return gradient, (design * weights[:, None]).T @ design + _RIDGE * np.eye(2)


def _step(found: Doubles, direction: Doubles, decisions: Doubles, targets: Doubles) -> Doubles | None:
    """The end of the longest of halved steps that makes the loss smaller; None if none does."""
    loss, length = _loss(found, decisions, targets), 1.0
    while length >= _SMALLEST_STEP:
        tried = found - length * direction
        if _loss(tried, decisions, targets) < loss:
            return np.asarray(tried)
        length /= 2.0
    return None
