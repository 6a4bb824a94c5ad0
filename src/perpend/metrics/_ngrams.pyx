# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled twin of `ngrams.plain_clipped_matches`: same arguments, same numbers, without the GIL.

The key of an n-gram is 64 bits: the number of its first n - 1 words and its last word. Keys are in a hash table with
open addressing, and the slot of a key is the n-gram's number at the next order. An n-gram can only be shared if its
first n - 1 words are.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

import numpy as np

__all__ = ["clipped_matches"]

cdef uint64_t EMPTY = 0xFFFFFFFFFFFFFFFF
cdef uint64_t MIX = 0x9E3779B97F4A7C15

cdef struct Slot:
    uint64_t key
    int32_t most
    int32_t now
    int64_t text


cdef inline int64_t place(const Slot* table, int bits, uint64_t key) noexcept nogil:
    """Returns the slot of the key, or the free slot where it belongs."""
    cdef int64_t mask = ((<int64_t> 1) << bits) - 1
    cdef int64_t at = <int64_t> ((key * MIX) >> (64 - bits))
    while table[at].key != EMPTY and table[at].key != key:
        at = (at + 1) & mask
    return at


cdef inline uint64_t key_of(int32_t start, int32_t word) noexcept nogil:
    return ((<uint64_t> <uint64_t> start) << 32) | <uint64_t> word


cdef void add_reference(
    Slot* table, int bits, const int32_t* ids, int32_t* starts, int64_t length, int n, int64_t text
) noexcept nogil:
    cdef int64_t at, p
    cdef Slot* slot
    for p in range(length - n + 1):
        at = place(table, bits, key_of(starts[p], ids[p + n - 1]))
        slot = &table[at]
        if slot.key == EMPTY:
            slot.key, slot.most, slot.text = key_of(starts[p], ids[p + n - 1]), 0, -1
        if slot.text != text:
            slot.text, slot.now = text, 0
        slot.now += 1
        if slot.now > slot.most:
            slot.most = slot.now
        starts[p] = <int32_t> at


cdef int64_t count_hypothesis(
    Slot* table, int bits, const int32_t* ids, int32_t* starts, int64_t length, int n
) noexcept nogil:
    cdef int64_t at, p, found = 0
    for p in range(length - n + 1):
        if starts[p] < 0:
            continue
        at = place(table, bits, key_of(starts[p], ids[p + n - 1]))
        if table[at].key == EMPTY:
            starts[p] = -1
            continue
        starts[p] = <int32_t> at
        if table[at].most > 0:
            table[at].most -= 1
            found += 1
    return found


cdef int bits_for(int64_t items) noexcept nogil:
    """Returns the bits of a table that is at most half full with `items` items."""
    cdef int bits = 4
    while ((<int64_t> 1) << bits) < 2 * items:
        bits += 1
    return bits


cdef void count_segment(
    Slot* table, int32_t* starts, const int32_t* ids, const int64_t* bounds, int64_t texts, int order, int64_t* found
) noexcept nogil:
    """Counts one segment; `bounds` are those of the hypothesis, followed by its references."""
    cdef int64_t first = bounds[0], text
    cdef int bits = bits_for(bounds[texts] - bounds[1])
    cdef int n
    memset(starts, 0, (bounds[texts] - first) * sizeof(int32_t))
    for n in range(1, order + 1):
        memset(table, 0xFF, ((<size_t> 1) << bits) * sizeof(Slot))
        for text in range(1, texts):
            add_reference(
                table, bits, ids + bounds[text], starts + (bounds[text] - first), bounds[text + 1] - bounds[text], n, text
            )
        found[n - 1] = count_hypothesis(table, bits, ids + first, starts, bounds[1] - first, n)
        if found[n - 1] == 0:
            break


def clipped_matches(const int32_t[::1] ids, const int64_t[::1] bounds, const int64_t[::1] first, int order):
    """Returns how many n-grams each hypothesis shares with its references, for n from 1 to `order`; see `ngrams`."""
    cdef int64_t count = first.shape[0] - 1, k, most = 0
    for k in range(count):
        most = max(most, bounds[first[k + 1]] - bounds[first[k]])
    if most >= 2**28:
        raise OverflowError(f"{most} words in one segment: too many")
    result = np.zeros((max(count, 0), order), np.int64)
    cdef int64_t[:, ::1] found = result
    if count <= 0 or most == 0 or order < 1:
        return result
    cdef Slot* table = <Slot*> malloc(((<size_t> 1) << bits_for(most)) * sizeof(Slot))
    cdef int32_t* starts = <int32_t*> malloc(most * sizeof(int32_t))
    try:
        if table == NULL or starts == NULL:
            raise MemoryError
        with nogil:
            for k in range(count):
                count_segment(
                    table, starts, &ids[0], &bounds[first[k]], first[k + 1] - first[k], order, &found[k, 0]
                )
    finally:
        free(table)
        free(starts)
    return result
