"""Rows with yes or no -> a kernel machine and its calibration: scikit-learn's SVC trains, cross-validation chooses.

    rows, labels ── choose ──> C and gamma with the best accuracy in cross-validation ── fit ──> machine, calibration

Every row is scored once by a machine that was trained without it; the calibration is fitted to those decision values.
The tried values of `gamma` are divided by the number of features, because distances grow with it. Ties go to the
smallest C, then to the smallest gamma (the smoothest border). Folds are stratified and drawn with the seed, so the same
rows give the same machine.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product

import numpy as np

from perpend.errors import InputError
from perpend.learning.calibration import Calibration, fit_calibration
from perpend.learning.folds import out_of_fold, sampled, stratified_folds
from perpend.learning.kernel_machine import KernelMachine, squared_distances
from perpend.learning.kernel_regression import need_sklearn
from perpend.types import Doubles, Flags, Integers, Progress

__all__ = ["Choices", "Fitted", "Learned", "choose", "cross_decisions", "fit"]


@dataclass(frozen=True, slots=True)
class Choices:
    """The grid of cross-validation (`costs`, `gammas`), the number of `folds` and the `seed` that draws them.

    With `sample`, cross-validation uses only that many rows, drawn with the seed; the final machine is trained on all.
    """

    costs: tuple[float, ...] = (1.0, 4.0, 16.0)
    gammas: tuple[float, ...] = (0.1, 0.3, 1.0)
    folds: int = 5
    seed: int = 0
    sample: int | None = None

    @property
    def signature(self) -> str:
        """The choices as a short text."""
        costs, gammas = (",".join(f"{one:g}" for one in ones) for ones in (self.costs, self.gammas))
        sample = f";sample {self.sample}" if self.sample else ""
        return f"C {costs};gamma {gammas};folds {self.folds};seed {self.seed}{sample}"


@dataclass(frozen=True, slots=True)
class Learned:
    """How a machine was trained: its two parameters, and their accuracy in cross-validation."""

    cost: float
    gamma: float
    folds: int
    seed: int
    accuracy: float


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A trained machine, its calibration, and how it was chosen."""

    machine: KernelMachine
    calibration: Calibration
    learned: Learned


def fit(rows: Doubles, labels: Flags, choices: Choices | None = None, progress: Progress | None = None) -> Fitted:
    """Chooses the parameters by cross-validation, and trains on all rows.

    :param rows: scaled features, one row per pair.
    :param labels: yes or no for each row.
    :param choices: the grid of cross-validation; the default of `Choices` if None.
    :param progress: called after each tried combination.
    """
    learned, calibration = choose(rows, labels, choices, progress)
    return Fitted(_trained(rows, labels, learned.cost, learned.gamma), calibration, learned)


def choose(
    rows: Doubles, labels: Flags, choices: Choices | None = None, progress: Progress | None = None
) -> tuple[Learned, Calibration]:
    """The best cost and gamma by cross-validation, and the calibration of the decision values.

    `rows`, `labels`, `choices` and `progress` are those of `fit`.
    """
    choices = choices or Choices()
    _check(rows, labels, choices)
    seen = sampled(len(rows), choices.sample, choices.seed)
    distances, truth = squared_distances(rows[seen], rows[seen]), labels[seen]
    numbers = stratified_folds(truth, choices.folds, choices.seed)
    tried = [(cost, gamma / rows.shape[1]) for cost, gamma in product(choices.costs, choices.gammas)]
    found: list[Doubles] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for decided in pool.map(lambda one: cross_decisions(distances, truth, one[0], one[1], numbers), tried):
            found.append(decided)
            if progress:
                progress("cross-validation", len(found), len(tried))
    right = [int(((decided > 0) == truth).sum()) for decided in found]
    best = right.index(max(right))
    (cost, gamma), decisions = tried[best], found[best]
    learned = Learned(cost, gamma, choices.folds, choices.seed, right[best] / len(truth))
    return learned, fit_calibration(decisions, truth)


def cross_decisions(distances: Doubles, labels: Flags, cost: float, gamma: float, numbers: Integers) -> Doubles:
    """The decision value of each row by a machine trained on the other folds.

    :param distances: squared distances of all rows from all rows.
    :param labels: yes or no for each row.
    :param cost: C of the support vector machine.
    :param gamma: the width of its kernel.
    :param numbers: the fold of each row.
    """
    from sklearn.svm import SVC

    kernel = np.exp(-gamma * distances)

    def decided(own: Integers, rest: Integers) -> Doubles:
        machine = SVC(C=cost, kernel="precomputed", cache_size=500).fit(kernel[np.ix_(rest, rest)], labels[rest])
        return np.asarray(machine.decision_function(kernel[np.ix_(own, rest)]))

    return out_of_fold(numbers, (len(labels),), decided)


def _trained(rows: Doubles, labels: Flags, cost: float, gamma: float) -> KernelMachine:
    from sklearn.svm import SVC

    machine = SVC(C=cost, gamma=gamma, cache_size=500).fit(rows, labels)
    return KernelMachine(machine.support_vectors_, machine.dual_coef_[0], float(machine.intercept_[0]), gamma)


def _check(rows: Doubles, labels: Flags, choices: Choices) -> None:
    need_sklearn()
    yes = int(np.sum(labels))
    if len(rows) != len(labels) or min(yes, len(labels) - yes) < choices.folds:
        raise InputError(
            f"{len(labels)} labels, {yes} of them yes, for {len(rows)} pairs: for {choices.folds} folds at least "
            f"{choices.folds} of yes and of no are needed"
        )
