"""The input and the output of the aligner, as numbers.

A `Problem` holds, for a reference of n words and a hypothesis of m words,

    pair_cost[i][j], pair_kind[i][j]   the cost of hypothesis word j against reference word i, and as which edit
    pair_agrees[i][j]                  whether the two may stand in a block that is shifted
    insertion[j], deletion[i]          what an unmatched word costs
    phrases                            edges: reference span -> hypothesis words, with a cost
    search                             shift cost, beam and the limits of the search

TER, TERp and PERP differ only in where these numbers come from (`costs.py`); the aligner sees no words or WordNet.
Costs may be negative, infinite or NaN.

A `Solution` has the order of the hypothesis words after the shifts, and the steps that then turn them into the
reference, from left to right.
"""

from dataclasses import dataclass, field
from enum import IntEnum

from perpend.arguments import whole_number
from perpend.errors import InputError

__all__ = ["Op", "PhraseEdge", "Problem", "Search", "ShiftStep", "Solution", "Step"]


_MOST_WORDS = 2**31 - 1
_MOST_CELLS = 2**62


class Op(IntEnum):
    """The kinds of edits. An insertion is an extra hypothesis word, a deletion a reference word without a partner."""

    MATCH = 0
    SUBSTITUTE = 1
    STEM = 2
    SYNONYM = 3
    INSERT = 4
    DELETE = 5
    PHRASE = 6

    @property
    def letter(self) -> str:
        """TERp's letter for this edit: M S T Y I D P."""
        return "MSTYIDP"[self]


@dataclass(frozen=True, slots=True)
class PhraseEdge:
    """A paraphrase: the reference words from `ref_start` on match these hypothesis words at this cost."""

    ref_start: int
    ref_len: int
    hyp_ids: tuple[int, ...]
    cost: float
    entry: int = -1
    """The entry of the phrase table, for reports."""


@dataclass(frozen=True, slots=True)
class Search:
    """The limits of the search for shifts and of the dynamic programme."""

    shift_cost: float = 1.0
    beam: float = 20.0
    distance: int = 50
    max_block: int = 10
    gain_limit: float = 2.0
    """The largest gain of a shift per word of its block that is considered; the original assumes costs near 1."""
    phrases_in_blocks: bool = False
    mismatch_in_blocks: bool = False
    budget: int = 300_000_000
    """Cells of candidate alignments (rows times columns) that the search for shifts may look at; then it ends with the
    best shift found so far. The original has no such limit; no pair of the original's own tests needs a third of it."""
    max_cells: int = 1 << 24
    """No shifts are sought for a pair whose table has more cells than this (two texts of 4,095 words)."""
    max_shifts: int = 1_000
    """The most shifts of a pair, because shifts without cost could repeat forever."""

    def __post_init__(self) -> None:
        for name in ("distance", "max_block"):
            whole_number(getattr(self, name), f"{name} of a search", 0, _MOST_WORDS)
        for name in ("budget", "max_cells", "max_shifts"):
            whole_number(getattr(self, name), f"{name} of a search", 0, _MOST_CELLS)


@dataclass(frozen=True, slots=True)
class Problem:
    """One alignment to solve; rows are reference words, columns hypothesis words."""

    ref_len: int
    hyp_ids: tuple[int, ...]
    pair_cost: list[list[float]]
    pair_kind: list[list[int]]
    pair_agrees: list[list[bool]]
    insertion: list[float]
    deletion: list[float]
    ref_stop: list[bool]
    hyp_stop: list[bool]
    phrases: tuple[PhraseEdge, ...] = ()
    """Sorted by reference start, then in the order in which the phrase table lists them."""
    search: Search = field(default_factory=Search)

    def __post_init__(self) -> None:
        """Raises InputError for numbers that do not belong to one problem: the kernel uses them as indices."""
        n, m = whole_number(self.ref_len, "ref_len of a problem", 0, _MOST_WORDS), len(self.hyp_ids)
        for name in ("pair_cost", "pair_kind", "pair_agrees"):
            rows = getattr(self, name)
            if len(rows) != n or any(len(row) != m for row in rows):
                raise InputError(f"{name} of a problem must have {n} rows of {m} values, one for each pair of words")
        for name, count in (("insertion", m), ("deletion", n), ("ref_stop", n), ("hyp_stop", m)):
            if len(getattr(self, name)) != count:
                raise InputError(f"{name} of a problem has {len(getattr(self, name))} values, {count} are needed")
        if any(not Op.MATCH <= kind <= Op.SYNONYM for row in self.pair_kind for kind in row):
            raise InputError("pair_kind of a problem must be match, substitute, stem or synonym")
        for edge in self.phrases:
            if not (edge.hyp_ids and edge.ref_start >= 0 and 0 < edge.ref_len <= n - edge.ref_start):
                raise InputError(f"{edge} is no phrase of a reference of {n} words: it needs words on both sides")


@dataclass(frozen=True, slots=True)
class ShiftStep:
    """Words start..end (inclusive) of the hypothesis as it was just before go behind the word at `newloc` (-1 = front).

    `moveto` and `ref_start`..`ref_end` are the reference positions that suggested the shift.
    """

    start: int
    end: int
    newloc: int
    moveto: int
    ref_start: int
    ref_end: int
    cost: float


@dataclass(frozen=True, slots=True)
class Step:
    """One edit: its numbers of reference and hypothesis words, its cost, and its phrase edge."""

    op: int
    ref_len: int
    hyp_len: int
    cost: float
    edge: int = -1


@dataclass(frozen=True, slots=True)
class Solution:
    """The shifts, the order of the hypothesis words after them, the steps, and the total cost."""

    order: tuple[int, ...]
    shifts: tuple[ShiftStep, ...]
    steps: tuple[Step, ...]
    cost: float
    complete: bool = True
    """False when the search for shifts ended because its budget was used up."""
