"""The limits of what is read from a file, a pipe or a device; docs/files.md lists them for users.

Files that may be large are read as streams, with a limit for one line or row. A file that must be held in memory as a
whole has a limit of size and of lines. Sizes are those after decompression, and they are checked while reading, because
a pipe, a device and a compressed file do not tell how much will come.
"""

__all__ = [
    "FREE_UNPACKED",
    "LARGEST",
    "MAX_COLUMNS",
    "MAX_DOCUMENT",
    "MAX_LINE",
    "MAX_LINES",
    "MAX_RATIO",
    "MAX_TEXT",
    "MAX_WHOLE",
    "megabytes",
]

FREE_UNPACKED = 1 << 19
"""The bytes that a compressed file may unpack to whatever its size is; beyond them MAX_RATIO holds."""

LARGEST = 1e9
"""The largest magnitude of a number with a fraction in a model or index, unless its reader declares another."""

MAX_COLUMNS = 1000
"""The most columns of a table; a short row is filled up to them."""

MAX_DOCUMENT = 64 << 20
"""The largest JSON document in bytes; a model takes some kilobytes and 20 bytes for each training pair."""

MAX_LINE = 16 << 20
"""The longest line or row in bytes; a file with a longer one is not a text file."""

MAX_LINES = 10_000_000
"""The most lines or rows that are held in memory at once."""

MAX_RATIO = 50
"""How many times its size a compressed file may unpack to; texts and tables do 2 to 20 times, a bomb 200 to 10,000."""

MAX_TEXT = 1 << 20
"""The longest text on standard input, for commands that take one text, in bytes."""

MAX_WHOLE = 256 << 20
"""The largest file that is held in memory as a whole, in bytes."""


def megabytes(size: int) -> str:
    """Returns `size` in words.

    >>> megabytes(MAX_WHOLE), megabytes(300)
    ('256 MB', '300 bytes')
    """
    return f"{size >> 20} MB" if size >= 1 << 20 else f"{size} bytes"
