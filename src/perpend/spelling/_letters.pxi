# Part of _letter_scan.pyx: what is computed of all words at once: order, bits, sums, pairs of cells.


def sorted_letters(const uint16_t[::1] letters, const int64_t[::1] starts):
    """The letters of each word in order of their numbers."""
    result = np.array(letters, np.uint16)
    cdef uint16_t[::1] out = result
    cdef Py_ssize_t word, i, j
    cdef uint16_t one
    with nogil:
        for word in range(starts.shape[0] - 1):
            for i in range(starts[word] + 1, starts[word + 1]):
                one = out[i]
                j = i
                while j > starts[word] and out[j - 1] > one:
                    out[j] = out[j - 1]
                    j -= 1
                out[j] = one
    return result


def occurrences(const uint16_t[::1] ordered, const int64_t[::1] starts, Py_ssize_t alphabet, Py_ssize_t most):
    """In how many words each letter stands at least once, twice, ... `most` times."""
    result = np.zeros((alphabet, most), np.int64)
    cdef int64_t[:, ::1] out = result
    cdef Py_ssize_t word, i, run
    with nogil:
        for word in range(starts.shape[0] - 1):
            run = 0
            for i in range(starts[word], starts[word + 1]):
                run = run + 1 if i > starts[word] and ordered[i] == ordered[i - 1] else 0
                if run < most:
                    out[ordered[i], run] += 1
    return result


def signatures(
    const uint16_t[::1] ordered, const int64_t[::1] starts, const uint8_t[::1] bucket, const uint8_t[::1] first,
    const uint8_t[::1] room, const uint8_t[::1] shared,
):
    """Each word's counts as bits, and whether they leave something out: a count over its room, a letter that shares."""
    cdef Py_ssize_t words = starts.shape[0] - 1, word, i, b
    bits, marks = np.zeros(words, np.uint64), np.zeros(words, np.uint8)
    cdef uint64_t[::1] sig = bits
    cdef uint8_t[::1] inexact = marks
    cdef int counts[256]
    with nogil:
        for word in range(words):
            for b in range(256):
                counts[b] = 0
            for i in range(starts[word], starts[word + 1]):
                b = bucket[ordered[i]]
                if shared[ordered[i]]:
                    inexact[word] = 1
                if b == 255:
                    continue
                if counts[b] < room[b]:
                    sig[word] |= (<uint64_t> 1) << (first[b] + counts[b])
                else:
                    inexact[word] = 1
                counts[b] += 1
    return bits, marks


def letter_sums(const uint16_t[::1] ordered, const int64_t[::1] starts, const uint8_t[::1] part):
    """How many letters of each of eight parts of the alphabet a word has, one byte a part."""
    cdef Py_ssize_t words = starts.shape[0] - 1, word, i
    result = np.zeros(words, np.uint64)
    cdef uint64_t[::1] out = result
    with nogil:
        for word in range(words):
            for i in range(starts[word], starts[word + 1]):
                out[word] += (<uint64_t> 1) << (8 * part[ordered[i]])
    return result


def count_cells(
    const uint64_t[::1] sig, const uint32_t[::1] weight, const int64_t[::1] start, const int64_t[::1] group,
    const int32_t[::1] length, const uint64_t[::1] sums, Py_ssize_t begin, Py_ssize_t end, int k,
):
    """How many pairs of words differ by at most k letters, of which the first is in the cells from `begin` to `end`.

    A cell holds anagram classes of one group, one length and one set of sums, or of any sums where there are few (0);
    `weight` is how many words a class has.
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
