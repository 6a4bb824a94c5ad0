# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Pairs -> arrays: from tokens, word by word; or from an `EncodedPair`, which defines what the arrays hold.

A cell is one hypothesis word in the place of one reference word. Its features in `EncodedPair.cells` are stored as a
pattern (which classes of words fire), marks (bits) and two numbers.
"""

from libc.math cimport fabs, log10
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from perpend.features.edits import FEATURES

from perpend.alignment._encoder cimport Encoder
from perpend.alignment._lists cimport push
from perpend.alignment._problem cimport Input
from perpend.alignment._vocabulary cimport Word
from perpend.lexicon.phrases._walk cimport MAX_PHRASE
from perpend.similarity._feature_numbers cimport (
    BOTH, CLASS_COUNT, DIFFERENCE, DISTANCE, LIKE, PHRASES, WORD, WORD_CLASS, WORD_FEATURES, WORD_LENGTH,
)
from perpend.similarity._words cimport Fact, Words

__all__ = []

cdef tuple NAMES = FEATURES

cdef enum:
    # Only longer words are compared as strings.
    LONG = 5


cdef void forget(Example *e) noexcept nogil:
    free(e.memory)
    free(e.lists)
    free(e.edge_memory)


cdef int lay_out(Example *e, int n, int m) except -1:
    cdef int64_t cells = <int64_t>n * m
    cdef int64_t doubles = 2 * cells + WORD_FEATURES * (n + m)
    e.n, e.m, e.longest_edge = n, m, 1
    e.memory = calloc(1, doubles * sizeof(double) + m * sizeof(int32_t) + cells * sizeof(uint16_t) + 2 * cells + n + m + 1)
    if e.memory == NULL:
        raise MemoryError
    e.difference = <double *>e.memory
    e.distance = e.difference + cells
    e.hyp_words = e.distance + cells
    e.ref_words = e.hyp_words + m * WORD_FEATURES
    e.hyp_ids = <int32_t *>(e.ref_words + n * WORD_FEATURES)
    e.pattern = <uint16_t *>(e.hyp_ids + m)
    e.marks = <uint8_t *>(e.pattern + cells)
    e.agrees = e.marks + cells
    e.hyp_stop = e.agrees + cells
    e.ref_stop = e.hyp_stop + m
    return 0


cdef int lay_out_edges(Example *e, int edges, int64_t ids, int64_t places) except -1:
    e.edges = edges
    e.edge_memory = calloc(1, 4 * edges * sizeof(double) + (5 * edges + ids + e.m + 2 + places) * sizeof(int32_t))
    if e.edge_memory == NULL:
        raise MemoryError
    e.edge_features = <double *>e.edge_memory
    e.edge_row = <int32_t *>(e.edge_features + 4 * edges)
    e.edge_ref_len = e.edge_row + edges
    e.edge_hyp_len = e.edge_ref_len + edges
    e.edge_entry = e.edge_hyp_len + edges
    e.edge_ids_start = e.edge_entry + edges
    e.edge_ids = e.edge_ids_start + edges + 1
    e.word_edge_start = e.edge_ids + ids
    e.word_edges = e.word_edge_start + e.m + 1
    return 0


cdef int list_cells(Example *e) except -1:
    """Number the patterns, which `pattern` holds as classes so far; list the cells with flags or relations."""
    cdef int16_t numbers[PATTERNS]
    cdef int64_t c, cells = <int64_t>e.n * e.m
    cdef int32_t patterns = 0, flags = 0, relations = 0
    memset(numbers, 255, sizeof(numbers))
    for c in range(cells):
        if numbers[e.pattern[c]] < 0:
            numbers[e.pattern[c]] = <int16_t>patterns
            patterns += 1
        flags += (e.marks[c] & LIKENESS) != 0
        relations += (e.marks[c] & RELATION) != 0
    e.lists = calloc(1, (flags + relations) * sizeof(int32_t) + patterns * sizeof(uint16_t) + 1)
    if e.lists == NULL:
        raise MemoryError
    e.flagged = <int32_t *>e.lists
    e.related = e.flagged + flags
    e.classes = <uint16_t *>(e.related + relations)
    e.patterns = patterns
    for c in range(cells):
        e.classes[numbers[e.pattern[c]]] = e.pattern[c]
        e.pattern[c] = numbers[e.pattern[c]]
        if e.marks[c] & LIKENESS:
            e.flagged[e.flags] = <int32_t>c
            e.flags += 1
        if e.marks[c] & RELATION:
            e.related[e.relations] = <int32_t>c
            e.relations += 1
            e.agrees[c] = 1
    return 0


# -------------------- from tokens


cdef int pack_tokens(Example *e, Words words, hyp, ref) except -1:
    cdef int i, j, n = len(ref), m = len(hyp)
    cdef const int32_t *r
    cdef const int32_t *h
    words.number(ref, &words.ref)
    words.number(hyp, &words.hyp)
    r, h = words.ref.items, words.hyp.items
    words.encoder.make_room_for_words()
    lay_out(e, n, m)
    for j in range(m):
        put_word(e.hyp_words + j * WORD_FEATURES, &words.facts[h[j]])
        e.hyp_stop[j] = words.facts[h[j]].stop
        e.hyp_ids[j] = words.encoder.vocabulary.items[h[j]].phrase_number
    for i in range(n):
        put_word(e.ref_words + i * WORD_FEATURES, &words.facts[r[i]])
        e.ref_stop[i] = words.facts[r[i]].stop
    for j in range(m):
        for i in range(n):
            if h[j] == r[i]:
                e.marks[<int64_t>j * n + i] = EQUAL
            else:
                put_cell(e, <int64_t>j * n + i, words, h[j], r[i])
    relate_words(e, words, h, r)
    list_cells(e)
    pack_edges(e, words, h, r)
    return 0


cdef void put_word(double *into, const Fact *fact) noexcept nogil:
    cdef int k
    into[0], into[WORD_LENGTH] = fact.log_frequency, fact.log_length
    for k in range(CLASS_COUNT):
        into[WORD_CLASS + k] = (fact.classes >> k) & 1


cdef int put_cell(Example *e, int64_t c, Words words, int32_t hyp, int32_t ref) except -1:
    cdef const Fact *a = &words.facts[hyp]
    cdef const Fact *b = &words.facts[ref]
    cdef int64_t distance = words.distance(hyp, ref)
    cdef bint long_words = min(a.length, b.length) > LONG
    e.pattern[c] = (a.classes & b.classes) | ((a.classes ^ b.classes) << CLASS_COUNT)
    if a.known and b.known:
        e.marks[c] |= COMPARED
        e.difference[c] = fabs(a.log_frequency - b.log_frequency)
    if long_words and words.contains(hyp, ref):
        e.marks[c] |= CONTAIN
    if a.bare == b.bare:
        e.marks[c] |= SAME_BARE
    if long_words and distance == 1:
        e.marks[c] |= NEAR
    e.distance[c] = <double>distance / max(max(a.length, b.length), 1)
    return 0


cdef int relate_words(Example *e, Words words, const int32_t *hyp, const int32_t *ref) except -1:
    """Mark the cells whose words share a stem or are synonyms, going through the words related to each."""
    cdef int32_t *first = words.encoder.first_same
    cdef const Word *word
    cdef int i, j, k
    words.same.count = 0
    for i in range(e.n):
        if not push(&words.same, -1):
            raise MemoryError
    for i in range(e.n - 1, -1, -1):
        words.same.items[i] = first[ref[i]]
        first[ref[i]] = i
    for j in range(e.m):
        word = &words.encoder.vocabulary.items[hyp[j]]
        for k in range(word.count):
            i = first[word.related[k].word]
            while i >= 0:
                e.marks[<int64_t>j * e.n + i] |= word.related[k].how
                i = words.same.items[i]
    for i in range(e.n):
        first[ref[i]] = -1
    return 0


cdef int pack_edges(Example *e, Words words, const int32_t *hyp, const int32_t *ref) except -1:
    cdef Encoder encoder = words.encoder
    cdef Input p = encoder.search
    cdef int64_t k, x, kept = 0, at = 0
    cdef int32_t ids[MAX_PHRASE]
    cdef int j
    cdef double q = 0.0
    if encoder.walker is None:
        return lay_out_edges(e, 0, 0, 0)
    if not encoder.fill_pair(&p, &encoder.buffer, ref, e.n, hyp, e.m) or not encoder.add_edges(&p, ref, hyp):
        raise encoder.failure(e.n, e.m)
    for k in range(p.edges):
        kept += encoder.edge_cost.items[k] > 0
    lay_out_edges(e, <int>kept, encoder.edge_ids.count, encoder.word_edges.count)
    # The encoder's lists hold entries of probability 0 too; `edge_next`, unused by now, maps each to its index here.
    kept = 0
    for k in range(p.edges):
        encoder.edge_next.items[k] = <int32_t>kept if p.edge_cost[k] > 0 else -1
        if p.edge_cost[k] <= 0:
            continue
        e.edge_row[kept], e.edge_ref_len[kept] = p.edge_row[k], p.edge_ref_len[k]
        e.edge_hyp_len[kept], e.edge_ids_start[kept] = p.edge_hyp_len[k], <int32_t>at
        e.edge_entry[kept] = encoder.edge_entry.items[k]
        e.longest_edge = max(e.longest_edge, p.edge_hyp_len[k])
        for x in range(p.edge_hyp_len[k]):
            e.edge_ids[at] = p.edge_ids[p.edge_ids_start[k] + x]
            j = 0
            while e.hyp_ids[j] != e.edge_ids[at]:
                j += 1
            ids[x] = hyp[j]
            at += 1
        words.edits_of(e.edge_entry[kept], ref + p.edge_row[k], p.edge_ref_len[k], ids, p.edge_hyp_len[k], &q)
        put_phrase(e.edge_features + 4 * kept, min(p.edge_cost[k], 1.0), q)
        kept += 1
    e.edge_ids_start[kept] = <int32_t>at
    at = 0
    for j in range(e.m):
        e.word_edge_start[j] = <int32_t>at
        for k in range(p.word_edge_start[j], p.word_edge_start[j + 1]):
            if encoder.edge_next.items[p.word_edges[k]] >= 0:
                e.word_edges[at] = encoder.edge_next.items[p.word_edges[k]]
                at += 1
    e.word_edge_start[e.m] = <int32_t>at
    return 0


cdef inline void put_phrase(double *into, double p, double q) noexcept nogil:
    into[0], into[1], into[2], into[3] = 1.0, q * log10(p), p * q, q


# -------------------- from the definition


cdef int pack_pair(Example *e, pair) except -1:
    cdef int i, j, n = len(pair.ref), m = len(pair.hyp)
    cdef int64_t c
    ids = {}
    lay_out(e, n, m)
    for j, word in enumerate(pair.hyp):
        e.hyp_ids[j] = ids.setdefault(word, len(ids))
        e.hyp_stop[j] = pair.hyp_stop[j]
        put_word_values(e.hyp_words + j * WORD_FEATURES, pair.insertions[j])
    for i in range(n):
        e.ref_stop[i] = pair.ref_stop[i]
        put_word_values(e.ref_words + i * WORD_FEATURES, pair.deletions[i])
    for j in range(m):
        for i in range(n):
            c = <int64_t>j * n + i
            if pair.cells[i][j] is None:
                e.marks[c] = EQUAL
            else:
                e.marks[c] = pair.relations[i][j]
                put_cell_values(e, c, pair.cells[i][j])
    list_cells(e)
    pack_uses(e, pair.phrases, ids)
    return 0


cdef int put_word_values(double *into, values) except -1:
    for k in range(WORD_FEATURES):
        into[k] = values.get(NAMES[WORD + k], 0.0)
    return 0


cdef int put_cell_values(Example *e, int64_t c, values) except -1:
    for k in range(2 * CLASS_COUNT):
        e.pattern[c] |= (NAMES[BOTH + k] in values) << k
    for k, mark in enumerate((CONTAIN, SAME_BARE, NEAR)):
        e.marks[c] |= mark if NAMES[LIKE + k] in values else 0
    e.marks[c] |= COMPARED if NAMES[DIFFERENCE] in values else 0
    e.difference[c] = values.get(NAMES[DIFFERENCE], 0.0)
    e.distance[c] = values[NAMES[DISTANCE]]
    return 0


cdef int pack_uses(Example *e, uses, ids) except -1:
    cdef int64_t k, x, at = 0
    words = [[ids[word] for word in use.words] for use in uses]
    by_word = [[k for k, word in enumerate(words) if word[0] == e.hyp_ids[j]] for j in range(e.m)]
    lay_out_edges(e, len(uses), sum(map(len, words)), sum(map(len, by_word)))
    for k, use in enumerate(uses):
        e.edge_row[k], e.edge_ref_len[k], e.edge_entry[k] = use.ref_start, use.ref_len, use.entry
        e.edge_hyp_len[k], e.edge_ids_start[k] = len(words[k]), <int32_t>at
        e.longest_edge = max(e.longest_edge, e.edge_hyp_len[k])
        for x in range(4):
            e.edge_features[4 * k + x] = use.features[NAMES[PHRASES + x]]
        for word in words[k]:
            e.edge_ids[at] = word
            at += 1
    e.edge_ids_start[e.edges] = <int32_t>at
    at = 0
    for j, edges in enumerate(by_word):
        e.word_edge_start[j] = <int32_t>at
        for edge in edges:
            e.word_edges[at] = edge
            at += 1
    e.word_edge_start[e.m] = <int32_t>at
    return 0


# -------------------- for tests


cdef dict unpacked(const Example *e):
    """The packed arrays of a pair; words of paraphrases are given by their first position."""
    cdef int64_t x
    ids = [e.hyp_ids[x] for x in range(e.m)]
    return {
        "cells": [(e.classes[e.pattern[x]], e.marks[x], e.agrees[x], e.difference[x], e.distance[x])
                  for x in range(<int64_t>e.n * e.m)],
        "flagged": [e.flagged[x] for x in range(e.flags)],
        "related": [e.related[x] for x in range(e.relations)],
        "hyp_words": [e.hyp_words[x] for x in range(e.m * WORD_FEATURES)],
        "ref_words": [e.ref_words[x] for x in range(e.n * WORD_FEATURES)],
        "stop": ([e.hyp_stop[x] for x in range(e.m)], [e.ref_stop[x] for x in range(e.n)]),
        "edges": [(e.edge_row[x], e.edge_ref_len[x], e.edge_hyp_len[x], e.edge_entry[x]) for x in range(e.edges)],
        "edge_words": [ids.index(e.edge_ids[x]) for x in range(e.edge_ids_start[e.edges])],
        "edge_features": [e.edge_features[x] for x in range(4 * e.edges)],
        "word_edges": [[e.word_edges[y] for y in range(e.word_edge_start[x], e.word_edge_start[x + 1])]
                       for x in range(e.m)],
        "longest": e.longest_edge,
    }
