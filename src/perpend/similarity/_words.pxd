from libc.stdint cimport int32_t, int64_t, uint8_t

from perpend.alignment._encoder cimport Encoder
from perpend.alignment._lists cimport Integers


cdef struct Fact:
    double log_frequency, log_length
    int64_t start  # of its characters
    int32_t length, bare
    uint8_t classes  # one bit for each of CLASSES
    uint8_t known  # whether it has a frequency
    uint8_t stop


cdef class Words:
    cdef Encoder encoder
    cdef object facts_of
    cdef frozenset stop_words
    cdef dict bare
    cdef list spelled
    cdef Fact *facts
    cdef int64_t count, room
    cdef Integers chars, ref, hyp, same
    cdef double[::1] edits
    cdef uint8_t[::1] edits_known
    cdef int number(self, tokens, Integers *into) except -1
    cdef int add(self, str word) except -1
    cdef int64_t distance(self, int32_t one, int32_t other) except -1
    cdef bint contains(self, int32_t one, int32_t other) except -1
    cdef int edits_of(self, int64_t entry, const int32_t *ref, int n, const int32_t *hyp, int m, double *q) except -1
