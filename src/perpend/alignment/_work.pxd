# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The working memory of alignments, reused from one to the next: its arrays and their layout.

All arrays of a problem lie in one block of memory, which is laid out anew for each problem and grows with the largest; a
few lists grow by themselves. `_lanes.h` has the loops over columns in vector instructions and in bits.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc

from perpend.alignment._lists cimport Integers, more_room
from perpend.alignment._problem cimport Input, Move

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
    UNSET = 255
    MAX_BUCKET = 11


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
    Integers fits, trial_fits, landed
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


# -------------------- room


cdef inline void *take(Work *w, int64_t *used, int64_t bytes) noexcept nogil:
    """The next part of the block; on the first pass there is no block yet, and only its size is found."""
    cdef void *part = NULL if w.memory == NULL else w.memory + used[0]
    used[0] += (bytes + 63) & ~<int64_t>63
    return part


cdef inline void lay_out_table(const Input *p, Work *w, Table *t, int64_t *used) noexcept nogil:
    cdef int64_t cells = t.depth * (<int64_t>p.n + 1), columns = p.m + 2
    t.value = <double *>take(w, used, cells * sizeof(double))
    t.op = <uint8_t *>take(w, used, cells)
    t.alive = <uint8_t *>take(w, used, cells)
    t.first = <int32_t *>take(w, used, columns * sizeof(int32_t))
    t.last = <int32_t *>take(w, used, columns * sizeof(int32_t))
    t.bound = <double *>take(w, used, columns * sizeof(double))
    t.landed_until = <int64_t *>take(w, used, columns * sizeof(int64_t))


cdef inline int64_t lay_out_once(const Input *p, Work *w) noexcept nogil:
    """Assigns each array its place; returns how many bytes they need together."""
    cdef int64_t used = 0, n = p.n, m = p.m, rows = n + 1
    w.trial.depth = min(p.m, p.longest_edge) + 1
    w.base.depth = p.m + 1 if rows * (m + 1) <= p.max_cells else w.trial.depth
    cdef bint estimates = p.gain_limit == INFINITY and w.base.depth > p.m
    lay_out_table(p, w, &w.base, &used)
    lay_out_table(p, w, &w.trial, &used)
    w.base.trace = <uint8_t *>take(w, &used, rows * (m + 1))
    w.trial.trace = NULL
    w.order = <int32_t *>take(w, &used, m * sizeof(int32_t))
    w.trial_order = <int32_t *>take(w, &used, m * sizeof(int32_t))
    w.hyp_to_ref = <int32_t *>take(w, &used, m * sizeof(int32_t))
    w.ref_to_hyp = <int32_t *>take(w, &used, n * sizeof(int32_t))
    w.hyp_error = <uint8_t *>take(w, &used, m)
    w.ref_error = <uint8_t *>take(w, &used, n)
    w.fits_start = <int32_t *>take(w, &used, (m + 1) * sizeof(int32_t))
    w.trial_fits_start = <int32_t *>take(w, &used, (m + 1) * sizeof(int32_t))
    w.column_count = <int32_t *>take(w, &used, (m + 2) * sizeof(int32_t))
    w.lane_words = <int32_t *>take(w, &used, m * LANES * sizeof(int32_t))
    w.history = <double *>take(w, &used, w.trial.depth * rows * LANES * sizeof(double))
    w.pack = <double *>take(w, &used, n * LANES * sizeof(double))
    w.after = <double *>take(w, &used, rows * (m + 1) * sizeof(double) if estimates else 0)
    w.dual = <double *>take(w, &used, n * sizeof(double))
    w.worth = <double *>take(w, &used, m * sizeof(double))
    w.landing_head = <int32_t *>take(w, &used, (m + 2) * sizeof(int32_t))
    w.bit_columns = <BitColumn *>take(w, &used, (m + 1) * sizeof(BitColumn))
    w.equal = <uint64_t *>take(w, &used, m * sizeof(uint64_t))
    w.sums = <double *>take(w, &used, (n + m + 1) * sizeof(double))
    w.step_op = <uint8_t *>take(w, &used, n + m)
    w.step_ref = <int32_t *>take(w, &used, (n + m) * sizeof(int32_t))
    w.step_hyp = <int32_t *>take(w, &used, (n + m) * sizeof(int32_t))
    w.step_edge = <int32_t *>take(w, &used, (n + m) * sizeof(int32_t))
    w.step_cost = <double *>take(w, &used, (n + m) * sizeof(double))
    return used


cdef inline int lay_out(const Input *p, Work *w) noexcept nogil:
    cdef int64_t need = lay_out_once(p, w)
    cdef void *memory
    if need > w.memory_size:
        memory = realloc(w.memory, need)
        if memory == NULL:
            return -1
        w.memory = <char *>memory
        w.memory_size = need
        lay_out_once(p, w)
    return 0


cdef inline int remember_shift(Work *w, const Candidate *c) noexcept nogil:
    cdef void *grown
    cdef Move *move
    if w.shift_count >= w.shift_room:
        grown = more_room(w.shifts, &w.shift_room, sizeof(Move))
        if grown == NULL:
            return -1
        w.shifts = <Move *>grown
    move = &w.shifts[w.shift_count]
    move.start, move.end, move.newloc, move.moveto = c.start, c.end, c.newloc, c.moveto
    move.ref_start, move.ref_end = c.ref_start, c.ref_end
    w.shift_count += 1
    return 0


cdef inline int room_for_candidate(Work *w) noexcept nogil:
    cdef void *grown
    cdef int64_t room = 2 * w.candidate_room + 64
    if w.candidate_count < w.candidate_room:
        return 0
    grown = realloc(w.candidates, room * sizeof(Candidate))
    if grown == NULL:
        return -1
    w.candidates = <Candidate *>grown
    grown = realloc(w.by_column, room * sizeof(int32_t))
    if grown == NULL:
        return -1
    w.by_column = <int32_t *>grown
    grown = realloc(w.by_last, room * sizeof(int32_t))
    if grown == NULL:
        return -1
    w.by_last = <int32_t *>grown
    w.candidate_room = room
    return 0


cdef inline void release(Work *w) noexcept nogil:
    free(w.memory)
    free(w.fits.items)
    free(w.trial_fits.items)
    free(w.landed.items)
    free(w.candidates)
    free(w.by_column)
    free(w.by_last)
    free(w.landings)
    free(w.shifts)
