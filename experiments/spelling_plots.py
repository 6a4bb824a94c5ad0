"""The figures of the paper on misspellings, from the rows of its evaluation: coverage, times, candidates."""

from collections.abc import Mapping, Sequence

from experiments.plots import Series, bar_chart, line_chart
from experiments.spelling import CORPORA, SpellingRow

__all__ = ["spelling_plots"]


def spelling_plots(rows: Sequence[SpellingRow]) -> Mapping[str, str]:
    """By name, each figure that the rows have numbers for, as SVG."""
    figures = {row.system: row.metrics for row in rows}
    plots = {}
    if "PM k=1 c=1" in figures:
        for common in ("1", "k"):
            title = (
                f"Misspellings within k letters that share {'one letter' if common == '1' else 'k letters'} at an end"
            )
            plots[f"spelling-coverage-{common}"] = line_chart(
                title, [_coverage(figures, corpus, common) for corpus in CORPORA], x_label="k", y_label="%"
            )
    names = [row for row in rows if row.system.startswith("names of ")]
    if names:
        lengths = [row.system.split()[2] for row in names]
        shares = Series("true variants, %", [row.metrics["true, %"] for row in names])
        counts = Series("candidates", [row.metrics["candidates"] for row in names])
        plots["spelling-candidates"] = bar_chart(
            "Candidates of a name, and how many are true variants, by its letters",
            lengths,
            [counts, shares],
            y_label="",
        )
    return plots


def _coverage(figures: Mapping[str, Mapping[str, float]], corpus: str, common: str) -> Series:
    points = []
    for k in range(1, 11):
        part = k if common == "k" else int(common)
        points.append((float(k), figures[f"PM k={k} c={part}"][corpus]))
    return Series(corpus, points)
