"""One file that holds named arrays and opens in a fraction of a millisecond, because it is memory-mapped.

WordNet, phrase tables and every later index are such files. Nothing in them can run code.

    bytes 0-7    b"perpend\\0"
    bytes 8-15   length of the header, little-endian
    bytes 16-47  sha256 of the header
    header       JSON: format, kind, version, meta, payload_sha256, size,
                 arrays: name -> {dtype, shape, offset}
    payload      the arrays, each at a multiple of 64 bytes from the start of the file

Opening checks the header's own checksum, the kind and version, and that the file has exactly the size it should have;
`verify` also reads the payload and checks its sha256.
"""

import hashlib
import json
import mmap
import os
import struct
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import CorruptResource, MissingResource

__all__ = ["ArrayFile", "atomic_write", "write_arrays"]

_MAGIC = b"perpend\0"
_FORMAT = 1
_PREFIX = struct.Struct("<8sQ32s")
_ALIGN = 64
_MAX_HEADER = 1 << 24
_PLAIN_KINDS = "iufb"


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears under its name only when it is complete; on any error nothing is left behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())  # noqa: PTH101
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_arrays(
    path: Path, *, kind: str, version: int, arrays: Mapping[str, NDArray[Any]], meta: Mapping[str, Any]
) -> None:
    """Write `arrays` and the JSON-able `meta` to `path`, whole or not at all; the same input gives the same bytes."""
    blocks = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
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


class ArrayFile:
    """The arrays of one file, memory-mapped and read-only; `file["name"]` gives one."""

    def __init__(self, path: Path | str, *, kind: str, version: int) -> None:
        self.path = Path(path)
        self._map = self._open()
        header, self._start = self._read_header()
        if header.get("kind") != kind:
            raise CorruptResource(f"{self.path} holds {header.get('kind')!r}, but {kind!r} was needed")
        if header.get("version") != version:
            raise CorruptResource(
                f"{self.path} has version {header.get('version')} of {kind!r}, this Perpend reads version {version}: "
                "build it again"
            )
        self.meta: dict[str, Any] = header["meta"]
        self.payload_sha256: str = header["payload_sha256"]
        self._entries: dict[str, dict[str, Any]] = header["arrays"]
        if len(self._map) != self._start + header["size"]:
            raise CorruptResource(
                f"{self.path} has {len(self._map)} bytes, but its header promises {self._start + header['size']}: "
                "it is truncated or damaged"
            )

    def _open(self) -> mmap.mmap:
        try:
            with self.path.open("rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise MissingResource(f"{self.path} does not exist") from None
        except (OSError, ValueError) as error:
            raise CorruptResource(f"{self.path} cannot be read: {error}") from None

    def _read_header(self) -> tuple[dict[str, Any], int]:
        if len(self._map) < _PREFIX.size or self._map[:8] != _MAGIC:
            raise CorruptResource(f"{self.path} is not an array file of Perpend's")
        _, length, digest = _PREFIX.unpack_from(self._map)
        end = _PREFIX.size + length
        if length > _MAX_HEADER or end > len(self._map):
            raise CorruptResource(f"{self.path} is truncated: its header is not whole")
        encoded = self._map[_PREFIX.size : end]
        if hashlib.sha256(encoded).digest() != digest:
            raise CorruptResource(f"{self.path} is damaged: the checksum of its header is wrong")
        header = json.loads(encoded)
        if header.get("format") != _FORMAT:
            raise CorruptResource(f"{self.path} has file format {header.get('format')}, this Perpend reads {_FORMAT}")
        return header, end

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def __getitem__(self, name: str) -> NDArray[Any]:
        try:
            entry = self._entries[name]
            dtype = np.dtype(entry["dtype"])
            if dtype.kind not in _PLAIN_KINDS:
                raise ValueError(f"dtype {dtype}")
            count = int(np.prod(entry["shape"], dtype=np.int64))
            array = np.frombuffer(self._map, dtype, count, self._start + int(entry["offset"]))
            return array.reshape(entry["shape"])
        except (KeyError, TypeError, ValueError) as error:
            raise CorruptResource(f"{self.path} has no usable array {name!r}: {error}") from None

    def verify(self) -> None:
        """Read the whole payload and compare its checksum; raise CorruptResource when it differs."""
        if hashlib.sha256(memoryview(self._map)[self._start :]).hexdigest() != self.payload_sha256:
            raise CorruptResource(f"{self.path} is damaged: the checksum of its content is wrong")
