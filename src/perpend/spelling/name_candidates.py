"""Names -> pairs that may be spellings of the same one: they differ by at most k letters and share a common part.

    candidate_pairs(["berezovski", "berezovsky", "putin"], k=3)     [(0, 1)]

Two names differ by max(|A - B|, |B - A|) letters, A and B being their letters with repetition, in any order; the common
part is the first or the last c letters (0: none is asked for).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["candidate_pairs", "letters_that_differ"]

_ROWS = 512


def letters_that_differ(a: str, b: str) -> int:
    """By how many letters two names differ, in any order.

    >>> letters_that_differ("abba", "baba"), letters_that_differ("fischer", "fisher")
    (0, 1)
    """
    counts: dict[str, int] = defaultdict(int)
    for letter in a:
        counts[letter] += 1
    for letter in b:
        counts[letter] -= 1
    more = sum(count for count in counts.values() if count > 0)
    return max(more, more - len(a) + len(b))


def candidate_pairs(names: Sequence[str], k: int = 3, c: int = 1) -> NDArray[np.int64]:
    """The candidates as rows (i, j) of places in the list, i < j, sorted."""
    lengths = np.array([len(name) for name in names], np.int16)
    letters = {letter: place for place, letter in enumerate(sorted(set("".join(names))))}
    counts = np.zeros((len(names), len(letters)), np.int16)
    for row, name in enumerate(names):
        for letter in name:
            counts[row, letters[letter]] += 1
    found = [pairs for block in _blocks(names, c) for pairs in _within(block, counts, lengths, k)]
    if not found:
        return np.empty((0, 2), np.int64)
    return np.asarray(np.unique(np.concatenate(found), axis=0), np.int64)


def _blocks(names: Sequence[str], c: int) -> Iterator[NDArray[np.int64]]:
    if c == 0:
        yield np.arange(len(names))
        return
    blocks: dict[tuple[bool, str], list[int]] = defaultdict(list)
    for place, name in enumerate(names):
        if len(name) >= c:
            blocks[True, name[:c]].append(place)
            blocks[False, name[-c:]].append(place)
    yield from (np.array(block) for block in blocks.values() if len(block) > 1)


def _within(
    block: NDArray[np.int64], counts: NDArray[np.int16], lengths: NDArray[np.int16], k: int
) -> Iterator[NDArray[np.int64]]:
    """Names of a block by length: each is compared with those at most k letters longer."""
    block = block[np.argsort(lengths[block], kind="stable")]
    sizes = lengths[block]
    for start in range(0, len(block), _ROWS):
        rows = block[start : start + _ROWS]
        end = int(np.searchsorted(sizes, sizes[min(start + _ROWS, len(block)) - 1] + k, "right"))
        others = block[start:end]
        apart = np.zeros((len(rows), len(others)), np.int16)
        for letter in range(counts.shape[1]):
            here, there = counts[rows, letter], counts[others, letter]
            if here.any() or there.any():
                apart += np.abs(here[:, None] - there[None, :])
        longer = np.abs(lengths[rows][:, None] - lengths[others][None, :])
        one, other = np.nonzero((apart + longer <= 2 * k) & (rows[:, None] != others[None, :]))
        pairs = np.stack([rows[one], others[other]], 1)
        yield np.sort(pairs, 1)
