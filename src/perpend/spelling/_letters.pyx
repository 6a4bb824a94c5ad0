# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Loops over all words of a list: sorted letters, bits and sums of letters; see `letter_counts`."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

import numpy as np

__all__ = ["letter_sums", "occurrences", "signatures", "sorted_letters"]


def sorted_letters(const uint16_t[::1] letters, const int64_t[::1] starts):
    """Returns the letters of each word, sorted."""
    result = np.array(letters, np.uint16)
    cdef uint16_t[::1] out = result
    cdef Py_ssize_t word, i, j
    cdef uint16_t one
    with nogil:
        for word in range(starts.shape[0] - 1):
            for i in range(starts[word] + 1, starts[word + 1]):
                one = out[i]
                j = i
                while j > starts[word] and out[j - 1] > one:
                    out[j] = out[j - 1]
                    j -= 1
                out[j] = one
    return result


def occurrences(const uint16_t[::1] ordered, const int64_t[::1] starts, Py_ssize_t alphabet, Py_ssize_t most):
    """Returns in how many words each letter occurs at least once, twice, ... `most` times."""
    result = np.zeros((alphabet, most), np.int64)
    cdef int64_t[:, ::1] out = result
    cdef Py_ssize_t word, i, run
    with nogil:
        for word in range(starts.shape[0] - 1):
            run = 0
            for i in range(starts[word], starts[word + 1]):
                run = run + 1 if i > starts[word] and ordered[i] == ordered[i - 1] else 0
                if run < most:
                    out[ordered[i], run] += 1
    return result


def signatures(
    const uint16_t[::1] ordered, const int64_t[::1] starts, const uint8_t[::1] bucket, const uint8_t[::1] first,
    const uint8_t[::1] room, const uint8_t[::1] shared,
):
    """Returns each word's counts as bits, and whether they are inexact: a count over its room, or a shared bit."""
    cdef Py_ssize_t words = starts.shape[0] - 1, word, i, b
    bits, marks = np.zeros(words, np.uint64), np.zeros(words, np.uint8)
    cdef uint64_t[::1] sig = bits
    cdef uint8_t[::1] inexact = marks
    cdef int counts[256]
    with nogil:
        for word in range(words):
            for b in range(256):
                counts[b] = 0
            for i in range(starts[word], starts[word + 1]):
                b = bucket[ordered[i]]
                if shared[ordered[i]]:
                    inexact[word] = 1
                if b == 255:
                    continue
                if counts[b] < room[b]:
                    sig[word] |= (<uint64_t> 1) << (first[b] + counts[b])
                else:
                    inexact[word] = 1
                counts[b] += 1
    return bits, marks


def letter_sums(const uint16_t[::1] ordered, const int64_t[::1] starts, const uint8_t[::1] part):
    """Returns how many letters of each of eight parts of the alphabet each word has, one byte per part."""
    cdef Py_ssize_t words = starts.shape[0] - 1, word, i
    result = np.zeros(words, np.uint64)
    cdef uint64_t[::1] out = result
    with nogil:
        for word in range(words):
            for i in range(starts[word], starts[word + 1]):
                out[word] += (<uint64_t> 1) << (8 * part[ordered[i]])
    return result
