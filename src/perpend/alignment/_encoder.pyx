# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Words -> the numbers of the kernel -> alignments, many pairs at a time: the compiled twin of `costs.problem_of`.

Look-ups are the slow part of an alignment, so each is done once per word, not once per pair of words: `_vocabulary`
gives each word a number and the list of the words related to it.

The cost matrix of a pair is one value everywhere except for a few cells. Entries of the phrase table are found by
walking its trie; the cost of an entry is computed once.
"""

from libc.math cimport INFINITY, isfinite, log
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

import numpy as np

from perpend.lexicon.phrases.walk import too_many_matches

from perpend.alignment._answers cimport Batch, Encoded, no_memory
from perpend.alignment._kernel cimport Workspace, set_search
from perpend.alignment._lists cimport Integers, push, push_double
from perpend.alignment._problem cimport MATCH, STEM, SUBSTITUTE, SYNONYM, Input
from perpend.alignment._vocabulary cimport BY_STEM, BY_SYNONYM, Vocabulary, Word
from perpend.lexicon.phrases._walk cimport MAX_PHRASE, REF, child_of, pairs_from, words_of

__all__ = ["Encoder"]

cdef enum:
    MOST_EDGES = 1 << 22
    MOST_PLACES = 1 << 26


cdef class Encoder:
    """Aligns lists of tokens under one set of costs; not thread-safe."""

    def __cinit__(self, Vocabulary vocabulary not None, *, search, pair_costs, insertion, deletion, relations_agree,
                  table=None, function="NONE", params=(), lowest_phrase=-INFINITY, highest_phrase=INFINITY):
        cdef int how
        self.vocabulary = vocabulary
        self.has_relations = vocabulary.stem_of is not None or vocabulary.synsets_of is not None
        self.room, self.phrase_room = Workspace(), Workspace()
        set_search(&self.search, search)
        self.insertion, self.deletion, self.relations_agree = insertion, deletion, relations_agree
        for kind, cost in enumerate(pair_costs):
            self.kind_cost[kind] = self.search.kind_cost[kind] = cost
        for how in range(4):
            self.kind_by_relation[how] = self.cheapest(how)
        if table is not None:
            self.set_table(table, function, params, lowest_phrase, highest_phrase)

    cdef uint8_t cheapest(self, int how):
        """Returns the cheapest of substitution, stem and synonym, the first of them at equal cost."""
        cdef uint8_t best = SUBSTITUTE
        if how & BY_STEM and self.kind_cost[STEM] < self.kind_cost[best]:
            best = STEM
        if how & BY_SYNONYM and self.kind_cost[SYNONYM] < self.kind_cost[best]:
            best = SYNONYM
        return best

    cdef set_table(self, table, function, params, lowest, highest):
        cdef int64_t k
        self.walker, self.pair_p = table.walker, table.pair_p
        self.trie = self.walker.trie
        self.entry_cost = np.zeros(len(table), np.float64)
        self.entry_known = np.zeros(len(table), np.uint8)
        self.function = {"NONE": NONE, "STD": STD, "STDINV": STDINV, "STDNONED": STDNONED,
                         "STDINVNONED": STDINVNONED}[function]
        for k, value in enumerate(params[:4]):
            self.params[k] = value
        self.lowest_phrase, self.highest_phrase = lowest, highest
        self.places = table.word_count
        self.place = <int32_t *>calloc(self.places + 1, sizeof(int32_t))
        self.edge_head = <int32_t *>calloc(self.places + 1, sizeof(int32_t))
        if self.place == NULL or self.edge_head == NULL:
            raise MemoryError
        for k in range(self.places):
            self.place[k] = self.edge_head[k] = -1

    def __dealloc__(self):
        free(self.buffer.memory)
        free(self.phrase_buffer.memory)
        free(self.first_same)
        free(self.place)
        free(self.edge_head)
        free(self.edge_row.items)
        free(self.edge_ref_len.items)
        free(self.edge_hyp_len.items)
        free(self.edge_ids_start.items)
        free(self.edge_ids.items)
        free(self.edge_entry.items)
        free(self.edge_node.items)
        free(self.edge_next.items)
        free(self.word_edge_start.items)
        free(self.word_edges.items)
        free(self.edge_cost.items)

    def solve_many(self, hyps, refs):
        """Aligns each hypothesis with its reference, both lists of token tuples; returns the arrays of `Alignments`."""
        cdef Batch batch = Batch(len(hyps))
        cdef Integers hyp_words, ref_words
        cdef int64_t k, hyp_at = 0, ref_at = 0, pairs = len(hyps)
        cdef int n, m
        cdef bint solved = True
        memset(&hyp_words, 0, sizeof(Integers))
        memset(&ref_words, 0, sizeof(Integers))
        try:
            for hyp, ref in zip(hyps, refs, strict=True):
                self.number_words(hyp, &hyp_words)
                self.number_words(ref, &ref_words)
                batch.expect(len(ref), len(hyp))
            self.make_room_for_words()
            with nogil:
                for k in range(pairs):
                    n, m = batch.ref_len[k], batch.hyp_len[k]
                    solved = self.solve_pair(ref_words.items + ref_at, n, hyp_words.items + hyp_at, m)
                    solved = solved and batch.keep(k, &self.room.answer, self.edge_entry.items)
                    if not solved:
                        break
                    hyp_at += m
                    ref_at += n
        finally:
            free(hyp_words.items)
            free(ref_words.items)
        if not solved:
            raise self.failure(n, m)
        return batch.arrays()

    cdef object failure(self, int n, int m):
        """Returns the error for a pair that could not be aligned."""
        if self.too_many:
            self.too_many = False
            return too_many_matches(MOST_EDGES)
        return no_memory(n, m)

    def encode_many(self, hyps, refs):
        """Returns the encoded pairs, so that `Encoded.solve` can be timed without look-ups."""
        cdef Encoded encoded = Encoded(len(hyps))
        cdef Integers hyp_words, ref_words
        cdef Input p
        for hyp, ref in zip(hyps, refs, strict=True):
            memset(&hyp_words, 0, sizeof(Integers))
            memset(&ref_words, 0, sizeof(Integers))
            try:
                self.number_words(hyp, &hyp_words)
                self.number_words(ref, &ref_words)
                self.make_room_for_words()
                p = self.search
                if not self.fill_pair(&p, &self.buffer, ref_words.items, len(ref), hyp_words.items, len(hyp)):
                    raise self.failure(len(ref), len(hyp))
                if self.walker is not None and not self.add_edges(&p, ref_words.items, hyp_words.items):
                    raise self.failure(len(ref), len(hyp))
                encoded.keep(&p, self.edge_entry.items)
            finally:
                free(hyp_words.items)
                free(ref_words.items)
        return encoded

    def active(self, hyp, ref):
        """Returns (ref start, ref length, hypothesis words, cost, entry) of each usable entry of the phrase table."""
        cdef Encoded encoded = self.encode_many([hyp], [ref])
        cdef const Input *p = &encoded.problems[0]
        cdef int64_t k
        words = {p.hyp_ids[k]: hyp[k] for k in range(p.m)}
        found = []
        for k in range(p.edges):
            ids = [p.edge_ids[p.edge_ids_start[k] + x] for x in range(p.edge_hyp_len[k])]
            found.append((p.edge_row[k], p.edge_ref_len[k], tuple([words[number] for number in ids]), p.edge_cost[k],
                          self.edge_entry.items[k]))
        return found

    cdef int number_words(self, tokens, Integers *into) except -1:
        for token in tokens:
            if not push(into, self.vocabulary.number(token)):
                raise MemoryError
        return 0

    cdef int make_room_for_words(self) except -1:
        cdef int64_t k, room = self.vocabulary.room
        if room <= self.first_same_room:
            return 0
        grown = <int32_t *>realloc(self.first_same, room * sizeof(int32_t))
        if grown == NULL:
            raise MemoryError
        self.first_same = grown
        for k in range(self.first_same_room, room):
            self.first_same[k] = -1
        self.first_same_room = room
        return 0

    cdef bint solve_pair(self, const int32_t *ref, int n, const int32_t *hyp, int m) noexcept nogil:
        cdef Input p = self.search
        if not self.fill_pair(&p, &self.buffer, ref, n, hyp, m):
            return False
        if self.walker is not None and not self.add_edges(&p, ref, hyp):
            return False
        return self.room.solve(&p)

    cdef bint fill_pair(self, Input *p, Buffer *b, const int32_t *ref, int n, const int32_t *hyp, int m) noexcept nogil:
        """Fills the matrices of one pair."""
        cdef bint large = (<int64_t>n + 1) * (m + 1) > p.max_cells
        cdef const Word *words = self.vocabulary.items
        cdef int i, j
        p.n, p.m, p.edges, p.longest_edge = n, m, 0, 1
        if not lay_out(b, n, m, large):
            return False
        for i in range(n - 1, -1, -1):
            b.next_same[i] = self.first_same[ref[i]]
            self.first_same[ref[i]] = i
            b.deletion[i] = self.deletion
            b.ref_stop[i] = words[ref[i]].stop
        for j in range(m):
            b.insertion[j] = self.insertion
            b.hyp_stop[j] = words[hyp[j]].stop
            b.hyp_ids[j] = words[hyp[j]].phrase_number
            self.fill_word(b, j, n, &words[hyp[j]], hyp[j], large)
        for i in range(n):
            self.first_same[ref[i]] = -1
        p.cost = NULL if large else b.cost
        p.kind, p.agrees, p.hyp_ids = b.kind, b.agrees, b.hyp_ids
        p.insertion, p.deletion, p.ref_stop, p.hyp_stop = b.insertion, b.deletion, b.ref_stop, b.hyp_stop
        self.judge(p)
        return True

    cdef void fill_word(self, Buffer *b, int j, int n, const Word *word, int32_t number, bint large) noexcept nogil:
        cdef int64_t row = <int64_t>j * n
        cdef int i, k
        cdef double substitution = self.kind_cost[SUBSTITUTE]
        memset(b.kind + row, SUBSTITUTE, n)
        if not large:
            memset(b.agrees + row, 0, n)
            for i in range(n):
                b.cost[row + i] = substitution
        self.mark(b, row, self.first_same[number], MATCH, True, large)
        for k in range(word.count):
            i = self.first_same[word.related[k].word]
            if i >= 0:
                self.mark(b, row, i, self.kind_by_relation[word.related[k].how], self.relations_agree, large)

    cdef void mark(self, Buffer *b, int64_t row, int i, uint8_t kind, bint agrees, bint large) noexcept nogil:
        """Sets the cells of all positions of one reference word."""
        while i >= 0:
            b.kind[row + i] = kind
            if not large:
                b.cost[row + i] = self.kind_cost[kind]
                b.agrees[row + i] = agrees
            i = b.next_same[i]

    cdef void judge(self, Input *p) noexcept nogil:
        cdef int kind
        p.finite = isfinite(self.insertion) and isfinite(self.deletion)
        p.lowest = min(self.insertion, self.deletion)
        p.highest, p.highest_insertion = max(0.0, self.deletion), max(0.0, self.insertion)
        for kind in range(4):
            if kind >= STEM and not self.has_relations:
                break
            p.finite &= isfinite(self.kind_cost[kind]) != 0
            p.lowest = min(p.lowest, self.kind_cost[kind])
            p.highest = max(p.highest, self.kind_cost[kind])

    # -------------------- phrases

    cdef bint add_edges(self, Input *p, const int32_t *ref, const int32_t *hyp) noexcept nogil:
        """Adds all entries whose reference side is in `ref` and whose words all occur in `hyp`, in TERp's order."""
        cdef int j, start
        cdef bint added = True
        self.edge_row.count = self.edge_ref_len.count = self.edge_hyp_len.count = self.edge_ids_start.count = 0
        self.edge_ids.count = self.edge_entry.count = self.edge_node.count = self.edge_cost.count = 0
        for j in range(p.m):
            if 0 <= p.hyp_ids[j] < self.places:
                self.place[p.hyp_ids[j]] = j
        for start in range(p.n):
            added = added and self.edges_from(p, ref, hyp, start)
        for j in range(p.m):
            if 0 <= p.hyp_ids[j] < self.places:
                self.place[p.hyp_ids[j]] = -1
        return added and self.list_by_word(p)

    cdef bint edges_from(self, Input *p, const int32_t *ref, const int32_t *hyp, int start) noexcept nogil:
        cdef int end
        cdef int32_t node = 0
        cdef Py_ssize_t pair, last = 0
        for end in range(start, min(start + <int>self.trie.longest, p.n)):
            node = child_of(&self.trie, node, self.vocabulary.items[ref[end]].phrase_number)
            if node < 0:
                return True
            if self.trie.sides[node] & REF:
                pair = pairs_from(&self.trie, node, &last)
                while pair < last:
                    if not self.consider(p, ref, hyp, start, end + 1 - start, pair):
                        return False
                    pair += 1
        return True

    cdef bint consider(self, Input *p, const int32_t *ref, const int32_t *hyp, int start, int length,
                       Py_ssize_t pair) noexcept nogil:
        cdef int32_t words[MAX_PHRASE]
        cdef int32_t node = self.trie.pair_hyp[pair]
        cdef int32_t number
        cdef int count, k
        cdef double cost
        cdef int64_t e
        if not 0 < node < self.trie.nodes:
            return True
        number = self.trie.word[node]
        if not 0 <= number < self.places or self.place[number] < 0:
            return True
        count = words_of(&self.trie, node, words)
        if count == 0 or count > p.m:
            return True
        for k in range(count):
            if not 0 <= words[k] < self.places or self.place[words[k]] < 0:
                return True
        if not self.entry_known[pair] and not self.find_cost(p, ref + start, length, hyp, words, count, pair):
            return False
        cost = self.entry_cost[pair]
        e = self.edge_row.count - 1
        if e >= 0 and self.edge_node.items[e] == node and self.edge_row.items[e] == start \
                and self.edge_ref_len.items[e] == length:
            if cost < self.edge_cost.items[e]:
                self.edge_cost.items[e] = cost
                self.edge_entry.items[e] = <int32_t>pair
            return True
        return self.add_edge(start, length, words, count, node, cost, <int32_t>pair)

    cdef bint add_edge(self, int start, int length, const int32_t *words, int count, int32_t node, double cost,
                       int32_t pair) noexcept nogil:
        cdef int k
        cdef bint added
        if self.edge_row.count >= MOST_EDGES:
            self.too_many = True
            return False
        added = (
            push(&self.edge_row, start) and push(&self.edge_ref_len, length) and push(&self.edge_hyp_len, count)
            and push(&self.edge_ids_start, <int32_t>self.edge_ids.count) and push(&self.edge_entry, pair)
            and push(&self.edge_node, node) and push_double(&self.edge_cost, cost)
        )
        for k in range(count - 1, -1, -1):
            added = added and push(&self.edge_ids, words[k])
        return added

    cdef bint find_cost(self, const Input *p, const int32_t *ref, int n, const int32_t *hyp, const int32_t *words, int m,
                        Py_ssize_t pair) noexcept nogil:
        """Computes the cost of an entry: its q is the cost of aligning its two sides without phrases."""
        cdef int32_t ids[MAX_PHRASE]
        cdef int k
        cdef double q = 0.0
        if self.function == STD or self.function == STDINV:
            for k in range(m):
                ids[k] = hyp[self.place[words[m - 1 - k]]]
            if not self.edits_between(ref, n, ids, m, &q):
                return False
        self.entry_cost[pair] = self.cost_of(self.pair_p[pair], q)
        self.entry_known[pair] = 1
        return True

    cdef bint edits_between(self, const int32_t *ref, int n, const int32_t *hyp, int m, double *cost) noexcept nogil:
        """Computes the cost of aligning two phrases, given as word numbers."""
        cdef Input small = self.search
        if not self.fill_pair(&small, &self.phrase_buffer, ref, n, hyp, m) or not self.phrase_room.solve(&small):
            return False
        cost[0] = self.phrase_room.answer.cost
        return True

    cdef double cost_of(self, double p, double q) noexcept nogil:
        cdef double x = 1.0 - p if self.function == STDINV or self.function == STDINVNONED else p
        cdef double logarithm, cost
        if self.function == NONE:
            return p
        logarithm = log(x) / log(10.0)
        if self.function == STD or self.function == STDINV:
            cost = self.params[0] + (self.params[1] * logarithm * q) + (self.params[2] * x * q) + (self.params[3] * q)
        else:
            cost = self.params[0] + self.params[1] * logarithm + self.params[2] * x
        if cost > self.highest_phrase:
            cost = self.highest_phrase
        if cost < self.lowest_phrase:
            cost = self.lowest_phrase
        return cost

    cdef bint list_by_word(self, Input *p) noexcept nogil:
        """Lists for each hypothesis word the edges that begin with it, and sets the edge arrays of the kernel."""
        cdef int64_t e
        cdef int j
        cdef int32_t first
        cdef bint added = True
        self.edge_next.count = self.word_edges.count = self.word_edge_start.count = 0
        for e in range(self.edge_row.count):
            added = added and push(&self.edge_next, -1)
        if not added:
            return False
        for e in range(self.edge_row.count - 1, -1, -1):
            first = self.edge_ids.items[self.edge_ids_start.items[e]]
            self.edge_next.items[e] = self.edge_head[first]
            self.edge_head[first] = <int32_t>e
            p.longest_edge = max(p.longest_edge, self.edge_hyp_len.items[e])
            p.finite &= isfinite(self.edge_cost.items[e]) != 0
            p.lowest = min(p.lowest, self.edge_cost.items[e])
        for j in range(p.m):
            added = added and push(&self.word_edge_start, <int32_t>self.word_edges.count)
            e = self.edge_head[p.hyp_ids[j]] if 0 <= p.hyp_ids[j] < self.places else -1
            while e >= 0 and added:
                added = push(&self.word_edges, <int32_t>e)
                e = self.edge_next.items[e]
            if self.word_edges.count > MOST_PLACES:
                self.too_many = True
                added = False
        added = added and push(&self.word_edge_start, <int32_t>self.word_edges.count)
        for e in range(self.edge_row.count):
            self.edge_head[self.edge_ids.items[self.edge_ids_start.items[e]]] = -1
        p.edges = <int>self.edge_row.count
        p.edge_row, p.edge_ref_len, p.edge_hyp_len = self.edge_row.items, self.edge_ref_len.items, self.edge_hyp_len.items
        p.edge_ids_start, p.edge_ids, p.edge_cost = self.edge_ids_start.items, self.edge_ids.items, self.edge_cost.items
        p.word_edge_start, p.word_edges = self.word_edge_start.items, self.word_edges.items
        return added


cdef bint lay_out(Buffer *b, int64_t n, int64_t m, bint large) noexcept nogil:
    """Allocates the matrices and vectors of a pair; large pairs have no matrix of costs."""
    cdef int64_t cells = n * m, doubles = (0 if large else cells) + n + m + 2
    cdef int64_t bytes = (1 if large else 2) * cells + n + m + 2
    cdef int64_t need = doubles * sizeof(double) + (n + m + 2) * sizeof(int32_t) + bytes
    cdef void *grown
    if need > b.size:
        grown = realloc(b.memory, need)
        if grown == NULL:
            return False
        b.memory = <char *>grown
        b.size = need
    b.cost = <double *>b.memory
    b.insertion = b.cost + (0 if large else cells)
    b.deletion = b.insertion + m + 1
    b.hyp_ids = <int32_t *>(b.deletion + n + 1)
    b.next_same = b.hyp_ids + m + 1
    b.kind = <uint8_t *>(b.next_same + n + 1)
    b.hyp_stop = b.kind + cells
    b.ref_stop = b.hyp_stop + m + 1
    b.agrees = NULL if large else b.ref_stop + n + 1
    return True
