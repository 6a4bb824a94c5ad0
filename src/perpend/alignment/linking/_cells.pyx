# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled twin of `cells` and of the two passes of `matching`: words -> anchors, linked cells, similarities.

`Word` holds what is known of one word type as plain numbers: levels of its vector, letters, sorted hashes of its base
forms, sorted numbers of its senses and of what they are related to. `match_words` computes everything about a cell from
two of them when it needs it, without Python objects and without the GIL. It keeps a few numbers for each cell: relation,
cosine, letters, similarity, chance; the features of the first pass exist for one row at a time.

Sums are taken in the order of the definition, so that both give the same bits. Strings are compared by their 64-bit
hashes. A group of numbers has a mask of 64 bits, so that most groups without a common member are told apart at once.
"""

from libc.math cimport exp, fabs
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memcpy

from itertools import count

import numpy as np

__all__ = ["DIMENSIONS", "LETTERS", "Word", "match_words"]

cdef enum:
    _FIRST = 48
    _LATER = 19
    _REACH = 3
    _NEAR = 2
    _UNRELATED = 7
    _GROUPS = 6
    _SLOT_BITS = 17
    _SLOTS = 1 << 17

DIMENSIONS = _DIMENSIONS
LETTERS = _LETTERS
FEATURES = (_FIRST, _LATER)

cdef double _FULL = 268435456.0
cdef double _SIGNS = 0.2
cdef double _BY_VECTOR = 0.9
cdef double _MOST_ODDS = 12.0
cdef double[8] _CLOSENESS
_CLOSENESS[:] = [1.0, 0.9, 0.8, 0.75, 0.6, 0.5, 0.5, 0.0]
cdef int _CLOSE = 2  # relations with a smaller number are close


_numbers = count()


cdef class Word:
    """What is known of one word type: its `facts`, its vector, weights, and the same as numbers for `match_words`."""

    def __cinit__(self, facts, const int16_t[::1] level, double length, double information, double weight):
        cdef Py_ssize_t k, filled = 0
        if level.shape[0] != _DIMENSIONS:
            raise ValueError(f"a vector has {_DIMENSIONS} levels, got {level.shape[0]}")
        self.form, self.facts = facts.word, facts
        self.length, self.information, self.weight = length, information, weight
        self.sign, self.content = facts.is_sign, facts.is_content
        self.level = np.asarray(level)
        cdef Known* known = &self.known
        known.number = next(_numbers)
        if known.number >= 1 << 30:
            known.number = -1
        for k in range(_DIMENSIONS):
            known.level[k] = level[k]
        known.length = min(len(self.form), _LETTERS)
        known.letter_bits = 0
        for k in range(known.length):
            known.letters[k] = ord(self.form[k])
            known.letter_bits |= <uint64_t>1 << (known.letters[k] & 63)
        known.form, known.stem = hash(self.form), hash(facts.stem)
        known.has_stem = len(facts.stem) > 2
        known.sign, known.content = self.sign, self.content
        known.information = information
        groups = [
            sorted(map(hash, facts.bases)), sorted(facts.synsets), sorted(facts.senses), sorted(facts.derived),
            sorted(facts.similar), sorted(facts.wider),
        ]
        self.numbers = <int64_t*>malloc(max(1, sum(map(len, groups))) * sizeof(int64_t))
        if self.numbers == NULL:
            raise MemoryError
        cdef Group** places = [
            &known.bases, &known.synsets, &known.senses, &known.derived, &known.similar, &known.wider
        ]
        for k in range(_GROUPS):
            places[k].items = self.numbers + filled
            places[k].count = len(groups[k])
            places[k].bits = 0
            for number in groups[k]:
                self.numbers[filled] = number
                places[k].bits |= <uint64_t>1 << (<uint64_t>self.numbers[filled] & 63)
                filled += 1

    def __dealloc__(self):
        free(self.numbers)


cdef bint _meet(const Group* one, const Group* other) noexcept nogil:
    """Whether two groups have a common member."""
    cdef Py_ssize_t i = 0, j = 0
    if not one.bits & other.bits:
        return False
    while i < one.count and j < other.count:
        if one.items[i] == other.items[j]:
            return True
        if one.items[i] < other.items[j]:
            i += 1
        else:
            j += 1
    return False


cdef uint64_t[_SLOTS] _relations
"""The relations of the pairs seen last: in each slot the numbers of two words, 30 bits each, and a relation plus 1.

A slot is read and written as a whole, so threads may share it: whatever they find in it is true of the pair it names.
"""


cdef int _relation(const Known* one, const Known* other) noexcept nogil:
    """The number of the relation of two words; see `perpend.lexicon.word_relations.relation_of`."""
    if one.form == other.form:
        return 0
    if one.sign or other.sign:
        return _UNRELATED
    if not (one.content and other.content) or sizeof(void*) < 8 or one.number < 0 or other.number < 0:
        return _found_relation(one, other)
    cdef uint64_t pair = (<uint64_t>one.number << 30 | <uint64_t>other.number) << 4
    cdef uint64_t* slot = &_relations[(pair * <uint64_t>0x9E3779B97F4A7C15) >> (64 - _SLOT_BITS)]
    cdef uint64_t entry = slot[0]
    if entry & ~<uint64_t>15 == pair and entry & 15:
        return <int>(entry & 15) - 1
    cdef int relation = _found_relation(one, other)
    slot[0] = pair | <uint64_t>(relation + 1)
    return relation


cdef int _found_relation(const Known* one, const Known* other) noexcept nogil:
    """The relation of two words that are not the same and no signs."""
    cdef bint content = one.content and other.content
    if _meet(&one.bases, &other.bases) or (content and one.has_stem and one.stem == other.stem):
        return 1
    if not content:
        return _UNRELATED
    if _meet(&one.synsets, &other.synsets):
        return 2
    if _meet(&one.derived, &other.senses) or _meet(&other.derived, &one.senses):
        return 3
    if _meet(&one.similar, &other.synsets) or _meet(&other.similar, &one.synsets):
        return 4
    if _meet(&one.wider, &other.synsets):
        return 5
    return 6 if _meet(&other.wider, &one.synsets) else _UNRELATED


cdef double _cosine(const int16_t* one, const int16_t* other) noexcept nogil:
    cdef int32_t total = 0
    cdef int k
    for k in range(_DIMENSIONS):
        total += <int32_t>one[k] * <int32_t>other[k]
    return total / _FULL


cdef double _letters(const Known* one, const Known* other) noexcept nogil:
    """Jaro-Winkler similarity: letters in common, near each other and in order; a common prefix counts more."""
    cdef int m = one.length, n = other.length, i, j, low, high, bound, common = 0, crossed = 0, prefix = 0
    cdef uint64_t used1 = 0, used2 = 0
    cdef uint32_t letter
    cdef double similarity
    if not one.letter_bits & other.letter_bits:
        return 0.0
    if m == 1 and n == 1:
        return 1.0 if one.letters[0] == other.letters[0] else 0.0
    bound = max(m, n) // 2 - 1
    for j in range(n):
        letter = other.letters[j]
        low, high = max(0, j - bound), min(m - 1, j + bound)
        for i in range(low, high + 1):
            if one.letters[i] == letter and not used1 >> i & 1:
                used1 |= <uint64_t>1 << i
                used2 |= <uint64_t>1 << j
                common += 1
                break
    if not common:
        return 0.0
    i = 0
    for j in range(n):
        if used2 >> j & 1:
            while not used1 >> i & 1:
                i += 1
            crossed += one.letters[i] != other.letters[j]
            i += 1
    similarity = <double>common / m
    similarity += <double>common / n
    similarity += (<double>common - crossed // 2) / common
    similarity /= 3.0
    if similarity > 0.7:
        while prefix < 4 and prefix < m and prefix < n and one.letters[prefix] == other.letters[prefix]:
            prefix += 1
        similarity += prefix * 0.1 * (1.0 - similarity)
    return min(similarity, 1.0)


cdef struct Cells:
    Py_ssize_t rows
    Py_ssize_t columns
    Py_ssize_t wide  # columns of `alike` and `content` with their margins of _REACH zeros
    Py_ssize_t broad  # columns of `anchored` with its margins of _NEAR zeros
    const Known** known1
    const Known** known2
    int8_t* relations
    double* cosines
    double* letters
    double* alike
    double* content  # `alike` where both words are content words, else 0
    double* left
    double* right
    double* chances
    int8_t* anchored
    double* row_best
    double* column_best
    double* row_close
    double* column_close
    double* row_chance
    double* column_chance
    uint8_t* row_taken
    uint8_t* column_taken


cdef struct Order:
    double value
    Py_ssize_t cell


cdef int _compare(const void* one, const void* other) noexcept nogil:
    cdef const Order* first = <const Order*>one
    cdef const Order* second = <const Order*>other
    if first.value != second.value:
        return -1 if first.value > second.value else 1
    return -1 if first.cell < second.cell else <int>(first.cell > second.cell)


cdef inline double* _alike_at(const Cells* cells, double* values, Py_ssize_t row, Py_ssize_t column) noexcept nogil:
    return values + (row + _REACH) * cells.wide + column + _REACH


cdef inline int8_t* _anchor_at(const Cells* cells, Py_ssize_t row, Py_ssize_t column) noexcept nogil:
    return cells.anchored + (row + _NEAR) * cells.broad + column + _NEAR


cdef void _compare_words(Cells* cells) noexcept nogil:
    """Fills relations, cosines, letters, similarities, and their counts and maxima for rows and columns."""
    cdef Py_ssize_t i, j, cell
    cdef const Known* one
    cdef const Known* other
    cdef int relation
    cdef double cosine, by_relation, alike
    for i in range(cells.rows):
        one = cells.known1[i]
        for j in range(cells.columns):
            other, cell = cells.known2[j], i * cells.columns + j
            relation = cells.relations[cell]
            if relation < 0:
                relation = _relation(one, other)
                cells.relations[cell] = relation
            cosine = 1.0 if relation == 0 else _cosine(one.level, other.level)
            cells.cosines[cell] = cosine
            if one.content and other.content:
                cells.letters[cell] = 1.0 if one.form == other.form else _letters(one, other)
            by_relation = _SIGNS if one.sign and other.sign and relation == _UNRELATED else _CLOSENESS[relation]
            alike = max(by_relation, min(max(cosine, 0.0), 1.0) * _BY_VECTOR)
            _alike_at(cells, cells.alike, i, j)[0] = alike
            if one.content and other.content:
                _alike_at(cells, cells.content, i, j)[0] = alike
            cells.row_best[i] = max(cells.row_best[i], alike)
            cells.column_best[j] = max(cells.column_best[j], alike)
            if relation < _CLOSE:
                cells.row_close[i] += 1.0
                cells.column_close[j] += 1.0


cdef void _sum_sides(Cells* cells) noexcept nogil:
    """Fills `left` and `right`: the sums of `content` over the three cells on each side."""
    cdef Py_ssize_t i, j
    cdef const double* at
    for i in range(-_REACH, cells.rows + _REACH):
        for j in range(cells.columns):
            at = _alike_at(cells, cells.content, i, j)
            _alike_at(cells, cells.left, i, j)[0] = at[-1] + at[-2] + at[-3]
            _alike_at(cells, cells.right, i, j)[0] = at[1] + at[2] + at[3]


cdef double _window(const Cells* cells, Py_ssize_t row, Py_ssize_t column) noexcept nogil:
    cdef Py_ssize_t place = (row + _REACH) * cells.wide + column + _REACH, w = cells.wide
    cdef const double* at = cells.content + place
    cdef const double* left = cells.left + place
    cdef const double* right = cells.right + place
    cdef double straight = (left[-w] + left[-2 * w] + left[-3 * w]) + (right[w] + right[2 * w] + right[3 * w])
    cdef double crossing = (right[-w] + right[-2 * w] + right[-3 * w]) + (left[w] + left[2 * w] + left[3 * w])
    cdef double beside = (left[0] + right[0]) + ((at[-w] + at[-2 * w] + at[-3 * w]) + (at[w] + at[2 * w] + at[3 * w]))
    return straight + 0.5 * (crossing + beside)


cdef void _first_features(const Cells* cells, Py_ssize_t i, Py_ssize_t j, double* f, Py_ssize_t step) noexcept nogil:
    """Writes the features of a cell in the order of FIRST to f[0], f[step], ..."""
    cdef const Known* one = cells.known1[i]
    cdef const Known* other = cells.known2[j]
    cdef Py_ssize_t cell = i * cells.columns + j, w = cells.wide, k
    cdef int relation = cells.relations[cell]
    cdef const double* at = _alike_at(cells, cells.alike, i, j)
    cdef bint same = relation == 0, signs = one.sign and other.sign, content = one.content and other.content
    cdef double functions = not one.content and not other.content
    cdef double unrelated = relation == _UNRELATED and not signs
    cdef double cosine = cells.cosines[cell], letters = cells.letters[cell]
    cdef double left = at[-w - 1], right = at[w + 1], window = _window(cells, i, j)
    cdef double apart = fabs(<double>i / max(cells.rows - 1, 1) - <double>j / max(cells.columns - 1, 1))
    cdef bint row_has = cells.row_close[i] > 0, column_has = cells.column_close[j] > 0
    for k in range(_UNRELATED):
        f[k * step] = relation == k
    f += _UNRELATED * step
    f[0] = unrelated; f += step
    f[0] = signs and not same; f += step
    f[0] = cosine; f += step
    f[0] = letters; f += step
    f[0] = functions; f += step
    f[0] = one.content != other.content; f += step
    f[0] = functions * same; f += step
    f[0] = signs and same; f += step
    f[0] = left; f += step
    f[0] = right; f += step
    f[0] = left * right; f += step
    f[0] = at[-2 * w - 2]; f += step
    f[0] = at[2 * w + 2]; f += step
    f[0] = max(max(at[-w - 2], at[-2 * w - 1]), at[-2 * w - 2]); f += step
    f[0] = max(max(at[w + 2], at[2 * w + 1]), at[2 * w + 2]); f += step
    f[0] = window; f += step
    f[0] = window * unrelated; f += step
    f[0] = window * functions; f += step
    f[0] = apart; f += step
    f[0] = apart * same; f += step
    f[0] = apart * functions; f += step
    f[0] = at[0] - cells.row_best[i]; f += step
    f[0] = at[0] - cells.column_best[j]; f += step
    f[0] = cells.row_close[i]; f += step
    f[0] = cells.column_close[j]; f += step
    f[0] = row_has and not same; f += step
    f[0] = column_has and not same; f += step
    f[0] = min(one.information, other.information); f += step
    f[0] = fabs(one.information - other.information); f += step
    f[0] = cosine * unrelated * (1.0 - functions); f += step
    f[0] = left * unrelated; f += step
    f[0] = right * unrelated; f += step
    f[0] = left * functions; f += step
    f[0] = right * functions; f += step
    f[0] = left * right * functions; f += step
    f[0] = left * signs; f += step
    f[0] = right * signs; f += step
    f[0] = cosine * row_has; f += step
    f[0] = cosine * column_has; f += step
    f[0] = letters * unrelated; f += step
    f[0] = content


cdef void _later_features(const Cells* cells, Py_ssize_t i, Py_ssize_t j, double odds, double* f) noexcept nogil:
    """Writes the further features of a cell in the order of LATER."""
    cdef const int8_t* at = _anchor_at(cells, i, j)
    cdef Py_ssize_t b = cells.broad
    cdef int down, across, around = 0
    cdef double anchor = at[0], after = at[-b - 1], before = at[b + 1]
    cdef double beside = at[-1] + at[1] + at[-b] + at[b]
    cdef bint row_free = not cells.row_taken[i], column_free = not cells.column_taken[j]
    cdef double free_cell = row_free and column_free, chance = cells.chances[i * cells.columns + j]
    for down in range(-_NEAR, _NEAR + 1):
        for across in range(-_NEAR, _NEAR + 1):
            if down and across:
                around += at[down * b + across]
    f[0] = odds
    f[1] = anchor
    f[2] = (not row_free) * (1.0 - anchor)
    f[3] = (not column_free) * (1.0 - anchor)
    f[4] = free_cell
    f[5] = after
    f[6] = before
    f[7] = after * before
    f[8] = free_cell * after * before
    f[9] = beside
    f[10] = around
    f[11] = row_free and not column_free
    f[12] = column_free and not row_free
    f[13] = beside * row_free
    f[14] = beside * column_free
    f[15] = cells.row_chance[i] - chance
    f[16] = cells.column_chance[j] - chance
    f[17] = free_cell * odds
    f[18] = beside * odds


cdef inline double _logistic(double value) noexcept nogil:
    return 1.0 / (1.0 + exp(-min(max(value, -500.0), 500.0)))


cdef void _first_pass(Cells* cells, const double* weights, double bias, double* features, double* scores) noexcept nogil:
    """Fills the chances; `features` has room for the features of one row, `scores` for the scores of all cells."""
    cdef Py_ssize_t i, j, k, n = cells.columns
    cdef double* row
    cdef double* line
    cdef double weight, chance
    for i in range(cells.rows):
        row = scores + i * n
        for j in range(n):
            _first_features(cells, i, j, features + j, n)
            row[j] = bias
        for k in range(_FIRST):
            weight, line = weights[k], features + k * n
            for j in range(n):
                row[j] += weight * line[j]
        for j in range(n):
            chance = _logistic(row[j])
            cells.chances[i * n + j] = chance
            cells.row_chance[i] = max(cells.row_chance[i], chance)
            cells.column_chance[j] = max(cells.column_chance[j], chance)


cdef Py_ssize_t _take_anchors(Cells* cells, double least, Order* order) noexcept nogil:
    """Takes cells by falling chance, equal content words first; `order` ends with the anchors. Returns their number."""
    cdef Py_ssize_t i, j, cell, count = 0, found = 0
    cdef double value
    for i in range(cells.rows):
        for j in range(cells.columns):
            cell = i * cells.columns + j
            value = cells.chances[cell]
            if cells.relations[cell] == 0 and cells.known1[i].content:
                value += 1.0
            if value >= least:
                order[count].value, order[count].cell = value, cell
                count += 1
    qsort(order, count, sizeof(Order), _compare)
    for cell in range(count):
        i, j = order[cell].cell // cells.columns, order[cell].cell % cells.columns
        if not cells.row_taken[i] and not cells.column_taken[j]:
            cells.row_taken[i] = cells.column_taken[j] = 1
            _anchor_at(cells, i, j)[0] = 1
            order[found] = order[cell]
            found += 1
    return found


cdef Py_ssize_t _later_pass(
    Cells* cells, const double* weights, double bias, double candidate, double likely, const double* scores,
    double* second, Order* order,
) noexcept nogil:
    """Fills the chances of the second pass, and `order` with the linked cells. Returns their number."""
    cdef double[_FIRST + _LATER] features
    cdef double total
    cdef Py_ssize_t i, j, k, cell, found = 0
    for i in range(cells.rows):
        for j in range(cells.columns):
            cell = i * cells.columns + j
            if cells.chances[cell] < candidate:
                continue
            _first_features(cells, i, j, features, 1)
            _later_features(cells, i, j, min(max(scores[cell], -_MOST_ODDS), _MOST_ODDS), features + _FIRST)
            total = bias
            for k in range(_FIRST + _LATER):
                total += weights[k] * features[k]
            second[cell] = _logistic(total)
            if second[cell] > likely:
                order[found].cell = cell
                found += 1
    return found


cdef void* _zeros(Py_ssize_t count, Py_ssize_t size, list owned) except NULL:
    """Zeroed memory, noted in `owned` to be freed."""
    cdef void* found = calloc(max(count, 1), size)
    if found == NULL:
        raise MemoryError
    owned.append(<size_t>found)
    return found


def match_words(
    tuple words1, tuple words2, const double[::1] first, double first_bias, const double[::1] later, double later_bias,
    double least, double candidate, double likely, list fixed,
):
    """Links words in two passes; see `perpend.alignment.linking.matching`.

    :param words1: the `Word` of each token of the first text.
    :param words2: those of the second text.
    :param first: the weights of the features of FIRST.
    :param first_bias: the bias of the first pass.
    :param later: the weights of the features of FIRST and LATER.
    :param later_bias: the bias of the second pass.
    :param least: the least chance of an anchor.
    :param candidate: the least chance of the first pass for a cell to be seen by the second.
    :param likely: the chance beyond which a cell is a link.
    :param fixed: pairs of tokens that count as the same word.
    """
    cdef Py_ssize_t rows = len(words1), columns = len(words2), size = rows * columns, k, anchors, links
    if first.shape[0] != _FIRST or later.shape[0] != _FIRST + _LATER:
        raise ValueError(f"{_FIRST} and {_FIRST + _LATER} weights were expected, got {first.shape[0]} and {later.shape[0]}")
    alike, chances = np.empty((rows, columns)), np.zeros((rows, columns))
    if not size:
        return {}, (), alike, chances
    cdef double[:, ::1] alike_out = alike, chances_out = chances
    cdef list owned = []
    cdef Cells cells
    cdef double* scores
    cdef double* features
    cdef Order* order
    cdef int row, column
    try:
        cells.rows, cells.columns = rows, columns
        cells.wide, cells.broad = columns + 2 * _REACH, columns + 2 * _NEAR
        cells.known1 = <const Known**>_zeros(rows, sizeof(Known*), owned)
        cells.known2 = <const Known**>_zeros(columns, sizeof(Known*), owned)
        for k in range(rows):
            cells.known1[k] = &(<Word?>words1[k]).known
        for k in range(columns):
            cells.known2[k] = &(<Word?>words2[k]).known
        cells.relations = <int8_t*>_zeros(size, 1, owned)
        cells.cosines = <double*>_zeros(size, sizeof(double), owned)
        cells.letters = <double*>_zeros(size, sizeof(double), owned)
        cells.alike = <double*>_zeros((rows + 2 * _REACH) * cells.wide, sizeof(double), owned)
        cells.content = <double*>_zeros((rows + 2 * _REACH) * cells.wide, sizeof(double), owned)
        cells.left = <double*>_zeros((rows + 2 * _REACH) * cells.wide, sizeof(double), owned)
        cells.right = <double*>_zeros((rows + 2 * _REACH) * cells.wide, sizeof(double), owned)
        cells.chances = <double*>_zeros(size, sizeof(double), owned)
        cells.anchored = <int8_t*>_zeros((rows + 2 * _NEAR) * cells.broad, 1, owned)
        cells.row_best = <double*>_zeros(3 * (rows + columns), sizeof(double), owned)
        cells.column_best = cells.row_best + rows
        cells.row_close = cells.column_best + columns
        cells.column_close = cells.row_close + rows
        cells.row_chance = cells.column_close + columns
        cells.column_chance = cells.row_chance + rows
        cells.row_taken = <uint8_t*>_zeros(rows + columns, 1, owned)
        cells.column_taken = cells.row_taken + rows
        scores = <double*>_zeros(size, sizeof(double), owned)
        features = <double*>_zeros(_FIRST * columns, sizeof(double), owned)
        order = <Order*>_zeros(size, sizeof(Order), owned)
        for k in range(size):
            cells.relations[k] = -1
        for row, column in fixed:
            cells.relations[row * columns + column] = 0
        with nogil:
            _compare_words(&cells)
            _sum_sides(&cells)
            _first_pass(&cells, &first[0], first_bias, features, scores)
            anchors = _take_anchors(&cells, least, order)
        found = {order[k].cell // columns: order[k].cell % columns for k in range(anchors)}
        with nogil:
            links = _later_pass(
                &cells, &later[0], later_bias, candidate, likely, scores, &chances_out[0, 0], order
            )
            for k in range(rows):
                memcpy(&alike_out[k, 0], _alike_at(&cells, cells.alike, k, 0), columns * sizeof(double))
        return found, tuple([(order[k].cell // columns, order[k].cell % columns) for k in range(links)]), alike, chances
    finally:
        for one in owned:
            free(<void*><size_t>one)
