"""What single words and pairs of words say of a pair of texts, learned from labelled pairs, and never about themselves.

    a man is riding a bike | a man is riding a horse       alone:bike   alone:horse   bike|horse   both:man   both:ride

Each such item is a sparse feature, and ridge regression gives each a weight. A weight learned from a pair knows that
pair's label; so where the estimate becomes a feature of another machine, a training pair is estimated by a model
of the other folds (`out_of_fold`), and new pairs by the model of all. Labels may have several columns, such as one for
each class. With `directed`, words and pairs keep which text they came from.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perpend.features.annotated_pairs import Pair
from perpend.lexicon.words import is_punctuation
from perpend.text.sentence import Sentence
from perpend.types import Doubles

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

__all__ = ["WordEvidence", "evidence_items", "learn_evidence", "out_of_fold"]

_LEAST = 2
_MOST_ALONE = 8
"""Of longer lists of unmatched words no pairs are made: they say less, and there would be too many."""


def _lemmas(sentence: Sentence) -> list[str]:
    return list(dict.fromkeys(lemma for lemma in sentence.lower_lemmas if not is_punctuation(lemma)))


def evidence_items(pair: Pair, directed: bool = False) -> list[str]:
    """The items of a pair, each once.

    >>> one, two = Sentence.tagged(["a", "cat"], ["DT", "NN"]), Sentence.tagged(["a", "dog"], ["DT", "NN"])
    >>> evidence_items((one, two))
    ['both:a', 'alone:cat', 'alone:dog', 'cat|dog']
    """
    first, second = _lemmas(pair[0]), _lemmas(pair[1])
    own, others = set(first), set(second)
    left, right = [one for one in first if one not in others], [one for one in second if one not in own]
    sides = ("first:", "second:") if directed else ("alone:", "alone:")
    items = [f"both:{one}" for one in first if one in others]
    items += [sides[0] + one for one in left] + [sides[1] + one for one in right]
    if len(left) <= _MOST_ALONE and len(right) <= _MOST_ALONE:
        items += ["|".join((one, two) if directed else sorted((one, two))) for one in left for two in right]
    return items


@dataclass(frozen=True, eq=False)
class WordEvidence:
    """Items with a row of weights each, and the means of the labels; `estimate` adds up the weights of a pair's items.

    An item of a pair with many counts less: each has 1 by the root of their number.
    """

    items: tuple[str, ...]
    weights: Doubles
    base: Doubles
    directed: bool = False

    @cached_property
    def _places(self) -> dict[str, int]:
        return {item: place for place, item in enumerate(self.items)}

    def estimate(self, pair: Pair) -> Doubles:
        """The labels that the words of a pair speak for."""
        items = evidence_items(pair, self.directed)
        places = [self._places[item] for item in items if item in self._places]
        if not places:
            return self.base.copy()
        return np.asarray(self.base + self.weights[places].sum(axis=0) / np.sqrt(len(items)))

    def estimates(self, pairs: Iterable[Pair]) -> Doubles:
        """A row for each pair."""
        rows = [self.estimate(pair) for pair in pairs]
        return np.array(rows, np.float64).reshape(len(rows), len(self.base))


def learn_evidence(
    pairs: Sequence[Pair], labels: Doubles, strength: float = 0.3, directed: bool = False
) -> WordEvidence:
    """Weights by ridge regression of `strength`, from labels in columns."""
    rows = [evidence_items(pair, directed) for pair in pairs]
    counts = Counter(item for row in rows for item in row)
    items = tuple(sorted(item for item, count in counts.items() if count >= _LEAST))
    base = labels.mean(axis=0)
    if not items:
        return WordEvidence((), np.zeros((0, labels.shape[1])), base, directed)
    matrix = _matrix(rows, items)
    return WordEvidence(items, _ridge(matrix, labels - base, strength).astype(np.float32).astype(float), base, directed)


def _matrix(rows: Sequence[Sequence[str]], items: Sequence[str]) -> "csr_matrix[Any]":
    from scipy.sparse import csr_matrix

    places = {item: place for place, item in enumerate(items)}
    cells = [(k, places[item], 1 / np.sqrt(len(row))) for k, row in enumerate(rows) for item in row if item in places]
    found = np.array(cells, np.float64).reshape(len(cells), 3)
    where = found[:, 0].astype(np.int64), found[:, 1].astype(np.int64)
    return csr_matrix((found[:, 2], where), shape=(len(rows), len(items)))


def _ridge(matrix: "csr_matrix[Any]", labels: Doubles, strength: float) -> Doubles:
    """The weights by the dual, which has as many unknowns as there are pairs."""
    kernel = (matrix @ matrix.T).toarray()
    kernel[np.diag_indices_from(kernel)] += strength
    return np.asarray(matrix.T @ np.linalg.solve(kernel, labels))


def out_of_fold(
    pairs: Sequence[Pair],
    labels: Doubles,
    folds: NDArray[np.int64],
    strength: float = 0.3,
    directed: bool = False,
) -> Doubles:
    """For each pair the estimate of a model that was learned from the other folds."""
    found = np.zeros_like(labels)
    for fold in np.unique(folds):
        rest, own = np.flatnonzero(folds != fold).tolist(), np.flatnonzero(folds == fold).tolist()
        model = learn_evidence([pairs[k] for k in rest], labels[rest], strength, directed)
        found[own] = model.estimates(pairs[k] for k in own)
    return found
