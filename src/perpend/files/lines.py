"""A file of the user's -> its lines of text, plain or compressed.

    hyp.txt.gz  ->  b"one\\r\\ntwo\\n"  ->  "one", "two"

Text is UTF-8; a byte order mark is dropped; bytes that are no UTF-8 are an error that names the line. Lines end in LF
or CR LF alone, so that lines of parallel files stay side by side. The end of a file makes no line of its own.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from perpend.errors import FormatError
from perpend.files.compressed import open_input

__all__ = ["MAX_LINE", "read_lines", "text_lines"]

MAX_LINE = 16 << 20
"""The longest line in bytes; a file with a longer one is no file of texts."""

_BOM = b"\xef\xbb\xbf"
_BLOCK = 1 << 22
_JAVA_LINE = re.compile(r"\r\n|\n|\r")


def read_lines(path: Path | str, wanted: str = "a text file") -> Iterator[str]:
    """Yields the lines of a file, which is read block by block; `wanted` is for the error about a missing file."""
    number, rest = 1, b""
    with open_input(path, wanted) as stream:
        while block := stream.read(_BLOCK):
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                yield _text(line.removesuffix(b"\r"), path, number)
                number += 1
            if len(rest) > MAX_LINE:
                raise FormatError(path, number, f"a line of more than {MAX_LINE >> 20} MB: is it a text file?")
    if rest and (number > 1 or rest != _BOM):
        yield _text(rest, path, number)


def _text(line: bytes, path: Path | str, number: int) -> str:
    try:
        return (line.removeprefix(_BOM) if number == 1 else line).decode("utf-8")
    except UnicodeDecodeError as error:
        problem = f"byte 0x{error.object[error.start]:02x} is not UTF-8: save the file as UTF-8"
        raise FormatError(path, number, problem) from None


def text_lines(path: Path, data: bytes, *, lone_cr: bool = False) -> list[str]:
    r"""Returns the lines of bytes that were read already; with `lone_cr` a CR ends a line too, as in Java.

    >>> text_lines(Path("x"), b"one\r\n\ntwo"), text_lines(Path("x"), b"one\rtwo\n", lone_cr=True)
    (['one', '', 'two'], ['one', 'two'])
    """
    text = _decode(path, data.removeprefix(_BOM))
    if lone_cr:
        lines = _JAVA_LINE.split(text)
    else:
        *ended, last = text.split("\n")
        lines = [*(line.removesuffix("\r") for line in ended), last]
    if not lines[-1]:
        del lines[-1]
    return lines


def _decode(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        bad = data[error.start]
        raise FormatError(path, line, f"byte 0x{bad:02x} is not UTF-8: save the file as UTF-8") from None
