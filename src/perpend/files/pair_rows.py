r"""A table of pairs of any size -> its rows, one after another, with what is wrong with each.

    id    text1          text2          source
    n1    the cat sat    a cat slept    web

    PairRows(file, "pairs.tsv")  ->  .names, .texts == (1, 2), then PairRow(2, ["n1", "the cat sat", ...], problem="")

Columns are found as in `reading_tsv`: the first line names them, and the texts are `text1` (the reference) and `text2`
(the hypothesis), or `ref` and `hyp`; other names can be given. A file whose first line is a pair already has no names:
its columns are then numbered from 1, and the texts are the first two unless told otherwise. Columns are separated by
tabs and nothing is quoted. Lines end in LF or CR LF, a byte order mark is dropped, and files packed with gzip or xz are
read through.

A row with a problem is a row still, and has as many fields as there are columns, so that it can be written again:

    too few columns      empty fields are added
    too many columns     the tabs that are too many are spelled \t in the last field
    bytes not UTF-8      each is spelled \x and two digits

One line at a time is in memory. What cannot be read as a table at all is an error: no first line, no such columns, a
line of more than 16 MB.
"""

import gzip
import lzma
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from perpend.errors import FormatError, InputError

__all__ = ["MAX_LINE", "PairRow", "PairRows", "open_table"]

MAX_LINE = 16 << 20
"""The longest line in bytes; a longer one is no row of a table of texts."""

_BOM = b"\xef\xbb\xbf"
_SIDES = (("text1", "text2"), ("ref", "hyp"))


@dataclass(frozen=True, slots=True)
class PairRow:
    """A row under its line number; `problem` is empty if there is none."""

    number: int
    fields: list[str]
    problem: str = ""


@contextmanager
def open_table(path: Path | str) -> Iterator[IO[bytes]]:
    """The file's bytes, unpacked on the way if it begins like a gzip or xz file."""
    try:
        with Path(path).open("rb") as file:
            head = file.peek(6)
            if head.startswith(b"\x1f\x8b"):
                with gzip.GzipFile(fileobj=file) as unpacked:
                    yield cast(IO[bytes], unpacked)
            elif head.startswith(b"\xfd7zXZ\x00"):
                with lzma.LZMAFile(file) as unpacked_xz:
                    yield cast(IO[bytes], unpacked_xz)
            else:
                yield file
    except (gzip.BadGzipFile, EOFError, zlib.error, lzma.LZMAError) as error:
        raise FormatError(path, None, f"packed, but damaged or cut short ({error}): pack it again") from None


class PairRows:
    """The rows of one table; `names` are its columns and `texts` the places of the two texts among them."""

    def __init__(self, file: IO[bytes], name: Path | str, *, columns: Sequence[str] = (), header: bool = True) -> None:
        self._file, self.name, self.header = file, name, header
        self.read = 0
        """How many bytes have been read."""
        first = self._line(1)
        if first is None:
            raise FormatError(name, None, "empty: a first line with column names (text1, text2) was needed")
        fields, problem = _decoded(first.removeprefix(_BOM))
        if header and problem:
            raise FormatError(name, 1, f"{problem}: save the file as UTF-8")
        self.names = _names(name, fields) if header else [str(number) for number in range(1, len(fields) + 1)]
        self.texts = _sides(name, self.names, columns or (() if header else ("1", "2")))
        self._first = None if header else first.removeprefix(_BOM)

    def column(self, wanted: str) -> int:
        """The place of a column by its name."""
        return _place(self.name, self.names, wanted)

    def __iter__(self) -> Iterator[PairRow]:
        number = 1
        if self._first is not None:
            yield self._row(number, self._first)
        while (line := self._line(number + 1)) is not None:
            number += 1
            yield self._row(number, line)

    def _line(self, number: int) -> bytes | None:
        line = self._file.readline(MAX_LINE + 1)
        if len(line) > MAX_LINE:
            raise FormatError(self.name, number, f"a line of more than {MAX_LINE >> 20} MB: no table of texts")
        self.read += len(line)
        if not line:
            return None
        return line[:-1].removesuffix(b"\r") if line.endswith(b"\n") else line

    def _row(self, number: int, line: bytes) -> PairRow:
        fields, problem = _decoded(line)
        count, needed = len(fields), len(self.names)
        if count != needed:
            problem = problem or f"{count} columns, {needed} needed as in line 1"
            fields += [""] * (needed - count)
            fields[needed - 1 :] = ["\\t".join(fields[needed - 1 :])]
        return PairRow(number, fields, problem)


def _decoded(line: bytes) -> tuple[list[str], str]:
    try:
        return line.decode("utf-8").split("\t"), ""
    except UnicodeDecodeError as error:
        spelled = line.decode("utf-8", "backslashreplace")
        return spelled.split("\t"), f"byte 0x{line[error.start]:02x} is not UTF-8"


def _names(name: Path | str, fields: list[str]) -> list[str]:
    names = [field.strip() for field in fields]
    lowered = [one.lower() for one in names]
    if repeated := sorted({one for one in lowered if lowered.count(one) > 1}):
        raise FormatError(name, 1, f"column {repeated[0]!r} is there twice")
    return names


def _sides(name: Path | str, names: list[str], columns: Sequence[str]) -> tuple[int, int]:
    if columns:
        first, second = (_place(name, names, wanted) for wanted in columns)
        if first == second:
            raise InputError(f"column {columns[0]!r} was named for both texts: name two columns")
        return first, second
    lowered = [one.lower() for one in names]
    for first_name, second_name in _SIDES:
        if first_name in lowered and second_name in lowered:
            return lowered.index(first_name), lowered.index(second_name)
    found = ", ".join(names)
    raise FormatError(
        name, 1, f"columns {found}: text1 and text2 (or ref and hyp) are needed; name them in line 1 or with --columns"
    )


def _place(name: Path | str, names: list[str], wanted: str) -> int:
    lowered = [one.lower() for one in names]
    if wanted.strip().lower() not in lowered:
        raise FormatError(name, 1, f"no column {wanted!r}: there are {', '.join(names)}")
    return lowered.index(wanted.strip().lower())
