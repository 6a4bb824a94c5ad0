"""Sorting more rows than fit in memory: sorted runs on disk, merged range by range.

A row is a key of 64 bits, two phrase numbers of 32 bits each, and an integer. Rows with the same key become one row:

    rows as read         (7,3) 1   (2,9) 1   (7,3) 1  |  (2,9) 1   (5,5) 1       as many as fit in memory | the next
    two runs             (2,9) 1   (7,3) 2            |  (2,9) 1   (5,5) 1       sorted, equal keys summed
    merged               (2,9) 2   (5,5) 1   (7,3) 2

To merge, a key is chosen such that the rows of all runs below it fit in memory; these are read, sorted and summed, and
the next range follows. A range never divides the rows that share their first number, so a computation on such a group
needs one range only. Integer sums do not depend on their order, so the result does not depend on the memory.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.files.writing import atomic_write
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.types import Integers

__all__ = [
    "Keys",
    "Rows",
    "count_keys",
    "first_of",
    "keys_of",
    "merged",
    "second_of",
    "sum_rows",
    "write_run",
]

Keys = NDArray[np.uint64]

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


class Rows(NamedTuple):
    """`keys`, each with an integer of `values`."""

    keys: Keys
    values: Integers


def keys_of(first: NDArray[np.generic], second: NDArray[np.generic]) -> Keys:
    """Returns the keys of two columns of numbers, `first` and `second`."""
    return (first.astype(np.uint64) << _HALF) | second.astype(np.uint64)


def first_of(keys: Keys) -> NDArray[np.int64]:
    """Returns the first numbers of `keys`."""
    return (keys >> _HALF).astype(np.int64)


def second_of(keys: Keys) -> NDArray[np.int64]:
    """Returns the second numbers of `keys`."""
    return (keys & _LOW).astype(np.int64)


def count_keys(keys: Keys) -> Rows:
    """Returns the distinct keys in order, each with its count; sorts `keys` in place.

    >>> count_keys(np.array([7, 2, 7], np.uint64))
    Rows(keys=array([2, 7], dtype=uint64), values=array([1, 2]))
    """
    keys.sort()
    starts = _starts(keys)
    return Rows(keys[starts], np.diff(np.append(starts, len(keys))))


def sum_rows(keys: Keys, values: Integers, join: np.ufunc = np.add) -> Rows:
    """Returns the distinct `keys` in order, each with the sum of its `values`, or another reduction `join`.

    >>> sum_rows(np.array([7, 2, 7], np.uint64), np.array([1, 5, 1]))
    Rows(keys=array([2, 7], dtype=uint64), values=array([5, 2]))
    """
    order = np.argsort(keys)
    keys = keys[order]
    starts = _starts(keys)
    return Rows(keys[starts], join.reduceat(values[order], starts) if len(starts) else values[:0])


def _starts(keys: Keys) -> NDArray[np.int64]:
    """Returns where each distinct key begins in sorted keys."""
    return np.flatnonzero(np.append(len(keys) > 0, keys[1:] != keys[:-1])[: len(keys)])


def write_run(journal: Journal, step: str, rows: Rows, facts: dict[str, int]) -> None:
    """Writes `rows` as the columns of `step` in `journal`, and finishes the step with `facts`."""
    for name, column in (("keys", rows.keys), ("values", rows.values)):
        with atomic_write(journal.path(f"{step}.{name}")) as file:
            file.write(np.ascontiguousarray(column).data)
    journal.finish(step, {f"{step}.keys": np.uint64, f"{step}.values": np.int64}, facts)


def merged(runs: Sequence[Rows], limit: int, join: np.ufunc = np.add) -> Iterator[Rows]:
    """Yields all rows of `runs` in order, one row per key, in blocks of about `limit` rows that divide no group.

    Rows with the same key are summed, or reduced by `join`.
    """
    places = [0] * len(runs)
    while left := [k for k, run in enumerate(runs) if places[k] < len(run.keys)]:
        bound = _bound([(runs[k].keys, places[k]) for k in left], max(1, limit // len(left)))
        parts = []
        for k in left:
            keys, start = runs[k].keys, places[k]
            places[k] = len(keys) if bound is None else start + int(np.searchsorted(keys[start:], bound))
            parts.append(slice(start, places[k]))
        keys = np.concatenate([runs[k].keys[part] for k, part in zip(left, parts, strict=True)])
        values = np.concatenate([runs[k].values[part] for k, part in zip(left, parts, strict=True)])
        yield sum_rows(keys, values, join)


def _bound(runs: Sequence[tuple[Keys, int]], share: int) -> np.uint64 | None:
    """Returns the key to read up to, so that no run gives more than its share: the beginning of a group, or None."""
    ends = [keys[start + share] for keys, start in runs if start + share < len(keys)]
    if not ends:
        return None
    group, first = min(ends) >> _HALF, min(keys[start] for keys, start in runs) >> _HALF
    # A group larger than the share is read whole.
    following = int(group if group > first else group + np.uint64(1)) << 32
    return np.uint64(following) if following < 1 << 64 else None
