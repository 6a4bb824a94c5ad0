"""The information of the n-grams that a hypothesis shares with its references: the numerators of NIST.

    hyp   the cat sat          shared:  the 1.58  +  cat 2.58  +  sat 1.58     "the cat" 1  +  "cat sat" 0
    ref   the cat sat          order 1:  5.75                                  order 2:  1

Matches are clipped at the highest count in one reference. The weight of an n-gram comes from an `Information`. With
`own`, the counts of the segment's own texts are added, for this segment only, so that every shared n-gram has a weight.

All segments are counted at once, order by order. A *place* is an n-gram in a segment: segment * n-grams + number.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.metrics.information import Information, Level, ngram_levels
from perpend.metrics.ngrams import Numbered
from perpend.types import Doubles, Integers

__all__ = ["shared_information"]


@dataclass(frozen=True, slots=True)
class _Places:
    """The n-grams of each segment's texts: their counts in all texts, and how many of them are shared."""

    keys: Integers
    totals: Integers
    shared: Integers
    ngrams: int

    def own(self, keys: Integers) -> Integers:
        """Returns the counts of these n-grams, which must exist, in the segment's own texts."""
        found: Integers = self.totals[np.searchsorted(self.keys, keys)]
        return found


def shared_information(numbered: Numbered, order: int, information: Information, *, own: bool = False) -> Doubles:
    """Returns for each segment of `numbered`, for n up to `order`, the summed weights of the shared n-grams.

    `information` has the weights; `own` adds the counts of the segment's own texts.
    """
    segments, texts = len(numbered.first) - 1, len(numbered.bounds) - 1
    result = np.zeros((segments, order))
    text_of = np.repeat(np.arange(texts), numbered.lengths)
    segment_of = np.repeat(np.arange(segments), np.diff(numbered.first))
    is_hyp = np.zeros(texts, np.bool_)
    is_hyp[numbered.first[:-1]] = True
    known_words = np.array([information.words.get(word, -1) for word in numbered.vocabulary], np.int64)
    before_numbers, before_counts = np.zeros(1, np.int64), np.array([information.total])
    own_before = _Places(np.arange(segments), _words(numbered), np.zeros(segments, np.int64), 1)
    for n, level in enumerate(ngram_levels(numbered.ids.astype(np.int64), numbered.bounds, order), 1):
        numbers = information.numbers(n, before_numbers[level.prefixes], known_words[level.last_words])
        counts = information.counts(n, numbers)
        places = _places(level, text_of[level.positions], segment_of, is_hyp)
        here = places.shared > 0
        segment, ngram = np.divmod(places.keys[here], places.ngrams)
        count, above = counts[ngram], before_counts[level.prefixes[ngram]]
        if own:
            count = count + places.totals[here]
            above = above + own_before.own(segment * own_before.ngrams + level.prefixes[ngram])
        weights = np.log2(np.where(count > 0, above, 1) / np.maximum(count, 1))
        result[:, n - 1] = np.bincount(segment, places.shared[here] * weights, segments)
        before_numbers, before_counts, own_before = numbers, counts, places
    return result


def _words(numbered: Numbered) -> Integers:
    """Returns the number of words in the texts of each segment."""
    ends: Integers = numbered.bounds[numbered.first]
    return np.diff(ends)


def _places(level: Level, texts: Integers, segment_of: Integers, is_hyp: NDArray[np.bool_]) -> _Places:
    ngrams = max(len(level.prefixes), 1)
    in_text, counts = np.unique(texts * ngrams + level.numbers, return_counts=True)
    text, number = np.divmod(in_text, ngrams)
    keys, places = np.unique(segment_of[text] * ngrams + number, return_inverse=True)
    totals = np.bincount(places, counts, len(keys)).astype(np.int64)
    in_hyp, most = np.zeros(len(keys), np.int64), np.zeros(len(keys), np.int64)
    ours = is_hyp[text]
    in_hyp[places[ours]] = counts[ours]
    np.maximum.at(most, places[~ours], counts[~ours])
    return _Places(keys, totals, np.minimum(in_hyp, most), ngrams)
