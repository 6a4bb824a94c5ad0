"""A word as somebody wrote it -> the words that may have been meant, the most probable first.

    suggester = Suggester(open_words("words.txt"), load(kind="spelling"))
    suggester.suggest("recieve")                receive, received, relieve, ...

Candidates are all words that differ by few letters (`word_index`). They are ranked by the noisy channel times their
frequency, and the best of them once more by the weights of `ranking`. A suggestion tells what it rests on: its score,
the edit distance, the letters that differ, how often the word occurs. Nothing is replaced: a word that is in the list
comes back marked as known, with its rivals below it, since it may be the wrong one all the same.

A list without counts has no frequencies; there the channel decides alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from perpend.spelling.channel import Channel
from perpend.spelling.ranking import FEATURES, features, letters_between
from perpend.spelling.word_index import WordIndex
from perpend.types import Doubles

__all__ = ["RIVALS", "Suggester", "Suggestion", "Suggestions"]

RIVALS = 40
"""So many of the best candidates are ranked by all features."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word that may have been meant: its score, edit distance (OSA), letters that differ, and how often it occurs."""

    word: str
    score: float
    distance: int
    differ: int
    count: int


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What was written, whether the list has that word, and the words that may have been meant."""

    written: str
    known: bool
    words: tuple[Suggestion, ...]


class Suggester:
    """Suggestions from one word list by one channel."""

    def __init__(self, index: WordIndex, channel: Channel) -> None:
        self.index, self.channel = index, channel
        total = max(int(index.counts.sum()), 1)
        self.frequencies: Doubles = (
            np.log(np.maximum(index.counts, 1) / total) if index.counted else np.zeros(len(index))
        )
        self._weights = np.array([channel.weights.get(name, 0.0) for name in FEATURES])

    def suggest(
        self, written: str, count: int = 5, *, distance: int | None = None, k: int | None = None
    ) -> Suggestions:
        """The best words for one, or all for a count of 0; among those that differ by the channel's k letters.

        With `distance` among all within that edit distance, with `k` among those that differ by k letters; words that
        are compared by letters share a beginning or an end, as the channel has it.
        """
        return self.suggest_all([written], count, distance=distance, k=k)[0]

    def suggest_all(
        self, written: Sequence[str], count: int = 5, *, distance: int | None = None, k: int | None = None
    ) -> list[Suggestions]:
        """The best words for each of many."""
        if distance is not None:
            found = self.index.within(written, distance)
        else:
            found = self.index.alike(written, k or self.channel.k, self.channel.common)
        limits = found.offsets.tolist()
        return [
            self._suggestions(word, found.numbers[begin:end], count)
            for word, begin, end in zip(written, limits, limits[1:], strict=False)
        ]

    def _suggestions(self, written: str, numbers: NDArray[np.uint32], count: int) -> Suggestions:
        found = len(numbers)
        numbers, candidates = self.others(written, numbers)
        key = self.index.matching.key(written)
        wanted = count or len(candidates)
        ranked = self.rank(written, candidates, self.frequencies[numbers], wanted)[:wanted]
        made = tuple(
            self._suggestion(key, candidates[place], score, int(self.index.counts[numbers[place]]))
            for place, score in ranked
        )
        return Suggestions(written, len(numbers) < found, made)

    def others(self, written: str, numbers: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], list[str]]:
        """Those of some words that are not what was written, with their numbers."""
        key, words = self.index.matching.key(written), self.index.words(numbers)
        places = [place for place, word in enumerate(words) if self.index.matching.key(word) != key]
        return numbers[places], [words[place] for place in places]

    def _suggestion(self, key: str, candidate: str, score: float, count: int) -> Suggestion:
        other = self.index.matching.key(candidate)
        return Suggestion(candidate, score, OSA.distance(key, other), letters_between(key, other), count)

    def rank(
        self, written: str, candidates: Sequence[str], frequencies: Doubles, wanted: int = RIVALS
    ) -> list[tuple[int, float]]:
        """The places of so many candidates with their scores, the best first; of equal ones the first in the list."""
        if not candidates:
            return []
        channel = self.channel.log_probabilities(written, candidates)
        scores = channel + self.channel.power * frequencies
        order = np.argsort(-scores, kind="stable")
        if not self.channel.weights:
            return [(int(place), float(scores[place])) for place in order]
        best = order[: max(RIVALS, wanted)]
        rows = self.rows(written, candidates, channel, frequencies, best)
        final = rows @ self._weights
        return [(int(best[place]), float(final[place])) for place in np.argsort(-final, kind="stable")]

    @staticmethod
    def rows(
        written: str, candidates: Sequence[str], channel: Doubles, frequencies: Doubles, places: Iterable[int]
    ) -> Doubles:
        """The features of some candidates."""
        folded = written.casefold()
        lowest = -1e3
        return np.array(
            [
                features(
                    folded, candidates[place].casefold(), max(float(channel[place]), lowest), float(frequencies[place])
                )
                for place in places
            ],
            float,
        )
