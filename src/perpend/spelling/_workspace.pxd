# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The memory of one search, and sorting in it."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort

from perpend.spelling._scan cimport lowest_bit


cdef enum:
    LANES = 64


cdef inline int by_number(const void* a, const void* b) noexcept nogil:
    cdef uint32_t x = (<const uint32_t*> a)[0], y = (<const uint32_t*> b)[0]
    return (x > y) - (x < y)


cdef inline int order_numbers(uint32_t* numbers, Py_ssize_t count, uint64_t* marks) noexcept nogil:
    """Sorts distinct numbers: few by comparison, many by setting bits in `marks`, which are cleared again."""
    cdef Py_ssize_t i, lowest, highest, place
    cdef uint64_t bits
    if count < 2:
        return 0
    lowest = highest = numbers[0] >> 6
    for i in range(1, count):
        lowest = min(lowest, <Py_ssize_t> (numbers[i] >> 6))
        highest = max(highest, <Py_ssize_t> (numbers[i] >> 6))
    if highest - lowest > 32 * count:
        qsort(numbers, count, sizeof(uint32_t), by_number)
        return 0
    for i in range(count):
        marks[numbers[i] >> 6] |= (<uint64_t> 1) << (numbers[i] & 63)
    place = 0
    for i in range(lowest, highest + 1):
        bits = marks[i]
        marks[i] = 0
        while bits:
            numbers[place] = <uint32_t> (64 * i + lowest_bit(bits))
            bits &= bits - 1
            place += 1
    return 0


cdef struct Room:
    uint32_t* hits          # positions within a block
    uint32_t* partners      # numbers of words
    uint8_t* values         # the difference of each word
    uint64_t* marks         # a bit for each word
    uint64_t* places        # for each letter, a bit for each of its positions in the current word


cdef inline int get_room(Room* room, Py_ssize_t words, Py_ssize_t alphabet) noexcept nogil:
    room.hits = <uint32_t*> malloc((words + LANES) * sizeof(uint32_t))
    room.partners = <uint32_t*> malloc((words + LANES) * sizeof(uint32_t))
    room.values = <uint8_t*> malloc(words + 1)
    room.marks = <uint64_t*> calloc(words // 64 + 1, sizeof(uint64_t))
    room.places = <uint64_t*> calloc(alphabet + 1, sizeof(uint64_t))
    return 0 if room.hits and room.partners and room.values and room.marks and room.places else -1


cdef inline void free_room(Room* room) noexcept nogil:
    free(room.hits)
    free(room.partners)
    free(room.values)
    free(room.marks)
    free(room.places)
