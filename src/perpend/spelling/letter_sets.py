"""The paper's ordering of prime mapping by sets of k + 1 letters (its "PM2gram"), and what it costs.

Two words of which one has k + 1 letters that the other lacks cannot be within k. So words go into *cells*: each word
into that of the rarest set of k + 1 letters it has (a set that the word's product is divisible by, not a run of
letters), and only some cells have to be compared. Read literally there are two ways, and the paper does not say which
is meant:

    own cell       a word is compared with those of its own cell only: fastest, and it loses pairs (the paper reports
                   a coverage of 96 % instead of 99 %)
    any letter     a word is compared with every word that has one letter of its cell's set: no pair of words with a
                   set is lost, since one without any of its letters differs by k + 1

A word with fewer than k + 1 different letters has no set; its cell is the one of what letters it has.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

import numpy as np

__all__ = ["LetterSet", "cells_of", "comparisons_in_cells", "comparisons_with_letters", "share_a_cell"]

LetterSet = frozenset[str]
"""Different letters, in no order."""


def cells_of(words: Sequence[str], k: int) -> dict[str, LetterSet]:
    """For each word the rarest set of k + 1 letters that it has; of equally rare ones the first by code point.

    >>> cells_of(["abc", "abd", "ab"], 1)["abd"] == frozenset("ad")
    True
    """
    sets = {word: _sets(word, k) for word in words}
    frequency = Counter(one for own in sets.values() for one in own)

    def rarity(letters: str) -> tuple[int, str]:
        return frequency[letters], letters

    rarest = {word: min(own, key=rarity) for word, own in sets.items()}
    return {word: frozenset(letters) for word, letters in rarest.items()}


def _sets(word: str, k: int) -> list[str]:
    letters = sorted(set(word))
    return ["".join(some) for some in combinations(letters, min(k + 1, len(letters)))]


def share_a_cell(word1: str, word2: str, cells: dict[str, LetterSet]) -> bool:
    """Whether the faster way compares two words at all."""
    return cells[word1] == cells[word2]


def comparisons_in_cells(cells: Iterable[LetterSet]) -> int:
    """How many pairs of words the faster way compares."""
    return sum(size * (size - 1) // 2 for size in Counter(cells).values())


def comparisons_with_letters(cells: dict[str, LetterSet]) -> int:
    """How many pairs of words the way without loss compares: the one has a letter of the other's set, or both have."""
    letters = {letter: number % 64 for number, letter in enumerate(sorted({char for word in cells for char in word}))}
    words = np.array([_mask(word, letters) for word in cells], np.uint64)
    sets = np.array([_mask(cell, letters) for cell in cells.values()], np.uint64)
    return sum(
        int(np.count_nonzero((words[:place] & sets[place]) | (sets[:place] & words[place])))
        for place in range(1, len(words))
    )


def _mask(some: Iterable[str], letters: dict[str, int]) -> int:
    return reduce(or_, (1 << letters[letter] for letter in some), 0)
