"""The letter counts of words as 64-bit numbers, which make prime mapping fast.

A count is unary: a letter that occurs n times sets the first n of its own bits. The letters by which two words differ
are then the bits of an exclusive or, and the test of Algorithm 1 is one line (we read "differ by at most k" as the
larger of the numbers of letters that one word has and the other lacks):

    letters     a a b e           abba  1 1 1 1 0 ...
    bits        0 1 2 3 4 ...     aba   1 1 1 0 0 ...       1 bit differs, lengths differ by 1: (1 + 1) / 2 = 1 letter

    bits of (a xor b)  +  | length of a - length of b |   <=   2 k

The 64 bits are assigned to letters and counts by how many words need them. What does not fit (a fifth e, the 50th
letter of an alphabet, which shares its bit with others) makes the bits of a word *inexact*: the word may differ by more
than its bits do, never by less, so pairs that pass the test are counted again letter by letter.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.spelling._letters import letter_sums, occurrences, signatures, sorted_letters

__all__ = ["Alphabet", "Letters", "letters_of"]

_BITS = 64
_MOST = 8
_SHARED_BITS = 8
_NO_BUCKET = 255
_LARGEST_ALPHABET = 65_535


@dataclass(frozen=True, slots=True, eq=False)
class Letters:
    """Words as letter numbers: as written, sorted within each word, and the offset of each word."""

    letters: NDArray[np.uint16]
    ordered: NDArray[np.uint16]
    starts: NDArray[np.int64]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of letters of each word."""
        return np.diff(self.starts)


@dataclass(frozen=True, slots=True, eq=False)
class Alphabet:
    """The letters, sorted by code point, and their bits.

    `bucket` has for each letter the run of bits that counts it, with one more entry for unknown letters; `shared` is 1
    for letters that share a run. Run b starts at bit `first[b]` and has `room[b]` bits.
    """

    points: NDArray[np.uint32]
    bucket: NDArray[np.uint8]
    shared: NDArray[np.uint8]
    first: NDArray[np.uint8]
    room: NDArray[np.uint8]

    def letters(self, keys: Sequence[str]) -> Letters:
        """Returns the words `keys` as letters of this alphabet."""
        points, starts = _code_points(keys)
        places = np.searchsorted(self.points, points)
        places[places == len(self.points)] = 0
        known = self.points[places] == points if len(self.points) else np.zeros(len(points), bool)
        return _letters(np.where(known, places, len(self.points)).astype(np.uint16), starts)

    def signatures(self, words: Letters) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """Returns the bits of each of `words`, and whether they are inexact."""
        return signatures(words.ordered, words.starts, self.bucket, self.first, self.room, self.shared)

    def sums(self, words: Letters, parts: int) -> NDArray[np.uint64]:
        """Returns how many letters of each of `words` are in each of the `parts` of the alphabet, a byte each.

        There are at most eight parts.
        """
        return letter_sums(
            words.ordered, words.starts, (np.argsort(np.argsort(-self._use(words))) % parts).astype(np.uint8)
        )

    def _use(self, words: Letters) -> NDArray[np.int64]:
        return np.bincount(words.ordered, minlength=len(self.points) + 1)

    @property
    def letter_of_bit(self) -> NDArray[np.uint16]:
        """For each of the 64 bits, the letter that it counts."""
        letters = np.zeros(_BITS, np.uint16)
        for letter, bucket in enumerate(self.bucket[:-1].tolist()):
            if bucket != _NO_BUCKET and not self.shared[letter]:
                letters[self.first[bucket] : self.first[bucket] + self.room[bucket]] = letter
        return letters

    @property
    def texts(self) -> list[str]:
        """Each letter as a string."""
        return [chr(point) for point in self.points.tolist()]


def letters_of(keys: Sequence[str]) -> tuple[Alphabet, Letters]:
    """Returns the alphabet of the words `keys`, with bits assigned by need, and the words in it."""
    points, starts = _code_points(keys)
    used = np.flatnonzero(np.bincount(points)) if len(points) else np.zeros(0, np.int64)
    if len(used) > _LARGEST_ALPHABET:
        raise InputError(
            f"the words have {len(used):,} different letters, {_LARGEST_ALPHABET:,} at most: split the list"
        )
    numbers = np.zeros(int(used[-1]) + 1 if len(used) else 1, np.uint16)
    numbers[used] = np.arange(len(used), dtype=np.uint16)
    words = _letters(numbers[points], starts)
    needed = occurrences(words.ordered, words.starts, len(used), _MOST)
    rooms = _deal(needed, _BITS)
    if not all(rooms):
        rooms = _deal(needed, _BITS - _SHARED_BITS)
    return Alphabet(used.astype(np.uint32), *_buckets(rooms)), words


def _code_points(keys: Sequence[str]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    points = np.frombuffer("".join(keys).encode("utf-32-le", "surrogatepass"), np.uint32)
    lengths = np.fromiter(map(len, keys), np.int64, len(keys))
    return points, np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def _letters(letters: NDArray[np.uint16], starts: NDArray[np.int64]) -> Letters:
    return Letters(letters, sorted_letters(letters, starts), starts)


def _deal(needed: NDArray[np.int64], bits: int) -> list[int]:
    """Returns the number of bits of each letter: each bit goes where most words need it."""
    rooms = [0] * len(needed)
    waiting = [(-int(row[0]), letter) for letter, row in enumerate(needed)]
    heapq.heapify(waiting)
    while bits and waiting:
        _, letter = heapq.heappop(waiting)
        rooms[letter] += 1
        bits -= 1
        if rooms[letter] < _MOST and needed[letter][rooms[letter]]:
            heapq.heappush(waiting, (-int(needed[letter][rooms[letter]]), letter))
    return rooms


def _buckets(rooms: Sequence[int]) -> tuple[NDArray[np.uint8], ...]:
    """Returns the runs of bits: one for each letter with its own bits, and one-bit runs that the others share."""
    own = [letter for letter, room in enumerate(rooms) if room]
    others = [letter for letter, room in enumerate(rooms) if not room]
    bucket = np.full(len(rooms) + 1, _NO_BUCKET, np.uint8)
    shared = np.zeros(len(rooms) + 1, np.uint8)
    bucket[own] = np.arange(len(own))
    bucket[others] = len(own) + np.arange(len(others)) % _SHARED_BITS
    shared[[*others, len(rooms)]] = 1
    room = np.array([*(rooms[letter] for letter in own), *([1] * _SHARED_BITS if others else [])], np.uint8)
    first = np.concatenate([[0], np.cumsum(room)[:-1]]).astype(np.uint8) if len(room) else room
    return bucket, shared, first, room
