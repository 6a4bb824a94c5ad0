# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled version of `walk.PlainWalker`: same arguments, same results; its loops release the GIL.

Tables are untrusted. Every number from a table that is used as an index is first clipped to its bounds, and a walk only
goes to higher nodes: a damaged table gives wrong phrases, but neither a crash nor a hang.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, qsort, realloc

import numpy as np

from perpend.errors import CorruptResource
from perpend.lexicon.phrases import walk as phrase_walk
from perpend.lexicon.phrases.layout import MAX_WORDS

__all__ = ["Walker"]

cdef enum:
    DONE = 0
    NO_MEMORY = 1
    TOO_MANY = 2


cdef int add_hit(Hits* hits, int32_t node, Py_ssize_t start, Py_ssize_t length) noexcept nogil:
    cdef Hit* larger
    if hits.count == hits.room:
        hits.room = 64 + 2 * hits.room
        larger = <Hit*> realloc(hits.items, hits.room * sizeof(Hit))
        if larger == NULL:
            return NO_MEMORY
        hits.items = larger
    hits.items[hits.count] = Hit(<int32_t> start, <int32_t> length, node)
    hits.count += 1
    return DONE


cdef int add_match(Matches* found, Py_ssize_t ref_start, Py_ssize_t ref_length, const Hit* hit, Py_ssize_t pair) noexcept nogil:
    cdef Match* larger
    if found.count == found.limit:
        return TOO_MANY
    if found.count == found.room:
        found.room = 64 + 2 * found.room
        larger = <Match*> realloc(found.items, found.room * sizeof(Match))
        if larger == NULL:
            return NO_MEMORY
        found.items = larger
    found.items[found.count] = Match(
        <int32_t> ref_start, <int32_t> ref_length, hit.start, hit.length, <int32_t> pair
    )
    found.count += 1
    return DONE


cdef inline int sign(int32_t a, int32_t b) noexcept nogil:
    return (a > b) - (a < b)


cdef int by_node(const void* a, const void* b) noexcept nogil:
    cdef const Hit* x = <const Hit*> a
    cdef const Hit* y = <const Hit*> b
    return sign(x.node, y.node) or sign(x.start, y.start) or sign(x.length, y.length)


cdef int by_place(const void* a, const void* b) noexcept nogil:
    cdef const Match* x = <const Match*> a
    cdef const Match* y = <const Match*> b
    return (
        sign(x.hyp_start, y.hyp_start) or sign(x.ref_length, y.ref_length) or sign(x.pair, y.pair)
        or sign(x.hyp_length, y.hyp_length)
    )


cdef Py_ssize_t first_hit(const Hits* hits, int32_t node) noexcept nogil:
    """Returns where the hits of `node` begin, if there are any."""
    return first_at_least(&hits.items[0].node, sizeof(Hit) // sizeof(int32_t), 0, hits.count, node)


cdef tuple columns(const int32_t* rows, Py_ssize_t count, int width):
    """Returns rows of numbers as one array per column."""
    table = np.empty((width, count), np.int32)
    cdef int32_t[:, ::1] into = table
    cdef Py_ssize_t i
    cdef int k
    for i in range(count):
        for k in range(width):
            into[k, i] = rows[i * width + k]
    return tuple(table)


cdef int raise_for(int status, Py_ssize_t limit) except -1:
    if status == NO_MEMORY:
        raise MemoryError("no memory left for phrase matches")
    if status == TOO_MANY:
        raise phrase_walk.too_many_matches(limit)
    return 0


cdef class Walker:
    """Walks over the arrays of one table; see `walk.PlainWalker`."""

    def __init__(self, first_child, word, parent, sides, pair_start, pair_hyp, longest):
        self.first_child, self.word, self.parent, self.sides = first_child, word, parent, sides
        self.pair_start, self.pair_hyp = pair_start, pair_hyp
        self.trie.nodes, self.trie.pairs = self.word.shape[0], self.pair_hyp.shape[0]
        self.trie.longest = max(0, min(longest, MAX_WORDS))
        if (
            self.sides.shape[0] != self.trie.nodes
            or self.parent.shape[0] != self.trie.nodes
            or self.first_child.shape[0] != self.trie.nodes + 1
            or self.pair_start.shape[0] != self.trie.nodes + 1
        ):
            raise CorruptResource("the arrays of the phrase table are of different lengths: build it again")
        self.fill_roots()
        self.point_to_arrays()

    def child(self, int32_t node, int32_t word):
        """Returns the child of `node` by `word`, or -1."""
        if not 0 <= node < self.trie.nodes:
            raise IndexError(f"node {node} of {self.trie.nodes}")
        return child_of(&self.trie, node, word)

    def walk(self, const int32_t[::1] numbers not None, int wanted=REF | HYP):
        """Returns start, length and node of all phrases in `numbers` on the `wanted` sides, by start, then length."""
        cdef Hits hits = Hits(NULL, 0, 0)
        cdef int status
        try:
            with nogil:
                status = self.find_hits(numbers, wanted, &hits)
            raise_for(status, 0)
            return columns(<const int32_t*> hits.items, hits.count, 3)
        finally:
            free(hits.items)

    def matches(self, const int32_t[::1] ref not None, const int32_t[::1] hyp not None, Py_ssize_t limit=1 << 24):
        """Returns all pairs whose sides occur in `ref` and `hyp`; see `PlainWalker.matches`."""
        cdef Hits hits = Hits(NULL, 0, 0)
        cdef Matches found = Matches(NULL, 0, 0, limit)
        cdef int status
        try:
            with nogil:
                status = self.find_matches(ref, hyp, &hits, &found)
            raise_for(status, limit)
            return columns(<const int32_t*> found.items, found.count, 5)
        finally:
            free(hits.items)
            free(found.items)

    cdef point_to_arrays(self):
        """Stores the addresses of the arrays; an empty one has none, and is never read."""
        if self.trie.nodes:
            self.trie.word, self.trie.parent, self.trie.sides = &self.word[0], &self.parent[0], &self.sides[0]
        self.trie.first_child, self.trie.pair_start = &self.first_child[0], &self.pair_start[0]
        if self.trie.pairs:
            self.trie.pair_hyp = &self.pair_hyp[0]
        self.trie.root_words = self.roots.shape[0]
        if self.trie.root_words:
            self.trie.roots = &self.roots[0]

    cdef fill_roots(self):
        """Fills word -> child of the root: every walk begins at the root, which has the most children."""
        cdef Py_ssize_t end = min(<Py_ssize_t> self.first_child[1], self.trie.nodes) if self.trie.nodes else 0
        cdef Py_ssize_t child
        # A table has no more words than nodes, so a damaged number cannot claim much memory.
        self.roots = np.full(max(0, min(<Py_ssize_t> self.word[end - 1] + 1, self.trie.nodes)) if end > 0 else 0, -1, np.int32)
        for child in range(end - 1, 0, -1):
            if 0 <= self.word[child] < self.roots.shape[0]:
                self.roots[self.word[child]] = <int32_t> child

    cdef int find_hits(self, const int32_t[::1] numbers, int wanted, Hits* hits) noexcept nogil:
        cdef Py_ssize_t count = numbers.shape[0], start, end
        cdef int32_t node
        for start in range(count):
            node = 0
            for end in range(start, min(start + self.trie.longest, count)):
                node = child_of(&self.trie, node, numbers[end])
                if node < 0:
                    break
                if self.sides[node] & wanted and add_hit(hits, node, start, end + 1 - start) != DONE:
                    return NO_MEMORY
        return DONE

    cdef int find_matches(
        self, const int32_t[::1] ref, const int32_t[::1] hyp, Hits* hits, Matches* found
    ) noexcept nogil:
        cdef Py_ssize_t count = ref.shape[0], start, end, first
        cdef int32_t node
        cdef int status = self.find_hits(hyp, HYP, hits)
        if status != DONE or hits.count == 0:
            return status
        qsort(hits.items, hits.count, sizeof(Hit), by_node)
        for start in range(count):
            first = found.count
            node = 0
            for end in range(start, min(start + self.trie.longest, count)):
                node = child_of(&self.trie, node, ref[end])
                if node < 0:
                    break
                if self.sides[node] & REF:
                    status = self.join(node, start, end + 1 - start, hits, found)
                    if status != DONE:
                        return status
            if found.count - first > 1:
                qsort(found.items + first, found.count - first, sizeof(Match), by_place)
        return DONE

    cdef int join(
        self, int32_t node, Py_ssize_t start, Py_ssize_t length, Hits* hits, Matches* found
    ) noexcept nogil:
        """Adds the pairs of `node` whose hypothesis side is among the hits: iterates over the fewer, searches the more."""
        cdef Py_ssize_t last = 0, pair, hit
        cdef Py_ssize_t first = pairs_from(&self.trie, node, &last)
        cdef int status
        if last - first <= hits.count:
            for pair in range(first, last):
                hit = first_hit(hits, self.pair_hyp[pair])
                while hit < hits.count and hits.items[hit].node == self.pair_hyp[pair]:
                    status = add_match(found, start, length, &hits.items[hit], pair)
                    if status != DONE:
                        return status
                    hit += 1
            return DONE
        for hit in range(hits.count):
            pair = first_at_least(self.trie.pair_hyp, 1, first, last, hits.items[hit].node)
            while pair < last and self.pair_hyp[pair] == hits.items[hit].node:
                status = add_match(found, start, length, &hits.items[hit], pair)
                if status != DONE:
                    return status
                pair += 1
        return DONE
