"""Suggests the words that may have been meant by a written word, the most probable first.

    suggester = Suggester(open_words("words.txt"), load(kind="spelling"))
    suggester.suggest("recieve")                receive, received, relieve, ...
    suggest("recieve")                          with Perpend's English word list

Candidates are all words that differ by few letters (`word_index`). They are ranked by the channel probability times
their frequency, and the best of them again by the weights of `ranking`. A suggestion has its score, the edit distance,
the number of letters that differ and the count of the word. A word that is in the list is marked as known and has
suggestions too, because it may still be the wrong word.

Without counts in the list, only the channel probability is used. `suggest` caches the files it opens and reads them
again after they have changed.
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
from perpend.arguments import path_of, shown, texts_of, whole_number
from perpend.errors import InputError, SettingError
from perpend.files.stamps import Stamp, stamp
from perpend.learning.registry import load_kept
from perpend.limits import check
from perpend.resources.store import Store
from perpend.spelling.changes import letters_that_differ
from perpend.spelling.channel import Channel
from perpend.spelling.english import english_index
from perpend.spelling.ranking import FEATURES, features
from perpend.spelling.word_index import WordIndex, check_difference, open_words
from perpend.spelling.word_list import Matching, WordList
from perpend.types import Doubles

__all__ = ["RIVALS", "Suggester", "Suggestion", "Suggestions", "find_suggester", "suggest"]

RIVALS = 40
"""The number of best candidates that are ranked by all features."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested word with its score, edit distance (OSA), number of letters that differ, and count in the list."""

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
        """Returns the suggestion as plain JSON values."""
        facts = {"distance": self.distance, "differ": self.differ, "count": self.count}
        return {"name": self.word, "points": self.score, **facts}


@dataclass(frozen=True, slots=True, repr=False)
class Suggestions(Answer):
    """The suggestions for `written`, and whether the list has that word (`known`).

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
        """Returns the suggestions as plain JSON values."""
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
        """Returns the best `count` words for `written`, all for a count of 0.

        Candidates are the words within the edit distance `distance`, or those that differ by at most `k` letters (by
        default the channel's) and share a beginning or an end of the channel's `common` letters.
        """
        return self.suggest_all([written], count, distance=distance, k=k)[0]

    def suggest_all(
        self, written: Sequence[str], count: int = 5, *, distance: int | None = None, k: int | None = None
    ) -> list[Suggestions]:
        """Returns the suggestions for each of `written`; `count`, `distance` and `k` as in `suggest`."""
        if k is not None:
            check_difference(k, least=0)
        if k is not None and distance is not None:
            raise SettingError("letters (-k) counts letters that differ, distance (-d) edits: give one of them")
        written = texts_of(written, "the written words")
        check("suggest", "letters", max(map(len, written), default=0))
        whole_number(count, "the number of suggestions", 0)
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
        """Returns the words of the index with these `numbers` that are not `written` itself, with their numbers."""
        key, words = self.index.matching.key(written), self.index.words(numbers)
        places = [place for place, word in enumerate(words) if self.index.matching.key(word) != key]
        return numbers[places], [words[place] for place in places]

    def _suggestion(self, key: str, candidate: str, score: float, count: int) -> Suggestion:
        other = self.index.matching.key(candidate)
        return Suggestion(candidate, score, OSA.distance(key, other), letters_that_differ(key, other), count)

    def rank(
        self, written: str, candidates: Sequence[str], frequencies: Doubles, wanted: int = RIVALS
    ) -> list[tuple[int, float]]:
        """Returns the indices of the best candidates for `written` and their scores, the best first.

        Ties are in the order of the list. `frequencies` are the log frequencies of `candidates`; at least `wanted`
        candidates are ranked.
        """
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
        """Returns the features of the `candidates` for `written` at `places`.

        `channel` and `frequencies` are the log probabilities of all candidates.
        """
        folded, floored = written.casefold(), np.maximum(channel, -1e3)
        rows = [(candidates[at].casefold(), float(floored[at]), float(frequencies[at])) for at in places]
        return np.array([features(folded, *row) for row in rows], float)


Listed = WordIndex | WordList | Sequence[str] | Path | None
"""The words to choose from: an index, a list, the path of either, or None for English."""


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
    """Suggests the words that may have been meant by `word`, the most probable first.

    :param word: the written word.
    :param limit: the most suggestions, 0 for all.
    :param words: the words to choose from: a list, a `WordIndex`, or the path of either; by default English.
    :param model: a channel from `perpend train spelling` or its path; by default the shipped one.
    :param letters: by how many letters a suggestion may differ; by default the channel's k.
    :param distance: by how many edits a suggestion may differ, instead of `letters`.
    :param ignore_case: whether case is ignored in a list of your own; the English list always ignores it.
    :param ignore_accents: whether accents are ignored in a list of your own.

    >>> suggest("recieve", limit=2).value
    ('receive', 'received')
    """
    if not isinstance(word, str):
        raise InputError(f"a word must be a string, but {shown(word)} came: ask for one word at a time")
    suggester = find_suggester(words, model, ignore_case=ignore_case, ignore_accents=ignore_accents)
    return suggester.suggest(word, limit, distance=distance, k=letters)


def find_suggester(
    words: Listed | str = None,
    model: Channel | Path | str | None = None,
    *,
    ignore_case: bool = False,
    ignore_accents: bool = False,
) -> Suggester:
    """Returns the suggester of `suggest`; `words`, `model`, `ignore_case` and `ignore_accents` are as there."""
    matching = Matching(ignore_case, ignore_accents)
    if words is None and ignore_accents:
        raise SettingError("accents are ignored in a list of your own: name it with --words (words in Python)")
    if words is None or isinstance(words, str | Path):
        named = None if words is None else path_of(words, "a word list")
        index = _english(Store().home) if named is None else _opened(named, stamp(named), matching)
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
