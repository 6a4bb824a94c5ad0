"""An alignment as text: aligned columns, in bands as wide as the terminal.

    hyp      at[1] night[1] he reads           books
    shifted                 he reads at  night books
    edit                    |  stem  |   |     |
    cost                       0.2
    ref                     he read  at  night books

    shift 1: "at night" behind "reads", cost 1

The words that shift 1 moves carry its number where they come from. Colour is a terminal's only: never in files.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from perpend.alignment.drawing.glyphs import amount, cells
from perpend.alignment.drawing.layout import Column, Layout, Word, layout_of, wrap
from perpend.alignment.drawing.lines import DEFAULT_WIDTH, MIN_WIDTH, Paint, checked_width, fold, isolated, wants_color
from perpend.alignment.edits import Alignment

__all__ = ["DEFAULT_WIDTH", "MIN_WIDTH", "draw_text"]

_GAP = 2
_LABEL_WIDTH = len("shifted") + _GAP


class _Cell(NamedTuple):
    text: str
    kind: str = ""


def draw_text(
    alignment: Alignment,
    width: int | None = None,
    color: bool | None = None,
    *,
    details: bool = True,
    sides: tuple[str, str] = ("hyp", "ref"),
) -> str:
    """Returns the picture of `alignment` as lines of text no wider than `width`, unless a single word is.

    `width` None is that of the terminal (100 if there is none); `color` None means: if stdout is a terminal and
    NO_COLOR is not set; without `details` there are no costs and no signature; `sides` are the names of the two texts.
    """
    layout, paint = layout_of(alignment), Paint(wants_color() if color is None else color)
    limit, names = checked_width(width), dict(zip(("hyp", "ref"), sides, strict=True))
    bands = (_band_lines(band, layout, paint, details, names) for band in _bands(layout, limit))
    lines = [line for band in bands for line in [*band, ""]]
    return "\n".join([*(lines or _empty_rows(layout, names)), *_foot(layout, limit, paint, details)])


def _bands(layout: Layout, limit: int) -> Iterator[Sequence[Column]]:
    widths = [_width(column, layout) for column in layout.columns]
    for band in wrap(widths, _GAP, limit - _LABEL_WIDTH):
        yield layout.columns[band.start : band.stop]


def _width(column: Column, layout: Layout) -> int:
    rows = (*layout.rows, "edit", "cost")
    return max(cells(_cell(column, row, 0).text) for row in rows)


def _band_lines(
    band: Sequence[Column], layout: Layout, paint: Paint, details: bool, names: Mapping[str, str]
) -> Iterator[str]:
    widths = [_width(column, layout) for column in band]
    costs = ("cost",) if details and any(column.cost for column in band) else ()
    for row in (*layout.rows[:-1], "edit", *costs, "ref"):
        row_cells = [_cell(column, row, width) for column, width in zip(band, widths, strict=True)]
        if row in layout.empty_rows:
            row_cells = [_Cell("(empty)")]
        yield _line(names.get(row, row), row_cells, widths, paint)


def _cell(column: Column, row: str, width: int) -> _Cell:
    if row == "edit":
        return _Cell(_edit_mark(column, width), column.kind)
    if row == "cost":
        return _Cell(column.cost, column.kind)
    words: tuple[Word, ...] = getattr(column, row)
    marked = row == "hyp"
    kind = "shift" if marked and any(word.shifts for word in words) else column.kind
    return _Cell(" ".join(_word(word, marked) for word in words), "" if kind == "match" else kind)


def _edit_mark(column: Column, width: int) -> str:
    if column.edit is None:
        return ""
    if column.kind == "match":
        return "|" if not column.cost else "match"
    many = len(column.shifted) > 1 or len(column.ref) > 1
    return column.kind.ljust(width, "-") if many else column.kind


def _word(word: Word, marked: bool) -> str:
    mark = f"[{'+'.join(map(str, word.shifts))}]" if marked and word.shifts else ""
    return isolated(word.text) + mark


def _line(label: str, row_cells: Sequence[_Cell], widths: Sequence[int], paint: Paint) -> str:
    while row_cells and not row_cells[-1].text:
        row_cells = row_cells[:-1]
    if not row_cells:
        return label
    parts = [label.ljust(_LABEL_WIDTH)]
    for cell, width in zip(row_cells, widths, strict=False):
        parts.append(paint(cell.text, cell.kind) + " " * (width - cells(cell.text) + _GAP))
    return "".join(parts).rstrip(" ")


def _empty_rows(layout: Layout, names: Mapping[str, str]) -> list[str]:
    return [f"{names.get(row, row).ljust(_LABEL_WIDTH)}(empty)" for row in layout.empty_rows] + [""]


def _foot(layout: Layout, limit: int, paint: Paint, details: bool) -> Iterator[str]:
    for moved in layout.moves:
        words = " ".join(map(isolated, moved.words))
        cost = f", cost {amount(moved.cost)}" if details else ""
        head, *rest = fold(f'shift {moved.number}: "{words}" {isolated(moved.target)}{cost}', limit)
        name = f"shift {moved.number}"
        yield paint(name, "shift") + head.removeprefix(name)
        yield from rest
    if layout.moves:
        yield ""
    for note in layout.notes:
        yield from fold(note, limit)
    if not details:
        return
    yield from fold(layout.total, limit)
    legend = ", ".join(f"{number} {kind}" for kind, number in layout.counts.items())
    yield from (line for part in (legend, layout.signature) if part for line in fold(part, limit))
