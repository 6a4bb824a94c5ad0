# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Where the best row changes along a line: the compiled twin of `mert.crossings_plainly`, with the same tie-breaks."""

from libc.math cimport INFINITY
from libc.stdint cimport int64_t

import numpy as np

from perpend.errors import InputError

__all__ = ["crossings"]


def crossings(const int64_t[::1] starts, const double[::1] heights, const double[::1] slopes):
    """Returns the first row of each segment, and the changes (turn, segment, step, row before, row after)."""
    bounds = np.asarray(starts)
    if not len(bounds) or bounds[0] < 0 or (np.diff(bounds) <= 0).any():
        raise InputError("the first rows of segments must increase, since each segment has a row")
    if not bounds[len(bounds) - 1] <= heights.shape[0] == slopes.shape[0]:
        raise InputError(f"segments end at row {bounds[len(bounds) - 1]} of {heights.shape[0]} heights and {slopes.shape[0]} slopes")
    cdef Py_ssize_t segments = starts.shape[0] - 1, segment, row, current, nearest
    cdef double best, crossing
    cdef int64_t turn
    first_array = np.empty(segments, np.int64)
    cdef int64_t[::1] first = first_array
    found = []
    for segment in range(segments):
        current = starts[segment]
        for row in range(starts[segment] + 1, starts[segment + 1]):
            if slopes[row] < slopes[current] or (slopes[row] == slopes[current] and heights[row] > heights[current]):
                current = row
        first[segment] = current
        turn = 0
        while True:
            nearest, best = -1, INFINITY
            for row in range(starts[segment], starts[segment + 1]):
                if slopes[row] > slopes[current] + 1e-12:
                    crossing = (heights[current] - heights[row]) / (slopes[row] - slopes[current])
                    if crossing < best or (nearest >= 0 and crossing == best and slopes[row] > slopes[nearest]):
                        nearest, best = row, crossing
            if nearest < 0:
                break
            found.append((turn, segment, best, current, nearest))
            current = nearest
            turn += 1
    return first_array, found
