# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The two inner loops of pivoting: phrase pairs of aligned sentences, and pairs of phrases that share a translation.

`extract` is the compiled version of `extraction.phrase_pairs`, `cross` that of `pivoting.shared`. Both fill the given
arrays and return where to continue.
"""

from libc.math cimport llround
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

import numpy as np

from perpend.errors import InputError

__all__ = ["cross", "extract"]


cdef int64_t LONGEST = 1 << 16
"""The most words of a line, whose places are packed into 16 bits of a link."""


cdef inline int64_t least(int64_t a, int64_t b) noexcept nogil:
    return a if a < b else b


cdef inline int64_t most(int64_t a, int64_t b) noexcept nogil:
    return a if a > b else b


cdef inline uint64_t first_of(uint64_t key) noexcept nogil:
    return key >> 32


cdef inline uint64_t second_of(uint64_t key) noexcept nogil:
    return <uint32_t> key


cdef class Sentence:
    """For each word of a sentence pair the first and last word it is linked to, for up to `longest` words."""

    cdef int32_t[::1] source_first, source_last, target_first, target_last
    cdef int64_t source_words, target_words

    def __init__(self, int64_t longest):
        self.source_first, self.source_last = np.empty(longest, np.int32), np.empty(longest, np.int32)
        self.target_first, self.target_last = np.empty(longest, np.int32), np.empty(longest, np.int32)

    cdef void fill(self, int64_t source_words, int64_t target_words, const uint32_t* links, int64_t count) noexcept nogil:
        cdef int64_t k
        cdef int32_t i, j
        self.source_words, self.target_words = source_words, target_words
        for k in range(source_words):
            self.source_first[k], self.source_last[k] = 1 << 30, -1
        for k in range(target_words):
            self.target_first[k], self.target_last[k] = 1 << 30, -1
        for k in range(count):
            i, j = links[k] >> 16, links[k] & 0xFFFF
            if i < source_words and j < target_words:
                self.source_first[i] = <int32_t> least(self.source_first[i], j)
                self.source_last[i] = <int32_t> most(self.source_last[i], j)
                self.target_first[j] = <int32_t> least(self.target_first[j], i)
                self.target_last[j] = <int32_t> most(self.target_last[j], i)

    cdef bint closed(self, int64_t low, int64_t high, int64_t start, int64_t end) noexcept nogil:
        """Returns whether the source words low to high are linked only to the target words start to end."""
        cdef int64_t i
        for i in range(low, high + 1):
            if self.source_last[i] >= 0 and (self.source_first[i] < start or self.source_last[i] > end):
                return False
        return True


def _check_starts(what, starts, items, most=None):
    """Raises InputError unless `starts` are the beginnings of lines within `items`, none with more than `most`."""
    starts = np.asarray(starts)
    lengths = np.diff(starts)
    if not len(starts) or starts[0] < 0 or (lengths < 0).any() or starts[len(starts) - 1] > items:
        raise InputError(f"the lines of {what} do not begin within its {items} items in order: start the work again")
    if most is not None and (lengths > most).any():
        raise InputError(f"a line of {what} has {lengths.max()} items, at most {most} are taken: start the work again")


def extract(
    const int64_t[::1] source_starts,
    const int64_t[::1] target_starts,
    const int64_t[::1] link_starts,
    const uint32_t[::1] links,
    const uint32_t[:, ::1] source_numbers,
    const uint32_t[:, ::1] target_numbers,
    int64_t line,
    int64_t max_length,
    uint64_t[::1] keys,
):
    """Fills `keys` with the phrase pairs of the sentence pairs from `line`; returns their number and the next line."""
    cdef int64_t lines = source_starts.shape[0] - 1, count = 0, per_word = max_length * max_length * (max_length + 1) // 2
    cdef int64_t source, target, start, end, low, high, first, last
    cdef uint64_t number
    _check_starts("the source", source_starts, source_numbers.shape[0], LONGEST)
    _check_starts("the target", target_starts, target_numbers.shape[0], LONGEST)
    _check_starts("the links", link_starts, links.shape[0])
    if not source_starts.shape[0] == target_starts.shape[0] == link_starts.shape[0]:
        raise InputError("source, target and links have different numbers of lines: start the work again")
    if not (line >= 0 and 1 <= max_length <= LONGEST and source_numbers.shape[1] == target_numbers.shape[1] == max_length):
        raise InputError(f"phrases of up to {max_length} words from line {line} cannot be extracted: start the work again")
    cdef Sentence words = Sentence(int(max(np.diff(source_starts).max(), np.diff(target_starts).max(), 1)))
    cdef const uint32_t* none = NULL
    with nogil:
        while line < lines:
            source, target = source_starts[line], target_starts[line]
            if count + (target_starts[line + 1] - target) * per_word > keys.shape[0]:
                break
            words.fill(
                source_starts[line + 1] - source,
                target_starts[line + 1] - target,
                &links[link_starts[line]] if link_starts[line + 1] > link_starts[line] else none,
                link_starts[line + 1] - link_starts[line],
            )
            for start in range(words.target_words):
                low, high = 1 << 30, -1
                for end in range(start, least(start + max_length, words.target_words)):
                    low, high = least(low, words.target_first[end]), most(high, words.target_last[end])
                    if high < 0:
                        continue
                    if high - low >= max_length:
                        break
                    if not words.closed(low, high, start, end):
                        continue
                    number = target_numbers[target + start, end - start]
                    first = low
                    while first >= 0 and high - first < max_length and (first == low or words.source_last[first] < 0):
                        last = high
                        while (
                            last < words.source_words
                            and last - first < max_length
                            and (last == high or words.source_last[last] < 0)
                        ):
                            keys[count] = (<uint64_t> source_numbers[source + first, last - first]) << 32 | number
                            count += 1
                            last += 1
                        first -= 1
            line += 1
    return count, line


def cross(
    const uint64_t[::1] pairs,
    const double[::1] forward,
    const double[::1] backward,
    int64_t row,
    double one,
    bint same,
    uint64_t[::1] keys,
    int64_t[::1] values,
):
    """Fills `keys` and `values` with the paraphrases of the rows from `row`; returns their number and the next row.

    `pairs` are (pivot phrase, phrase) in order, with their `forward` and `backward` probabilities; `one` is the integer for
    probability 1. With `same`, a phrase is also a paraphrase of itself.
    """
    cdef int64_t rows = pairs.shape[0], count = 0, start = row, end = row, other
    cdef uint64_t phrase
    cdef uint64_t pivot
    cdef int64_t value
    if not (pairs.shape[0] == forward.shape[0] == backward.shape[0] and keys.shape[0] == values.shape[0] and row >= 0):
        raise InputError(f"{pairs.shape[0]} translations do not have a probability each: start the work again")
    with nogil:
        while start > 0 and row < rows and first_of(pairs[start - 1]) == first_of(pairs[row]):
            start -= 1
        while row < rows:
            pivot = first_of(pairs[row])
            if first_of(pairs[start]) != pivot:
                start = row
            if end <= row:
                end = row + 1
                while end < rows and first_of(pairs[end]) == pivot:
                    end += 1
            if count + end - start > keys.shape[0]:
                break
            phrase = second_of(pairs[row])
            for other in range(start, end):
                if same or other != row:
                    value = llround(forward[other] * backward[row] * one)
                    if value > 0:
                        keys[count] = phrase << 32 | second_of(pairs[other])
                        values[count] = value
                        count += 1
            row += 1
    return count, row
