"""Numbering every phrase of a text: exactly, in bounded memory, in the order of phrase tables.

The phrases of a text are the sequences of up to L words within its lines. They are the paths of a trie, whose nodes are
numbered breadth-first: node 0 is the root, then come the phrases of one word in the order of their words, then those of
two, and so on.

    a b a        numbers of the phrases that start at each word, by length        nodes   1   2   3    4    5
                 a   1 (a)  3 (a b)  5 (a b a)                                            a   b   a b  b a  a b a
                 b   2 (b)  4 (b a)  -                                            parent  0   0   1    2    3
                 a   1 (a)  -        -                                            word    a   b   b    a    a

At each level the key of a phrase is (number of the phrase without its last word, last word), and the distinct keys in
order are the nodes. If the keys of a level do not fit in memory, they are processed in ranges, each in one pass over
the text.
"""

from collections.abc import Iterator
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.files.writing import atomic_write
from perpend.lexicon.phrases.pivot.bitext import names_of
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.runs import Keys, first_of, keys_of, second_of
from perpend.types import Progress

__all__ = ["Phrases", "number_phrases", "phrase_count", "phrase_numbers"]

_BLOCK = 1 << 20
_SAMPLE = 1 << 14
# Keys, places, their sort order and its inverse, and numpy's copies of them.
_BYTES_A_KEY = 80
_MAX_NODES = 1 << 32


def number_phrases(journal: Journal, side: str, max_length: int, memory: int, progress: Progress) -> None:
    """Runs the step "SIDE.numbers" of `journal`: the columns numbers (`max_length` per word), parent and word of nodes.

    `side` is source or target; `memory` is in bytes. Calls `progress` for each length.
    """
    words, starts = journal.column(f"{side}.words"), journal.column(f"{side}.starts")
    numbers = journal.map_new(f"{side}.numbers.part", (max(len(words), 1), max_length))
    levels = [1]
    with atomic_write(journal.path(f"{side}.parent")) as parent, atomic_write(journal.path(f"{side}.word")) as word:
        text = _Text(words, starts, numbers, memory // _BYTES_A_KEY, (parent, word))
        for level in range(max_length):
            progress(f"numbering {side} phrases", level, max_length)
            levels.append(levels[-1] + text.number_level(level, levels[-1]))
    numbers.flush()
    journal.path(f"{side}.numbers.part").replace(journal.path(f"{side}.numbers"))
    columns = {f"{side}.numbers": np.uint32, f"{side}.parent": np.uint32, f"{side}.word": np.uint32}
    journal.finish(f"{side}.numbers", columns, {"levels": levels, "phrases": levels[-1] - 1})


def phrase_count(journal: Journal, side: str) -> int:
    """Returns how many different phrases the finished step "SIDE.numbers" of `journal` found in `side`."""
    return journal.recorded(f"{side}.numbers").integer("phrases", least=0, most=_MAX_NODES)


def phrase_numbers(journal: Journal, side: str, max_length: int) -> NDArray[np.uint32]:
    """Returns the numbers of the phrases at each word of `side`, one column per length up to `max_length`.

    They are 0 where a line of the `journal` ends before.
    """
    numbers: NDArray[np.uint32] = journal.column(f"{side}.numbers").reshape(-1, max_length)
    return numbers


class _Text:
    """The words of a text, and the numbers of its phrases so far."""

    def __init__(
        self,
        words: NDArray[np.int32],
        starts: NDArray[np.int64],
        numbers: NDArray[np.uint32],
        limit: int,
        nodes: tuple[IO[bytes], IO[bytes]],
    ) -> None:
        self._words, self._starts, self._numbers = words, starts, numbers
        self._limit, self._nodes = max(limit, 1), nodes
        for file in nodes:
            file.write(bytes(4))

    def number_level(self, level: int, base: int) -> int:
        """Numbers all phrases of `level` + 1 words from `base`; returns how many there are."""
        found = 0
        for low, high in self._ranges(level):
            parts = [(places[inside], keys[inside]) for places, keys, inside in self._inside(level, low, high)]
            places, keys = (np.concatenate(column) for column in zip(*parts, strict=True))
            distinct, number = np.unique(keys, return_inverse=True)
            if base + found + len(distinct) >= _MAX_NODES:
                raise InputError(f"more than {_MAX_NODES:,} different phrases: split the bitext and merge the tables")
            self._numbers[places, level] = base + found + number
            for file, column in zip(self._nodes, (first_of(distinct), second_of(distinct)), strict=True):
                file.write(column.astype(np.uint32).data)
            found += len(distinct)
        return found

    def _inside(self, level: int, low: int, high: int) -> Iterator[tuple[Any, Keys, NDArray[np.bool_]]]:
        for places, keys in self._keys(level):
            yield places, keys, (keys >= np.uint64(low)) & (keys < np.uint64(high))

    def _keys(self, level: int) -> Iterator[tuple[NDArray[np.int64], Keys]]:
        """Yields in blocks the places where a phrase of this length begins, and its key."""
        line, lines = 0, len(self._starts) - 1
        empty = np.empty(0, np.int64)
        yield empty, empty.astype(np.uint64)
        while line < lines:
            last = int(np.searchsorted(self._starts, self._starts[line] + _BLOCK, "right")) - 1
            last = min(max(last, line + 1), lines)
            bounds = self._starts[line : last + 1]
            ends = np.repeat(bounds[1:], np.diff(bounds))
            places = np.arange(bounds[0], bounds[-1])
            places = places[places + level < ends]
            before = self._numbers[places, level - 1] if level else np.zeros(len(places), np.uint32)
            yield places, keys_of(before, self._words[places + level])
            line = last

    def _ranges(self, level: int) -> list[tuple[int, int]]:
        """Returns ranges of keys, each of which fits in memory."""
        count = int(np.maximum(np.diff(self._starts) - level, 0).sum())
        parts = -(-count // self._limit)
        if parts <= 1:
            return [(0, (1 << 64) - 1)]
        step = max(count // _SAMPLE, 1)
        sample = np.sort(np.concatenate([keys[::step] for _, keys in self._keys(level)]))
        cuts = sorted({int(sample[len(sample) * part // parts]) for part in range(1, parts)})
        return list(zip([0, *cuts], [*cuts, (1 << 64) - 1], strict=True))


class Phrases:
    """The phrases of one `side` of `journal` by their numbers; they have at most `max_length` words."""

    def __init__(self, journal: Journal, side: str, max_length: int) -> None:
        self._parent, self._word = journal.column(f"{side}.parent"), journal.column(f"{side}.word")
        self._levels = np.array(journal.recorded(f"{side}.numbers").integers("levels", most=_MAX_NODES), np.int64)
        self.max_length = max_length
        self.names = names_of(journal, side)

    def lengths(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns the number of words of each phrase in `numbers`."""
        return np.searchsorted(self._levels, numbers, "right")

    def words(self, numbers: NDArray[np.int64]) -> NDArray[np.int32]:
        """Returns the words of each phrase in `numbers`, one row per phrase, padded with -1."""
        rows = np.full((len(numbers), self.max_length), -1, np.int32)
        node, lengths = numbers.copy(), self.lengths(numbers)
        for place in range(self.max_length - 1, -1, -1):
            there = np.flatnonzero(lengths > place)
            rows[there, place] = self._word[node[there]]
            node[there] = self._parent[node[there]]
        return rows
