"""A lazy sequence: items are made on access and not stored.

    OnDemand(3, lambda k: k * k)      like [0, 1, 4], without storing them

So a file of a million lines is stored as its lines, not as a million segments and groups.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

__all__ = ["OnDemand"]

T = TypeVar("T")


class OnDemand(Sequence[T]):
    """A sequence of `length` items; `make(k)` returns item k.

    >>> squares = OnDemand(3, lambda k: k * k)
    >>> list(squares), squares[-1], squares[1:]
    ([0, 1, 4], 4, [1, 4])
    """

    __slots__ = ("_length", "_make")

    def __init__(self, length: int, make: Callable[[int], T]) -> None:
        self._length, self._make = length, make

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._make(k) for k in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(f"item {index} of {self._length}")
        return self._make(index % self._length)

    def __iter__(self) -> Iterator[T]:
        return map(self._make, range(self._length))
