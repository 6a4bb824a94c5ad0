# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Chooses how the tables and totals of a problem are computed (`Way`): the first way that its costs allow."""

from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint64_t

from perpend.alignment._problem cimport MATCH, Input
from perpend.alignment._promise cimport promising_totals
from perpend.alignment._quick cimport fill_bits, fill_quickly, trace_bits, trace_quickly
from perpend.alignment._table cimport fill_table, trace_back
from perpend.alignment._totals cimport bit_totals, exact_total, lane_groups, rounding, sort_by_columns
from perpend.alignment._work cimport IN_BEAM, IN_BITS, IN_LANES, LANES, ONE_BY_ONE, Work, lowest_sum


cdef inline int fill_base(const Input *p, Work *w, int from_column) noexcept nogil:
    """Computes the base table from a column on, and its edits."""
    if w.way == IN_BITS:
        fill_bits(p, w, from_column)
        trace_bits(p, w)
    elif w.way == IN_LANES:
        fill_quickly(p, w, from_column)
        trace_quickly(p, w)
    else:
        if fill_table(p, &w.base, &w.landed, w.order, from_column, w.fits_start, w.fits.items) < 0:
            return -1
        trace_back(p, w)
    return 0


cdef inline int first_base(const Input *p, Work *w) noexcept nogil:
    """The table before any shift. It decides the way: with costs of zero or more and no phrases, the beam makes no
    difference as long as the total lies within it, and shifts only make totals smaller."""
    cdef bint never_prunes
    w.way = ONE_BY_ONE
    # The faster ways need a base table with all columns, and a beam that leaves a cell in each of them.
    if not p.finite or p.cost == NULL or w.base.depth <= p.m or not p.beam >= 0:
        return fill_base(p, w, -1)
    never_prunes = p.beam == INFINITY or (p.lowest >= 0 and highest_cell(p) <= p.beam)
    if never_prunes or (p.lowest >= 0 and p.shift_cost >= 0 and not p.edges):
        w.way = IN_BITS if all_cost_the_same(p, w) else IN_LANES
        if fill_base(p, w, -1) < 0:
            return -1
        if never_prunes or w.base.total <= p.beam:
            return 0
    w.way = IN_BEAM
    return fill_base(p, w, -1)


cdef inline bint all_cost_the_same(const Input *p, Work *w) noexcept nogil:
    """Whether edits can be counted; if so, prepare the counting."""
    cdef double one = p.insertion[0]
    cdef int64_t k
    cdef bint same = one > 0 and one == p.highest and p.n <= 64 and not p.edges
    if not same:
        return False
    for k in range(p.m):
        same &= p.insertion[k] == one
    for k in range(p.n):
        same &= p.deletion[k] == one
    for k in range(<int64_t>p.n * p.m):
        same &= p.cost[k] == (0.0 if p.kind[k] == MATCH else one)
    if same:
        prepare_bits(p, w, one)
    return same


cdef inline void prepare_bits(const Input *p, Work *w, double one) noexcept nogil:
    cdef int i, j
    cdef uint64_t bits
    for j in range(p.m):
        bits = 0
        for i in range(p.n):
            bits |= <uint64_t>(p.kind[<int64_t>j * p.n + i] == MATCH) << i
        w.equal[j] = bits
    w.sums[0] = 0.0
    for i in range(p.n + p.m):
        w.sums[i + 1] = w.sums[i] + one


cdef inline double highest_cell(const Input *p) noexcept nogil:
    """No cell of any order's table costs more: to (i, j) lead i diagonal steps or deletions, and insertions."""
    cdef double along = p.n * p.highest + max(0, p.m - p.n) * p.highest_insertion
    return max(along, p.m * p.highest_insertion) * (1.0 + 1e-9)


cdef inline double lowest_total(const Input *p, Work *w) noexcept nogil:
    """No order of the words costs less; a little is taken off for the rounding of sums."""
    cdef int i, j, e, x
    cdef double share
    for i in range(p.n):
        w.dual[i] = p.deletion[i]
    for j in range(p.m):
        w.worth[j] = p.insertion[j]
    for e in range(p.edges):
        share = p.edge_cost[e] / (p.edge_ref_len[e] + p.edge_hyp_len[e])
        for i in range(p.edge_row[e], p.edge_row[e] + p.edge_ref_len[e]):
            w.dual[i] = min(w.dual[i], share)
    for j in range(p.m if p.edges else 0):
        for e in range(p.edges):
            share = p.edge_cost[e] / (p.edge_ref_len[e] + p.edge_hyp_len[e])
            if share < w.worth[j]:
                for x in range(p.edge_hyp_len[e]):
                    if p.edge_ids[p.edge_ids_start[e] + x] == p.hyp_ids[j]:
                        w.worth[j] = share
                        break
    return lowest_sum(p.n, p.m, p.cost, w.dual, w.worth) - rounding(p)


cdef inline int find_totals(const Input *p, Work *w, int64_t count) noexcept nogil:
    """Computes the totals of the first `count` candidates; returns -1 when out of memory."""
    cdef int64_t k
    if count <= 0:
        return 0
    if w.way == IN_BITS:
        bit_totals(p, w, count)
    elif w.way == IN_LANES and p.gain_limit == INFINITY and count > 2 * LANES:
        return promising_totals(p, w, count)
    elif w.way != ONE_BY_ONE:
        sort_by_columns(p, w, count)
        return lane_groups(p, w, count, False)
    else:
        for k in range(count):
            w.candidates[k].total = exact_total(p, w, &w.candidates[k])
    return -1 if w.short_of_memory else 0
