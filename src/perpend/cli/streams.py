"""Standard input, output and errors, as a command of the shell should treat them.

    perpend words "a b c" | head -1        the reader goes away: the command ends at once, in silence, with 141
    perpend words "a b c" > /full/disk     one line that says so, and exit code 2
    perpend words "a b c" >&-              a closed output takes everything; a closed input is one line, exit code 2
    perpend words $'caf\\xe9'               bytes that are not UTF-8 come out as escapes, which are valid JSON too
    PYTHONIOENCODING=ascii perpend ...     so does everything that the encoding of the output lacks

Left alone, Python would complain with a traceback when it ends, and refuse to print what it could not decode.
"""

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from perpend.errors import InputError
from perpend.files.escapes import json_escaped

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["READER_LEFT", "shell_streams"]

READER_LEFT = 141
"""The exit code when the reader of a pipe has gone: 128 and the number of SIGPIPE, as for other programs."""

_ESCAPES = "perpend-escapes"


class _Output(io.FileIO):
    """A descriptor that others read from; the first write that fails ends the program."""

    def write(self, data: "ReadableBuffer") -> int:
        try:
            return super().write(data)
        except OSError as error:
            # What is still in buffers goes nowhere, instead of failing once more at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if isinstance(error, BrokenPipeError):
                raise SystemExit(READER_LEFT) from None
            raise InputError(f"cannot write the output: {error.strerror}: make room or send it elsewhere") from None


class _ClosedInput(io.RawIOBase):
    """Standard input that the shell has closed."""

    def readable(self) -> bool:
        return True

    def readinto(self, _: Any) -> int:
        raise InputError("standard input is closed: give the text as an argument or a file, or send it in")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json_escaped(error.object[error.start : error.end]), error.end


def _output(original: TextIO | None, *, by_lines: bool) -> TextIO:
    # A descriptor that the shell has closed is no stream at all.
    descriptor = os.open(os.devnull, os.O_WRONLY) if original is None else original.fileno()
    buffered = io.BufferedWriter(_Output(descriptor, "wb", closefd=False))
    encoding = "utf-8" if original is None else original.encoding
    return io.TextIOWrapper(buffered, encoding, _ESCAPES, line_buffering=by_lines or buffered.isatty())


def _take_descriptors() -> None:
    """Opens closed standard descriptors, so that no file of a command is mistaken for one of them."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is taken, which is this one.
            os.open(os.devnull, os.O_RDWR)


@contextmanager
def shell_streams() -> Iterator[None]:
    """Inside, sys.stdin, sys.stdout and sys.stderr are as described above; at the end they are written out."""
    codecs.register_error(_ESCAPES, _escaped)
    _take_descriptors()
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()))
    sys.stdout, sys.stderr = _output(sys.stdout, by_lines=False), _output(sys.stderr, by_lines=True)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
