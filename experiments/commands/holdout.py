"""`python -m experiments holdout`: each graded source judged by models that have learned from the others."""

from typing import Annotated, Any

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

__all__ = ["holdout"]


def holdout(
    systems: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Only this row; may be repeated.")
    ] = None,
    seed: Seed = 0,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Leave out each graded source in turn: the default scorer, relate and PERP beside scorers that learn nothing.

    Pearson's correlation with people's judgments; intervals hold 95 % of the figures in bootstrap samples. MiniLM needs
    the extra `embeddings` and the resource `minilm`.

    Examples:

        python -m experiments holdout -o results/holdout.json

        python -m experiments holdout --system everyday --system PERP --json
    """
    from experiments.graded import read_graded, reported_pairs
    from experiments.holdout import HOLDOUT_SYSTEMS, evaluate_holdout
    from perpend.errors import unknown_name

    check_output(output)
    for name in systems or ():
        if name not in HOLDOUT_SYSTEMS:
            raise unknown_name("system", name, HOLDOUT_SYSTEMS)
    sources, unwanted = read_graded(mirror), reported_pairs(mirror)
    with step_progress() as bar:
        found = evaluate_holdout(sources, unwanted, systems or HOLDOUT_SYSTEMS, seed=seed, progress=bar)
    record = found.to_dict()
    if record_or_print(record, output, as_json):
        _show(record)
        print_end(record, output)


def _show(record: dict[str, Any]) -> None:
    columns = list(record["rows"][0]["metrics"]) if record["rows"] else []
    rows: list[list[str]] = []
    for row in record["rows"]:
        between = {name: f"{one['low']:.2f} to {one['high']:.2f}" for name, one in row["intervals"].items()}
        rows.append([row["system"], *(f"{row['metrics'][name]:.3f}" for name in columns)])
        rows.append(["", *(between.get(name, "") for name in columns)])
    print_table(["each source left out", *columns], rows)
    dropped = ", ".join(f"{count} of {name}" for name, count in record["dropped"].items())
    print(f"never learned from, as figures are reported for them: {dropped}")
    if own := record["own_source"]:
        names = list(next(iter(own.values())))
        lines = [[system, *(f"{figures[name]:.3f}" for name in names)] for system, figures in own.items()]
        print_table(["learned from the source itself", *names], lines)
    for system, reason in record["left_out"].items():
        print(f"{system} is left out: {reason}")
