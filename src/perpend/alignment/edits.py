"""Edits, shifts, and the result of every alignment: `Alignment`.

    ref   the cat sat on the mat
    hyp   on the mat the cats sat down

    shift   "on the mat" goes behind "sat"          hypothesis words 0..2, as it stood just before
    edits   the=the  cats~cat  sat=sat  on=on ...   positions in the shifted hypothesis and in the reference
            +down                                   insertion: an extra hypothesis word

Shifts first, one after another, then the edits from left to right: together they turn the hypothesis into the
reference. The cost is the sum of what they cost. Spans are half-open, `[start, end)`.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from perpend.alignment.problem import Op, ShiftStep, Solution
from perpend.answers import Answer

__all__ = ["Alignment", "COUNT_NAMES", "Change", "EDIT_NAMES", "Edit", "Shift", "error_rate"]

EDIT_NAMES = ("match", "substitute", "stem", "synonym", "insert", "delete", "phrase")
"""The names of `Op`, in its order."""

COUNT_NAMES = (*EDIT_NAMES, "shift", "shifted_words")
"""The names of the counts of an alignment, in the order of `Alignment.counts`."""


def error_rate(cost: float, words: float, *, capped: bool) -> float:
    """Returns `cost` per reference word, for one segment or for sums over many; see `Alignment.score`.

    `words` is the number of reference words; `capped` limits the rate to 1.
    """
    if words <= 0:
        return 1.0 if cost > 0 else 0.0
    if capped and cost > words:
        return 1.0
    return cost / words


@dataclass(frozen=True, slots=True)
class Edit:
    """One step: these words of the shifted hypothesis against those of the reference.

    `entry` is the number of the phrase table's entry, -1 for all other edits.
    """

    op: str
    hyp: tuple[int, int]
    ref: tuple[int, int]
    cost: float
    entry: int = -1

    @property
    def letter(self) -> str:
        """TERp's letter: M S T Y I D P."""
        return Op(EDIT_NAMES.index(self.op)).letter

    def to_dict(self) -> dict[str, Any]:
        """Returns the edit as plain JSON values."""
        return {"op": self.op, "hyp": list(self.hyp), "ref": list(self.ref), "cost": self.cost}


@dataclass(frozen=True, slots=True)
class Shift:
    """The words start..end (inclusive) go behind the word at `to` (-1 = to the front), in the order just before.

    A `to` inside the block moves it right, past as many of the words behind it. `ref` is the stretch of the reference
    that suggested the shift, and `ref_anchor` the reference word next to which the block is put.
    """

    start: int
    end: int
    to: int
    cost: float
    ref: tuple[int, int] = (0, 0)
    ref_anchor: int = -1

    def to_dict(self) -> dict[str, Any]:
        """Returns the shift as plain JSON values."""
        return {"start": self.start, "end": self.end, "to": self.to, "cost": self.cost}

    @classmethod
    def of(cls, step: ShiftStep) -> "Shift":
        """Converts `step`, a shift of the aligner, to its public form."""
        return cls(step.start, step.end, step.newloc, step.cost, (step.ref_start, step.ref_end + 1), step.moveto)


@dataclass(frozen=True, slots=True)
class Change:
    """An edit or shift with a name that contains its words; `points` is its cost."""

    name: str
    points: float
    step: Edit | Shift

    def to_dict(self) -> dict[str, Any]:
        """Returns the change as plain JSON values."""
        return {"name": self.name, "points": self.points}


@dataclass(frozen=True, repr=False)
class Alignment(Answer):
    """The cheapest edits that turn `hyp` into `ref`, as far as the search found them.

    `order` says which hypothesis word stands at each place after the shifts. `words` is the length that the score is
    divided by: that of the reference, or the average over several. `complete` is False when the search for shifts
    ended early because the texts are very long.

    >>> import perpend
    >>> alignment = perpend.align("on the mat the cats sat", "the cat sat on the mat")
    >>> alignment.letters, alignment.shifts[0].start, round(alignment.value, 3)
    ('MTMMMM', 0, 0.094)
    >>> print(*alignment.reasons, sep="\\n")
    'on the mat' stands at another place than what it is aligned with
    'cats' and 'cat' have the same stem
    """

    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    order: tuple[int, ...]
    edits: tuple[Edit, ...]
    shifts: tuple[Shift, ...]
    cost: float
    words: float
    signature: str = ""
    capped: bool = False
    complete: bool = True
    hyp_text: str = field(default="", compare=False)
    ref_text: str = field(default="", compare=False)

    @classmethod
    def of(
        cls,
        hyp: tuple[str, ...],
        ref: tuple[str, ...],
        solution: Solution,
        *,
        entries: tuple[int, ...] = (),
        signature: str = "",
        capped: bool = False,
    ) -> "Alignment":
        """Makes the alignment of `hyp` and `ref` from the `solution` of the aligner.

        `entries` are the entries of the phrase table for the phrase edges of the problem, `signature` is that of the
        aligner, and `capped` limits the score to 1.
        """
        edits, h, r = [], 0, 0
        for step in solution.steps:
            entry = entries[step.edge] if step.edge >= 0 else -1
            spans = (h, h + step.hyp_len), (r, r + step.ref_len)
            edits.append(Edit(EDIT_NAMES[step.op], *spans, step.cost, entry))
            h, r = h + step.hyp_len, r + step.ref_len
        shifts = tuple(Shift.of(step) for step in solution.shifts)
        return cls(
            hyp, ref, solution.order, tuple(edits), shifts, solution.cost, float(len(ref)), signature, capped,
            solution.complete,
        )  # fmt: skip

    @cached_property
    def hyp_shifted(self) -> tuple[str, ...]:
        """The hypothesis words in their order after the shifts."""
        return tuple(self.hyp[j] for j in self.order)

    @property
    def score(self) -> float:
        """The cost per reference word; 0 is perfect. Without reference words: 1 if there is any cost, else 0.

        Capped at 1 where the settings say so, as TERp does.
        """
        return error_rate(self.cost, self.words, capped=self.capped)

    @property
    def value(self) -> float:
        """The score: cost per reference word."""
        return self.score

    @property
    def reasons(self) -> tuple[str, ...]:
        """A clause for each shift and each edit that is not a match, the most expensive first."""
        from perpend.alignment import wording

        return wording.reasons(self)

    @property
    def contributions(self) -> tuple[Change, ...]:
        """The shifts and edits that cost something, in order; their points sum to `cost`."""
        from perpend.alignment import wording

        return wording.changes(self)

    @property
    def letters(self) -> str:
        """TERp's letters of all edits: M S T Y I D P."""
        return "".join(edit.letter for edit in self.edits)

    def counts(self) -> dict[str, int]:
        """Returns the count of each kind of edit, and of shifts and shifted words."""
        found = Counter(edit.op for edit in self.edits)
        named = {name: found[name] for name in EDIT_NAMES}
        return named | {
            "shift": len(self.shifts),
            "shifted_words": sum(shift.end - shift.start + 1 for shift in self.shifts),
        }

    def apply(self) -> tuple[str, ...]:
        """Applies the shifts and edits to the hypothesis; the result is the reference."""
        result: list[str] = []
        for edit in self.edits:
            words = self.hyp_shifted[slice(*edit.hyp)] if edit.op == "match" else self.ref[slice(*edit.ref)]
            result.extend(words)
        return tuple(result)

    def draw(self, width: int | None = None, color: bool | None = None) -> str:
        """Returns the picture as text, `width` columns wide (default: the terminal's width, or 100).

        `color` None means: if stdout is a terminal and NO_COLOR is not set.
        """
        from perpend.alignment import drawing

        return drawing.draw_text(self, width, color)

    def to_svg(self, width: int = 960) -> str:
        """Returns the picture as an SVG document, at most `width` pixels wide unless a single word is wider."""
        from perpend.alignment import drawing

        return drawing.draw_svg(self, width)

    def to_html(self, page: bool = False, width: int = 960) -> str:
        """Returns the picture and a table of all edits as an HTML fragment, or as a document if `page`.

        The picture is no wider than `width` pixels, unless a single word is.
        """
        from perpend.alignment import drawing

        return drawing.draw_html(self, page, width)

    def __str__(self) -> str:
        return self.draw(width=100, color=False)

    def to_dict(self) -> dict[str, Any]:
        """Returns the alignment as plain JSON values, the same for the command line, the service and files."""
        return {
            "value": self.value,
            "reasons": list(self.reasons),
            "contributions": [change.to_dict() for change in self.contributions],
            "hyp": list(self.hyp),
            "ref": list(self.ref),
            "hyp_shifted": list(self.hyp_shifted),
            "edits": [edit.to_dict() for edit in self.edits],
            "shifts": [shift.to_dict() for shift in self.shifts],
            "cost": self.cost,
            "words": self.words,
            "signature": self.signature,
        }
