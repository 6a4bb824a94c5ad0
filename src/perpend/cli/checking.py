"""What is checked of every command line before the command runs, by the declarations of its parameters.

    -o pairs.tsv --pairs pairs.tsv       refused: the result would replace an input, also by another name of the file
    -o out/scores.tsv                    refused unless there is a folder out
    --svg x --html x                     refused: two results are one file
    --beta nan                           refused: numbers are finite; ranges are those of the options' min and max

`WRITTEN` names the options for files that are written. Every other parameter that is a path, or whose metavar names a
kind of file, is read. So a new command is checked without doing anything for it. Only `check_forms` is called by
commands themselves: those whose answer has several forms, of which one may be asked for.
"""

from collections.abc import Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import typer

from perpend.errors import InputError
from perpend.files.writing import check_outputs

__all__ = ["WRITTEN", "check_files", "check_forms", "check_numbers", "memory_line"]

WRITTEN = ("--html", "--output", "--save-alignments", "--svg")
"""The options whose values are files to write."""

_READ = ("FILE", "MODEL", "SOURCE")
"""What metavars of texts contain that may name a file to read."""

_TEXT_SIZE = 1_000_000


def _given(ctx: Any) -> Iterator[tuple[Any, Any]]:
    """The parameters of the command with their values; each value of a list by itself."""
    for param in ctx.command.params:
        value = ctx.params.get(param.name)
        for one in value if isinstance(value, list | tuple) else [value]:
            if one is not None:
                yield param, one


def _is_read(param: Any, value: Any) -> bool:
    if param.opts[0] in WRITTEN:
        return False
    return isinstance(value, Path) or any(kind in str(param.metavar) for kind in _READ)


def check_numbers(ctx: Any) -> None:
    """Raises an error of usage for a number that is infinite or none at all, which no range excludes."""
    for param, value in _given(ctx):
        if isinstance(value, float) and not isfinite(value):
            raise typer.BadParameter(f"{value} is not a finite number", ctx=ctx, param=param)


def check_files(ctx: Any) -> None:
    """Raises InputError if a file to write is in no folder, is also read, or is named twice."""
    given = list(_given(ctx))
    written = [value for param, value in given if param.opts[0] in WRITTEN]
    check_outputs(written, [value for param, value in given if _is_read(param, value)] if written else ())


def check_forms(forms: Mapping[str, object]) -> None:
    """Raises InputError if more than one form of an answer was asked for; `forms` are the options with their values.

    >>> check_forms({"--json": True, "--html": None})
    """
    if sum(map(bool, forms.values())) > 1:
        *most, last = forms
        raise InputError(f"{', '.join(most)} and {last} exclude each other: give one of them")


def memory_line(ctx: Any, error: MemoryError) -> str:
    """What to say when memory ran out: how much was asked for, if known, and the largest input."""
    wanted = f" ({error})" if str(error) else ""
    sizes = {str(value): size for param, value in _given(ctx) if (size := _size(param, value))}
    if not sizes:
        return f"not enough memory{wanted}: give shorter texts, or lower numbers of the options"
    largest = max(sizes, key=lambda name: sizes[name])
    named = largest if len(largest) < _TEXT_SIZE else "a text"
    return f"not enough memory{wanted}: the largest input is {named} of {sizes[largest]:,} bytes: give less at a time"


def _size(param: Any, value: Any) -> int:
    """The bytes of a file that is read, or of a text of more than a megabyte; else 0."""
    if not _is_read(param, value):
        return len(value) if isinstance(value, str) and len(value) >= _TEXT_SIZE else 0
    try:
        return Path(value).stat().st_size
    except (OSError, ValueError):
        return 0
