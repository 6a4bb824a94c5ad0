# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A word that is compared with others, and the number of letters by which two words differ."""

from libc.stdint cimport uint16_t, uint64_t


cdef struct Query:
    const uint16_t* letters
    const uint16_t* ordered
    Py_ssize_t length
    uint64_t sig
    int inexact


cdef inline int apart(const uint16_t* a, Py_ssize_t na, const uint16_t* b, Py_ssize_t nb) noexcept nogil:
    """Returns by how many letters two sorted words differ: the larger of the numbers that one has and the other lacks."""
    cdef Py_ssize_t i = 0, j = 0
    cdef int only_a = 0, only_b = 0
    while i < na and j < nb:
        if a[i] == b[j]:
            i += 1
            j += 1
        elif a[i] < b[j]:
            only_a += 1
            i += 1
        else:
            only_b += 1
            j += 1
    only_a += na - i
    only_b += nb - j
    return max(only_a, only_b)


cdef inline bint same_letters(const uint16_t* a, const uint16_t* b, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(count):
        if a[i] != b[i]:
            return False
    return True
