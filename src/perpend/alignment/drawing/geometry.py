"""The positions of the boxes and arrows of the SVG picture, in pixels.

    ┌──┐ ┌─────┐ ┌──┐                  hyp       one band: as many columns as fit into the width
    │at│ │night│ │he│
    └──┘ └─────┘ └──┘
      ═════╤══    │
           ╰──1────────────╮           the lanes: arrows that overlap from left to right have different ones,
                  │     ═══▼═══        so that neither they nor their labels meet
                ┌──┐ ┌──┐ ┌─────┐
                │he│ │at│ │night│      shifted
                └──┘ └──┘ └─────┘

A `Layout` goes in, a `Picture` comes out. Words that shifts move together and that stay side by side share one arrow.
One that would lead from a band to another is drawn as two stubs with the same number.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import ceil

from perpend.alignment.drawing.glyphs import amount
from perpend.alignment.drawing.layout import Column, Layout, Word, wrap

__all__ = [
    "Arrow",
    "BOX_HEIGHT",
    "Band",
    "Box",
    "Cell",
    "LABEL_SIZE",
    "MARGIN",
    "Picture",
    "WORD_SIZE",
    "picture_of",
    "text_width",
]

WORD_SIZE, LABEL_SIZE = 15.0, 11.0
BOX_HEIGHT = 27.0
MARGIN = 18.0
_ROW_LABELS = 84.0
_BOX_PADDING, _WORD_GAP, _COLUMN_GAP, _BAND_GAP = 8.0, 4.0, 12.0, 34.0
_LANE, _LANE_MARGIN = 26.0, 22.0
_EDITS_HEIGHT, _MATCHES_HEIGHT = 70.0, 34.0
_NO_LANES_HEIGHT = 40.0
_NARROW, _SLIM, _BROAD = frozenset("ijlI.,;:'|! "), frozenset('frt()[]{}-/\\"*'), frozenset("mwMW@%—")


@dataclass(frozen=True, slots=True)
class Box:
    """A word and the box around it; `y` is its upper edge, from the top of its band."""

    word: Word
    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        """The horizontal middle."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Cell:
    """A placed column: its middle, its width and the boxes of each row."""

    column: Column
    middle: float
    width: float
    rows: dict[str, tuple[Box, ...]]


@dataclass(frozen=True, slots=True)
class Arrow:
    """A shift, from the words `source` to the words `target` (left and right end); None if they are in another band.

    Its label stands at `lane`, a height between the rows.
    """

    source: tuple[float, float] | None
    target: tuple[float, float] | None
    label: str
    lane: float = 0.0

    @property
    def ends(self) -> list[float]:
        """The middles of the source and the target, as far as they are in this band."""
        return [sum(span) / 2 for span in (self.source, self.target) if span]

    @property
    def label_middle(self) -> float:
        """The horizontal middle of the label."""
        return sum(self.ends) / len(self.ends)

    @property
    def label_span(self) -> tuple[float, float]:
        """The left and right end of the label."""
        half = text_width(self.label, LABEL_SIZE) / 2 + 8
        return self.label_middle - half, self.label_middle + half

    @property
    def extent(self) -> tuple[float, float]:
        """The left and right end of the space that it needs in its lane."""
        return min(*self.ends, *self.label_span), max(*self.ends, *self.label_span)


@dataclass(frozen=True, slots=True)
class Band:
    """A band of columns: its upper edge in the picture, and within it the upper edges of its rows of words."""

    y: float
    tops: dict[str, float]
    cells: tuple[Cell, ...]
    arrows: tuple[Arrow, ...]

    @property
    def height(self) -> float:
        """The height from the upper edge of the first row to the lower edge of the last."""
        return max(self.tops.values()) + BOX_HEIGHT


@dataclass(frozen=True, slots=True)
class Picture:
    """All bands, the right end of the widest, and the lower end of the last."""

    bands: tuple[Band, ...]
    right: float
    bottom: float


def text_width(text: str, size: float) -> float:
    """Returns the approximate width of `text` in a sans-serif font of `size`; rather too wide than too narrow.

    >>> text_width("ill", 10) < text_width("sea", 10) < text_width("MMM", 10) < text_width("日本語", 10) + 1
    True
    """
    return size * sum(map(_em, text))


def picture_of(layout: Layout, width: float) -> Picture:
    """Places all boxes and arrows of `layout`, in bands no wider than `width` unless a single column is."""
    columns = layout.columns
    widths = [_column_width(column, layout.rows) for column in columns]
    ranges = wrap(widths, _COLUMN_GAP, width - _ROW_LABELS - 2 * MARGIN)
    flat = [_placed_in_x(columns, widths, band, layout.rows) for band in ranges]
    bands, y = [], MARGIN
    for cells, arrows in zip(flat, _arrows(flat, layout), strict=True):
        band = _placed_in_y(y, cells, arrows, layout.rows)
        bands.append(band)
        y += band.height + _BAND_GAP
    right = max((cell.middle + cell.width / 2 for cells in flat for cell in cells), default=0.0)
    return Picture(tuple(bands), right, y - _BAND_GAP if bands else MARGIN)


def _em(char: str) -> float:
    if char in _NARROW:
        return 0.34
    if char in _SLIM:
        return 0.46
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0.0
    if char in _BROAD or unicodedata.east_asian_width(char) in "WF":
        return 1.02
    return 0.74 if char.isupper() else 0.63


def _box_width(word: Word) -> float:
    return max(22.0, text_width(word.text, WORD_SIZE) + 2 * _BOX_PADDING)


def _row_width(words: Sequence[Word]) -> float:
    return sum(map(_box_width, words)) + _WORD_GAP * max(0, len(words) - 1)


def _column_width(column: Column, rows: Sequence[str]) -> float:
    labels = (column.kind, column.cost) if column.edit and (column.kind != "match" or column.cost) else ()
    wide = [_row_width(getattr(column, row)) for row in rows]
    return max(*wide, *(text_width(label, LABEL_SIZE) + 6 for label in labels), 0.0)


def _placed_in_x(columns: Sequence[Column], widths: Sequence[float], band: range, rows: Sequence[str]) -> list[Cell]:
    cells, left = [], MARGIN + _ROW_LABELS
    for index in band:
        middle = left + widths[index] / 2
        boxes = {row: _boxes(getattr(columns[index], row), middle) for row in rows}
        cells.append(Cell(columns[index], middle, widths[index], boxes))
        left += widths[index] + _COLUMN_GAP
    return cells


def _boxes(words: Sequence[Word], middle: float) -> tuple[Box, ...]:
    widths = [_box_width(word) for word in words]
    lefts = accumulate((width + _WORD_GAP for width in widths), initial=middle - _row_width(words) / 2)
    return tuple(Box(word, x, 0.0, width) for word, x, width in zip(words, lefts, widths, strict=False))


def _placed_in_y(y: float, cells: Sequence[Cell], arrows: Sequence[Arrow], rows: Sequence[str]) -> Band:
    lanes, height = _in_lanes(arrows)
    tops = {"hyp": 0.0}
    if "shifted" in rows:
        tops["shifted"] = BOX_HEIGHT + height
    labelled = any(cell.column.edit and (cell.column.kind != "match" or cell.column.cost) for cell in cells)
    tops["ref"] = max(tops.values()) + BOX_HEIGHT + (_EDITS_HEIGHT if labelled else _MATCHES_HEIGHT)
    placed = tuple(
        Cell(cell.column, cell.middle, cell.width, {row: _lowered(cell.rows[row], tops[row]) for row in rows})
        for cell in cells
    )
    return Band(y, tops, placed, lanes)


def _lowered(boxes: Sequence[Box], y: float) -> tuple[Box, ...]:
    return tuple(Box(box.word, box.x, y, box.width) for box in boxes)


def _in_lanes(arrows: Sequence[Arrow]) -> tuple[tuple[Arrow, ...], float]:
    """Gives each arrow a lane that is free over its whole extent; returns the height of all lanes.

    The best place runs through the fewest labels; then an old lane is better than a new one, and a high one than a low.
    """
    lanes: list[list[Arrow]] = []
    for arrow in sorted(arrows, key=lambda arrow: arrow.extent):
        old = [number for number, lane in enumerate(lanes) if lane[-1].extent[1] + _COLUMN_GAP < arrow.extent[0]]
        between = [number - 0.5 for number in range(len(lanes) + 1)]
        best = min((*old, *between), key=partial(_crossed_labels, arrow, lanes))
        if best in old:
            lanes[int(best)].append(arrow)
        else:
            lanes.insert(ceil(best), [arrow])
    placed = tuple(
        Arrow(arrow.source, arrow.target, arrow.label, BOX_HEIGHT + _LANE_MARGIN + (number + 0.5) * _LANE)
        for number, lane in enumerate(lanes)
        for arrow in lane
    )
    return placed, 2 * _LANE_MARGIN + len(lanes) * _LANE if lanes else _NO_LANES_HEIGHT


def _crossed_labels(arrow: Arrow, lanes: Sequence[Sequence[Arrow]], place: float) -> int:
    """Counts the labels that an arrow in this lane would cross, and the arrows that would cross its own.

    An arrow comes down from its source through the lanes above, and goes down to its target through those below.
    """
    pairs = [
        (other, arrow) if number < place else (arrow, other)
        for number, lane in enumerate(lanes)
        for other in lane
        if number != place
    ]
    return sum(_covers(upper, lower.source) + _covers(lower, upper.target) for upper, lower in pairs)


def _covers(arrow: Arrow, span: tuple[float, float] | None) -> bool:
    return span is not None and arrow.label_span[0] < sum(span) / 2 < arrow.label_span[1]


# -------------------- arrows

_Spot = tuple[int, float, float]


def _arrows(bands: Sequence[Sequence[Cell]], layout: Layout) -> list[list[Arrow]]:
    """Returns the arrows of each band."""
    found: list[list[Arrow]] = [[] for _ in bands]
    costs = {moved.number: moved.cost for moved in layout.moves}
    sources, targets = _spots(bands, "hyp"), _spots(bands, "shifted")
    for words in _strands(bands, sources, targets):
        label = _label(words[0].shifts, sum(costs[number] for number in words[0].shifts))
        source, target = _span(words, sources), _span(words, targets)
        if source and target and source[0] == target[0]:
            found[source[0]].append(Arrow(source[1:], target[1:], label))
            continue
        if source:
            below = target is None or target[0] > source[0]
            found[source[0]].append(Arrow(source[1:], None, f"{label} {'↓' if below else '↑'}"))
        if target:
            below = source is not None and source[0] > target[0]
            found[target[0]].append(Arrow(None, target[1:], f"{'↓' if below else '↑'} {label}"))
    return found


def _label(numbers: Sequence[int], cost: float) -> str:
    names = f"shift{'s' * (len(numbers) > 1)} {'+'.join(map(str, numbers))}"
    return f"{names}, cost {amount(cost)}" if cost else names


def _spots(bands: Sequence[Sequence[Cell]], row: str) -> dict[int, _Spot]:
    """Returns for each hypothesis word its band, left and right end in this row."""
    return {
        box.word.place: (number, box.x, box.x + box.width)
        for number, cells in enumerate(bands)
        for cell in cells
        for box in cell.rows.get(row, ())
    }


def _strands(
    bands: Sequence[Sequence[Cell]], sources: dict[int, _Spot], targets: dict[int, _Spot]
) -> Iterator[list[Word]]:
    """Yields runs of words that the same shifts move and that are adjacent before and after, in one band each time."""
    rank = {place: number for number, place in enumerate(targets)}

    def together(a: Word, b: Word) -> bool:
        same_bands = all(
            spots[a.place][0] == spots[b.place][0] if a.place in spots and b.place in spots else False
            for spots in (sources, targets)
        )
        return same_bands and a.shifts == b.shifts and b.place == a.place + 1 and rank[b.place] == rank[a.place] + 1

    words = {box.word.place: box.word for cells in bands for cell in cells for boxes in cell.rows.values()
             for box in boxes if box.word.shifts}  # fmt: skip
    strand: list[Word] = []
    for place in sorted(words):
        if strand and not together(strand[-1], words[place]):
            yield strand
            strand = []
        strand.append(words[place])
    if strand:
        yield strand


def _span(words: Sequence[Word], spots: dict[int, _Spot]) -> _Spot | None:
    ends = [spots[word.place] for word in words if word.place in spots]
    return (ends[0][0], min(end[1] for end in ends), max(end[2] for end in ends)) if ends else None
