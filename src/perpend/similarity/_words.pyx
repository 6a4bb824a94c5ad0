# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The properties of each word, looked up once, and of two words: the compiled twin of `features.edits.substitution`."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memset

import numpy as np
from rapidfuzz.distance import Levenshtein

from perpend.alignment._encoder cimport Encoder
from perpend.alignment._lists cimport Integers, push

__all__ = ["Words"]

cdef enum:
    # The distance of words of up to SHORT characters is computed here.
    SHORT = 64


cdef class Words:
    """The properties of every word seen, by its number in the encoder's vocabulary, and of every paraphrase seen.

    Not to be used by two threads at once. It only grows: `PairEncoder` begins a new one when it has too many words.
    """

    def __cinit__(self, Encoder encoder not None, *, facts_of, stop_words, int64_t entries):
        self.encoder, self.facts_of, self.stop_words = encoder, facts_of, frozenset(stop_words)
        self.bare, self.spelled = {}, []
        self.edits, self.edits_known = np.zeros(entries, np.float64), np.zeros(entries, np.uint8)

    def __dealloc__(self):
        free(self.facts)
        free(self.chars.items)
        free(self.ref.items)
        free(self.hyp.items)
        free(self.same.items)

    def __len__(self):
        return self.count

    cdef int number(self, tokens, Integers *into) except -1:
        """The numbers of the tokens; new words get their facts."""
        cdef int32_t number
        into.count = 0
        for token in tokens:
            number = self.encoder.vocabulary.number(token)
            if number >= self.count:
                self.add(token)
            if not push(into, number):
                raise MemoryError
        return 0

    cdef int add(self, str word) except -1:
        cdef Fact *fact
        cdef int64_t room = 2 * self.room + 1024
        cdef Py_UCS4 char
        found = self.facts_of(word)
        if self.count >= self.room:
            grown = <Fact *>realloc(self.facts, room * sizeof(Fact))
            if grown == NULL:
                raise MemoryError
            self.facts, self.room = grown, room
        fact = &self.facts[self.count]
        memset(fact, 0, sizeof(Fact))
        fact.start, fact.length = self.chars.count, len(word)
        for char in word:
            if not push(&self.chars, <int32_t>char):
                raise MemoryError
        for k, fires in enumerate(found.classes):
            fact.classes |= fires << k
        fact.known = found.log_frequency is not None
        fact.log_frequency = found.log_frequency if fact.known else 0.0
        fact.log_length = found.log_length
        fact.bare = self.bare.setdefault(found.bare, len(self.bare))
        fact.stop = word in self.stop_words
        self.spelled.append(word)
        self.count += 1
        return 0

    cdef int64_t distance(self, int32_t one, int32_t other) except -1:
        """Levenshtein's distance of two words."""
        cdef const Fact *a = &self.facts[one]
        cdef const Fact *b = &self.facts[other]
        if a.length > SHORT or b.length > SHORT:
            return Levenshtein.distance(self.spelled[one], self.spelled[other])
        return short_distance(self.chars.items + a.start, a.length, self.chars.items + b.start, b.length)

    cdef bint contains(self, int32_t one, int32_t other) except -1:
        """Whether one of two words stands within the other."""
        cdef const Fact *a = &self.facts[one]
        cdef const Fact *b = &self.facts[other]
        if a.length > SHORT or b.length > SHORT:
            return self.spelled[one] in self.spelled[other] or self.spelled[other] in self.spelled[one]
        if a.length > b.length:
            a, b = b, a
        return stands_in(self.chars.items + a.start, a.length, self.chars.items + b.start, b.length)

    cdef int edits_of(self, int64_t entry, const int32_t *ref, int n, const int32_t *hyp, int m, double *q) except -1:
        """q of an entry of the phrase table: the number of edits between its two sides, cached."""
        if not self.edits_known[entry]:
            if not self.encoder.edits_between(ref, n, hyp, m, &self.edits[entry]):
                raise MemoryError("no memory to align two phrases")
            self.edits_known[entry] = 1
        q[0] = self.edits[entry]
        return 0


cdef int short_distance(const int32_t *a, int n, const int32_t *b, int m) noexcept nogil:
    """Levenshtein's distance by the table of all beginnings, a row at a time; at most SHORT characters each."""
    cdef int row[SHORT + 1]
    cdef int i, j, corner, above, least
    while n and m and a[n - 1] == b[m - 1]:
        n -= 1
        m -= 1
    while n and m and a[0] == b[0]:
        a, b, n, m = a + 1, b + 1, n - 1, m - 1
    for i in range(n + 1):
        row[i] = i
    for j in range(m):
        corner = row[0]
        row[0] = j + 1
        for i in range(n):
            above = row[i + 1]
            least = corner + (a[i] != b[j])
            least = min(least, min(above, row[i]) + 1)
            row[i + 1], corner = least, above
    return row[n]


cdef bint stands_in(const int32_t *small, int n, const int32_t *large, int m) noexcept nogil:
    cdef int start
    for start in range(m - n + 1):
        if memcmp(large + start, small, n * sizeof(int32_t)) == 0:
            return True
    return False
