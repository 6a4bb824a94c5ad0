"""Reads a file of preferences: which of two hypotheses people found better.

    set     document   segment   better   worse
    news    doc1       3         sysB     sysA        ->   (index of sysB's segment, index of sysA's)

Five columns, separated by tabs, without a header, as TER-Plus's tuning reads them. The hypotheses are named by system,
set, document and segment: `[sysA][news][doc1][3]`. Leading zeros of a segment are ignored.
"""

from collections.abc import Sequence
from pathlib import Path

from perpend.errors import FormatError
from perpend.files.tables import read_table
from perpend.metrics.segments import SegmentId

__all__ = ["read_preferences"]

_COLUMNS = ("set", "document", "segment", "better", "worse")


def read_preferences(path: Path | str, ids: Sequence[SegmentId]) -> list[tuple[int, int]]:
    """Returns for each line of `path` the indices of the better and of the worse hypothesis in `ids`."""
    path = Path(path)
    places = {_key(name.system, name.set, name.document, name.segment): place for place, name in enumerate(ids)}
    found = []
    table = read_table(path, header=False, delimiter="tab")
    if len(table.names) != len(_COLUMNS):
        raise FormatError(path, 1, f"{len(table.names)} columns, {len(_COLUMNS)} needed: {', '.join(_COLUMNS)}")
    for number, row in zip(table.lines, table.rows, strict=True):
        *where, better, worse = [cell.strip() for cell in row]
        for system in (better, worse):
            if _key(system, *where) not in places:
                name = "".join(f"[{part}]" for part in (system, *where))
                raise FormatError(path, number, f"no hypothesis is named {name}: correct the line or name one so")
        found.append((places[_key(better, *where)], places[_key(worse, *where)]))
    return found


def _key(system: str, test_set: str, document: str, segment: str) -> tuple[str, ...]:
    return system, test_set, document, segment.lstrip("0") or "0"
