# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A growing text buffer for the lines of pairs; the functions are inlined into their user."""

from libc.stdlib cimport realloc
from libc.string cimport memcpy


cdef struct Buffer:
    char* text
    Py_ssize_t used, room


cdef inline int reserve(Buffer* buffer, Py_ssize_t more) noexcept nogil:
    cdef char* larger
    if buffer.used + more > buffer.room:
        buffer.room = 2 * buffer.room + more + 65536
        larger = <char*> realloc(buffer.text, buffer.room)
        if larger == NULL:
            return -1
        buffer.text = larger
    return 0


cdef inline void put(Buffer* buffer, const char* text, Py_ssize_t size) noexcept nogil:
    memcpy(buffer.text + buffer.used, text, size)
    buffer.used += size


cdef inline void put_number(Buffer* buffer, int number) noexcept nogil:
    if number >= 100:
        buffer.text[buffer.used] = 48 + number // 100
        buffer.used += 1
    if number >= 10:
        buffer.text[buffer.used] = 48 + number // 10 % 10
        buffer.used += 1
    buffer.text[buffer.used] = 48 + number % 10
    buffer.used += 1


cdef inline void put_char(Buffer* buffer, char one) noexcept nogil:
    buffer.text[buffer.used] = one
    buffer.used += 1
