"""When a file last changed, as part of the key under which what was read from it is kept.

@lru_cache(maxsize=8)
def table_in(path, stamp): ...

table_in(path, stamp(path))      the file is read again only after it has changed
"""

from pathlib import Path

__all__ = ["Stamp", "stamp"]

Stamp = tuple[int, int]
"""The time of the last change in nanoseconds, and the size in bytes."""


def stamp(path: Path | str) -> Stamp:
    """The stamp of a file; zeros if it is not there, so that the caller's reader can say so.

    >>> stamp("no such file")
    (0, 0)
    """
    try:
        status = Path(path).stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size
