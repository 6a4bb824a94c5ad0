"""`perpend evaluate pairs`: the measures of the published tables, for anybody's judged pairs.

perpend evaluate pairs pairs.tsv --gold judgment --model model.json
perpend evaluate pairs pairs.tsv --model one.json --compare two.json --against their-score --group source
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.evaluating import AsJson, Output, check_output, write_record
from perpend.cli.output import print_json, print_table, probability, step_progress
from perpend.cli.score import open_model
from perpend.cli.score_file import Columns
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.evaluation.pairs import Figures, PairsReport
    from perpend.learning.model import Model

__all__ = ["pairs"]


def pairs(
    file: Annotated[Path, typer.Argument(metavar="FILE.tsv", help="Judged pairs, with a line of column names.")],
    model: Annotated[
        str, typer.Option(metavar="MODEL", help="A name of `perpend models`, or a file that `perpend train` wrote.")
    ] = "perp-sts",
    gold: Annotated[str, typer.Option(metavar="COL", help="The column of what people said.")] = "gold",
    columns: Columns = None,
    group: Annotated[str | None, typer.Option(metavar="COL", help="A column that names groups of pairs.")] = None,
    phrases: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="The phrase table of the models that need one, and of TERp.")
    ] = None,
    compare: Annotated[
        list[str] | None, typer.Option(metavar="MODEL2", help="Another model; may be given several times.")
    ] = None,
    against: Annotated[
        list[str] | None, typer.Option(metavar="COL", help="A column of another system's scores; may be repeated.")
    ] = None,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="Models score the mean of both directions.")] = False,
    allow_seen: Annotated[
        bool, typer.Option("--allow-seen", help="Measure models even on pairs they learned from, and say so.")
    ] = False,
    samples: Annotated[int, typer.Option(min=1, help="How often pairs are drawn anew for the intervals.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of these draws.")] = 0,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Measure how well a model agrees with people on your own pairs, beside TERp and a baseline.

    Pearson's, Spearman's and Kendall's correlation, intervals of 95 %, and Williams' test: p is how probable so great
    a difference to the first row is by chance.

    Examples:

        perpend evaluate pairs pairs.tsv --gold judgment --model model.json

        perpend evaluate pairs pairs.tsv --model one.json --compare two.json --against their-score --group source
    """
    from perpend.evaluation.pairs import evaluate_pairs, read_judged
    from perpend.lexicon.phrases.table import PhraseTable

    check_output(output)
    data = read_judged(file, gold, columns=columns or (), group=group, against=against or ())
    table = PhraseTable.open(phrases) if phrases else None
    models = _models([model, *(compare or [])], phrases, symmetric)
    with step_progress() as bar:
        report = evaluate_pairs(
            data,
            models,
            table,
            allow_seen=allow_seen,
            samples=samples,
            seed=seed,
            progress=bar,
        )
    write_record(output, report.to_dict())
    _show(report, output, as_json)


def _models(names: list[str], phrases: Path | None, symmetric: bool) -> dict[str, "Model"]:
    """The models; those that were trained without phrases leave the table alone."""
    from perpend.learning.registry import load
    from perpend.similarity.model import PerpModel

    if len(set(names)) < len(names):
        raise InputError("a model was named twice: name each once")
    models = {name: load(name) for name in names}
    for name, model in models.items():
        if isinstance(model, PerpModel):
            models[name] = open_model(name, phrases if model.phrases else None, symmetric=symmetric)
        elif symmetric:
            models[name] = model.using(symmetric=True)
    return models


def _show(report: "PairsReport", output: Path | None, as_json: bool) -> None:
    if as_json:
        print_json(report.to_dict())
        return
    print_table(
        ["system", "pairs", *report.rows[0].figures.metrics, "p"], _lines(report), title="Agreement with people"
    )
    for row in report.rows:
        if row.seen:
            print(f"{row.system} learned from {row.seen} of these pairs: its figures say little of others")
    print(report.signature)
    if output:
        print(f"written to {output}")


def _lines(report: "PairsReport") -> Iterator[list[str]]:
    """For each system its figures and their intervals, then those of each group; p is that against the first row."""
    first = report.rows[0]
    names = list(first.figures.metrics)
    for row in report.rows:
        p = probability(first.tests[row.system].p) if row.system in first.tests else ""
        mark = " (has seen pairs)" if row.seen else ""
        yield from _figure_lines(row.system + mark, row.figures, names, p)
        for group, figures in row.groups.items():
            yield from _figure_lines(f"  {group}", figures, names, "")


def _figure_lines(name: str, figures: "Figures", names: list[str], p: str) -> Iterator[list[str]]:
    values, ranges = figures.metrics, figures.intervals
    yield [name, str(figures.count), *(f"{values[one]:.4f}" if one in values else "" for one in names), p]
    yield ["", "", *(f"{ranges[one].low:.3f} to {ranges[one].high:.3f}" if one in ranges else "" for one in names), ""]
