"""Writing files atomically, and checking before long work that they can be written.

    check_output(Path("scores.tsv"), Path("pairs.tsv"))    its folder is there, and it is not the input
    with atomic_write(Path("scores.tsv")) as file:
        file.write(b"...")

A file appears under its name only when it is complete: it is written in the same folder as `.scores.tsv.<token>.part`,
flushed to disk and renamed. After an error or a signal that Python sees no partial file is left, and an older file is
unchanged. What a killed process left is removed by the next writer of the same file: a writer holds a lock (flock) on
its partial file as long as it lives, so two live writers never disturb each other. Folders are not created. A device or
a pipe is written to directly.
"""

import errno
import fcntl
import io
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import combinations
from pathlib import Path
from typing import IO, TYPE_CHECKING

from perpend.errors import InputError, WriteError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["atomic_write", "check_output", "check_outputs", "write_text"]

_BUFFER = 1 << 18


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """Opens a binary file that replaces `path` when the block ends without an error.

    What cannot be written (no folder, no permission, a full disk) raises WriteError, which names `path`.
    """
    if _is_device(path):
        with _opened(path, path, "wb") as file:
            yield file
        return
    _sweep(path)
    # The name is known before there is a file, so that a signal at any moment after leaves none.
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        with _begun(temporary, path) as file:
            yield file
            with _naming(path):
                file.flush()
                os.fsync(file.fileno())
        with _naming(path):
            temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink()


class _File(io.FileIO):
    """A file whose errors name `target`, the file that it becomes."""

    def __init__(self, path: Path, mode: str, target: Path) -> None:
        super().__init__(path, mode)
        self._target = target

    def write(self, data: "ReadableBuffer", /) -> int:
        with _naming(self._target):
            return super().write(data)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Converts errors of the system into one that names `path`."""
    try:
        yield
    except OSError as error:
        reason = "there is no such folder" if error.errno == errno.ENOENT else error.strerror or str(error)
        raise WriteError(path, reason) from None


def _opened(path: Path, target: Path, mode: str) -> IO[bytes]:
    with _naming(target):
        return io.BufferedWriter(_File(path, mode, target), _BUFFER)


def _begun(temporary: Path, path: Path) -> IO[bytes]:
    """Opens and locks the partial file `temporary`; once more if a sweeping process took it before it was locked."""
    while True:
        with ExitStack() as opened:
            file = opened.enter_context(_opened(temporary, path, "xb"))
            # Some network file systems have no locks; there nothing is swept either.
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX)
            if os.fstat(file.fileno()).st_nlink:
                opened.pop_all()
                return file


def _sweep(path: Path) -> None:
    """Removes the partial files of `path` whose writers are gone."""
    ours = re.compile(rf"\.{re.escape(path.name)}\.[0-9a-f]{{16}}\.part")
    with suppress(OSError), os.scandir(path.parent) as entries:
        for left in [Path(entry) for entry in entries if ours.fullmatch(entry.name)]:
            _remove_if_left(left)


def _remove_if_left(path: Path) -> None:
    with suppress(OSError), os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)) as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()


def _is_device(path: Path) -> bool:
    """Whether `path` is neither a regular file nor a folder nor absent."""
    status = _status(path)
    return status is not None and not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode))


def _status(path: Path | str) -> os.stat_result | None:
    """Returns the status of a file, of standard input for "-", or None if there is none."""
    try:
        return os.fstat(0) if str(path) == "-" else Path(path).stat()
    except (OSError, ValueError):
        return None


def check_output(path: Path | None, *inputs: Path | str) -> None:
    """Raises InputError if `path` cannot be written or is one of `inputs`; call it before long work.

    None and "-", for standard output, are accepted.
    """
    check_outputs([path], inputs)


def check_outputs(outputs: Iterable[Path | str | None], inputs: Iterable[Path | str] = ()) -> None:
    """Raises InputError if one of `outputs` is a folder, is in none, is one of `inputs`, or is named twice.

    Links are followed, so that two names of one file are found out. None and "-", for standard output, are accepted.
    """
    paths = [Path(path) for path in outputs if path is not None and str(path) != "-"]
    read = [status for one in inputs if (status := _status(one)) and stat.S_ISREG(status.st_mode)]
    for path in paths:
        _check_place(path)
        status = _status(path)
        if status and any(os.path.samestat(status, one) for one in read):
            raise InputError(f"{path} is an input, which the result would replace: name another file")
    for one, other in combinations(paths, 2):
        if not _is_device(one) and _are_same(one, other):
            raise InputError(f"{one} and {other} are one file, but two results: name another file")


def _check_place(path: Path) -> None:
    folder = path.absolute().parent
    if not folder.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}: make it, or name another file")
    if path.is_dir():
        raise InputError(f"{path} is a folder: name a file")
    if not _is_device(path) and not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"{path}: nothing can be written to the folder {path.parent}: name another file")


def _are_same(one: Path, other: Path) -> bool:
    first, second = _status(one), _status(other)
    if first and second:
        return os.path.samestat(first, second)
    return one.resolve() == other.resolve()


def write_text(path: Path | str, text: str) -> None:
    """Writes `text` to `path` in UTF-8, atomically; escapes lone surrogates, which UTF-8 cannot represent."""
    with atomic_write(Path(path)) as file:
        file.write(text.encode("utf-8", "backslashreplace"))
