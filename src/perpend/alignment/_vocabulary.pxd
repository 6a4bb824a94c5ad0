from libc.stdint cimport int32_t, int64_t, uint8_t


cdef enum:
    # How two words are related: bits of `Relation.how`.
    BY_STEM = 1
    BY_SYNONYM = 2


cdef struct Relation:
    int32_t word
    int32_t how


cdef struct Word:
    Relation *related
    int32_t count, room
    int32_t phrase_number
    uint8_t stop


cdef class Vocabulary:
    cdef dict numbers
    cdef dict by_stem
    cdef dict by_synset
    cdef Word *items
    cdef int64_t count, room
    cdef object stem_of, synsets_of, phrase_number_of
    cdef frozenset stop_words
    cdef int32_t number(self, word) except -1
    cdef int32_t add(self, word) except -1
    cdef relate(self, dict index, key, int how, int32_t number, dict related)
    cdef int make_room(self) except -1
    cdef int link(self, int32_t number, int32_t other, int how) except -1
