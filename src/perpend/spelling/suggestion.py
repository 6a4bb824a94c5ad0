"""A word as somebody wrote it -> the words that may have been meant, the most probable first.

    suggester = Suggester(open_words("words.txt"), load(kind="spelling"))
    suggester.suggest("recieve")                receive, received, relieve, ...
    suggest("recieve")                          the same with the English words that Perpend knows

Candidates are all words that differ by few letters (`word_index`). They are ranked by the noisy channel times their
frequency, and the best of them once more by the weights of `ranking`. A suggestion tells what it rests on: its score,
the edit distance, the letters that differ, how often the word occurs. Nothing is replaced: a word that is in the list
comes back marked as known, with its rivals below it, since it may be the wrong one all the same.

A list without counts has no frequencies; there the channel decides alone. `suggest` keeps what it has opened: files are
opened again only after they have changed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from perpend.answers import Answer
from perpend.errors import InputError, SettingError
from perpend.files.stamps import Stamp, stamp
from perpend.learning.registry import load_kept
from perpend.resources.store import Store
from perpend.spelling.channel import Channel
from perpend.spelling.english import english_index
from perpend.spelling.ranking import FEATURES, features, letters_between
from perpend.spelling.word_index import WordIndex, open_words
from perpend.spelling.word_list import Matching, WordList
from perpend.types import Doubles

__all__ = ["RIVALS", "Suggester", "Suggestion", "Suggestions", "find_suggester", "suggest"]

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

    @property
    def name(self) -> str:
        """The word."""
        return self.word

    @property
    def points(self) -> float:
        """The score by which the words are ordered."""
        return self.score

    def to_dict(self) -> dict[str, Any]:
        """The suggestion as plain JSON values."""
        facts = {"distance": self.distance, "differ": self.differ, "count": self.count}
        return {"name": self.word, "points": self.score, **facts}


@dataclass(frozen=True, slots=True, repr=False)
class Suggestions(Answer):
    """What was written, whether the list has that word, and the words that may have been meant.

    >>> import perpend
    >>> found = perpend.suggest("smiht", words=["smith", "smyth", "jones"])
    >>> found.value, found.known, found.words[0].distance
    (('smith', 'smyth'), False, 1)
    >>> print(*found.reasons, sep="\\n")
    'smiht' is not in the word list
    'smith' is 1 edit away
    'smyth' is 2 edits away
    """

    written: str
    known: bool
    words: tuple[Suggestion, ...]
    signature: str = ""

    @property
    def value(self) -> tuple[str, ...]:
        """The words, the most probable first."""
        return tuple(one.word for one in self.words)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Whether the word is in the list, and how far each suggestion is from it."""
        listed = f"{self.written!r} is {'' if self.known else 'not '}in the word list"
        near = (f"{one.word!r} is {one.distance} edit{'s' * (one.distance != 1)} away" for one in self.words)
        return (listed, *near) if self.words else (listed, "no other word of the list is near it")

    @property
    def contributions(self) -> tuple[Suggestion, ...]:
        """The suggestions with their scores, distances and counts."""
        return self.words

    def to_dict(self) -> dict[str, Any]:
        """The suggestions as plain JSON values."""
        return {
            "value": list(self.value),
            "reasons": list(self.reasons),
            "contributions": [one.to_dict() for one in self.words],
            "written": self.written,
            "known": self.known,
            "signature": self.signature,
        }


class Suggester:
    """Suggestions from the words of `index` by the noisy channel `channel`."""

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
        if k is not None and distance is not None:
            raise SettingError("letters (-k) counts letters that differ, distance (-d) edits: give one of them")
        if distance is not None:
            found = self.index.within(written, distance)
        else:
            found = self.index.alike(written, k or self.channel.k, self.channel.common)
        asked = f"d:{distance}" if distance is not None else f"k:{k or self.channel.k}"
        signature = f"{self.channel.signature}|candidates:{asked}"
        limits = found.offsets.tolist()
        return [
            self._suggestions(word, found.numbers[begin:end], count, signature)
            for word, begin, end in zip(written, limits, limits[1:], strict=False)
        ]

    def _suggestions(self, written: str, numbers: NDArray[np.uint32], count: int, signature: str) -> Suggestions:
        found = len(numbers)
        numbers, candidates = self.others(written, numbers)
        key = self.index.matching.key(written)
        wanted = count or len(candidates)
        ranked = self.rank(written, candidates, self.frequencies[numbers], wanted)[:wanted]
        made = tuple(
            self._suggestion(key, candidates[place], score, int(self.index.counts[numbers[place]]))
            for place, score in ranked
        )
        return Suggestions(written, len(numbers) < found, made, signature)

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


Listed = WordIndex | WordList | Sequence[str] | Path | None
"""The words to choose from: an index, a list, the file of one of them, or None for English."""


def suggest(
    word: str,
    *,
    limit: int = 5,
    words: Listed | str = None,
    model: Channel | Path | str | None = None,
    letters: int | None = None,
    distance: int | None = None,
    ignore_case: bool = False,
    ignore_accents: bool = False,
) -> Suggestions:
    """The words that may have been meant by `word`, the most probable first; it is never replaced.

    `limit` is how many are wanted at most, 0 for all. `words` are the words to choose from: a list, a `WordIndex`, or a
    file of either; without them, English. `model` is a channel of `perpend train spelling`, by default the shipped one.
    `letters` is by how many letters a suggestion may differ, or `distance` by how many edits. `ignore_case` and
    `ignore_accents` hold for a list of your own; English ignores case.

    >>> suggest("recieve", limit=2).value
    ('receive', 'received')
    """
    if not isinstance(word, str):
        raise InputError(f"a word must be a string, but {type(word).__name__} came: ask for one word at a time")
    suggester = find_suggester(words, model, ignore_case=ignore_case, ignore_accents=ignore_accents)
    return suggester.suggest(word, limit, distance=distance, k=letters)


def find_suggester(
    words: Listed | str = None,
    model: Channel | Path | str | None = None,
    *,
    ignore_case: bool = False,
    ignore_accents: bool = False,
) -> Suggester:
    """What `suggest` asks: a suggester for these words and this model. The parameters are those of `suggest`."""
    if words is None and ignore_accents:
        raise SettingError("accents are ignored in a list of your own: name it with --words (words in Python)")
    matching = Matching(ignore_case, ignore_accents)
    if words is None or isinstance(words, str | Path):
        index = _english(Store().home) if words is None else _opened(Path(words), stamp(words), matching)
    else:
        index = words if isinstance(words, WordIndex) else WordIndex.of(words, matching)
    channel = load_kept(model, "spelling")
    assert isinstance(channel, Channel)
    return _suggester(index, channel)


@lru_cache(maxsize=1)
def _english(home: Path) -> WordIndex:
    return english_index(Store(home))


@lru_cache(maxsize=4)
def _opened(path: Path, stamp: Stamp, matching: Matching) -> WordIndex:  # noqa: ARG001
    return open_words(path, matching)


@lru_cache(maxsize=4)
def _suggester(index: WordIndex, channel: Channel) -> Suggester:
    return Suggester(index, channel)
