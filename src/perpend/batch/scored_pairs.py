r"""A table of pairs -> the same table with a score in each row; files of any size go through in a stream.

    id    text1          text2                 id    text1          text2          score   raw     error
    n1    the cat sat    a cat slept     ->    n1    the cat sat    a cat slept    3.2     3.2
    n2    he left                              n2    he left                                       2 columns, 3 ...

All rows stay, in their order, with all their columns; the new ones stand at the end:

    score            the similarity, on the model's scale
    raw              the same before it was clipped to the scale
    intercept        with `explain`: where every score begins
    contributions    with `explain`: JSON of what each edit added or took off; these and the intercept sum to `raw`
    error            why a row has no score; empty if it has one

A row that cannot be scored keeps its place with an empty score; `pair_rows` tells how its fields are written. The other
form is JSON lines: an object for each row, with its line number, its columns by name, the same new ones (null where
there is nothing) and the signature.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from json import dumps
from typing import IO, Any

from perpend.errors import FormatError, InputError
from perpend.metrics.pair_rows import PairRow, PairRows
from perpend.similarity.model import check_lengths
from perpend.similarity.score import PerpScorer, Score

__all__ = ["Options", "Tally", "score_pairs"]

_CHUNK = 256
"""So many rows are scored at a time; a row takes some kilobytes with its explanation."""


@dataclass(frozen=True, slots=True)
class Options:
    """How pairs are scored and rows written; `swap` exchanges the two texts."""

    symmetric: bool = False
    swap: bool = False
    explain: bool = False
    as_json: bool = False

    @property
    def added(self) -> tuple[str, ...]:
        """The names of the new columns."""
        return ("score", "raw", *(("intercept", "contributions") if self.explain else ()), "error")


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rows there were, and how many of them have no score."""

    rows: int = 0
    bad: int = 0


def score_pairs(
    scorer: PerpScorer,
    table: PairRows,
    output: IO[bytes],
    options: Options | None = None,
    *,
    report: Callable[[PairRow], None] | None = None,
    progress: Callable[[], None] | None = None,
) -> Tally:
    """Write every row with its score. `report` is told of each row that has none, `progress` whenever some are done."""
    options, tally = options or Options(), Tally()
    write = _json_writer(scorer, table, options) if options.as_json else _tsv_line
    _check_names(table, options)
    if table.header and not options.as_json:
        output.write(_tsv_line(PairRow(1, table.names), options.added))
    for chunk in _chunks(table):
        for row, score in _scored(scorer, table, chunk, options):
            output.write(write(row, _cells(row, score, options)))
            tally = Tally(tally.rows + 1, tally.bad + (score is None))
            if score is None and report:
                report(row)
        if progress:
            progress()
    return tally


def _check_names(table: PairRows, options: Options) -> None:
    new = {*options.added, *(("line", "signature") if options.as_json else ())}
    if taken := sorted(new & {name.lower() for name in table.names}):
        raise FormatError(table.name, 1, f"column {taken[0]!r} is there already, and would be added: rename it")


def _chunks(table: Iterable[PairRow]) -> Iterator[list[PairRow]]:
    rows = iter(table)
    while chunk := list(islice(rows, _CHUNK)):
        yield chunk


def _scored(
    scorer: PerpScorer, table: PairRows, chunk: Sequence[PairRow], options: Options
) -> Iterator[tuple[PairRow, Score | None]]:
    """Each row with its score, or with none and its problem."""
    rows = [_checked(table, row) for row in chunk]
    first, second = table.texts[::-1] if options.swap else table.texts
    good = [(row.fields[first], row.fields[second]) for row in rows if not row.problem]
    scores = iter(scorer.score_many(good, options.symmetric))
    return ((row, None if row.problem else next(scores)) for row in rows)


def _checked(table: PairRows, row: PairRow) -> PairRow:
    if row.problem:
        return row
    try:
        check_lengths(*(row.fields[place] for place in table.texts))
    except InputError as error:
        return replace(row, problem=str(error))
    return row


def _cells(row: PairRow, score: Score | None, options: Options) -> tuple[Any, ...]:
    """What stands in the new columns; None where there is nothing."""
    if score is None:
        return (*(None for _ in options.added[:-1]), row.problem)
    parts = (score.intercept, [one.to_dict() for one in score.contributions]) if options.explain else ()
    return (score.value, score.raw, *parts, None)


def _tsv_line(row: PairRow, cells: Iterable[Any]) -> bytes:
    return ("\t".join([*row.fields, *map(_tsv_cell, cells)]) + "\n").encode("utf-8")


def _tsv_cell(value: Any) -> str:
    if value is None:
        return ""
    # A tab inside JSON or a message would begin a column of its own; JSON spells it \t, messages have none.
    return value if isinstance(value, str) else dumps(value, ensure_ascii=False)


def _json_writer(scorer: PerpScorer, table: PairRows, options: Options) -> Callable[[PairRow, Iterable[Any]], bytes]:
    names, signature = (*table.names, *options.added), scorer.signature(options.symmetric)

    def line(row: PairRow, cells: Iterable[Any]) -> bytes:
        columns = dict(zip(names, (*row.fields, *cells), strict=True))
        found = {"line": row.number, **columns, "signature": signature}
        return (dumps(found, ensure_ascii=False) + "\n").encode("utf-8")

    return line
