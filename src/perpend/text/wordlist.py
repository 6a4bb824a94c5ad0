"""A text file of entries, one a line -> a tuple of strings.

Blank lines and lines that begin with "# " are for people; everything else is an entry, stripped of blanks at its ends:

    # titles
    mr
    mrs          ->   ("mr", "mrs")
"""

from pathlib import Path

__all__ = ["read_word_list"]


def read_word_list(path: Path) -> tuple[str, ...]:
    """The entries of the file, in its order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("# "))
