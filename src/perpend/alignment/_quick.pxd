# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The base table where the beam makes no difference: values only, and the edits read off them afterwards.

A cell's value is the least of what its possible writers offer. The definition keeps the first writer of that value; so
the edit of a cell is the first offer, in the definition's order, that equals it. Only cells on the path are asked.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint64_t

from perpend.alignment._problem cimport DELETE, INSERT, MATCH, PHRASE, Input
from perpend.alignment._table cimport cost_steps, take_step
from perpend.alignment._work cimport Work, bit_cell, bit_step, next_column


cdef inline int fill_quickly(const Input *p, Work *w, int from_column) noexcept nogil:
    """Columns `from_column` + 1 to m of the base table (-1: all of them)."""
    cdef int64_t rows = p.n + 1
    cdef double *value = w.base.value
    cdef int i, j, word
    cdef bint landed = False
    if from_column < 0:
        value[0] = 0.0
        for i in range(p.n):
            value[i + 1] = value[i] + p.deletion[i]
        from_column = 0
    for j in range(from_column, p.m):
        word = w.order[j]
        if p.edges:
            landed = land_quickly(p, w, j + 1)
        next_column(p.n, value + j * rows, p.cost + <int64_t>word * p.n, p.insertion[word], p.deletion,
                    value + (j + 1) * rows, landed)
    w.base.total = value[p.m * rows + p.n]
    return 0


cdef inline bint land_quickly(const Input *p, Work *w, int j) noexcept nogil:
    """Enters the values of all phrases that end in column j; returns whether there are any."""
    cdef int64_t rows = p.n + 1
    cdef double *now = w.base.value + j * rows
    cdef double c
    cdef int s, k, e, i
    cdef bint landed = False
    for s in range(max(0, j - p.longest_edge), j):
        for k in range(w.fits_start[s], w.fits_start[s + 1]):
            e = w.fits.items[k]
            if p.edge_hyp_len[e] != j - s:
                continue
            if not landed:
                landed = True
                for i in range(rows):
                    now[i] = INFINITY
            c = w.base.value[s * rows + p.edge_row[e]] + p.edge_cost[e]
            i = p.edge_row[e] + p.edge_ref_len[e]
            if c < now[i]:
                now[i] = c
    return landed


cdef inline int landed_on(const Input *p, const Work *w, int i, int j, bint one_to_one) noexcept nogil:
    """Returns the first phrase, in the definition's order, that gives cell (i, j) its value, or -1."""
    cdef int64_t rows = p.n + 1
    cdef double value = w.base.value[j * rows + i]
    cdef int s, k, e
    for s in range(max(0, j - p.longest_edge), j):
        for k in range(w.fits_start[s], w.fits_start[s + 1]):
            e = w.fits.items[k]
            if p.edge_hyp_len[e] != j - s or p.edge_row[e] + p.edge_ref_len[e] != i:
                continue
            if (p.edge_hyp_len[e] == 1 and p.edge_ref_len[e] == 1) != one_to_one:
                continue
            if w.base.value[s * rows + p.edge_row[e]] + p.edge_cost[e] == value:
                return e
    return -1


cdef inline void trace_quickly(const Input *p, Work *w) noexcept nogil:
    cdef int64_t rows = p.n + 1, here, k = 0
    cdef double *value = w.base.value
    cdef int i = p.n, j = p.m, e
    while i > 0 or j > 0:
        here = j * rows + i
        e = landed_on(p, w, i, j, False) if p.edges and i > 0 and j > 0 else -1
        if e < 0 and i > 0 and j > 0:
            if p.cost[<int64_t>w.order[j - 1] * p.n + i - 1] + value[here - rows - 1] == value[here]:
                take_step(p, w, &k, p.kind[<int64_t>w.order[j - 1] * p.n + i - 1], -1, &i, &j)
                continue
            if p.edges:
                e = landed_on(p, w, i, j, True)
        if e >= 0:
            take_step(p, w, &k, PHRASE, e, &i, &j)
        elif i == 0 or (j > 0 and value[here - rows] + p.insertion[w.order[j - 1]] == value[here]):
            take_step(p, w, &k, INSERT, -1, &i, &j)
        else:
            take_step(p, w, &k, DELETE, -1, &i, &j)
    w.steps = k
    cost_steps(p, w)


cdef inline void fill_bits(const Input *p, Work *w, int from_column) noexcept nogil:
    """Computes the table where all edits have the same cost: counts of edits, in bits."""
    cdef int j
    if from_column < 0:
        w.bit_columns[0].plus = ~<uint64_t>0
        w.bit_columns[0].minus = 0
        w.bit_columns[0].edits = p.n
        from_column = 0
    for j in range(from_column, p.m):
        w.bit_columns[j + 1] = bit_step(w.bit_columns[j], w.equal[w.order[j]], p.n)
    w.base.total = w.sums[w.bit_columns[p.m].edits]


cdef inline void trace_bits(const Input *p, Work *w) noexcept nogil:
    cdef int64_t k = 0, edits
    cdef int i = p.n, j = p.m
    cdef bint equal
    while i > 0 or j > 0:
        edits = bit_cell(w.bit_columns[j], i, j)
        equal = i > 0 and j > 0 and (w.equal[w.order[j - 1]] >> (i - 1)) & 1
        if i > 0 and j > 0 and bit_cell(w.bit_columns[j - 1], i - 1, j - 1) + (not equal) == edits:
            take_step(p, w, &k, MATCH if equal else p.kind[<int64_t>w.order[j - 1] * p.n + i - 1], -1, &i, &j)
        elif j > 0 and bit_cell(w.bit_columns[j - 1], i, j - 1) + 1 == edits:
            take_step(p, w, &k, INSERT, -1, &i, &j)
        else:
            take_step(p, w, &k, DELETE, -1, &i, &j)
    w.steps = k
    cost_steps(p, w)
