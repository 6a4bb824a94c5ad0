"""Names of types that every room uses: arrays of numbers, named numbers, and who is told how far long work has come."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Doubles", "Flags", "Floats", "Integers", "Progress", "Values"]

Doubles: TypeAlias = NDArray[np.float64]
"""Numbers in 64 bits."""

Flags: TypeAlias = NDArray[np.bool_]
"""Yes or no for each of many."""

Floats: TypeAlias = NDArray[np.float32]
"""Numbers in 32 bits."""

Integers: TypeAlias = NDArray[np.int64]
"""Whole numbers in 64 bits."""

Progress: TypeAlias = Callable[[str, int, int], None]
"""A callback that is told what is being done, how many steps of it are done, and how many there are (0: unknown)."""

Values: TypeAlias = dict[str, float]
"""Named numbers, such as the features of a pair."""
