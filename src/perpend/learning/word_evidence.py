"""Evidence of single words and word pairs for the label of two texts: a weight for each of many thousands of items.

    rows of items: [["both:man", "alone:bike", "alone:horse", "bike|horse"], ...]  and a number or a label for each row

    WordEvidence      ridge regression: an estimate of the numbers
    LabelEvidence     logistic regression: the log-probability of each label

The package of a model decides which items a pair of texts has. Items of one row alone are left out: they could only
memorise its label. A weight learned from a pair depends on that pair's label; so if an estimate is a feature of another
machine, training pairs are estimated by models of the other folds (`unseen_evidence`, `unseen_label_evidence`), and new
pairs by the model of all pairs.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from perpend.errors import InputError
from perpend.learning.folds import out_of_fold
from perpend.learning.logistic import log_softmax
from perpend.types import Doubles, Integers

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

__all__ = [
    "Items",
    "LabelEvidence",
    "WordEvidence",
    "learn_evidence",
    "learn_label_evidence",
    "unseen_evidence",
    "unseen_label_evidence",
]

Items = Sequence[Collection[str]]
"""The items of each pair, each once."""

_LEAST = 2
_STRENGTH = 1.0
_STEPS = 200


@dataclass(frozen=True, eq=False)
class WordEvidence:
    """Items, a row of weights for each, and the means of the labels.

    An item is weighted by 1 / sqrt(n) in a pair of n items.
    """

    items: tuple[str, ...]
    weights: Doubles
    base: Doubles

    def __post_init__(self) -> None:
        _check(self.items, self.weights, self.base)

    @cached_property
    def _places(self) -> dict[str, int]:
        return _numbered(self.items)

    def estimate(self, row: Collection[str]) -> Doubles:
        """The estimated labels of a pair with the items `row`."""
        places = [self._places[item] for item in row if item in self._places]
        if not places:
            return self.base.copy()
        return np.asarray(self.base + self.weights[places].sum(axis=0) / np.sqrt(len(row)))

    def estimates(self, rows: Iterable[Collection[str]]) -> Doubles:
        """The estimated labels of many pairs, one row for each of `rows`, the items of a pair."""
        found = [self.estimate(row) for row in rows]
        return np.array(found, np.float64).reshape(len(found), len(self.base))


@dataclass(frozen=True, eq=False)
class LabelEvidence:
    """Items, a weight of each item for each label, and the bias of each label."""

    items: tuple[str, ...]
    weights: Doubles
    bias: Doubles

    def __post_init__(self) -> None:
        _check(self.items, self.weights, self.bias)

    @cached_property
    def _places(self) -> dict[str, int]:
        return _numbered(self.items)

    def estimates(self, rows: Items) -> Doubles:
        """The log-probability of each label, one row for each of `rows`, the items of a pair."""
        found = np.empty((len(rows), len(self.bias)))
        for k, row in enumerate(rows):
            places = sorted(self._places[item] for item in row if item in self._places)
            found[k] = self.bias + self.weights[places].sum(axis=0)
        return log_softmax(found)


def _check(items: Sequence[str], weights: Doubles, base: Doubles) -> None:
    if weights.shape != (len(items), len(base)) or not len(base):
        raise InputError(f"{len(items)} items of evidence, but weights of shape {weights.shape} and {len(base)} labels")
    if not (np.isfinite(weights).all() and np.isfinite(base).all()):
        raise InputError("a weight of word evidence is not finite")


def learn_evidence(rows: Items, labels: Doubles, strength: float = 0.3) -> WordEvidence:
    """Learns weights by ridge regression.

    :param rows: the items of each pair.
    :param labels: one row per pair; there may be several columns.
    :param strength: the penalty on large weights.
    """
    items, base = _frequent(rows), labels.mean(axis=0)
    if not items:
        return WordEvidence((), np.zeros((0, labels.shape[1])), base)
    matrix = _matrix(rows, items, [1 / np.sqrt(len(row) or 1) for row in rows])
    return WordEvidence(items, _ridge(matrix, labels - base, strength).astype(np.float32).astype(float), base)


def learn_label_evidence(rows: Items, labels: Integers, count: int = 3) -> LabelEvidence:
    """Learns weights by logistic regression.

    :param rows: the items of each pair.
    :param labels: the label of each pair, from 0 to `count` - 1.
    :param count: the number of labels.
    """
    from sklearn.linear_model import LogisticRegression

    items = _frequent(rows)
    if not items or len(set(labels.tolist())) < count:
        shares = np.bincount(labels, minlength=count) + 1.0
        return LabelEvidence((), np.zeros((0, count)), np.log(shares / shares.sum()))
    machine = LogisticRegression(C=_STRENGTH, max_iter=_STEPS).fit(_matrix(rows, items, [1.0] * len(rows)), labels)
    weights = np.asarray(machine.coef_.T, np.float32).astype(np.float64)
    return LabelEvidence(items, weights, np.asarray(machine.intercept_, np.float64))


def unseen_evidence(rows: Items, labels: Doubles, folds: Integers, strength: float = 0.3) -> Doubles:
    """The estimate for each pair by `learn_evidence` on the other `folds`; `rows`, `labels` and `strength` as there."""

    def estimated(own: Integers, rest: Integers) -> Doubles:
        return learn_evidence(_taken(rows, rest), labels[rest], strength).estimates(_taken(rows, own))

    return out_of_fold(folds, labels.shape, estimated)


def unseen_label_evidence(rows: Items, labels: Integers, folds: Integers, count: int = 3) -> Doubles:
    """The estimate for each pair by `learn_label_evidence` on the other `folds`; `rows`, `labels`, `count` as there."""

    def estimated(own: Integers, rest: Integers) -> Doubles:
        return learn_label_evidence(_taken(rows, rest), labels[rest], count).estimates(_taken(rows, own))

    return out_of_fold(folds, (len(rows), count), estimated)


def _taken(rows: Items, places: Integers) -> list[Collection[str]]:
    return [rows[k] for k in places.tolist()]


def _numbered(items: Sequence[str]) -> dict[str, int]:
    return {item: place for place, item in enumerate(items)}


def _frequent(rows: Items) -> tuple[str, ...]:
    seen = Counter(item for row in rows for item in row)
    return tuple(sorted(item for item, times in seen.items() if times >= _LEAST))


def _matrix(rows: Items, items: Sequence[str], values: Sequence[float]) -> "csr_matrix[Any]":
    """A sparse matrix with one row per pair: the pair's number in `values` at each item that it has."""
    from scipy.sparse import csr_matrix

    places = _numbered(items)
    cells = [(k, place) for k, row in enumerate(rows) for place in sorted(places[one] for one in row if one in places)]
    where = np.array(cells, np.int64).reshape(len(cells), 2)
    found = np.array(values, np.float64)[where[:, 0]]
    return csr_matrix((found, (where[:, 0], where[:, 1])), shape=(len(rows), len(items)))


def _ridge(matrix: "csr_matrix[Any]", labels: Doubles, strength: float) -> Doubles:
    """Solves the dual, which has as many unknowns as there are pairs."""
    kernel = (matrix @ matrix.T).toarray()
    kernel[np.diag_indices_from(kernel)] += strength
    return np.asarray(matrix.T @ np.linalg.solve(kernel, labels))
