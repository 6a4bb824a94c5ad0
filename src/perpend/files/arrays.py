"""One file that holds named arrays and opens in a fraction of a millisecond, because it is memory-mapped.

WordNet, phrase tables and other indexes are such files. They contain no code.

    bytes 0-7    b"perpend\\0"
    bytes 8-15   length of the header, little-endian
    bytes 16-47  sha256 of the header
    header       JSON: format, kind, version, meta, payload_sha256, size,
                 arrays: name -> {dtype, shape, offset}
    payload      the arrays, each at a multiple of 64 bytes from the start of the file

Opening checks the checksum of the header, the kind, the version, the size of the file, and that the arrays match the
reader's schema (`perpend.files.schema`); `verify` also reads the payload and checks its sha256 and its values.
"""

import hashlib
import json
import math
import mmap
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.errors import CorruptResource, MissingResource
from perpend.files.documents import Fields, parse_json
from perpend.files.schema import Schema, sizes_of
from perpend.files.writing import atomic_write

__all__ = ["ArrayFile", "write_arrays"]

_MAGIC = b"perpend\0"
_FORMAT = 1
_PREFIX = struct.Struct("<8sQ32s")
_ALIGN = 64
_MAX_HEADER = 1 << 24
_PLAIN_KINDS = "iufb"


def write_arrays(
    path: Path, *, kind: str, version: int, arrays: Mapping[str, NDArray[Any]], meta: Mapping[str, Any]
) -> None:
    """Writes `arrays` and the JSON-able `meta` to `path` atomically; the same input gives the same bytes.

    `kind` and `version` name the format, which `ArrayFile` checks. Raises WriteError if `path` cannot be written.
    """
    blocks = {name: np.require(array, requirements="C") for name, array in arrays.items()}
    for name, block in blocks.items():
        if block.dtype.kind not in _PLAIN_KINDS:
            raise TypeError(f"array {name!r} has dtype {block.dtype}; only plain numbers can be stored")
    digest = hashlib.sha256()
    relative, entries = 0, {}
    for name, block in blocks.items():
        dtype = block.dtype.newbyteorder("<")
        entries[name] = {"dtype": dtype.str, "shape": list(block.shape), "offset": relative}
        relative += -(-block.nbytes // _ALIGN) * _ALIGN
        digest.update(_padded(block))
    header = {
        "format": _FORMAT,
        "kind": kind,
        "version": version,
        "meta": dict(meta),
        "arrays": entries,
        "size": relative,
        "payload_sha256": digest.hexdigest(),
    }
    encoded = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    encoded += b" " * (-(_PREFIX.size + len(encoded)) % _ALIGN)
    with atomic_write(path) as file:
        file.write(_PREFIX.pack(_MAGIC, len(encoded), hashlib.sha256(encoded).digest()))
        file.write(encoded)
        for block in blocks.values():
            file.write(_padded(block))


def _padded(block: NDArray[Any]) -> bytes:
    raw = block.astype(block.dtype.newbyteorder("<"), copy=False).tobytes()
    return raw + b"\0" * (-len(raw) % _ALIGN)


class _Place(NamedTuple):
    """Where an array lies in the payload."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    offset: int

    @property
    def nbytes(self) -> int:
        """The size of the array in bytes."""
        return math.prod(self.shape) * self.dtype.itemsize


class ArrayFile:
    """The arrays of the file at `path`, memory-mapped and read-only; `file["name"]` returns one.

    The file must be of this `kind` and `version`. `schema` declares the arrays; the attribute `sizes` has the size of
    each of its dimensions. `remedy`, the advice to the user, ends every message about a file that cannot be used.
    """

    def __init__(
        self, path: Path | str, *, kind: str, version: int, schema: Schema, remedy: str = "build it again"
    ) -> None:
        self.path, self.schema, self._remedy = Path(path), schema, remedy
        self._map = self._open()
        header, self._start = self._read_header()
        if header.get("kind") != kind:
            raise self.corrupt(f"holds {str(header.get('kind'))[:40]!r}, but {kind!r} was needed")
        if header.get("version") != version:
            raise self.corrupt(
                f"has version {str(header.get('version'))[:40]} of {kind!r}, this Perpend reads version {version}"
            )
        self.meta: dict[str, Any] = self._field(header, "meta", dict)
        self.payload_sha256: str = self._field(header, "payload_sha256", str)
        self._size: int = self._field(header, "size", int)
        if len(self._map) != self._start + self._size:
            promised = f"has {len(self._map):,} bytes, but its header promises {self._start + self._size:,}"
            raise self.corrupt(f"{promised}, so it is truncated or damaged")
        self._places = self._read_places(self._field(header, "arrays", dict))
        self._check_layout()
        self.sizes = self._read_sizes()

    @property
    def fields(self) -> Fields:
        """The metadata as checked fields, whose errors are those of `corrupt`."""
        return Fields(self.path, self.meta, error=lambda problem: self.corrupt(f"has wrong metadata: {problem}"))

    def corrupt(self, problem: str) -> CorruptResource:
        """Returns an error that names this file, the `problem`, and the remedy."""
        return CorruptResource(f"{self.path} {problem}: {self._remedy}")

    def _open(self) -> mmap.mmap:
        try:
            with self.path.open("rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise MissingResource(f"{self.path} does not exist: {self._remedy}") from None
        except ValueError:
            raise self.corrupt("is empty") from None
        except OSError as error:
            raise self.corrupt(f"cannot be read ({error.strerror})") from None

    def _read_header(self) -> tuple[dict[str, Any], int]:
        if len(self._map) < _PREFIX.size or self._map[:8] != _MAGIC:
            raise self.corrupt("is not an array file of Perpend's")
        _, length, digest = _PREFIX.unpack_from(self._map)
        end = _PREFIX.size + length
        if length > _MAX_HEADER or end > len(self._map):
            raise self.corrupt("is truncated: its header is incomplete")
        encoded = self._map[_PREFIX.size : end]
        if hashlib.sha256(encoded).digest() != digest:
            raise self.corrupt("is damaged: the checksum of its header is wrong")
        return self._parse_header(encoded), end

    def _parse_header(self, encoded: bytes) -> dict[str, Any]:
        try:
            header = parse_json(encoded)
        except ValueError as error:
            raise self.corrupt(f"has a header that is not JSON ({error})") from None
        if not isinstance(header, dict) or header.get("format") != _FORMAT:
            found = header.get("format") if isinstance(header, dict) else None
            raise self.corrupt(f"has file format {str(found)[:40]!r}, this Perpend reads {_FORMAT}")
        return header

    def _field(self, header: dict[str, Any], name: str, kind: type) -> Any:
        value = header.get(name)
        if not isinstance(value, kind):
            raise self.corrupt(f"has a header whose {name} is {str(value)[:40]!r}, {kind.__name__} needed")
        return value

    def _read_places(self, entries: dict[str, Any]) -> dict[str, _Place]:
        if unknown := [name for name in entries if name not in self.schema]:
            raise self.corrupt(f"has an unknown array {unknown[0][:40]!r}")
        places = {}
        for name, declared in self.schema.items():
            if name in entries or not declared.optional:
                places[name] = self._place(name, entries.get(name))
                if places[name].dtype.str[1:] != declared.dtype:
                    raise self.corrupt(
                        f"has an array {name!r} of {places[name].dtype.str[1:]}, {declared.dtype} needed"
                    )
        return places

    def _place(self, name: str, entry: Any) -> _Place:
        """Returns the place of an array after checking that it is inside the payload; the header is untrusted."""
        try:
            dtype, shape, offset = np.dtype(entry["dtype"]), tuple(entry["shape"]), entry["offset"]
            if dtype.kind not in _PLAIN_KINDS or dtype.str[0] not in "<|":
                raise ValueError(f"dtype {dtype.str}")
            if not all(type(number) is int and number >= 0 for number in (*shape, offset)):
                raise ValueError(f"shape {shape} at offset {offset!r}")
            place = _Place(dtype, shape, offset)
            if offset % _ALIGN or offset + place.nbytes > self._size:
                raise ValueError(f"{math.prod(shape)} numbers at offset {offset} do not fit")
        except (KeyError, TypeError, ValueError, SyntaxError) as error:
            raise self.corrupt(f"has no usable array {name!r} ({str(error)[:80]})") from None
        return place

    def _check_layout(self) -> None:
        """Refuses arrays that overlap or leave gaps, which `write_arrays` never produces."""
        end = 0
        for name, place in sorted(self._places.items(), key=lambda one: (one[1].offset, one[1].nbytes)):
            if place.offset != end:
                raise self.corrupt(f"has an array {name!r} at byte {place.offset:,}, {end:,} needed")
            end += -(-place.nbytes // _ALIGN) * _ALIGN
        if end != self._size:
            raise self.corrupt(f"has arrays of {end:,} bytes, {self._size:,} needed")

    def _read_sizes(self) -> dict[str, int]:
        try:
            return sizes_of(self.schema, {name: place.shape for name, place in self._places.items()})
        except ValueError as error:
            raise self.corrupt(f"has {error}") from None

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._places:
            raise self.corrupt(f"has no usable array {name!r}")
        dtype, shape, offset = self._places[name]
        return np.frombuffer(self._map, dtype, math.prod(shape), self._start + offset).reshape(shape)

    def doubles(self, name: str) -> NDArray[np.float64]:
        """Returns a copy of the array `name` in 64-bit floating point."""
        return self[name].astype(np.float64)

    def verify(self) -> None:
        """Reads the whole payload; raises CorruptResource if its checksum or a value is wrong."""
        if hashlib.sha256(memoryview(self._map)[self._start :]).hexdigest() != self.payload_sha256:
            raise self.corrupt("is damaged: the checksum of its content is wrong")
        self.check_values()

    def check_values(self) -> None:
        """Reads all arrays; raises CorruptResource if a value breaks a rule of the schema."""
        for name in self._places:
            if problem := self.schema[name].problem(self[name], self.sizes):
                raise self.corrupt(f"is damaged: {name!r} {problem}")
