"""When a file last changed: part of a cache key for what was read from it.

@lru_cache(maxsize=8)
def table_in(path, stamp): ...

table_in(path, stamp(path))      reads the file again only after it has changed
"""

import hashlib
from pathlib import Path

__all__ = ["Stamp", "file_checksum", "stamp"]

Stamp = tuple[int, int]
"""The time of the last change in nanoseconds, and the size in bytes."""


def stamp(path: Path | str) -> Stamp:
    """Returns the stamp of the file at `path`; zeros if it does not exist, so that its reader can raise the error.

    >>> stamp("no such file")
    (0, 0)
    """
    try:
        status = Path(path).stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def file_checksum(path: Path) -> str:
    """Returns the sha256 of the file at `path`, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
