# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The total cost of each candidate shift, without its edits."""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from perpend.alignment._blocks cimport last_column, move
from perpend.alignment._lists cimport more_room
from perpend.alignment._problem cimport Input
from perpend.alignment._table cimport fill_table, fit_phrases, words_fit
from perpend.alignment._work cimport (
    IN_BEAM, IN_LANES, LANES, BitColumn, Candidate, Landing, Lanes, Work, beam_lane_totals, bit_step, lane_estimates,
    lane_totals,
)


cdef inline double exact_total(const Input *p, Work *w, const Candidate *c) noexcept nogil:
    """Computes cell by cell, with the beam, for any costs."""
    cdef int64_t rows = p.n + 1, ring
    cdef int from_column = c.first_column, keep = max(0, from_column - w.trial.depth + 1), j
    move(w.order, p.m, c.start, c.end, c.newloc, w.trial_order)
    for j in range(keep, from_column + 1):
        ring = (j % w.trial.depth) * rows
        memcpy(w.trial.value + ring, w.base.value + j * rows, rows * sizeof(double))
        memcpy(w.trial.alive + ring, w.base.alive + j * rows, rows)
    w.trial.first[from_column + 1] = w.base.first[from_column + 1]
    w.trial.last[from_column + 1] = w.base.last[from_column + 1]
    if p.edges:
        w.trial_fits_start[keep] = 0
        if fit_phrases(p, w.trial_order, keep, w.trial_fits_start, &w.trial_fits) < 0:
            w.short_of_memory = True
            return 0.0
    fill_table(p, &w.trial, NULL, w.trial_order, from_column, w.trial_fits_start, w.trial_fits.items)
    return w.trial.total


cdef inline void bit_totals(const Input *p, Work *w, int64_t count) noexcept nogil:
    """Counts edits that all have the same cost, 64 reference words at a time."""
    cdef int64_t k
    cdef int j
    cdef BitColumn column
    cdef Candidate *c
    for k in range(count):
        c = &w.candidates[k]
        move(w.order, p.m, c.start, c.end, c.newloc, w.trial_order)
        column = w.bit_columns[c.first_column]
        for j in range(c.first_column, p.m):
            column = bit_step(column, w.equal[w.trial_order[j]], p.n)
        c.total = w.sums[column.edits]


cdef inline void sort_by_columns(const Input *p, Work *w, int64_t count) noexcept nogil:
    """Groups candidates that share most of their columns with the base: by first column, then by last."""
    cdef int64_t k
    for k in range(count):
        w.by_last[k] = <int32_t>k
        w.candidates[k].last_column = last_column(p, &w.candidates[k])
    counting_sort(p, w, count, w.by_last, w.by_column, False)
    counting_sort(p, w, count, w.by_column, w.by_last, True)
    memcpy(w.by_column, w.by_last, count * sizeof(int32_t))


cdef inline void counting_sort(const Input *p, Work *w, int64_t count, const int32_t *numbers, int32_t *into,
                        bint by_first) noexcept nogil:
    """The same numbers by their candidates' first or last column; those of one column stay in order."""
    cdef int64_t k
    cdef int j
    cdef const Candidate *c
    memset(w.column_count, 0, (p.m + 2) * sizeof(int32_t))
    for k in range(count):
        c = &w.candidates[numbers[k]]
        w.column_count[(c.first_column if by_first else c.last_column) + 1] += 1
    for j in range(p.m + 1):
        w.column_count[j + 1] += w.column_count[j]
    for k in range(count):
        c = &w.candidates[numbers[k]]
        j = c.first_column if by_first else c.last_column
        into[w.column_count[j]] = numbers[k]
        w.column_count[j] += 1


cdef inline int lane_groups(const Input *p, Work *w, int64_t count, bint estimate) noexcept nogil:
    """The totals of the sorted candidates, eight at a time; the last group is filled up with copies of its last member.
    An estimate goes no further than the last column that a member changes."""
    cdef int64_t k = 0
    cdef int lane, start, last, j
    cdef double totals[8]
    cdef Lanes g
    g.n, g.m, g.depth, g.cost, g.kind = p.n, p.m, w.trial.depth, p.cost, p.kind
    g.insertion, g.deletion, g.words = p.insertion, p.deletion, w.lane_words
    g.history, g.pack, g.head = w.history, w.pack, w.landing_head
    for j in range(p.m + 1):
        w.landing_head[j] = -1
    while k < count:
        start = last = g.first_column = w.candidates[w.by_column[k]].first_column
        for lane in range(LANES):
            last = max(last, w.candidates[w.by_column[min(k + lane, count - 1)]].last_column)
        last = g.last_column = last if estimate else p.m
        w.landing_count = 0
        for lane in range(LANES):
            fill_lane(p, w, &w.candidates[w.by_column[min(k + lane, count - 1)]], lane, start, last)
            if p.edges and list_landings(p, w, lane, start, last) < 0:
                return -1
        g.landings = w.landings
        spread_history(p, w, start)
        if w.way == IN_LANES:
            lane_totals(&g, totals)
        else:
            beam_lane_totals(&g, p.beam, w.base.first[start + 1], w.base.last[start + 1], totals)
        if estimate:
            lane_estimates(&g, w.after, totals)
        for lane in range(LANES):
            if k + lane < count:
                w.candidates[w.by_column[k + lane]].total = totals[lane]
        if p.edges:
            for j in range(start, p.m + 1):
                w.landing_head[j] = -1
        k += LANES
    return 0


cdef inline void fill_lane(const Input *p, Work *w, const Candidate *c, int lane, int start, int last) noexcept nogil:
    """The words of one lane, as far as columns `start` to `last`, and phrases over their ends, need them."""
    cdef int j
    move(w.order, p.m, c.start, c.end, c.newloc, w.trial_order)
    for j in range(max(0, start + 1 - p.longest_edge), min(p.m, last + p.longest_edge)):
        w.lane_words[j * LANES + lane] = w.trial_order[j]


cdef inline void spread_history(const Input *p, Work *w, int start) noexcept nogil:
    """The columns of the base that the lanes go on from, the same in every lane; with a beam, only cells that go on."""
    cdef int64_t rows = p.n + 1, ring
    cdef int i, j, lane
    cdef double value
    for j in range(max(0, start - w.trial.depth + 1), start + 1):
        ring = (j % w.trial.depth) * rows
        for i in range(rows):
            value = w.base.value[j * rows + i]
            if w.way == IN_BEAM and not w.base.alive[j * rows + i]:
                value = INFINITY
            for lane in range(LANES):
                w.history[(ring + i) * LANES + lane] = value


cdef inline int list_landings(const Input *p, Work *w, int lane, int start, int last) noexcept nogil:
    """Phrase edges that begin before column `last` and end right of column `start`, in this lane's order."""
    cdef int j, k, e, word, length
    cdef void *grown
    cdef Landing *landing
    for j in range(max(0, start + 1 - p.longest_edge), last):
        word = w.lane_words[j * LANES + lane]
        for k in range(p.word_edge_start[word], p.word_edge_start[word + 1]):
            e = p.word_edges[k]
            length = p.edge_hyp_len[e]
            if j + length > p.m or j + length <= start:
                continue
            if not words_fit(p, w.lane_words + j * LANES + lane, LANES, e, length):
                continue
            if w.landing_count >= w.landing_room:
                grown = more_room(w.landings, &w.landing_room, sizeof(Landing))
                if grown == NULL:
                    return -1
                w.landings = <Landing *>grown
            landing = &w.landings[w.landing_count]
            landing.lane = lane
            landing.source_column = j
            landing.source_row = p.edge_row[e]
            landing.row = p.edge_row[e] + p.edge_ref_len[e]
            landing.one_to_one = length == 1 and p.edge_ref_len[e] == 1
            landing.cost = p.edge_cost[e]
            landing.next = w.landing_head[j + length]
            w.landing_head[j + length] = <int32_t>w.landing_count
            w.landing_count += 1
    return 0


cdef inline double rounding(const Input *p) noexcept nogil:
    """More than two sums of the same costs can differ by, whatever the order in which they are formed."""
    return 1e-9 * (1.0 + (p.n + p.m) * max(max(p.highest, p.highest_insertion), -p.lowest))
