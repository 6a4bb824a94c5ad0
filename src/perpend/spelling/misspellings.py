"""Files of misspellings: what was meant, and what was written, in the columns `correct` and `misspelling`.

correct<TAB>misspelling          a header; further columns are left alone
receive<TAB>recieve
a_lot<TAB>alot                   an underscore stands for a space
?<TAB>Doc_chm                    nobody knows what was meant: left out
"""

from pathlib import Path

from perpend.errors import FormatError, InputError
from perpend.spelling.word_list import MOST_LETTERS

__all__ = ["read_misspellings"]

_COLUMNS = ("correct", "misspelling")


def read_misspellings(path: Path | str) -> list[tuple[str, str]]:
    """The pairs of a file: the word that was meant, and what was written."""
    try:
        lines = Path(path).read_bytes().decode("utf-8").removeprefix("\ufeff").split("\n")
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): name a file of misspellings") from None
    except UnicodeDecodeError as error:
        raise FormatError(path, None, f"byte {error.start + 1:,} is not UTF-8: save it as UTF-8") from None
    header = lines[0].rstrip("\r").split("\t")
    if missing := [name for name in _COLUMNS if name not in header]:
        raise FormatError(path, 1, f"no column {missing[0]!r}: a header with {' and '.join(_COLUMNS)} is needed")
    places = [header.index(name) for name in _COLUMNS]
    rows = [_row(path, number, line, places) for number, line in enumerate(lines[1:], 2) if line.strip()]
    return [(meant, written) for meant, written in rows if meant != "?"]


def _row(path: Path | str, number: int, line: str, places: list[int]) -> tuple[str, str]:
    cells = line.rstrip("\r").split("\t")
    if len(cells) <= max(places):
        raise FormatError(path, number, f"{len(cells)} columns, {max(places) + 1} needed")
    meant, written = (cells[place].strip().replace("_", " ") for place in places)
    if not meant or not written or max(len(meant), len(written)) > MOST_LETTERS:
        raise FormatError(path, number, f"a word of 1 to {MOST_LETTERS} letters is needed in both columns")
    return meant, written
