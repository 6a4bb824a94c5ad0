"""`python -m experiments entailment`: does a hypothesis follow, on sources that were not learned from?"""

from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

__all__ = ["entailment"]

SUITES = ("everyday", "foreign_everyday", "news", "captions", "words", "logic", "monotone")
"""The suites of tests/entailment/suites."""


def entailment(
    systems: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Only this one; may be repeated.")
    ] = None,
    suites: Annotated[
        Path | None, typer.Option("--suites", metavar="FOLDER", help="Suites for the shipped models, too.")
    ] = None,
    write_model: Annotated[
        Path | None, typer.Option("--write-model", metavar="FILE", help="Train the default anew, and write it here.")
    ] = None,
    seed: Seed = 0,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Leave out each source of texts and hypotheses: entail-everyday beside others.

    The seed of trees and folds is that of the shipped model; another given here changes nothing.

    Examples:

        python -m experiments entailment --suites tests/entailment/suites -o results/entailment.json

        python -m experiments entailment --system everyday --system overlap --json
    """
    from experiments.entailment import ENTAILMENT_SYSTEMS, evaluate_entailment, read_suites
    from experiments.generated_inference import generated_inference
    from experiments.graded import reported_pairs
    from experiments.inference_pairs import read_inference
    from perpend.errors import unknown_name

    check_output(output)
    for name in systems or ():
        if name not in ENTAILMENT_SYSTEMS:
            raise unknown_name("system", name, ENTAILMENT_SYSTEMS)
    sources = read_inference(mirror)
    made = generated_inference(sources, unwanted=reported_pairs(mirror))
    own = read_suites(suites, SUITES) if suites else ()
    with step_progress() as bar:
        asked = systems or ENTAILMENT_SYSTEMS
        record = evaluate_entailment(sources, made, own, asked, progress=bar, write_model=write_model).to_dict()
    if record_or_print(record, output, as_json):
        _show(record)
        print_end(record, output)


def _show(record: dict[str, Any]) -> None:
    for part, title in (("sources", "each source left out"), ("shipped", "the shipped models, own suites")):
        rows = [row for row in record["rows"] if row["part"] == part]
        columns = list(rows[0]["metrics"]) if rows else []
        cells = [[row["system"], row["source"], *(f"{row['metrics'][one]:.3f}" for one in columns)] for row in rows]
        print_table([title, "source", *columns], cells)
