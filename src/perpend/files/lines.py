"""A text file, plain or compressed -> its lines.

    hyp.txt.gz  ->  b"one\\r\\ntwo\\n"  ->  "one", "two"

Text is UTF-8; a byte order mark is dropped; bytes that are not UTF-8 raise an error with the line number. Only LF and
CR LF end a line, so that lines of parallel files stay aligned. A line end at the end of the file adds no empty line.

`read_lines` is a stream with a limit for one line; a reader that keeps all lines asks for the `whole` file, which has
limits of its own (`perpend.files.limits`).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from perpend.errors import FormatError
from perpend.files.compressed import open_input, read_bytes
from perpend.files.limits import MAX_LINE, MAX_LINES, MAX_WHOLE, megabytes

__all__ = ["read_lines", "read_text", "text_lines"]

_BOM = b"\xef\xbb\xbf"
_BLOCK = 1 << 22
_JAVA_LINE = re.compile(r"\r\n|\n|\r")


def read_text(path: Path | str, wanted: str = "a text file") -> str:
    """Returns the whole text of the file at `path`; `wanted` is as in `open_input`."""
    return _decoded(read_bytes(path, wanted), path)


def read_lines(
    path: Path | str, wanted: str = "a text file", *, whole: bool = False, errors: str = "strict"
) -> Iterator[str]:
    """Yields the lines of the file at `path`, reading it in blocks.

    `wanted` is as in `open_input`. With `whole`, for callers that keep the lines, the size of the file and the number
    of lines have limits too. `errors` is what happens to bytes that are not UTF-8, as in `bytes.decode`.
    """
    number, rest, name = 1, b"", "standard input" if str(path) == "-" else path
    with open_input(path, wanted, MAX_WHOLE if whole else None) as stream:
        while block := stream.read(_BLOCK):
            cut = block.rfind(b"\n") + 1
            lines = _split(_decoded(rest + block[:cut], name, number, errors)) if cut else []
            rest = block[cut:] if cut else rest + block
            number += len(lines)
            if whole:
                _check_count(name, number - 1)
            yield from lines
            if len(rest) > MAX_LINE:
                raise FormatError(name, number, f"a line of more than {megabytes(MAX_LINE)}: is it a text file?")
    yield from _split(_decoded(rest, name, number, errors))


def _check_count(path: Path | str, lines: int) -> None:
    if lines > MAX_LINES:
        raise FormatError(path, None, f"more than {MAX_LINES:,} lines, the most that is read here: split it")


def _decoded(data: bytes, path: Path | str, number: int = 1, errors: str = "strict") -> str:
    """Returns the text of `data`, which begins in line `number`."""
    try:
        return (data.removeprefix(_BOM) if number == 1 else data).decode("utf-8", errors)
    except UnicodeDecodeError as error:
        line = number + error.object.count(b"\n", 0, error.start)
        problem = f"byte 0x{error.object[error.start]:02x} is not UTF-8: save the file as UTF-8"
        raise FormatError(path, line, problem) from None


def text_lines(path: Path, data: bytes, *, lone_cr: bool = False) -> list[str]:
    r"""Returns the lines of `data`, the content of `path`; with `lone_cr` a CR ends a line too, as in Java.

    >>> text_lines(Path("x"), b"one\r\n\ntwo"), text_lines(Path("x"), b"one\rtwo\n", lone_cr=True)
    (['one', '', 'two'], ['one', 'two'])
    """
    _check_count(path, data.count(b"\n") + (data.count(b"\r") if lone_cr else 0))
    text = _decoded(data, path)
    if not lone_cr:
        return _split(text)
    lines = _JAVA_LINE.split(text)
    return lines if lines[-1] else lines[:-1]


def _split(text: str) -> list[str]:
    """Returns the lines of `text`, which end in LF or CR LF."""
    *lines, last = text.split("\n")
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    return [*lines, last] if last else lines
