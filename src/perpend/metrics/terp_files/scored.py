"""A scored segment as TERp's files show it: its name, its alignment, and what each of its words costs.

hyp      on the mat the cat sat .
shifts   (the cat sat) to the front, 0.687
costs    0.0 0.0 0.0 0.229 0.229 0.229 0.0      each shift is spread over its words, each edit over its own
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
    """What a phrase table says of one entry: its probability, its cost, and the cost of its own best alignment.

    An edit's cost is a difference of sums and may differ from `cost` in the last digit.
    """

    p: float
    cost: float
    q: float = 0.0


PhraseLookup = Callable[[int], PhraseNumbers]
"""From `Edit.entry` to its numbers."""


@dataclass(frozen=True, slots=True)
class ScoredSegment:
    """The name of a segment and the alignment that was chosen; `hyp_text` and `ref_text` of it are the raw texts."""

    id: SegmentId
    alignment: Alignment


@dataclass(frozen=True, slots=True)
class WordCosts:
    """Costs and numbers of shifts of the hypothesis words, in their original order, and what falls on none of them."""

    words: tuple[float, ...]
    shifts: tuple[int, ...]
    other: float


def word_costs(alignment: Alignment) -> WordCosts:
    """Spread the cost of an alignment over its hypothesis words.

    Against an empty reference every word costs nothing, although each is an insertion: so does the original.
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
