# cython: boundscheck=False, wraparound=False, cdivision=True
"""The arrays of a phrase table, and functions to walk them, for the compiled aligner."""

from libc.stdint cimport int32_t, uint8_t


cdef enum:
    # As in `layout`: the sides of a complete phrase, and the most words of a phrase.
    REF = 1
    HYP = 2
    MAX_PHRASE = 255


cdef struct Hit:
    # A phrase in a text; the columns of `Walker.walk`.
    int32_t start, length, node


cdef struct Match:
    # A pair whose sides occur in two texts; the columns of `Walker.matches`.
    int32_t ref_start, ref_length, hyp_start, hyp_length, pair


cdef struct Hits:
    Hit* items
    Py_ssize_t count, room


cdef struct Matches:
    Match* items
    Py_ssize_t count, room, limit


cdef struct Trie:
    # The arrays of `layout`, and `roots`: word -> child of the root.
    const int32_t* first_child
    const int32_t* word
    const int32_t* parent
    const uint8_t* sides
    const int32_t* pair_start
    const int32_t* pair_hyp
    const int32_t* roots
    Py_ssize_t nodes, pairs, longest, root_words


cdef inline Py_ssize_t first_at_least(const int32_t* numbers, Py_ssize_t stride, Py_ssize_t low, Py_ssize_t high,
                                      int32_t number) noexcept nogil:
    """Returns the first index from `low` to `high` with `numbers[index * stride] >= number`, by bisection."""
    cdef Py_ssize_t middle
    while low < high:
        middle = (low + high) // 2
        if numbers[middle * stride] < number:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int32_t child_of(const Trie* trie, int32_t node, int32_t word) noexcept nogil:
    """Returns the child of `node` by `word`, or -1."""
    cdef Py_ssize_t low, end
    if word < 0:
        return -1
    if node == 0:
        return trie.roots[word] if word < trie.root_words else -1
    low = max(<Py_ssize_t> trie.first_child[node], <Py_ssize_t> node + 1)
    end = min(<Py_ssize_t> trie.first_child[node + 1], trie.nodes)
    low = first_at_least(trie.word, 1, low, end, word)
    return <int32_t> low if low < end and trie.word[low] == word else -1


cdef inline Py_ssize_t pairs_from(const Trie* trie, int32_t node, Py_ssize_t* end) noexcept nogil:
    """Returns the first pair of a node's phrase, and sets `end` to the one after the last."""
    end[0] = min(<Py_ssize_t> trie.pair_start[node + 1], trie.pairs)
    return max(<Py_ssize_t> trie.pair_start[node], 0)


cdef inline int words_of(const Trie* trie, int32_t node, int32_t* words) noexcept nogil:
    """Fills `words` with the words of a node's phrase, last first; returns their number, 0 for a damaged node."""
    cdef int count = 0
    while 0 < node < trie.nodes and count < trie.longest:
        words[count] = trie.word[node]
        count += 1
        if trie.parent[node] >= node:
            return 0
        node = trie.parent[node]
    return count


cdef class Walker:
    cdef const int32_t[::1] first_child
    cdef const int32_t[::1] word
    cdef const int32_t[::1] parent
    cdef const uint8_t[::1] sides
    cdef const int32_t[::1] pair_start
    cdef const int32_t[::1] pair_hyp
    cdef int32_t[::1] roots
    cdef Trie trie
    cdef point_to_arrays(self)
    cdef fill_roots(self)
    cdef int find_hits(self, const int32_t[::1] numbers, int wanted, Hits* hits) noexcept nogil
    cdef int find_matches(self, const int32_t[::1] ref, const int32_t[::1] hyp, Hits* hits, Matches* found) noexcept nogil
    cdef int join(self, int32_t node, Py_ssize_t start, Py_ssize_t length, Hits* hits, Matches* found) noexcept nogil
