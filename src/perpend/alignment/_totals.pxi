# What each candidate shift would cost: totals only, no edits.

cdef int compare_landing(const void *a, const void *b) noexcept nogil:
    cdef const Landing *x = <const Landing *>a
    cdef const Landing *y = <const Landing *>b
    return (x.column > y.column) - (x.column < y.column)


cdef double exact_total(const Input *p, Work *w, const Candidate *c) noexcept nogil:
    """Cell by cell, with the beam, for any costs whatever."""
    cdef int64_t rows = p.n + 1, ring
    cdef int from_column = c.first_column, keep = max(0, from_column - w.trial.depth + 1), j
    move(w.order, p.m, c.start, c.end, c.newloc, w.trial_order, 1)
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


cdef void bit_totals(const Input *p, Work *w, int64_t count) noexcept nogil:
    """All edits cost the same: count them, 64 reference words at a time."""
    cdef int64_t k
    cdef int j
    cdef BitColumn column
    cdef Candidate *c
    w.bit_columns[0].plus = ~<uint64_t>0
    w.bit_columns[0].minus = 0
    w.bit_columns[0].edits = p.n
    for j in range(p.m):
        w.bit_columns[j + 1] = bit_step(w.bit_columns[j], w.equal[w.order[j]], p.n)
    for k in range(count):
        c = &w.candidates[k]
        move(w.order, p.m, c.start, c.end, c.newloc, w.trial_order, 1)
        column = w.bit_columns[c.first_column]
        for j in range(c.first_column, p.m):
            column = bit_step(column, w.equal[w.trial_order[j]], p.n)
        c.total = w.sums[column.edits]


cdef void sort_by_first_column(const Input *p, Work *w, int64_t count) noexcept nogil:
    """Candidates that share most of their columns with the base stand together (counting sort)."""
    cdef int64_t k, at
    cdef int j
    memset(w.column_count, 0, (p.m + 1) * sizeof(int32_t))
    for k in range(count):
        w.column_count[w.candidates[k].first_column + 1] += 1
    for j in range(p.m):
        w.column_count[j + 1] += w.column_count[j]
    for k in range(count):
        j = w.candidates[k].first_column
        at = w.column_count[j]
        w.column_count[j] += 1
        w.by_column[at] = <int32_t>k


cdef int all_lane_totals(const Input *p, Work *w, int64_t count) noexcept nogil:
    """Eight candidates at a time; the last group is filled up with copies of its last member."""
    cdef int64_t k
    cdef int lane, start
    cdef double totals[8]
    cdef Candidate *c
    sort_by_first_column(p, w, count)
    k = 0
    while k < count:
        start = w.candidates[w.by_column[k]].first_column
        w.landing_count = 0
        for lane in range(LANES):
            c = &w.candidates[w.by_column[min(k + lane, count - 1)]]
            move(w.order, p.m, c.start, c.end, c.newloc, w.lane_words + lane, LANES)
            if p.edges and list_landings(p, w, lane, start) < 0:
                return -1
        if w.landing_count > 1:
            qsort(w.landings, w.landing_count, sizeof(Landing), compare_landing)
        spread_history(p, w, start)
        lane_totals(p.n, p.m, start, w.trial.depth, p.cost, p.insertion, p.deletion, w.lane_words, w.history, w.landings,
                    <int>w.landing_count, w.pack, totals)
        for lane in range(LANES):
            if k + lane < count:
                w.candidates[w.by_column[k + lane]].total = totals[lane]
        k += LANES
    return 0


cdef void spread_history(const Input *p, Work *w, int start) noexcept nogil:
    """The columns of the base that the lanes go on from, the same in every lane.

    The beam may have left cells of the base unset or too dear. These would cost more than the beam, and totals of more
    than the beam are computed again.
    """
    cdef int64_t rows = p.n + 1, ring
    cdef int i, j, lane
    cdef double value
    for j in range(max(0, start - w.trial.depth + 1), start + 1):
        ring = (j % w.trial.depth) * rows
        for i in range(rows):
            value = w.base.value[j * rows + i] if w.base.op[j * rows + i] != UNSET else INFINITY
            for lane in range(LANES):
                w.history[(ring + i) * LANES + lane] = value


cdef int list_landings(const Input *p, Work *w, int lane, int start) noexcept nogil:
    """Phrase edges that end right of column `start` in the order that stands in this lane."""
    cdef int j, k, e, word, length
    cdef void *grown
    cdef Landing *landing
    for j in range(max(0, start + 1 - p.longest_edge), p.m):
        word = w.lane_words[j * LANES + lane]
        for k in range(p.word_edge_start[word], p.word_edge_start[word + 1]):
            e = p.word_edges[k]
            length = p.edge_hyp_len[e]
            if j + length > p.m or j + length <= start:
                continue
            if not words_fit(p, w.lane_words + j * LANES + lane, LANES, e, length):
                continue
            if w.landing_count >= w.landing_room:
                grown = realloc(w.landings, (2 * w.landing_room + 256) * sizeof(Landing))
                if grown == NULL:
                    return -1
                w.landings = <Landing *>grown
                w.landing_room = 2 * w.landing_room + 256
            landing = &w.landings[w.landing_count]
            landing.column = j + length
            landing.lane = lane
            landing.source_column = j
            landing.source_row = p.edge_row[e]
            landing.row = p.edge_row[e] + p.edge_ref_len[e]
            landing.cost = p.edge_cost[e]
            w.landing_count += 1
    return 0


cdef int find_totals(const Input *p, Work *w, int64_t count) noexcept nogil:
    """The total of the first `count` candidates, by the fastest way that is exact for them; -1 when memory is short."""
    cdef int64_t k
    cdef Candidate *c
    if w.way == BIT_PARALLEL:
        bit_totals(p, w, count)
    elif w.way == IN_LANES:
        if all_lane_totals(p, w, count) < 0:
            return -1
    else:
        for k in range(count):
            w.candidates[k].total = exact_total(p, w, &w.candidates[k])
        return -1 if w.short_of_memory else 0
    if not w.never_prunes:
        for k in range(count):
            c = &w.candidates[k]
            if c.total > p.beam:
                c.total = exact_total(p, w, c)
    return 0


cdef void choose_way(const Input *p, Work *w) noexcept nogil:
    """Which way of computing totals is exact for this problem."""
    cdef int64_t k
    cdef double one
    cdef bint equal_costs
    w.way = ONE_BY_ONE
    if not p.finite:
        return
    w.never_prunes = p.beam == INFINITY or (p.lowest >= 0 and highest_cell(p, w) <= p.beam)
    if not w.never_prunes and (p.edges or p.lowest < 0):
        return
    w.way = IN_LANES
    if p.edges or p.n > 64:
        return
    one = p.insertion[0]
    equal_costs = one > 0
    for k in range(p.m):
        equal_costs &= p.insertion[k] == one
    for k in range(p.n):
        equal_costs &= p.deletion[k] == one
    for k in range(<int64_t>p.n * p.m):
        equal_costs &= p.cost[k] == (0.0 if p.kind[k] == MATCH else one)
    if equal_costs:
        w.way = BIT_PARALLEL
        prepare_bits(p, w, one)


cdef void prepare_bits(const Input *p, Work *w, double one) noexcept nogil:
    cdef int i, j
    cdef uint64_t bits
    for j in range(p.m):
        bits = 0
        for i in range(p.n):
            if p.kind[<int64_t>j * p.n + i] == MATCH:
                bits |= <uint64_t>1 << i
        w.equal[j] = bits
    w.sums[0] = 0.0
    for i in range(p.n + p.m):
        w.sums[i + 1] = w.sums[i] + one


cdef double highest_cell(const Input *p, Work *w) noexcept nogil:
    """No cell of any order's table costs more: to (i, j) lead i diagonal steps or deletions, and insertions."""
    cdef int i, j
    cdef double insertion = 0.0, so_far = 0.0, highest, step
    for j in range(p.m):
        insertion = max(insertion, p.insertion[j])
    for i in range(p.n):
        w.dual[i] = p.deletion[i]
    for j in range(p.m):
        for i in range(p.n):
            step = p.cost[<int64_t>j * p.n + i]
            w.dual[i] = step if step > w.dual[i] else w.dual[i]
    highest = p.m * insertion
    for i in range(p.n):
        so_far += w.dual[i]
        highest = max(highest, so_far + max(0, p.m - i - 1) * insertion)
    return highest * (1.0 + 1e-9)


cdef double lowest_total(const Input *p, Work *w) noexcept nogil:
    """No order of the words costs less. A feasible dual of the assignment problem: a value for each word, such that no
    edit costs less than the values of the words it takes; their sum is the bound. Only for costs of zero or more."""
    cdef int i, j, k, e, x
    cdef double total = 0.0, value, share
    cdef const double *cost
    for i in range(p.n):
        w.dual[i] = p.deletion[i]
    for j in range(p.m):
        cost = p.cost + <int64_t>j * p.n
        for i in range(p.n):
            w.dual[i] = cost[i] if cost[i] < w.dual[i] else w.dual[i]
    for e in range(p.edges):
        share = p.edge_cost[e] / (p.edge_ref_len[e] + p.edge_hyp_len[e])
        for i in range(p.edge_row[e], p.edge_row[e] + p.edge_ref_len[e]):
            w.dual[i] = min(w.dual[i], share)
    for i in range(p.n):
        total += w.dual[i]
    for j in range(p.m):
        cost = p.cost + <int64_t>j * p.n
        value = p.insertion[j]
        for i in range(p.n):
            share = cost[i] - w.dual[i]
            value = share if share < value else value
        if p.edges:
            for e in range(p.edges):
                share = p.edge_cost[e] / (p.edge_ref_len[e] + p.edge_hyp_len[e])
                if share < value:
                    for x in range(p.edge_hyp_len[e]):
                        if p.edge_ids[p.edge_ids_start[e] + x] == p.hyp_ids[j]:
                            value = share
                            break
        total += value
    return total * (1.0 - 1e-9) - 1e-9
