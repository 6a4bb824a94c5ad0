from libc.stdint cimport int32_t, int64_t, uint8_t

from perpend.alignment._kernel cimport Workspace
from perpend.alignment._lists cimport Doubles, Integers
from perpend.alignment._problem cimport Answer, Input


cdef class Encoded:
    cdef Workspace workspace
    cdef list parts, entries
    cdef Input *problems
    cdef int64_t count
    cdef const void *copied(self, const void *data, int64_t size) except NULL
    cdef int keep(self, const Input *p, const int32_t *entries) except -1


cdef class Batch:
    cdef Integers step_numbers, orders, shift_numbers
    cdef Doubles step_costs
    cdef int64_t count
    cdef int32_t[::1] ref_len, hyp_len
    cdef int64_t[::1] step_end, order_end, shift_end
    cdef double[::1] cost
    cdef uint8_t[::1] complete
    cdef void expect(self, int n, int m)
    cdef bint keep(self, int64_t k, const Answer *a, const int32_t *entries) noexcept nogil


cdef object no_memory(int n, int m)
