"""Learning a model from labelled pairs: scikit-learn trains the support vector machine, cross-validation chooses.

    rows, labels  ── choose ──>  cost and gamma with the best accuracy in cross-validation  ── fit ──>  Svm, Calibration

Every row is scored once by a machine that was trained without it; the calibration is fitted to those decision values.
`gamma` is tried in parts of one by the number of features, as distances grow with it. Of equally good choices the
smallest cost wins, then the smallest gamma: the smoothest border. The folds keep the share of each label and are drawn
by the seed, so the same rows give the same model.
"""

import importlib.util
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from perpend.equivalence.model import Learned
from perpend.errors import InputError, MissingExtra
from perpend.learning.calibration import Calibration, fit_calibration
from perpend.learning.svm import Svm
from perpend.types import Doubles, Flags, Progress

__all__ = ["Choices", "Fitted", "choose", "cross_decisions", "fit", "fold_numbers"]


@dataclass(frozen=True, slots=True)
class Choices:
    """What cross-validation chooses from, in how many folds, and the seed that draws them.

    With `sample`, it sees only so many of the pairs, drawn by the seed; what is chosen is then trained on all.
    """

    costs: tuple[float, ...] = (1.0, 4.0, 16.0)
    gammas: tuple[float, ...] = (0.1, 0.3, 1.0)
    folds: int = 5
    seed: int = 0
    sample: int | None = None

    @property
    def signature(self) -> str:
        """The choices in short."""
        costs, gammas = (",".join(f"{one:g}" for one in ones) for ones in (self.costs, self.gammas))
        sample = f";sample {self.sample}" if self.sample else ""
        return f"C {costs};gamma {gammas};folds {self.folds};seed {self.seed}{sample}"


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A trained machine, its calibration, and how it was chosen."""

    svm: Svm
    calibration: Calibration
    learned: Learned


def fit(rows: Doubles, labels: Flags, choices: Choices | None = None, progress: Progress | None = None) -> Fitted:
    """Choose and train a machine on scaled rows."""
    learned, calibration = choose(rows, labels, choices, progress)
    return Fitted(_trained(rows, labels, learned.cost, learned.gamma), calibration, learned)


def choose(
    rows: Doubles, labels: Flags, choices: Choices | None = None, progress: Progress | None = None
) -> tuple[Learned, Calibration]:
    """The best cost and gamma by cross-validation, and the calibration of its decision values."""
    choices = choices or Choices()
    _check(rows, labels, choices)
    seen = _sampled(len(rows), choices)
    distances, truth = _squared_distances(rows[seen]), labels[seen]
    numbers = fold_numbers(truth, choices.folds, choices.seed)
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


def _sampled(count: int, choices: Choices) -> NDArray[np.int64]:
    if choices.sample is None or choices.sample >= count:
        return np.arange(count)
    return np.sort(np.random.default_rng(choices.seed).permutation(count)[: choices.sample])


def cross_decisions(
    distances: Doubles, labels: Flags, cost: float, gamma: float, numbers: NDArray[np.int64]
) -> Doubles:
    """The decision value of each row by a machine trained on the other folds; `distances` are squared, of all rows."""
    from sklearn.svm import SVC

    kernel = np.exp(-gamma * distances)
    decisions = np.zeros(len(labels))
    for number in np.unique(numbers):
        test, train = np.flatnonzero(numbers == number), np.flatnonzero(numbers != number)
        machine = SVC(C=cost, kernel="precomputed", cache_size=500).fit(kernel[np.ix_(train, train)], labels[train])
        decisions[test] = machine.decision_function(kernel[np.ix_(test, train)])
    return decisions


def fold_numbers(labels: Flags, folds: int, seed: int) -> NDArray[np.int64]:
    """The fold of each row, shuffled; each label is spread evenly over the folds.

    >>> fold_numbers(np.array([True, True, False, False]), 2, seed=0).tolist()
    [0, 1, 0, 1]
    """
    random = np.random.default_rng(seed)
    numbers = np.zeros(len(labels), np.int64)
    start = 0
    for label in (False, True):
        places = np.flatnonzero(labels == label)
        numbers[random.permutation(places)] = (np.arange(len(places)) + start) % folds
        # The next label goes on where this one ended, so that no fold is larger than another by more than one.
        start = (start + len(places)) % folds
    return numbers


def _trained(rows: Doubles, labels: Flags, cost: float, gamma: float) -> Svm:
    from sklearn.svm import SVC

    machine = SVC(C=cost, gamma=gamma, cache_size=500).fit(rows, labels)
    return Svm(machine.support_vectors_, machine.dual_coef_[0], float(machine.intercept_[0]), gamma)


def _squared_distances(rows: Doubles) -> Doubles:
    squares = (rows**2).sum(axis=1)
    return np.asarray(np.maximum(squares[:, None] + squares[None] - 2.0 * (rows @ rows.T), 0.0))


def _check(rows: Doubles, labels: Sequence[bool] | Flags, choices: Choices) -> None:
    if importlib.util.find_spec("sklearn") is None:
        raise MissingExtra("training", "scikit-learn", "learn")
    yes = int(np.sum(labels))
    if len(rows) != len(labels) or min(yes, len(labels) - yes) < choices.folds:
        raise InputError(
            f"{len(rows)} pairs, of which {yes} are paraphrases: for {choices.folds} folds "
            f"at least {choices.folds} of each kind are needed"
        )
