"""Schemas of array files: each reader (`perpend.files.arrays`) declares the arrays that it needs.

    SCHEMA = {
        "mean": Array("f8", "features"),
        "vectors": Array("f4", "vectors features"),         a matrix; `features` has the same size as in `mean`
        "word_start": Array("i8", "words+1", ascends="bytes"),
    }

Types and shapes are checked when a file is opened, from its header alone. Values are checked by `ArrayFile.verify` and
`ArrayFile.check_values`, which read the payload: floats must be at most LARGEST, so that sums and products of them stay
finite, and all numbers must satisfy the declared rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perpend.files.limits import LARGEST

__all__ = ["Array", "Schema", "sizes_of"]


@dataclass(frozen=True, slots=True)
class Array:
    """One array of a schema.

    `dtype` is numpy's short name of a type, such as "f8", "i4" or "u1", always little-endian. `shape` names the
    dimensions, separated by blanks: a name has the same size wherever it occurs, "words+1" is one more than "words",
    and a number is itself. An `optional` array may be absent; a `filled` one has at least one number.

    Rules for values: `ascends` names the dimension whose size is the last of ascending start positions; `below` names
    the dimension whose size is the upper bound of indices (from `least`); `sums` names the dimension whose size is the
    sum of counts; `positive` numbers are above 0; `low` and `high` are the least and the highest number; bytes of
    `without` do not occur.
    """

    dtype: str
    shape: str
    optional: bool = False
    ascends: str = ""
    below: str = ""
    least: int = 0
    sums: str = ""
    positive: bool = False
    low: float | None = None
    high: float | None = None
    without: bytes = b""
    filled: bool = False

    def problem(self, values: NDArray[Any], sizes: Mapping[str, int]) -> str:
        """Returns what is wrong with `values`, or an empty string; `sizes` are the sizes of the dimensions."""
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            return "has a number that is not finite"
        if values.size and (outside := self._outside(values)):
            return outside
        if any((values == byte).any() for byte in self.without):
            return f"has one of the bytes {self.without!r}"
        if self.positive and not (values > 0).all():
            return "has a number that is not above 0"
        if self.ascends and not _ascends(values, sizes[self.ascends]):
            return f"does not ascend to {sizes[self.ascends]} ({self.ascends})"
        if self.below and values.size and not self.least <= int(values.min()) <= int(values.max()) < sizes[self.below]:
            return f"has a number outside {self.least} to {sizes[self.below] - 1} ({self.below})"
        if self.sums and int(values.sum(dtype=np.uint64)) != sizes[self.sums]:
            return f"does not add up to {sizes[self.sums]} ({self.sums})"
        return ""

    def _outside(self, values: NDArray[Any]) -> str:
        """Returns which number of `values` is below `low` or above `high`, or an empty string."""
        floats = values.dtype.kind == "f"
        low, high = self.low, self.high
        if floats:
            low, high = -LARGEST if low is None else low, LARGEST if high is None else high
        # As Python's numbers: a limit may be beyond what the type of the array can hold.
        least, most = values.min().item() if low is not None else 0, values.max().item() if high is not None else 0
        if low is not None and least < low:
            return f"has the number {least:g}, {low:g} is the least"
        return f"has the number {most:g}, {high:g} is the most" if high is not None and most > high else ""


Schema: TypeAlias = Mapping[str, Array]
"""The arrays of a kind of file by name."""


def sizes_of(schema: Schema, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """Returns the size of each named dimension; raises ValueError where `shapes` do not match `schema`.

    >>> sizes_of({"start": Array("i8", "words+1"), "p": Array("f8", "words")}, {"start": (4,), "p": (3,)})
    {'words': 3}
    """
    sizes: dict[str, int] = {}
    for name, shape in shapes.items():
        dimensions = schema[name].shape.split()
        if len(dimensions) != len(shape):
            raise ValueError(f"an array {name!r} of {len(shape)} dimensions, {len(dimensions)} needed")
        if schema[name].filled and 0 in shape:
            raise ValueError(f"an array {name!r} without numbers, at least one is needed")
        for dimension, size in zip(dimensions, shape, strict=True):
            _add(sizes, name, dimension, size)
    return sizes


def _add(sizes: dict[str, int], name: str, dimension: str, size: int) -> None:
    key, plus, more = dimension.partition("+")
    count = size - int(more) if plus else size
    known = int(key) if key.isdecimal() else sizes.setdefault(key, count)
    if count != known or count < 0:
        raise ValueError(f"arrays of different lengths: {name!r} has {count:,} for {key}, {max(known, 0):,} needed")


def _ascends(values: NDArray[Any], end: int) -> bool:
    return bool(len(values) and values[0] >= 0 and values[-1] == end and (values[1:] >= values[:-1]).all())
