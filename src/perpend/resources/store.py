"""The store: the files of outside resources on this machine.

    <home>/                          PERPEND_HOME, else the user's data folder
      wordnet-dict/
        3.0-37/                      one version of the resource, complete or absent
          data.noun  index.sense …
        .lock                        held by the process that is fetching it
        .3.0-37.part/                what it has fetched so far

    <mirror>/                        PERPEND_MIRROR, for offline machines
      wordnet-dict/                  the id, or `mirror` in the catalog
        data.noun  index.sense …

A resource is read from the mirror if it is there, else from home. `get` copies it to home: from the mirror first, then
from its sources in the order of the catalog. It fills the `.part` folder, checks the size and sha256 of every file, and
renames the folder when it is complete; the next `get` removes what an interrupted process left.
"""

import errno
import fcntl
import logging
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from perpend.errors import CorruptResource, MissingResource, ResourceError, SettingError, unknown_name
from perpend.resources.catalog import Catalog, File, FolderSource, Resource, Source, shipped_catalog
from perpend.resources.sources import checked_chunks, fetch
from perpend.types import Progress

__all__ = ["Holding", "Status", "Store", "resource_path"]

_logger = logging.getLogger(__name__)
_WRITE_TROUBLE = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM}


class Status(StrEnum):
    """The state of a resource in the store, by the sizes of its files."""

    ABSENT = "absent"
    CORRUPT = "corrupt"
    MIRROR = "mirror"
    PRESENT = "present"


@dataclass(frozen=True, slots=True)
class Holding:
    """One line of the store's list: a `resource`, its `status`, and its `path` if it is usable."""

    resource: Resource
    status: Status
    path: Path | None


def resource_path(name: str) -> Path:
    """Returns the file or folder of the resource `name` in the store of PERPEND_HOME and PERPEND_MIRROR."""
    return Store().path(name)


class Store:
    """The resources of `catalog` under `home`, or in `mirror` instead.

    Defaults: PERPEND_HOME or the user's data folder, PERPEND_MIRROR or none, the catalog in the package.
    """

    def __init__(
        self, home: Path | str | None = None, mirror: Path | str | None = None, *, catalog: Catalog | None = None
    ) -> None:
        self.home = Path(home or os.environ.get("PERPEND_HOME") or _user_folder()).expanduser().absolute()
        named = mirror or os.environ.get("PERPEND_MIRROR")
        self.mirror = Path(named).expanduser().absolute() if named else None
        self.catalog = shipped_catalog() if catalog is None else catalog
        if self.mirror and not self.mirror.is_dir():
            raise SettingError(f"the mirror {self.mirror} is not a folder: check --mirror or PERPEND_MIRROR")

    def path(self, name: str) -> Path:
        """Returns the file of the resource `name`, or its folder if it has several; checks sizes only."""
        resource = self._resource(name)
        return resource.entry(self._whole_folder(resource))

    def status(self, name: str) -> Status:
        """Returns whether the resource `name` is in the store, and whether its files have the right sizes."""
        resource = self._resource(name)
        try:
            return Status.PRESENT if self._whole_folder(resource) == self._target(resource) else Status.MIRROR
        except MissingResource:
            return Status.ABSENT
        except CorruptResource:
            return Status.CORRUPT

    def list(self) -> tuple[Holding, ...]:
        """Returns every resource of the catalog with its state in the store."""
        return tuple(self._holding(resource) for resource in self.catalog.values())

    def verify(self, name: str, progress: Progress | None = None) -> Path:
        """Reads all files of the resource `name` and checks their sha256; returns its path.

        Raises CorruptResource with the first file that differs. Calls `progress` with the bytes read.
        """
        resource = self._resource(name)
        folder = self._whole_folder(resource)
        done = 0
        for file in resource.files:
            try:
                with (folder / file.name).open("rb") as stream:
                    for chunk in checked_chunks(stream, file):
                        done += len(chunk)
                        _tell(progress, resource, "checking", done, resource.size)
            except (CorruptResource, OSError) as error:
                raise self._corrupt(resource, folder, str(error)) from None
        return resource.entry(folder)

    def get(self, name: str, progress: Progress | None = None, force: bool = False) -> Path:
        """Fetches the resource `name` if it is not at home, or if `force`; returns its path.

        Calls `progress` with the bytes fetched.
        """
        resource = self._resource(name)
        target = self._target(resource)
        if force or _problem(resource, target):
            with _writable(self.home), _locked(target.parent / ".lock", resource, progress):
                # Another process may have fetched it while this one waited for the lock.
                if force or _problem(resource, target):
                    self._fetch(resource, target, progress)
        return resource.entry(target)

    def _resource(self, name: str) -> Resource:
        if name not in self.catalog:
            raise unknown_name("resource", name, self.catalog)
        return self.catalog[name]

    def _holding(self, resource: Resource) -> Holding:
        status = self.status(resource.id)
        usable = status in (Status.PRESENT, Status.MIRROR)
        return Holding(resource, status, self.path(resource.id) if usable else None)

    def _target(self, resource: Resource) -> Path:
        return self.home / resource.id / resource.version

    def _whole_folder(self, resource: Resource) -> Path:
        """Returns the folder, in the mirror or at home, that has every file in its right size."""
        places = [self._target(resource)]
        if self.mirror:
            places.insert(0, self.mirror / resource.mirror)
        problems = [(place, _problem(resource, place)) for place in places]
        for place, problem in problems:
            if problem is None:
                return place
        for place, problem in problems:
            if problem and place.is_dir():
                raise self._corrupt(resource, place, problem)
        raise MissingResource(f"{resource.id} is not on this machine: {_advice(resource)}")

    def _corrupt(self, resource: Resource, folder: Path, problem: str) -> CorruptResource:
        remedy = (
            f"run `perpend resources get --force {resource.id}`"
            if folder == self._target(resource)
            else "repair the mirror"
        )
        return CorruptResource(f"{resource.id} in {folder} cannot be used: {problem}: {remedy}")

    def _sources(self, resource: Resource) -> tuple[Source, ...]:
        mirrored = (FolderSource(self.mirror / resource.mirror),) if self.mirror else ()
        return (*mirrored, *resource.sources)

    def _fetch(self, resource: Resource, target: Path, progress: Progress | None) -> None:
        def report(description: str, done: int, total: int) -> None:
            _tell(progress, resource, description, done, total)

        reasons = []
        for source in self._sources(resource):
            _logger.debug("fetching %s from %s", resource.id, source)
            with _part_folder(target) as part:
                try:
                    fetch(source, resource.files, part / "files", part / "scratch", report)
                except ResourceError as error:
                    reasons.append(f"{source}: {error}")
                except OSError as error:
                    if error.errno in _WRITE_TROUBLE:
                        raise
                    reasons.append(f"{source}: {error.strerror or error}")
                else:
                    _replace(target, part)
                    _logger.debug("%s is in %s, every file checked", resource.id, target)
                    return
                _logger.debug("%s", reasons[-1])
        tried = "; ".join(reasons) or "the catalog names no source"
        raise ResourceError(f"{resource.id} could not be fetched: {tried}: {_advice(resource, tried=True)}")


def _user_folder() -> Path:
    import platformdirs

    return platformdirs.user_data_path("perpend", appauthor=False)


def _advice(resource: Resource, *, tried: bool = False) -> str:
    if resource.sources and not tried:
        return f"run `perpend resources get {resource.id}`"
    return f"name a folder that has {resource.mirror}/{resource.files[0].name} by --mirror or PERPEND_MIRROR"


def _tell(progress: Progress | None, resource: Resource, description: str, done: int, total: int) -> None:
    if progress:
        progress(f"{resource.id}: {description}", done, total)


def _problem(resource: Resource, folder: Path) -> str | None:
    """Returns what is wrong with the copy of a resource in `folder`, by the sizes of its files."""
    problems = (_file_problem(file, folder / file.name) for file in resource.files)
    return next(filter(None, problems), None)


def _file_problem(file: File, path: Path) -> str | None:
    try:
        found = path.stat()
    except OSError as error:
        return f"{file.name}: {error.strerror}"
    if not stat.S_ISREG(found.st_mode):
        return f"{file.name} is not a file"
    return None if found.st_size == file.size else f"{file.name} has {found.st_size:,} bytes, {file.size:,} needed"


@contextmanager
def _writable(home: Path) -> Iterator[None]:
    """Converts errors such as a full disk into one line with a remedy."""
    try:
        yield
    except OSError as error:
        raise ResourceError(
            f"cannot write to {home}: {error.strerror or error}: make room there or name another folder by --home or "
            "PERPEND_HOME"
        ) from None


@contextmanager
def _locked(path: Path, resource: Resource, progress: Progress | None) -> Iterator[None]:
    """Holds the lock of a resource; it ends with the process at the latest, so it cannot become stale."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _tell(progress, resource, "waiting for another process", 0, 0)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _part_folder(target: Path) -> Iterator[Path]:
    """Yields an empty folder beside `target` for files and downloads, and always removes it afterwards."""
    part = target.with_name(f".{target.name}.part")
    with suppress(FileNotFoundError):
        shutil.rmtree(part)
    try:
        (part / "files").mkdir(parents=True)
        (part / "scratch").mkdir()
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _replace(target: Path, part: Path) -> None:
    """Moves the complete files to `target`; restores the old ones if that fails."""
    old = part / "old"
    with suppress(FileNotFoundError):
        target.rename(old)
    try:
        (part / "files").rename(target)
    except BaseException:
        with suppress(FileNotFoundError):
            old.rename(target)
        raise
