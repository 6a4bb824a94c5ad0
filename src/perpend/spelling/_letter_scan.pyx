# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled twin of `prime_mapping`: letter counts as bits, scanned in blocks; the loops are those of `_scan.h`.

Letters are numbers below the size of the alphabet; that size itself stands for a letter that no word of the list has.
Every array comes from `letter_counts` or from an index file. Numbers of a file that are used as indices are checked when
it is opened (`word_index`), so that a damaged file gives an error or wrong words, but no crash.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

import numpy as np

from perpend.spelling._lines cimport Buffer, put, put_char, put_number, reserve
from perpend.spelling._query cimport Query, apart, same_letters
from perpend.spelling._scan cimport (
    bits_of, choose_paths, close_weight, find_close, lowest_bit, osa_by_bits, osa_by_lanes, osa_by_table, osa_to_many,
    sums_apart,
)
from perpend.spelling._workspace cimport LANES, Room, free_room, get_room, order_numbers

__all__ = ["Layout", "Words", "count_cells", "use_path"]

cdef enum:
    LONGEST_QUERY = 300


def use_path(int highest=2):
    """Selects the widest vector instructions available, at most number `highest`; returns the number selected."""
    return choose_paths(highest)


use_path()


def count_cells(
    const uint64_t[::1] sig, const uint32_t[::1] weight, const int64_t[::1] start, const int64_t[::1] group,
    const int32_t[::1] length, const uint64_t[::1] sums, Py_ssize_t begin, Py_ssize_t end, int k,
):
    """Returns the number of pairs that differ by at most k letters and whose first word is in cells `begin` to `end`.

    A cell holds anagram classes of one group, one length and one set of sums, or of any sums where there are few (0);
    `weight` is the number of words of each class.
    """
    cdef Py_ssize_t cells = start.shape[0] - 1, a, b, i
    cdef int64_t total = 0, twice, own
    cdef int limit
    with nogil:
        for a in range(begin, end):
            twice = close_weight(&sig[start[a]], &weight[start[a]], start[a + 1] - start[a],
                                 &sig[start[a]], &weight[start[a]], start[a + 1] - start[a], 2 * k)
            own = 0
            for i in range(start[a], start[a + 1]):
                own += weight[i]
            total += (twice - own) // 2
            b = a + 1
            while b < cells and group[b] == group[a] and length[b] <= length[a] + k:
                limit = 2 * k - (length[b] - length[a])
                if not sums[a] or not sums[b] or sums_apart(sums[a], sums[b]) <= limit:
                    total += close_weight(&sig[start[a]], &weight[start[a]], start[a + 1] - start[a],
                                          &sig[start[b]], &weight[start[b]], start[b + 1] - start[b], limit)
                b += 1
    return total


cdef class Layout:
    """Words sorted by group and then by length, so that a search scans contiguous blocks."""

    cdef readonly object order, sig, length, group, start
    cdef const uint32_t* _order
    cdef const uint64_t* _sig
    cdef const uint8_t* _length
    cdef const int64_t* _group
    cdef const int64_t* _start

    def __init__(self, const uint32_t[::1] order, const uint64_t[::1] sig, const uint8_t[::1] length,
                 const int64_t[::1] group, const int64_t[::1] start):
        if not (order.shape[0] == sig.shape[0] == length.shape[0] == group.shape[0]):
            raise ValueError("arrays of different lengths")
        self.order, self.sig, self.length, self.group, self.start = map(np.asarray, (order, sig, length, group, start))
        if order.shape[0]:
            self._order, self._sig, self._length = &order[0], &sig[0], &length[0]
            self._group = &group[0]
        self._start = &start[0]


cdef class Words:
    """The words of a list as arrays: letters, sorted letters, bits, and the text to print."""

    cdef readonly object arrays
    cdef readonly Py_ssize_t count, alphabet
    cdef const uint16_t* letters
    cdef const uint16_t* ordered
    cdef const int64_t* starts
    cdef const uint64_t* sig
    cdef const uint8_t* inexact
    cdef const uint16_t* letter_of_bit
    cdef const uint8_t* text
    cdef const int64_t* text_starts
    cdef const uint8_t* letter_text
    cdef const int64_t* letter_starts
    cdef const int64_t* counts

    def __init__(self, const uint16_t[::1] letters, const uint16_t[::1] ordered, const int64_t[::1] starts,
                 const uint64_t[::1] sig, const uint8_t[::1] inexact, const uint8_t[::1] text,
                 const int64_t[::1] text_starts, const uint8_t[::1] letter_text, const int64_t[::1] letter_starts,
                 const uint16_t[::1] letter_of_bit, const int64_t[::1] counts):
        self.arrays = (letters, ordered, starts, sig, inexact, text, text_starts, letter_text, letter_starts,
                       letter_of_bit, counts)
        self.letter_of_bit = &letter_of_bit[0]
        self.count, self.alphabet = starts.shape[0] - 1, letter_starts.shape[0] - 1
        self.starts, self.text_starts, self.letter_starts = &starts[0], &text_starts[0], &letter_starts[0]
        if letters.shape[0]:
            self.letters, self.ordered, self.letter_text = &letters[0], &ordered[0], &letter_text[0]
        if self.count:
            self.sig, self.inexact, self.counts = &sig[0], &inexact[0], &counts[0]
            self.text = &text[0]

    cdef Query query(self, Py_ssize_t word) noexcept nogil:
        cdef Query q
        q.letters, q.ordered = self.letters + self.starts[word], self.ordered + self.starts[word]
        q.length = self.starts[word + 1] - self.starts[word]
        q.sig, q.inexact = self.sig[word], self.inexact[word]
        return q

    cdef Py_ssize_t length(self, Py_ssize_t word) noexcept nogil:
        return self.starts[word + 1] - self.starts[word]

    cdef bint is_close(self, const Query* q, Py_ssize_t other, int k) noexcept nogil:
        """Whether a word that passed the comparison of bits really differs by at most k letters."""
        if not (q.inexact or self.inexact[other]):
            return True
        return apart(q.ordered, q.length, self.ordered + self.starts[other], self.length(other)) <= k

    cdef Py_ssize_t scan(self, const Query* q, Layout layout, Py_ssize_t group, int k, bint exactly, Room* room,
                         uint32_t* out) noexcept nogil:
        """Finds the words of a group that differ from the query by at most k letters, unordered; returns their number.

        Unless `exactly`, words with inexact bits may differ by more.
        """
        cdef Py_ssize_t low = layout._start[group], high = layout._start[group + 1], place, end, found, i, step
        cdef Py_ssize_t total = 0, middle, shortest = q.length - k, top
        cdef int limit
        cdef uint32_t other
        place, top = low, high
        while place < top:
            middle = (place + top) // 2
            if layout._length[middle] < shortest:
                place = middle + 1
            else:
                top = middle
        while place < high and layout._length[place] <= q.length + k:
            step = 1
            end = place + 1
            while end < high and layout._length[end] == layout._length[place]:
                end += step
                step *= 2
            end, top = end - step // 2 if step > 1 else place + 1, min(end, high)
            while end < top:
                middle = (end + top) // 2
                if layout._length[middle] == layout._length[place]:
                    end = middle + 1
                else:
                    top = middle
            limit = 2 * k - abs(<int> q.length - <int> layout._length[place])
            found = find_close(q.sig, layout._sig + place, end - place, limit, room.hits)
            for i in range(found):
                other = layout._order[place + room.hits[i]]
                out[total] = other
                total += not exactly or self.is_close(q, other, k)
            place = end
        return total

    def count_inexact(self, Layout layout, const uint32_t[::1] numbers, Py_ssize_t begin, Py_ssize_t end, int k):
        """Returns the number of pairs of a word with inexact bits and any other word of its group."""
        cdef Py_ssize_t i, j, found
        cdef int64_t total = 0
        cdef Room room
        cdef Query q
        cdef int failed
        with nogil:
            failed = get_room(&room, self.count, self.alphabet)
            if not failed:
                for i in range(begin, end):
                    q = self.query(numbers[i])
                    found = self.scan(&q, layout, layout._group[numbers[i]], k, True, &room, room.partners)
                    for j in range(found):
                        total += not self.inexact[room.partners[j]] or room.partners[j] > numbers[i]
            free_room(&room)
        if failed:
            raise MemoryError("no memory left for a search among words")
        return total

    cdef Py_ssize_t later_partners(self, Py_ssize_t word, Layout prefixes, Layout suffixes, int k,
                                   Room* room) noexcept nogil:
        """Finds the words after this one that differ by at most k letters and share a group, in order."""
        cdef Query q = self.query(word)
        cdef Py_ssize_t found, kept = 0, i
        found = self.scan(&q, prefixes, prefixes._group[word], k, True, room, room.partners)
        for i in range(found):
            room.partners[kept] = room.partners[i]
            kept += room.partners[i] > word
        if suffixes is not None:
            # The second search writes behind the first. Words that share both groups are skipped here, because the
            # first search has found them.
            found = self.scan(&q, suffixes, suffixes._group[word], k, True, room, room.partners + self.count + LANES)
            for i in range(found):
                room.partners[kept] = room.partners[self.count + LANES + i]
                kept += room.partners[kept] > word and prefixes._group[room.partners[kept]] != prefixes._group[word]
        order_numbers(room.partners, kept, room.marks)
        return kept

    def list_pairs(self, Layout prefixes, Layout suffixes, Py_ssize_t begin, Py_ssize_t end, int k, int most=-1):
        """Returns the lines of the pairs whose first word is in `begin` to `end`, and the number of lines.

        If `most` is not negative, pairs with a larger edit distance are left out.
        """
        cdef Py_ssize_t word, i, found
        cdef int64_t total = 0
        cdef Room room
        cdef Buffer buffer
        cdef int failed
        buffer.text, buffer.used, buffer.room = NULL, 0, 0
        with nogil:
            failed = get_room(&room, 2 * (self.count + LANES), self.alphabet)
            if not failed:
                for word in range(begin, end):
                    found = self.later_partners(word, prefixes, suffixes, k, &room)
                    self.mark_places(word, &room)
                    for i in range(found):
                        if most >= 0 and self.distance(word, room.partners[i], &room) > most:
                            continue
                        if self.put_pair(&buffer, word, room.partners[i], &room) < 0:
                            failed = 1
                            break
                        total += 1
                    self.clear_places(word, &room)
                    if failed:
                        break
            free_room(&room)
        try:
            if failed:
                raise MemoryError("no memory left for pairs of words")
            return buffer.text[:buffer.used] if buffer.used else b"", total
        finally:
            free(buffer.text)

    def near_pairs(self, Layout prefixes, Layout suffixes, Py_ssize_t begin, Py_ssize_t end, int k, double share,
                   int most):
        """Returns the pairs of `list_pairs` as the numbers of both words, without those that are many edits apart.

        At most `share` edits for each letter of the longer word, and at most `most`.
        """
        cdef Py_ssize_t word, i, found, total = 0, room_for = 1024, longest
        cdef Room room
        cdef uint32_t other
        cdef int failed
        cdef uint32_t* pairs = <uint32_t*> malloc(2 * room_for * sizeof(uint32_t))
        cdef void* larger
        with nogil:
            failed = get_room(&room, 2 * (self.count + LANES), self.alphabet) or pairs == NULL
            for word in range(begin, end):
                if failed:
                    break
                found = self.later_partners(word, prefixes, suffixes, k, &room)
                if total + found > room_for:
                    room_for = 2 * total + found
                    larger = realloc(pairs, 2 * room_for * sizeof(uint32_t))
                    if larger == NULL:
                        failed = 1
                        break
                    pairs = <uint32_t*> larger
                self.mark_places(word, &room)
                for i in range(found):
                    other = room.partners[i]
                    longest = max(self.length(word), self.length(other))
                    pairs[2 * total], pairs[2 * total + 1] = <uint32_t> word, other
                    total += self.distance(word, other, &room) <= min(<double> most, share * longest)
                self.clear_places(word, &room)
            free_room(&room)
        try:
            if failed:
                raise MemoryError("no memory left for pairs of words")
            return np.asarray(<uint32_t[:2 * total]> pairs).reshape(-1, 2).copy() if total else np.zeros((0, 2), np.uint32)
        finally:
            free(pairs)

    cdef void mark_places(self, Py_ssize_t word, Room* room) noexcept nogil:
        cdef Py_ssize_t i
        for i in range(min(self.length(word), LANES)):
            room.places[self.letters[self.starts[word] + i]] |= (<uint64_t> 1) << i

    cdef void clear_places(self, Py_ssize_t word, Room* room) noexcept nogil:
        cdef Py_ssize_t i
        for i in range(min(self.length(word), LANES)):
            room.places[self.letters[self.starts[word] + i]] = 0

    cdef int put_pair(self, Buffer* buffer, Py_ssize_t a, Py_ssize_t b, Room* room) noexcept nogil:
        """Writes one line: both words, the letters that differ, the edit distance, and which word is canonical."""
        cdef Py_ssize_t na = self.text_starts[a + 1] - self.text_starts[a], nb = self.text_starts[b + 1] - self.text_starts[b]
        if reserve(buffer, na + nb + 4 * (self.length(a) + self.length(b)) + 64) < 0:
            return -1
        put(buffer, <const char*> self.text + self.text_starts[a], na)
        put_char(buffer, 9)
        put(buffer, <const char*> self.text + self.text_starts[b], nb)
        put_char(buffer, 9)
        self.put_difference(buffer, a, b)
        put_number(buffer, self.distance(a, b, room))
        put_char(buffer, 9)
        put_char(buffer, 61 if self.counts[a] == self.counts[b] else 49 if self.counts[a] > self.counts[b] else 50)
        put_char(buffer, 10)
        return 0

    cdef void put_difference(self, Buffer* buffer, Py_ssize_t a, Py_ssize_t b) noexcept nogil:
        """Writes how many letters differ, and which; by the bits where they are exact."""
        cdef uint64_t only_a = self.sig[a] & ~self.sig[b], only_b = self.sig[b] & ~self.sig[a]
        if self.inexact[a] or self.inexact[b]:
            put_number(buffer, apart(self.ordered + self.starts[a], self.length(a),
                                     self.ordered + self.starts[b], self.length(b)))
            put_char(buffer, 9)
            self.put_only(buffer, a, b)
            put_char(buffer, 9)
            self.put_only(buffer, b, a)
        else:
            put_number(buffer, max(bits_of(only_a), bits_of(only_b)))
            put_char(buffer, 9)
            self.put_bits(buffer, only_a)
            put_char(buffer, 9)
            self.put_bits(buffer, only_b)
        put_char(buffer, 9)

    cdef void put_letter(self, Buffer* buffer, uint16_t letter) noexcept nogil:
        cdef int64_t begin = self.letter_starts[letter], end = self.letter_starts[letter + 1]
        if end - begin == 1:
            put_char(buffer, self.letter_text[begin])
        else:
            put(buffer, <const char*> self.letter_text + begin, end - begin)

    cdef void put_bits(self, Buffer* buffer, uint64_t bits) noexcept nogil:
        while bits:
            self.put_letter(buffer, self.letter_of_bit[lowest_bit(bits)])
            bits &= bits - 1

    cdef void put_only(self, Buffer* buffer, Py_ssize_t a, Py_ssize_t b) noexcept nogil:
        """Writes the letters that word `a` has and word `b` lacks."""
        cdef const uint16_t* x = self.ordered + self.starts[a]
        cdef const uint16_t* y = self.ordered + self.starts[b]
        cdef Py_ssize_t nx = self.length(a), ny = self.length(b), i = 0, j = 0
        while i < nx:
            while j < ny and y[j] < x[i]:
                j += 1
            if j < ny and y[j] == x[i]:
                j += 1
            else:
                self.put_letter(buffer, x[i])
            i += 1

    cdef int distance(self, Py_ssize_t a, Py_ssize_t b, Room* room) noexcept nogil:
        """Returns the edit distance; the positions of the letters of `a` must be marked."""
        cdef Py_ssize_t na = self.length(a), nb = self.length(b)
        if 0 < na <= LANES:
            return osa_by_bits(room.places, na, self.letters + self.starts[b], nb)
        return osa_by_table(self.letters + self.starts[a], na, self.letters + self.starts[b], nb)

    def within(self, Layout layout, const uint16_t[::1] letters, const uint16_t[::1] ordered,
               const int64_t[::1] starts, const uint64_t[::1] sig, int k, int common):
        """Finds for each query the words that differ by at most k: in edits if `common` < 0, else in letters.

        In letters, a word must share the first or the last `common` letters. Returns the offsets of the queries, the
        numbers of the words in ascending order, and their differences.
        """
        cdef Py_ssize_t queries = starts.shape[0] - 1, i, total = 0, room_for = 1024
        cdef Room room
        cdef int failed
        cdef uint32_t* numbers = <uint32_t*> malloc(room_for * sizeof(uint32_t))
        cdef uint8_t* values = <uint8_t*> malloc(room_for)
        cdef void* larger
        offsets = np.zeros(queries + 1, np.int64)
        cdef int64_t[::1] ends = offsets
        cdef Query q
        with nogil:
            failed = get_room(&room, self.count, self.alphabet) or numbers == NULL or values == NULL
            if not failed:
                for i in range(queries):
                    if total + self.count > room_for:
                        room_for = 2 * total + self.count
                        larger = realloc(numbers, room_for * sizeof(uint32_t))
                        if larger != NULL:
                            numbers = <uint32_t*> larger
                            larger = realloc(values, room_for)
                        if larger == NULL:
                            failed = 1
                            break
                        values = <uint8_t*> larger
                    q.letters, q.ordered = &letters[0] + starts[i], &ordered[0] + starts[i]
                    q.length, q.sig, q.inexact = starts[i + 1] - starts[i], sig[i], 1
                    if q.length <= LONGEST_QUERY:
                        total += self.near(&q, layout, k, common, &room, numbers + total, values + total)
                    ends[i + 1] = total
            free_room(&room)
        try:
            if failed:
                raise MemoryError("no memory left for a search among words")
            return (offsets, np.asarray(<uint32_t[:total]> numbers).copy() if total else np.zeros(0, np.uint32),
                    np.asarray(<uint8_t[:total]> values).copy() if total else np.zeros(0, np.uint8))
        finally:
            free(numbers)
            free(values)

    cdef Py_ssize_t near(self, const Query* q, Layout layout, int k, int common, Room* room, uint32_t* numbers,
                         uint8_t* values) noexcept nogil:
        """Finds the words of a one-group layout near the query, in order, each with its difference."""
        cdef Py_ssize_t found = self.scan(q, layout, 0, k, False, room, room.partners), i, kept = 0
        if common < 0:
            self.edits(q, room, found, values)
        else:
            self.letters_apart(q, room, found, common, values)
        for i in range(found):
            if values[i] <= k:
                numbers[kept] = room.partners[i]
                room.values[numbers[kept]] = values[i]
                kept += 1
        order_numbers(numbers, kept, room.marks)
        for i in range(kept):
            values[i] = room.values[numbers[i]]
        return kept

    cdef void letters_apart(self, const Query* q, Room* room, Py_ssize_t count, int common,
                            uint8_t* values) noexcept nogil:
        """Writes the number of letters by which each partner differs, or 255 if it shares no part."""
        cdef Py_ssize_t i
        cdef uint32_t other
        for i in range(count):
            other = room.partners[i]
            values[i] = 255
            if self.share(q, other, common):
                values[i] = min(255, apart(q.ordered, q.length, self.ordered + self.starts[other], self.length(other)))

    cdef void edits(self, const Query* q, Room* room, Py_ssize_t count, uint8_t* values) noexcept nogil:
        """Writes the edit distance of each partner, at most 255."""
        cdef Py_ssize_t i
        cdef bint narrow = osa_by_lanes != NULL and 0 < q.length <= 16
        cdef const uint16_t* letters
        for i in range(min(q.length, LANES)):
            room.places[q.letters[i]] |= (<uint64_t> 1) << i
            narrow = narrow and q.letters[i] < 63
        if narrow:
            osa_to_many(room.places, self.alphabet, q.length, self.letters, self.starts, room.partners, count, values)
        else:
            for i in range(count):
                letters = self.letters + self.starts[room.partners[i]]
                if 0 < q.length <= LANES:
                    values[i] = min(255, osa_by_bits(room.places, q.length, letters, self.length(room.partners[i])))
                else:
                    values[i] = min(255, osa_by_table(q.letters, q.length, letters, self.length(room.partners[i])))
        for i in range(min(q.length, LANES)):
            room.places[q.letters[i]] = 0

    cdef bint share(self, const Query* q, Py_ssize_t other, int common) noexcept nogil:
        """Whether the first or the last `common` letters are the same; a shorter word is its own beginning and end."""
        cdef Py_ssize_t n = self.length(other), mine = min(q.length, common), its = min(n, common)
        cdef const uint16_t* letters = self.letters + self.starts[other]
        if mine != its:
            return False
        return (same_letters(q.letters, letters, mine)
                or same_letters(q.letters + q.length - mine, letters + n - mine, mine))
