"""What the arrays of a file must be: each reader of array files (`perpend.files.arrays`) declares a schema.

    SCHEMA = {
        "mean": Array("f8", "features"),
        "vectors": Array("f4", "vectors features"),         a matrix; `features` must be as long as in `mean`
        "word_start": Array("i8", "words+1", ascends="bytes"),
    }

Types and shapes are checked when a file is opened, from its header alone. Values are checked by `ArrayFile.verify` and
`ArrayFile.check_values`, which read the payload: fractions must be finite, and whole numbers keep what is declared.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Array", "Schema", "sizes_of"]


@dataclass(frozen=True, slots=True)
class Array:
    """One array of a schema.

    `dtype` is numpy's short name of a type, such as "f8", "i4" or "u1"; the byte order is always little-endian.
    `shape` names the dimensions, separated by blanks: a name stands for the same size wherever it occurs, "words+1" is
    one more than "words", and a number is itself. An `optional` array may be absent.

    Rules for values: `ascends` names the dimension that a table of start positions ends at, `below` the dimension that
    indices stay below (from `least` on), `sums` the dimension that counts add up to; `positive` numbers are above 0.
    """

    dtype: str
    shape: str
    optional: bool = False
    ascends: str = ""
    below: str = ""
    least: int = 0
    sums: str = ""
    positive: bool = False

    def problem(self, values: NDArray[Any], sizes: Mapping[str, int]) -> str:
        """Returns what is wrong with the values, or an empty text."""
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            return "has a number that is not finite"
        if self.positive and not (values > 0).all():
            return "has a number that is not above 0"
        if self.ascends and not _ascends(values, sizes[self.ascends]):
            return f"does not ascend to {sizes[self.ascends]} ({self.ascends})"
        if self.below and values.size and not self._indices(values, sizes[self.below]):
            return f"has a number outside {self.least} to {sizes[self.below] - 1} ({self.below})"
        if self.sums and int(values.sum(dtype=np.uint64)) != sizes[self.sums]:
            return f"does not add up to {sizes[self.sums]} ({self.sums})"
        return ""

    def _indices(self, values: NDArray[Any], size: int) -> bool:
        return int(values.min()) >= self.least and int(values.max()) < size


Schema: TypeAlias = Mapping[str, Array]
"""The arrays of a kind of file by name."""


def sizes_of(schema: Schema, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """Returns the size of each named dimension; raises ValueError where `shapes` do not agree with the schema.

    >>> sizes_of({"start": Array("i8", "words+1"), "p": Array("f8", "words")}, {"start": (4,), "p": (3,)})
    {'words': 3}
    """
    sizes: dict[str, int] = {}
    for name, shape in shapes.items():
        dimensions = schema[name].shape.split()
        if len(dimensions) != len(shape):
            raise ValueError(f"an array {name!r} of {len(shape)} dimensions, {len(dimensions)} needed")
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
    return bool(len(values)) and values[0] >= 0 and values[-1] == end and _never_falls(values)


def _never_falls(values: NDArray[Any]) -> bool:
    return bool((values[1:] >= values[:-1]).all())
