"""Charts of results as SVG: lines over numbers, or bars over categories; several series, axes, ticks and a legend.

    line_chart("Coverage", [Series("aspell", [(1, 80.1), (2, 92.0)])], x_label="k", y_label="%")
    bar_chart("Patterns", ["20-50", "51-100"], [Series("Russian", [12, 7])], y_label="patterns")

    %|      .--*  aspell          the first series is a solid line with round marks; each has its own colour,
     |  *--'                     dashes and marks, so that the chart can be read without colours
     +------------ k

A chart is self-contained: no scripts, no fonts, and a ground of its own, light or dark as the reader's system prefers.
The same numbers give the same bytes. Numbers must be finite, and positive on a logarithmic axis.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, isfinite, log10
from xml.sax.saxutils import escape

from perpend.errors import InputError

__all__ = ["Series", "bar_chart", "line_chart", "ticks"]

_WIDTH, _HEIGHT = 640.0, 360.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 70.0, 20.0, 44.0, 54.0
_LEGEND_LINE, _CHARACTER = 20.0, 7.0
_DASHES = ("", "6 3", "2 3", "9 3 2 3", "12 4", "4 6")
_COLOURS = (
    ("#1d4ed8", "#60a5fa"),
    ("#b45309", "#fbbf24"),
    ("#047857", "#34d399"),
    ("#b91c1c", "#f87171"),
    ("#7e22ce", "#c084fc"),
    ("#374151", "#d1d5db"),
)
_STYLE = (
    "text{font:12px Inter,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1f2937}.title{font-size:14px;font-weight:600}"
    ".ground{fill:#fff}.grid{stroke:#e5e7eb}.axis{stroke:#6b7280}"
)
_DARK = "text{fill:#e5e7eb}.ground{fill:#14171c}.grid{stroke:#2b313b}.axis{stroke:#9ca3af}"


@dataclass(frozen=True, slots=True)
class Series:
    """A name for the legend and its values: points (x, y) of a line, or one height for each category of bars."""

    name: str
    values: Sequence[tuple[float, float]] | Sequence[float]


@dataclass(frozen=True, slots=True)
class _Axis:
    """From numbers to places: `low` is drawn at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def place(self, value: float) -> float:
        low, high, value = (log10(each) if self.log else each for each in (self.low, self.high, value))
        return self.start + (self.end - self.start) * (value - low) / (high - low)


def ticks(low: float, high: float, most: int = 8) -> list[float]:
    """Round numbers from at or below `low` to at or above `high`, 1, 2 or 5 times a power of ten apart.

    >>> ticks(0, 97)
    [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
    >>> ticks(0.91, 0.98, 4)
    [0.9, 0.95, 1.0]
    """
    if high <= low:
        low, high = low - 0.5, high + 0.5
    power = 10.0 ** floor(log10((high - low) / most))
    for step in (power * factor for factor in (1, 2, 5, 10, 20)):
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        if last - first < most:
            break
    return [float(f"{place * step:.10g}") for place in range(first, last + 1)]


def line_chart(
    title: str,
    series: Sequence[Series],
    *,
    x_label: str = "",
    y_label: str = "",
    y_range: tuple[float, float] | None = None,
    log_x: bool = False,
    log_y: bool = False,
) -> str:
    """An SVG document with a line for each series; `y_range` is taken from the points unless given."""
    points = {one.name: _points(one) for one in series}
    xs, ys = ([point[side] for one in points.values() for point in one] for side in (0, 1))
    bottom = _HEIGHT - _BOTTOM
    x_axis, x_ticks = _axis(xs, (_LEFT, _WIDTH - _RIGHT), log_x, snug=True)
    y_axis, y_ticks = _axis(list(y_range or ys), (bottom, _TOP), log_y)
    parts = [*_grid(y_axis, y_ticks), *_x_ticks([(x_axis.place(tick), _shown(tick)) for tick in x_ticks])]
    for number, (name, one) in enumerate(points.items()):
        parts += _line(number, name, [(x_axis.place(x), y_axis.place(y)) for x, y in one])
    return _document(title, x_label, y_label, parts, list(points))


def bar_chart(
    title: str, categories: Sequence[str], series: Sequence[Series], *, x_label: str = "", y_label: str = ""
) -> str:
    """An SVG document with a group of bars for each category, one bar for each series; bars stand on 0."""
    heights = {one.name: _heights(one, len(categories)) for one in series}
    values = [0.0, *(height for one in heights.values() for height in one)]
    axis, y_ticks = _axis(values, (_HEIGHT - _BOTTOM, _TOP), log=False)
    room = (_WIDTH - _LEFT - _RIGHT) / max(len(categories), 1)
    width = 0.8 * room / max(len(series), 1)
    middles = [_LEFT + room * (place + 0.5) for place in range(len(categories))]
    parts = [*_grid(axis, y_ticks), *_x_ticks(list(zip(middles, categories, strict=True)))]
    for number, (name, one) in enumerate(heights.items()):
        lefts = [middle - 0.4 * room + number * width for middle in middles]
        parts += [_bar(number, name, left, width, axis, height) for left, height in zip(lefts, one, strict=True)]
    return _document(title, x_label, y_label, parts, list(heights))


# -------------------- numbers


def _points(series: Series) -> list[tuple[float, float]]:
    try:
        points = [(float(x), float(y)) for x, y in series.values]  # type: ignore[misc]
    except (TypeError, ValueError):
        raise InputError(f"series {series.name!r} of a line chart must have points (x, y)") from None
    _check_finite(series.name, [each for point in points for each in point])
    return sorted(points)


def _heights(series: Series, count: int) -> list[float]:
    try:
        heights = [float(height) for height in series.values]  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InputError(f"series {series.name!r} of a bar chart must have numbers, one for each category") from None
    if len(heights) != count:
        raise InputError(f"series {series.name!r} has {len(heights)} values for {count} categories: give one for each")
    _check_finite(series.name, heights)
    return heights


def _check_finite(name: str, values: Sequence[float]) -> None:
    if not values:
        raise InputError(f"series {name!r} is empty: a chart needs at least one value")
    if not all(map(isfinite, values)):
        raise InputError(f"series {name!r} has a value that is not a finite number: leave it out")


def _axis(
    values: Sequence[float], ends: tuple[float, float], log: bool, snug: bool = False
) -> tuple[_Axis, Sequence[float]]:
    """The axis on which all values lie, and its ticks; a snug axis ends with the values, not with its ticks."""
    if not values:
        raise InputError("a chart needs at least one series")
    if log and min(values) <= 0:
        raise InputError(f"{min(values):g} cannot stand on a logarithmic axis: all values must be positive")
    if log:
        powers = range(floor(log10(min(values))), ceil(log10(max(values))) + 1)
        marks = [10.0**power for power in powers] if len(powers) > 1 else [10.0 ** powers[0], 10.0 ** (powers[0] + 1)]
    else:
        marks = ticks(min(values), max(values))
    low, high = (min(values), max(values)) if snug and max(values) > min(values) else (marks[0], marks[-1])
    return _Axis(low, high, *ends, log), [mark for mark in marks if low <= mark <= high]


def _shown(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 and value == int(value) else f"{value:g}"


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


# -------------------- drawing


def _document(title: str, x_label: str, y_label: str, parts: Sequence[str], names: Sequence[str]) -> str:
    legend, bottom = _legend(names)
    height = max(_HEIGHT, bottom)
    colours = "".join(f".c{number}{{fill:{light};stroke:{light}}}" for number, (light, _) in enumerate(_COLOURS))
    dark = "".join(f".c{number}{{fill:{dark};stroke:{dark}}}" for number, (_, dark) in enumerate(_COLOURS))
    # The rule of lines is the last one, so that no colour fills them.
    style = f"{_STYLE}{colours}@media(prefers-color-scheme:dark){{{_DARK}{dark}}}.line{{fill:none;stroke-width:2}}"
    middle = (_TOP + _HEIGHT - _BOTTOM) / 2
    size = f'viewBox="0 0 {_n(_WIDTH)} {_n(height)}" width="{_n(_WIDTH)}" height="{_n(height)}"'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(title)}</title><style>{style}</style>",
        f'<rect class="ground" width="{_n(_WIDTH)}" height="{_n(height)}" rx="8"/>',
        _text(_WIDTH / 2, 24, title, "middle", 'class="title"'),
    ]
    labels = [
        _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - _BOTTOM + 38, x_label, "middle"),
        _text(16, middle, y_label, "middle", f'transform="rotate(-90 16 {_n(middle)})"'),
    ]
    return "\n".join([*head, *parts, *labels, *legend, "</svg>"]) + "\n"


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}" {more}>{escape(text)}</text>'


def _grid(axis: _Axis, marks: Sequence[float]) -> Iterator[str]:
    for mark in marks:
        y, kind = axis.place(mark), "axis" if mark == marks[0] else "grid"
        yield f'<line class="{kind}" x1="{_n(_LEFT)}" x2="{_n(_WIDTH - _RIGHT)}" y1="{_n(y)}" y2="{_n(y)}"/>'
        yield _text(_LEFT - 8, y + 4, _shown(mark), "end")


def _x_ticks(marks: Sequence[tuple[float, str]]) -> Iterator[str]:
    for x, label in marks:
        yield _text(x, _HEIGHT - _BOTTOM + 18, label, "middle")


def _line(number: int, name: str, points: Sequence[tuple[float, float]]) -> Iterator[str]:
    colour, dashes = f"c{number % len(_COLOURS)}", _DASHES[number % len(_DASHES)]
    path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    if any(pairwise(points)):
        yield f'<polyline class="{colour} line" stroke-dasharray="{dashes or "none"}" points="{path}"/>'
    for x, y in points:
        yield _mark(number, colour, x, y, name)


def _mark(number: int, colour: str, x: float, y: float, name: str) -> str:
    """A circle, a square or a diamond."""
    title, kind = f"<title>{escape(name)}</title>", number % 3
    if kind == 0:
        return f'<circle class="{colour}" cx="{_n(x)}" cy="{_n(y)}" r="3">{title}</circle>'
    turn = f' transform="rotate(45 {_n(x)} {_n(y)})"' if kind == 2 else ""
    return f'<rect class="{colour}" x="{_n(x - 3)}" y="{_n(y - 3)}" width="6" height="6"{turn}>{title}</rect>'


def _bar(number: int, name: str, left: float, width: float, axis: _Axis, height: float) -> str:
    y, ground = sorted((axis.place(height), axis.place(0.0)))
    place = f'x="{_n(left)}" y="{_n(y)}" width="{_n(width)}" height="{_n(ground - y)}"'
    return f'<rect class="c{number % len(_COLOURS)}" {place}><title>{escape(f"{name}: {height:g}")}</title></rect>'


def _legend(names: Sequence[str]) -> tuple[list[str], float]:
    """Names with their marks, in as many lines as they need below the chart; and where the last line ends."""
    parts: list[str] = []
    x, y = _LEFT, _HEIGHT + 4
    for number, name in enumerate(names):
        width = 34 + _CHARACTER * len(name)
        if x > _LEFT and x + width > _WIDTH - _RIGHT:
            x, y = _LEFT, y + _LEGEND_LINE
        colour, dashes = f"c{number % len(_COLOURS)}", _DASHES[number % len(_DASHES)] or "none"
        parts.append(f'<path class="{colour} line" stroke-dasharray="{dashes}" d="M{_n(x)} {_n(y - 4)}h20"/>')
        parts += [_mark(number, colour, x + 10, y - 4, name), _text(x + 26, y, name, "start")]
        x += width
    return parts, y + 16
