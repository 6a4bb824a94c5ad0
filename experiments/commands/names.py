"""`python -m experiments names`: patterns, labelled surnames, scrambled names, and persons of ECB+."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.commands.options import (
    AsJson,
    Mirror,
    Output,
    Plots,
    Seed,
    check_output,
    print_end,
    record_or_print,
    write_plots,
)
from perpend.cli.output import print_table, step_progress

if TYPE_CHECKING:
    from experiments.names import NameRow, NamesReport

__all__ = ["names"]


def names(
    parts: Annotated[
        list[str] | None,
        typer.Option("--part", metavar="NAME", help="Only this: patterns, surnames, scrambled or chains; repeatable."),
    ] = None,
    folds: Annotated[int, typer.Option(min=2, help="The number of folds.")] = 5,
    seed: Seed = 0,
    unrelated: Annotated[int, typer.Option(min=1, help="Documents of Reuters that carry scrambled names.")] = 20_000,
    scrambles: Annotated[
        int, typer.Option(min=1, help="The number of seeds that scramble names; figures are means.")
    ] = 3,
    plots: Plots = None,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate the handling of names, each part on data that it was not trained on.

    patterns: precision and recall of misspelling patterns in Russian and Arabic variants. surnames: labelled pairs,
    beside Jaro-Winkler, Soundex and Double Metaphone. scrambled: misspelled names among unrelated documents, by
    threshold. chains: persons of ECB+, beside equal strings.

    Examples:

        python -m experiments names -o results/names.json --plots docs/images

        python -m experiments names --part chains --seed 1 --json
    """
    from experiments.names import NAME_PARTS, evaluate_names

    check_output(output)
    if plots:
        check_output(plots / "names-patterns.svg")
    with step_progress() as bar:
        report = evaluate_names(
            mirror,
            parts=parts or NAME_PARTS,
            folds=folds,
            seed=seed,
            unrelated=unrelated,
            scrambles=scrambles,
            progress=bar,
        )
    if plots:
        from experiments.plots import names_plots

        write_plots(names_plots(report.to_dict()), plots)
    if record_or_print(report.to_dict(), output, as_json):
        _show(report)
        print_end(report.to_dict(), output)


def _show(report: "NamesReport") -> None:
    for (part, columns), group in groupby(report.rows, key=lambda row: (row.part, tuple(row.metrics))):
        print_table(["system", *columns], _lines(list(group), columns), title=part)


def _lines(rows: Sequence["NameRow"], columns: Sequence[str]) -> list[list[str]]:
    return [[row.system, *(_figure(row, name) for name in columns)] for row in rows]


def _figure(row: "NameRow", name: str) -> str:
    return f"{row.metrics[name]:.2f}" + (f" ± {row.spread[name]:.2f}" if row.spread else "")
