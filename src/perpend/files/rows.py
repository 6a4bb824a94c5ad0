r"""The formats of tables: a stream of bytes -> column names, then rows; `perpend.files.tables` is the public interface.

    rows_of(stream, "pairs.csv", header=True)  ->  CsvRows  ->  .names, then Row(2, ["n1", "the cat sat", ...])

Lines end in LF or CR LF, and a byte order mark is dropped. Memory is bounded: one block, and one row of at most 16 MB.
"""

import csv
import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import IO, Any, ClassVar, NamedTuple

from perpend.errors import FormatError, InputError, MissingExtra
from perpend.files.documents import parse_json
from perpend.files.limits import MAX_COLUMNS, MAX_LINE, megabytes

__all__ = ["CsvRows", "JsonRows", "ParquetRows", "Row", "RowReader", "TsvRows", "format_of", "rows_of"]

_BLOCK = 1 << 18
_BOM = b"\xef\xbb\xbf"
_PARQUET = b"PAR1"
_BATCH = 1024
_ENDINGS = {
    ".tsv": "tsv", ".tab": "tsv", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet",
}  # fmt: skip
_PACKED = (".gz", ".xz", ".bz2", ".zst")


class Row(NamedTuple):
    """The `fields` of a row and its line `number`; `problem` is empty if the row is good.

    `values` are the typed values by name, in JSON lines and Parquet.
    """

    number: int
    fields: list[str]
    problem: str = ""
    values: Mapping[str, Any] | None = None


def format_of(name: Path | str) -> str | None:
    """Returns the format for the ending of the file name `name`, or None.

    >>> format_of("pairs.CSV.gz"), format_of("pairs")
    ('csv', None)
    """
    lowered = str(name).lower()
    for packed in _PACKED:
        lowered = lowered.removesuffix(packed)
    return next((found for ending, found in _ENDINGS.items() if lowered.endswith(ending)), None)


class RowReader(ABC):
    """The columns of a table, and its rows, once; `read` is the number of bytes read from the stream."""

    format: ClassVar[str]
    names: list[str]
    read: int = 0

    @abstractmethod
    def __iter__(self) -> Iterator[Row]: ...


class _Lines(RowReader):
    """Shared by the formats that consist of lines: numbers the lines of `stream`.

    `name` is the file's name in errors; `start` holds the bytes that were already read.
    """

    keeps_cr = False
    """Whether a CR at the end of a line is kept, because it may belong to a quoted field."""

    def __init__(self, stream: IO[bytes], name: Path | str, start: bytes) -> None:
        self.name, self._start = name, start
        # `read1` returns what is available, so that rows from a pipe are answered at once.
        self._take = getattr(stream, "read1", stream.read)
        self._lines = self._numbered()

    def _blocks(self) -> Iterator[bytes]:
        block = self._start or self._take(_BLOCK)
        while block:
            self.read += len(block)
            yield block
            block = self._take(_BLOCK)

    def _numbered(self) -> Iterator[tuple[int, bytes]]:
        """Yields each line with its number."""
        number = 1
        for lines in self._line_blocks():
            for line in lines:
                if number == 1:
                    line = line.removeprefix(_BOM)
                if len(line) > MAX_LINE:
                    raise self._too_long(number)
                yield number, line[:-1] if line.endswith(b"\r") and not self.keeps_cr else line
                number += 1

    def _line_blocks(self) -> Iterator[list[bytes]]:
        """Yields the lines of each block; a line over many blocks is joined once, when it is complete."""
        number, pieces, size = 1, list[bytes](), 0
        for block in self._blocks():
            *lines, rest = block.split(b"\n")
            if lines and pieces:
                lines[0] = b"".join((*pieces, lines[0]))
                pieces, size = [], 0
            pieces.append(rest)
            size += len(rest)
            number += len(lines)
            yield lines
            if size > MAX_LINE:
                raise self._too_long(number)
        if last := b"".join(pieces):
            yield [last]

    def _too_long(self, number: int) -> FormatError:
        return FormatError(self.name, number, f"a line of more than {megabytes(MAX_LINE)}: is it a table of texts?")


class TsvRows(_Lines):
    """Columns separated by tabs, nothing quoted.

    `stream`, `name` and `start` are as in `rows_of`; without a `header` columns are numbered.
    """

    format = "tsv"

    def __init__(self, stream: IO[bytes], name: Path | str, header: bool = True, start: bytes = b"") -> None:
        super().__init__(stream, name, start)
        first = next(self._lines, None)
        if first is None:
            raise _empty(name)
        text, problem = _decoded(first[1])
        self.names = _names(name, text.split("\t"), problem, header)
        if not header:
            self._lines = chain([first], self._lines)

    def __iter__(self) -> Iterator[Row]:
        needed = len(self.names)
        for number, line in self._lines:
            try:
                fields, problem = line.decode("utf-8").split("\t"), ""
            except UnicodeDecodeError:
                text, problem = _decoded(line)
                fields = text.split("\t")
            yield Row(number, fields, problem) if len(fields) == needed else _fitted(number, fields, problem, needed)


class CsvRows(_Lines):
    """Columns separated by `delimiter`; a quoted field may contain delimiters, line ends, and doubled quotes.

    `stream`, `name`, `header` and `start` are as in `TsvRows`. A quote that is never closed spoils only the row where
    it begins: the lines after it are read as rows again.
    """

    format = "csv"
    keeps_cr = True

    def __init__(
        self, stream: IO[bytes], name: Path | str, header: bool = True, start: bytes = b"", delimiter: str = ","
    ) -> None:
        super().__init__(stream, name, start)
        csv.field_size_limit(max(csv.field_size_limit(), MAX_LINE))
        self.delimiter, self._unclosed = delimiter, 0
        self._records = self._read_records()
        first = next(self._records, None)
        if first is None:
            raise _empty(name)
        self.names = _names(name, first.fields, first.problem, header)
        if not header:
            self._records = chain([first], self._records)

    def __iter__(self) -> Iterator[Row]:
        needed = len(self.names)
        for row in self._records:
            fits = len(row.fields) == needed
            yield row if fits else _fitted(row.number, row.fields, row.problem, needed, self.delimiter)

    def _read_records(self) -> Iterator[Row]:
        waiting: deque[tuple[int, bytes]] = deque()
        while (taken := waiting.popleft() if waiting else next(self._lines, None)) is not None:
            number, line = taken
            text, problem = _decoded(line)
            if '"' in text:
                fields, trouble = self._record(number, text, waiting)
                yield Row(number, fields, problem or trouble)
            else:
                yield Row(number, text.removesuffix("\r").split(self.delimiter), problem)

    def _record(self, number: int, text: str, waiting: deque[tuple[int, bytes]]) -> tuple[list[str], str]:
        """Returns the fields of the record that begins with `text`; lines that do not belong to it go to `waiting`."""
        try:
            return next(csv.reader((text,), delimiter=self.delimiter, strict=True)), ""
        except csv.Error as error:
            why = str(error)
        if why == _UNFINISHED:
            why = "a quoted field that begins here does not end"
            # A record that failed in a later line was inside of quotes at the end of all lines before. One that begins
            # in these lines and is inside of quotes at its end fails there too; trying each would be quadratic.
            if number > self._unclosed and (found := self._long_record(text, waiting)):
                return found
        return text.removesuffix("\r").split(self.delimiter), f"not a row of CSV ({why})"

    def _long_record(self, text: str, waiting: deque[tuple[int, bytes]]) -> tuple[list[str], str] | None:
        """Returns the fields of a record of several lines and the problem with their bytes; None if it does not end."""
        taken, problems = list[tuple[int, bytes]](), list[str]()

        def lines() -> Iterator[str]:
            yield f"{text}\n"
            size = len(text)
            while size <= MAX_LINE and (line := waiting.popleft() if waiting else next(self._lines, None)) is not None:
                taken.append(line)
                more, wrong = _decoded(line[1])
                problems.append(wrong)
                size += len(more) + 1
                yield f"{more}\n"

        try:
            return next(csv.reader(lines(), delimiter=self.delimiter, strict=True)), next(filter(None, problems), "")
        except csv.Error:
            waiting.extendleft(reversed(taken))
            self._unclosed = taken[-1][0] - 1 if taken else self._unclosed
            return None


_UNFINISHED = "unexpected end of data"
"""The message of the csv module for a record whose last quote is open."""


class JsonRows(_Lines):
    """One object per line; empty lines are skipped. The columns are the keys of the first object.

    `stream`, `name` and `start` are as in `rows_of`.
    """

    format = "jsonl"

    def __init__(self, stream: IO[bytes], name: Path | str, start: bytes = b"") -> None:
        super().__init__(stream, name, start)
        first = next(self._filled(), None)
        if first is None:
            raise FormatError(name, None, "empty: an object with text1 and text2 on each line was needed")
        values, problem = _json_object(first[1])
        if problem:
            raise FormatError(name, first[0], f"{problem}: an object on each line is needed")
        self.names = _few(name, list(values))
        self._places = {key: place for place, key in enumerate(self.names)}
        self._lines = chain([first], self._lines)

    def _filled(self) -> Iterator[tuple[int, bytes]]:
        return ((number, line) for number, line in self._lines if line.strip())

    def __iter__(self) -> Iterator[Row]:
        for number, line in self._filled():
            values, problem = _json_object(line)
            if problem:
                fields = [_decoded(line)[0], *[""] * (len(self.names) - 1)]
                yield Row(number, fields[: len(self.names)], problem)
            else:
                yield self._row(number, values)

    def _row(self, number: int, values: dict[str, Any]) -> Row:
        fields, problem = [""] * len(self.names), ""
        for key, value in values.items():
            if (place := self._places.get(key)) is not None:
                fields[place] = _cell(value)
            elif not problem:
                problem = f"key {key[:80]!r} is not in the first line: give all lines the same keys"
        return Row(number, fields, problem, values)


class ParquetRows(RowReader):
    """The rows of the Parquet file `stream`, numbered from 1; values that are not strings are written as JSON.

    `name` is the file's name in errors.
    """

    format = "parquet"

    def __init__(self, stream: IO[bytes], name: Path | str) -> None:
        try:
            from pyarrow import ArrowException, parquet
        except ImportError:
            raise MissingExtra("reading Parquet files", "pyarrow", "batch") from None
        if not stream.seekable():
            raise InputError(f"{name} is a pipe, and Parquet is read from files only: give the file's name")
        stream.seek(0)
        try:
            self._file = parquet.ParquetFile(stream)
            self.schema = self._file.schema_arrow
            # Names that are not UTF-8 raise an error of decoding here, and dates beyond year 9999 one of values below.
            names = list(self.schema.names)
        except (ArrowException, OSError, ValueError) as error:
            raise FormatError(name, None, f"not a Parquet file ({_one_line(error)}): get the file again") from None
        self.name, self._errors = name, (ArrowException, OSError, ValueError, OverflowError)
        self.names = _few(name, names)

    def __iter__(self) -> Iterator[Row]:
        number = 0
        try:
            for batch in self._file.iter_batches(_BATCH):
                for values in batch.to_pylist():
                    number += 1
                    yield Row(number, [_cell(values[name]) for name in self.names], "", values)
        except self._errors as error:
            raise FormatError(self.name, number + 1, f"damaged ({_one_line(error)}): get the file again") from None


def rows_of(stream: IO[bytes], name: Path | str, header: bool = True) -> RowReader:
    """Returns the reader of `stream` for the ending of `name`, else for its first bytes.

    `header` says whether the first line of TSV and CSV names the columns. A reader gets the bytes that were already
    read as `start`.
    """
    form, start = format_of(name), b""
    if form is None:
        start = getattr(stream, "read1", stream.read)(_BLOCK)
        json_begins = start.removeprefix(_BOM).lstrip().startswith(b"{")
        form = "parquet" if start.startswith(_PARQUET) else "jsonl" if json_begins else "tsv"
    if form in ("jsonl", "parquet") and not header:
        raise InputError(f"{name}: a table without a line of names is TSV or CSV; leave out --no-header")
    if form == "parquet":
        return ParquetRows(stream, name)
    if form == "jsonl":
        return JsonRows(stream, name, start)
    return CsvRows(stream, name, header, start) if form == "csv" else TsvRows(stream, name, header, start)


def _empty(name: Path | str) -> FormatError:
    return FormatError(name, None, "empty: a first line with column names (text1, text2) was needed")


def _decoded(line: bytes) -> tuple[str, str]:
    try:
        return line.decode("utf-8"), ""
    except UnicodeDecodeError as error:
        return line.decode("utf-8", "backslashreplace"), f"byte 0x{line[error.start]:02x} is not UTF-8"


def _names(name: Path | str, fields: list[str], problem: str, header: bool) -> list[str]:
    if not header:
        return [str(number) for number in range(1, len(_few(name, fields)) + 1)]
    if problem:
        raise FormatError(name, 1, f"{problem}: save the file as UTF-8" if "UTF-8" in problem else problem)
    return [field.strip() for field in _few(name, fields)]


def _few(name: Path | str, columns: list[str]) -> list[str]:
    """Returns `columns` if they are not too many."""
    if len(columns) > MAX_COLUMNS:
        raise FormatError(name, 1, f"{len(columns):,} columns, {MAX_COLUMNS:,} at most: is it a table of texts?")
    return columns


def _fitted(number: int, fields: list[str], problem: str, needed: int, joint: str = "\\t") -> Row:
    count = len(fields)
    fields = fields + [""] * (needed - count)
    fields[needed - 1 :] = [joint.join(fields[needed - 1 :])]
    return Row(number, fields, problem or f"{count} columns, {needed} needed as in line 1")


def _json_object(line: bytes) -> tuple[dict[str, Any], str]:
    if not line.lstrip().startswith(b"{"):
        return {}, "not a JSON object with columns"
    try:
        values = parse_json(line)
    except ValueError as error:
        return {}, f"not JSON ({error})"
    return (values, "") if isinstance(values, dict) and values else ({}, "not a JSON object with columns")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
