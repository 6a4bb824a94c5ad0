r"""A table of pairs -> the same table with new columns, as a stream, so files may be of any size.

    id    text1          text2                 id    text1          text2          value    probability   error
    n1    the cat sat    a cat slept     ->    n1    the cat sat    a cat slept    no       0.31
    n2    he left                              n2    he left                                              2 columns, ...

`NewColumns` names the new columns and computes their cells; `error` is always the last column. All rows are kept, in
order, with all their columns. A row that cannot be answered gets empty cells; `perpend.files.tables` explains how its
fields are written. The output has the format of the input by default:

    tsv        tabs and line ends inside a cell are written \t, \n and \r
    csv        cells are quoted where they must be
    jsonl      an object for each row: its line number, its columns by name, the new ones (null if empty),
               and the signature
    parquet    the input's columns (with their types if it is Parquet too), new ones as numbers or texts; needs pyarrow
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import IO, Any

from perpend.errors import FormatError, InputError, MissingExtra, unknown_name
from perpend.files.escapes import json_text
from perpend.files.rows import CsvRows, ParquetRows
from perpend.files.tables import Row, Table

__all__ = ["FORMATS", "NewColumns", "Tally", "fill_table"]

FORMATS = ("csv", "jsonl", "parquet", "tsv")
"""The output formats."""

_CHUNK = 256
"""Rows per chunk; a row with its explanation takes some kilobytes."""

_SPELLED = str.maketrans({"\t": "\\t", "\n": "\\n", "\r": "\\r"})


@dataclass(frozen=True, slots=True)
class NewColumns:
    """The new columns of a table.

    `names` are their names, without `error`. `cells` takes pairs of texts and yields the cells of each; if it raises
    InputError for a pair, that row is bad. `signature` identifies the model and settings. `check` is called with the
    two texts of each row first and raises InputError if they cannot be answered. `numeric` names the columns of
    numbers, for Parquet.
    """

    names: tuple[str, ...]
    cells: Callable[[Sequence[tuple[str, str]]], Iterable[tuple[Any, ...]]]
    signature: str
    check: Callable[[str, str], None] | None = None
    numeric: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of `rows`, and of `bad` rows among them, which have no answer."""

    rows: int = 0
    bad: int = 0


def fill_table(
    new: NewColumns,
    table: Table,
    output: IO[bytes],
    *,
    swap: bool = False,
    format: str | None = None,  # noqa: A002
    prefix: str = "",
    report: Callable[[Row], None] | None = None,
    progress: Callable[[], None] | None = None,
) -> Tally:
    """Writes every row of `table` with its `new` cells to `output`; returns the number of rows.

    `swap` exchanges the two texts before they are answered. `format` is one of FORMATS (default: that of the input).
    `prefix` is put before the names of the new columns. Calls `report(row)` for each row without an answer, whose
    `problem` gives the reason, and `progress()` after each chunk.
    """
    added = tuple(f"{prefix}{name}" for name in (*new.names, "error"))
    writer = _writer(format or table.format, table, added, new, output)
    rows = bad = 0
    for chunk in _chunks(table):
        answered = list(_answered(new, table, chunk, swap))
        writer.write(answered)
        wrong = [row for row, _ in answered if row.problem]
        rows, bad = rows + len(answered), bad + len(wrong)
        for row in wrong if report else ():
            report(row)  # type: ignore[misc]
        if progress:
            progress()
    writer.end()
    return Tally(rows, bad)


def _chunks(table: Iterable[Row]) -> Iterator[list[Row]]:
    rows = iter(table)
    while chunk := list(islice(rows, _CHUNK)):
        yield chunk


def _answered(new: NewColumns, table: Table, chunk: Sequence[Row], swap: bool) -> Iterator[tuple[Row, tuple[Any, ...]]]:
    """Yields each row with its new cells; None for an empty cell."""
    rows = [_checked(new, table, row) for row in chunk]
    first, second = table.texts[::-1] if swap else table.texts
    good = [(row.fields[first], row.fields[second]) for row in rows if not row.problem]
    found, nothing = iter(_cells(new, good)), (None,) * len(new.names)
    for row in rows:
        cells = row.problem or next(found)
        if isinstance(cells, str):
            yield row._replace(problem=cells), (*nothing, cells)
        else:
            yield row, (*cells, None)


def _cells(new: NewColumns, pairs: Sequence[tuple[str, str]]) -> list[tuple[Any, ...] | str]:
    """Returns the new cells of each pair, or the reason why it has none; a refused pair does not spoil the others."""
    try:
        return [*new.cells(pairs)]
    except InputError as error:
        if len(pairs) == 1:
            return [str(error)]
    return [cells for pair in pairs for cells in _cells(new, [pair])]


def _checked(new: NewColumns, table: Table, row: Row) -> Row:
    if row.problem or new.check is None:
        return row
    first, second = table.texts
    try:
        new.check(row.fields[first], row.fields[second])
    except InputError as error:
        return row._replace(problem=str(error))
    return row


class _Writer(ABC):
    """Writes rows with their new cells in one format."""

    def __init__(self, table: Table, added: tuple[str, ...], new: NewColumns, output: IO[bytes]) -> None:
        self.table, self.added, self.new, self.output = table, added, new, output
        self.names = [*table.names, *added]
        taken = {name.lower() for name in (*added, *self.own)} & {name.lower() for name in table.names}
        if taken:
            raise FormatError(
                table.name,
                1,
                f"column {min(taken)!r} already exists and would be added again: rename it, or set a prefix",
            )

    own: tuple[str, ...] = ()
    """Names of columns that the format adds."""

    @abstractmethod
    def write(self, rows: Sequence[tuple[Row, tuple[Any, ...]]]) -> None:
        """Writes some rows."""

    def end(self) -> None:  # noqa: B027
        """Writes the end of the file; most formats need none."""


class _DelimitedWriter(_Writer):
    def __init__(self, table: Table, added: tuple[str, ...], new: NewColumns, output: IO[bytes]) -> None:
        super().__init__(table, added, new, output)
        if table.header:
            self.output.write(self.line(self.names))

    def write(self, rows: Sequence[tuple[Row, tuple[Any, ...]]]) -> None:
        self.output.write(b"".join(self.line([*row.fields, *map(_text, cells)]) for row, cells in rows))

    @abstractmethod
    def line(self, cells: Iterable[str]) -> bytes: ...


class _TsvWriter(_DelimitedWriter):
    def line(self, cells: Iterable[str]) -> bytes:
        """Escapes tabs and line ends inside cells, which TSV cannot quote."""
        return ("\t".join([cell.translate(_SPELLED) for cell in cells]) + "\n").encode("utf-8", "backslashreplace")


class _CsvWriter(_DelimitedWriter):
    @cached_property
    def delimiter(self) -> str:
        """The delimiter of the input, or a comma."""
        return self.table.rows.delimiter if isinstance(self.table.rows, CsvRows) else ","

    def line(self, cells: Iterable[str]) -> bytes:
        written = [_quoted(cell, self.delimiter) for cell in cells]
        return (self.delimiter.join(written) + "\r\n").encode("utf-8", "backslashreplace")


class _JsonWriter(_Writer):
    own = ("line", "signature")

    def write(self, rows: Sequence[tuple[Row, tuple[Any, ...]]]) -> None:
        self.output.write(b"".join(self._line(row, cells) for row, cells in rows))

    def _line(self, row: Row, cells: tuple[Any, ...]) -> bytes:
        columns = row.values or dict(zip(self.table.names, row.fields, strict=True))
        found = {"line": row.number, **columns, **dict(zip(self.added, cells, strict=True))}
        found["signature"] = self.new.signature
        return (json_text(found) + "\n").encode()


class _ParquetWriter(_Writer):
    def __init__(self, table: Table, added: tuple[str, ...], new: NewColumns, output: IO[bytes]) -> None:
        super().__init__(table, added, new, output)
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise MissingExtra("writing Parquet files", "pyarrow", "batch") from None
        given = table.rows.schema if isinstance(table.rows, ParquetRows) else None
        fields = list(given) if given else [pyarrow.field(name, pyarrow.string()) for name in table.names]
        numeric = [*(name in new.numeric for name in new.names), False]
        fields += [
            pyarrow.field(name, pyarrow.float64() if number else pyarrow.string())
            for name, number in zip(added, numeric, strict=True)
        ]
        self._numeric, self._typed = numeric, given is not None
        self._schema = pyarrow.schema(fields, metadata={"perpend.signature": new.signature})
        self._batch_of = pyarrow.RecordBatch.from_pylist
        self._file = parquet.ParquetWriter(output, self._schema)

    def write(self, rows: Sequence[tuple[Row, tuple[Any, ...]]]) -> None:
        self._file.write_batch(self._batch_of([self._values(*one) for one in rows], schema=self._schema))

    def _values(self, row: Row, cells: tuple[Any, ...]) -> dict[str, Any]:
        columns = row.values if self._typed and row.values else dict(zip(self.table.names, row.fields, strict=True))
        kept = [
            cell if number or cell is None else _text(cell) for cell, number in zip(cells, self._numeric, strict=True)
        ]
        return {**columns, **dict(zip(self.added, kept, strict=True))}

    def end(self) -> None:
        self._file.close()


_WRITERS: dict[str, type[_Writer]] = {
    "csv": _CsvWriter,
    "jsonl": _JsonWriter,
    "parquet": _ParquetWriter,
    "tsv": _TsvWriter,
}


def _writer(name: str, table: Table, added: tuple[str, ...], new: NewColumns, output: IO[bytes]) -> _Writer:
    if name not in _WRITERS:
        raise unknown_name("table format", name, FORMATS)
    return _WRITERS[name](table, added, new, output)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json_text(value)


def _quoted(cell: str, delimiter: str) -> str:
    if delimiter in cell or '"' in cell or "\r" in cell or "\n" in cell:
        return '"' + cell.replace('"', '""') + '"'
    return cell
