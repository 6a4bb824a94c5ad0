"""A work folder for a long computation in steps, so that a kill costs one step at most.

    table.phrases.work/
        manifest.json     the subject (inputs with their checksums, settings) and each finished step:
                          {"subject": {...}, "steps": {"words": {"columns": {...}, "facts": {...}}, ...}}
        target.words      columns: raw numbers, read by memory-mapping
        ...

A step writes its columns under temporary names, renames them when they are complete, and then adds itself to the
manifest, which is replaced atomically. So a resumed run finds each step finished or not begun. Resuming first checks
that the subject is the same, and the checksums of all columns.
"""

import fcntl
import json
import math
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import CorruptResource, FormatError, InputError
from perpend.files.documents import Fields, read_document
from perpend.files.stamps import file_checksum
from perpend.files.writing import atomic_write

__all__ = ["Journal"]

_MANIFEST = "manifest.json"
_DTYPE = re.compile(r"<[iu][248]|<f[48]|\|[iu]1")


class Journal:
    """The finished steps of a computation in `folder`, and their columns; as a context manager it locks the folder.

    `subject` identifies the inputs and settings; with `resume` an unfinished computation is continued.
    """

    def __init__(self, folder: Path, subject: Mapping[str, Any], *, resume: bool = False) -> None:
        self.folder, self._subject, self._resume = folder, dict(subject), resume
        self._steps: dict[str, Any] = {}
        self._open = ExitStack()

    def __enter__(self) -> "Journal":
        try:
            self.folder.mkdir(exist_ok=True)
            lock = self._open.enter_context((self.folder / ".lock").open("ab"))
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._begin()
        except BlockingIOError:
            self._open.close()
            raise InputError(
                f"another process is at work in {self.folder}: wait for it, or name another --work"
            ) from None
        except OSError as error:
            self._open.close()
            raise InputError(f"cannot work in {self.folder}: {error.strerror or error}; name another --work") from None
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._sweep()
        self._open.close()

    def remove(self) -> None:
        """Removes the folder when the work is done.

        The manifest forgets the steps before their columns go and goes last itself, so that a kill in between leaves a
        folder that a resumed run accepts and begins anew.
        """
        self._steps = {}
        with suppress(OSError):
            self._write()
            for one in self.folder.iterdir():
                if one.name not in (_MANIFEST, ".lock"):
                    one.unlink()
        shutil.rmtree(self.folder, ignore_errors=True)

    def facts(self, step: str) -> dict[str, Any] | None:
        """Returns the facts that `step` recorded when it finished; None if it has not."""
        found = self._steps.get(step)
        return None if found is None else dict(found["facts"])

    def recorded(self, step: str) -> Fields:
        """Returns the facts of the finished `step` to be checked one by one, since a manifest may have been altered."""
        path, advice = self.folder / _MANIFEST, f"remove {self.folder} and start again"

        def error(problem: str) -> CorruptResource:
            return CorruptResource(f"{path} is damaged: {advice} ({problem})")

        return Fields(path, self.facts(step) or {}, f"{step} ", advice, error)

    def finish(
        self, step: str, columns: Mapping[str, type[np.generic]], facts: Mapping[str, Any] | None = None
    ) -> None:
        """Records that `step` has written its `columns` (name -> dtype), with its `facts`."""
        entries = {name: self._entry(name, np.dtype(dtype)) for name, dtype in columns.items()}
        self._steps[step] = {"columns": entries, "facts": dict(facts or {})}
        self._write()

    def discard(self, *steps: str) -> None:
        """Deletes the columns of `steps` that no later step needs; the steps stay finished."""
        names = [name for step in steps for name in self._steps[step]["columns"]]
        for step in steps:
            self._steps[step]["columns"] = {}
        self._write()
        for name in names:
            self.path(name).unlink(missing_ok=True)

    def path(self, name: str) -> Path:
        """Returns the path of the column `name`."""
        return self.folder / name

    def column(self, name: str) -> NDArray[Any]:
        """Returns the column `name` of a finished step, memory-mapped."""
        entry = self._column(name)
        dtype = np.dtype(entry["dtype"])
        return np.memmap(self.path(name), dtype, "r") if entry["bytes"] else np.empty(0, dtype)

    def map_new(self, name: str, shape: tuple[int, ...]) -> "np.memmap[Any, np.dtype[np.uint32]]":
        """Returns new uint32 numbers of this `shape`, all 0, memory-mapped to the file `name`.

        The room is taken at once: writing to a map that the disk has no room for would kill the process.
        """
        path = self.path(name)
        with path.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, 4 * math.prod(shape))
        return np.memmap(path, np.uint32, "r+", shape=shape)

    def checksum(self, name: str) -> str:
        """Returns the sha256 of the column `name`."""
        return str(self._column(name)["sha256"])

    def _column(self, name: str) -> dict[str, Any]:
        """Returns what the manifest says of the column `name`."""
        for step in self._steps.values():
            if name in step["columns"]:
                return dict(step["columns"][name])
        raise CorruptResource(
            f"{self.folder / _MANIFEST} has no column {name!r}, which is needed: remove {self.folder} and start again"
        )

    def _begin(self) -> None:
        path = self.folder / _MANIFEST
        if path.exists():
            if not self._resume:
                raise InputError(f"{self.folder} holds unfinished work: give --resume to go on, or remove it")
            self._take_up(path)
        elif any(one.name != ".lock" for one in self.folder.iterdir() if not one.name.endswith(".part")):
            raise InputError(f"{self.folder} holds other files: name an empty or a new folder as --work")
        self._sweep()
        self._write()

    def _sweep(self) -> None:
        """Removes what steps were writing when they were interrupted; the lock of the folder is held."""
        for left in self.folder.glob("*.part"):
            left.unlink(missing_ok=True)

    def _take_up(self, path: Path) -> None:
        try:
            subject, checked = self._read(path)
        except FormatError as error:
            advice = f"remove {self.folder} and start again"
            raise CorruptResource(f"{path} is damaged: {advice} ({error.problem})") from None
        now = json.loads(json.dumps(self._subject))
        if subject != now:
            other = ", ".join(sorted(key for key in {*subject, *now} if subject.get(key) != now.get(key)))
            raise InputError(f"{self.folder} was begun with other {other}: remove it, or name another --work")
        for name, size, sha256 in checked:
            column = self.path(name)
            if not column.is_file() or column.stat().st_size != size or file_checksum(column) != sha256:
                raise CorruptResource(
                    f"{column} has changed since it was written: remove {self.folder} and start again"
                )

    def _read(self, path: Path) -> tuple[dict[str, Any], list[tuple[str, int, str]]]:
        """Reads the steps; returns the subject, and name, size and checksum of each column."""
        manifest = read_document(path, remedy="the manifest was altered")
        manifest.only(("subject", "steps"))
        subject, steps = manifest.inner("subject").content, manifest.inner("steps")
        checked = [column for name in steps.content for column in _recorded(steps.inner(name))]
        self._steps = steps.content
        return subject, checked

    def _entry(self, name: str, dtype: np.dtype[Any]) -> dict[str, Any]:
        path = self.path(name)
        return {"dtype": dtype.newbyteorder("<").str, "bytes": path.stat().st_size, "sha256": file_checksum(path)}

    def _write(self) -> None:
        with atomic_write(self.folder / _MANIFEST) as file:
            file.write(json.dumps({"subject": self._subject, "steps": self._steps}, indent=1).encode())


def _recorded(step: Fields) -> Iterator[tuple[str, int, str]]:
    """Yields name, size and checksum of each column of a `step`, after checking all that the manifest says of it."""
    step.only(("columns", "facts"))
    step.inner("facts")
    columns = step.inner("columns")
    for name in columns.content:
        entry = columns.inner(name)
        dtype, size = entry.text("dtype"), entry.integer("bytes", least=0)
        if Path(name).name != name:
            entry.refuse(f"{name[:80]!r} is no name of a column")
        if not _DTYPE.fullmatch(dtype):
            entry.refuse(f"{entry.where}'dtype' is {dtype[:20]!r}, a type of numbers such as '<u4' was needed")
        if size % np.dtype(dtype).itemsize:
            entry.refuse(f"{entry.where}'bytes' is {size}, a multiple of the size of {dtype!r} was needed")
        yield name, size, entry.text("sha256")
