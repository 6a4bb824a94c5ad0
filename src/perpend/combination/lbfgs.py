"""Minimises a smooth function of many variables by L-BFGS (Nocedal 1980).

The curvature is estimated from the last few steps and the changes of the gradient along them. A step that does not
decrease the function enough is halved. Implemented here so that tuning needs no package besides numpy.
"""

from collections import deque
from collections.abc import Callable

import numpy as np

from perpend.types import Doubles

__all__ = ["minimize"]

Function = Callable[[Doubles], tuple[float, Doubles]]

_MEMORY = 10
_ENOUGH_DOWN = 1e-4
_MOST_HALVINGS = 20


def minimize(function: Function, start: Doubles, *, steps: int = 100, tolerance: float = 1e-6) -> Doubles:
    """Returns the lowest point found from `start` in at most `steps` steps.

    `function` returns a value and its gradient; a step that gains less than `tolerance`, relatively, is the last.

    >>> minimize(lambda x: (float(((x - 3.0) ** 2).sum()), 2.0 * (x - 3.0)), np.zeros(2)).round(6).tolist()
    [3.0, 3.0]
    """
    point = start.astype(np.float64)
    value, slope = function(point)
    memory: deque[tuple[Doubles, Doubles]] = deque(maxlen=_MEMORY)
    for _ in range(steps):
        direction = -_bent(slope, memory)
        if direction @ slope >= 0:
            memory.clear()
            direction = -slope
        scale = 1.0 if memory else 1.0 / max(1.0, float(np.linalg.norm(slope)))
        found = _step(function, point, value, slope, direction, scale)
        if found is None:
            break
        after, lower, slope_after = found
        moved, turned = after - point, slope_after - slope
        if moved @ turned > 1e-12:
            memory.append((moved, turned))
        gained, point, value, slope = value - lower, after, lower, slope_after
        if gained < tolerance * max(1.0, abs(value)) and memory:
            break
    return point


def _step(
    function: Function, point: Doubles, value: float, slope: Doubles, direction: Doubles, scale: float
) -> tuple[Doubles, float, Doubles] | None:
    """Returns the first point along the direction that is low enough, with its value and gradient."""
    expected = _ENOUGH_DOWN * float(direction @ slope)
    for _ in range(_MOST_HALVINGS):
        after = point + scale * direction
        lower, slope_after = function(after)
        if np.isfinite(lower) and lower <= value + scale * expected:
            return after, lower, slope_after
        scale /= 2.0
    return None


def _bent(slope: Doubles, memory: "deque[tuple[Doubles, Doubles]]") -> Doubles:
    """Returns the gradient times the estimated inverse Hessian."""
    result = slope.copy()
    parts = []
    for moved, turned in reversed(memory):
        part = float(moved @ result) / float(moved @ turned)
        parts.append(part)
        result -= part * turned
    if memory:
        moved, turned = memory[-1]
        result *= float(moved @ turned) / float(turned @ turned)
    for (moved, turned), part in zip(memory, reversed(parts), strict=True):
        result += moved * (part - float(turned @ result) / float(moved @ turned))
    return result
