"""`python -m experiments equivalence`: do two texts mean the same, on sources that were not learned from."""

from typing import Annotated, Any

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

__all__ = ["equivalence"]


def equivalence(
    systems: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Only this one; may be repeated.")
    ] = None,
    seed: Seed = 0,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Leave out each source of pairs that mean the same or do not: paraphrase-everyday beside others.

    Nothing here is drawn by chance: every seed gives the same.

    Examples:

        python -m experiments equivalence -o results/equivalence.json

        python -m experiments equivalence --system everyday --system tf-idf --json
    """
    from experiments.equivalence import EQUIVALENCE_SYSTEMS, evaluate_equivalence
    from experiments.equivalent_pairs import read_equivalent
    from perpend.errors import unknown_name

    check_output(output)
    for name in systems or ():
        if name not in EQUIVALENCE_SYSTEMS:
            raise unknown_name("system", name, EQUIVALENCE_SYSTEMS)
    sources = read_equivalent(mirror)
    with step_progress() as bar:
        record = evaluate_equivalence(sources, systems or EQUIVALENCE_SYSTEMS, progress=bar).to_dict()
    if record_or_print(record, output, as_json):
        _show(record)
        print_end(record, output)


def _show(record: dict[str, Any]) -> None:
    columns = list(record["rows"][0]["metrics"])
    for part, title in (("sources", "each source left out"), ("shipped", "the shipped model")):
        rows = [
            [row["system"], row["source"], *(f"{row['metrics'][name]:.3f}" for name in columns)]
            for row in record["rows"]
            if row["part"] == part
        ]
        print_table([title, "source", *columns], rows)
