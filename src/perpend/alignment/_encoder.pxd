"""The encoder for other compiled modules: word numbers with their relations, and usable phrases."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from perpend.alignment._kernel cimport Workspace
from perpend.alignment._lists cimport Doubles, Integers
from perpend.alignment._problem cimport Input
from perpend.alignment._vocabulary cimport Vocabulary, Word
from perpend.lexicon.phrases._walk cimport Trie, Walker


cdef enum PhraseFunction:
    NONE = 0
    STD = 1
    STDINV = 2
    STDNONED = 3
    STDINVNONED = 4


cdef struct Buffer:
    # Room for the numbers of one pair.
    char *memory
    int64_t size
    double *cost
    uint8_t *kind
    uint8_t *agrees
    double *insertion
    double *deletion
    uint8_t *ref_stop
    uint8_t *hyp_stop
    int32_t *hyp_ids
    int32_t *next_same


cdef class Encoder:
    cdef Vocabulary vocabulary
    cdef Walker walker
    cdef Trie trie
    cdef const double[::1] pair_p
    cdef double[::1] entry_cost
    cdef uint8_t[::1] entry_known
    cdef Workspace room, phrase_room
    cdef Buffer buffer, phrase_buffer
    cdef Input search
    cdef double insertion, deletion
    cdef double kind_cost[4]
    cdef uint8_t kind_by_relation[4]
    cdef bint relations_agree, has_relations
    cdef PhraseFunction function
    cdef double params[4]
    cdef double lowest_phrase, highest_phrase
    cdef int32_t *first_same
    cdef int64_t first_same_room
    cdef int32_t *place
    cdef int64_t places
    cdef int32_t *edge_head
    cdef Integers edge_row, edge_ref_len, edge_hyp_len, edge_ids_start, edge_ids, edge_entry, edge_node, edge_next
    cdef Integers word_edge_start, word_edges
    cdef Doubles edge_cost
    cdef bint too_many
    cdef uint8_t cheapest(self, int how)
    cdef set_table(self, table, function, params, lowest, highest)
    cdef object failure(self, int n, int m)
    cdef int number_words(self, tokens, Integers *into) except -1
    cdef int make_room_for_words(self) except -1
    cdef bint solve_pair(self, const int32_t *ref, int n, const int32_t *hyp, int m) noexcept nogil
    cdef bint fill_pair(self, Input *p, Buffer *b, const int32_t *ref, int n, const int32_t *hyp, int m) noexcept nogil
    cdef void fill_word(self, Buffer *b, int j, int n, const Word *word, int32_t number, bint large) noexcept nogil
    cdef void mark(self, Buffer *b, int64_t row, int i, uint8_t kind, bint agrees, bint large) noexcept nogil
    cdef void judge(self, Input *p) noexcept nogil
    cdef bint add_edges(self, Input *p, const int32_t *ref, const int32_t *hyp) noexcept nogil
    cdef bint edges_from(self, Input *p, const int32_t *ref, const int32_t *hyp, int start) noexcept nogil
    cdef bint consider(self, Input *p, const int32_t *ref, const int32_t *hyp, int start, int length,
                       Py_ssize_t pair) noexcept nogil
    cdef bint add_edge(self, int start, int length, const int32_t *words, int count, int32_t node, double cost,
                       int32_t pair) noexcept nogil
    cdef bint find_cost(self, const Input *p, const int32_t *ref, int n, const int32_t *hyp, const int32_t *words, int m,
                        Py_ssize_t pair) noexcept nogil
    cdef bint edits_between(self, const int32_t *ref, int n, const int32_t *hyp, int m, double *cost) noexcept nogil
    cdef double cost_of(self, double p, double q) noexcept nogil
    cdef bint list_by_word(self, Input *p) noexcept nogil
