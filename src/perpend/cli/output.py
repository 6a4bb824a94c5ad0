"""How commands print: JSON for programs on stdout, tables for people, progress bars on stderr."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite, isnan
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

__all__ = [
    "byte_progress",
    "hide_progress",
    "json_text",
    "print_facts",
    "print_json",
    "print_table",
    "probability",
    "progress",
    "step_progress",
    "visible",
]

_NUMBER = re.compile(r"[-+]?[0-9][0-9,]*(\.[0-9]*)?(e[-+]?[0-9]+)?")
# In a file or a pipe there is no edge to fold lines at.
_UNFOLDED = 10_000
_progress_is_shown = True


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON that every parser takes: numbers that JSON lacks are the words "NaN", "Infinity" and "-Infinity".

    >>> json_text({"cost": float("nan"), "score": 0.5})
    '{"cost": "NaN", "score": 0.5}'
    """
    try:
        return json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    except ValueError:
        return json.dumps(_named_numbers(value), ensure_ascii=False, indent=indent)


def _named_numbers(value: Any) -> Any:
    if isinstance(value, float) and not isfinite(value):
        return "NaN" if isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: _named_numbers(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_named_numbers(item) for item in value]
    return value


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    sys.stdout.write(json_text(value, indent=2) + "\n")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str | None = None) -> None:
    """A table for people: columns of numbers are set to the right, and no cell can command the terminal."""
    table = Table(header_style="bold")
    body = [[visible(str(value)) for value in row] for row in rows]
    for number, name in enumerate(columns):
        numeric = _are_numbers([row[number] for row in body])
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in body:
        table.add_row(*row)
    console = Console()
    if not console.is_terminal:
        console.width = _UNFOLDED
    if title:
        console.print(visible(title), markup=False, highlight=False, style="italic")
    console.print(table, markup=False)


def print_facts(facts: Mapping[str, object], as_json: bool) -> None:
    """What a file holds: a line for each fact, or JSON."""
    if as_json:
        print_json(facts)
    else:
        print_table(["fact", "value"], [(name, str(value)) for name, value in facts.items()])


def visible(text: str) -> str:
    r"""The text on one line, with control characters and lone surrogates as escapes.

    >>> print(visible("red\x1b[31m\n"))
    red\x1b[31m\n
    """
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def probability(p: float) -> str:
    """A probability as people print it.

    >>> probability(0.0312), probability(3e-9)
    ('0.0312', '<.0001')
    """
    return f"{p:.4f}" if p >= 0.0001 else "<.0001"


def _are_numbers(cells: Iterable[str]) -> bool:
    """Whether every cell that is not empty is a number, and there is one."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(_NUMBER.fullmatch(cell) for cell in filled)


def hide_progress() -> None:
    """Draw no progress bars from now on."""
    global _progress_is_shown
    _progress_is_shown = False


def progress() -> Progress:
    """A progress bar on stderr that disappears when it is done; silent without a terminal, or when told so."""
    return _bar(MofNCompleteColumn())


@contextmanager
def step_progress() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar in steps, drawn by calls of `report(description, done, total)`; a total of 0 is not known."""
    with _reporting(MofNCompleteColumn()) as report:
        yield report


@contextmanager
def byte_progress() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar in bytes, drawn by calls of `report(description, done, total)`; a total of 0 is not known."""
    with _reporting(DownloadColumn()) as report:
        yield report


@contextmanager
def _reporting(column: ProgressColumn) -> Iterator[Callable[[str, int, int], None]]:
    with _bar(column) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total or None)


def _bar(amount: ProgressColumn) -> Progress:
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        amount,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not (_progress_is_shown and console.is_terminal),
    )
