"""Filters of translations and paraphrases, each with a setting and a count of what it dropped.

Translations, before the pivot:

    min_count          the phrase pair was extracted at least this often
    min_translation    both of its probabilities, p(target | source) and p(source | target), are at least this

Paraphrases A -> B, after the pivot, in this order:

    same               B differs from A
    min_probability    p(B | A) is at least this
    numbers            the two have the same words with digits ("in 1989" is no paraphrase of "in 1990")
    punctuation        the two have the same signs
    stop_words         neither side is made of stop words and signs alone
    contained          neither side is a part of the other ("the house" of "house")

An Effect counts for each filter how many rows it saw and how many it dropped.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import SettingError
from perpend.files.documents import Fields
from perpend.lexicon.words import is_punctuation

__all__ = ["Effect", "Filters", "WordFilters", "effect_facts", "effects_of", "part_of", "same_marked_words"]


@dataclass(frozen=True, slots=True)
class Effect:
    """The counts of one `filter`: how many rows `came` to it, and how many it `dropped`."""

    filter: str
    came: int
    dropped: int

    def __add__(self, other: "Effect") -> "Effect":
        return Effect(self.filter, self.came + other.came, self.dropped + other.dropped)


def effect_facts(effects: Iterable[Effect]) -> dict[str, dict[str, int]]:
    """Returns the counts of `effects` as facts of a finished step, in their order.

    >>> effect_facts([Effect("same", 5, 2)])
    {'same': {'came': 5, 'dropped': 2}}
    """
    return {one.filter: {"came": one.came, "dropped": one.dropped} for one in effects}


def effects_of(facts: Fields) -> tuple[Effect, ...]:
    """Returns the effects that the `facts` of a step record in the field "effects"."""
    effects = facts.inner("effects")
    found = [(name, effects.inner(name)) for name in effects.content]
    return tuple(Effect(name, one.integer("came", least=0), one.integer("dropped", least=0)) for name, one in found)


@dataclass(frozen=True, slots=True)
class Filters:
    """The settings of all filters, described above.

    Translations: `min_count` and `min_translation`. Paraphrases: `same`, `min_probability`, `numbers`, `punctuation`,
    `stop_words` and `contained`.
    """

    min_count: int = 2
    min_translation: float = 0.001
    same: bool = True
    min_probability: float = 0.001
    numbers: bool = True
    punctuation: bool = True
    stop_words: bool = True
    contained: bool = True

    def __post_init__(self) -> None:
        if self.min_count < 1:
            raise SettingError(f"a least count of {self.min_count}: 1 or more was needed")
        for name in ("min_translation", "min_probability"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise SettingError(f"{name} is {getattr(self, name):g}: a probability from 0 to 1 was needed")

    def to_dict(self) -> dict[str, Any]:
        """Returns the settings as JSON values."""
        return asdict(self)


class WordFilters:
    """The `filters` that look at words, for phrases of the words `names`; `stop_words` are the stop list."""

    def __init__(self, filters: Filters, names: Collection[str], stop_words: Collection[str]) -> None:
        self._filters = filters
        # The last element is that of -1, the padding of phrases.
        self._number = np.array([*(any(char.isnumeric() for char in name) for name in names), False])
        self._sign = np.array([*map(is_punctuation, names), False])
        self._stop = np.array([*(name in stop_words for name in names), True]) | self._sign

    def apply(self, first: NDArray[np.int32], second: NDArray[np.int32]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
        """Yields the name of each active filter and the rows it keeps.

        `first` and `second` have the word numbers of A and B, one row per pair, padded with -1.
        """
        filters = self._filters
        if filters.numbers:
            yield "numbers", same_marked_words(first, second, self._number)
        if filters.punctuation:
            yield "punctuation", same_marked_words(first, second, self._sign)
        if filters.stop_words:
            yield "stop_words", ~(self._stop[first].all(axis=1) | self._stop[second].all(axis=1))
        if filters.contained:
            yield "contained", ~(part_of(first, second) | part_of(second, first))


def same_marked_words(
    first: NDArray[np.int32], second: NDArray[np.int32], marked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Returns whether rows of `first` and `second` have the same `marked` words, equally often, in any order."""
    one, other = (np.sort(np.where(marked[side], side, -1), axis=1) for side in (first, second))
    same: NDArray[np.bool_] = (one == other).all(axis=1)
    return same


def part_of(first: NDArray[np.int32], second: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Returns whether each phrase of `first` is a proper part of the phrase of `second` in the same row.

    >>> part_of(np.array([[4, -1, -1]], np.int32), np.array([[7, 4, -1]], np.int32))
    array([ True])
    """
    width = first.shape[1]
    lengths, longer = (first >= 0).sum(axis=1), (second >= 0).sum(axis=1)
    found = np.zeros(len(first), np.bool_)
    for offset in range(width):
        same = np.ones(len(first), np.bool_)
        for place in range(width - offset):
            same &= (first[:, place] < 0) | (first[:, place] == second[:, place + offset])
        found |= same & (lengths + offset <= longer)
    inside: NDArray[np.bool_] = found & (lengths < longer)
    return inside
