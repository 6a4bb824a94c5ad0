"""The array file: what goes in comes out, and nothing damaged or hostile gets by."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from perpend.errors import CorruptResource, MissingResource
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.limits import LARGEST
from perpend.files.schema import Array, Schema
from perpend.files.writing import atomic_write

DTYPES = st.sampled_from(["<i1", "<u1", "<i4", ">i4", "<u8", "<f4", "<f8", ">f8", "?"])
ARRAYS = st.dictionaries(
    st.text(min_size=1, max_size=8),
    DTYPES.flatmap(lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5))),
    max_size=4,
)
META = st.dictionaries(
    st.text(max_size=5), st.none() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=5), max_size=3
)


EXAMPLE = {"counts": Array("i4", "items"), "weights": Array("f8", "weights")}


def schema_of(arrays: dict[str, np.ndarray]) -> Schema:
    """A schema that has just these arrays, each with dimensions of its own."""
    return {
        name: Array(array.dtype.str[1:], " ".join(f"{number}.{axis}" for axis in range(array.ndim)))
        for number, (name, array) in enumerate(arrays.items())
    }


def write_example(path: Path) -> bytes:
    arrays = {"counts": np.arange(40, dtype=np.int32), "weights": np.linspace(0, 1, 9)}
    write_arrays(path, kind="example", version=3, arrays=arrays, meta={"source": "made by a test"})
    return path.read_bytes()


def open_example(path: Path) -> ArrayFile:
    return ArrayFile(path, kind="example", version=3, schema=EXAMPLE)


def header_length(content: bytes) -> int:
    return int.from_bytes(content[8:16], "little")


def with_header(content: bytes, change: dict[str, Any] | bytes) -> bytes:
    """The file with another header under a right checksum, as a hostile maker would write it."""
    end = 48 + header_length(content)
    encoded = change if isinstance(change, bytes) else json.dumps(json.loads(content[48:end]) | change).encode()
    prefix = content[:8] + len(encoded).to_bytes(8, "little") + hashlib.sha256(encoded).digest()
    return prefix + encoded + content[end:]


@given(arrays=ARRAYS, meta=META)
def test_what_goes_in_comes_out(tmp_path_factory: pytest.TempPathFactory, arrays: Any, meta: Any) -> None:
    path = tmp_path_factory.mktemp("round") / "trip.arrays"
    write_arrays(path, kind="any", version=1, arrays=arrays, meta=meta)
    file = ArrayFile(path, kind="any", version=1, schema=schema_of(arrays))
    floats = [array for array in arrays.values() if array.dtype.kind == "f"]
    if all((np.abs(array) <= LARGEST).all() for array in floats):
        file.verify()
    else:
        with pytest.raises(CorruptResource, match=r"not finite|is the (least|most)"):
            file.verify()
    assert file.meta == meta
    for name, array in arrays.items():
        assert name in file
        assert file[name].shape == array.shape
        assert file[name].dtype == array.dtype.newbyteorder("<")
        np.testing.assert_array_equal(file[name], array)
        assert not file[name].flags.writeable


def test_arrays_that_are_slices_are_stored_by_value(tmp_path: Path) -> None:
    grid = np.arange(24).reshape(4, 6)
    arrays = {"t": grid.T, "s": grid[::2, ::3]}
    write_arrays(tmp_path / "a", kind="any", version=1, arrays=arrays, meta={})
    file = ArrayFile(tmp_path / "a", kind="any", version=1, schema=schema_of(arrays))
    np.testing.assert_array_equal(file["t"], grid.T)
    np.testing.assert_array_equal(file["s"], grid[::2, ::3])


def test_same_input_same_bytes(tmp_path: Path) -> None:
    assert write_example(tmp_path / "one") == write_example(tmp_path / "two")


def test_only_plain_numbers_are_stored(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="only plain numbers"):
        write_arrays(tmp_path / "a", kind="any", version=1, arrays={"o": np.array(["word"])}, meta={})
    assert list(tmp_path.iterdir()) == []


def test_truncated_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "file"
    whole = write_example(path)
    for length in range(0, len(whole), 64):
        path.write_bytes(whole[:length])
        with pytest.raises(CorruptResource):
            open_example(path)


def test_longer_than_promised(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(write_example(path) + b"\0" * 64)
    with pytest.raises(CorruptResource, match="its header promises"):
        open_example(path)


def test_every_single_flipped_byte_of_the_header(tmp_path: Path) -> None:
    path = tmp_path / "file"
    whole = write_example(path)
    for position in range(48 + header_length(whole)):
        damaged = bytearray(whole)
        damaged[position] ^= 0x01
        path.write_bytes(damaged)
        with pytest.raises(CorruptResource):
            open_example(path)


def test_a_flipped_byte_of_the_payload_is_found_by_verify(tmp_path: Path) -> None:
    path = tmp_path / "file"
    whole = bytearray(write_example(path))
    for position in range(48 + header_length(whole), len(whole), 37):
        damaged = bytearray(whole)
        damaged[position] ^= 0x80
        path.write_bytes(damaged)
        with pytest.raises(CorruptResource, match="checksum of its content"):
            open_example(path).verify()


def test_another_kind_or_version(tmp_path: Path) -> None:
    write_example(tmp_path / "file")
    with pytest.raises(CorruptResource, match="holds 'example', but 'wordnet' was needed"):
        ArrayFile(tmp_path / "file", kind="wordnet", version=3, schema=EXAMPLE)
    with pytest.raises(CorruptResource, match="version 3 of 'example', this Perpend reads version 4: build it again"):
        ArrayFile(tmp_path / "file", kind="example", version=4, schema=EXAMPLE)


def test_no_file_an_empty_file_a_folder(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match="does not exist"):
        open_example(tmp_path / "absent")
    (tmp_path / "empty").touch()
    with pytest.raises(CorruptResource, match="is empty: build it again"):
        open_example(tmp_path / "empty")
    with pytest.raises(CorruptResource, match=r"cannot be read \(Is a directory\): build it again"):
        open_example(tmp_path)


def test_an_unknown_array(tmp_path: Path) -> None:
    write_example(tmp_path / "file")
    with pytest.raises(CorruptResource, match="no usable array 'colours'"):
        open_example(tmp_path / "file")["colours"]


@pytest.mark.parametrize(
    "change",
    [
        b"[1, 2]",
        b"not JSON",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"format": 1, "kind": "example", "version": 3}',
        {"format": 2},
        {"meta": None},
        {"arrays": []},
        {"size": "576"},
        {"size": -1},
        {"payload_sha256": 5},
        {"arrays": {"counts": {"dtype": "<i4", "shape": [4], "offset": 1 << 70}}},
    ],
    ids=lambda change: str(change)[:24],
)
def test_a_hostile_header(tmp_path: Path, change: Any) -> None:
    path = tmp_path / "file"
    path.write_bytes(with_header(write_example(path), change))
    with pytest.raises(CorruptResource):
        open_example(path)


@pytest.mark.parametrize(
    "entry",
    [
        None,
        {},
        {"dtype": "<i4", "shape": [-1], "offset": 0},
        {"dtype": "<i4", "shape": [1.5], "offset": 0},
        {"dtype": "<i4", "shape": 4, "offset": 0},
        {"dtype": "<i4", "shape": [1 << 40], "offset": 0},
        {"dtype": "<i4", "shape": [1 << 32, 1 << 32], "offset": 0},
        {"dtype": "<i4", "shape": [4], "offset": -64},
        {"dtype": "<i4", "shape": [4], "offset": 3},
        {"dtype": "<i4", "shape": [4], "offset": 1 << 62},
        {"dtype": "<i4", "shape": [4], "offset": "0"},
        {"dtype": "O", "shape": [4], "offset": 0},
        {"dtype": "<i4,<i4", "shape": [4], "offset": 0},
        {"dtype": "no such type", "shape": [4], "offset": 0},
    ],
    ids=str,
)
def test_a_hostile_entry(tmp_path: Path, entry: Any) -> None:
    path = tmp_path / "file"
    path.write_bytes(with_header(write_example(path), {"arrays": {"counts": entry}}))
    with pytest.raises(CorruptResource, match="no usable array 'counts'"):
        open_example(path)["counts"]


@pytest.mark.parametrize("trouble", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_atomic_write_leaves_nothing_on_error(tmp_path: Path, trouble: BaseException) -> None:
    path = tmp_path / "folder" / "file"
    path.parent.mkdir()

    def write_half() -> None:
        with atomic_write(path) as file:
            file.write(b"half")
            raise trouble

    with pytest.raises(type(trouble)):
        write_half()
    assert list(path.parent.iterdir()) == []


def test_atomic_write_keeps_the_old_file_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with atomic_write(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_atomic_write_gives_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    with atomic_write(tmp_path / "atomic"):
        pass
    assert (tmp_path / "atomic").stat().st_mode == (tmp_path / "plain").stat().st_mode
