"""Logistic regression: features -> the probability of yes (`Logistic`), or of each of several labels (`Softmax`).

    P(yes)    =  1 / (1 + exp(-(w . x + b)))
    P(label)  =  exp(w_label . x + b_label), divided by the sum over all labels

The contribution of a feature is its value times its weight, or times the difference of two labels' weights.
scikit-learn trains `Softmax`; `Logistic` is trained here.

`fit_logistic` maximises the likelihood with a small L2 penalty on the weights (not on the intercept), which keeps them
finite when the labels are separable, by Newton's method with step halving. The optimum is unique, so the same examples
give the same weights. At the optimum the mean probability is the share of yes.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from perpend.errors import InputError
from perpend.types import Doubles, Flags, Integers

__all__ = ["Logistic", "Softmax", "fit_logistic", "learn_softmax", "log_softmax"]

_MOST_STEPS, _ENOUGH = 100, 1e-10
_SOFTMAX_STEPS = 1000


class Logistic(NamedTuple):
    """Weights and intercept."""

    weights: Doubles
    intercept: float

    def probability(self, features: Doubles) -> Doubles:
        """The probability of yes for each row of features."""
        return _sigmoid(features @ self.weights + self.intercept)


def _sigmoid(values: Doubles) -> Doubles:
    return np.asarray(np.exp(-np.logaddexp(0.0, -values)))


def fit_logistic(features: Doubles, labels: Flags, penalty: float = 0.01, counts: Doubles | None = None) -> Logistic:
    """Fits the weights; both labels must occur.

    :param features: one row per example.
    :param labels: yes or no for each row.
    :param penalty: the strength of the L2 penalty on the weights.
    :param counts: how much each row counts; 1 each by default.

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
    counted = np.ones(len(rows)) if counts is None else counts
    loss = _loss(rows, truth, ridge, counted, found)
    for _ in range(_MOST_STEPS):
        step = _newton_step(rows, truth, ridge, counted, found)
        size, last = 1.0, loss
        while (loss := _loss(rows, truth, ridge, counted, found - size * step)) > last and size > 1e-6:
            size /= 2
        found = found - size * step
        if last - loss < _ENOUGH * (1 + last):
            break
    return Logistic(found[:-1], float(found[-1]))


def _loss(rows: Doubles, truth: Doubles, ridge: Doubles, counts: Doubles, weights: Doubles) -> float:
    values = rows @ weights
    losses = counts * np.logaddexp(0.0, values)
    return float(losses.sum() - (counts * truth) @ values + 0.5 * ridge @ (weights * weights))


def _newton_step(rows: Doubles, truth: Doubles, ridge: Doubles, counts: Doubles, weights: Doubles) -> Doubles:
    chance = _sigmoid(rows @ weights)
    gradient = rows.T @ (counts * (chance - truth)) + ridge * weights
    curve = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + np.diag(ridge + 1e-9)
    return np.asarray(np.linalg.solve(curve, gradient))


def log_softmax(values: Doubles) -> Doubles:
    """The logarithm of the softmax of each row of `values`.

    >>> np.exp(log_softmax(np.array([[0.0, 0.0], [1000.0, 0.0]]))).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    least = values - values.max(axis=1, keepdims=True)
    return np.asarray(least - np.log(np.exp(least).sum(axis=1, keepdims=True)))


@dataclass(frozen=True, slots=True, eq=False)
class Softmax:
    """Weights (one row per feature, one column per label) and the bias of each label."""

    weights: Doubles
    bias: Doubles

    def __post_init__(self) -> None:
        if self.weights.ndim != 2 or self.weights.shape[1:] != self.bias.shape:
            raise InputError(f"weights of shape {self.weights.shape} and {self.bias.shape} biases: one for each label")

    def probabilities(self, rows: Doubles) -> Doubles:
        """The probability of each label, one row for each of the `rows` of features."""
        return np.asarray(np.exp(log_softmax(rows @ self.weights + self.bias)))


def learn_softmax(rows: Doubles, labels: Integers, strength: float) -> Softmax:
    """Trains on scaled `rows` and numbered `labels`.

    `strength` is the inverse of the regularisation (C of scikit-learn).
    """
    from sklearn.linear_model import LogisticRegression

    machine = LogisticRegression(C=strength, max_iter=_SOFTMAX_STEPS).fit(rows, labels)
    return Softmax(np.asarray(machine.coef_.T, np.float64), np.asarray(machine.intercept_, np.float64))
