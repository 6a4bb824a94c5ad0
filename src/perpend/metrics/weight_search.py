"""Searches for better weights with fixed alignments: TER-Plus's hill climbing.

    weights ──> all moves ──> the best of them ──> gain above 0.00003? ──> again, at most `steps` times
                                                          │ no
                                                          └──> next starting point, or the end

One step takes the best of these moves, the first of equals, in this order:

1. each weight alone, up by 0.05, 0.01 or 0.02; down by the same amount only if up was not better than the best so far;
2. two weights at once, each up or down by any of these sizes;
3. `random_moves` moves of all weights, each by a random amount up to 0.05 either way.

The first starting point is the current weights. The others are the best so far with noise; as in the original they must
beat the value of the current weights, not their own. A weight that moves stays within its limits.

Differences from the original: its random moves are unseeded, and a misplaced bracket makes a tenth of them about +1;
ours are seeded and have no such jumps. A weight that no alignment uses is never moved. Values are rounded to 12
decimals, so that rounding errors do not matter.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from perpend.types import Doubles

__all__ = ["Limits", "WeightSearch"]

_SIZES = (0.05, 0.01, 0.02)
_SIGNED = tuple(sign * size for size in _SIZES for sign in (1.0, -1.0))
_LEAST_GAIN = 0.00003
_NOISE = 0.2
_DECIMALS = 12


@dataclass(frozen=True, eq=False)
class Limits:
    """The range of each weight; a weight that is not `free` never moves."""

    lowest: Doubles
    highest: Doubles
    free: NDArray[np.bool_]

    def moved(self, weights: Doubles, moves: Doubles) -> Doubles:
        """Returns `weights` after each of `moves`; a weight that moves is kept within its limits."""
        return np.where(moves != 0.0, np.clip(weights + moves, self.lowest, self.highest), weights)


class WeightSearch:
    """The settings of the search and its random generator.

    `limits` are the ranges of the weights; `starts`, `steps`, `random_moves` and `seed` are those of `tuning.tune`.
    """

    def __init__(
        self, limits: Limits, *, starts: int = 1, steps: int = 5, random_moves: int = 0, seed: int = 0
    ) -> None:
        self.limits, self.starts, self.steps, self.random_moves = limits, starts, steps, random_moves
        self._random = np.random.default_rng(seed)

    @property
    def repeats_itself(self) -> bool:
        """Whether the search is deterministic for the same weights and alignments."""
        return self.starts == 1 and self.random_moves == 0

    def climb(self, weights: Doubles, value_of: Callable[[Doubles], Doubles], used: NDArray[np.bool_]) -> Doubles:
        """Returns the best weights found from `weights`.

        `value_of` maps rows of weights to their values; `used` is whether any alignment uses each weight.
        """
        free = self.limits.free & used
        if not free.any():
            return weights
        moves = _singles(free), _pairs(free)

        def values(rows: Doubles) -> Doubles:
            return np.nan_to_num(value_of(rows), nan=-np.inf).round(_DECIMALS)

        to_beat = float(values(weights[None])[0])
        best, best_value = weights, to_beat
        for number in range(self.starts):
            start = self.limits.moved(best, self._noise(free, _NOISE))[0] if number else weights
            found, value = self._steps_from(start, to_beat, values, moves, free)
            if value > best_value:
                best, best_value = found, value
        return best

    def _steps_from(
        self,
        weights: Doubles,
        value: float,
        values: Callable[[Doubles], Doubles],
        moves: tuple[Doubles, Doubles],
        free: NDArray[np.bool_],
    ) -> tuple[Doubles, float]:
        """Takes greedy steps from these weights as long as each gains enough."""
        for _ in range(self.steps):
            rows = self.limits.moved(
                weights, np.concatenate([*moves, self._noise(free, max(_SIZES), self.random_moves)])
            )
            chosen, reached = _best_move(values(rows), len(moves[0]), value)
            if not reached - value > _LEAST_GAIN:
                break
            weights, value = rows[chosen], reached
        return weights, value

    def _noise(self, free: NDArray[np.bool_], size: float, rows: int = 1) -> Doubles:
        return np.where(free, self._random.uniform(-size, size, (rows, len(free))), 0.0)


def _singles(free: NDArray[np.bool_]) -> Doubles:
    """Returns the moves of each free weight alone: up and down by each size."""
    places = np.flatnonzero(free)
    moves = np.zeros((len(places) * len(_SIGNED), len(free)))
    for row, (place, move) in enumerate(product(places, _SIGNED)):
        moves[row, place] = move
    return moves


def _pairs(free: NDArray[np.bool_]) -> Doubles:
    """Returns the moves of two free weights at once; the original tries each twice, in either order."""
    places = list(combinations(np.flatnonzero(free), 2))
    moves = np.zeros((len(places) * len(_SIGNED) ** 2, len(free)))
    for row, ((first, second), one, other) in enumerate(product(places, _SIGNED, _SIGNED)):
        moves[row, first], moves[row, second] = one, other
    return moves


def _best_move(values: Doubles, singles: int, value: float) -> tuple[int, float]:
    """Returns the index of the best move and its value, or (-1, `value`) if none is an improvement."""
    chosen, best = -1, value
    for up in range(0, singles, 2):
        for move in (up, up + 1):
            if values[move] > best:
                chosen, best = move, float(values[move])
                break
    if len(values) > singles:
        move = singles + int(values[singles:].argmax())
        if values[move] > best:
            chosen, best = move, float(values[move])
    return chosen, best
