"""`python -m experiments clss`: similarity across levels, ours beside the paper's figures and the task's best."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

if TYPE_CHECKING:
    from experiments.clss import ClssReport
    from perpend.relatedness.model import RelatednessModel

__all__ = ["clss"]


def clss(
    levels: Annotated[
        list[str] | None, typer.Option("--level", metavar="LEVEL", help="Only this level; may be repeated.")
    ] = None,
    systems: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="paper or full; may be repeated.")
    ] = None,
    ablation: Annotated[
        bool, typer.Option("--ablation/--no-ablation", help="Also leave out each family of features in turn.")
    ] = True,
    seed: Seed = 0,
    models: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write each trained model here, as SYSTEM-LEVEL.model.")
    ] = None,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Train and test models of relatedness on SemEval-2014 task 3, whose texts are of two sizes.

    Pearson's and Spearman's correlation with people's judgments. Everything is chosen by cross-validation on the
    training pairs, and so is the ablation measured.

    Examples:

        python -m experiments clss -o results/clss.json

        python -m experiments clss --level phrase2word --no-ablation --json
    """
    from experiments.clss import CLSS_LEVELS, evaluate_clss, read_clss
    from perpend.errors import unknown_name

    check_output(output)
    for name in levels or ():
        if name not in CLSS_LEVELS:
            raise unknown_name("level", name, CLSS_LEVELS)
    data = read_clss(mirror, tuple(levels or CLSS_LEVELS))
    wanted = tuple(systems or ("paper", "full"))

    def keep(system: str, model: "RelatednessModel") -> None:
        if models:
            model.save(models / f"{system}-{model.level}.model")

    with step_progress() as bar:
        report = evaluate_clss(data, wanted, ablation=ablation, seed=seed, models=keep, progress=bar)
    if record_or_print(report.to_dict(), output, as_json):
        _show(report)
        print_end(report.to_dict(), output)


def _show(report: "ClssReport") -> None:
    columns = list(report.rows[0].metrics)
    print_table(["system", "", "", *columns], _lines(report))
    for system, found in report.ablation.items():
        names = list(dict.fromkeys(name for one in found.values() for name in one))
        rows = [[name, *(_figure(one, name) for one in found.values())] for name in names]
        print_table([f"{system}, in cross-validation", *found], rows)


def _lines(report: "ClssReport") -> Iterator[list[str]]:
    for row in report.rows:
        yield [row.system, "Pearson", "ours", *(f"{value:.3f}" for value in row.metrics.values())]
        if row.paper:
            yield ["", "", "paper", *(_figure(row.paper, name) for name in row.metrics)]
        yield ["", "Spearman", "ours", *(f"{value:.3f}" for value in row.spearman.values())]
        if row.paper_spearman:
            yield ["", "", "paper", *(_figure(row.paper_spearman, name) for name in row.metrics)]


def _figure(figures: Mapping[str, float], name: str) -> str:
    return f"{figures[name]:.3f}" if name in figures else ""
