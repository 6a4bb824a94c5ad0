"""`python -m experiments sick`: relatedness and entailment on SICK, ours beside the paper's and the task's best."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.options import Pipeline
from perpend.cli.output import print_table, step_progress

__all__ = ["sick"]

_COLUMNS = ("Pearson", "Spearman", "Accuracy")


def sick(
    rules: Annotated[
        bool, typer.Option("--rules", help="List what each rule decided, with ids of its errors.")
    ] = False,
    seed: Seed = 0,
    pipeline: Pipeline = "perpend",
    mirror: Mirror = None,
    output: Output = None,
    write_model: Annotated[
        Path | None, typer.Option(metavar="MODEL", help="Write the model of the row full here, too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Relatedness and entailment of SICK's test pairs, learned from its train and trial pairs.

    Pearson, Spearman and Accuracy (percent), beside those of Vo, Popescu and Caselli (2014) and of the task's best;
    each with and without the test pairs that also stand in train or trial.

    Examples:

        python -m experiments sick -o results/sick.json

        python -m experiments sick --rules
    """
    from experiments.sick import evaluate_sick, read_sick
    from perpend.text.annotate import Annotator

    check_output(output)
    check_output(write_model)
    data = read_sick(mirror)
    with step_progress() as bar:
        found = evaluate_sick(data, Annotator(pipeline), seed, bar)
    report = found.to_dict()
    if write_model:
        found.model.save(write_model)
    if not record_or_print(report, output, as_json):
        return
    print_table(["system", *_COLUMNS, "paper", "without overlap"], _lines(report))
    print_table(["published", *_COLUMNS], ([name, *_cells(one)] for name, one in report["published"].items()))
    for name in ("full", "paper") if rules else ():
        print_table(
            ["rule", "decided", "right", "precision", "wrong ids"], _rules(report["rules"][name]["trial"]), name
        )
    print_end(report, output)


def _lines(report: Mapping[str, Any]) -> Iterator[list[str]]:
    for row in report["rows"]:
        paper = " ".join(f"{name} {_figure(name, value)}" for name, value in (row["paper"] or {}).items())
        fresh = " ".join(_cells(row["without_overlap"])).strip()
        yield [row["system"], *_cells(row["metrics"]), paper, fresh]


def _cells(figures: Mapping[str, float]) -> list[str]:
    return [_figure(name, figures[name]) if name in figures else "" for name in _COLUMNS]


def _figure(name: str, value: float) -> str:
    return f"{value:.2f}" if name == "Accuracy" else f"{value:.4f}"


def _rules(table: Mapping[str, Any]) -> Iterator[list[str]]:
    for rule, row in table.items():
        precision = "never fired" if row["precision"] is None else f"{row['precision']:.1f}"
        yield [rule, str(row["decided"]), str(row["right"]), precision, " ".join(row["wrong"])]
