"""Tensors in the safetensors format, read without trusting the file: a JSON header and raw numbers, no code.

    bytes 0-7    length of the header, little-endian
    header       JSON: name -> {dtype, shape, data_offsets: [start, end]}; "__metadata__": texts
    payload      the tensors, one after the other

    read_tensors(path, {"embeddings.LayerNorm.bias": (384,)})  ->  {"embeddings.LayerNorm.bias": float32[384]}

The reader names the tensors that it needs, with their shapes. It checks that the tensors of the file fill the payload
without gaps or overlaps, and that the needed ones are finite 32-bit numbers of those shapes. Others, of any type, are
ignored. The arrays are memory-mapped and read-only.
"""

import math
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from perpend.errors import FormatError, InputError
from perpend.files.documents import parse_json
from perpend.types import Floats

__all__ = ["MAX_HEADER", "read_tensors"]

MAX_HEADER = 1 << 20
"""The largest header that is read, in bytes; that of a network with 100 tensors has about 11,000."""

_PREFIX = 8
_METADATA = "__metadata__"
_NEEDED = "F32"
_BYTES = 4
_REMEDY = "name a file in the safetensors format"


def read_tensors(path: Path, shapes: Mapping[str, tuple[int, ...]], *, remedy: str = _REMEDY) -> dict[str, Floats]:
    """Returns the tensors of the file at `path` that `shapes` names, in the order of `shapes`.

    `remedy`, the advice to the user, ends every message about a file that cannot be used.
    """
    return _Reader(path, remedy).tensors(shapes)


class _Reader:
    """An open file: its bytes and its header; the places of tensors are in bytes of the payload."""

    def __init__(self, path: Path, remedy: str) -> None:
        self._path, self._remedy = path, remedy
        self._bytes = self._open()
        self._start = self._header_end()
        self._entries = self._header()
        self._check_layout()

    def tensors(self, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Floats]:
        return {name: self._tensor(name, shape) for name, shape in shapes.items()}

    def _refuse(self, problem: str) -> NoReturn:
        raise FormatError(self._path, None, f"{problem}: {self._remedy}")

    def _open(self) -> mmap.mmap:
        try:
            with self._path.open("rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            self._refuse("empty")
        except OSError as error:
            raise InputError(f"{self._path} cannot be read: {error.strerror or error}: {self._remedy}") from None

    def _header_end(self) -> int:
        length = int.from_bytes(self._bytes[:_PREFIX], "little")
        if length > MAX_HEADER:
            self._refuse(f"a header of {length:,} bytes, {MAX_HEADER:,} are the most")
        if _PREFIX + length > len(self._bytes):
            self._refuse(f"{len(self._bytes):,} bytes, truncated in the header")
        return _PREFIX + length

    def _header(self) -> dict[str, Any]:
        try:
            header = parse_json(self._bytes[_PREFIX : self._start])
        except ValueError as error:
            self._refuse(f"a header that is not JSON ({error})")
        if not isinstance(header, dict):
            self._refuse("a header that is no object")
        return {name: entry for name, entry in header.items() if name != _METADATA}

    def _check_layout(self) -> None:
        """Refuses tensors that overlap or leave gaps, and a payload of another length."""
        places = sorted((self._place(name), name) for name in self._entries)
        end = 0
        for (start, stop), name in places:
            if start != end:
                self._refuse(f"tensor {name!r} at byte {start:,}, {end:,} needed")
            end = stop
        if end != len(self._bytes) - self._start:
            self._refuse(f"a payload of {len(self._bytes) - self._start:,} bytes, its header promises {end:,}")

    def _place(self, name: str) -> tuple[int, int]:
        entry = self._entries[name]
        offsets = entry.get("data_offsets") if isinstance(entry, dict) else None
        if not (isinstance(offsets, list) and len(offsets) == 2 and all(type(one) is int for one in offsets)):
            self._refuse(f"tensor {name!r} has data_offsets {offsets!r}, two whole numbers needed")
        start, stop = offsets
        if not 0 <= start <= stop:
            self._refuse(f"tensor {name!r} has data_offsets {offsets}, ascending ones needed")
        return start, stop

    def _tensor(self, name: str, shape: tuple[int, ...]) -> Floats:
        if name not in self._entries:
            self._refuse(f"no tensor {name!r}, which is needed")
        entry, (start, stop) = self._entries[name], self._place(name)
        if entry.get("dtype") != _NEEDED or entry.get("shape") != list(shape):
            found = f"{entry.get('dtype')!r} of shape {entry.get('shape')!r}"
            self._refuse(f"tensor {name!r} is {found}, {_NEEDED!r} of shape {list(shape)} needed")
        if stop - start != math.prod(shape) * _BYTES:
            self._refuse(f"tensor {name!r} has {stop - start:,} bytes, {math.prod(shape) * _BYTES:,} needed")
        array = np.frombuffer(self._bytes, "<f4", math.prod(shape), self._start + start).reshape(shape)
        if not np.isfinite(array).all():
            self._refuse(f"tensor {name!r} has a number that is not finite")
        return array
