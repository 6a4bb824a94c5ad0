"""What the commands of `perpend evaluate` share: options, and how a report is written and printed."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.output import print_details, print_json, print_table, probability, say
from perpend.files.escapes import json_text
from perpend.files.writing import write_text

if TYPE_CHECKING:
    from perpend.evaluation.figures import Figures
    from perpend.evaluation.pairs import PairsReport

__all__ = ["Grouped", "JudgedFile", "OtherColumns", "Rivals", "Samples", "show_report", "write_record"]

JudgedFile = Annotated[Path, typer.Argument(metavar="FILE", help="A table of judged pairs, with column names.")]
OtherColumns = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="NAME", help="A column of another system's answers; may be repeated."),
]
Rivals = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="NAME",
        help="Test all others against this row of the result, or this column; may be repeated. "
        "[default: the first row]",
    ),
]
Grouped = Annotated[
    str | None, typer.Option("--group", metavar="NAME", help="A column that names groups, such as sources or segments.")
]
Samples = Annotated[
    int,
    typer.Option(
        "--samples", metavar="N", min=1, max=100_000, help="How often pairs are drawn anew, for intervals and tests."
    ),
]

_PERCENT = ("Accuracy", "Precision", "Recall", "F-measure", "macro F1")


def write_record(output: Path | None, record: Any) -> None:
    """Write what --json prints, if there is a file for it."""
    if output:
        write_text(output, json_text(record, indent=2) + "\n")


def show_report(report: "PairsReport", output: Path | None, as_json: bool) -> None:
    """Write the report to `output`, and print it as JSON or as a table."""
    write_record(output, report.to_dict())
    if as_json:
        print_json(report.to_dict())
        return
    metrics = list(dict.fromkeys(name for row in report.rows for name in row.figures.metrics))
    rivals = list(dict.fromkeys(name for row in report.rows for name in row.tests))
    columns = ["system", "pairs", *metrics, *(f"p against {name}" for name in rivals)]
    print_table(columns, _lines(report, metrics, rivals), title=f"Agreement with people; gold: {report.gold}")
    for row in report.rows:
        if row.seen:
            say(f"{row.system} learned from {row.seen} of these pairs: its figures say little of others")
    print_details(report.signature)
    if output:
        say(f"written to {output}")


def _lines(report: "PairsReport", metrics: Sequence[str], rivals: Sequence[str]) -> Iterator[list[str]]:
    """For each system its figures and their intervals, then those of each group."""
    for row in report.rows:
        p = [probability(row.tests[name].p) if name in row.tests else "" for name in rivals]
        mark = " (has seen pairs)" if row.seen else ""
        yield from _figure_lines(row.system + mark, row.figures, metrics, p)
        for group, figures in row.groups.items():
            yield from _figure_lines(f"  {group}", figures, metrics, [""] * len(rivals))


def _figure_lines(name: str, figures: "Figures", metrics: Sequence[str], p: Sequence[str]) -> Iterator[list[str]]:
    values, ranges = figures.metrics, figures.intervals
    yield [name, str(figures.count), *(_figure(one, values[one]) if one in values else "" for one in metrics), *p]
    cells = (
        f"{_figure(one, ranges[one].low)} to {_figure(one, ranges[one].high)}" if one in ranges else ""
        for one in metrics
    )
    yield ["", "", *cells, *("" for _ in p)]


def _figure(name: str, value: float) -> str:
    return f"{value:.2f}" if name in _PERCENT else f"{value:.4f}"
