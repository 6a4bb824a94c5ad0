"""The loops of `_scan.h`, with the vector instructions that `choose_paths` selects."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "_scan.h" nogil:
    int choose_paths(int highest)
    int64_t close_weight(const uint64_t*, const uint32_t*, Py_ssize_t, const uint64_t*, const uint32_t*, Py_ssize_t, int)
    Py_ssize_t find_close(uint64_t, const uint64_t*, Py_ssize_t, int, uint32_t*)
    int bits_of(uint64_t)
    int lowest_bit(uint64_t)
    int sums_apart(uint64_t, uint64_t)
    int osa_by_table(const uint16_t*, Py_ssize_t, const uint16_t*, Py_ssize_t)
    int osa_by_bits(const uint64_t*, Py_ssize_t, const uint16_t*, Py_ssize_t)
    void* osa_by_lanes
    void osa_to_many(const uint64_t*, Py_ssize_t, Py_ssize_t, const uint16_t*, const int64_t*, const uint32_t*,
                     Py_ssize_t, uint8_t*)
