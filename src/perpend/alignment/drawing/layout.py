"""The layout of a picture of an alignment in columns and rows, independent of the width of letters.

    hyp       at night  he    reads                  books
    shifted             he    reads  at  night       books
    edit                |     stem   |   |     delete  |
    ref                 he    read   at  night old   books

A picture is a row of columns. Each edit has one. A word that a shift moves has a second one, in the place that it
comes from, where only the hypothesis has something: so the words of every row stand in their own order, and words that
no shift moves stand straight above their edits.

What goes in is an `Alignment`, what comes out a `Layout`; `wrap` then breaks its columns into bands once a renderer
has measured them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from perpend.alignment.drawing.glyphs import amount, shown
from perpend.alignment.edits import Alignment, Edit
from perpend.alignment.reference import move

__all__ = ["Column", "Layout", "MAX_COLUMNS", "MovedBlock", "Word", "layout_of", "wrap"]

MAX_COLUMNS = 2_000
"""The most columns of a picture, which shows how many edits it omits."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it may be shown, its place in the hypothesis (or reference), and the numbers of the shifts it is in."""

    text: str
    place: int
    shifts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column: the words of one edit, or (edit is None) a word that a shift moves away."""

    edit: Edit | None
    hyp: tuple[Word, ...] = ()
    shifted: tuple[Word, ...] = ()
    ref: tuple[Word, ...] = ()

    @property
    def kind(self) -> str:
        """The name of the edit, or "shift"."""
        return self.edit.op if self.edit else "shift"

    @property
    def cost(self) -> str:
        """The cost of the edit, empty if it is 0."""
        return amount(self.edit.cost) if self.edit and self.edit.cost != 0 else ""


@dataclass(frozen=True, slots=True)
class MovedBlock:
    """One shift: its block, its new position and its cost; `behind` is None for the front."""

    number: int
    words: tuple[str, ...]
    behind: str | None
    cost: float

    @property
    def target(self) -> str:
        """The new position of the block, in words."""
        return "to the front" if self.behind is None else f'behind "{self.behind}"'


@dataclass(frozen=True, slots=True)
class Layout:
    """The content of a picture: its columns, the shifts in words, the counts of each kind, the total and notes."""

    columns: tuple[Column, ...]
    moves: tuple[MovedBlock, ...]
    counts: dict[str, int]
    total: str
    notes: tuple[str, ...]
    signature: str
    empty_rows: tuple[str, ...]

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of words, from the top; without shifts the middle one would repeat the first."""
        return ("hyp", "shifted", "ref") if self.moves else ("hyp", "ref")


def layout_of(alignment: Alignment) -> Layout:
    """Returns the columns, shifts and totals of a picture of `alignment`."""
    moves, moved_by = _replay(alignment)
    columns = tuple(_columns(alignment, moved_by))
    drawn = columns[:MAX_COLUMNS]
    left_out = sum(column.edit is not None for column in columns[MAX_COLUMNS:])
    counts = alignment.counts()
    del counts["shifted_words"]
    return Layout(
        columns=drawn,
        moves=moves,
        counts={kind: number for kind, number in counts.items() if number},
        total=_total(alignment),
        notes=_notes(alignment, left_out),
        signature=shown(alignment.signature) if alignment.signature else "",
        empty_rows=tuple(row for row, words in _sides(alignment).items() if not words),
    )


def wrap(widths: Sequence[float], gap: float, limit: float) -> list[range]:
    """Breaks columns of these `widths` into bands no wider than `limit`; a wider column has its own band.

    `gap` is the space between columns. There are as few bands as can be, and about equally wide, so that no word is
    left alone at the end.

    >>> wrap([3, 3, 3, 3], gap=1, limit=11), wrap([9, 2], gap=1, limit=8)
    ([range(0, 2), range(2, 4)], [range(0, 1), range(1, 2)])
    """
    narrow, wide = 0.0, limit
    fewest = len(_filled(widths, gap, limit))
    for _ in range(16):
        middle = (narrow + wide) / 2
        if len(_filled(widths, gap, middle)) > fewest:
            narrow = middle
        else:
            wide = middle
    return _filled(widths, gap, wide)


def _filled(widths: Sequence[float], gap: float, limit: float) -> list[range]:
    bands, start, used = [], 0, 0.0
    for index, width in enumerate(widths):
        if index > start and used + gap + width > limit:
            bands.append(range(start, index))
            start, used = index, 0.0
        used += width + (gap if index > start else 0)
    return [*bands, range(start, len(widths))] if widths else []


def _replay(alignment: Alignment) -> tuple[tuple[MovedBlock, ...], dict[int, tuple[int, ...]]]:
    """Applies the shifts in order; returns each in words, and which of them move each hypothesis word."""
    order = tuple(range(len(alignment.hyp)))
    moves, moved_by = [], dict[int, tuple[int, ...]]()
    for number, shift in enumerate(alignment.shifts, 1):
        block = order[shift.start : shift.end + 1]
        order = move(order, shift.start, shift.end, shift.to)
        first = order.index(block[0])
        behind = shown(alignment.hyp[order[first - 1]]) if first else None
        moves.append(MovedBlock(number, tuple(shown(alignment.hyp[j]) for j in block), behind, shift.cost))
        for j in block:
            moved_by[j] = (*moved_by.get(j, ()), number)
    return tuple(moves), moved_by


def _columns(alignment: Alignment, moved_by: dict[int, tuple[int, ...]]) -> Iterator[Column]:
    hyp = tuple(Word(shown(word), j, moved_by.get(j, ())) for j, word in enumerate(alignment.hyp))
    ref = tuple(Word(shown(word), i) for i, word in enumerate(alignment.ref))
    ahead = 0
    for edit in alignment.edits:
        shifted = tuple(hyp[j] for j in alignment.order[slice(*edit.hyp)])
        standing = [word.place for word in shifted if not word.shifts]
        top: tuple[Word, ...] = ()
        if standing:
            # Moved words that came from between the words of a phrase stay between them, inside its column.
            yield from (Column(None, (word,)) for word in hyp[ahead : standing[0]])
            top, ahead = hyp[standing[0] : standing[-1] + 1], standing[-1] + 1
        yield Column(edit, top, shifted, ref[slice(*edit.ref)])
    yield from (Column(None, (word,)) for word in hyp[ahead:])


def _sides(alignment: Alignment) -> dict[str, tuple[str, ...]]:
    return {"hyp": alignment.hyp, "ref": alignment.ref}


def _total(alignment: Alignment) -> str:
    unit = "reference word" if alignment.words == 1 else "reference words"
    capped = " (capped)" if alignment.capped and alignment.cost > alignment.words else ""
    return f"cost {amount(alignment.cost)} / {amount(alignment.words)} {unit} = score {amount(alignment.score)}{capped}"


def _notes(alignment: Alignment, left_out: int) -> tuple[str, ...]:
    notes = []
    if left_out:
        notes.append(f"{left_out:,} of {len(alignment.edits):,} edits are left out of this picture")
    if not alignment.complete:
        notes.append("the search for shifts ended early: the texts are long")
    return tuple(notes)
