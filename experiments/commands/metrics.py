"""`python -m experiments metrics`: how well each metric agrees with people on translations of WMT."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

if TYPE_CHECKING:
    from experiments.wmt_metrics import Report

__all__ = ["metrics"]

_TITLES = {
    "wmt13": "People's rankings, WMT13 French-English: Kendall's tau",
    "wmt21": "MQM, WMT21 Chinese-English: pairs of translations, and of systems",
    "wmt22": "MQM, WMT22 Chinese-English: the same; TERp was tuned on WMT21",
}


def metrics(
    samples: Annotated[int, typer.Option(min=1, help="The number of bootstrap samples for the intervals.")] = 1_000,
    seed: Seed = 0,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds of tuning TERp, at most.")] = 20,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Score translations of WMT with every metric, and measure how well that agrees with people's judgments.

    Kendall's tau with rankings, the accuracy of pairs with MQM, the order of systems; each with an interval of 95 %.
    TERp is also tuned to the judgments of one year and tested on those of the next.

    Examples:

        python -m experiments metrics

        python -m experiments metrics --mirror data -o results/metrics.json

        python -m experiments metrics --samples 200 --rounds 5 --json
    """
    from experiments.wmt import read_wmt
    from experiments.wmt_metrics import Settings, evaluate_metrics

    check_output(output)
    settings = Settings(samples, seed, rounds)
    data = read_wmt(mirror)
    with step_progress() as bar:
        report = evaluate_metrics(
            data,
            settings,
            bar,
        )
    if record_or_print(report.to_dict(), output, as_json):
        _show(report)
        print_end(report.to_dict(), output)


def _show(report: "Report") -> None:
    for part, title in _TITLES.items():
        names = [name for name in report.rows[0].metrics if name.startswith(f"{part} ")]
        columns = ["metric", *(name.removeprefix(f"{part} ") for name in names)]
        print_table(columns, _lines(report, names), title=title)
    for system, reason in report.left_out.items():
        print(f"{system}: {reason}")


def _lines(report: "Report", names: list[str]) -> Iterator[list[str]]:
    for row in report.rows:
        if names[0] in row.metrics:
            intervals = (f"({row.intervals[name].low:.3f} to {row.intervals[name].high:.3f})" for name in names)
            figures = (f"{row.metrics[name]:.4f}" for name in names)
            yield [row.system, *map(" ".join, zip(figures, intervals, strict=True))]
