"""The search for better weights while alignments stay as they are: TER-Plus's hill-climb.

    weights ──> all moves ──> the best of them ──> gain above 0.00003? ──> again, at most `steps` times
                                                          │ no
                                                          └──> next starting point, or the end

One step takes the best of these moves, the first of equals, in this order:

1. each weight alone, up by 0.05, 0.01 or 0.02; down by as much only if up was not better than the best so far;
2. two weights at once, each up or down by any of these sizes;
3. `random_moves` moves of all weights, each by a random amount up to 0.05 either way.

The first starting point is the weights in use. The others are the best so far with noise; as in the original they must
beat the value of the weights in use, not their own, or they are given up. A weight that moves stays within its limits.

Departures: the original's random moves are unseeded, and a misplaced bracket makes a tenth of them about +1; ours are
seeded and have no such jumps. A weight that no alignment uses is never moved. Values are compared to 12 decimals, so
that rounding decides nothing.
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
    """Between which values each weight may move; a weight that is not free never moves."""

    lowest: Doubles
    highest: Doubles
    free: NDArray[np.bool_]

    def moved(self, weights: Doubles, moves: Doubles) -> Doubles:
        """The weights after each move: a weight that moves is kept within its limits, the others stay as they are."""
        return np.where(moves != 0.0, np.clip(weights + moves, self.lowest, self.highest), weights)


class WeightSearch:
    """The settings of the search, and the generator of its noise."""

    def __init__(
        self, limits: Limits, *, starts: int = 1, steps: int = 5, random_moves: int = 0, seed: int = 0
    ) -> None:
        self.limits, self.starts, self.steps, self.random_moves = limits, starts, steps, random_moves
        self._random = np.random.default_rng(seed)

    @property
    def repeats_itself(self) -> bool:
        """Whether the same weights and alignments always lead to the same answer."""
        return self.starts == 1 and self.random_moves == 0

    def climb(self, weights: Doubles, value_of: Callable[[Doubles], Doubles], used: NDArray[np.bool_]) -> Doubles:
        """The best weights found; `value_of` values each row of weights, `used` says which weights matter."""
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
        """Greedy steps up from these weights, as long as each gains enough."""
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
    """Each free weight alone: up and down by each size."""
    places = np.flatnonzero(free)
    moves = np.zeros((len(places) * len(_SIGNED), len(free)))
    for row, (place, move) in enumerate(product(places, _SIGNED)):
        moves[row, place] = move
    return moves


def _pairs(free: NDArray[np.bool_]) -> Doubles:
    """Two free weights at once; the original tries each move twice, with the two in either order."""
    places = list(combinations(np.flatnonzero(free), 2))
    moves = np.zeros((len(places) * len(_SIGNED) ** 2, len(free)))
    for row, ((first, second), one, other) in enumerate(product(places, _SIGNED, _SIGNED)):
        moves[row, first], moves[row, second] = one, other
    return moves


def _best_move(values: Doubles, singles: int, value: float) -> tuple[int, float]:
    """Which move is best and its value; (-1, `value`) if none is better than staying."""
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
