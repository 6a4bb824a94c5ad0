"""Multinomial logistic regression: a row of features -> the probability of each label.

    probabilities  =  exp(row @ weights + bias), divided by their sum

scikit-learn learns the weights; what they answer is worked out here. A feature's part in an answer can be read off: it
is its value times the difference of two labels' weights.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.types import Doubles

__all__ = ["Softmax", "learn_softmax", "log_softmax"]

_STEPS = 1000


def log_softmax(values: Doubles) -> Doubles:
    """The logarithms of probabilities that are proportional to exp(values), row by row.

    >>> np.exp(log_softmax(np.array([[0.0, 0.0], [1000.0, 0.0]]))).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    least = values - values.max(axis=1, keepdims=True)
    return np.asarray(least - np.log(np.exp(least).sum(axis=1, keepdims=True)))


@dataclass(frozen=True, slots=True, eq=False)
class Softmax:
    """Weights, a row for each feature and a column for each label, and the bias of each label."""

    weights: Doubles
    bias: Doubles

    def __post_init__(self) -> None:
        if self.weights.ndim != 2 or self.weights.shape[1:] != self.bias.shape:
            raise InputError(f"weights of shape {self.weights.shape} and {self.bias.shape} biases: one for each label")

    def probabilities(self, rows: Doubles) -> Doubles:
        """The probability of each label, row by row."""
        return np.asarray(np.exp(log_softmax(rows @ self.weights + self.bias)))


def learn_softmax(rows: Doubles, labels: NDArray[np.int64], strength: float) -> Softmax:
    """Learn from scaled rows and numbered labels; `strength` is how far data may move the weights from 0."""
    from sklearn.linear_model import LogisticRegression

    machine = LogisticRegression(C=strength, max_iter=_STEPS).fit(rows, labels)
    return Softmax(np.asarray(machine.coef_.T, np.float64), np.asarray(machine.intercept_, np.float64))
