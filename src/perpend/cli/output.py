"""How commands print: JSON for programs on stdout, tables for people, progress bars on stderr."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

__all__ = ["byte_progress", "print_json", "print_table", "progress"]


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str | None = None) -> None:
    """A table for people; numbers are set to the right."""
    table = Table(title=title, title_justify="left", header_style="bold")
    body = [[value if isinstance(value, str) else f"{value}" for value in row] for row in rows]
    originals = list(zip(*body, strict=True)) if body else [()] * len(columns)
    for name, values in zip(columns, originals, strict=True):
        numeric = bool(values) and all(_is_number(value) for value in values)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in body:
        table.add_row(*row)
    Console().print(table, markup=False)


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "", 1).replace("-", "", 1).replace("e-", "", 1).isdigit()


def progress() -> Progress:
    """A progress bar on stderr that disappears when it is done; silent when stderr is not a terminal."""
    return _bar(MofNCompleteColumn())


@contextmanager
def byte_progress() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar in bytes, drawn by calls of `report(description, done, total)`; a total of 0 is not known."""
    with _bar(DownloadColumn()) as bar:
        task = bar.add_task("", total=None)

        def report(description: str, done: int, total: int) -> None:
            bar.update(task, description=description, completed=done, total=total or None)

        yield report


def _bar(amount: ProgressColumn) -> Progress:
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        amount,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
