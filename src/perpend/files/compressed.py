"""A file that may be compressed -> its bytes, block by block.

Plain, gzip and xz files are told apart by their first bytes, whatever their names. What cannot be read is an error of
one line that names the file:

    with open_file(path, "a file of paraphrases") as raw:
        stream = decompressed(raw)
        while block := read_block(stream, path, line):
            ...
"""

import gzip
import lzma
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from perpend.errors import FormatError, InputError

__all__ = ["decompressed", "open_file", "read_block", "read_lines"]

_BLOCK = 1 << 22
_MAX_LINE = 1 << 20


def open_file(path: Path, wanted: str) -> IO[bytes]:
    """The file, opened; `wanted` says in an error what should have been named."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise InputError(f"{path} is not a file; name one, as folders and pipes cannot be read again")
        return path.open("rb")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; name {wanted}") from None


def decompressed(raw: IO[bytes]) -> IO[bytes]:
    """The stream of what is in the file, at its beginning."""
    start = raw.read(6)
    raw.seek(0)
    if start.startswith(b"\x1f\x8b"):
        return cast("IO[bytes]", gzip.GzipFile(fileobj=raw))
    if start == b"\xfd7zXZ\x00":
        return cast("IO[bytes]", lzma.LZMAFile(raw))
    return raw


def read_block(stream: IO[bytes], path: Path, line: int) -> bytes:
    """Some of its bytes, none at the end; `line` is the number to be named if they are damaged."""
    try:
        return stream.read(_BLOCK)
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error) as error:
        raise FormatError(path, line, f"the compressed data end early or are damaged ({error}); get it again") from None


def read_lines(path: Path, wanted: str) -> Iterator[str]:
    """The lines of a UTF-8 file, which end by LF or CR LF alone, so that lines of parallel files stay side by side."""
    number, rest = 1, b""
    with open_file(path, wanted) as raw:
        stream = decompressed(raw)
        while block := read_block(stream, path, number):
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                yield _text(line, path, number)
                number += 1
            if len(rest) > _MAX_LINE:
                raise FormatError(path, number, f"a line of more than {_MAX_LINE:,} bytes")
    if rest:
        yield _text(rest, path, number)


def _text(line: bytes, path: Path, number: int) -> str:
    try:
        text = line.removesuffix(b"\r").decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError(path, number, "not UTF-8; convert the file, for example with iconv") from None
    return text.removeprefix("\ufeff") if number == 1 else text
