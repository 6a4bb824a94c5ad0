"""What the commands of `perpend evaluate` share: the options for data and results, and how a result is recorded."""

from pathlib import Path
from typing import Annotated, Any

import typer

from perpend.cli.output import json_text
from perpend.files.writing import check_output, write_text

__all__ = ["AsJson", "Output", "Sts2012Mirror", "WmtMirror", "check_output", "write_record"]

Sts2012Mirror = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Where the folder sts2012 is; else PERPEND_MIRROR.")
]
WmtMirror = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the folder wmt is; else PERPEND_MIRROR.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the result here too, as JSON.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def write_record(output: Path | None, record: Any) -> None:
    """Write what --json prints, if there is a file for it."""
    if output:
        write_text(output, json_text(record, indent=2) + "\n")
