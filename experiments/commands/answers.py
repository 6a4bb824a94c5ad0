"""`python -m experiments answers`: how many labels of one's own a model needs."""

from typing import Annotated, Any

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

__all__ = ["answers"]


def answers(
    sizes: Annotated[
        list[int] | None, typer.Option("--labels", metavar="N", min=20, help="A number of labels; may be repeated.")
    ] = None,
    draws: Annotated[int, typer.Option(min=1, help="How often labels are drawn for each number.")] = 3,
    seed: Seed = 0,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Learning curves of `perpend train score` on student answers, questions held out, beside PERP and least squares.

    Examples:

        python -m experiments answers -o results/answers.json

        python -m experiments answers --labels 50 --labels 200 --draws 10 --json
    """
    from experiments.answers import SIZES, learning_curves, read_answers

    check_output(output)
    data = read_answers(mirror)
    with step_progress() as bar:
        found = learning_curves(data, sizes or SIZES, draws=draws, seed=seed, progress=bar)
    record = found.to_dict()
    if record_or_print(record, output, as_json):
        _show(record)
        print_end(record, output)


def _show(record: dict[str, Any]) -> None:
    for figure in ("Pearson", "RMSE"):
        names = [name for row in record["rows"] for name in row["metrics"] if name.startswith(figure)]
        columns = sorted(set(names), key=lambda name: int(name.split()[1]))
        rows = [[row["system"], *(_cell(row, name) for name in columns)] for row in record["rows"]]
        print_table([figure, *(name.split()[1] for name in columns)], rows)


def _cell(row: dict[str, Any], name: str) -> str:
    if name not in row["metrics"]:
        return ""
    mean, least, most = (row[part][name] for part in ("metrics", "least", "most"))
    return f"{mean:.3f}" if least == most else f"{mean:.3f} ({least:.3f} to {most:.3f})"
