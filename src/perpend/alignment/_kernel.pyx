# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled twin of `reference.py`: the same answers, to the last tie, without the wait.

What makes it fast, each provably without effect on the result:

* The columns of the table left of a shift are those of the order before it, and are kept (`_table.pxi`).
* The search for shifts needs only the total of each candidate: eight are computed at a time in vector lanes, or counted
  in bits where all edits cost the same (`_totals.pxi`, `_lanes.h`).
* Where only the cheapest candidate counts, most need not be computed to their end to know that they lose (`_promise.pxi`).
* With costs of zero or more and no phrases, a total within the beam is the same with and without pruning, because no cell
  on its path, nor any tie with one, costs more than the total itself; and where no cell can exceed the beam, phrases
  change nothing either. Then the beam is left out, and the edits are read off the values (`_quick.pxi`).
* No order of the words can cost less than a sum of per-word minima (a feasible dual of the assignment problem). When even
  that would not pay for a shift, the search ends without looking at a single candidate.

Only the winner of a round is aligned in full, with its edits.
"""

from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, qsort, realloc
from libc.string cimport memcpy, memset

import numpy as np

from perpend.alignment.problem import ShiftStep, Solution, Step

__all__ = ["Workspace", "solve"]


cdef extern from "_lanes.h" nogil:
    enum: LANES
    ctypedef struct Landing:
        int32_t next, lane, source_column, source_row, row, one_to_one
        double cost
    ctypedef struct Lanes:
        int n, m, first_column, last_column, depth
        const double *cost
        const double *insertion
        const double *deletion
        const uint8_t *kind
        const int32_t *words
        double *history
        double *pack
        const int32_t *head
        const Landing *landings
    ctypedef struct BitColumn:
        uint64_t plus, minus
        int64_t edits
    void next_column(int n, const double *before, const double *cost, double insertion, const double *deletion,
                     double *now, int landed)
    void earlier_column(int n, const double *after, const double *cost, double insertion, double *now)
    void lane_totals(const Lanes *g, double *totals)
    void lane_estimates(const Lanes *g, const double *after, double *totals)
    void beam_lane_totals(const Lanes *g, double beam, double first_row, double last_row, double *totals)
    BitColumn bit_step(BitColumn column, uint64_t equal, int n)
    int64_t bit_cell(BitColumn column, int i, int j)
    double lowest_sum(int n, int m, const double *cost, double *dual, const double *worth)


cdef enum:
    MATCH = 0
    INSERT = 4
    DELETE = 5
    PHRASE = 6
    UNSET = 255
    MAX_BUCKET = 11
    CROWD = 65536


cdef enum Way:
    # How totals are computed: cell by cell with the beam, for any costs; in lanes with the beam; in lanes without it;
    # as counts of edits in bits.
    ONE_BY_ONE
    IN_BEAM
    IN_LANES
    IN_BITS


cdef struct Candidate:
    int32_t words, start, end, newloc, moveto, ref_start, ref_end, first_column, last_column
    int64_t found
    double total


cdef struct Numbers:
    # A growing list.
    int32_t *items
    int64_t count, room


cdef struct Table:
    # value, op, alive: rings of `depth` columns. first, last, bound: one for each column.
    int depth
    double *value
    uint8_t *op
    uint8_t *alive
    int32_t *first
    int32_t *last
    double *bound
    double total
    # Of the base table only: the op of every cell, and how much of the list of landed phrases belongs to each column.
    uint8_t *trace
    int64_t *landed_until


cdef struct Work:
    # Room for one problem after another: one block of memory that grows with the largest, and a few lists.
    char *memory
    int64_t memory_size
    Table base, trial
    int32_t *order
    int32_t *trial_order
    int32_t *hyp_to_ref
    int32_t *ref_to_hyp
    uint8_t *hyp_error
    uint8_t *ref_error
    Numbers fits, trial_fits, landed
    int32_t *fits_start
    int32_t *trial_fits_start
    Candidate *candidates
    int32_t *by_column
    int32_t *by_last
    int64_t candidate_count, candidate_room
    # How many candidates the budget pays for; whether so many are known; how many were found.
    int64_t trial_limit, found, budget, cells
    bint full
    int32_t *column_count
    Way way
    int32_t *lane_words
    double *history
    double *pack
    double *after
    double *dual
    double *worth
    Landing *landings
    int32_t *landing_head
    int64_t landing_count, landing_room
    BitColumn *bit_columns
    uint64_t *equal
    double *sums
    bint short_of_memory
    # The answer: steps from the last to the first, shifts from the first to the last, the order after them.
    int64_t steps
    uint8_t *step_op
    int32_t *step_ref
    int32_t *step_hyp
    int32_t *step_edge
    double *step_cost
    Move *shifts
    int64_t shift_count, shift_room
    double cost
    bint complete


cdef int append(Numbers *list, int32_t item) noexcept nogil:
    cdef void *grown
    if list.count >= list.room:
        list.room = 2 * list.room + 64
        grown = realloc(list.items, list.room * sizeof(int32_t))
        if grown == NULL:
            return -1
        list.items = <int32_t *>grown
    list.items[list.count] = item
    list.count += 1
    return 0


include "_table.pxi"
include "_quick.pxi"
include "_blocks.pxi"
include "_totals.pxi"
include "_promise.pxi"
include "_room.pxi"


# -------------------- greedy search of shifts


cdef inline bint gained_enough(const Input *p, double base, double best_total, double best_cost, int words) noexcept nogil:
    cdef double gain = base - (best_cost + best_total), limit = p.gain_limit * words
    return gain > limit or (best_cost != 0 and gain == limit)


cdef int64_t best_shift(const Input *p, Work *w, double base) noexcept nogil:
    """The candidate to apply next, or -1. The table after it is not computed yet."""
    cdef int64_t k, best = -1
    cdef double best_total = base, best_cost = 0.0, gain
    cdef int words = MAX_BUCKET
    cdef Candidate *c
    if w.budget <= 0:
        return -1
    if find_totals(p, w, w.candidate_count) < 0:
        w.short_of_memory = True
        return -1
    for k in range(w.candidate_count):
        c = &w.candidates[k]
        while words > c.words:
            if gained_enough(p, base, best_total, best_cost, words):
                return best
            words -= 1
        if gained_enough(p, base, best_total, best_cost, words):
            return best
        if w.budget <= 0:
            return best
        w.budget -= w.cells
        gain = (best_total + best_cost) - (c.total + p.shift_cost)
        if gain > 0 or (best_cost == 0 and gain == 0):
            best = k
            best_total = c.total
            best_cost = p.shift_cost
    return best


cdef inline double most_candidates(const Input *p) noexcept nogil:
    """No round has more: a start, a length, a place, a bucket."""
    return <double>p.m * (p.m + 1) * p.max_block * MAX_BUCKET


cdef int run(const Input *p, Work *w) noexcept nogil:
    """Solve one problem; the answer lies in `w`. Gives -1 when memory is short."""
    cdef double shift_sum = 0.0, floor = -INFINITY
    cdef int64_t best, i
    cdef bint may_shift, hopeless
    w.budget = p.budget
    w.cells = (<int64_t>p.n + 1) * (p.m + 1)
    may_shift = w.cells <= p.max_cells
    w.shift_count = 0
    w.complete = True
    w.short_of_memory = False
    if lay_out(p, w) < 0:
        return -1
    for i in range(p.m):
        w.order[i] = <int32_t>i
    if p.n == 0 or p.m == 0:
        one_side_empty(p, w)
        return 0
    if p.edges and fit_phrases(p, w.order, 0, w.fits_start, &w.fits) < 0:
        return -1
    if first_base(p, w) < 0:
        return -1
    if may_shift and p.distance > 0 and p.max_block > 0:
        if p.finite:
            floor = lowest_total(p, w)
        while w.shift_count < p.max_shifts:
            hopeless = w.base.total - floor < p.shift_cost
            if hopeless and most_candidates(p) * w.cells <= w.budget:
                break
            if find_candidates(p, w) < 0:
                return -1
            best = -1
            if hopeless:
                w.budget -= w.candidate_count * w.cells
            else:
                best = best_shift(p, w, w.base.total)
            if w.short_of_memory:
                return -1
            if best < 0:
                break
            if apply_shift(p, w, &w.candidates[best]) < 0:
                return -1
            shift_sum += p.shift_cost
    w.complete = w.budget > 0 and may_shift
    w.cost = w.base.total + shift_sum
    return 0


cdef int apply_shift(const Input *p, Work *w, const Candidate *c) noexcept nogil:
    cdef int from_column = c.first_column, keep
    if remember_shift(w, c) < 0:
        return -1
    move(w.order, p.m, c.start, c.end, c.newloc, w.trial_order)
    memcpy(w.order, w.trial_order, p.m * sizeof(int32_t))
    if p.edges:
        keep = max(0, from_column - p.longest_edge)
        if fit_phrases(p, w.order, keep, w.fits_start, &w.fits) < 0:
            return -1
    return fill_base(p, w, from_column)


cdef void one_side_empty(const Input *p, Work *w) noexcept nogil:
    cdef int k
    cdef double cost = 0.0
    w.steps = p.n + p.m
    for k in range(p.n + p.m):
        w.step_op[k] = DELETE if p.n else INSERT
        w.step_ref[k] = 1 if p.n else 0
        w.step_hyp[k] = 0 if p.n else 1
        w.step_edge[k] = -1
        w.step_cost[w.steps - 1 - k] = p.deletion[k] if p.n else p.insertion[k]
        cost += w.step_cost[w.steps - 1 - k]
    w.cost = cost


# -------------------- the door to Python


cdef class Workspace:
    """The memory that alignments work in; one for each thread."""

    def __cinit__(self):
        self.work = calloc(1, sizeof(Work))
        if self.work == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.work != NULL:
            release(<Work *>self.work)
            free(self.work)

    cdef bint solve(self, const Input *problem) noexcept nogil:
        """Solve one problem; `answer` then says how. False when memory is short."""
        cdef Work *w = <Work *>self.work
        if run(problem, w) < 0:
            return False
        self.answer.steps = w.steps
        self.answer.shifts = w.shift_count
        self.answer.step_op = w.step_op
        self.answer.step_ref = w.step_ref
        self.answer.step_hyp = w.step_hyp
        self.answer.step_edge = w.step_edge
        self.answer.step_cost = w.step_cost
        self.answer.shift = w.shifts
        self.answer.order = w.order
        self.answer.cost = w.cost
        self.answer.complete = w.complete
        return True


def solve(problem):
    """The shifts and edits that turn the hypothesis into the reference; see `reference.solve`."""
    cdef Workspace room = Workspace()
    cdef Input p
    cdef int n = problem.ref_len, m = len(problem.hyp_ids)
    memset(&p, 0, sizeof(Input))
    cdef const int32_t[::1] hyp_ids = _array(problem.hyp_ids, np.int32)
    cdef const double[::1] cost = _matrix(problem.pair_cost, n, m, np.float64)
    cdef const uint8_t[::1] kind = _matrix(problem.pair_kind, n, m, np.uint8)
    cdef const uint8_t[::1] agrees = _matrix(problem.pair_agrees, n, m, np.uint8)
    cdef const double[::1] insertion = _array(problem.insertion, np.float64)
    cdef const double[::1] deletion = _array(problem.deletion, np.float64)
    cdef const uint8_t[::1] ref_stop = _array(problem.ref_stop, np.uint8)
    cdef const uint8_t[::1] hyp_stop = _array(problem.hyp_stop, np.uint8)
    edges = problem.phrases
    cdef const int32_t[::1] edge_row = _array([e.ref_start for e in edges], np.int32)
    cdef const int32_t[::1] edge_ref_len = _array([e.ref_len for e in edges], np.int32)
    cdef const int32_t[::1] edge_hyp_len = _array([len(e.hyp_ids) for e in edges], np.int32)
    cdef const int32_t[::1] edge_ids_start = _array(np.cumsum([0] + [len(e.hyp_ids) for e in edges]), np.int32)
    cdef const int32_t[::1] edge_ids = _array([i for e in edges for i in e.hyp_ids], np.int32)
    cdef const double[::1] edge_cost = _array([e.cost for e in edges], np.float64)
    by_word = [[k for k, e in enumerate(edges) if e.hyp_ids[0] == i] for i in problem.hyp_ids]
    cdef const int32_t[::1] word_edge_start = _array(np.cumsum([0] + [len(x) for x in by_word]), np.int32)
    cdef const int32_t[::1] word_edges = _array([k for x in by_word for k in x], np.int32)
    p.n, p.m, p.edges = n, m, len(edges)
    p.longest_edge = max([len(e.hyp_ids) for e in edges], default=1)
    p.hyp_ids, p.cost, p.kind, p.agrees = &hyp_ids[0], &cost[0], &kind[0], &agrees[0]
    p.insertion, p.deletion, p.ref_stop, p.hyp_stop = &insertion[0], &deletion[0], &ref_stop[0], &hyp_stop[0]
    p.edge_row, p.edge_ref_len, p.edge_hyp_len = &edge_row[0], &edge_ref_len[0], &edge_hyp_len[0]
    p.edge_ids_start, p.edge_ids, p.edge_cost = &edge_ids_start[0], &edge_ids[0], &edge_cost[0]
    p.word_edge_start, p.word_edges = &word_edge_start[0], &word_edges[0]
    set_search(&p, problem.search)
    judge_costs(&p)
    cdef bint solved
    with nogil:
        solved = room.solve(&p)
    if not solved:
        raise MemoryError(f"no memory to align {n} reference words with {m} hypothesis words")
    return solution(&room.answer, m, p.shift_cost)


def _array(values, dtype):
    """A contiguous array with one more element, so that even an empty one has an address."""
    array = np.zeros(len(values) + 1, dtype)
    array[: len(values)] = values
    return array


def _matrix(rows, n, m, dtype):
    return _array(np.array(rows, dtype).reshape(n, m).T.ravel(), dtype)


cdef int set_search(Input *p, search) except -1:
    p.shift_cost, p.beam, p.gain_limit = search.shift_cost, search.beam, search.gain_limit
    p.distance, p.max_block = min(search.distance, 1 << 30), search.max_block
    p.phrases_in_blocks, p.mismatch_in_blocks = search.phrases_in_blocks, search.mismatch_in_blocks
    p.budget, p.max_shifts, p.max_cells = search.budget, search.max_shifts, search.max_cells
    return 0


cdef void judge_costs(Input *p) noexcept nogil:
    """Whether all costs are finite, and the lowest and highest of them."""
    cdef int64_t k
    p.lowest = INFINITY
    p.highest = p.highest_insertion = 0.0
    p.finite = True
    for k in range(p.m):
        judge(p, p.insertion[k])
    for k in range(p.edges):
        judge(p, p.edge_cost[k])
    p.highest = 0.0
    for k in range(<int64_t>p.n * p.m):
        judge(p, p.cost[k])
    for k in range(p.n):
        judge(p, p.deletion[k])
    for k in range(p.m):
        p.highest_insertion = max(p.highest_insertion, p.insertion[k])


cdef inline void judge(Input *p, double cost) noexcept nogil:
    p.finite &= isfinite(cost) != 0
    p.lowest = cost if cost < p.lowest else p.lowest
    p.highest = cost if cost > p.highest else p.highest


cdef object solution(const Answer *a, int m, double shift_cost):
    cdef int64_t k
    steps = tuple([
        Step(a.step_op[k], a.step_ref[k], a.step_hyp[k], a.step_cost[k], a.step_edge[k])
        for k in range(a.steps - 1, -1, -1)
    ])
    shifts = tuple([
        ShiftStep(a.shift[k].start, a.shift[k].end, a.shift[k].newloc, a.shift[k].moveto, a.shift[k].ref_start,
                  a.shift[k].ref_end, shift_cost)
        for k in range(a.shifts)
    ])
    return Solution(tuple([a.order[k] for k in range(m)]), shifts, steps, a.cost, bool(a.complete))
