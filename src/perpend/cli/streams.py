"""Standard output and errors, as a command of the shell should treat them.

    perpend words "a b c" | head -1        the reader goes away: the command ends at once, in silence, with 141
    perpend words "a b c" > /full/disk     one line that says so, and exit code 2
    perpend words $'caf\\xe9'               bytes that are not UTF-8 come out as escapes, which are valid JSON too

Left alone, Python would complain with a traceback when it ends, and refuse to print what it could not decode.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from perpend.errors import InputError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["READER_LEFT", "shell_streams"]

READER_LEFT = 141
"""The exit code when the reader of a pipe has gone: 128 and the number of SIGPIPE, as for other programs."""


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


def _stream(original: TextIO) -> TextIO:
    # A descriptor that the shell has closed is no stream at all.
    if original is None:
        return original
    buffered = io.BufferedWriter(_Output(original.fileno(), "wb", closefd=False))
    by_lines = original is sys.stderr or original.isatty()
    return io.TextIOWrapper(buffered, original.encoding, "backslashreplace", line_buffering=by_lines)


@contextmanager
def shell_streams() -> Iterator[None]:
    """Inside, sys.stdout and sys.stderr are as described above; at the end they are written out."""
    sys.stdout, sys.stderr = _stream(sys.stdout), _stream(sys.stderr)
    try:
        yield
    finally:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
