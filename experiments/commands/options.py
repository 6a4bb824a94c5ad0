"""The options that all tables share, and what is done with a finished record.

    --mirror FOLDER   --seed N   --phrases TABLE   -o FILE   --json

A record is a mapping of plain JSON values; its rows have `system` and `metrics`, and its `signature` tells what the
figures depend on.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from perpend.cli.evaluating import write_record
from perpend.cli.options import AsJson, Output
from perpend.cli.output import print_json
from perpend.files.writing import check_output, write_text

__all__ = [
    "AsJson",
    "Mirror",
    "Output",
    "Phrases",
    "Plots",
    "Seed",
    "check_output",
    "print_end",
    "record_or_print",
    "write_plots",
]

Mirror = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="The folder of the data sets. [default: PERPEND_MIRROR]")
]
Phrases = Annotated[Path | None, typer.Option(metavar="TABLE", help="A table of paraphrases.")]
Plots = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Draw the paper's figures here, as SVG.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of all folds, shuffles and samples.")]


def record_or_print(record: Mapping[str, Any], output: Path | None, as_json: bool) -> bool:
    """Writes the `record` to `output`, and prints it if `as_json`; returns whether tables are wanted instead."""
    write_record(output, record)
    if as_json:
        print_json(record)
    return not as_json


def print_end(record: Mapping[str, Any], output: Path | None) -> None:
    """Prints the lines below the tables: the signature of the `record`, and the file `output` that has it."""
    print(record["signature"])
    if output:
        print(f"written to {output}")


def write_plots(plots: Mapping[str, str], folder: Path) -> None:
    """Writes SVG documents, `plots` by file name, into a `folder`."""
    for name, plot in plots.items():
        write_text(folder / name, plot)
