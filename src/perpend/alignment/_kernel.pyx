# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled twin of `reference.py`: the same answers, ties included, but fast.

What makes it fast, each provably without effect on the result:

* The columns of the table left of a shift are those of the order before it, and are kept (`_table`).
* The search for shifts needs only the total of each candidate: eight are computed at a time in vector lanes, or counted
  in bits where all edits cost the same (`_totals`, `_lanes.h`).
* Where only the cheapest candidate counts, most need not be computed to their end to know that they lose (`_promise`).
* With costs of zero or more and no phrases, a total within the beam is the same with and without pruning, because no cell
  on its path, nor any tie with one, costs more than the total itself; and where no cell can exceed the beam, phrases
  change nothing either. Then the beam is left out, and the edits are read off the values (`_quick`).
* No order of the words can cost less than a sum of per-word minima (a feasible dual of the assignment problem). When even
  that would not pay for a shift, the search ends without looking at a single candidate.

Only the winner of a round is aligned in full, with its edits.

The parts are `.pxd` modules, compiled into this one so that their loops are inlined. Read them in this order:

    _problem   what is asked and answered           _blocks    which blocks may be shifted, and where to
    _lists     lists that grow                      _totals    what each shift would cost
    _work      the memory, and where arrays lie     _promise   which shifts can win at all
    _table     the table of cheapest edits          _ways      which of these ways a problem takes
    _quick     the same where nothing is pruned
"""

from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

import numpy as np

from perpend.alignment.problem import Problem, ShiftStep, Solution, Step
from perpend.arguments import wrong_type

from perpend.alignment._blocks cimport find_candidates, move
from perpend.alignment._problem cimport DELETE, INSERT, Answer, Input
from perpend.alignment._table cimport fit_phrases
from perpend.alignment._ways cimport fill_base, find_totals, first_base, lowest_total
from perpend.alignment._work cimport MAX_BUCKET, Candidate, Work, lay_out, release, remember_shift

__all__ = ["Workspace", "solve"]


# -------------------- greedy search of shifts


cdef inline bint gained_enough(const Input *p, double base, double best_total, double best_cost, int words) noexcept nogil:
    cdef double gain = base - (best_cost + best_total), limit = p.gain_limit * words
    return gain > limit or (best_cost != 0 and gain == limit)


cdef int64_t best_shift(const Input *p, Work *w, double base) noexcept nogil:
    """Returns the candidate to apply next, or -1; the table after it is not computed yet."""
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
    """Returns the most candidates of a round: start, length, position, bucket."""
    return <double>p.m * (p.m + 1) * p.max_block * MAX_BUCKET


cdef int run(const Input *p, Work *w) noexcept nogil:
    """Solves one problem; the answer is in `w`. Returns -1 when out of memory."""
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
    """The working memory of alignments; one per thread."""

    def __cinit__(self):
        self.work = calloc(1, sizeof(Work))
        if self.work == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.work != NULL:
            release(<Work *>self.work)
            free(self.work)

    cdef bint solve(self, const Input *problem) noexcept nogil:
        """Solves one problem into `answer`; returns False when out of memory."""
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
    """Returns the shifts and edits that turn the hypothesis into the reference; see `reference.solve`."""
    if not isinstance(problem, Problem):
        raise wrong_type("what is solved", "a Problem", problem)
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
    """Returns a contiguous array with one more element, so that `&a[0]` is valid for an empty one."""
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
    """Finds whether all costs are finite, and the lowest and highest of them."""
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
