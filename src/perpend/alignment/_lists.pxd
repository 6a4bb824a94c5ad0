"""Lists of numbers that grow, for loops that have released the GIL. Functions here are compiled into their users."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport realloc


cdef struct Integers:
    int32_t *items
    int64_t count, room


cdef struct Doubles:
    double *items
    int64_t count, room


cdef inline void *more_room(void *items, int64_t *room, size_t size) noexcept nogil:
    """The same items of `size` bytes with more than twice the room. NULL when memory is short: then nothing changes."""
    cdef void *grown = realloc(items, (2 * room[0] + 256) * size)
    if grown != NULL:
        room[0] = 2 * room[0] + 256
    return grown


cdef inline bint push(Integers *list, int32_t item) noexcept nogil:
    """Append one number; False when memory is short."""
    cdef void *grown
    if list.count >= list.room:
        grown = more_room(list.items, &list.room, sizeof(int32_t))
        if grown == NULL:
            return False
        list.items = <int32_t *>grown
    list.items[list.count] = item
    list.count += 1
    return True


cdef inline bint push_double(Doubles *list, double item) noexcept nogil:
    """Append one number; False when memory is short."""
    cdef void *grown
    if list.count >= list.room:
        grown = more_room(list.items, &list.room, sizeof(double))
        if grown == NULL:
            return False
        list.items = <double *>grown
    list.items[list.count] = item
    list.count += 1
    return True
