"""Suggests the words that may have been meant by a written word, the most probable first.

    suggester = Suggester(open_words("words.txt"), load(kind="spelling"))
    suggester.suggest("recieve")                receive, received, relieve, ...
    suggest("recieve")                          with Perpend's English word list

Candidates are words within three edits, the nearest and most frequent of them, and words that sound alike (`sounds`).
They are ranked by the channel probability times their frequency, and the best of them again by the weights of
`ranking`. A suggestion has its score, the edit distance, the number of letters that differ and the count of the word.
A word that is in the list is marked as known and has suggestions too, because it may still be the wrong word.

Without counts in the list, only the channel probability is used. `suggest` caches the files it opens and reads them
again after they have changed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
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
from perpend.spelling.channel import Channel, letter_numbers
from perpend.spelling.english import english_index, english_sounds
from perpend.spelling.ranking import FEATURES, feature_rows
from perpend.spelling.sounds import SoundIndex, hear
from perpend.spelling.word_index import Matches, WordIndex, check_difference, open_words
from perpend.spelling.word_list import Matching, WordList
from perpend.types import Doubles

__all__ = ["RIVALS", "Suggester", "Suggestion", "Suggestions", "find_suggester", "suggest"]

RIVALS = 40
"""The number of best candidates that are ranked by all features."""

EDITS = 3
"""By how many edits the words differ that are candidates by default."""
_NEAREST, _ALIKE = 150, 60
_HEARD = 500_000
_EDIT_COSTS = 4.0
_AT_ONCE = 256
_LEAST = -1e3


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
    """Suggestions from the words of `index` by the noisy channel `channel`; `sounds` are made if they are not given."""

    def __init__(self, index: WordIndex, channel: Channel, sounds: SoundIndex | None = None) -> None:
        self.index, self.channel = index, channel
        if sounds:
            self.sounds = sounds
        total = max(int(index.counts.sum()), 1)
        self.frequencies: Doubles = (
            np.log(np.maximum(index.counts, 1) / total) if index.counted else np.zeros(len(index))
        )
        self._weights = np.array([channel.weights.get(name, 0.0) for name in FEATURES])

    @cached_property
    def sounds(self) -> SoundIndex | None:
        """The words of the index by their sound, made when first needed; None for a long list of your own."""
        return SoundIndex.of(self.index) if len(self.index) <= _HEARD else None

    def using(self, channel: Channel) -> "Suggester":
        """Returns the suggester of the same index for another `channel`."""
        return Suggester(self.index, channel, self.sounds)

    def suggest(
        self, written: str, count: int = 5, *, distance: int | None = None, k: int | None = None
    ) -> Suggestions:
        """Returns the best `count` words for `written`, all for a count of 0.

        Candidates are the words within the edit distance `distance`, or those that differ by at most `k` letters and
        share a beginning or an end of the channel's `common` letters; by default the words within three edits, the most
        frequent and nearest of them, and those that sound alike.
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
        asked = f"d:{distance}" if distance is not None else f"k:{k}" if k is not None else f"d:{EDITS}+sound"
        signature = f"{self.channel.signature}|candidates:{asked}"
        found: list[Suggestions] = []
        for first in range(0, len(written), _AT_ONCE):
            some = written[first : first + _AT_ONCE]
            numbers = self.candidates(some, distance=distance, k=k)
            others = self.others(some, numbers)
            for word, ranked, all_, rest in zip(some, self.ranked(some, others, count), numbers, others, strict=True):
                found.append(self._suggestions(word, len(rest) < len(all_), ranked, count, signature))
        return found

    def candidates(
        self, written: Sequence[str], *, distance: int | None = None, k: int | None = None
    ) -> list[NDArray[np.int64]]:
        """Returns for each of `written` the numbers of its candidates; `distance` and `k` as in `suggest`."""
        if distance is not None:
            found = self.index.within(written, distance)
        elif k is not None:
            found = self.index.alike(written, k, self.channel.common)
        else:
            return self._likely(written)
        return [found.numbers[begin:end].astype(np.int64) for begin, end in pairwise(found.offsets.tolist())]

    def _likely(self, written: Sequence[str]) -> list[NDArray[np.int64]]:
        found = [(_with_a_letter(self.index.within(written, EDITS), written), _NEAREST)]
        if self.sounds:
            heard = [hear(word.casefold()) for word in written]
            spoken, consonants = self.sounds.alike(heard)
            found.append((_with_a_letter(spoken, [one.spoken for one in heard]), _ALIKE))
            found.append((_with_a_letter(consonants, [one.consonants for one in heard]), _ALIKE))
        nearest = [self._likeliest(*one) for one in found]
        return [np.unique(np.concatenate(some)) for some in zip(*nearest, strict=True)]

    def _likeliest(self, found: Matches, most: int) -> Iterator[NDArray[np.int64]]:
        """Yields for each query the numbers of the nearest and most frequent words, at most `most`, and exact ones."""
        near = self.frequencies[found.numbers] - _EDIT_COSTS * found.differences
        near[found.differences == 0] = np.inf
        for begin, end in pairwise(found.offsets.tolist()):
            numbers = found.numbers[begin:end].astype(np.int64)
            if len(numbers) > most:
                numbers = numbers[np.argpartition(-near[begin:end], most)[:most]]
            yield numbers

    def others(self, written: Sequence[str], numbers: Sequence[NDArray[np.int64]]) -> list[NDArray[np.int64]]:
        """Returns for each of `written` those of its `numbers` that are not the word itself."""
        same = self.index.within(written, 0)
        return [
            some[~np.isin(some, same.numbers[begin:end])] if begin < end else some
            for some, (begin, end) in zip(numbers, pairwise(same.offsets.tolist()), strict=True)
        ]

    def channel_of(self, written: Sequence[str], numbers: Sequence[NDArray[np.int64]]) -> list[Doubles]:
        """Returns for each of `written` the log probabilities of the channel for the words with its `numbers`."""
        every = np.concatenate(numbers) if len(numbers) else np.zeros(0, np.int64)
        packed = letter_numbers(self.index.words(every), self.channel.alphabet)
        texts = letter_numbers(written, self.channel.alphabet)
        found, first = [], 0
        for begin, end, some in zip(texts.starts, texts.starts[1:], numbers, strict=False):
            starts = packed.starts[first : first + len(some) + 1]
            found.append(self.channel.of_letters(texts.letters[begin:end], packed.letters, starts))
            first += len(some)
        return found

    def ranked(
        self, written: Sequence[str], numbers: Sequence[NDArray[np.int64]], count: int
    ) -> Iterator[list[tuple[int, float]]]:
        """Yields for each of `written` its best `count` candidates of `numbers` with their scores, 0 for all.

        Ties are in the order of the list. At least 40 candidates are ranked by all features.
        """
        channel = self.channel_of(written, numbers)
        firsts = [
            self._best(one, of_words, max(RIVALS, count) if count else len(of_words))
            for one, of_words in zip(channel, numbers, strict=True)
        ]
        if not self.channel.weights:
            for one, some, best in zip(channel, numbers, firsts, strict=True):
                scores = one[best] + self.channel.power * self.frequencies[some[best]]
                yield list(zip(some[best].tolist(), scores.tolist(), strict=True))
            return
        rivals = [some[best] for some, best in zip(numbers, firsts, strict=True)]
        rows = self.rows(written, rivals, [one[best] for one, best in zip(channel, firsts, strict=True)])
        ends = np.cumsum([len(some) for some in rivals]).tolist()
        scores = rows @ self._weights
        for some, end in zip(rivals, ends, strict=True):
            own = scores[end - len(some) : end]
            order = np.argsort(-own, kind="stable")
            yield list(zip(some[order].tolist(), own[order].tolist(), strict=True))

    def _best(self, channel: Doubles, numbers: NDArray[np.int64], most: int) -> NDArray[np.int64]:
        scores = channel + self.channel.power * self.frequencies[numbers]
        return np.argsort(-scores, kind="stable")[:most]

    def rows(self, written: Sequence[str], numbers: Sequence[NDArray[np.int64]], channel: Sequence[Doubles]) -> Doubles:
        """Returns the features of the words with `numbers` for each of `written`, all in one array.

        `channel` are their log probabilities.
        """
        every = np.concatenate(numbers)
        texts = [hear(word.casefold()) for word in written]
        heard = [one for one, some in zip(texts, numbers, strict=True) for _ in range(len(some))]
        words = [word.casefold() for word in self.index.words(every)]
        others = self.sounds.heard(words, every) if self.sounds else list(map(hear, words))
        return feature_rows(heard, others, np.maximum(np.concatenate(channel), _LEAST), self.frequencies[every])

    def _suggestions(
        self, written: str, known: bool, ranked: list[tuple[int, float]], count: int, signature: str
    ) -> Suggestions:
        key, best = self.index.matching.key(written), ranked[: count or None]
        words = self.index.words(np.array([number for number, _ in best], np.uint32))
        made = tuple(
            self._suggestion(key, word, score, int(self.index.counts[number]))
            for word, (number, score) in zip(words, best, strict=True)
        )
        return Suggestions(written, known, made, signature)

    def _suggestion(self, key: str, candidate: str, score: float, count: int) -> Suggestion:
        other = self.index.matching.key(candidate)
        return Suggestion(candidate, score, OSA.distance(key, other), letters_that_differ(key, other), count)


def _with_a_letter(found: Matches, written: Sequence[str]) -> Matches:
    """Leaves out words that have no letter of the written one where it stands: "go" is no suggestion for "xy"."""
    index = found.index
    own = np.repeat([len(key) for key in index.matching.keys(written)], np.diff(found.offsets))
    longest = np.maximum(np.diff(index.arrays["starts"])[found.numbers], own)
    kept = (found.differences < longest) | (longest == 0)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept)])[found.offsets]
    return Matches(index, offsets, found.numbers[kept], found.differences[kept])


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
    ('receive', 'recife')
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
        index, sounds = _english(Store().home) if named is None else _opened(named, stamp(named), matching)
    else:
        index, sounds = words if isinstance(words, WordIndex) else WordIndex.of(words, matching), None
    channel = load_kept(model, "spelling")
    assert isinstance(channel, Channel)
    return _suggester(index, channel, sounds)


@lru_cache(maxsize=1)
def _english(home: Path) -> tuple[WordIndex, SoundIndex]:
    store = Store(home)
    index = english_index(store)
    return index, english_sounds(index, store)


@lru_cache(maxsize=4)
def _opened(path: Path, stamp: Stamp, matching: Matching) -> tuple[WordIndex, None]:  # noqa: ARG001
    return open_words(path, matching), None


@lru_cache(maxsize=4)
def _suggester(index: WordIndex, channel: Channel, sounds: SoundIndex | None) -> Suggester:
    return Suggester(index, channel, sounds)
