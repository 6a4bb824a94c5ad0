# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Selects the candidates that can win. Where only the cheapest counts (no limit on gains), few need an exact total.

A shift leaves the words right of it where they are, and what remains to be paid from a cell on is the same for all
candidates that leave it alone. One table filled from the end (`after`) knows it:

    columns   0 ... first        first + 1 ... last            last + 1 ... m
              those of the base  computed for the candidate    after[last]

This gives each total but for its rounding, since the sums are formed in another order. A candidate that is dearer than
the cheapest, or than no shift, by more than any rounding cannot win; the others are computed as the definition does.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t

from perpend.alignment._problem cimport Input
from perpend.alignment._totals cimport lane_groups, rounding, sort_by_columns
from perpend.alignment._work cimport Work, earlier_column


cdef inline void fill_after(const Input *p, Work *w) noexcept nogil:
    """Computes the remaining cost from each cell, in the order of the base."""
    cdef int64_t rows = p.n + 1
    cdef int i, j, k, e, word
    cdef double c
    cdef double *now = w.after + p.m * rows
    now[p.n] = 0.0
    for i in range(p.n - 1, -1, -1):
        now[i] = now[i + 1] + p.deletion[i]
    for j in range(p.m - 1, -1, -1):
        word = w.order[j]
        now = w.after + j * rows
        earlier_column(p.n, now + rows, p.cost + <int64_t>word * p.n, p.insertion[word], now)
        for k in range(w.fits_start[j] if p.edges else 0, w.fits_start[j + 1] if p.edges else 0):
            e = w.fits.items[k]
            c = w.after[(j + p.edge_hyp_len[e]) * rows + p.edge_row[e] + p.edge_ref_len[e]] + p.edge_cost[e]
            if c < now[p.edge_row[e]]:
                now[p.edge_row[e]] = c
        for i in range(p.n - 1, -1, -1):
            c = now[i + 1] + p.deletion[i]
            if c < now[i]:
                now[i] = c


cdef inline int promising_totals(const Input *p, Work *w, int64_t count) noexcept nogil:
    """Computes exact totals of the candidates that may win, INFINITY for all others; -1 when out of memory."""
    cdef double least = w.base.total - p.shift_cost, margin = 2.0 * rounding(p)
    cdef int64_t k, kept = 0
    cdef int32_t number
    fill_after(p, w)
    sort_by_columns(p, w, count)
    if lane_groups(p, w, count, True) < 0:
        return -1
    for k in range(count):
        least = min(least, w.candidates[k].total)
    for k in range(count):
        number = w.by_column[k]
        if w.candidates[number].total <= least + margin:
            w.by_column[kept] = number
            kept += 1
        else:
            w.candidates[number].total = INFINITY
    return lane_groups(p, w, kept, False)
