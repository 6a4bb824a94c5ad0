from libc.stdint cimport int32_t, uint8_t


cdef struct Hit:
    int32_t node
    int32_t start
    int32_t length


cdef struct Match:
    int32_t hyp_start
    int32_t ref_length
    int32_t pair
    int32_t hyp_length
    int32_t ref_start


cdef struct Hits:
    Hit* items
    Py_ssize_t count
    Py_ssize_t room


cdef struct Matches:
    Match* items
    Py_ssize_t count
    Py_ssize_t room
    Py_ssize_t limit


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
    cdef fill_roots(self)
    cdef int find_hits(self, const int32_t[::1] numbers, int wanted, Hits* hits) noexcept nogil
    cdef int find_matches(self, const int32_t[::1] ref, const int32_t[::1] hyp, Hits* hits, Matches* found) noexcept nogil
    cdef int join(self, int32_t node, Py_ssize_t start, Py_ssize_t length, Hits* hits, Matches* found) noexcept nogil
    cdef Py_ssize_t first_pair(self, Py_ssize_t low, Py_ssize_t high, int32_t node) noexcept nogil
