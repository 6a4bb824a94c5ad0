# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Probabilities from a model in memory: the compiled version of `lookup.log_plainly`, for texts of packed numbers."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from perpend.errors import InputError

__all__ = ["Lookup"]

cdef int32_t BEGIN = 1, END = 2
cdef int MOST_ORDER = 4


def _check(arrays, numbers):
    """Raises InputError unless every place that is read by `arrays` and `numbers` is there."""
    order = len(arrays.logs)
    if not (1 <= order <= MOST_ORDER and len(arrays.keys) == len(arrays.left) == order):
        raise InputError(f"a language model of {order} orders: 1 to {MOST_ORDER} are known, with keys and weights for each")
    types = len(arrays.logs[0])
    if types <= END:
        raise InputError(f"a language model of {types} words: it needs the unknown word and both ends of a sentence")
    for place in range(order):
        rows = len(arrays.keys[place]) if place else types
        if len(arrays.logs[place]) != rows or (place < order - 1 and len(arrays.left[place]) != rows):
            raise InputError(f"order {place + 1} of a language model needs {rows} probabilities and weights, one for each key")
    if len(numbers) and not 0 <= min(numbers) <= max(numbers) < types:
        raise InputError(f"a text has a word that is none of the {types} words of the language model")


cdef class Lookup:
    """The levels of a model as `arrays`, and the word of the model for each number of a packed text (`numbers`)."""

    cdef const int64_t[::1] keys2, keys3, keys4
    cdef const double[::1] log1, log2, log3, log4, left1, left2, left3
    cdef const int32_t[::1] numbers
    cdef int order
    cdef int64_t types
    cdef object kept

    def __init__(self, arrays, numbers):
        _check(arrays, numbers)
        self.order, self.types = len(arrays.logs), len(arrays.logs[0])
        self.kept = arrays
        self.numbers = numbers
        self.log1, self.left1 = arrays.logs[0], arrays.left[0]
        if self.order > 1:
            self.keys2, self.log2, self.left2 = arrays.keys[1], arrays.logs[1], arrays.left[1]
        if self.order > 2:
            self.keys3, self.log3, self.left3 = arrays.keys[2], arrays.logs[2], arrays.left[2]
        if self.order > 3:
            self.keys4, self.log4 = arrays.keys[3], arrays.logs[3]

    def word(self, uint64_t key):
        """Returns the natural logarithm of the last word's probability given up to three words before it."""
        self.check_key(key)
        if self.numbers.shape[0] == 0:
            raise InputError("a text without words has none that could be probable")
        return self.behind(key >> 16, self.numbers[key & 0xFFFF])

    def end(self, uint64_t history):
        """Returns the natural logarithm of the probability of the end of the text after `history`."""
        self.check_key(history)
        return self.behind(history, END)

    cdef int check_key(self, uint64_t key) except -1:
        """Raises InputError if one of the four numbers in `key` has no word; 0 means none."""
        cdef int shift
        for shift in range(48, -1, -16):
            if <int64_t> ((key >> shift) & 0xFFFF) >= max(self.numbers.shape[0], 1):
                raise InputError(f"a text of {self.numbers.shape[0]} words has no word {(key >> shift) & 0xFFFF}")
        return 0

    cdef double behind(self, uint64_t history, int32_t word) noexcept:
        cdef int32_t[4] context
        cdef int count = 0, shift, form
        if not history >> 32:
            context[0] = BEGIN
            count = 1
        for shift in range(32, -1, -16):
            form = (history >> shift) & 0xFFFF
            if form:
                context[count] = self.numbers[form]
                count += 1
        if count > self.order - 1:
            shift = count - (self.order - 1)
            for form in range(self.order - 1):
                context[form] = context[form + shift]
            count = self.order - 1
        return self.log(context, count, word)

    cdef double log(self, int32_t *context, int count, int32_t word) noexcept:
        cdef double given = 0.0
        cdef int64_t node, found
        cdef int start, place
        for start in range(count):
            node = context[start]
            for place in range(start + 1, count):
                node = self.find(place - start + 1, node, context[place])
                if node < 0:
                    break
            if node < 0:
                continue
            found = self.find(count - start + 1, node, word)
            if found >= 0:
                return given + self.log_at(count - start + 1, found)
            given += self.left_at(count - start, node)
        return given + self.log1[word]

    cdef inline int64_t find(self, int order, int64_t prefix, int32_t word) noexcept:
        cdef const int64_t[::1] keys = self.keys2 if order == 2 else self.keys3 if order == 3 else self.keys4
        cdef int64_t key = prefix * self.types + word, low = 0, high = keys.shape[0], middle
        while low < high:
            middle = (low + high) >> 1
            if keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low if low < keys.shape[0] and keys[low] == key else -1

    cdef inline double log_at(self, int order, int64_t place) noexcept:
        return self.log2[place] if order == 2 else self.log3[place] if order == 3 else self.log4[place]

    cdef inline double left_at(self, int order, int64_t place) noexcept:
        return self.left1[place] if order == 1 else self.left2[place] if order == 2 else self.left3[place]
