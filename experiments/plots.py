"""The figures of the papers, drawn by matplotlib from recorded tables.

    spelling_plots(record)     results/spelling.json: coverage of misspellings, candidates by the length of a name
    names_plots(record)        results/names.json: patterns by occurrences, misspelled names found by threshold

Each returns SVG documents by file name. The same record gives the same bytes: identifiers come from a fixed salt and no
date is written. Each series has its own colour, dashes and marks, so a figure can be read without colours. What a
record has no rows for is not drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

__all__ = ["bar_plot", "line_plot", "names_plots", "spelling_plots"]

Record = Mapping[str, Any]
Points = Sequence[tuple[float, float]]

_STYLE = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 10,
    "grid.color": "#e5e7eb",
    "svg.fonttype": "none",
    "svg.hashsalt": "perpend",
}
_COLOURS = ("#1d4ed8", "#b45309", "#047857", "#b91c1c", "#7e22ce", "#374151")
_DASHES = ("-", "--", ":", "-.")
_MARKS = "osD^v*"


def line_plot(
    title: str, series: Mapping[str, Points], *, x_label: str = "", y_label: str = "", top: float | None = None
) -> str:
    """SVG with a line for each of the `series` of points (x, y).

    `title`, `x_label` and `y_label` are its texts; with `top`, the y axis goes from 0 to it.
    """

    def draw(axes: Axes) -> None:
        for number, (name, points) in enumerate(series.items()):
            xs, ys = zip(*sorted(points), strict=True)
            colour, dash, mark = (each[number % len(each)] for each in (_COLOURS, _DASHES, _MARKS))
            axes.plot(xs, ys, color=colour, linestyle=dash, marker=mark, markersize=4, label=name)
        if top is not None:
            axes.set_ylim(0, top)

    return _drawn(title, draw, x_label, y_label)


def bar_plot(
    title: str,
    categories: Sequence[str],
    series: Mapping[str, Sequence[float]],
    *,
    x_label: str = "",
    y_label: str = "",
) -> str:
    """SVG with a group of bars for each of the `categories`, one bar for each of the `series`.

    `title`, `x_label` and `y_label` are its texts.
    """

    def draw(axes: Axes) -> None:
        width = 0.8 / len(series)
        for number, (name, heights) in enumerate(series.items()):
            lefts = [place - 0.4 + width * (number + 0.5) for place in range(len(categories))]
            axes.bar(lefts, heights, width, color=_COLOURS[number % len(_COLOURS)], label=name)
        axes.set_xticks(range(len(categories)), categories)

    return _drawn(title, draw, x_label, y_label)


def _drawn(title: str, draw: Callable[[Axes], None], x_label: str, y_label: str) -> str:
    with rc_context(_STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(6.4, 4.0), layout="constrained")
        axes = figure.add_subplot(title=title, xlabel=x_label, ylabel=y_label)
        draw(axes)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2, frameon=False)
        file = StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()


# -------------------- misspellings


def spelling_plots(record: Record) -> dict[str, str]:
    """The figures of the paper on misspellings, from the `record` of results/spelling.json."""
    figures = {row["system"]: row["metrics"] for row in record["rows"]}
    plots = {}
    if "PM k=1 c=1" in figures:
        plots["spelling-coverage-1.svg"] = _coverage(figures, "one letter", lambda _: 1)
        plots["spelling-coverage-k.svg"] = _coverage(figures, "k letters", lambda k: k)
    if names := {system: one for system, one in figures.items() if system.startswith("names of ")}:
        plots["spelling-candidates.svg"] = bar_plot(
            "Candidates of a name, and how many are true variants",
            [system.split()[2] for system in names],
            {
                "candidates": [one["candidates"] for one in names.values()],
                "true variants, %": [one["true, %"] for one in names.values()],
            },
            x_label="letters of the name",
        )
    return plots


def _coverage(figures: Mapping[str, Mapping[str, float]], shared: str, common: Callable[[int], int]) -> str:
    series = {
        corpus: [(k, figures[f"PM k={k} c={common(k)}"][corpus]) for k in range(1, 11)]
        for corpus in figures["PM k=1 c=1"]
    }
    title = f"Misspellings within k letters that share {shared} at an end"
    return line_plot(title, series, x_label="k", y_label="%")


# -------------------- names


def names_plots(record: Record) -> dict[str, str]:
    """The figures of the papers on names, from the `record` of results/names.json."""
    plots = {}
    if found := record.get("patterns"):
        bands = {language: facts["bands"] for language, facts in found.items()}
        plots["names-patterns.svg"] = bar_plot(
            "Patterns by their occurrences",
            list(next(iter(bands.values()))),
            {language.capitalize(): list(one.values()) for language, one in bands.items()},
            x_label="occurrences",
            y_label="patterns",
        )
    rows = [row for row in record["rows"] if row["part"] == "scrambled" and "with patterns" not in row["system"]]
    if rows:
        plots["names-scrambled.svg"] = _by_threshold(rows)
    return plots


def _by_threshold(rows: Sequence[Record]) -> str:
    series: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        name, threshold = row["system"].rsplit(", ", 1)
        for measure in ("Precision", "Recall"):
            point = (float(threshold.rstrip("%")), row["metrics"][measure])
            series.setdefault(f"{measure}, {name}", []).append(point)
    title = "Misspelled names found, by threshold of coreference"
    return line_plot(title, series, x_label="threshold, %", y_label="%", top=100)
