"""Writing files atomically.

    with atomic_write(Path("scores.tsv")) as file:
        file.write(b"...")

A file appears under its name only when it is complete: it is written in the same folder under a temporary name, flushed
to disk and renamed. After an error no partial file is left, and an older file is unchanged.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from perpend.errors import InputError

__all__ = ["atomic_write", "check_output", "write_text"]


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """Opens a binary file that replaces `path` when the block ends without an error; creates missing folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def check_output(path: Path | None, *inputs: Path) -> None:
    """Raises InputError if the folder of `path` does not exist or `path` is one of `inputs`; call it before long work.

    None, for "write nothing", is accepted.
    """
    if path is None:
        return
    if not path.absolute().parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}: make it, or name another file")
    if path.exists() and any(one.exists() and path.samefile(one) for one in inputs):
        raise InputError(f"{path} is an input, which the result would replace: name another file")


def write_text(path: Path | str, text: str) -> None:
    """Writes `text` to `path` in UTF-8, atomically; escapes lone surrogates, which UTF-8 cannot represent."""
    try:
        with atomic_write(Path(path)) as file:
            file.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from None
