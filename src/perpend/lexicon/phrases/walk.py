"""Word numbers -> the phrases in them, by walking a trie; `_walk` is the compiled version.

A walk starts at every word of a text and goes down the trie (drawn in `layout`) as long as there is a child:

    they take place early
    └ no child
         └──  └── take place, a complete phrase
              └ no child
                    └── early, a complete phrase

A phrase of the reference and a phrase of the hypothesis that are the two sides of a pair make a match.
"""

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import CorruptResource, InputError
from perpend.lexicon.phrases.layout import HYP, MAX_WORDS, REF
from perpend.types import Int32

__all__ = ["PlainWalker", "too_many_matches"]

_MATCH_LIMIT = 1 << 24


def too_many_matches(limit: int) -> InputError:
    """Returns the error for more than `limit` matches, as when both texts repeat one phrase thousands of times."""
    return InputError(f"more than {limit:,} phrase matches between two texts: split the texts into sentences")


class PlainWalker:
    """Walks over the arrays of one table; texts are word numbers, -1 for a word not in the table.

    `first_child`, `word`, `parent`, `sides`, `pair_start` and `pair_hyp` are described in `layout`; `longest` is the
    number of words of the longest phrase.
    """

    def __init__(
        self,
        first_child: NDArray[Any],
        word: NDArray[Any],
        parent: NDArray[Any],
        sides: NDArray[Any],
        pair_start: NDArray[Any],
        pair_hyp: NDArray[Any],
        longest: int,
    ) -> None:
        self._first_child, self._word, self._sides = first_child, word, sides
        self._pair_start, self._pair_hyp = pair_start, pair_hyp
        self._nodes, self._pairs = len(word), len(pair_hyp)
        self._longest = min(longest, MAX_WORDS)
        if not (self._nodes == len(sides) == len(parent) == len(first_child) - 1 == len(pair_start) - 1 >= 0):
            raise CorruptResource("the arrays of the phrase table are of different lengths: build it again")

    def child(self, node: int, word: int) -> int:
        """Returns the child of `node` by `word`, or -1."""
        # A child has a higher number than its parent; a damaged table must not cause an endless walk.
        low = max(int(self._first_child[node]), node + 1)
        high = min(int(self._first_child[node + 1]), self._nodes)
        while low < high:
            middle = (low + high) // 2
            if self._word[middle] < word:
                low = middle + 1
            else:
                high = middle
        found = low < min(int(self._first_child[node + 1]), self._nodes) and self._word[low] == word
        return low if found and word >= 0 else -1

    def walk(self, numbers: Int32, wanted: int = REF | HYP) -> tuple[Int32, Int32, Int32]:
        """Returns start, length and node of all phrases in `numbers` on the `wanted` sides, by start, then length."""
        return _columns(self._walk(numbers.tolist(), wanted), 3)  # type: ignore[return-value]

    def _walk(self, numbers: list[int], wanted: int) -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        for start in range(len(numbers)):
            node = 0
            for end in range(start, min(start + self._longest, len(numbers))):
                node = self.child(node, numbers[end])
                if node < 0:
                    break
                if self._sides[node] & wanted:
                    found.append((start, end + 1 - start, node))
        return found

    def matches(self, ref: Int32, hyp: Int32, limit: int = _MATCH_LIMIT) -> tuple[Int32, Int32, Int32, Int32, Int32]:
        """Returns all pairs whose sides occur in `ref` and `hyp`: ref start and length, hyp start and length, pair.

        They are sorted by reference start, then hypothesis start, then in TER-Plus's order of retrieval. More than
        `limit` raise InputError.
        """
        places: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for start, length, node in self._walk(hyp.tolist(), HYP):
            places[node].append((start, length))
        found: list[tuple[int, ...]] = []
        for ref_start, ref_length, node in self._walk(ref.tolist(), REF):
            first, last = max(int(self._pair_start[node]), 0), min(int(self._pair_start[node + 1]), self._pairs)
            for pair in range(first, last):
                for hyp_start, hyp_length in places.get(int(self._pair_hyp[pair]), ()):
                    found.append((ref_start, hyp_start, ref_length, pair, hyp_length))
            if len(found) > limit:
                raise too_many_matches(limit)
        found.sort()
        ref_starts, hyp_starts, ref_lengths, pairs, hyp_lengths = _columns(found, 5)
        return ref_starts, ref_lengths, hyp_starts, hyp_lengths, pairs


def _columns(rows: list[tuple[int, ...]], width: int) -> tuple[Int32, ...]:
    return tuple(np.array(rows, np.int32).reshape(-1, width).T.copy())
