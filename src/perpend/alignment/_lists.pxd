"""Growing lists of numbers for loops without the GIL; the functions are inlined into their users."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport realloc


cdef struct Integers:
    int32_t *items
    int64_t count, room


cdef struct Doubles:
    double *items
    int64_t count, room


cdef inline void *more_room(void *items, int64_t *room, size_t size) noexcept nogil:
    """Returns the items of `size` bytes with more than twice the room; NULL, without changes, when out of memory."""
    cdef void *grown = realloc(items, (2 * room[0] + 256) * size)
    if grown != NULL:
        room[0] = 2 * room[0] + 256
    return grown


ctypedef fused Number:
    int32_t
    double


cdef inline bint append(Number **items, int64_t *count, int64_t *room, Number item) noexcept nogil:
    cdef void *grown
    if count[0] >= room[0]:
        grown = more_room(items[0], room, sizeof(Number))
        if grown == NULL:
            return False
        items[0] = <Number *>grown
    items[0][count[0]] = item
    count[0] += 1
    return True


cdef inline bint push(Integers *list, int32_t item) noexcept nogil:
    """Appends one number; returns False when out of memory."""
    return append(&list.items, &list.count, &list.room, item)


cdef inline bint push_double(Doubles *list, double item) noexcept nogil:
    """Appends one number; returns False when out of memory."""
    return append(&list.items, &list.count, &list.room, item)
