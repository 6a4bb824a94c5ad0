"""`python -m experiments sts2012`: the table of PERP's paper, ours beside the published figures."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.commands.options import AsJson, Mirror, Output, Phrases, check_output, print_end, record_or_print
from perpend.cli.output import print_table, probability, step_progress

if TYPE_CHECKING:
    from experiments.sts2012 import Report

__all__ = ["sts2012"]


def sts2012(
    phrases: Phrases = None,
    seeds: Annotated[int, typer.Option(min=1, help="The number of seeds; PERP's rows are their mean.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="The first of these seeds.")] = 0,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the training data.")] = 200,
    rate: Annotated[float, typer.Option(help="The learning rate.")] = 0.01,
    ablation: Annotated[
        bool, typer.Option("--ablation/--no-ablation", help="Also leave out each group of distances of everyday.")
    ] = False,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Train and score everyday, PERP, TERp and a baseline on SemEval-2012 task 6, beside the figures of PERP's paper.

    Correlations with human judgments; below PERP's figures, their standard deviation over seeds. Intervals hold
    95 % of the figures in bootstrap samples; p is Williams', of the difference to TERp (tuned).

    Examples:

        python -m experiments sts2012

        python -m experiments sts2012 --phrases meteor.phrases --seeds 5 -o results/sts2012.json

        python -m experiments sts2012 --ablation -o results/sts2012.json

        python -m experiments sts2012 --mirror data --seeds 1 --epochs 20 --json
    """
    from experiments.datasets import read_sts2012
    from experiments.sts2012 import Settings, evaluate_sts2012
    from perpend.lexicon.phrases.table import PhraseTable

    check_output(output)
    settings = Settings(seeds, epochs, rate, seed)
    table = PhraseTable.open(phrases) if phrases else None
    data = read_sts2012(mirror)
    with step_progress() as bar:
        report = evaluate_sts2012(
            data,
            table,
            settings,
            bar,
            ablation=ablation,
        )
    if record_or_print(report.to_dict(), output, as_json):
        _show(report)
        print_end(report.to_dict(), output)


def _show(report: "Report") -> None:
    from experiments.sts2012 import METRICS

    print_table(["system", "", *METRICS], _lines(report), title="Pearson correlations on STS-2012")
    print_table(["published, PERPphrases", *METRICS], _table3(report), title="Beside the best of 88 submissions")
    if report.ablation:
        columns = list(next(iter(report.ablation.values())))
        rows = [[name, *(f"{one[column]:.4f}" for column in columns)] for name, one in report.ablation.items()]
        print_table(["everyday, in cross-validation", *columns], rows)
    for system, reason in report.left_out.items():
        print(f"{system} is left out: {reason}")


def _lines(report: "Report") -> Iterator[list[str]]:
    """For each system our figures, their spread, the paper's, intervals and tests, as far as there are any."""
    from experiments.sts2012 import METRICS

    for row in report.rows:
        intervals = {name: f"{one.low:.3f} to {one.high:.3f}" for name, one in row.intervals.items()}
        p = {name: probability(one.p) for name, one in row.tests.items()}
        for system, whose, figures in (
            (row.system, "ours", row.metrics),
            ("", "sd", row.spread),
            ("", "paper", row.paper),
        ):
            if figures is not None:
                yield [system, whose, *(f"{figures[name]:.4f}" if name in figures else "" for name in METRICS)]
        for whose, shown in (("95 %", intervals), ("p", p)):
            if shown:
                yield ["", whose, *(shown.get(name, "") for name in METRICS)]


def _table3(report: "Report") -> Iterator[list[str]]:
    """Published rows, our figures, those submitted in 2012 with their ranks then, and the best of each column."""
    from experiments.sources import published

    for system, printed in published("sts2012-paper")["published"].items():
        yield [system, *(f"{printed[name]:.4f}" for name in report.table3)]
    for whose in ("ours", "submitted", "rank", "best"):
        figures = [found[whose] for found in report.table3.values() if whose in found]
        if figures:
            yield [whose, *(str(figure) if whose == "rank" else f"{figure:.4f}" for figure in figures)]
