"""A file of the user's -> its bytes, or its lines of text. Files packed with gzip or xz are read through.

    hyp.txt.gz  ->  b"one\\r\\ntwo\\n"  ->  ["one", "two"]

Text is UTF-8; a byte order mark is dropped; bytes that are no UTF-8 are an error that names the line. The end of a file
makes no line of its own. A file is held in memory whole: what is read from it takes as much room anyway.
"""

import gzip
import lzma
import re
import zlib
from pathlib import Path

from perpend.errors import FormatError, InputError

__all__ = ["read_bytes", "text_lines", "trim"]

_BOM = b"\xef\xbb\xbf"
_TRIMMED = "".join(map(chr, range(0x21)))
_JAVA_LINE = re.compile(r"\r\n|\n|\r")


def read_bytes(path: Path) -> bytes:
    """The content of the file, unpacked if it begins like a gzip or xz file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    try:
        if data.startswith(b"\x1f\x8b"):
            return gzip.decompress(data)
        if data.startswith(b"\xfd7zXZ\x00"):
            return lzma.decompress(data)
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise FormatError(path, None, f"packed, but damaged or cut short ({error}): pack it again") from None
    return data


def text_lines(path: Path, data: bytes, *, lone_cr: bool = False) -> list[str]:
    r"""The lines, which end in LF or CR LF; with `lone_cr` in CR too, as Java reads them.

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


def trim(text: str) -> str:
    """Without the characters up to U+0020 at both ends, which is what Java calls trimmed."""
    return text.strip(_TRIMMED)


def _decode(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        bad = data[error.start]
        raise FormatError(path, line, f"byte 0x{bad:02x} is not UTF-8: save the file as UTF-8") from None
