"""What single words and pairs of words speak for: weights learned from labelled pairs, three for each item.

    WordPairModel.estimates([{"slice>peel", "+peel"}, ...])  ->  log-probabilities of CONTRADICTION, ENTAILMENT, NEUTRAL

A logistic regression over the names of `word_pairs`. Its estimates become features of the learned layer; a training
pair is estimated by a model of the other folds (`out_of_fold`), new pairs by the model of all. Items that one pair
alone has are left out: they could only repeat its label.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perpend.learning.softmax import log_softmax
from perpend.types import Doubles

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

__all__ = ["WordPairModel", "learn_word_pairs", "out_of_fold"]

_LEAST = 2
_STRENGTH = 1.0
_STEPS = 200

Items = Sequence[Collection[str]]


@dataclass(frozen=True, eq=False)
class WordPairModel:
    """Items in order, a row of weights for each, and the bias of each label."""

    items: tuple[str, ...]
    weights: Doubles
    bias: Doubles

    @cached_property
    def _places(self) -> dict[str, int]:
        return {item: place for place, item in enumerate(self.items)}

    def estimates(self, rows: Items) -> Doubles:
        """The log-probability of each label, a row for each pair."""
        found = np.empty((len(rows), len(self.bias)))
        for k, row in enumerate(rows):
            places = sorted(self._places[item] for item in row if item in self._places)
            found[k] = self.bias + self.weights[places].sum(axis=0)
        return log_softmax(found)


def learn_word_pairs(rows: Items, labels: NDArray[np.int64], count: int = 3) -> WordPairModel:
    """The weights of items from pairs with numbered labels; each label must occur."""
    from sklearn.linear_model import LogisticRegression

    seen = Counter(item for row in rows for item in row)
    items = tuple(sorted(item for item, times in seen.items() if times >= _LEAST))
    if not items or len(set(labels.tolist())) < count:
        shares = np.bincount(labels, minlength=count) + 1.0
        return WordPairModel((), np.zeros((0, count)), np.log(shares / shares.sum()))
    machine = LogisticRegression(C=_STRENGTH, max_iter=_STEPS).fit(_matrix(rows, items), labels)
    weights = np.asarray(machine.coef_.T, np.float32).astype(np.float64)
    return WordPairModel(items, weights, np.asarray(machine.intercept_, np.float64))


def _matrix(rows: Items, items: Sequence[str]) -> "csr_matrix[Any]":
    from scipy.sparse import csr_matrix

    places = {item: place for place, item in enumerate(items)}
    cells = [(k, place) for k, row in enumerate(rows) for place in sorted(places[one] for one in row if one in places)]
    where = np.array(cells, np.int64).reshape(len(cells), 2)
    return csr_matrix((np.ones(len(cells)), (where[:, 0], where[:, 1])), shape=(len(rows), len(items)))


def out_of_fold(rows: Items, labels: NDArray[np.int64], folds: NDArray[np.int64], count: int = 3) -> Doubles:
    """For each pair the estimates of a model that was learned from the other folds."""
    found = np.zeros((len(rows), count))
    for fold in np.unique(folds):
        own, rest = np.flatnonzero(folds == fold).tolist(), np.flatnonzero(folds != fold).tolist()
        found[own] = learn_word_pairs([rows[k] for k in rest], labels[rest], count).estimates([rows[k] for k in own])
    return found
