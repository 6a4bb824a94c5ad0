# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled twin of `channel.plain_log_probability`: sums over all segmentations, and expected counts of edits."""

from libc.math cimport log
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc

import numpy as np

__all__ = ["expected", "log_probabilities", "pair_log_probabilities"]

cdef enum:
    LETTERS = 32
    GROUPS = 1057
    START = 0
    MIDDLE = 1
    END = 2


cdef inline Py_ssize_t code(const uint8_t* letters, Py_ssize_t count) noexcept nogil:
    if count == 0:
        return 0
    if count == 1:
        return 1 + letters[0]
    return 1 + LETTERS + LETTERS * <Py_ssize_t> letters[0] + letters[1]


cdef inline Py_ssize_t edit(const uint8_t* word, Py_ssize_t n, const uint8_t* written, Py_ssize_t i, Py_ssize_t j,
                            Py_ssize_t ds, Py_ssize_t dt, bint by_written) noexcept nogil:
    """Returns the index in the table of the edit that ends at letter i of the word and letter j of the written text.

    A table is laid out by context, group of the word and written group; `by_written` exchanges the two groups. Then
    what is read for one written text lies together, and stays in the cache while many words are compared with it.
    """
    cdef Py_ssize_t context = START if i - ds == 0 else END if i == n else MIDDLE
    cdef Py_ssize_t meant = code(word + i - ds, ds), other = code(written + j - dt, dt)
    if by_written:
        return (context * GROUPS + other) * GROUPS + meant
    return (context * GROUPS + meant) * GROUPS + other


cdef int forward(const double* table, const uint8_t* word, Py_ssize_t n, const uint8_t* written, Py_ssize_t m,
                 double* sums, bint by_written) noexcept nogil:
    """Fills sums[i * (m + 1) + j]: the probability that the first i letters of the word were written as the first j."""
    cdef Py_ssize_t i, j, ds, dt
    cdef double total, before
    for i in range(n + 1):
        for j in range(m + 1):
            total = 1.0 if i == 0 and j == 0 else 0.0
            for ds in range(min(i, 2) + 1):
                for dt in range(min(j, 2) + 1):
                    if ds + dt == 0 or (ds == 2 and dt == 0) or (ds == 0 and dt == 2):
                        continue
                    before = sums[(i - ds) * (m + 1) + j - dt]
                    if before > 0:
                        total += before * table[edit(word, n, written, i, j, ds, dt, by_written)]
            sums[i * (m + 1) + j] = total
    return 0


cdef int backward(const double* table, const uint8_t* word, Py_ssize_t n, const uint8_t* written, Py_ssize_t m,
                  double* sums) noexcept nogil:
    """Fills sums[i * (m + 1) + j]: the probability of the rest after i letters of the word and j written ones."""
    cdef Py_ssize_t i, j, ds, dt
    cdef double total, after
    for i in range(n, -1, -1):
        for j in range(m, -1, -1):
            total = 1.0 if i == n and j == m else 0.0
            for ds in range(min(n - i, 2) + 1):
                for dt in range(min(m - j, 2) + 1):
                    if ds + dt == 0 or (ds == 2 and dt == 0) or (ds == 0 and dt == 2):
                        continue
                    after = sums[(i + ds) * (m + 1) + j + dt]
                    if after > 0:
                        total += after * table[edit(word, n, written, i + ds, j + dt, ds, dt, False)]
            sums[i * (m + 1) + j] = total
    return 0


def log_probabilities(const double[::1] table, const uint8_t[::1] written, const uint8_t[::1] words,
                      const int64_t[::1] starts):
    """Returns for each word the log probability that it was written as `written`; `table` is laid out by written group."""
    cdef Py_ssize_t count = starts.shape[0] - 1, m = written.shape[0], n, word, longest = 0
    result = np.full(count, -np.inf)
    cdef double[::1] out = result
    for word in range(count):
        longest = max(longest, starts[word + 1] - starts[word])
    cdef double* sums = <double*> malloc((longest + 1) * (m + 1) * sizeof(double))
    cdef const uint8_t* text = &written[0] if m else NULL
    cdef const uint8_t* letters = &words[0] if words.shape[0] else NULL
    if sums == NULL:
        raise MemoryError("no memory left for a comparison of words")
    with nogil:
        for word in range(count):
            n = starts[word + 1] - starts[word]
            forward(&table[0], letters + starts[word], n, text, m, sums, True)
            if sums[n * (m + 1) + m] > 0:
                out[word] = log(sums[n * (m + 1) + m])
    free(sums)
    return result


def pair_log_probabilities(const double[::1] table, const uint8_t[::1] words, const int64_t[::1] starts,
                           const uint32_t[::1] meant, const uint32_t[::1] written):
    """Returns for each pair of numbers of words the log probability that the first was written as the second."""
    cdef Py_ssize_t pairs = meant.shape[0], pair, n, m, word, longest = 0
    result = np.full(pairs, -np.inf)
    cdef double[::1] out = result
    for word in range(starts.shape[0] - 1):
        longest = max(longest, starts[word + 1] - starts[word])
    cdef double* sums = <double*> malloc((longest + 1) * (longest + 1) * sizeof(double))
    cdef const uint8_t* letters = &words[0] if words.shape[0] else NULL
    if sums == NULL:
        raise MemoryError("no memory left for a comparison of words")
    with nogil:
        for pair in range(pairs):
            n, m = starts[meant[pair] + 1] - starts[meant[pair]], starts[written[pair] + 1] - starts[written[pair]]
            forward(&table[0], letters + starts[meant[pair]], n, letters + starts[written[pair]], m, sums, False)
            if sums[n * (m + 1) + m] > 0:
                out[pair] = log(sums[n * (m + 1) + m])
    free(sums)
    return result


def expected(const double[::1] table, const uint8_t[::1] words, const int64_t[::1] starts,
             const uint8_t[::1] written, const int64_t[::1] written_starts, const double[::1] weights,
             double[::1] counts):
    """Adds the expected count of each edit in the pairs to `counts`; returns the weighted sum of log probabilities."""
    cdef Py_ssize_t pairs = starts.shape[0] - 1, pair, n, m, i, j, ds, dt, place, longest = 1
    cdef double total = 0.0, whole, share
    cdef double* before
    cdef double* after
    for pair in range(pairs):
        longest = max(longest, (starts[pair + 1] - starts[pair] + 1) * (written_starts[pair + 1] - written_starts[pair] + 1))
    before, after = <double*> malloc(longest * sizeof(double)), <double*> malloc(longest * sizeof(double))
    if before == NULL or after == NULL:
        free(before)
        free(after)
        raise MemoryError("no memory left for a comparison of words")
    cdef const uint8_t* word
    cdef const uint8_t* text
    with nogil:
        for pair in range(pairs):
            n, m = starts[pair + 1] - starts[pair], written_starts[pair + 1] - written_starts[pair]
            word, text = &words[0] + starts[pair], &written[0] + written_starts[pair]
            forward(&table[0], word, n, text, m, before, False)
            whole = before[n * (m + 1) + m]
            if whole <= 0:
                continue
            backward(&table[0], word, n, text, m, after)
            total += weights[pair] * log(whole)
            for i in range(n + 1):
                for j in range(m + 1):
                    for ds in range(min(i, 2) + 1):
                        for dt in range(min(j, 2) + 1):
                            if ds + dt == 0 or (ds == 2 and dt == 0) or (ds == 0 and dt == 2):
                                continue
                            place = edit(word, n, text, i, j, ds, dt, False)
                            share = before[(i - ds) * (m + 1) + j - dt] * table[place] * after[i * (m + 1) + j]
                            if share > 0:
                                counts[place] += weights[pair] * share / whole
    free(before)
    free(after)
    return total
