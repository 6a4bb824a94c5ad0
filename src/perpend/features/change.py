"""One change of meaning between two texts: `Change`."""

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Change", "Range", "at", "covered"]

Range = tuple[int, int]
_NOWHERE: Range = (0, 0)


def at(place: int) -> Range:
    """Returns the range of the one token at `place`."""
    return place, place + 1


def covered(ranges: Iterable[Range]) -> set[int]:
    """Returns the tokens in any of `ranges`."""
    return {place for start, end in ranges for place in range(start, end)}


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its `kind` and the ranges of tokens in text 1 and text 2; a range may be empty.

    kind              tokens1, tokens2                 with1, with2         about1, about2
    other number      the quantities
    opposite          the opposite words or phrases
    negated           the cue, empty on one side                            the denied word
    swapped           the first group                  the second group     the predicate, empty if unknown
    """

    kind: str
    tokens1: Range
    tokens2: Range
    with1: Range = _NOWHERE
    with2: Range = _NOWHERE
    about1: Range = _NOWHERE
    about2: Range = _NOWHERE
