"""The one exit of every command: all that goes to stdout and stderr passes through here.

    say("written to x.tsv")                             a line for people
    print_answer("4.21 of 0 to 5", reasons, picture)    what was found, and why, in the width of the terminal
    print_details("signature")                          what people see who give --verbose
    print_json(value)                                   a document for programs
    write_output(path, texts), open_output(path)        data: into a file, or to stdout
    complain("x.tsv:3: 2 columns, 3 needed")            a line on stderr; the log and warnings go the same way

Names, texts and files may be a stranger's, so no control character of theirs is printed: people see escapes, JSON has
escapes that parse to the same value (`perpend.files.escapes`). Data in a pipe or a file are left as they are, since
another program reads them; on a terminal they have escapes, too. A test forbids other ways to print. Rich is imported
when a table or a bar is drawn.
"""

import codecs
import io
import logging
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast
from unicodedata import east_asian_width

from perpend.errors import InputError
from perpend.files.escapes import json_text, visible, visible_lines

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer
    from rich.progress import Progress, ProgressColumn

__all__ = [
    "be_quiet",
    "be_verbose",
    "begin",
    "byte_progress",
    "complain",
    "details_are_shown",
    "open_output",
    "print_answer",
    "print_details",
    "print_facts",
    "print_json",
    "print_json_line",
    "print_markdown",
    "print_table",
    "probability",
    "progress",
    "say",
    "step_progress",
    "width",
    "write_output",
]

_NUMBER = re.compile(r"[-+]?[0-9][0-9,]*(\.[0-9]*)?(e[-+]?[0-9]+)?")
# In a file or a pipe there is no edge to fold lines at, unless COLUMNS says so.
_UNFOLDED = 10_000
_DEFAULT_WIDTH = 100
_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")
_progress_is_shown = True
_FILLER = "\0"
_details_are_shown = False


def say(line: str = "") -> None:
    """One line for people on stdout."""
    _print(visible(line))


def complain(line: str) -> None:
    """One line on stderr: a mistake, a row that has no answer, a warning."""
    print(visible(line), file=sys.stderr)


def _print(text: str) -> None:
    print(text)


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    _print(json_text(value, indent=2))


def print_json_line(value: Any) -> None:
    """One JSON document on one line of stdout, where there are many."""
    _print(json_text(value))


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def width() -> int:
    """How many columns a line may have: COLUMNS, else those of the terminal, else 100."""
    return max(20, shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns)


def print_answer(headline: str, reasons: Iterable[str] = (), picture: str = "") -> None:
    """An answer for people: what was found, a picture that is as wide as it may be, and why, a reason a line."""
    parts = ["\n".join(_folded(headline, ""))]
    if picture:
        parts.append(_drawn(picture.rstrip("\n")))
    if why := [line for reason in reasons for line in _folded(reason, "- ")]:
        parts.append("\n".join(why))
    _print("\n\n".join(parts))


def _drawn(picture: str) -> str:
    """The picture without control characters but the colours, which only a terminal gets."""
    if not _is_terminal():
        return visible_lines(picture)
    # Every second part is what the expression found.
    return "".join(part if place % 2 else visible_lines(part) for place, part in enumerate(_COLOUR.split(picture)))


def _filled(text: str) -> str:
    """The text with a filler behind each sign that takes two cells of a terminal."""
    return "".join(char + _FILLER * (east_asian_width(char) in "WF") for char in text)


def _folded(sentence: str, mark: str) -> list[str]:
    text, under = _filled(visible(sentence)), " " * len(mark)
    lines = textwrap.wrap(text, width(), initial_indent=mark, subsequent_indent=under, break_on_hyphens=False)
    return [line.replace(_FILLER, "") for line in lines] or [mark.rstrip()]


def print_details(*lines: str) -> None:
    """Signatures and the like, on a line each; without --verbose nothing."""
    if _details_are_shown:
        for line in lines:
            say(line)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str | None = None) -> None:
    """A table for people: columns of numbers are set to the right, and no cell can command the terminal.

    Where words would have to be broken to make it fit, each row is a list of its cells instead.
    """
    from rich.console import Console
    from rich.table import Table

    table = Table(header_style="bold")
    columns, body = [*map(visible, columns)], [[visible(str(value)) for value in row] for row in rows]
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
                _print("\n".join(_folded(f"{name}: {cell}" if name else cell, "")))
        _print("")


def print_markdown(text: str) -> None:
    """A page of Markdown: laid out in a terminal, as it is in a file or a pipe."""
    if not _is_terminal():
        _print(visible_lines(text).removesuffix("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(visible_lines(text)))


def print_facts(facts: Mapping[str, object], as_json: bool) -> None:
    """What a file holds: a line for each fact, or JSON."""
    if as_json:
        print_json(facts)
    else:
        print_table(["fact", "value"], [(name, str(value)) for name, value in facts.items()])


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
        logging.getLogger("perpend").setLevel(logging.DEBUG)


def begin() -> None:
    """Be neither quiet nor verbose: a new command line begins; of the log, warnings are shown."""
    global _details_are_shown, _progress_is_shown
    _details_are_shown, _progress_is_shown = False, True
    logger = logging.getLogger("perpend")
    logger.handlers[:] = [_Log()]
    logger.setLevel(logging.WARNING)


class _Log(logging.Handler):
    """The log of Perpend's own modules on stderr; that of other libraries stays as it is."""

    def emit(self, record: logging.LogRecord) -> None:
        complain(f"{record.name}: {record.getMessage()}")


def details_are_shown() -> bool:
    """Whether --verbose was given."""
    return _details_are_shown


def write_output(output: Path | None, texts: Iterable[str]) -> None:
    """Texts into a file, which appears whole or not at all; None and "-" are standard output."""
    with open_output(output) as file:
        for text in texts:
            file.write(text.encode("utf-8", "backslashreplace"))


@contextmanager
def open_output(output: Path | str | None) -> Iterator[IO[bytes]]:
    """A file for data in UTF-8, which appears when it is complete; None and "-" are standard output.

    A terminal gets control characters as escapes, and a stream of another encoding gets that encoding.
    """
    from perpend.files.writing import atomic_write

    if output and str(output) != "-":
        with atomic_write(Path(output)) as file:
            yield file
        return
    sys.stdout.flush()
    if _is_terminal() or _encoding() != "utf-8":
        yield cast("IO[bytes]", _Shown())
    else:
        yield sys.stdout.buffer
    sys.stdout.flush()


def _encoding() -> str:
    return codecs.lookup(sys.stdout.encoding or "utf-8").name


class _Shown(io.RawIOBase):
    """Data in UTF-8 as text on stdout; a write is some whole lines."""

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer", /) -> int:
        raw = bytes(data)
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            return self._write_bytes(raw)
        sys.stdout.write(visible_lines(text) if _is_terminal() else text)
        return len(raw)

    def _write_bytes(self, raw: bytes) -> int:
        if _is_terminal():
            raise InputError("a terminal cannot show this format: name a file by --output, or add --json")
        sys.stdout.flush()
        return sys.stdout.buffer.write(raw)


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
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Description(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(visible(task.description))

    console = Console(stderr=True)
    return Progress(
        Description(),
        BarColumn(),
        amount,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        # A bar on stderr would take what is meant for the file or pipe on stdout.
        redirect_stdout=_is_terminal(),
        disable=not (_progress_is_shown and console.is_terminal),
    )
