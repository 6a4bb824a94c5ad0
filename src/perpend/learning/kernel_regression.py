"""Rows with numbers -> a `Regression`: scikit-learn's SVR and Ridge train, cross-validation chooses.

    rows, labels ── choose ──> C, gamma, ridge, blend that agree best in cross-validation ── fit ──> Regression

Every row is predicted once in each round of folds by a machine trained without it, and the parameters with the highest
Pearson correlation of these predictions are taken; ties go to the smallest C, then to the smallest gamma. The tried
values of `gamma` are divided by the number of features, because distances grow with it; `epsilon` (errors below it cost
nothing) is a multiple of the labels' standard deviation. Folds are drawn with the seed, so the same rows give the same
regression.
"""

import importlib.util
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from perpend.errors import InputError, MissingExtra
from perpend.learning.folds import fold_numbers, out_of_fold, sampled
from perpend.learning.kernel_machine import KernelMachine, squared_distances
from perpend.learning.regression import Regression
from perpend.metrics.correlation import pearson
from perpend.types import Doubles, Integers, Progress

__all__ = ["Choices", "Learned", "choose", "fit", "need_sklearn", "trained"]


@dataclass(frozen=True, slots=True)
class Choices:
    """The grid of cross-validation; `ridges` and `blends` matter only if a blend above 0 is allowed."""

    costs: tuple[float, ...] = (0.25, 1.0, 4.0, 16.0)
    gammas: tuple[float, ...] = (0.03, 0.1, 0.3, 1.0)
    ridges: tuple[float, ...] = (1.0, 10.0, 100.0, 1000.0)
    blends: tuple[float, ...] = (0.0,)
    epsilon: float = 0.15
    folds: int = 5
    rounds: int = 1
    seed: int = 0
    sample: int | None = None
    """If given, cross-validation uses only that many rows, drawn with the seed; the regression is trained on all."""

    @property
    def signature(self) -> str:
        """The choices as a short text."""
        lists = (self.costs, self.gammas, self.blends)
        costs, gammas, blends = (",".join(f"{one:g}" for one in ones) for ones in lists)
        sample = f";sample {self.sample}" if self.sample else ""
        return f"C {costs};gamma {gammas};blend {blends};folds {self.folds}x{self.rounds};seed {self.seed}{sample}"


@dataclass(frozen=True, slots=True)
class Learned:
    """The chosen parameters, and their correlation in cross-validation."""

    cost: float
    gamma: float
    ridge: float
    blend: float
    epsilon: float
    folds: int
    seed: int
    correlation: float


def fit(
    rows: Doubles, labels: Doubles, choices: Choices | None = None, progress: Progress | None = None
) -> tuple[Regression, Learned]:
    """Chooses the parameters by cross-validation, and trains on all rows.

    :param rows: scaled features, one row per pair.
    :param labels: the number of each row.
    :param choices: the grid of cross-validation; the default of `Choices` if None.
    :param progress: called before each tried combination.
    """
    learned = choose(rows, labels, choices, progress)
    return trained(rows, labels, learned), learned


def choose(
    rows: Doubles,
    labels: Doubles,
    choices: Choices | None = None,
    progress: Progress | None = None,
    folds: Integers | None = None,
) -> Learned:
    """The best parameters by cross-validation.

    `rows`, `labels`, `choices` and `progress` are those of `fit`; `folds` is the fold of each row, by default drawn
    with the seed of the choices.
    """
    choices = choices or Choices()
    _check(rows, labels, choices)
    from sklearn.svm import SVR

    seen = sampled(len(rows), choices.sample, choices.seed)
    rows, labels = rows[seen], labels[seen]
    epsilon = choices.epsilon * float(labels.std())
    rounds = [fold_numbers(len(rows), choices.folds, choices.seed + k) for k in range(choices.rounds)]
    if folds is not None:
        rounds = [folds[seen]]
    ridge, linear = _best_ridge(rows, labels, choices, rounds)
    tried = list(product(choices.costs, choices.gammas))
    best: tuple[float, float, float, float] | None = None
    distances = squared_distances(rows, rows)
    for done, (cost, gamma) in enumerate(tried):
        if progress:
            progress("cross-validation", done, len(tried))
        kernel = np.exp(-gamma / rows.shape[1] * distances)
        machine = SVR(C=cost, epsilon=epsilon, kernel="precomputed", cache_size=500)
        found = [_cross(kernel, labels, numbers, machine) for numbers in rounds]
        for blend in choices.blends:
            right = _agreement(
                [(1 - blend) * one + blend * two for one, two in zip(found, linear, strict=True)], labels
            )
            if best is None or right > best[0]:
                best = (right, cost, gamma / rows.shape[1], blend)
    assert best is not None
    return Learned(best[1], best[2], ridge, best[3], epsilon, choices.folds, choices.seed, best[0])


def _best_ridge(
    rows: Doubles, labels: Doubles, choices: Choices, rounds: list[Integers]
) -> tuple[float, list[Doubles]]:
    """The best strength and its predictions; nothing is tried if all blends are 0."""
    from sklearn.linear_model import Ridge

    if not any(choices.blends):
        return choices.ridges[0], [np.zeros(len(labels)) for _ in rounds]
    found = [[_cross_rows(rows, labels, numbers, Ridge(one)) for numbers in rounds] for one in choices.ridges]
    right = [_agreement(one, labels) for one in found]
    best = right.index(max(right))
    return choices.ridges[best], found[best]


def _cross(kernel: Doubles, labels: Doubles, numbers: Integers, machine: Any) -> Doubles:
    def predicted(own: Integers, rest: Integers) -> Doubles:
        return np.asarray(machine.fit(kernel[np.ix_(rest, rest)], labels[rest]).predict(kernel[np.ix_(own, rest)]))

    return out_of_fold(numbers, (len(labels),), predicted)


def _cross_rows(rows: Doubles, labels: Doubles, numbers: Integers, machine: Any) -> Doubles:
    def predicted(own: Integers, rest: Integers) -> Doubles:
        return np.asarray(machine.fit(rows[rest], labels[rest]).predict(rows[own]))

    return out_of_fold(numbers, (len(labels),), predicted)


def _agreement(predictions: list[Doubles], labels: Doubles) -> float:
    return float(np.mean([pearson(one[:, None], labels)[0] for one in predictions]))


def trained(rows: Doubles, labels: Doubles, learned: Learned) -> Regression:
    """Trains a regression with the parameters `learned` on all `rows` and their `labels`."""
    from sklearn.linear_model import Ridge
    from sklearn.svm import SVR

    machine = SVR(C=learned.cost, gamma=learned.gamma, epsilon=learned.epsilon, cache_size=500).fit(rows, labels)
    vectors, coefficients = (np.asarray(one, np.float64) for one in (machine.support_vectors_, machine.dual_coef_[0]))
    kernels = KernelMachine(vectors, coefficients, float(machine.intercept_[0]), learned.gamma)
    ridge = Ridge(learned.ridge).fit(rows, labels)
    return Regression(kernels, np.asarray(ridge.coef_, np.float64), float(ridge.intercept_), learned.blend)


def need_sklearn() -> None:
    """Raises MissingExtra if scikit-learn, which training needs and prediction does not, is not installed."""
    if importlib.util.find_spec("sklearn") is None:
        raise MissingExtra("training", "scikit-learn", "learn")


def _check(rows: Doubles, labels: Doubles, choices: Choices) -> None:
    need_sklearn()
    if len(rows) != len(labels) or len(rows) < 2 * choices.folds:
        raise InputError(
            f"{len(rows)} pairs and {len(labels)} labels: for {choices.folds} folds at least {2 * choices.folds} pairs "
            "with a label each are needed"
        )
    if not np.isfinite(labels).all() or labels.std() == 0:
        raise InputError("the labels are all alike or not finite: there is nothing to learn from them")
