"""A text file, plain or compressed -> its lines.

    hyp.txt.gz  ->  b"one\\r\\ntwo\\n"  ->  "one", "two"

Text is UTF-8; a byte order mark is dropped; bytes that are not UTF-8 raise an error with the line number. Only LF and
CR LF end a line, so that lines of parallel files stay aligned. A line end at the end of the file adds no empty line.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from perpend.errors import FormatError
from perpend.files.compressed import open_input

__all__ = ["MAX_LINE", "read_lines", "text_lines"]

MAX_LINE = 16 << 20
"""The longest line in bytes; a file with a longer one is not a text file."""

_BOM = b"\xef\xbb\xbf"
_BLOCK = 1 << 22
_JAVA_LINE = re.compile(r"\r\n|\n|\r")


def read_lines(path: Path | str, wanted: str = "a text file") -> Iterator[str]:
    """Yields the lines of the file at `path`, reading it in blocks; `wanted` is as in `open_input`."""
    number, rest = 1, b""
    with open_input(path, wanted) as stream:
        while block := stream.read(_BLOCK):
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                yield _decoded(line.removesuffix(b"\r"), path, number)
                number += 1
            if len(rest) > MAX_LINE:
                raise FormatError(path, number, f"a line of more than {MAX_LINE >> 20} MB: is it a text file?")
    if rest and (number > 1 or rest != _BOM):
        yield _decoded(rest, path, number)


def _decoded(data: bytes, path: Path | str, number: int = 1) -> str:
    """Returns the text of `data`, which begins in line `number`."""
    try:
        return (data.removeprefix(_BOM) if number == 1 else data).decode("utf-8")
    except UnicodeDecodeError as error:
        line = number + error.object.count(b"\n", 0, error.start)
        problem = f"byte 0x{error.object[error.start]:02x} is not UTF-8: save the file as UTF-8"
        raise FormatError(path, line, problem) from None


def text_lines(path: Path, data: bytes, *, lone_cr: bool = False) -> list[str]:
    r"""Returns the lines of `data`, the content of `path`; with `lone_cr` a CR ends a line too, as in Java.

    >>> text_lines(Path("x"), b"one\r\n\ntwo"), text_lines(Path("x"), b"one\rtwo\n", lone_cr=True)
    (['one', '', 'two'], ['one', 'two'])
    """
    text = _decoded(data, path)
    if lone_cr:
        lines = _JAVA_LINE.split(text)
    else:
        *ended, last = text.split("\n")
        lines = [*(line.removesuffix("\r") for line in ended), last]
    if not lines[-1]:
        del lines[-1]
    return lines
