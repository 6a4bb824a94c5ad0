from libc.stdint cimport int32_t, uint8_t, uint16_t

from perpend.similarity._words cimport Words


cdef enum:
    # Marks of a cell, beside BY_STEM and BY_SYNONYM of the vocabulary; the last three stand in the order of LIKE.
    EQUAL = 4
    RELATION = 7
    COMPARED = 8
    CONTAIN = 16
    SAME_BARE = 32
    NEAR = 64
    LIKENESS = 112
    # No pair has more patterns of classes.
    PATTERNS = 4096


cdef struct Example:
    # A cell is one hypothesis word in the place of one reference word; rows are hypothesis words.
    int n, m, edges, longest_edge
    double *difference  # of frequencies, [m * n]
    double *distance  # Levenshtein's, over the longer word's length
    uint16_t *pattern  # the number of its pattern among those of the pair
    uint8_t *marks  # BY_STEM, BY_SYNONYM, EQUAL, ...
    uint8_t *agrees
    double *hyp_words  # [m][WORD_FEATURES]
    double *ref_words
    int32_t *hyp_ids
    uint8_t *hyp_stop
    uint8_t *ref_stop
    void *memory
    # Few cells have these: classes that fire for both words or for one; likeness as strings; relations.
    int32_t patterns, flags, relations
    uint16_t *classes  # [patterns]: bits of both words, then of one only
    int32_t *flagged
    int32_t *related
    void *lists
    # Paraphrases; see `Input`.
    double *edge_features  # [edges][4]
    int32_t *edge_row
    int32_t *edge_ref_len
    int32_t *edge_hyp_len
    int32_t *edge_ids_start
    int32_t *edge_entry
    int32_t *edge_ids
    int32_t *word_edge_start
    int32_t *word_edges
    void *edge_memory


cdef void forget(Example *e) noexcept nogil
cdef int pack_tokens(Example *e, Words words, hyp, ref) except -1
cdef int pack_pair(Example *e, pair) except -1
cdef dict unpacked(const Example *e)
