from libc.stdint cimport int32_t, uint8_t


cdef class Walker:
    cdef const int32_t[::1] first_child
    cdef const int32_t[::1] word
    cdef const int32_t[::1] parent
    cdef const uint8_t[::1] sides
    cdef const int32_t[::1] pair_start
    cdef const int32_t[::1] pair_hyp
    cdef int32_t[::1] roots
    cdef Py_ssize_t nodes
    cdef Py_ssize_t pairs
    cdef Py_ssize_t longest
    cdef int32_t child_of(self, int32_t node, int32_t word) noexcept nogil
    cdef bint is_reference(self, int32_t node) noexcept nogil
    cdef Py_ssize_t pairs_from(self, int32_t node, Py_ssize_t* end) noexcept nogil
    cdef int words_of(self, int32_t node, int32_t* words) noexcept nogil
