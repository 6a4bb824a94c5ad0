# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled twin of `distances.distances_plainly`: linked words -> the distances of two texts.

    measure(words1, words2, links...)
        gather      the words that are compared, and how well the links cover each: with the GIL
        _measure    all sums, without it: vectors, nearest words, coverage, wording, length

Sums are taken in the order of the definition, so that both give the same bits. Words are compared by the 64-bit hashes
of their forms. Work and memory grow with the product of the two lengths, as `alike` does.
"""

from libc.math cimport fabs, log, log1p, rint, sqrt
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free, qsort

import numpy as np
from rapidfuzz.distance import Indel

from perpend.alignment.linking._cells cimport _DIMENSIONS, Known, Word

__all__ = ["measure"]

cdef enum:
    _COUNT = 28
    _GIVEN = 7

DISTANCES = _COUNT

cdef double _TICKS = 1048576.0
cdef double _SAME = 0.88
cdef double _LEAST_LINK = 0.5
cdef double _RAREST = 8.0
cdef double _TINY = 1e-3


cdef struct Pair:
    int64_t first
    int64_t second


cdef struct Side:
    Py_ssize_t count  # of all tokens
    Py_ssize_t kept  # of the tokens that are compared
    Py_ssize_t contents  # of those that stand for the content words
    const Known** known
    Py_ssize_t* places  # of the tokens that are compared
    double* lengths
    double* weights
    double* covered
    double* nearest  # the similarity of the nearest compared word of the other text, for each that is compared
    double* nearest_content
    bint* content  # for each token that is compared, whether it counts as a content word
    Pair* pairs


cdef int _by_members(const void* one, const void* other) noexcept nogil:
    cdef const Pair* a = <const Pair*>one
    cdef const Pair* b = <const Pair*>other
    if a.first != b.first:
        return -1 if a.first < b.first else 1
    return -1 if a.second < b.second else <int>(a.second > b.second)


cdef double _jaccard(Pair* one, Py_ssize_t m, Pair* other, Py_ssize_t n) noexcept nogil:
    """1 minus the members of both bags by those of either; sorts the bags."""
    cdef Py_ssize_t i = 0, j = 0, both = 0
    cdef int order
    qsort(one, m, sizeof(Pair), _by_members)
    qsort(other, n, sizeof(Pair), _by_members)
    while i < m and j < n:
        order = _by_members(&one[i], &other[j])
        both += order == 0
        i += order <= 0
        j += order >= 0
    return 1.0 - <double>both / <double>(m + n - both)


cdef inline int64_t _form(const Side* side, Py_ssize_t k) noexcept nogil:
    return side.known[side.places[k]].form


cdef void _find_kept(Side* side) noexcept nogil:
    """Fills the places of the words that are compared: all but signs, or all if there are signs only."""
    cdef Py_ssize_t k
    for k in range(side.count):
        if not side.known[k].sign:
            side.places[side.kept] = k
            side.kept += 1
    if not side.kept:
        side.kept = side.count
        for k in range(side.count):
            side.places[k] = k
    for k in range(side.kept):
        side.content[k] = side.known[side.places[k]].content
        side.contents += side.content[k]
    if not side.contents:
        side.contents = side.kept
        for k in range(side.kept):
            side.content[k] = True


cdef bint _are_equal(const Side* one, const Side* other) noexcept nogil:
    cdef Py_ssize_t k
    if one.kept != other.kept:
        return False
    for k in range(one.kept):
        if _form(one, k) != _form(other, k):
            return False
    return True


cdef void _sum_vectors(const Side* side, double* total) noexcept nogil:
    """The sum of levels times lengths in whole ticks: all terms are whole numbers, so that the order does not matter."""
    cdef Py_ssize_t k, d
    cdef double ticks
    cdef const Known* known
    for k in range(side.kept):
        known = side.known[side.places[k]]
        ticks = rint(side.lengths[side.places[k]] * _TICKS)
        for d in range(_DIMENSIONS):
            total[d] += ticks * known.level[d]


cdef double _cosine(const Side* one, const Side* other, double* sum1, double* sum2) noexcept nogil:
    cdef double first = 0.0, second = 0.0, both = 0.0, norm
    cdef Py_ssize_t d
    _sum_vectors(one, sum1)
    _sum_vectors(other, sum2)
    for d in range(_DIMENSIONS):
        first += sum1[d] * sum1[d]
        second += sum2[d] * sum2[d]
        both += sum1[d] * sum2[d]
    norm = sqrt(first * second)
    return max(0.0, 1.0 - both / norm) if norm > 0 else 1.0


cdef void _find_nearest(Side* one, Side* other, const double* alike) noexcept nogil:
    cdef Py_ssize_t i, j
    cdef const double* row
    cdef double value
    for i in range(one.kept):
        row = alike + one.places[i] * other.count
        for j in range(other.kept):
            value = row[other.places[j]]
            one.nearest[i] = max(one.nearest[i], value)
            other.nearest[j] = max(other.nearest[j], value)
            if one.content[i] and other.content[j]:
                one.nearest_content[i] = max(one.nearest_content[i], value)
                other.nearest_content[j] = max(other.nearest_content[j], value)


cdef enum Weighting:
    BY_WEIGHT
    BY_LENGTH
    BY_COUNT


cdef inline double _weight(const Side* side, Py_ssize_t place, Weighting by) noexcept nogil:
    if by == BY_WEIGHT:
        return side.weights[place]
    return side.lengths[place] + _TINY if by == BY_LENGTH else 1.0


cdef double _near(const Side* side, Weighting by) noexcept nogil:
    """The weighted mean of the nearest words' similarities."""
    cdef double above = 0.0, below = 0.0, weight
    cdef Py_ssize_t k
    for k in range(side.kept):
        weight = _weight(side, side.places[k], by)
        above += side.nearest[k] * weight
        below += weight
    return above / below


cdef double _near_content(const Side* side, Weighting by) noexcept nogil:
    """The same for content words."""
    cdef double above = 0.0, below = 0.0, weight
    cdef Py_ssize_t k
    for k in range(side.kept):
        if side.content[k]:
            weight = _weight(side, side.places[k], by)
            above += side.nearest_content[k] * weight
            below += weight
    return above / below


cdef double _share(const Side* side, Weighting by) noexcept nogil:
    """The weighted mean of what links cover."""
    cdef double above = 0.0, below = 0.0, weight
    cdef Py_ssize_t k, place
    for k in range(side.kept):
        place = side.places[k]
        weight = _weight(side, place, by)
        above += side.covered[place] * weight
        below += weight
    return above / below


cdef double _share_same(const Side* side) noexcept nogil:
    """The share of words, by weight, that links cover nearly wholly."""
    cdef double above = 0.0, below = 0.0
    cdef Py_ssize_t k, place
    for k in range(side.kept):
        place = side.places[k]
        above += side.weights[place] if side.covered[place] > _SAME else 0.0
        below += side.weights[place]
    return above / below


cdef double _total_weight(const Side* side) noexcept nogil:
    cdef double total = 0.0
    cdef Py_ssize_t k
    for k in range(side.kept):
        total += side.weights[side.places[k]]
    return total


cdef void _alone(const Side* side, double* total, double* largest) noexcept nogil:
    """What the content words weigh that links do not cover: all of them together, and the heaviest."""
    cdef double weight
    cdef Py_ssize_t k
    for k in range(side.count):
        weight = side.weights[k] * (1.0 - side.covered[k]) if side.known[k].content else 0.0
        total[0] += weight
        largest[0] = max(largest[0], weight)


cdef inline double _mean(double first, double second) noexcept nogil:
    return 1.0 - (first + second) / 2


cdef void _measure_coverage(const Side* one, const Side* other, double* f) noexcept nogil:
    cdef double share1 = _share(one, BY_WEIGHT), share2 = _share(other, BY_WEIGHT)
    cdef double sum1 = 0.0, sum2 = 0.0, largest1 = 0.0, largest2 = 0.0
    _alone(one, &sum1, &largest1)
    _alone(other, &sum2, &largest2)
    largest1, largest2 = largest1 / _RAREST, largest2 / _RAREST
    f[0] = _mean(share1, share2)
    f[1] = 1.0 - min(share1, share2)
    f[2] = _mean(_share(one, BY_LENGTH), _share(other, BY_LENGTH))
    f[3] = sqrt(sum1 * sum2) / (_total_weight(one) + _total_weight(other))
    f[4] = _mean(_share_same(one), _share_same(other))
    f[5] = max(largest1, largest2)
    f[6] = min(largest1, largest2)
    f[7] = log1p(sum1 + sum2)


cdef void _add_functions(const Side* side, double* total, Py_ssize_t* count) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(side.kept):
        if not side.known[side.places[k]].content:
            total[0] += side.covered[side.places[k]]
            count[0] += 1


cdef double _functions(const Side* one, const Side* other) noexcept nogil:
    """How little the links cover function words, and signs if there is nothing else."""
    cdef double total = 0.0
    cdef Py_ssize_t count = 0
    _add_functions(one, &total, &count)
    _add_functions(other, &total, &count)
    return 1.0 - total / count if count else 0.0


cdef void _fill_neighbours(Side* side, int64_t start, int64_t end) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(side.kept + 1):
        side.pairs[k].first = _form(side, k - 1) if k else start
        side.pairs[k].second = _form(side, k) if k < side.kept else end


cdef void _fill_words(Side* side) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(side.kept):
        side.pairs[k].first, side.pairs[k].second = _form(side, k), 0


cdef double _order(const Side* one, const Side* other, int* row) noexcept nogil:
    """Words to insert or delete, by all words: the lengths less twice the longest common subsequence."""
    cdef Py_ssize_t i, j, m = one.kept, n = other.kept
    cdef int diagonal, above
    cdef int64_t form
    for i in range(m):
        diagonal, form = 0, _form(one, i)
        for j in range(n):
            above = row[j + 1]
            row[j + 1] = diagonal + 1 if form == _form(other, j) else max(above, row[j])
            diagonal = above
    return <double>(m + n - 2 * row[n]) / <double>(m + n)


cdef double _crossing(const Py_ssize_t* anchors, Py_ssize_t rows) noexcept nogil:
    """The share of pairs of anchors that cross; `anchors` has the column of each row, or -1."""
    cdef Py_ssize_t i, j, count = 0, crossing = 0
    for i in range(rows):
        if anchors[i] < 0:
            continue
        count += 1
        for j in range(i):
            crossing += anchors[j] > anchors[i]
    return 2.0 * crossing / (count * (count - 1)) if count > 1 else 0.0


cdef void _measure(
    Side* one, Side* other, const double* alike, const Py_ssize_t* anchors, int64_t start, int64_t end, double* sums,
    int* row, double* f,
) noexcept nogil:
    """Fills all distances but those that are given."""
    f[0] = _cosine(one, other, sums, sums + _DIMENSIONS)
    _find_nearest(one, other, alike)
    f[1] = _mean(_near_content(one, BY_WEIGHT), _near_content(other, BY_WEIGHT))
    f[2] = _mean(_near(one, BY_LENGTH), _near(other, BY_LENGTH))
    f[3] = _mean(_near(one, BY_WEIGHT), _near(other, BY_WEIGHT))
    f[4] = _mean(_near_content(one, BY_COUNT), _near_content(other, BY_COUNT))
    f[5] = _mean(_near(one, BY_COUNT), _near(other, BY_COUNT))
    _measure_coverage(one, other, f + 6)
    f[15] = _functions(one, other)
    _fill_neighbours(one, start, end)
    _fill_neighbours(other, start, end)
    f[16] = _jaccard(one.pairs, one.kept + 1, other.pairs, other.kept + 1)
    _fill_words(one)
    _fill_words(other)
    f[17] = _jaccard(one.pairs, one.kept, other.pairs, other.kept)
    f[18] = _order(one, other, row)
    f[20] = _crossing(anchors, one.count)
    f[21] = fabs(log(<double>(one.kept + 1) / <double>(other.kept + 1)))


cdef void* _room(Py_ssize_t count, Py_ssize_t size, list owned) except NULL:
    """Zeroed memory, noted in `owned` to be freed."""
    cdef void* found = calloc(max(count, 1), size)
    if found == NULL:
        raise MemoryError
    owned.append(<size_t>found)
    return found


cdef int _gather(Side* side, tuple words, list owned) except -1:
    """Fills what is known of the words."""
    cdef Py_ssize_t n = len(words), k
    cdef Word word
    cdef double* numbers
    side.count, side.kept, side.contents = n, 0, 0
    side.known = <const Known**>_room(n, sizeof(Known*), owned)
    side.places = <Py_ssize_t*>_room(n, sizeof(Py_ssize_t), owned)
    side.content = <bint*>_room(n, sizeof(bint), owned)
    side.pairs = <Pair*>_room(n + 1, sizeof(Pair), owned)
    numbers = <double*>_room(5 * n, sizeof(double), owned)
    side.lengths, side.weights, side.covered = numbers, numbers + n, numbers + 2 * n
    side.nearest, side.nearest_content = numbers + 3 * n, numbers + 4 * n
    for k in range(n):
        word = <Word?>words[k]
        side.known[k] = &word.known
        side.lengths[k] = word.length
        side.weights[k] = word.weight
    _find_kept(side)
    return 0


cdef str _joined(const Side* side, tuple words):
    """The forms of the words that are compared, with blanks between them."""
    cdef Py_ssize_t k
    return " ".join([(<Word>words[side.places[k]]).form for k in range(side.kept)])


def measure(tuple words1, tuple words2, const double[:, ::1] alike, tuple cells, dict anchors, tuple given):
    """Returns the distances of two texts, in the order of `distances.DISTANCES`.

    :param words1: the `Word` of each token of the first text.
    :param words2: those of the second text.
    :param alike: the similarity of each pair of tokens.
    :param cells: the linked pairs of tokens.
    :param anchors: the one-to-one links, a token of the first text -> a token of the second.
    :param given: the distances "share kept", "numbers", "both numbers" and those of CHANGED.
    """
    cdef list owned = []
    cdef Side one, other
    cdef Py_ssize_t row, column, k, rows = len(words1), columns = len(words2)
    cdef Py_ssize_t* anchored
    cdef int64_t start = hash("^"), end = hash("$")
    cdef double* sums
    cdef int* steps
    cdef double value
    cdef double[_GIVEN] rest
    if alike.shape[0] != rows or alike.shape[1] != columns or len(given) != _GIVEN:
        raise ValueError(f"{rows} and {columns} words, but similarities of {alike.shape[0]} and {alike.shape[1]}")
    found = np.zeros(_COUNT)
    if not rows or not columns:
        found[:] = rows != columns
        return found
    cdef double[::1] f = found
    try:
        _gather(&one, words1, owned)
        _gather(&other, words2, owned)
        if _are_equal(&one, &other):
            return found
        anchored = <Py_ssize_t*>_room(rows, sizeof(Py_ssize_t), owned)
        sums = <double*>_room(2 * _DIMENSIONS, sizeof(double), owned)
        steps = <int*>_room(columns + 1, sizeof(int), owned)
        for k in range(rows):
            anchored[k] = -1
        for row, column in cells:
            _check(row, column, rows, columns)
            value = max(alike[row, column], _LEAST_LINK)
            one.covered[row], other.covered[column] = max(one.covered[row], value), max(other.covered[column], value)
        for row, column in anchors.items():
            _check(row, column, rows, columns)
            value = alike[row, column]
            one.covered[row], other.covered[column] = max(one.covered[row], value), max(other.covered[column], value)
            anchored[row] = column
        for k in range(_GIVEN):
            rest[k] = given[k]
        with nogil:
            _measure(&one, &other, &alike[0, 0], anchored, start, end, sums, steps, &f[0])
        f[14], f[22], f[23] = rest[0], rest[1], rest[2]
        for k in range(4):
            f[24 + k] = rest[3 + k]
        f[19] = Indel.normalized_distance(_joined(&one, words1), _joined(&other, words2))
        return found
    finally:
        for address in owned:
            free(<void*><size_t>address)


cdef int _check(Py_ssize_t row, Py_ssize_t column, Py_ssize_t rows, Py_ssize_t columns) except -1:
    if not (0 <= row < rows and 0 <= column < columns):
        raise ValueError(f"a link of tokens {row} and {column} of {rows} and {columns}")
    return 0
