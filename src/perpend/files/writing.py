"""Writing files whole or not at all.

    with atomic_write(Path("scores.tsv")) as file:
        file.write(b"...")

A file appears under its name only when it is complete: it is written beside its place under a temporary name, flushed
to disk and renamed. Whatever goes wrong, no half-written file is left behind and an older file stays as it was.
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
    """Open a binary file that replaces `path` when the block ends without an error; missing folders are made."""
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
    """Refuse an output `path` whose folder does not exist or that is one of `inputs`; call it before long work.

    None, which commands use for "write nothing", is always right.
    """
    if path is None:
        return
    if not path.absolute().parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}: make it, or name another file")
    if path.exists() and any(one.exists() and path.samefile(one) for one in inputs):
        raise InputError(f"{path} is an input, which the result would replace: name another file")


def write_text(path: Path | str, text: str) -> None:
    """Write `text` to `path` in UTF-8, whole or not at all; lone surrogates, which UTF-8 cannot hold, are escaped."""
    try:
        with atomic_write(Path(path)) as file:
            file.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from None
