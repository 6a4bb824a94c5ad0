"""Minimum error rate training (Och 2003): weights that make the chosen rows score best, by exact line search.

    score of a row along a direction:   a + g·b          of all rows of a segment the highest line is chosen;
                                                          where g grows, another line takes over at a crossing
    over all segments:                  crossings, sorted; between two of them the choice, and so the score, is constant

From a start, the best point along each axis and along some random directions is found in turn, until nothing is gained;
then the same from random starts. The score is any function of summed counts, such as BLEU. With `positive`, no weight
may fall below 0.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.combination.features import Matrix
from perpend.combination.pool import Rows

__all__ = ["line_search", "train"]

Score = Callable[[Matrix], Matrix]
Integers = NDArray[np.signedinteger[Any]]

_ENOUGH = 1e-6
_OUTSIDE = 0.1


def train(
    rows: Rows,
    score: Score,
    starts: Sequence[Matrix],
    *,
    seed: int = 0,
    random_starts: int = 4,
    directions: int = 8,
    rounds: int = 20,
    positive: bool = False,
    report: Callable[[int, int], None] = lambda *_: None,
) -> tuple[Matrix, float]:
    """The best weights found and their score; `starts` are tried first, the first of equals wins."""
    random = np.random.default_rng(seed)
    drawn = [_start(starts[0], random, positive) for _ in range(random_starts)]
    best, best_score = starts[0], -np.inf
    for number, start in enumerate([*starts, *drawn]):
        report(number, len(starts) + random_starts)
        weights, found = _climb(rows, score, start, random, directions, rounds, positive)
        if found > best_score + _ENOUGH:
            best, best_score = weights, found
    return best, best_score


def _start(model: Matrix, random: np.random.Generator, positive: bool) -> Matrix:
    if positive:
        return random.dirichlet(np.ones(len(model)))
    return np.asarray(model + random.normal(size=len(model)) * (np.abs(model) + 0.1))


def _climb(
    rows: Rows,
    score: Score,
    weights: Matrix,
    random: np.random.Generator,
    directions: int,
    rounds: int,
    positive: bool,
) -> tuple[Matrix, float]:
    value = float(score(rows.best(weights)))
    for _ in range(rounds):
        before = value
        axes = [*np.eye(len(weights)), *(random.normal(size=len(weights)) for _ in range(directions))]
        for axis in axes:
            step, found = line_search(rows, score, weights, axis, positive=positive)
            if found > value + _ENOUGH:
                weights, value = weights + step * axis, found
        if value <= before + _ENOUGH:
            break
    return weights, value


def line_search(
    rows: Rows, score: Score, weights: Matrix, direction: Matrix, *, positive: bool = False
) -> tuple[float, float]:
    """The best step along a direction, and the score there; exact, as the score changes at crossings only."""
    low, high = _range(weights, direction) if positive else (-np.inf, np.inf)
    steps, changes, sums = _crossings(rows, rows.features @ weights, rows.features @ direction)
    totals = np.concatenate([sums[None], sums + np.cumsum(changes, axis=0)])
    values = score(totals)
    edges = np.concatenate([[-np.inf], steps, [np.inf]])
    left, right = np.maximum(edges[:-1], low), np.minimum(edges[1:], high)
    # Rows with two crossings at one place have an empty stretch between them.
    values = np.where(right - left > 1e-9, values, -np.inf)
    place = int(np.argmax(values))
    return _middle(float(left[place]), float(right[place])), float(values[place])


def _middle(left: float, right: float) -> float:
    if np.isinf(left):
        return 0.0 if np.isinf(right) else right - _OUTSIDE
    return left + _OUTSIDE if np.isinf(right) else (left + right) / 2.0


def _range(weights: Matrix, direction: Matrix) -> tuple[float, float]:
    """The steps that leave every weight at 0 or above."""
    with np.errstate(divide="ignore", invalid="ignore"):
        limits = -weights / direction
    low = limits[direction > 0].max(initial=-np.inf)
    high = limits[direction < 0].min(initial=np.inf)
    return float(low), float(high)


def _crossings(rows: Rows, heights: Matrix, slopes: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """Where the chosen row changes, sorted; how the counts change there; and the counts before the first."""
    starts, owners = rows.starts[:-1], np.repeat(np.arange(rows.segments), np.diff(rows.starts))
    current = _first_of(starts, owners, slopes == np.minimum.reduceat(slopes, starts)[owners], heights)
    sums = rows.counts[current].sum(axis=0, dtype=np.float64)
    steps, changes = [], []
    while True:
        steeper = slopes > slopes[current][owners] + 1e-12
        if not steeper.any():
            break
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = np.where(
                steeper, (heights[current][owners] - heights) / (slopes - slopes[current][owners]), np.inf
            )
        nearest = np.minimum.reduceat(crossing, starts)
        following = _first_of(starts, owners, steeper & (crossing == nearest[owners]), slopes)
        moved = np.isfinite(nearest)
        steps.append(nearest[moved])
        changes.append(rows.counts[following[moved]].astype(np.float64) - rows.counts[current[moved]])
        current = np.where(moved, following, current)
    if not steps:
        return np.zeros(0), np.zeros((0, len(sums))), sums
    order = np.argsort(np.concatenate(steps), kind="stable")
    return np.concatenate(steps)[order], np.concatenate(changes)[order], sums


def _first_of(starts: Integers, owners: Integers, allowed: NDArray[np.bool_], by: Matrix) -> Integers:
    """For each segment, of its allowed rows the first that is highest; the segment's first row if none is allowed."""
    heights = np.where(allowed, by, -np.inf)
    is_best = heights == np.maximum.reduceat(heights, starts)[owners]
    places = np.where(is_best, np.arange(len(by)), len(by))
    return np.asarray(np.minimum.reduceat(places, starts))
