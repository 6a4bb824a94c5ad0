# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Packed pairs: aligning, learning and explaining on arrays, without strings.

    Words      the properties of each word, looked up once (`_words`)
    Examples   pairs, each packed from its tokens, or from an `EncodedPair`, the definition (`_packing`)
    Solver     work memory to align one pair after another; every thread needs its own

This is the compiled twin of `pairs.EncodedPair`, `perceptron.learn_plainly` and `score.explain_plainly`: the same
numbers, bit for bit. The features of a cell (the substitution of one word for another) are mostly yes or no, and few
patterns of them occur in a pair. So the cost of a cell under new weights is that of its pattern plus two more terms;
sums are formed in the order of FEATURES, as in the definition.
"""

from libc.math cimport INFINITY, NAN
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

import numpy as np

from perpend.errors import InputError
from perpend.features.edits import FEATURES
from perpend.similarity.pairs import SEARCH

from perpend.alignment._kernel cimport Workspace, set_search
from perpend.alignment._problem cimport DELETE, INSERT, MATCH, PHRASE, STEM, SUBSTITUTE, SYNONYM, Answer, Input
from perpend.alignment._vocabulary cimport BY_STEM, BY_SYNONYM
from perpend.similarity._explained cimport aligned, explained
from perpend.similarity._feature_numbers cimport (
    BOTH, CLASS_COUNT, COUNT, DELETION, DIFFERENCE, DISTANCE, INSERTION, INTERCEPT, LIKE, PHRASES, SHIFT, STEMMING,
    SUBSTITUTION, SYNONYMY, WORD, WORD_CLASS, WORD_FEATURES, WORD_LENGTH,
)
from perpend.similarity._packing cimport (
    CONTAIN, EQUAL, PATTERNS, Example, forget, pack_pair, pack_tokens, unpacked,
)
from perpend.similarity._words cimport Words

__all__ = ["Examples", "Solver", "check_features", "feature_numbers"]

cdef double LARGEST_STEP = 1e9
cdef double LARGEST_WEIGHT = 1e100


def feature_numbers():
    """The number of each feature by its name, as the compiled code has it."""
    classes = ("Punct", "Number", "Pronoun", "Negation", "Stop", "OOV")
    alike = ("Sub-Contain", "Sub-Diff-By-NonWord", "Sub-Small-LevDist")
    return {
        "Intercept": INTERCEPT,
        "Stemming": STEMMING,
        "Synonymy": SYNONYMY,
        "Shift": SHIFT,
        **{f"Paraphrase{k + 1}": PHRASES + k for k in range(4)},
        "Insertion": INSERTION,
        "Deletion": DELETION,
        "Insert-Delete-LogFreq": WORD,
        "Insert-Delete-LogWordLen": WORD + WORD_LENGTH,
        **{f"Insert-Delete-{name}": WORD + WORD_CLASS + k for k, name in enumerate(classes)},
        "Substitution": SUBSTITUTION,
        **{f"Sub-{name}-Both": BOTH + k for k, name in enumerate(classes)},
        **{f"Sub-{name}-1only": BOTH + CLASS_COUNT + k for k, name in enumerate(classes)},
        "Sub-LogFreq-Diff": DIFFERENCE,
        **{name: LIKE + k for k, name in enumerate(alike)},
        "Sub-Norm-LevDist": DISTANCE,
    }


def check_features(features):
    """Raise ImportError unless these names, in this order, are those that the compiled code was written for."""
    here, there = feature_numbers(), {name: k for k, name in enumerate(features)}
    wrong = [name for name in {**here, **there} if here.get(name) != there.get(name)]
    if wrong or len(features) != COUNT:
        raise ImportError(f"features of edits.py and of _feature_numbers.pxd differ in {', '.join(wrong) or 'number'}")


check_features(FEATURES)


cdef class Solver:
    """Work memory to align pairs, one after another; `room.answer` is the last alignment."""

    cdef Workspace room
    cdef bint busy
    cdef Input search
    cdef void *memory
    cdef int64_t size
    cdef double *cost
    cdef double *insertion
    cdef double *deletion
    cdef double *edge_cost
    cdef uint8_t *kind
    cdef double prefix[PATTERNS]

    def __cinit__(self, search=SEARCH):
        self.room = Workspace()
        set_search(&self.search, search)

    def __dealloc__(self):
        free(self.memory)

    cdef int check_free(self) except -1:
        """Refuses use by a second thread: both would write to the same memory."""
        if self.busy:
            raise RuntimeError("this Solver is at work in another thread: give each thread a Solver of its own")
        return 0

    cdef bint make_room(self, const Example *e) noexcept nogil:
        cdef int64_t cells = <int64_t>e.n * e.m, doubles = cells + e.n + e.m + e.edges
        cdef int64_t need = doubles * sizeof(double) + cells + 1
        if need > self.size:
            free(self.memory)
            self.size, self.memory = 0, calloc(1, need)
            if self.memory == NULL:
                return False
            self.size = need
        self.cost = <double *>self.memory
        self.insertion = self.cost + cells
        self.deletion = self.insertion + e.m
        self.edge_cost = self.deletion + e.n
        self.kind = <uint8_t *>(self.edge_cost + e.edges)
        return True

    cdef bint see(self, const Example *e, const double *weights, double *features) noexcept nogil:
        """The cheapest alignment under these weights, and its features; False when memory is short."""
        if not self.align(e, weights):
            return False
        self.features(e, features)
        return True

    cdef bint align(self, const Example *e, const double *weights) noexcept nogil:
        """Costs under these weights, then the cheapest edits; False when memory is short."""
        cdef Input p = self.search
        cdef int k, f
        if not self.make_room(e):
            return False
        self.set_costs(e, weights)
        for k in range(e.m):
            self.insertion[k] = word_cost(weights, INSERTION, e.hyp_words + k * WORD_FEATURES)
        for k in range(e.n):
            self.deletion[k] = word_cost(weights, DELETION, e.ref_words + k * WORD_FEATURES)
        for k in range(e.edges):
            self.edge_cost[k] = 0.0
            for f in range(4):
                self.edge_cost[k] += weights[PHRASES + f] * e.edge_features[4 * k + f]
        p.n, p.m, p.edges, p.longest_edge, p.hyp_ids = e.n, e.m, e.edges, e.longest_edge, e.hyp_ids
        p.cost, p.kind, p.agrees = self.cost, self.kind, e.agrees
        p.insertion, p.deletion, p.ref_stop, p.hyp_stop = self.insertion, self.deletion, e.ref_stop, e.hyp_stop
        p.edge_row, p.edge_ref_len, p.edge_hyp_len = e.edge_row, e.edge_ref_len, e.edge_hyp_len
        p.edge_ids_start, p.edge_ids, p.edge_cost = e.edge_ids_start, e.edge_ids, self.edge_cost
        p.word_edge_start, p.word_edges = e.word_edge_start, e.word_edges
        p.shift_cost = weights[SHIFT]
        self.judge(&p)
        return self.room.solve(&p)

    cdef void set_costs(self, const Example *e, const double *weights) noexcept nogil:
        """The cost and kind of every cell."""
        cdef int64_t k, c, cells = <int64_t>e.n * e.m
        cdef int f
        for k in range(e.patterns):
            self.prefix[k] = 0.0 + weights[SUBSTITUTION]
            for f in range(2 * CLASS_COUNT):
                self.prefix[k] += weights[BOTH + f] * ((e.classes[k] >> f) & 1)
        for c in range(cells):
            self.cost[c] = self.prefix[e.pattern[c]] + weights[DIFFERENCE] * e.difference[c]
        for k in range(e.flags):
            for f in range(3):
                if e.marks[e.flagged[k]] & (CONTAIN << f):
                    self.cost[e.flagged[k]] += weights[LIKE + f]
        for c in range(cells):
            self.cost[c] = self.cost[c] + weights[DISTANCE] * e.distance[c]
        memset(self.kind, SUBSTITUTE, cells)
        for k in range(e.relations):
            self.choose(e.marks[e.related[k]], weights, e.related[k])

    cdef void choose(self, uint8_t marks, const double *weights, int64_t c) noexcept nogil:
        """Equal words match; else the cheapest of substitution, stem and synonym, the first at equal cost."""
        if marks & EQUAL:
            self.cost[c] = 0.0
            self.kind[c] = MATCH
            return
        if marks & BY_STEM and weights[STEMMING] < self.cost[c]:
            self.cost[c] = weights[STEMMING]
            self.kind[c] = STEM
        if marks & BY_SYNONYM and weights[SYNONYMY] < self.cost[c]:
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
                add_cell(e, <int64_t>a.order[j] * e.n + i, out)
            i += a.step_ref[k]
            j += a.step_hyp[k]
        out[SHIFT] = a.shifts
        for f in range(1, COUNT):
            out[f] = out[f] / length if length > 0 else 0.0
        out[INTERCEPT] = 1.0


cdef inline void add_word(const double *values, double *out) noexcept nogil:
    cdef int f
    for f in range(WORD_FEATURES):
        out[WORD + f] += values[f]


cdef inline void add_cell(const Example *e, int64_t c, double *out) noexcept nogil:
    cdef int f, classes = e.classes[e.pattern[c]]
    out[SUBSTITUTION] += 1.0
    for f in range(2 * CLASS_COUNT):
        out[BOTH + f] += (classes >> f) & 1
    out[DIFFERENCE] += e.difference[c]
    for f in range(3):
        out[LIKE + f] += (e.marks[c] & (CONTAIN << f)) != 0
    out[DISTANCE] += e.distance[c]


cdef inline double word_cost(const double *weights, int kind, const double *values) noexcept nogil:
    cdef int f
    cdef double cost = 0.0 + weights[kind] * 1.0
    for f in range(WORD_FEATURES):
        cost += weights[WORD + f] * values[f]
    return cost


cdef inline double predicted(const double *weights, const double *features) noexcept nogil:
    cdef int f
    cdef double cost = 0.0
    for f in range(COUNT):
        cost += weights[f] * features[f]
    return cost


cdef int check_weights(const double[::1] weights) except -1:
    """Refuses weights whose costs might not be finite, which the aligner relies on."""
    cdef int f
    if weights.shape[0] != COUNT:
        raise InputError(f"{weights.shape[0]} weights for {COUNT} features: give one for each")
    for f in range(COUNT):
        if not -LARGEST_WEIGHT <= weights[f] <= LARGEST_WEIGHT:
            raise InputError(f"the weight of {FEATURES[f]} is {weights[f]}: it must be finite, at most {LARGEST_WEIGHT:g}")
    return 0


cdef int check_solved(bint solved) except -1:
    if not solved:
        raise MemoryError("no memory to align a pair")
    return 0


cdef class Examples:
    """Packed pairs, ready for many alignments under changing weights; threads may share them."""

    cdef Example *items
    cdef int64_t room
    cdef readonly int64_t count
    cdef list tokens

    def __cinit__(self, pairs=()):
        self.tokens = []
        for pair in pairs:
            pack_pair(self.next_item(), pair)
            self.keep(pair.hyp, pair.ref)

    def __dealloc__(self):
        cdef int64_t k
        for k in range(self.room):
            forget(&self.items[k])
        free(self.items)

    def __len__(self):
        return self.count

    def add(self, Words words not None, tuple hyp not None, tuple ref not None):
        """One more pair, from its tokens."""
        pack_tokens(self.next_item(), words, hyp, ref)
        self.keep(hyp, ref)

    cdef Example *next_item(self) except NULL:
        cdef int64_t room = 2 * self.room + 1
        if self.count >= self.room:
            grown = <Example *>realloc(self.items, room * sizeof(Example))
            if grown == NULL:
                raise MemoryError
            self.items = grown
            memset(self.items + self.room, 0, (room - self.room) * sizeof(Example))
            self.room = room
        # Clear the rest of a pair that could not be packed.
        forget(&self.items[self.count])
        memset(&self.items[self.count], 0, sizeof(Example))
        return &self.items[self.count]

    cdef int keep(self, hyp, ref) except -1:
        self.tokens.append((hyp, ref))
        self.count += 1
        return 0

    def epoch(self, const int32_t[::1] order, const double[::1] truth, double rate, double least_shift,
              double[::1] weights, double[::1] total, search=SEARCH):
        """Learn from each pair once, in this order; updates `weights` and adds them to `total`. Returns the sum of
        squared errors, or NaN if a step was larger than LARGEST_STEP: the aligner takes finite costs only."""
        cdef Solver solver = Solver(search)
        cdef int64_t x, k
        cdef int f
        cdef double features[COUNT]
        cdef double error, step, squares = 0.0
        cdef bint solved = True
        check_weights(weights)
        check_weights(total)
        for x in range(order.shape[0]):
            self.check_number(order[x])
        if truth.shape[0] != self.count:
            raise InputError(f"{truth.shape[0]} values for {self.count} pairs: give one for each")
        with nogil:
            for x in range(order.shape[0]):
                k = order[x]
                solved = solver.see(&self.items[k], &weights[0], features)
                if not solved:
                    break
                error = truth[k] - predicted(&weights[0], features)
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
        check_solved(solved)
        return squares

    def feature_matrix(self, const double[::1] weights, search=SEARCH):
        """The features of every pair, aligned under these weights."""
        matrix = np.zeros((self.count, COUNT))
        cdef Solver solver = Solver(search)
        cdef double[:, ::1] rows = matrix
        cdef int64_t k = 0
        check_weights(weights)
        with nogil:
            while k < self.count and solver.see(&self.items[k], &weights[0], &rows[k, 0]):
                k += 1
        check_solved(k == self.count)
        return matrix

    def costs(self, const double[::1] weights, Solver solver not None):
        """The predicted cost of every pair, aligned under these weights: what `explain` gives first, bit for bit.

        It releases the GIL. Threads may call it on the same examples, each with a `solver` of its own.
        """
        found = np.zeros(self.count)
        cdef double[::1] cost = found
        cdef double features[COUNT]
        cdef int64_t k = 0
        check_weights(weights)
        solver.check_free()
        solver.busy = True
        with nogil:
            while k < self.count and solver.see(&self.items[k], &weights[0], features):
                cost[k] = predicted(&weights[0], features)
                k += 1
        solver.busy = False
        check_solved(k == self.count)
        return found

    def explain(self, int64_t k, const double[::1] weights, Solver solver not None, signature):
        """The predicted cost of pair k, its alignment, and (edit, hypothesis words, reference words, features, points)
        of each edit and shift: the compiled twin of `score.explain_plainly`."""
        cdef Example *e = &self.items[k]
        cdef double features[COUNT]
        check_weights(weights)
        self.check_number(k)
        solver.check_free()
        hyp, ref = self.tokens[k]
        # While Python objects are made of the answer, another thread may run: it must not write a new answer.
        solver.busy = True
        try:
            check_solved(solver.see(e, &weights[0], features))
            alignment = aligned(e, &solver.room.answer, hyp, ref, weights[SHIFT], signature)
            parts = explained(e, &solver.room.answer, alignment, &weights[0])
        finally:
            solver.busy = False
        return predicted(&weights[0], features), alignment, parts

    cdef int check_number(self, int64_t k) except -1:
        if not 0 <= k < self.count:
            raise IndexError(f"pair {k} of {self.count}")
        return 0

    def packed(self, int64_t k):
        """The packed arrays of pair k, for tests; see `_packing.unpacked`."""
        self.check_number(k)
        return unpacked(&self.items[k])
