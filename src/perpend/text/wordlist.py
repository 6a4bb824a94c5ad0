"""A text file with one entry per line -> a tuple of strings.

Blank lines and lines that begin with "# " are comments; every other line is an entry, stripped of white space:

    # titles
    mr
    mrs          ->   ("mr", "mrs")
"""

from pathlib import Path

from perpend.files.compressed import read_bytes
from perpend.files.lines import text_lines

__all__ = ["read_word_list"]


def read_word_list(path: Path) -> tuple[str, ...]:
    """Returns the entries of the file at `path`, in order; bytes that are not UTF-8 raise FormatError."""
    lines = text_lines(path, read_bytes(path, "a list of words"), lone_cr=True)
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("# "))
