"""How commands print: JSON for programs on stdout, answers and tables for people, progress bars on stderr.

    print_answer("4.21 of 0 to 5", reasons, picture)    what was found, and why, in the width of the terminal
    print_details("signature")                          what people see who give --verbose

No control character of a text reaches the terminal: everything passes through `visible`. Rich is imported when a table
or a bar is drawn.
"""

import json
import logging
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

__all__ = [
    "be_quiet",
    "be_verbose",
    "begin",
    "byte_progress",
    "details_are_shown",
    "json_text",
    "print_answer",
    "print_details",
    "print_facts",
    "print_json",
    "print_json_line",
    "print_markdown",
    "print_table",
    "probability",
    "progress",
    "step_progress",
    "visible",
    "width",
    "write_output",
]

_NUMBER = re.compile(r"[-+]?[0-9][0-9,]*(\.[0-9]*)?(e[-+]?[0-9]+)?")
# In a file or a pipe there is no edge to fold lines at, unless COLUMNS says so.
_UNFOLDED = 10_000
_DEFAULT_WIDTH = 100
_progress_is_shown = True
_details_are_shown = False


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


def print_json_line(value: Any) -> None:
    """One JSON document on one line of stdout, where there are many."""
    sys.stdout.write(json_text(value) + "\n")


def width() -> int:
    """How many columns a line may have: COLUMNS, else those of the terminal, else 100."""
    return max(20, shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns)


def print_answer(headline: str, reasons: Iterable[str] = (), picture: str = "") -> None:
    """An answer for people: what was found, a picture that is as wide as it may be, and why, a reason a line."""
    parts = ["\n".join(_folded(headline, ""))]
    if picture:
        parts.append(picture.rstrip("\n"))
    if why := [line for reason in reasons for line in _folded(reason, "- ")]:
        parts.append("\n".join(why))
    print("\n\n".join(parts))


def _folded(sentence: str, mark: str) -> list[str]:
    return textwrap.wrap(
        visible(sentence), width(), initial_indent=mark, subsequent_indent=" " * len(mark), break_on_hyphens=False
    ) or [mark.rstrip()]


def print_details(*lines: str) -> None:
    """Signatures and the like, on a line each; without --verbose nothing."""
    if _details_are_shown:
        for line in lines:
            print(visible(line))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str | None = None) -> None:
    """A table for people: columns of numbers are set to the right, and no cell can command the terminal.

    Where words would have to be broken to make it fit, each row is a list of its cells instead.
    """
    from rich.console import Console
    from rich.table import Table

    table = Table(header_style="bold")
    body = [[visible(str(value)) for value in row] for row in rows]
    console = Console()
    if not (console.is_terminal or os.environ.get("COLUMNS")):
        console.width = _UNFOLDED
    if title:
        console.print(visible(title), markup=False, highlight=False, style="italic")
    if _narrowest([columns, *body]) > console.width:
        _print_lists(columns, body)
        return
    for number, name in enumerate(columns):
        numeric = _are_numbers([row[number] for row in body])
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in body:
        table.add_row(*row)
    console.print(table, markup=False)


def _narrowest(rows: Iterable[Sequence[str]]) -> int:
    """How wide a table is whose cells are folded between words only; a column has two blanks and a line."""
    longest = [max(len(word) for cell in column for word in cell.split() or [""]) for column in zip(*rows, strict=True)]
    return sum(longest) + 3 * len(longest) + 1


def _print_lists(columns: Sequence[str], body: Iterable[Sequence[str]]) -> None:
    for row in body:
        for name, cell in zip(columns, row, strict=True):
            if cell:
                print("\n".join(_folded(f"{name}: {cell}" if name else cell, "")))
        print()


def print_markdown(text: str) -> None:
    """A page of Markdown: laid out in a terminal, as it is in a file or a pipe."""
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


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


def be_quiet(value: bool = True) -> None:
    """Draw no progress bars from now on, or draw them again."""
    global _progress_is_shown
    _progress_is_shown = _progress_is_shown and not value


def be_verbose(value: bool = True) -> None:
    """Print signatures and details, and the log of Perpend's own modules on stderr, which leaves no place for bars."""
    global _details_are_shown
    if value:
        _details_are_shown = True
        be_quiet()
        _log_to_stderr()


def begin() -> None:
    """Be neither quiet nor verbose: a new command line begins."""
    global _details_are_shown, _progress_is_shown
    _details_are_shown, _progress_is_shown = False, True


def _log_to_stderr() -> None:
    """The log of other libraries stays as it is."""
    logger = logging.getLogger("perpend")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    logger.handlers[:] = [handler]
    logger.setLevel(logging.DEBUG)


def details_are_shown() -> bool:
    """Whether --verbose was given."""
    return _details_are_shown


def write_output(output: Path | None, texts: Iterable[str]) -> None:
    """Texts into a file, which appears whole or not at all; None and "-" are standard output.

    On a terminal control characters are shown as escapes; a pipe gets the texts as they are.
    """
    from perpend.files.writing import write_text

    if output and str(output) != "-":
        write_text(output, "".join(texts))
        return
    on_terminal = sys.stdout.isatty()
    for text in texts:
        sys.stdout.write("\n".join(map(visible, text.split("\n"))) if on_terminal else text)


def progress() -> "Progress":
    """A progress bar on stderr that disappears when it is done; silent without a terminal, or when told so."""
    from rich.progress import MofNCompleteColumn

    return _bar(MofNCompleteColumn())


@contextmanager
def step_progress() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar in steps, drawn by calls of `report(description, done, total)`; a total of 0 is not known."""
    from rich.progress import MofNCompleteColumn

    with _reporting(MofNCompleteColumn()) as report:
        yield report


@contextmanager
def byte_progress() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar in bytes, drawn by calls of `report(description, done, total)`; a total of 0 is not known."""
    from rich.progress import DownloadColumn

    with _reporting(DownloadColumn()) as report:
        yield report


@contextmanager
def _reporting(column: "ProgressColumn") -> Iterator[Callable[[str, int, int], None]]:
    with _bar(column) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total or None)


def _bar(amount: "ProgressColumn") -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

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
