"""Minimum error rate training (Och 2003): finds weights that maximise the score of the chosen rows by line search.

    score of a row along a direction:   a + g·b          the highest row of each segment is chosen;
                                                          as g grows, another row becomes the highest at a crossing
    over all segments:                  crossings, sorted; between two of them the choice, and so the score, is constant

From each start, the best point along each axis and along some random directions is found in turn, until nothing is
gained. The score is any function of summed counts, such as BLEU. With `positive`, no weight may be below 0.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.combination import _envelope
from perpend.combination.pool import Rows
from perpend.types import Doubles

__all__ = ["crossings_plainly", "line_search", "train"]

Score = Callable[[Doubles], Doubles]
Integers = NDArray[np.signedinteger[Any]]

Change = tuple[int, int, float, int, int]
"""The index of the change in its segment, the segment, the step, and the rows before and after."""

_ENOUGH = 1e-6
_OUTSIDE = 0.1
_STEEPER = 1e-12


def train(
    rows: Rows,
    score: Score,
    starts: Sequence[Doubles],
    *,
    seed: int = 0,
    random_starts: int = 4,
    directions: int = 8,
    rounds: int = 20,
    positive: bool = False,
    report: Callable[[int, int], None] = lambda *_: None,
) -> tuple[Doubles, float]:
    """Returns the best weights found and their score; of equal scores, the first.

    :param rows: features and counts of the candidates of each segment.
    :param score: maps rows of summed counts to scores.
    :param starts: the weights to start from.
    :param seed: of the random starts and directions.
    :param random_starts: how many random starts are tried after `starts`.
    :param directions: how many random directions are tried in each round.
    :param rounds: the most rounds from each start.
    :param positive: whether weights must be 0 or more.
    :param report: called as `report(done, total)` before each start.
    """
    random = np.random.default_rng(seed)
    drawn = [_start(starts[0], random, positive) for _ in range(random_starts)]
    best, best_score = starts[0], -np.inf
    for number, start in enumerate([*starts, *drawn]):
        report(number, len(starts) + random_starts)
        weights, found = _climb(rows, score, start, random, directions, rounds, positive)
        if found > best_score + _ENOUGH:
            best, best_score = weights, found
    return best, best_score


def _start(model: Doubles, random: np.random.Generator, positive: bool) -> Doubles:
    if positive:
        return random.dirichlet(np.ones(len(model)))
    return np.asarray(model + random.normal(size=len(model)) * (np.abs(model) + 0.1))


def _climb(
    rows: Rows,
    score: Score,
    weights: Doubles,
    random: np.random.Generator,
    directions: int,
    rounds: int,
    positive: bool,
) -> tuple[Doubles, float]:
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
    rows: Rows, score: Score, weights: Doubles, direction: Doubles, *, positive: bool = False
) -> tuple[float, float]:
    """Returns the best step from `weights` along `direction`, and the score there; exact.

    `rows`, `score` and `positive` are as in `train`.
    """
    low, high = _range(weights, direction) if positive else (-np.inf, np.inf)
    steps, changes, sums = _crossings(rows, rows.features @ weights, rows.features @ direction)
    totals = np.concatenate([sums[None], sums + np.cumsum(changes, axis=0)])
    values = score(totals)
    edges = np.concatenate([[-np.inf], steps, [np.inf]])
    left, right = np.maximum(edges[:-1], low), np.minimum(edges[1:], high)
    # Between two crossings at the same step there is no interval.
    values = np.where(right - left > 1e-9, values, -np.inf)
    place = int(np.argmax(values))
    return _middle(float(left[place]), float(right[place])), float(values[place])


def _middle(left: float, right: float) -> float:
    if np.isinf(left):
        return 0.0 if np.isinf(right) else right - _OUTSIDE
    return left + _OUTSIDE if np.isinf(right) else (left + right) / 2.0


def _range(weights: Doubles, direction: Doubles) -> tuple[float, float]:
    """Returns the range of steps that leave every weight at 0 or above."""
    with np.errstate(divide="ignore", invalid="ignore"):
        limits = -weights / direction
    low = limits[direction > 0].max(initial=-np.inf)
    high = limits[direction < 0].min(initial=np.inf)
    return float(low), float(high)


def _crossings(rows: Rows, heights: Doubles, slopes: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    """Returns the sorted steps of the crossings, the changes of the counts there, and the counts before the first."""
    first, changes = _envelope.crossings(rows.starts, heights.astype(np.float64), slopes.astype(np.float64))
    return _sorted(rows, first, changes)


def _sorted(rows: Rows, first: Integers, changes: Sequence[Change]) -> tuple[Doubles, Doubles, Doubles]:
    sums = rows.counts[first].sum(axis=0, dtype=np.float64)
    if not changes:
        return np.zeros(0), np.zeros((0, len(sums))), sums
    turns, segments, steps, before, after = (np.array(column) for column in zip(*changes, strict=True))
    order = np.lexsort((segments, turns, steps))
    moved = rows.counts[after].astype(np.float64) - rows.counts[before]
    return np.asarray(steps[order]), np.asarray(moved[order]), sums


def crossings_plainly(starts: Integers, heights: Doubles, slopes: Doubles) -> tuple[Integers, list[Change]]:
    """Returns for each segment the row chosen before the first crossing, then every change; this is the definition.

    Segment k has the rows `starts[k]` to `starts[k + 1]`; `heights` and `slopes` are a and b of each row.
    """
    first, changes = [], []
    for segment, (begin, end) in enumerate(pairwise(starts.tolist())):
        current = min(range(begin, end), key=lambda row: (slopes[row], -heights[row], row))
        first.append(current)
        turn = 0
        while steeper := [row for row in range(begin, end) if slopes[row] > slopes[current] + _STEEPER]:
            crossing = {row: (heights[current] - heights[row]) / (slopes[row] - slopes[current]) for row in steeper}
            following = min(steeper, key=lambda row: (crossing[row], -slopes[row], row))
            changes.append((turn, segment, float(crossing[following]), current, following))
            current, turn = following, turn + 1
    return np.array(first), changes
