"""A text file of entries, one a line -> a tuple of strings.

Blank lines and lines that begin with "# " are for people; everything else is an entry, stripped of blanks at its ends:

    # titles
    mr
    mrs          ->   ("mr", "mrs")
"""

from pathlib import Path

from perpend.errors import FormatError

__all__ = ["read_word_list"]


def read_word_list(path: Path) -> tuple[str, ...]:
    """The entries of the file, in its order; bytes that are not UTF-8 are a FormatError."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise FormatError(path, None, f"not UTF-8 at byte {error.start}; convert the file") from None
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("# "))
