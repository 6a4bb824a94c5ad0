"""Opening files that may be compressed.

    with open_input("pairs.tsv.gz") as stream:
        stream.read(1 << 16)                       decompressed bytes

gzip, xz, bzip2 and Zstandard files are recognised by their first bytes, whatever their names; everything else is read
unchanged. Zstandard needs pyarrow (extra `batch`). Damaged files raise FormatError while reading.

A stream may have no end: it may be a device, a pipe, or a few bytes that unpack to terabytes. Readers either hold no
more than a line of it (`perpend.files.lines`), or name the most bytes that they take. A stream that unpacks to more
than MAX_RATIO times the bytes it came from is refused as soon as it does, because some kilobytes would keep a reader
busy for minutes; texts and tables are far below it. All of Perpend reads through the modules of this room, which
`tests/test_architecture.py` checks.
"""

import bz2
import gzip
import io
import lzma
import stat
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, cast

from perpend.errors import FormatError, InputError, MissingExtra
from perpend.files.limits import FREE_UNPACKED, MAX_RATIO, MAX_WHOLE, megabytes

__all__ = ["open_file", "open_input", "read_bytes", "unpacked"]

_BUFFER, _BLOCK = 1 << 18, 1 << 20
_PACKED_BLOCK = 1 << 10
"""The most compressed bytes that a decoder gets at once, so that the ratio is known while it works."""


def open_input(source: Path | str, wanted: str = "a file", most: int | None = None) -> IO[bytes]:
    """Opens `source` (a file, a pipe, or "-" for standard input) and decompresses it while reading.

    `wanted` is used in the error about a missing file: "name {wanted}". Reading more than `most` bytes, after
    decompression, raises FormatError; None sets no limit, for readers that do not keep what they read.
    """
    if str(source) == "-":
        stream = unpacked(sys.stdin.buffer, "standard input")
        return stream if most is None else _limited(stream, "standard input", most, owned=False)
    try:
        stream = unpacked(Path(source).open("rb"), source, close=True)  # noqa: SIM115
    except OSError as error:
        raise InputError(f"{source} cannot be read: {error.strerror or error}; name {wanted}") from None
    return stream if most is None else _limited(stream, source, most, owned=True)


def open_file(path: Path, wanted: str) -> IO[bytes]:
    """Opens the regular file at `path` without decompressing, for readers that need its size or read it twice.

    `wanted` is used in the error about a missing file: "name {wanted}".
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise InputError(f"{path} is not a file; name one, as folders and pipes cannot be read again")
        return path.open("rb")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; name {wanted}") from None


def read_bytes(path: Path | str, wanted: str = "a file", most: int = MAX_WHOLE) -> bytes:
    """Returns the whole decompressed content of the file at `path`.

    `wanted` is as in `open_input`; more than `most` bytes raise FormatError.
    """
    # The content of a BytesIO is handed over without a copy, unlike that of a list of blocks.
    content = io.BytesIO()
    with open_input(path, wanted, most) as stream:
        try:
            while block := stream.read(_BLOCK):
                content.write(block)
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror or error}; name {wanted}") from None
    return content.getvalue()


def unpacked(raw: IO[bytes], name: Path | str, *, close: bool = False) -> IO[bytes]:
    """Returns a decompressed stream of `raw`, which must be at its beginning.

    `name` is used in errors; with `close`, closing the stream closes `raw` too.
    """
    whole, head = _head(raw)
    decoder = next((found for magic, found in _DECODERS.items() if head.startswith(magic)), None)
    if decoder is None:
        return whole
    counted = _Counted(whole)
    return io.BufferedReader(_Guarded(decoder(counted), counted, name, close), _BUFFER)


def _head(raw: IO[bytes]) -> tuple[IO[bytes], bytes]:
    """Returns the stream, still at its beginning, and its first bytes."""
    if hasattr(raw, "peek"):
        return raw, raw.peek(6)[:6]
    if not raw.seekable():
        return _head(io.BufferedReader(cast(Any, raw), _BUFFER))
    place = raw.tell()
    head = raw.read(6)
    raw.seek(place)
    return raw, head


class _Counted(io.RawIOBase):
    """Gives a decoder the bytes of `raw` in small blocks; `taken` is their number."""

    def __init__(self, raw: IO[bytes]) -> None:
        self.raw, self.taken = raw, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self.raw.read(min(len(buffer), _PACKED_BLOCK))
        self.taken += len(data)
        buffer[: len(data)] = data
        return len(data)


class _Guarded(io.RawIOBase):
    """Converts the errors of a decoder into FormatError, and raises it beyond the ratio of unpacked to packed bytes."""

    def __init__(self, decoder: IO[bytes], packed: _Counted, name: Path | str, owned: bool) -> None:
        self._decoder, self._packed, self._name, self._owned, self._read = decoder, packed, name, owned, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._decoder.read(len(buffer))
        except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
            problem = f"the compressed data end early or are damaged ({error}): get the file again"
            raise FormatError(self._name, None, problem) from None
        self._read += len(data)
        if self._read > FREE_UNPACKED + MAX_RATIO * self._packed.taken:
            problem = f"unpacks to more than {MAX_RATIO} times its size, as no text does"
            raise FormatError(self._name, None, f"{problem}: unpack it first if you trust it")
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if self._owned:
            self._packed.raw.close()
        super().close()


class _Limited(io.RawIOBase):
    """Raises FormatError once more than `most` bytes have been read from `stream`."""

    def __init__(self, stream: IO[bytes], name: Path | str, most: int, owned: bool) -> None:
        self._stream, self._name, self._most, self._owned, self._read = stream, name, most, owned, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._stream.seekable()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def readinto(self, buffer: Any) -> int:
        data = cast(Any, self._stream).read1(len(buffer))
        self._read += len(data)
        if self._read > self._most:
            raise _too_large(self._name, self._most)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if self._owned:
            self._stream.close()
        super().close()


def _limited(stream: IO[bytes], name: Path | str, most: int, *, owned: bool) -> IO[bytes]:
    return io.BufferedReader(_Limited(stream, name, most, owned), _BUFFER)


def _too_large(name: Path | str, most: int) -> FormatError:
    return FormatError(
        name, None, f"more than {megabytes(most)}, the most that is read here: split it, or name another"
    )


def _zstandard(raw: IO[bytes]) -> IO[bytes]:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("reading Zstandard files", "pyarrow", "batch") from None
    return cast("IO[bytes]", pyarrow.CompressedInputStream(raw, "zstd"))


_DECODERS: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": lambda raw: gzip.GzipFile(fileobj=raw),
    b"\xfd7zXZ\x00": lzma.LZMAFile,
    b"BZh": bz2.BZ2File,
    b"\x28\xb5\x2f\xfd": _zstandard,
}
"""The first bytes of compressed files -> their decoders."""
