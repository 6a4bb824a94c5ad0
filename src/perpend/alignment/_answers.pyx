# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many problems and their answers: `Batch` stores answers in arrays, `Encoded` stores problems for timing."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

import numpy as np

from perpend.alignment._kernel cimport Workspace
from perpend.alignment._lists cimport Doubles, Integers, push, push_double
from perpend.alignment._problem cimport Answer, Input

__all__ = ["Encoded"]


cdef object no_memory(int n, int m):
    """Returns the error for a pair that is too large for the available memory."""
    return MemoryError(f"no memory to align {n} reference words with {m} hypothesis words")


cdef class Encoded:
    """Problems in the form of the kernel."""

    def __cinit__(self, int64_t room):
        self.workspace, self.parts, self.entries = Workspace(), [], []
        self.problems = <Input *>calloc(room + 1, sizeof(Input))
        if self.problems == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.problems)

    cdef const void *copied(self, const void *data, int64_t size) except NULL:
        part = bytes((<const char *>data)[:size]) + b"\0" if size else b"\0"
        self.parts.append(part)
        return <const char *>part

    cdef int keep(self, const Input *p, const int32_t *entries) except -1:
        cdef Input *q = &self.problems[self.count]
        cdef int64_t cells = <int64_t>p.n * p.m, words = p.word_edge_start[p.m] if p.edges else 0
        cdef int64_t ids = p.edge_ids_start[p.edges - 1] + p.edge_hyp_len[p.edges - 1] if p.edges else 0
        q[0] = p[0]
        if p.cost != NULL:
            q.cost = <const double *>self.copied(p.cost, cells * sizeof(double))
            q.agrees = <const uint8_t *>self.copied(p.agrees, cells)
        q.kind = <const uint8_t *>self.copied(p.kind, cells)
        q.hyp_ids = <const int32_t *>self.copied(p.hyp_ids, p.m * sizeof(int32_t))
        q.insertion = <const double *>self.copied(p.insertion, p.m * sizeof(double))
        q.deletion = <const double *>self.copied(p.deletion, p.n * sizeof(double))
        q.ref_stop = <const uint8_t *>self.copied(p.ref_stop, p.n)
        q.hyp_stop = <const uint8_t *>self.copied(p.hyp_stop, p.m)
        if p.edges:
            q.edge_row = <const int32_t *>self.copied(p.edge_row, p.edges * sizeof(int32_t))
            q.edge_ref_len = <const int32_t *>self.copied(p.edge_ref_len, p.edges * sizeof(int32_t))
            q.edge_hyp_len = <const int32_t *>self.copied(p.edge_hyp_len, p.edges * sizeof(int32_t))
            q.edge_ids_start = <const int32_t *>self.copied(p.edge_ids_start, p.edges * sizeof(int32_t))
            q.edge_ids = <const int32_t *>self.copied(p.edge_ids, ids * sizeof(int32_t))
            q.edge_cost = <const double *>self.copied(p.edge_cost, p.edges * sizeof(double))
            q.word_edge_start = <const int32_t *>self.copied(p.word_edge_start, (p.m + 1) * sizeof(int32_t))
            q.word_edges = <const int32_t *>self.copied(p.word_edges, words * sizeof(int32_t))
        self.entries.append(bytes((<const char *>entries)[: p.edges * sizeof(int32_t)]) if p.edges else b"")
        self.count += 1
        return 0

    def solve(self):
        """Aligns all pairs; returns the same arrays as `Encoder.solve_many`."""
        cdef Batch batch = Batch(self.count)
        cdef int64_t k
        cdef bint solved = True
        cdef const int32_t *entry_numbers
        for k in range(self.count):
            batch.expect(self.problems[k].n, self.problems[k].m)
        for k in range(self.count):
            entry_numbers = <const int32_t *><const char *>self.entries[k]
            with nogil:
                solved = self.workspace.solve(&self.problems[k])
                solved = solved and batch.keep(k, &self.workspace.answer, entry_numbers)
            if not solved:
                raise no_memory(self.problems[k].n, self.problems[k].m)
        return batch.arrays()


cdef class Batch:
    """The answers to many problems, concatenated in a few arrays."""

    def __cinit__(self, int64_t pairs):
        self.ref_len, self.hyp_len = np.zeros(pairs, np.int32), np.zeros(pairs, np.int32)
        self.step_end, self.order_end = np.zeros(pairs, np.int64), np.zeros(pairs, np.int64)
        self.shift_end, self.cost = np.zeros(pairs, np.int64), np.zeros(pairs, np.float64)
        self.complete = np.zeros(pairs, np.uint8)

    def __dealloc__(self):
        free(self.step_numbers.items)
        free(self.orders.items)
        free(self.shift_numbers.items)
        free(self.step_costs.items)

    cdef void expect(self, int n, int m):
        self.ref_len[self.count], self.hyp_len[self.count] = n, m
        self.count += 1

    cdef bint keep(self, int64_t k, const Answer *a, const int32_t *entries) noexcept nogil:
        cdef int64_t x
        cdef bint kept = True
        for x in range(a.steps - 1, -1, -1):
            kept = (
                kept and push(&self.step_numbers, a.step_op[x]) and push(&self.step_numbers, a.step_ref[x])
                and push(&self.step_numbers, a.step_hyp[x])
                and push(&self.step_numbers, entries[a.step_edge[x]] if a.step_edge[x] >= 0 else -1)
                and push_double(&self.step_costs, a.step_cost[x])
            )
        for x in range(self.hyp_len[k]):
            kept = kept and push(&self.orders, a.order[x])
        for x in range(a.shifts):
            kept = (
                kept and push(&self.shift_numbers, a.shift[x].start) and push(&self.shift_numbers, a.shift[x].end)
                and push(&self.shift_numbers, a.shift[x].newloc) and push(&self.shift_numbers, a.shift[x].moveto)
                and push(&self.shift_numbers, a.shift[x].ref_start) and push(&self.shift_numbers, a.shift[x].ref_end)
            )
        self.step_end[k] = self.step_costs.count
        self.order_end[k] = self.orders.count
        self.shift_end[k] = self.shift_numbers.count // 6
        self.cost[k] = a.cost
        self.complete[k] = a.complete
        return kept

    def arrays(self):
        """cost, complete; steps (op, ref_len, hyp_len, entry), their costs and ends; orders and ends; shifts and ends."""
        return (
            np.asarray(self.cost), np.asarray(self.complete),
            integers(&self.step_numbers, 4), doubles(&self.step_costs), np.asarray(self.step_end),
            integers(&self.orders, 1), np.asarray(self.order_end),
            integers(&self.shift_numbers, 6), np.asarray(self.shift_end),
        )


cdef object integers(const Integers *list, int width):
    array = np.empty(list.count, np.int32)
    cdef int32_t[::1] flat = array
    if list.count:
        memcpy(&flat[0], list.items, list.count * sizeof(int32_t))
    return array.reshape(list.count // width, width)


cdef object doubles(const Doubles *list):
    array = np.empty(list.count, np.float64)
    cdef double[::1] flat = array
    if list.count:
        memcpy(&flat[0], list.items, list.count * sizeof(double))
    return array
