# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Encoded pairs in arrays, aligned and learned from without Python: the compiled twin of `perceptron.learn_plainly`.

The features of all cells of a pair lie feature by feature, so that the cost of every cell under new weights is a few
vector operations; each cell's sum is formed in the order of FEATURES, as in the definition.
"""

from libc.math cimport INFINITY, NAN
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

import numpy as np

from perpend.similarity.features import FEATURES
from perpend.similarity.pairs import SEARCH

from perpend.alignment._kernel cimport Answer, Input, Workspace, set_search

__all__ = ["Examples"]

cdef double LARGEST_STEP = 1e9

cdef enum:
    COUNT = 36
    STEMMING = 1
    SYNONYMY = 2
    SHIFT = 3
    PHRASES = 4
    INSERTION = 8
    DELETION = 9
    WORD = 10
    WORD_FEATURES = 8
    SUBSTITUTION = 18
    CELL_FEATURES = 18
    MATCH = 0
    SUBSTITUTE = 1
    STEM = 2
    SYNONYM = 3
    INSERT = 4
    DELETE = 5
    PHRASE = 6


cdef struct Example:
    int n, m, edges, longest_edge
    const double *cells  # [CELL_FEATURES][m * n]
    const uint8_t *relation  # [m * n]: 0 none, 1 stem, 2 synonym, 4 equal
    const uint8_t *agrees
    const double *hyp_words  # [m][WORD_FEATURES]
    const double *ref_words
    const int32_t *hyp_ids
    const uint8_t *hyp_stop
    const uint8_t *ref_stop
    const int32_t *edge_row
    const int32_t *edge_ref_len
    const int32_t *edge_hyp_len
    const int32_t *edge_ids_start
    const int32_t *edge_ids
    const double *edge_features  # [edges][4]
    const int32_t *word_edge_start
    const int32_t *word_edges


cdef class Examples:
    """Encoded pairs, ready for many alignments under changing weights."""

    cdef Example *items
    cdef readonly int64_t count
    cdef list kept
    cdef Workspace room
    cdef Input search
    cdef double[::1] cost, insertion, deletion, edge_cost
    cdef uint8_t[::1] kind

    def __cinit__(self, pairs, search=SEARCH):
        cdef int64_t k, cells = 1, words = 1, edges = 1
        self.count, self.kept, self.room = len(pairs), [], Workspace()
        set_search(&self.search, search)
        self.items = <Example *>calloc(self.count + 1, sizeof(Example))
        if self.items == NULL:
            raise MemoryError
        for k, pair in enumerate(pairs):
            self.pack(&self.items[k], pair)
            cells = max(cells, self.items[k].n * self.items[k].m)
            words = max(words, max(self.items[k].n, self.items[k].m))
            edges = max(edges, self.items[k].edges)
        self.cost, self.kind = np.zeros(cells), np.zeros(cells, np.uint8)
        self.insertion, self.deletion, self.edge_cost = np.zeros(words), np.zeros(words), np.zeros(edges)

    def __dealloc__(self):
        free(self.items)

    cdef const double *doubles(self, values):
        cdef double[::1] array = np.append(np.asarray(values, np.float64).ravel(), 0.0)
        self.kept.append(array)
        return &array[0]

    cdef const int32_t *integers(self, values):
        cdef int32_t[::1] array = np.append(np.asarray(values, np.int32).ravel(), np.int32(0))
        self.kept.append(array)
        return &array[0]

    cdef const uint8_t *octets(self, values):
        cdef uint8_t[::1] array = np.append(np.asarray(values, np.uint8).ravel(), np.uint8(0))
        self.kept.append(array)
        return &array[0]

    cdef pack(self, Example *e, pair):
        ids = {}
        hyp_ids = [ids.setdefault(word, len(ids)) for word in pair.hyp]
        n, m = len(pair.ref), len(pair.hyp)
        e.n, e.m, e.edges = n, m, len(pair.phrases)
        cells = np.zeros((CELL_FEATURES, m, n))
        relation = np.zeros((m, n), np.uint8)
        for i in range(n):
            for j in range(m):
                cell = pair.cells[i][j]
                relation[j, i] = 4 if cell is None else pair.relations[i][j]
                for name, value in (cell or {}).items():
                    cells[INDEX[name] - SUBSTITUTION, j, i] = value
        e.cells, e.relation, e.agrees = self.doubles(cells), self.octets(relation), self.octets(relation > 0)
        e.hyp_words, e.ref_words = self.doubles(word_rows(pair.insertions)), self.doubles(word_rows(pair.deletions))
        e.hyp_ids = self.integers(hyp_ids)
        e.hyp_stop, e.ref_stop = self.octets(pair.hyp_stop), self.octets(pair.ref_stop)
        words = [[ids[word] for word in use.words] for use in pair.phrases]
        e.longest_edge = max(map(len, words), default=1)
        e.edge_row = self.integers([use.ref_start for use in pair.phrases])
        e.edge_ref_len = self.integers([use.ref_len for use in pair.phrases])
        e.edge_hyp_len = self.integers([len(word) for word in words])
        e.edge_ids_start = self.integers(np.cumsum([0] + [len(word) for word in words]))
        e.edge_ids = self.integers([number for word in words for number in word])
        e.edge_features = self.doubles([[use.features[FEATURES[PHRASES + k]] for k in range(4)] for use in pair.phrases])
        by_word = [[k for k, word in enumerate(words) if word[0] == number] for number in hyp_ids]
        e.word_edge_start = self.integers(np.cumsum([0] + [len(edges) for edges in by_word]))
        e.word_edges = self.integers([k for edges in by_word for k in edges])

    cdef bint align(self, const Example *e, const double *weights) noexcept nogil:
        """Costs under these weights, then the cheapest edits."""
        cdef Input p = self.search
        cdef int64_t c, cells = <int64_t>e.n * e.m
        cdef int k, f
        for c in range(cells):
            self.cost[c] = 0.0
        for f in range(CELL_FEATURES):
            add_scaled(cells, weights[SUBSTITUTION + f], e.cells + f * cells, &self.cost[0])
        for c in range(cells):
            self.kind[c] = SUBSTITUTE
            if e.relation[c]:
                self.choose(e.relation[c], weights, c)
        for k in range(e.m):
            self.insertion[k] = word_cost(weights, INSERTION, e.hyp_words + k * WORD_FEATURES)
        for k in range(e.n):
            self.deletion[k] = word_cost(weights, DELETION, e.ref_words + k * WORD_FEATURES)
        for k in range(e.edges):
            self.edge_cost[k] = 0.0
            for f in range(4):
                self.edge_cost[k] += weights[PHRASES + f] * e.edge_features[4 * k + f]
        p.n, p.m, p.edges, p.longest_edge, p.hyp_ids = e.n, e.m, e.edges, e.longest_edge, e.hyp_ids
        p.cost, p.kind, p.agrees = &self.cost[0], &self.kind[0], e.agrees
        p.insertion, p.deletion, p.ref_stop, p.hyp_stop = &self.insertion[0], &self.deletion[0], e.ref_stop, e.hyp_stop
        p.edge_row, p.edge_ref_len, p.edge_hyp_len = e.edge_row, e.edge_ref_len, e.edge_hyp_len
        p.edge_ids_start, p.edge_ids, p.edge_cost = e.edge_ids_start, e.edge_ids, &self.edge_cost[0]
        p.word_edge_start, p.word_edges = e.word_edge_start, e.word_edges
        p.shift_cost = weights[SHIFT]
        self.judge(&p)
        return self.room.solve(&p)

    cdef void choose(self, uint8_t relation, const double *weights, int64_t c) noexcept nogil:
        """Equal words match; else the cheapest of substitution, stem and synonym, the first at equal cost."""
        if relation & 4:
            self.cost[c] = 0.0
            self.kind[c] = MATCH
            return
        if relation & 1 and weights[STEMMING] < self.cost[c]:
            self.cost[c] = weights[STEMMING]
            self.kind[c] = STEM
        if relation & 2 and weights[SYNONYMY] < self.cost[c]:
            self.cost[c] = weights[SYNONYMY]
            self.kind[c] = SYNONYM

    cdef void judge(self, Input *p) noexcept nogil:
        cdef int64_t k
        p.finite = True
        p.lowest = INFINITY
        for k in range(<int64_t>p.n * p.m):
            p.lowest = self.cost[k] if self.cost[k] < p.lowest else p.lowest
            p.highest = self.cost[k] if self.cost[k] > p.highest else p.highest
        for k in range(p.m):
            p.lowest = min(p.lowest, self.insertion[k])
            p.highest_insertion = max(p.highest_insertion, self.insertion[k])
        for k in range(p.n):
            p.lowest = min(p.lowest, self.deletion[k])
            p.highest = max(p.highest, self.deletion[k])
        for k in range(p.edges):
            p.lowest = min(p.lowest, self.edge_cost[k])

    cdef void features(self, const Example *e, double *out) noexcept nogil:
        """The features of the alignment just found; sums are formed edit by edit, as in the definition."""
        cdef const Answer *a = &self.room.answer
        cdef int64_t k
        cdef int i = 0, j = 0, f, op
        cdef double length = e.n + e.m
        memset(out, 0, COUNT * sizeof(double))
        for k in range(a.steps - 1, -1, -1):
            op = a.step_op[k]
            if op == INSERT:
                out[INSERTION] += 1.0
                add_word(e.hyp_words + a.order[j] * WORD_FEATURES, out)
            elif op == DELETE:
                out[DELETION] += 1.0
                add_word(e.ref_words + i * WORD_FEATURES, out)
            elif op == PHRASE:
                for f in range(4):
                    out[PHRASES + f] += e.edge_features[4 * a.step_edge[k] + f]
            elif op == STEM:
                out[STEMMING] += 1.0
            elif op == SYNONYM:
                out[SYNONYMY] += 1.0
            elif op == SUBSTITUTE:
                for f in range(CELL_FEATURES):
                    out[SUBSTITUTION + f] += e.cells[f * (<int64_t>e.n * e.m) + <int64_t>a.order[j] * e.n + i]
            i += a.step_ref[k]
            j += a.step_hyp[k]
        out[SHIFT] = a.shifts
        for f in range(1, COUNT):
            out[f] = out[f] / length if length > 0 else 0.0
        out[0] = 1.0

    def epoch(self, const int32_t[::1] order, const double[::1] truth, double rate, double least_shift,
              double[::1] weights, double[::1] total):
        """Learn from each pair once, in this order; changes `weights` and adds them to `total`. The sum of squared
        errors comes back, or NaN if a step was larger than LARGEST_STEP: the aligner takes finite costs only."""
        cdef int64_t x, k
        cdef int f
        cdef double features[COUNT]
        cdef double cost, error, step, squares = 0.0
        cdef bint solved = True
        with nogil:
            for x in range(order.shape[0]):
                k = order[x]
                solved = self.align(&self.items[k], &weights[0])
                if not solved:
                    break
                self.features(&self.items[k], features)
                cost = 0.0
                for f in range(COUNT):
                    cost += weights[f] * features[f]
                error = truth[k] - cost
                squares += error * error
                step = rate * error
                if not -LARGEST_STEP <= step <= LARGEST_STEP:
                    squares = NAN
                    break
                for f in range(COUNT):
                    weights[f] = weights[f] + step * features[f]
                if weights[SHIFT] < least_shift:
                    weights[SHIFT] = least_shift
                for f in range(COUNT):
                    total[f] = total[f] + weights[f]
        if not solved:
            raise MemoryError("no memory to align a pair")
        return squares

    def feature_matrix(self, const double[::1] weights):
        """The features of every pair, aligned under these weights."""
        matrix = np.zeros((self.count, COUNT))
        cdef double[:, ::1] rows = matrix
        cdef int64_t k
        cdef bint solved = True
        with nogil:
            for k in range(self.count):
                solved = self.align(&self.items[k], &weights[0])
                if not solved:
                    break
                self.features(&self.items[k], &rows[k, 0])
        if not solved:
            raise MemoryError("no memory to align a pair")
        return matrix


INDEX = {name: k for k, name in enumerate(FEATURES)}


def word_rows(values):
    return [[word.get(FEATURES[WORD + k], 0.0) for k in range(WORD_FEATURES)] for word in values]


cdef inline void add_scaled(int64_t count, double weight, const double *values, double *into) noexcept nogil:
    cdef int64_t c
    for c in range(count):
        into[c] = into[c] + weight * values[c]


cdef inline void add_word(const double *values, double *out) noexcept nogil:
    cdef int f
    for f in range(WORD_FEATURES):
        out[WORD + f] += values[f]


cdef inline double word_cost(const double *weights, int kind, const double *values) noexcept nogil:
    cdef int f
    cdef double cost = 0.0 + weights[kind] * 1.0
    for f in range(WORD_FEATURES):
        cost += weights[WORD + f] * values[f]
    return cost
