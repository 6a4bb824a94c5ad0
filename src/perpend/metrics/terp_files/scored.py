"""A scored segment for TERp's files: its name, its alignment, and the cost of each word.

hyp      on the mat the cat sat .
shifts   (the cat sat) to the front, 0.687
costs    0.0 0.0 0.0 0.229 0.229 0.229 0.0      the cost of each shift and edit is spread over its words
other    0.0                                    edits without hypothesis words
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from perpend.alignment.edits import Alignment
from perpend.alignment.reference import move
from perpend.metrics.segments import SegmentId

__all__ = ["PhraseLookup", "PhraseNumbers", "ScoredSegment", "WordCosts", "word_costs"]


class PhraseNumbers(NamedTuple):
    """An entry of a phrase table: its probability, its cost, and the cost `q` of aligning its two sides.

    An edit's cost is a difference of sums and may differ from `cost` in the last digit.
    """

    p: float
    cost: float
    q: float = 0.0


PhraseLookup = Callable[[int], PhraseNumbers]
"""A function from `Edit.entry` to its numbers."""


@dataclass(frozen=True, slots=True)
class ScoredSegment:
    """The name of a segment and its alignment, whose `hyp_text` and `ref_text` are the raw texts."""

    id: SegmentId
    alignment: Alignment


@dataclass(frozen=True, slots=True)
class WordCosts:
    """The cost and the number of shifts of each hypothesis word, in the original order, and the remaining cost."""

    words: tuple[float, ...]
    shifts: tuple[int, ...]
    other: float


def word_costs(alignment: Alignment) -> WordCosts:
    """Spreads the cost of `alignment` over its hypothesis words.

    As in the original, the words cost nothing if the reference is empty, although each is an insertion.
    """
    length = len(alignment.hyp)
    if not length or not alignment.ref:
        return WordCosts((0.0,) * length, (0,) * length, 0.0 if length else alignment.cost)
    costs, shifts = _shift_costs(alignment)
    other = 0.0
    for edit in alignment.edits:
        start, end = edit.hyp
        if start == end:
            other += edit.cost
        for place in range(start, end):
            costs[alignment.order[place]] += edit.cost / (end - start)
    return WordCosts(tuple(costs), tuple(shifts), other)


def _shift_costs(alignment: Alignment) -> tuple[list[float], list[int]]:
    order = tuple(range(len(alignment.hyp)))
    costs, counts = [0.0] * len(order), [0] * len(order)
    for shift in alignment.shifts:
        block = order[shift.start : shift.end + 1]
        for word in block:
            costs[word] += shift.cost / len(block)
            counts[word] += 1
        order = move(order, shift.start, shift.end, shift.to)
    return costs, counts
