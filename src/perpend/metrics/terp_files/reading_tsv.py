"""Reads a table of pairs as a hypothesis file and its reference files, aligned by row.

    id    hyp            ref                ref2
    n1    the cat sat    a cat was sitting  there sat a cat

The first line names the columns, in any order: `hyp`, `ref`, and `ref2`, `ref3`, ... for more references; or `text1`
(the reference) and `text2` (the hypothesis). `id` is optional; without it a row is named by its number. Other columns
are ignored; `read_column` reads one of numbers, such as human judgments. The formats are those of
`perpend.files.tables`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from perpend.errors import FormatError
from perpend.files.tables import TableRows, column_list, read_table
from perpend.metrics.segments import Segment, SegmentFile, SegmentId

__all__ = ["PairFile", "read_column", "read_numbers", "read_pairs"]

_FURTHER = re.compile(r"ref(?:0|[1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class PairFile:
    """The two sides of a table, with the same names in the same order."""

    hyp: SegmentFile
    refs: tuple[SegmentFile, ...]
    table: TableRows

    def numbers(self, column: str) -> list[float]:
        """The numbers of a column of the table."""
        return self.table.numbers(column)


def read_pairs(path: Path | str) -> PairFile:
    """Reads the pairs of the table `path`, which has a header."""
    table = read_table(path)
    names = [name.lower() for name in table.names]
    hyp, refs = _text_columns(table.name, names)
    ids = _ids(table, names)
    return PairFile(_side(table, ids, hyp), tuple(_side(table, ids, ref) for ref in refs), table)


def read_column(path: Path | str, name: str) -> list[float]:
    """Reads the numbers of the column `name` of the table `path`, which has a header."""
    return read_table(path).numbers(name)


def read_numbers(path: Path | str) -> list[float]:
    """Reads the file `path`, with one number per line and no header."""
    return read_table(path, header=False, delimiter="tab").numbers("1")


def _text_columns(path: Path | str, names: list[str]) -> tuple[int, list[int]]:
    """Returns the columns of the hypothesis and of the references."""
    extra = sorted((name for name in names if _FURTHER.fullmatch(name)), key=lambda name: int(name[3:]))
    for hyp, ref in (("hyp", "ref"), ("text2", "text1")):
        if hyp in names and ref in names:
            return names.index(hyp), [names.index(ref), *map(names.index, extra)]
    found = column_list(names)
    raise FormatError(path, 1, f"columns {found}: hyp and ref (or text1 and text2) are needed; name them in line 1")


def _ids(table: TableRows, names: list[str]) -> list[SegmentId]:
    if "id" not in names:
        return [SegmentId.of_line(number) for number in range(1, len(table.rows) + 1)]
    cells, seen = table.column("id"), set[str]()
    for number, cell in zip(table.lines, cells, strict=True):
        if not cell or cell in seen:
            problem = "is there twice" if cell else "is empty"
            raise FormatError(table.name, number, f"id {cell[:80]!r} {problem}: each row needs its own")
        seen.add(cell)
    return [SegmentId.of_row(cell) for cell in cells]


def _side(table: TableRows, ids: list[SegmentId], column: int) -> SegmentFile:
    segments = tuple(Segment(name, row[column]) for name, row in zip(ids, table.rows, strict=True))
    return SegmentFile("plain", segments, Path(table.name))
