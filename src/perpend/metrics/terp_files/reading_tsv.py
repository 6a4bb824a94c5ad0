"""A table of pairs -> a hypothesis file and its reference files, aligned by row.

    id    hyp            ref                ref2
    n1    the cat sat    a cat was sitting  there sat a cat

The first line names the columns, in any order: `hyp`, `ref`, and `ref2`, `ref3`, ... for more references; or `text1`
(the reference) and `text2` (the hypothesis). `id` is optional; without it a row is named by its number. Other columns
are left alone; `read_column` reads one that holds numbers, such as human judgments. Columns are separated by tabs and
nothing is quoted: a quotation mark is a character like any other.
"""

from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from perpend.errors import FormatError
from perpend.files.source import read_bytes, text_lines
from perpend.metrics.segments import Segment, SegmentFile, SegmentId

__all__ = ["PairFile", "read_column", "read_numbers", "read_pairs", "read_words"]


@dataclass(frozen=True, slots=True)
class PairFile:
    """The two sides of a table: both have the same names in the same order."""

    hyp: SegmentFile
    refs: tuple[SegmentFile, ...]


def read_pairs(path: Path | str) -> PairFile:
    """The pairs of a tab-separated file with a line of column names."""
    path = Path(path)
    names, lines = _table(path)
    hyp, refs = _text_columns(path, names)
    rows = table_rows(path, lines, len(names))
    ids = _ids(path, rows, names)
    return PairFile(_side(path, ids, rows, hyp), tuple(_side(path, ids, rows, ref) for ref in refs))


def read_column(path: Path | str, name: str) -> list[float]:
    """The numbers of one column of such a file."""
    path = Path(path)
    return [_finite(path, number, cell) for number, cell in enumerate(read_words(path, name), start=2)]


def read_words(path: Path | str, name: str) -> list[str]:
    """The cells of one column of such a file, as they stand."""
    path = Path(path)
    names, lines = _table(path)
    if name.strip().lower() not in names:
        raise FormatError(path, 1, f"no column {name!r}: there are {', '.join(names)}")
    column = names.index(name.strip().lower())
    return [row[column] for row in table_rows(path, lines, len(names))]


def read_numbers(path: Path | str) -> list[float]:
    """The numbers of a file that has one in each line and no column names."""
    path = Path(path)
    return [_finite(path, number, line) for number, line in enumerate(text_lines(path, read_bytes(path)), start=1)]


def _table(path: Path) -> tuple[list[str], list[str]]:
    """The names of the columns, and the lines below them."""
    lines = text_lines(path, read_bytes(path))
    if not lines:
        raise FormatError(path, None, "empty: a first line with column names (hyp, ref) was needed")
    return [name.strip().lower() for name in lines[0].split("\t")], lines[1:]


def _finite(path: Path, number: int, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise FormatError(path, number, f"{text!r} is no finite number: one is needed here")
    return value


def _text_columns(path: Path, names: list[str]) -> tuple[int, list[int]]:
    """Where the hypothesis and the references stand."""
    if repeated := sorted({name for name in names if names.count(name) > 1}):
        raise FormatError(path, 1, f"column {repeated[0]!r} is there twice")
    extra = sorted(int(name[3:]) for name in names if name.startswith("ref") and name[3:].isdecimal())
    for hyp, ref in (("hyp", "ref"), ("text2", "text1")):
        if hyp in names and ref in names:
            more = [names.index(f"ref{number}") for number in extra if f"ref{number}" in names]
            return names.index(hyp), [names.index(ref), *more]
    found = ", ".join(names)
    raise FormatError(path, 1, f"columns {found}: hyp and ref (or text1 and text2) are needed; name them in line 1")


def table_rows(path: Path, lines: list[str], width: int) -> list[list[str]]:
    """The cells of each line below the first; all lines have as many."""
    rows = [line.split("\t") for line in lines]
    for number, row in enumerate(rows, start=2):
        if len(row) != width:
            raise FormatError(path, number, f"{len(row)} columns, {width} needed as in line 1")
    return rows


def _ids(path: Path, rows: list[list[str]], names: list[str]) -> list[SegmentId]:
    if "id" not in names:
        return [SegmentId.of_line(number) for number in range(1, len(rows) + 1)]
    column = names.index("id")
    seen: set[str] = set()
    for number, row in enumerate(rows, start=2):
        if not row[column] or row[column] in seen:
            problem = "is there twice" if row[column] else "is empty"
            raise FormatError(path, number, f"id {row[column]!r} {problem}: each row needs its own")
        seen.add(row[column])
    return [SegmentId.of_row(row[column]) for row in rows]


def _side(path: Path, ids: list[SegmentId], rows: list[list[str]], column: int) -> SegmentFile:
    segments = tuple(Segment(name, row[column]) for name, row in zip(ids, rows, strict=True))
    return SegmentFile("plain", segments, path)
