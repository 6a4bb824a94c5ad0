"""Reads files of misspellings: tables with the columns `correct` and `misspelling`.

correct<TAB>misspelling          a header; further columns are ignored
receive<TAB>recieve
a_lot<TAB>alot                   an underscore stands for a space
?<TAB>Doc_chm                    the correct word is unknown: skipped
"""

from pathlib import Path

from perpend.errors import FormatError
from perpend.files.limits import MAX_WHOLE
from perpend.files.tables import Row, open_table
from perpend.spelling.word_list import MOST_LETTERS

__all__ = ["read_misspellings"]

_COLUMNS = ("correct", "misspelling")


def read_misspellings(path: Path | str) -> list[tuple[str, str]]:
    """Returns the pairs (correct, misspelling) of the file `path`."""
    with open_table(path, columns=_COLUMNS, most=MAX_WHOLE) as table:
        filled = (row for row in table if any(map(str.strip, row.fields)))
        found = [_checked(path, row, table.texts) for row in filled]
    return [(meant, written) for meant, written in found if meant != "?"]


def _checked(path: Path | str, row: Row, places: tuple[int, int]) -> tuple[str, str]:
    # Missing or additional columns after the two are ignored.
    if row.problem and ("UTF-8" in row.problem or max(places) == len(row.fields) - 1):
        raise FormatError(path, row.number, f"{row.problem}: correct this row or take it out")
    meant, written = (row.fields[place].strip().replace("_", " ") for place in places)
    if not meant or not written or max(len(meant), len(written)) > MOST_LETTERS:
        raise FormatError(path, row.number, f"a word of 1 to {MOST_LETTERS} letters is needed in both columns")
    return meant, written
