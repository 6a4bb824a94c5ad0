r"""A table of any size -> its rows, one by one, each with its problem if it has one.

    id    text1          text2          gold
    n1    the cat sat    a cat slept    3.2

    with open_table("pairs.tsv", gold="gold") as table:
        table.names, table.texts                      ["id", "text1", "text2", "gold"], (1, 2)
        for row in table: ...                         Row(2, ["n1", "the cat sat", "a cat slept", "3.2"], problem="")

The format follows from the ending of the file's name, else from the content:

    .tsv       columns separated by tabs, nothing quoted; the default for other endings
    .csv       columns separated by commas; fields with commas, quotes or line ends are quoted (RFC 4180)
    .jsonl     one object per line; the keys of the first are the columns (also .ndjson)
    .parquet   with pyarrow (extra `batch`)

Files other than Parquet may be compressed (`perpend.files.compressed`). The first line of TSV and CSV names the
columns; names are compared without case. The texts are `text1` (the reference) and `text2` (the hypothesis), or `ref`
and `hyp`, or `text` and `hypothesis`, or the columns that `columns` names. With `header=False` columns are numbered
from 1, and the texts are by default the first two.

A row with a problem still has one field per column, so that it can be written again:

    too few columns      empty fields are added
    too many columns     the surplus is joined to the last field, tabs written \t
    bytes not UTF-8      each is written \x and two digits
    no JSON object       the line is the first field

A file that is no table raises FormatError: no first line, no such columns, more than 1,000 columns, a line of more than
16 MB. `read_table` and `read_pairs` hold all rows in memory, and take at most 256 MB and 10 million rows.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import IO

from perpend.errors import FormatError, InputError
from perpend.files.compressed import open_input, unpacked
from perpend.files.limits import MAX_LINES, MAX_WHOLE
from perpend.files.rows import CsvRows, Row, RowReader, TsvRows, rows_of

__all__ = ["LabelledPairs", "Row", "Table", "TableRows", "column_list", "open_table", "read_pairs", "read_table"]

_SIDES = (("text1", "text2"), ("ref", "hyp"), ("text", "hypothesis"))
_SHOWN_NAMES, _SHOWN_LETTERS = 20, 40
_DELIMITER_NAMES = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";"}


class Table:
    """The rows of one table; `names` are its columns and `texts` the indices of the two texts among them.

    `rows` reads them; `name` is the file's name in errors; `columns` names the two columns of texts, and `gold` the
    column of labels (as an attribute, its index or None). `header` says whether the first line names the columns.
    `size` is the size of the file in bytes, 0 if unknown; `read` is how many of them have been read.
    """

    def __init__(
        self,
        rows: RowReader,
        name: Path | str,
        *,
        columns: Sequence[str] = (),
        gold: str | None = None,
        header: bool = True,
        size: int = 0,
    ) -> None:
        self.rows, self._columns = rows, columns
        self.name, self.header, self.size = name, header, size
        self.format, self.names = rows.format, rows.names
        self._lowered = [one.strip().lower() for one in self.names]
        if repeated := sorted(one for one, count in Counter(self._lowered).items() if count > 1):
            raise FormatError(name, 1, f"column {repeated[0][:80]!r} is there twice")
        self.gold = self.column(gold) if gold is not None else None

    @property
    def read(self) -> int:
        """The number of bytes read, after decompression."""
        return self.rows.read

    @cached_property
    def texts(self) -> tuple[int, int]:
        """The indices of the two columns of texts."""
        columns = self._columns or (() if self.header else ("1", "2"))
        if columns:
            first, second = (self.column(wanted) for wanted in columns)
            if first == second:
                raise InputError(f"column {columns[0]!r} was named for both texts: name two columns")
            return first, second
        for one, other in _SIDES:
            if one in self._lowered and other in self._lowered:
                return self._lowered.index(one), self._lowered.index(other)
        found = column_list(self.names)
        problem = f"columns {found}: text1 and text2 (or ref and hyp) are needed; name them in line 1 or with --columns"
        raise FormatError(self.name, 1, self._wrong_delimiter() or problem)

    def column(self, wanted: str) -> int:
        """Returns the index of the column `wanted`; names are compared without case."""
        if wanted.strip().lower() not in self._lowered:
            problem = f"no column {wanted[:80]!r}: there are {column_list(self.names)}"
            raise FormatError(self.name, 1, self._wrong_delimiter() or problem)
        return self._lowered.index(wanted.strip().lower())

    def _wrong_delimiter(self) -> str:
        """Returns a hint if the only column name of the table shows that it has another delimiter."""
        only, (tabs, commas) = self.names[0], (self.names[0].count(mark) for mark in "\t,")
        if len(self.names) == 1 and self.format == "tsv" and commas:
            found = f"the first line has no tab but {commas} comma{'s' * (commas > 1)}"
            return f"{found}: is this a CSV file? name it .csv or give --delimiter ,"
        if len(self.names) == 1 and self.format == "csv" and tabs:
            found = f"the first line {only[:20]!r} has no comma but {tabs} tab{'s' * (tabs > 1)}"
            return f"{found}: is this a TSV file? name it .tsv or give --delimiter tab"
        return ""

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


@contextmanager
def open_table(
    source: Path | str | IO[bytes],
    *,
    columns: Sequence[str] | None = (),
    gold: str | None = None,
    header: bool = True,
    delimiter: str | None = None,
    most: int | None = None,
) -> Iterator[Table]:
    """Opens a table to read it row by row.

    `source` is a file, an open binary stream, or "-" for standard input. `columns` names the two columns of texts; None
    if the table needs none. `gold` names the column of labels. `header` says whether the first line names the columns.
    `delimiter` separates columns and overrides the ending of the file's name: "tab" for a TSV file, "," or another
    character for a file with quoted fields. `most` is the most bytes to read from a file, by default any number.
    """
    name = "standard input" if str(source) == "-" else source if isinstance(source, Path | str) else "the stream"
    mark = _DELIMITER_NAMES.get(delimiter, delimiter) if delimiter else None
    if mark is not None and (len(mark) != 1 or mark in '"\r\n'):
        raise InputError(f"delimiter {delimiter!r}: one character is needed, such as , or ; or the word tab")
    raw = open_input(source, "a table", most) if isinstance(source, Path | str) else unpacked(source, name)
    try:
        rows: RowReader
        if mark is None:
            rows = rows_of(raw, name, header)
        else:
            rows = TsvRows(raw, name, header) if mark == "\t" else CsvRows(raw, name, header, delimiter=mark)
        table = Table(rows, name, columns=columns or (), gold=gold, header=header, size=_size(source, raw))
        if columns is not None:
            _ = table.texts
        yield table
    finally:
        if isinstance(source, Path | str) and str(source) != "-":
            raw.close()


def column_list(names: Sequence[str]) -> str:
    """Returns the column `names` for a message: all of them, unless they are many or long.

    >>> column_list(["id", "text1"]), column_list(["x"] * 99)[-12:]
    ('id, text1', 'x, x, x, ...')
    """
    shown = [name if len(name) <= _SHOWN_LETTERS else f"{name[:_SHOWN_LETTERS]}..." for name in names[:_SHOWN_NAMES]]
    return ", ".join([*shown, "..."] if len(names) > _SHOWN_NAMES else shown)


def _size(source: Path | str | IO[bytes], raw: IO[bytes]) -> int:
    """Returns the size of a plain file in bytes; 0 for streams, pipes and compressed files, whose content is larger."""
    plain = isinstance(source, Path | str) and str(source) != "-" and Path(getattr(raw, "name", "") or "-").is_file()
    return Path(str(source)).stat().st_size if plain else 0


@dataclass(frozen=True, slots=True)
class TableRows:
    """A whole table in memory: column `names`, and `rows` without problems.

    `name` is the file's name in errors; `lines` are the line numbers of the rows.
    """

    name: Path | str
    names: list[str]
    rows: list[list[str]]
    lines: list[int]

    def __contains__(self, column: str) -> bool:
        return column.strip().lower() in (one.lower() for one in self.names)

    def column(self, name: str) -> list[str]:
        """Returns the cells of the column `name`; names are compared without case."""
        if name not in self:
            raise FormatError(self.name, 1, f"no column {name[:80]!r}: there are {column_list(self.names)}")
        place = [one.lower() for one in self.names].index(name.strip().lower())
        return [row[place] for row in self.rows]

    def numbers(self, name: str) -> list[float]:
        """Returns the column `name` as finite numbers."""
        return _numbers(self.name, self.lines, self.column(name))


def read_table(source: Path | str, *, header: bool = True, delimiter: str | None = None) -> TableRows:
    """Reads a whole table with any columns; the first row with a problem raises FormatError with its line number.

    `source`, `header` and `delimiter` are as in `open_table`.
    """
    with open_table(source, columns=None, header=header, delimiter=delimiter, most=MAX_WHOLE) as table:
        return TableRows(table.name, table.names, *_good_rows(table))


def _good_rows(table: Table) -> tuple[list[list[str]], list[int]]:
    """Returns the cells and line numbers of all rows or raises: a part of the rows would be wrong without notice."""
    # Whole rows would be twice as many objects, and Python's search for garbage visits each of them again and again.
    rows, numbers = list[list[str]](), list[int]()
    for row in islice(table, MAX_LINES + 1):
        if row.problem:
            raise FormatError(table.name, row.number, f"{row.problem}: correct this row or take it out")
        rows.append(row.fields)
        numbers.append(row.number)
    if len(rows) > MAX_LINES:
        raise FormatError(table.name, None, f"more than {MAX_LINES:,} rows, the most that is read here: split it")
    return rows, numbers


@dataclass(frozen=True, slots=True)
class LabelledPairs:
    """Pairs of texts with their labels: `texts` are (text1, text2), `gold` their labels as written.

    `name` is the file's name in errors, `other` has all other columns by name, `lines` the line number of each pair.
    """

    name: Path | str
    texts: list[tuple[str, str]]
    gold: list[str] = field(default_factory=list)
    other: dict[str, list[str]] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)

    def numbers(self, column: str | None = None) -> list[float]:
        """Returns the labels, or another `column`, as finite numbers."""
        return _numbers(self.name, self.lines, self.gold if column is None else self.column(column))

    def column(self, name: str) -> list[str]:
        """Returns the cells of the other column `name`; names are compared without case."""
        lowered = {one.lower(): cells for one, cells in self.other.items()}
        if name.strip().lower() not in lowered:
            raise FormatError(self.name, 1, f"no column {name[:80]!r}: there are {column_list(list(self.other))}")
        return lowered[name.strip().lower()]


def read_pairs(
    path: Path | str, *, columns: Sequence[str] = (), gold: str | None = None, delimiter: str | None = None
) -> LabelledPairs:
    """Reads all pairs of the table at `path`; the first row with a problem raises FormatError with its line number.

    `columns` names the two columns of texts, `gold` the column of labels; `delimiter` is as in `open_table`.
    """
    with open_table(path, columns=columns, gold=gold, delimiter=delimiter, most=MAX_WHOLE) as table:
        rows, numbers = _good_rows(table)
        first, second = table.texts
        known = (first, second, table.gold)
        other = {name: [row[place] for row in rows] for place, name in enumerate(table.names) if place not in known}
        labels = [row[table.gold] for row in rows] if table.gold is not None else []
        texts = [(row[first], row[second]) for row in rows]
        return LabelledPairs(table.name, texts, labels, other, numbers)


def _numbers(name: Path | str, lines: Sequence[int], cells: Sequence[str]) -> list[float]:
    return [_number(name, line, cell) for line, cell in zip(lines, cells, strict=True)]


def _number(name: Path | str, line: int, cell: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise FormatError(name, line, f"{cell[:40]!r} is no finite number: one is needed here")
    return value
