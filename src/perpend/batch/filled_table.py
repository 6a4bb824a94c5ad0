r"""A table of pairs -> the same table with new columns; files of any size go through in a stream.

    id    text1          text2                 id    text1          text2          answer   probability   error
    n1    the cat sat    a cat slept     ->    n1    the cat sat    a cat slept    no       0.31
    n2    he left                              n2    he left                                              2 columns, ...

What the new columns are and how pairs get them is told by `NewColumns`; `error` is always the last. All rows stay, in
their order, with all their columns. A row that cannot be answered keeps its place with empty cells; `pair_rows` tells
how its fields are written. The other form is JSON lines: an object for each row, with its line number, its columns by
name, the new ones (null where there is nothing) and the signature.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from json import dumps
from typing import IO, Any

from perpend.errors import FormatError, InputError
from perpend.files.pair_rows import PairRow, PairRows
from perpend.learning.limits import check_lengths

__all__ = ["NewColumns", "Tally", "fill_table"]

_CHUNK = 256
"""So many rows are answered at a time; a row takes some kilobytes with its explanation."""


@dataclass(frozen=True, slots=True)
class NewColumns:
    """The names of the new columns but for `error`, what fills them for each of some pairs, and its signature."""

    names: tuple[str, ...]
    cells: Callable[[Sequence[tuple[str, str]]], Iterable[tuple[Any, ...]]]
    signature: str

    @property
    def added(self) -> tuple[str, ...]:
        """All names."""
        return (*self.names, "error")


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rows there were, and how many of them have no answer."""

    rows: int = 0
    bad: int = 0


def fill_table(
    new: NewColumns,
    table: PairRows,
    output: IO[bytes],
    *,
    swap: bool = False,
    as_json: bool = False,
    report: Callable[[PairRow], None] | None = None,
    progress: Callable[[], None] | None = None,
) -> Tally:
    """Write every row with its new cells. `report` is told of each row without, `progress` whenever some are done."""
    tally = Tally()
    write = _json_writer(new, table) if as_json else _tsv_line
    _check_names(table, new, as_json)
    if table.header and not as_json:
        output.write(_tsv_line(PairRow(1, table.names), new.added))
    for chunk in _chunks(table):
        for row, cells in _answered(new, table, chunk, swap):
            output.write(write(row, cells))
            tally = Tally(tally.rows + 1, tally.bad + bool(row.problem))
            if row.problem and report:
                report(row)
        if progress:
            progress()
    return tally


def _check_names(table: PairRows, new: NewColumns, as_json: bool) -> None:
    names = {*new.added, *(("line", "signature") if as_json else ())}
    if taken := sorted(names & {name.lower() for name in table.names}):
        raise FormatError(table.name, 1, f"column {taken[0]!r} is there already, and would be added: rename it")


def _chunks(table: Iterable[PairRow]) -> Iterator[list[PairRow]]:
    rows = iter(table)
    while chunk := list(islice(rows, _CHUNK)):
        yield chunk


def _answered(
    new: NewColumns, table: PairRows, chunk: Sequence[PairRow], swap: bool
) -> Iterator[tuple[PairRow, tuple[Any, ...]]]:
    """Each row with what stands in the new columns; None where there is nothing."""
    rows = [_checked(table, row) for row in chunk]
    first, second = table.texts[::-1] if swap else table.texts
    good = [(row.fields[first], row.fields[second]) for row in rows if not row.problem]
    found, nothing = iter(_cells(new, good)), (None,) * len(new.names)
    for row in rows:
        cells = row.problem or next(found)
        if isinstance(cells, str):
            yield replace(row, problem=cells), (*nothing, cells)
        else:
            yield row, (*cells, None)


def _cells(new: NewColumns, pairs: Sequence[tuple[str, str]]) -> list[tuple[Any, ...] | str]:
    """What fills the new columns for each pair, or why nothing does: one that is refused must not cost the others."""
    try:
        return [*new.cells(pairs)]
    except InputError as error:
        if len(pairs) == 1:
            return [str(error)]
    return [cells for pair in pairs for cells in _cells(new, [pair])]


def _checked(table: PairRows, row: PairRow) -> PairRow:
    if row.problem:
        return row
    try:
        check_lengths(*(row.fields[place] for place in table.texts))
    except InputError as error:
        return replace(row, problem=str(error))
    return row


def _tsv_line(row: PairRow, cells: Iterable[Any]) -> bytes:
    return ("\t".join([*row.fields, *map(_tsv_cell, cells)]) + "\n").encode("utf-8")


def _tsv_cell(value: Any) -> str:
    if value is None:
        return ""
    # A tab inside JSON or a message would begin a column of its own; JSON spells it \t, messages have none.
    return value if isinstance(value, str) else dumps(value, ensure_ascii=False)


def _json_writer(new: NewColumns, table: PairRows) -> Callable[[PairRow, Iterable[Any]], bytes]:
    names = (*table.names, *new.added)

    def line(row: PairRow, cells: Iterable[Any]) -> bytes:
        columns = dict(zip(names, (*row.fields, *cells), strict=True))
        found = {"line": row.number, **columns, "signature": new.signature}
        return (dumps(found, ensure_ascii=False) + "\n").encode("utf-8")

    return line
