"""Numbered words -> every distinct n-gram with its counts: one level for each order.

    level 2 of   <s> a b a </s>        n-gram    first words   last word   without its first   how often
                                       <s> a     <s>           a           a                   1
                                       a b       a             b           b                   1
                                       a </s>    a             </s>        </s>                1
                                       b a       b             a           a                   1

The number of an n-gram is its index in its level. Its first n - 1 words and its last n - 1 words are n-grams of the
level below, so a level is a few arrays of numbers: `prefix` and `suffix` point into the level below. The number of the
(n-1)-gram that begins at each place of the text is known, so an n-gram is a pair of numbers, sorted as one 64-bit
number.

*Adjusted* counts (Kneser and Ney) are the plain ones in the highest level and for n-grams that begin a sentence; of the
others, how many different words come before the n-gram.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.lexicon.language_model.sentences import BEGIN, END, Sentences
from perpend.types import Integers

__all__ = ["Level", "counted"]

Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """All n-grams of one order, sorted by prefix and last word; in the first level the index of a word is its number.

    `prefix`, `word` and `suffix` are the numbers of the first n - 1 words, the last word, and the last n - 1 words;
    `count` is the number of occurrences, and `adjusted` the adjusted count.
    """

    prefix: Numbers
    word: Numbers
    suffix: Numbers
    count: Integers
    adjusted: Integers
    begins: NDArray[np.bool_]
    """Whether the first word is the beginning of a sentence."""


def counted(sentences: Sentences, order: int) -> list[Level]:
    """Returns the levels of order 1 to `order` of `sentences`."""
    levels = list(_levels(sentences, order))
    return [
        _adjusted(level, levels[place + 1] if place + 1 < order else None, place == 0)
        for place, level in enumerate(levels)
    ]


def _levels(sentences: Sentences, order: int) -> Iterator[Level]:
    text, types = sentences.numbers, len(sentences.words)
    none = np.zeros(types, np.int32)
    counts = np.bincount(text, minlength=types)
    yield Level(none, np.arange(types, dtype=np.int32), none, counts, counts, np.arange(types) == BEGIN)
    begins = np.arange(types) == BEGIN
    places, numbers = np.flatnonzero(text != END), text
    for length in range(2, order + 1):
        # `numbers[place]` is the n-gram of the level below that begins there; `places` are where longer ones fit.
        pairs = numbers[places].astype(np.int64) * types + text[places + length - 1]
        found, first, which, counts = np.unique(pairs, return_index=True, return_inverse=True, return_counts=True)
        del pairs
        prefix, suffix = (found // types).astype(np.int32), numbers[places[first] + 1]
        begins = begins[prefix]
        yield Level(prefix, (found % types).astype(np.int32), suffix, counts, counts, begins)
        numbers = np.full(len(text), -1, np.int32)
        numbers[places] = which
        places = places[text[places + length - 1] != END]


def _adjusted(level: Level, above: Level | None, words: bool) -> Level:
    if above is None:
        before = level.count
    else:
        before = np.bincount(above.suffix, minlength=len(level.word))
        before = np.where(level.begins, level.count, before)
    if words:
        # The beginning of a sentence is given, never predicted.
        before = np.where(level.begins, 0, before)
    return Level(level.prefix, level.word, level.suffix, level.count, before.astype(np.int64), level.begins)
