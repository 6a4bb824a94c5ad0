"""An alignment as an SVG picture: self-contained, without scripts, fonts or identifiers, so that many fit on a page.

Words stand in boxes. Between the hypothesis and the shifted hypothesis curved arrows show the shifts, each with its
number and cost; between the shifted hypothesis and the reference lines show the edits, each with its kind and cost:

    match        a thin line                synonym   a dotted line
    substitute   a solid line               phrase    a tinted band from words to words
    stem         a dashed line              insert, delete   a dashed box and a line that ends

Colours come from `palette.toml`. The picture has a ground of its own, light or dark as the reader's system prefers,
so it can be read on any page; a viewer that knows no style sheets shows the light one.
"""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from perpend.alignment.drawing.geometry import (
    BOX_HEIGHT,
    LABEL_SIZE,
    MARGIN,
    WORD_SIZE,
    Arrow,
    Band,
    Box,
    Cell,
    picture_of,
    text_width,
)
from perpend.alignment.drawing.layout import Layout, layout_of
from perpend.alignment.drawing.palette import palette
from perpend.alignment.edits import Alignment
from perpend.errors import InputError

__all__ = ["DEFAULT_WIDTH", "MIN_WIDTH", "draw_svg", "svg_of"]

DEFAULT_WIDTH = 960
MIN_WIDTH = 240
_ROW_NAMES = {"hyp": "hypothesis", "shifted": "shifted", "ref": "reference"}
_FONTS = "Inter, 'Segoe UI', Helvetica, Arial, 'Noto Sans', 'DejaVu Sans', sans-serif"
_INK, _QUIET, _GROUND, _BOX = (
    ("#1f2937", "#e5e7eb"),
    ("#6b7280", "#9ca3af"),
    ("#ffffff", "#14171c"),
    ("#f3f4f6", "#23272f"),
)
_LINE = LABEL_SIZE + 7
_FOOT_GAP = 30.0
_BEND = 30.0


def draw_svg(alignment: Alignment, width: int = DEFAULT_WIDTH) -> str:
    """Returns the picture of `alignment` as an SVG document no wider than `width` pixels, unless a single word is."""
    return svg_of(layout_of(alignment), width)


def svg_of(layout: Layout, width: int = DEFAULT_WIDTH) -> str:
    """Returns the picture of `layout` as an SVG document; `width` as in `draw_svg`."""
    if width < MIN_WIDTH:
        raise InputError(f"a picture {width} pixels wide has no room for words: give a width of at least {MIN_WIDTH}")
    picture = picture_of(layout, width)
    full_width = max(min(width, 520.0), picture.right + MARGIN)
    foot, bottom = _foot(layout, picture.bottom + _FOOT_GAP, full_width)
    bands = [part for band in picture.bands for part in _band(band, layout)] or list(_no_words())
    return "\n".join([*_head(layout, full_width, bottom), *bands, *foot, "</svg>"])


# -------------------- the frame


def _head(layout: Layout, width: float, height: float) -> Iterator[str]:
    size = f'width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"'
    look = f'class="perpend-alignment" role="img" font-family={quoteattr(_FONTS)} color="{_INK[0]}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look}>'
    yield f"<title>{escape('Alignment: ' + layout.total)}</title>"
    yield f"<desc>{escape(_description(layout))}</desc>"
    yield f"<style>@media (prefers-color-scheme: dark) {{{_dark_rules()}}}</style>"
    yield f'<rect class="pp-ground" width="{_n(width)}" height="{_n(height)}" rx="10" fill="{_GROUND[0]}"/>'


def _dark_rules() -> str:
    colors = {"": _INK[1], " .pp-quiet": _QUIET[1]} | {f" .pp-{kind}": look.dark for kind, look in palette().items()}
    fills = {" .pp-ground": _GROUND[1], " .pp-box": _BOX[1]}
    rules = [f".perpend-alignment{name}{{color:{value}}}" for name, value in colors.items()]
    return "".join(rules + [f".perpend-alignment{name}{{fill:{value}}}" for name, value in fills.items()])


def _description(layout: Layout) -> str:
    sides = {
        name: " ".join(word.text for column in layout.columns for word in getattr(column, row))
        for row, name in (("hyp", "Hypothesis"), ("ref", "Reference"))
    }
    edits = ", ".join(f"{number} {kind}" for kind, number in layout.counts.items())
    return "; ".join([*(f"{name}: {words or '(empty)'}" for name, words in sides.items()), f"Edits: {edits or 'none'}"])


def _no_words() -> Iterator[str]:
    yield _text("no words on either side", MARGIN, MARGIN + WORD_SIZE, LABEL_SIZE, "start", "quiet")


# -------------------- one band


def _band(band: Band, layout: Layout) -> Iterator[str]:
    yield f'<g transform="translate(0 {_n(band.y)})">'
    for row, top in band.tops.items():
        yield _text(_ROW_NAMES[row], MARGIN, top + BOX_HEIGHT / 2 + 4, LABEL_SIZE, "start", "quiet")
        if row in layout.empty_rows:
            yield _text("(empty)", band.cells[0].middle, top + BOX_HEIGHT / 2 + 4, LABEL_SIZE, "middle", "quiet")
    for cell in band.cells:
        yield from _standing_words(cell)
        yield from _edit(cell, band)
    yield _group("shift", [_arrow(arrow, band) for arrow in band.arrows])
    yield _group("shift", [part for arrow in band.arrows for part in _arrow_label(arrow)])
    yield "</g>"


def _standing_words(cell: Cell) -> Iterator[str]:
    """Draws thin lines from words of the hypothesis that no shift moves down to the same words below."""
    below = {box.word.place: box for box in cell.rows.get("shifted", ())}
    pairs = [
        (box, below[box.word.place]) for box in cell.rows["hyp"] if not box.word.shifts and box.word.place in below
    ]
    for top, bottom in pairs:
        path = f"M{_n(top.middle)} {_n(top.y + BOX_HEIGHT)}L{_n(bottom.middle)} {_n(bottom.y)}"
        yield _group("quiet", [f'<path d="{path}" stroke="currentColor" stroke-opacity=".35" fill="none"/>'])


def _edit(cell: Cell, band: Band) -> Iterator[str]:
    last_hyp_row = "shifted" if "shifted" in band.tops else "hyp"
    kind = cell.column.kind
    for row, boxes in cell.rows.items():
        row_kind = kind if row in (last_hyp_row, "ref") else "match"
        for box in boxes:
            yield _word_box(box, "shift" if row == "hyp" and box.word.shifts else row_kind)
    if cell.column.edit:
        yield _group(kind, _connection(cell, cell.rows[last_hyp_row], cell.rows["ref"], band.tops[last_hyp_row], band))


def _word_box(box: Box, kind: str) -> str:
    frame = f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" height="{_n(BOX_HEIGHT)}" rx="6"'
    dash = ' stroke-dasharray="4 3"' if kind in ("insert", "delete", "shift") else ""
    shape = f'<rect class="pp-box" {frame} fill="{_BOX[0]}"/>'
    if kind != "match":
        paint = f'fill="currentColor" fill-opacity=".14" stroke="currentColor" stroke-width="1.4"{dash}'
        shape += _group(kind, [f"<rect {frame} {paint}/>"])
    return shape + _text(box.word.text, box.middle, box.y + BOX_HEIGHT / 2 + 5, WORD_SIZE, "middle")


def _connection(
    cell: Cell, upper: tuple[Box, ...], lower: tuple[Box, ...], upper_top: float, band: Band
) -> Iterator[str]:
    """The line or band from the hypothesis words of an edit to its reference words, with its label in the middle."""
    y0, y1 = upper_top + BOX_HEIGHT, band.tops["ref"]
    middle, kind = (y0 + y1) / 2, cell.column.kind
    if upper and lower and len(upper) + len(lower) > 2:
        yield _tinted_band(upper, lower, y0, y1)
    elif kind == "match" and not cell.column.cost:
        yield _line(cell.middle, y0, y1, kind, 1.0)
        return
    else:
        yield _line(cell.middle, y0 if upper else middle, y1 if lower else middle, kind, 2.0)
    yield from _edit_label(cell, middle)


def _line(x: float, y0: float, y1: float, kind: str, width: float) -> str:
    dash = palette()[kind].dash
    style = f' stroke-dasharray="{dash}" stroke-linecap="round"' if dash else ""
    return f'<path d="M{_n(x)} {_n(y0)}V{_n(y1)}" fill="none" stroke="currentColor" stroke-width="{_n(width)}"{style}/>'


def _tinted_band(upper: tuple[Box, ...], lower: tuple[Box, ...], y0: float, y1: float) -> str:
    corners = [
        (upper[0].x, y0),
        (upper[-1].x + upper[-1].width, y0),
        (lower[-1].x + lower[-1].width, y1),
        (lower[0].x, y1),
    ]
    path = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in corners) + "Z"
    return f'<path d="{path}" fill="currentColor" fill-opacity=".16" stroke="currentColor" stroke-width="1.2"/>'


def _edit_label(cell: Cell, middle: float) -> Iterator[str]:
    lines = [cell.column.kind] + ([cell.column.cost] if cell.column.cost else [])
    width = max(text_width(line, LABEL_SIZE) for line in lines) + 4
    height = 15.0 * len(lines)
    yield _ground(cell.middle - width / 2, middle - height / 2, width, height)
    for index, line in enumerate(lines):
        yield _text(line, cell.middle, middle - height / 2 + 15 * index + 11.5, LABEL_SIZE, "middle")


# -------------------- shifts


def _arrow(arrow: Arrow, band: Band) -> str:
    y0, y1 = BOX_HEIGHT + 5, band.tops["shifted"] - 5
    parts = [_bar(span, y) for span, y in ((arrow.source, y0), (arrow.target, y1)) if span]
    parts.append(f'<path d="{_curve(arrow, y0, y1 - 5)}" fill="none" stroke="currentColor" stroke-width="1.8"/>')
    if arrow.target:
        parts.append(f'<path d="M{_n(sum(arrow.target) / 2)} {_n(y1)}l-4.5 -8h9Z" fill="currentColor"/>')
    return "".join(parts)


def _curve(arrow: Arrow, y0: float, y1: float) -> str:
    """Down from the source, bending into the lane, and out of it down to the target."""
    x, lane = arrow.label_middle, arrow.lane
    path = ""
    if arrow.source:
        x0 = sum(arrow.source) / 2
        path = f"M{_n(x0)} {_n(y0)}C{_n(x0)} {_n(lane)} {_n(x0 + _bend(x - x0))} {_n(lane)} {_n(x)} {_n(lane)}"
    if arrow.target:
        x1 = sum(arrow.target) / 2
        path += f"M{_n(x)} {_n(lane)}C{_n(x1 - _bend(x1 - x))} {_n(lane)} {_n(x1)} {_n(lane)} {_n(x1)} {_n(y1)}"
    return path


def _bend(distance: float) -> float:
    return max(-_BEND, min(_BEND, distance / 2))


def _bar(span: tuple[float, float], y: float) -> str:
    return f'<path d="M{_n(span[0] + 2)} {_n(y)}H{_n(span[1] - 2)}" stroke="currentColor" stroke-width="2.4"/>'


def _arrow_label(arrow: Arrow) -> Iterator[str]:
    width = text_width(arrow.label, LABEL_SIZE) + 10
    frame = f'x="{_n(arrow.label_middle - width / 2)}" y="{_n(arrow.lane - 9)}" width="{_n(width)}" height="18" rx="9"'
    yield f'<rect class="pp-ground" {frame} fill="{_GROUND[0]}" stroke="currentColor"/>'
    yield _text(arrow.label, arrow.label_middle, arrow.lane + 4, LABEL_SIZE, "middle")


# -------------------- the foot


def _foot(layout: Layout, y: float, width: float) -> tuple[list[str], float]:
    parts, y = _legend(layout, y, width)
    lines = [(line, LABEL_SIZE + 2, "") for line in _folded(layout.total, LABEL_SIZE + 2, width)]
    for note in layout.notes:
        lines += [(line, LABEL_SIZE, "") for line in _folded(note, LABEL_SIZE, width)]
    lines += [(line, LABEL_SIZE - 2, "quiet") for line in _folded(layout.signature, LABEL_SIZE - 2, width)]
    for line, size, kind in lines:
        parts.append(_text(line, MARGIN, y, size, "start", kind))
        y += _LINE
    return parts, y - _LINE + MARGIN


def _legend(layout: Layout, y: float, width: float) -> tuple[list[str], float]:
    """Draws the legend: the style and the count of each kind that occurs."""
    parts, x = [], MARGIN
    for kind, number in layout.counts.items():
        entry = f"{kind} × {number}"
        room = 32 + text_width(entry, LABEL_SIZE)
        if x > MARGIN and x + room > width - MARGIN:
            x, y = MARGIN, y + _LINE
        parts.append(_group(kind, [_swatch(kind, x, y - 4), f"<title>{escape(palette()[kind].meaning)}</title>"]))
        parts.append(_text(entry, x + 26, y, LABEL_SIZE, "start"))
        x += room + 10
    return parts, y + _LINE + 4 if parts else y


def _swatch(kind: str, x: float, y: float) -> str:
    if kind == "phrase":
        frame = f'x="{_n(x)}" y="{_n(y - 5)}" width="20" height="10"'
        return f'<rect {frame} fill="currentColor" fill-opacity=".16" stroke="currentColor" stroke-width="1.2"/>'
    if kind in ("insert", "delete"):
        frame = f'x="{_n(x)}" y="{_n(y - 5)}" width="20" height="10" rx="3" stroke-dasharray="4 3"'
        return f'<rect {frame} fill="currentColor" fill-opacity=".14" stroke="currentColor" stroke-width="1.4"/>'
    if kind == "shift":
        curve = f"M{_n(x)} {_n(y - 5)}c0 8 14 2 16 7"
        head = f'<path d="M{_n(x + 16.5)} {_n(y + 7)}l-3.5 -6h7Z" fill="currentColor"/>'
        return f'<path d="{curve}" fill="none" stroke="currentColor" stroke-width="1.8"/>{head}'
    dash = palette()[kind].dash
    style = f' stroke-dasharray="{dash}" stroke-linecap="round"' if dash else ""
    stroke = "1" if kind == "match" else "2"
    return f'<path d="M{_n(x)} {_n(y)}h20" stroke="currentColor" stroke-width="{stroke}"{style}/>'


def _folded(sentence: str, size: float, width: float) -> list[str]:
    """Breaks a line of the footer where it would leave the picture."""
    lines, line, used = [], "", 0.0
    for char in sentence:
        wide = text_width(char, size)
        if line and used + wide > width - 2 * MARGIN:
            lines.append(line)
            line, used = "", 0.0
        line, used = line + char, used + wide
    return [*lines, line] if line else lines


# -------------------- marks


def _group(kind: str, parts: Iterable[str]) -> str:
    color = _QUIET[0] if kind == "quiet" else palette()[kind].light
    return f'<g class="pp-{kind}" color="{color}">{"".join(parts)}</g>'


def _ground(x: float, y: float, width: float, height: float) -> str:
    frame = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
    return f'<rect class="pp-ground" {frame} rx="4" fill="{_GROUND[0]}"/>'


def _text(content: str, x: float, y: float, size: float, anchor: str, kind: str = "") -> str:
    place = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{anchor}" fill="currentColor"'
    text = f"<text {place}>{escape(content)}</text>"
    return _group(kind, [text]) if kind else text


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
