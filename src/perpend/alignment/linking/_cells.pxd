# cython: language_level=3
"""`Word`: what compiled code knows of one word type. `_cells.pyx` fills it."""

from libc.stdint cimport int16_t, int64_t, uint32_t, uint64_t

cdef enum:
    _DIMENSIONS = 256
    _LETTERS = 64


cdef struct Group:
    int64_t* items
    Py_ssize_t count
    uint64_t bits


cdef struct Known:
    int64_t number  # of this word among all that were made, or -1
    int16_t level[_DIMENSIONS]
    uint32_t letters[_LETTERS]
    int length
    uint64_t letter_bits
    int64_t form
    int64_t stem
    bint has_stem
    bint sign
    bint content
    double information
    Group bases
    Group synsets
    Group senses
    Group derived
    Group similar
    Group wider


cdef class Word:
    cdef Known known
    cdef int64_t* numbers
    cdef readonly str form
    cdef readonly object facts
    cdef readonly object level
    cdef readonly double information
    cdef readonly double length
    cdef readonly double weight
    cdef readonly bint sign
    cdef readonly bint content
