"""`python -m experiments variants`: variants of names told from other names, beside similarities and sound keys."""

from itertools import groupby
from typing import Annotated

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

__all__ = ["variants"]


def variants(
    parts: Annotated[
        list[str] | None, typer.Option("--part", metavar="NAME", help="Only this: folds, foreign or list; repeatable.")
    ] = None,
    folds: Annotated[int, typer.Option(min=2, help="The number of folds.")] = 5,
    seed: Seed = 0,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate which pairs of names are taken for spellings of one, on names that were not trained on.

    folds: labelled surnames, no name in training and test. foreign: each source of variants left out of the training.
    list: how many pairs of 5,000 surnames are printed.

    Examples:

        python -m experiments variants -o results/variants.json

        python -m experiments variants --part list --json
    """
    from experiments.variants import VARIANT_PARTS, evaluate_variants
    from perpend.errors import unknown_name

    check_output(output)
    for part in parts or ():
        if part not in VARIANT_PARTS:
            raise unknown_name("part", part, VARIANT_PARTS)
    with step_progress() as bar:
        record = evaluate_variants(mirror, parts=parts or VARIANT_PARTS, folds=folds, seed=seed, progress=bar)
    if record_or_print(record, output, as_json):
        for part, group in groupby(record["rows"], key=lambda row: str(row["part"])):
            rows = list(group)
            columns = list(dict.fromkeys(name for row in rows for name in row["metrics"]))
            lines = [
                [row["system"], row["data"], *(_figure(row["metrics"].get(name)) for name in columns)] for row in rows
            ]
            print_table(["system", "data", *columns], lines, title=part)
        print_end(record, output)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}" if value < 1 else f"{value:,.2f}"
