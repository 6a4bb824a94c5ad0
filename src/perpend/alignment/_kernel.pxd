from perpend.alignment._problem cimport Answer, Input


cdef class Workspace:
    cdef void *work
    cdef Answer answer
    cdef bint solve(self, const Input *problem) noexcept nogil


cdef int set_search(Input *p, search) except -1
