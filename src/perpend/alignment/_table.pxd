# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The table of cheapest edits for one order of the hypothesis words: one column per word, from left to right.

A column is first *pulled* from the columns before it (phrases, diagonal steps, insertions), then *settled* (deletions
down the column, the beam). Pulling asks the possible writers of a cell in the order in which the definition, which
pushes, would have let them write; so ties fall alike, and columns left of a shift need not be computed again.

Values live in a ring of `depth` columns, column j at j % depth. Only the base table keeps all of them.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset

from perpend.alignment._lists cimport Integers, push
from perpend.alignment._problem cimport DELETE, INSERT, MATCH, PHRASE, Input
from perpend.alignment._work cimport UNSET, Table, Work


cdef inline int fit_phrases(const Input *p, const int32_t *order, int from_column, int32_t *starts, Integers *fits) noexcept nogil:
    """Lists, for each position from `from_column` on, the phrase edges that match there, in the table's order."""
    cdef int j, k, e, length
    fits.count = starts[from_column] if from_column else 0
    for j in range(from_column, p.m):
        starts[j] = <int32_t>fits.count
        for k in range(p.word_edge_start[order[j]], p.word_edge_start[order[j] + 1]):
            e = p.word_edges[k]
            length = p.edge_hyp_len[e]
            if j + length <= p.m and words_fit(p, order + j, 1, e, length) and not push(fits, e):
                return -1
    starts[p.m] = <int32_t>fits.count
    return 0


cdef inline bint words_fit(const Input *p, const int32_t *order, int stride, int e, int length) noexcept nogil:
    """Whether the words of the edge are here; the first is known to match."""
    cdef int k
    cdef const int32_t *ids = p.edge_ids + p.edge_ids_start[e]
    for k in range(1, length):
        if p.hyp_ids[order[k * stride]] != ids[k]:
            return False
    return True


cdef inline double pair_cost(const Input *p, int64_t at) noexcept nogil:
    return p.cost[at] if p.cost != NULL else p.kind_cost[p.kind[at]]


cdef inline bint offer(Table *t, int64_t at, double cost, int op) noexcept nogil:
    """Writes a cell unless its current value is as cheap: of equals the first stays."""
    if t.op[at] == UNSET or cost < t.value[at]:
        t.value[at] = cost
        t.op[at] = <uint8_t>op
        return True
    return False


cdef inline int offer_phrase(const Input *p, Table *t, Integers *landed, int j, int e, double value) noexcept nogil:
    """Writes the cell of a phrase that ends in column j; `landed` records which phrase wrote which cell."""
    cdef int row = p.edge_row[e] + p.edge_ref_len[e]
    if offer(t, (j % t.depth) * (<int64_t>p.n + 1) + row, value + p.edge_cost[e], PHRASE) and landed != NULL:
        if not push(landed, row) or not push(landed, e):
            return -1
    return 0


cdef inline int land_phrases(const Input *p, Table *t, Integers *landed, int j, const int32_t *starts,
                      const int32_t *fits) noexcept nogil:
    """Phrases that end in column j, except one word against one: earlier columns first, then in the table's order."""
    cdef int64_t rows = p.n + 1, source
    cdef int s, k, e
    for s in range(max(0, j - p.longest_edge), j):
        for k in range(starts[s], starts[s + 1]):
            e = fits[k]
            if p.edge_hyp_len[e] != j - s or (j - s == 1 and p.edge_ref_len[e] == 1):
                continue
            source = (s % t.depth) * rows + p.edge_row[e]
            if t.alive[source] and offer_phrase(p, t, landed, j, e, t.value[source]) < 0:
                return -1
    return 0


cdef inline int pull_column(const Input *p, Table *t, Integers *landed, const int32_t *order, int j, const int32_t *starts,
                     const int32_t *fits) noexcept nogil:
    """Fills the cells of column j from the columns before it, and computes the column's bound."""
    cdef int64_t rows = p.n + 1, here = (j % t.depth) * rows, before = ((j - 1) % t.depth) * rows
    cdef int word = order[j - 1], i, k, e, low = t.first[j], high = min(t.last[j], p.n)
    cdef int64_t row = <int64_t>word * p.n
    cdef const uint8_t *kind = p.kind + row
    cdef double c, bound = INFINITY, insertion = p.insertion[word]
    cdef bint written
    memset(t.op + here, UNSET, rows)
    if p.edges and land_phrases(p, t, landed, j, starts, fits) < 0:
        return -1
    for i in range(low, high + 1):
        if i > low and t.alive[before + i - 1]:
            c = pair_cost(p, row + i - 1) + t.value[before + i - 1]
            written = offer(t, here + i, c, kind[i - 1])
            if (written or kind[i - 1] == MATCH) and c < bound:
                bound = c
            if p.edges:
                for k in range(starts[j - 1], starts[j]):
                    e = fits[k]
                    if p.edge_row[e] == i - 1 and p.edge_ref_len[e] == 1 and p.edge_hyp_len[e] == 1:
                        if offer_phrase(p, t, landed, j, e, t.value[before + i - 1]) < 0:
                            return -1
        if t.alive[before + i]:
            offer(t, here + i, t.value[before + i] + insertion, INSERT)
    t.bound[j] = bound
    return 0


cdef inline void settle_column(const Input *p, Table *t, int j) noexcept nogil:
    """Deletions down column j; which of its cells go on, and the rows that the next column must look at."""
    if not prune_column(p, t, j, t.bound[j] + p.beam):
        prune_column(p, t, j, INFINITY)
    if t.trace != NULL:
        memcpy(t.trace + j * (<int64_t>p.n + 1), t.op + (j % t.depth) * (<int64_t>p.n + 1), p.n + 1)


cdef inline bint prune_column(const Input *p, Table *t, int j, double limit) noexcept nogil:
    """Settles column j with this limit; returns False, with nothing changed, if all of its cells cost more."""
    cdef int64_t here = (j % t.depth) * (<int64_t>p.n + 1)
    cdef int i, last = t.last[j], next_first = -1, next_last = -1
    cdef bint final = j == p.m
    memset(t.alive + here, 0, p.n + 1)
    for i in range(t.first[j], p.n + 1):
        if not final and i > last:
            break
        if t.op[here + i] == UNSET or (not final and t.value[here + i] > limit):
            continue
        t.alive[here + i] = 1
        if next_first < 0:
            next_first = i
        next_last = i + 1
        if i < p.n and offer(t, here + i + 1, t.value[here + i] + p.deletion[i], DELETE) and i >= last:
            last = i + 1
    t.first[j + 1] = next_first
    t.last[j + 1] = next_last
    return next_first >= 0


cdef inline int fill_table(const Input *p, Table *t, Integers *landed, const int32_t *order, int from_column,
                    const int32_t *starts, const int32_t *fits) noexcept nogil:
    """Columns `from_column` + 1 to m; those up to `from_column` are given (-1: none)."""
    cdef int j
    if from_column < 0:
        memset(t.op, UNSET, p.n + 1)
        offer(t, 0, 0.0, MATCH)
        t.bound[0] = INFINITY
        t.first[0] = t.last[0] = 0
        t.landed_until[0] = 0
        settle_column(p, t, 0)
        from_column = 0
    if landed != NULL:
        landed.count = t.landed_until[from_column]
    for j in range(from_column + 1, p.m + 1):
        if pull_column(p, t, landed, order, j, starts, fits) < 0:
            return -1
        settle_column(p, t, j)
        if landed != NULL:
            t.landed_until[j] = landed.count
    t.total = t.value[(p.m % t.depth) * (<int64_t>p.n + 1) + p.n]
    return 0


cdef inline int landed_edge(const Table *t, const Integers *landed, int i, int j) noexcept nogil:
    """The phrase that wrote cell (i, j) last."""
    cdef int64_t k = t.landed_until[j] - 2
    while landed.items[k] != i:
        k -= 2
    return landed.items[k + 1]


cdef inline void take_step(const Input *p, Work *w, int64_t *k, int op, int edge, int *i, int *j) noexcept nogil:
    """Records one step of the traceback, and takes it."""
    w.step_op[k[0]] = <uint8_t>op
    w.step_edge[k[0]] = edge
    w.step_ref[k[0]] = 0 if op == INSERT else p.edge_ref_len[edge] if op == PHRASE else 1
    w.step_hyp[k[0]] = 0 if op == DELETE else p.edge_hyp_len[edge] if op == PHRASE else 1
    i[0] -= w.step_ref[k[0]]
    j[0] -= w.step_hyp[k[0]]
    k[0] += 1


cdef inline void trace_back(const Input *p, Work *w) noexcept nogil:
    """Traces the steps back through the base table."""
    cdef Table *t = &w.base
    cdef int i = p.n, j = p.m, op
    cdef int64_t k = 0
    while i > 0 or j > 0:
        op = t.trace[j * (<int64_t>p.n + 1) + i]
        take_step(p, w, &k, op, landed_edge(t, &w.landed, i, j) if op == PHRASE else -1, &i, &j)
    w.steps = k
    cost_steps(p, w)


cdef inline void cost_steps(const Input *p, Work *w) noexcept nogil:
    """Computes the cost of each step: the difference of two cells, with its rounding."""
    cdef int i = 0, j = 0, op
    cdef int64_t k
    cdef double value = 0.0, after
    for k in range(w.steps - 1, -1, -1):
        op = w.step_op[k]
        if op == INSERT:
            after = value + p.insertion[w.order[j]]
        elif op == DELETE:
            after = value + p.deletion[i]
        elif op == PHRASE:
            after = value + p.edge_cost[w.step_edge[k]]
        else:
            after = value + pair_cost(p, <int64_t>w.order[j] * p.n + i)
        w.step_cost[k] = after - value
        value = after
        i += w.step_ref[k]
        j += w.step_hyp[k]
