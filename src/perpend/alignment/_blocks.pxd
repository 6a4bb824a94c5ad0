# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The candidates for shifts: blocks of the hypothesis and their new positions, in the order of trial."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort

from perpend.alignment._problem cimport MATCH, PHRASE, Input
from perpend.alignment._work cimport MAX_BUCKET, Candidate, Work, room_for_candidate


cdef enum:
    CROWD = 65536


cdef inline int find_links(const Input *p, Work *w) noexcept nogil:
    """Finds partner positions and words in error, for both sides; returns the number of steps that are not matches."""
    cdef int r = -1, h = -1, k, i, first_r, first_h, errors = 0
    cdef bint in_error, phrase
    for k in range(w.steps - 1, -1, -1):
        first_r = r + 1
        first_h = h + 1
        r += w.step_ref[k]
        h += w.step_hyp[k]
        in_error = w.step_op[k] != MATCH
        phrase = w.step_op[k] == PHRASE
        errors += in_error
        for i in range(first_r, r + 1):
            w.ref_to_hyp[i] = first_h if phrase else h
            w.ref_error[i] = in_error
        for i in range(first_h, h + 1):
            w.hyp_to_ref[i] = first_r if phrase else r
            w.hyp_error[i] = in_error
    return errors


cdef inline int find_candidates(const Input *p, Work *w) noexcept nogil:
    """Finds all shifts to try, in the order of trial; returns -1 when out of memory."""
    cdef int h0, r0
    cdef bint starts_here
    cdef const uint8_t *agrees
    w.candidate_count = w.found = 0
    w.trial_limit = max(1, (w.budget + w.cells - 1) // w.cells)
    w.full = False
    if p.distance <= 0 or p.max_block <= 0 or find_links(p, w) == 0:
        return 0
    for h0 in range(p.m):
        agrees = p.agrees + <int64_t>w.order[h0] * p.n
        starts_here = p.mismatch_in_blocks or (
            p.phrases_in_blocks and p.edges and w.fits_start[h0] < w.fits_start[h0 + 1]
        )
        for r0 in range(p.n):
            if agrees[r0] or starts_here:
                if walk_block(p, w, h0, r0, 0, 0, 0) < 0:
                    return -1
    keep_the_first(w)
    return 0


cdef inline int compare_trial(const void *a, const void *b) noexcept nogil:
    """The order of trial: long blocks first, then by start, end, new position, and order of discovery."""
    cdef const Candidate *x = <const Candidate *>a
    cdef const Candidate *y = <const Candidate *>b
    if x.words != y.words:
        return -1 if x.words > y.words else 1
    if x.start != y.start:
        return -1 if x.start < y.start else 1
    if x.end != y.end:
        return -1 if x.end < y.end else 1
    if x.newloc != y.newloc:
        return -1 if x.newloc < y.newloc else 1
    return -1 if x.found < y.found else 1


cdef inline void keep_the_first(Work *w) noexcept nogil:
    """Sorts the candidates in the order of trial, without duplicates, and drops those beyond the budget."""
    cdef int64_t k, kept = 0
    cdef Candidate *c = w.candidates
    if w.candidate_count > 1:
        qsort(c, w.candidate_count, sizeof(Candidate), compare_trial)
    for k in range(w.candidate_count):
        if kept and c[k].words == c[kept - 1].words and c[k].start == c[kept - 1].start \
                and c[k].end == c[kept - 1].end and c[k].newloc == c[kept - 1].newloc:
            continue
        c[kept] = c[k]
        kept += 1
    w.full = kept >= w.trial_limit
    w.candidate_count = min(kept, w.trial_limit)


cdef inline int walk_block(const Input *p, Work *w, int h0, int r0, int hl, int rl, int bad) noexcept nogil:
    """Extends a block of hl and rl words, `bad` of them mismatches, word by word."""
    cdef int k, hi, ri, x, e, low, high
    for k in range(p.max_block - hl):
        hi = h0 + hl + k
        ri = r0 + rl + k
        if hi >= p.m or ri >= p.n:
            return 0
        if p.phrases_in_blocks and p.edges and w.fits_start[hi] < w.fits_start[hi + 1]:
            low = max(0, w.hyp_to_ref[max(0, hi - p.distance)])
            high = min(p.n - 1, w.hyp_to_ref[min(p.m - 1, hi + p.distance)])
            if low <= ri <= high:
                for x in range(w.fits_start[hi], w.fits_start[hi + 1]):
                    e = w.fits.items[x]
                    if p.edge_row[e] == ri and walk_block(
                        p, w, h0, r0, hl + k + p.edge_hyp_len[e], rl + k + p.edge_ref_len[e], bad
                    ) < 0:
                        return -1
        if not p.agrees[<int64_t>w.order[hi] * p.n + ri]:
            if not p.mismatch_in_blocks or bad >= 1:
                return 0
            bad += 1
            if walk_block(p, w, h0, r0, hl + k + 1, rl + k, bad) < 0:
                return -1
            if walk_block(p, w, h0, r0, hl + k, rl + k + 1, bad) < 0:
                return -1
        if may_move(p, w, h0, hi, r0, ri, bad) and add_places(p, w, h0, hi, r0, ri) < 0:
            return -1
    return 0


cdef inline bint may_move(const Input *p, const Work *w, int h0, int hi, int r0, int ri, int bad) noexcept nogil:
    cdef int x
    cdef bint hyp_error = False, ref_error = False, hyp_content = False, ref_content = False
    if bad > 0 and hi == h0:
        return False
    for x in range(h0, hi + 1):
        hyp_error |= w.hyp_error[x]
        hyp_content |= not p.hyp_stop[w.order[x]]
    for x in range(r0, ri + 1):
        ref_error |= w.ref_error[x]
        ref_content |= not p.ref_stop[x]
    return hyp_error and ref_error and hyp_content and ref_content


cdef inline int add_places(const Input *p, Work *w, int h0, int hi, int r0, int ri) noexcept nogil:
    cdef int anchor = w.ref_to_hyp[r0], off, place
    if h0 <= anchor <= hi or anchor - h0 > p.distance or h0 - anchor > p.distance:
        return 0
    for off in range(-1, hi - h0 + 1):
        if off == -1 and r0 == 0:
            if add_candidate(w, h0, hi, r0, ri, -1, -1) < 0:
                return -1
        elif 0 <= r0 + off < p.n:
            place = w.ref_to_hyp[r0 + off]
            if place != h0 and (off == 0 or place != anchor):
                if add_candidate(w, h0, hi, r0, ri, place, r0 + off) < 0:
                    return -1
    return 0


cdef inline int add_candidate(Work *w, int h0, int hi, int r0, int ri, int newloc, int moveto) noexcept nogil:
    cdef Candidate c
    c.words = min(<int>MAX_BUCKET, max(hi - h0, ri - r0) + 1)
    c.start, c.end, c.newloc, c.moveto = h0, hi, newloc, moveto
    c.ref_start, c.ref_end = r0, ri
    c.first_column = newloc + 1 if newloc < h0 else h0
    c.found = w.found
    w.found += 1
    if w.full and compare_trial(&c, &w.candidates[w.trial_limit - 1]) > 0:
        return 0
    if w.candidate_count >= CROWD and w.candidate_count >= 2 * w.trial_limit:
        keep_the_first(w)
    if room_for_candidate(w) < 0:
        return -1
    w.candidates[w.candidate_count] = c
    w.candidate_count += 1
    return 0


cdef inline int jumped_words(int m, int start, int end, int newloc) noexcept nogil:
    """Returns how many words a block that moves right jumps over."""
    return min(newloc - end if newloc > end else newloc - start, m - end - 1)


cdef inline int last_column(const Input *p, const Candidate *c) noexcept nogil:
    """Returns the first column from which on the order of the words does not change."""
    if c.newloc < c.start:
        return c.end + 1
    return c.end + 1 + jumped_words(p.m, c.start, c.end, c.newloc)


cdef inline void move(const int32_t *order, int m, int start, int end, int newloc, int32_t *out) noexcept nogil:
    """Writes the order with the block start..end moved behind the word at `newloc`."""
    cdef int x, jumped, length = end - start + 1
    if newloc < start:
        for x in range(newloc + 1):
            out[x] = order[x]
        for x in range(length):
            out[newloc + 1 + x] = order[start + x]
        for x in range(newloc + 1, start):
            out[x + length] = order[x]
        for x in range(end + 1, m):
            out[x] = order[x]
        return
    jumped = jumped_words(m, start, end, newloc)
    for x in range(start):
        out[x] = order[x]
    for x in range(jumped):
        out[start + x] = order[end + 1 + x]
    for x in range(length):
        out[start + jumped + x] = order[start + x]
    for x in range(end + 1 + jumped, m):
        out[x] = order[x]
