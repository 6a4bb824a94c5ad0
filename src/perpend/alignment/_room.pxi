# Memory: one block, laid out anew for each problem, and a few lists that grow.

cdef inline void *take(Work *w, int64_t *used, int64_t bytes) noexcept nogil:
    """The next part of the block; on the first pass there is no block yet, and only its size is found."""
    cdef void *part = NULL if w.memory == NULL else w.memory + used[0]
    used[0] += (bytes + 63) & ~<int64_t>63
    return part


cdef void lay_out_table(const Input *p, Work *w, Table *t, int64_t *used) noexcept nogil:
    cdef int64_t cells = t.depth * (<int64_t>p.n + 1), columns = p.m + 2
    t.value = <double *>take(w, used, cells * sizeof(double))
    t.op = <uint8_t *>take(w, used, cells)
    t.alive = <uint8_t *>take(w, used, cells)
    t.first = <int32_t *>take(w, used, columns * sizeof(int32_t))
    t.last = <int32_t *>take(w, used, columns * sizeof(int32_t))
    t.bound = <double *>take(w, used, columns * sizeof(double))
    t.landed_until = <int64_t *>take(w, used, columns * sizeof(int64_t))


cdef int64_t lay_out_once(const Input *p, Work *w) noexcept nogil:
    """Give each array its place; the answer is how many bytes they need together."""
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


cdef int lay_out(const Input *p, Work *w) noexcept nogil:
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


cdef int remember_shift(Work *w, const Candidate *c) noexcept nogil:
    cdef void *grown
    cdef Move *move
    if w.shift_count >= w.shift_room:
        grown = realloc(w.shifts, (2 * w.shift_room + 16) * sizeof(Move))
        if grown == NULL:
            return -1
        w.shifts = <Move *>grown
        w.shift_room = 2 * w.shift_room + 16
    move = &w.shifts[w.shift_count]
    move.start, move.end, move.newloc, move.moveto = c.start, c.end, c.newloc, c.moveto
    move.ref_start, move.ref_end = c.ref_start, c.ref_end
    w.shift_count += 1
    return 0


cdef int room_for_candidate(Work *w) noexcept nogil:
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


cdef void release(Work *w) noexcept nogil:
    free(w.memory)
    free(w.fits.items)
    free(w.trial_fits.items)
    free(w.landed.items)
    free(w.candidates)
    free(w.by_column)
    free(w.by_last)
    free(w.landings)
    free(w.shifts)
