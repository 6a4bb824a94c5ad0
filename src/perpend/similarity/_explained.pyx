# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""One aligned pair as Python objects: its alignment, and for each edit its words, features and points."""

from libc.stdint cimport int64_t

from perpend.alignment.edits import EDIT_NAMES, Alignment, Edit, Shift
from perpend.alignment.reference import move
from perpend.features.edits import FEATURES

from perpend.alignment._problem cimport DELETE, INSERT, MATCH, PHRASE, STEM, SYNONYM, Answer
from perpend.similarity._feature_numbers cimport (
    BOTH, CLASS_COUNT, DELETION, DIFFERENCE, DISTANCE, INSERTION, LIKE, PHRASES, SHIFT, STEMMING, SUBSTITUTION, SYNONYMY,
    WORD, WORD_FEATURES, WORD_LENGTH,
)
from perpend.similarity._packing cimport COMPARED, CONTAIN, Example

__all__ = []

cdef tuple NAMES = FEATURES


cdef object aligned(const Example *e, const Answer *a, hyp, ref, double shift_cost, signature):
    """The solution with its words, equal to `Alignment.of`."""
    cdef int64_t k
    cdef int h = 0, r = 0, past_h, past_r
    edits = []
    for k in range(a.steps - 1, -1, -1):
        past_h, past_r = h + a.step_hyp[k], r + a.step_ref[k]
        entry = e.edge_entry[a.step_edge[k]] if a.step_edge[k] >= 0 else -1
        edits.append(Edit(EDIT_NAMES[a.step_op[k]], (h, past_h), (r, past_r), a.step_cost[k], entry))
        h, r = past_h, past_r
    shifts = [
        Shift(a.shift[k].start, a.shift[k].end, a.shift[k].newloc, shift_cost,
              (a.shift[k].ref_start, a.shift[k].ref_end + 1), a.shift[k].moveto)
        for k in range(a.shifts)
    ]
    order = tuple([a.order[k] for k in range(e.m)])
    return Alignment(hyp, ref, order, tuple(edits), tuple(shifts), a.cost, float(e.n), signature, False, bool(a.complete))


cdef list explained(const Example *e, const Answer *a, alignment, const double *weights):
    """(edit, hypothesis words, reference words, features, points): shifts first, then edits other than matches."""
    cdef int64_t k
    cdef int x, h = 0, r = 0
    cdef tuple hyp = alignment.hyp, ref = alignment.ref, edits = alignment.edits
    parts = shifts_explained(e, alignment, weights) if a.shifts else []
    for k in range(a.steps - 1, -1, -1):
        if a.step_op[k] != MATCH:
            values = {}
            points = step_values(e, a, k, h, r, weights, values)
            words = tuple([hyp[a.order[x]] for x in range(h, h + a.step_hyp[k])])
            parts.append((edits[a.steps - 1 - k], words, ref[r : r + a.step_ref[k]], values, points))
        h, r = h + a.step_hyp[k], r + a.step_ref[k]
    return parts


cdef list shifts_explained(const Example *e, alignment, const double *weights):
    cdef double part = 1.0 / (e.n + e.m)
    parts, order = [], tuple(range(e.m))
    for shift in alignment.shifts:
        moved = tuple([alignment.hyp[j] for j in order[shift.start : shift.end + 1]])
        ref = alignment.ref[shift.ref[0] : shift.ref[1]]
        parts.append((shift, moved, ref, {NAMES[SHIFT]: part}, -(0.0 + weights[SHIFT] * part)))
        order = move(order, shift.start, shift.end, shift.to)
    return parts


cdef double step_values(const Example *e, const Answer *a, int64_t k, int h, int r, const double *weights,
                        dict values) except? 1:
    """The points of one step; its features, divided by the length of both texts, go into `values`.

    They are added in the order of FEATURES, and named in the order in which `features.edits` names them.
    """
    cdef int f, op = a.step_op[k]
    cdef double total = 0.0, length = e.n + e.m
    if op == INSERT:
        total = word_values(e.hyp_words + a.order[h] * WORD_FEATURES, INSERTION, length, weights, values)
    elif op == DELETE:
        total = word_values(e.ref_words + r * WORD_FEATURES, DELETION, length, weights, values)
    elif op == PHRASE:
        for f in range(4):
            total += named(values, PHRASES + f, e.edge_features[4 * a.step_edge[k] + f] / length, weights)
    elif op == STEM:
        total += named(values, STEMMING, 1.0 / length, weights)
    elif op == SYNONYM:
        total += named(values, SYNONYMY, 1.0 / length, weights)
    else:
        total = cell_values(e, <int64_t>a.order[h] * e.n + r, length, weights, values)
    return -total


cdef inline double named(dict values, int feature, double value, const double *weights) except? 1:
    values[NAMES[feature]] = value
    return weights[feature] * value


cdef double word_values(const double *word, int kind, double length, const double *weights, dict values) except? 1:
    cdef int f
    cdef double total = 0.0 + named(values, kind, 1.0 / length, weights)
    for f in range(WORD_FEATURES):
        if word[f] != 0.0 or f == WORD_LENGTH:
            total += named(values, WORD + f, word[f] / length, weights)
    return total


cdef double cell_values(const Example *e, int64_t c, double length, const double *weights, dict values) except? 1:
    cdef int f, classes = e.classes[e.pattern[c]]
    cdef double one = 1.0 / length, total = 0.0 + named(values, SUBSTITUTION, one, weights)
    for f in range(CLASS_COUNT):
        if (classes >> f) & 1:
            values[NAMES[BOTH + f]] = one
        elif (classes >> (CLASS_COUNT + f)) & 1:
            values[NAMES[BOTH + CLASS_COUNT + f]] = one
    for f in range(2 * CLASS_COUNT):
        if (classes >> f) & 1:
            total += weights[BOTH + f] * one
    if e.marks[c] & COMPARED:
        total += named(values, DIFFERENCE, e.difference[c] / length, weights)
    for f in range(3):
        if e.marks[c] & (CONTAIN << f):
            total += named(values, LIKE + f, one, weights)
    return total + named(values, DISTANCE, e.distance[c] / length, weights)
