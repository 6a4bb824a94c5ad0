"""Rows with numbers -> a `Regression`: scikit-learn's SVR and Ridge train, cross-validation chooses.

    rows, labels ── choose ──> C, gamma, ridge, blend that agree best in cross-validation ── fit ──> Regression

Every row is predicted once in each round of folds by a machine trained without it, and Pearson's correlation of those
predictions decides; of equals the smallest C, then the smallest gamma wins. `gamma` is tried in parts of one by the
number of features, as distances grow with it; `epsilon`, within which an error costs nothing, is a part of the labels'
spread. Folds are drawn by the seed, so the same rows give the same regression.
"""

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from perpend.errors import InputError
from perpend.learning.folds import fold_numbers, out_of_fold, sampled
from perpend.learning.kernel_machine import KernelMachine, squared_distances
from perpend.learning.regression import Regression
from perpend.learning.training_extra import need_sklearn
from perpend.metrics.correlation import pearson
from perpend.types import Doubles, Integers, Progress

__all__ = ["Choices", "Learned", "choose", "fit", "trained"]


@dataclass(frozen=True, slots=True)
class Choices:
    """What cross-validation chooses from; `ridges` and `blends` matter where a blend above 0 is allowed."""

    costs: tuple[float, ...] = (0.25, 1.0, 4.0, 16.0)
    gammas: tuple[float, ...] = (0.03, 0.1, 0.3, 1.0)
    ridges: tuple[float, ...] = (1.0, 10.0, 100.0, 1000.0)
    blends: tuple[float, ...] = (0.0,)
    epsilon: float = 0.15
    folds: int = 5
    rounds: int = 1
    seed: int = 0
    sample: int | None = None
    """With it, cross-validation sees only that many rows, drawn by the seed; what is chosen is trained on all."""

    @property
    def signature(self) -> str:
        """The choices in short."""
        lists = (self.costs, self.gammas, self.blends)
        costs, gammas, blends = (",".join(f"{one:g}" for one in ones) for ones in lists)
        sample = f";sample {self.sample}" if self.sample else ""
        return f"C {costs};gamma {gammas};blend {blends};folds {self.folds}x{self.rounds};seed {self.seed}{sample}"


@dataclass(frozen=True, slots=True)
class Learned:
    """What was chosen, and the correlation that it had in cross-validation."""

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
    """Choose and train a regression on scaled rows."""
    learned = choose(rows, labels, choices, progress)
    return trained(rows, labels, learned), learned


def choose(rows: Doubles, labels: Doubles, choices: Choices | None = None, progress: Progress | None = None) -> Learned:
    """The best parameters by cross-validation."""
    choices = choices or Choices()
    _check(rows, labels, choices)
    seen = sampled(len(rows), choices.sample, choices.seed)
    rows, labels = rows[seen], labels[seen]
    epsilon = choices.epsilon * float(labels.std())
    rounds = [fold_numbers(len(rows), choices.folds, choices.seed + k) for k in range(choices.rounds)]
    ridge, linear = _best_ridge(rows, labels, choices, rounds)
    tried = list(product(choices.costs, choices.gammas))
    best: tuple[float, float, float, float] | None = None
    distances = squared_distances(rows, rows)
    for done, (cost, gamma) in enumerate(tried):
        if progress:
            progress("cross-validation", done, len(tried))
        kernel = np.exp(-gamma / rows.shape[1] * distances)
        found = [_cross(kernel, labels, numbers, _machine(cost, epsilon)) for numbers in rounds]
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
    """The best strength and its predictions; nothing is tried where no blend has a linear part."""
    from sklearn.linear_model import Ridge

    if not any(choices.blends):
        return choices.ridges[0], [np.zeros(len(labels)) for _ in rounds]
    found = [[_cross_rows(rows, labels, numbers, Ridge(one)) for numbers in rounds] for one in choices.ridges]
    right = [_agreement(one, labels) for one in found]
    best = right.index(max(right))
    return choices.ridges[best], found[best]


def _machine(cost: float, epsilon: float) -> Any:
    from sklearn.svm import SVR

    return SVR(C=cost, epsilon=epsilon, kernel="precomputed", cache_size=500)


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
    """The regression with these parameters, trained on all rows."""
    from sklearn.linear_model import Ridge
    from sklearn.svm import SVR

    machine = SVR(C=learned.cost, gamma=learned.gamma, epsilon=learned.epsilon, cache_size=500).fit(rows, labels)
    ridge = Ridge(learned.ridge).fit(rows, labels)
    return Regression(
        KernelMachine(
            np.asarray(machine.support_vectors_, np.float64),
            np.asarray(machine.dual_coef_[0], np.float64),
            float(machine.intercept_[0]),
            learned.gamma,
        ),
        np.asarray(ridge.coef_, np.float64),
        float(ridge.intercept_),
        learned.blend,
    )


def _check(rows: Doubles, labels: Doubles, choices: Choices) -> None:
    need_sklearn()
    if len(rows) != len(labels) or len(rows) < 2 * choices.folds:
        raise InputError(
            f"{len(rows)} pairs and {len(labels)} labels: for {choices.folds} folds at least {2 * choices.folds} pairs "
            "with a label each are needed"
        )
    if not np.isfinite(labels).all() or labels.std() == 0:
        raise InputError("the labels are all alike or not finite: there is nothing to learn from them")
