"""Logistic regression in a few lines: features -> a calibrated probability.

    P(yes) = 1 / (1 + exp(-(w . x + b)))

The weights make the labels most likely, less a small penalty on large weights (the intercept has none), which keeps
them finite when the labels can be told apart without error. Newton's method with halved steps; the optimum is unique,
so the same examples give the same weights. At it the mean of the probabilities is the share of yes: that is what
calibrated means here, on the examples that were learned from.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.types import Doubles

__all__ = ["Logistic", "fit_logistic"]

_MOST_STEPS, _ENOUGH = 100, 1e-10


class Logistic(NamedTuple):
    """Weights and intercept."""

    weights: Doubles
    intercept: float

    def probability(self, features: Doubles) -> Doubles:
        """Of yes, for each row of features."""
        return _sigmoid(features @ self.weights + self.intercept)


def _sigmoid(values: Doubles) -> Doubles:
    return np.asarray(np.exp(-np.logaddexp(0.0, -values)))


def fit_logistic(features: Doubles, labels: NDArray[np.bool_], penalty: float = 0.01) -> Logistic:
    """The weights for rows of features and their labels, of which there must be both kinds.

    >>> found = fit_logistic(np.array([[0.0], [1.0], [0.0], [1.0]]), np.array([False, True, False, True]))
    >>> round(float(found.probability(np.array([[0.5]]))[0]), 6)
    0.5
    """
    if len(features) != len(labels) or not labels.any() or labels.all():
        raise InputError(
            f"{len(labels)} labels, {int(labels.sum())} of them yes, for {len(features)} rows: both kinds are needed"
        )
    rows = np.column_stack([features, np.ones(len(features))])
    truth, ridge = labels.astype(np.float64), np.full(rows.shape[1], penalty)
    ridge[-1] = 0.0
    found: Doubles = np.zeros(rows.shape[1])
    loss = _loss(rows, truth, ridge, found)
    for _ in range(_MOST_STEPS):
        step = _newton_step(rows, truth, ridge, found)
        size, last = 1.0, loss
        while (loss := _loss(rows, truth, ridge, found - size * step)) > last and size > 1e-6:
            size /= 2
        found = found - size * step
        if last - loss < _ENOUGH * (1 + last):
            break
    return Logistic(found[:-1], float(found[-1]))


def _loss(rows: Doubles, truth: Doubles, ridge: Doubles, weights: Doubles) -> float:
    values = rows @ weights
    return float(np.logaddexp(0.0, values).sum() - truth @ values + 0.5 * ridge @ (weights * weights))


def _newton_step(rows: Doubles, truth: Doubles, ridge: Doubles, weights: Doubles) -> Doubles:
    chance = _sigmoid(rows @ weights)
    gradient = rows.T @ (chance - truth) + ridge * weights
    curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(ridge + 1e-9)
    return np.asarray(np.linalg.solve(curve, gradient))
