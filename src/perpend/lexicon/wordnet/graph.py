"""WordNet as a graph: personalised PageRank of its synsets.

    word ──> its synsets ──> walk along relations and gloss words, at each step back to the start with probability 0.15

    The vector of a word has the probability of the walk at each synset; similar words have similar vectors
    (Haveliwala 2002; Hughes and Ramage 2007; Agirre and Soroa 2009).

Edges are undirected: WordNet's relations between synsets and between senses, and from each synset to the most frequent
synsets of the words in its definition. Fifteen steps are computed exactly. A walk from a word weights its senses by
frequency; a walk from a text weights all its words equally.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.gloss_words import GlossWords
from perpend.types import Floats

__all__ = ["WordNetGraph"]

_BACK = 0.15
_STEPS = 15
_KEPT = 1 << 7
"""A vector takes half a megabyte."""
_GLOSS = 0.5
"""The weight of an edge to a gloss word; that of a relation is 1."""


class WordNetGraph:
    """The graph of `wordnet` with the gloss words `glosses`; the vectors of the last words are cached."""

    def __init__(self, wordnet: WordNet | None = None, glosses: GlossWords | None = None) -> None:
        self.wordnet = wordnet or WordNet.shipped()
        self._count = int(self.wordnet.tables.synset_offset.shape[0])
        sources, targets, weights = self._edges(glosses or GlossWords.shipped())
        self._arrange(sources, targets, weights)
        self.word = lru_cache(maxsize=_KEPT)(self._word)
        self.synset = lru_cache(maxsize=_KEPT)(self._synset)

    @staticmethod
    @cache
    def shipped() -> "WordNetGraph":
        """Returns the graph of the shipped WordNet."""
        return WordNetGraph()

    def _edges(self, glosses: GlossWords) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        tables = self.wordnet.tables
        synset, sense = tables.synset_pointers.everything(), tables.sense_pointers.everything()
        belongs = tables.sense_synset
        rows = glosses.links
        owners = np.repeat(np.arange(self._count), np.diff(rows.first))
        glossed = (owners, self._meant()[rows.values])
        pairs: list[tuple[NDArray[Any], NDArray[Any]]] = [synset, (belongs[sense[0]], belongs[sense[1]]), glossed]
        weights = [np.full(len(one[0]), 1.0 if k < 2 else _GLOSS) for k, one in enumerate(pairs)]
        first, second = (np.concatenate([pair[side] for pair in pairs]).astype(np.int64) for side in (0, 1))
        good = (second >= 0) & (first != second)
        first, second, weight = first[good], second[good], np.concatenate(weights)[good]
        return np.concatenate([first, second]), np.concatenate([second, first]), np.concatenate([weight, weight])

    def _meant(self) -> NDArray[np.int64]:
        """Returns the most frequent synset of each word; among equals the first, as senses are sorted by frequency."""
        tables = self.wordnet.tables
        rows = tables.word_senses
        owners = np.repeat(np.arange(len(rows.first) - 1), np.diff(rows.first))
        order = np.lexsort((np.arange(len(owners)), -tables.sense_tags[rows.values].astype(np.int64), owners))
        words, first = np.unique(owners[order], return_index=True)
        found = np.full(len(rows.first) - 1, -1, np.int64)
        found[words] = tables.sense_synset[rows.values[order[first]]]
        return found

    def _arrange(self, sources: NDArray[np.int64], targets: NDArray[np.int64], weights: NDArray[np.float64]) -> None:
        """Sorts edges by target, so that a step is one sum over each run; duplicate edges are added up."""
        keys, places = np.unique(targets * self._count + sources, return_inverse=True)
        summed = np.bincount(places, weights)
        targets, self._sources = np.divmod(keys, self._count)
        out = np.bincount(self._sources, summed, minlength=self._count)
        self._weights = ((1 - _BACK) * summed / out[self._sources]).astype(np.float32)
        self._reached, self._first = np.unique(targets, return_index=True)

    def walk(self, start: Mapping[int, float]) -> Floats:
        """Returns the probability at each synset of a walk from `start`, a weight for each start synset."""
        vector = np.zeros(self._count, np.float32)
        total = sum(start.values())
        if not total:
            return vector
        home = vector.copy()
        for synset, weight in start.items():
            home[synset] = weight / total
        vector = home
        flow = np.empty_like(self._weights)
        for _ in range(_STEPS):
            np.take(vector, self._sources, out=flow, mode="clip")
            flow *= self._weights
            vector = np.float32(_BACK) * home
            vector[self._reached] += np.add.reduceat(flow, self._first)
        return vector

    def start_of(self, word: str, part: str | None = None) -> dict[int, float]:
        """Returns the synsets of `word` in `part`, or in all parts, each with its frequency plus 1."""
        found: dict[int, float] = {}
        for sense in self.wordnet.senses(word, part):
            synset = self.wordnet.synset_of_sense(sense)
            found[synset] = found.get(synset, 0.0) + self.wordnet.tag_count(sense) + 1.0
        return found

    def start_of_text(self, words: Iterable[tuple[str, str | None]]) -> dict[int, float]:
        """Returns the synsets of several `words`, pairs of word and part of speech, with equal weight per word."""
        found: dict[int, float] = {}
        for word, part in words:
            start = self.start_of(word, part)
            total = sum(start.values())
            for synset, weight in start.items():
                found[synset] = found.get(synset, 0.0) + weight / total
        return found

    def _word(self, word: str, part: str | None = None) -> Floats:
        return self.walk(self.start_of(word, part))

    def _synset(self, synset: int) -> Floats:
        return self.walk({synset: 1.0})
