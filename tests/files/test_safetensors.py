"""Reading safetensors: what is read, and which files are refused."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError, InputError, PerpendError
from perpend.files.safetensors import MAX_HEADER, read_tensors
from tests.lexicon.mini_bert import write_tensors

TENSORS = {"a": np.arange(6, dtype="f4").reshape(2, 3), "ids": np.arange(3), "b": np.array([0.5, -2], "f4")}
SHAPES = {"b": (2,), "a": (2, 3)}


def entry(kind: str, shape: Any, start: Any, end: Any) -> dict[str, Any]:
    return {"dtype": kind, "shape": shape, "data_offsets": [start, end]}


def written(path: Path, header: Any, payload: bytes) -> Path:
    encoded = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(len(encoded).to_bytes(8, "little") + encoded + payload)
    return path


def test_the_named_tensors_are_read_and_others_ignored(tmp_path: Path) -> None:
    write_tensors(tmp_path / "file", TENSORS, {"format": "pt"})
    found = read_tensors(tmp_path / "file", SHAPES)
    assert list(found) == ["b", "a"]
    for name, array in found.items():
        assert array.dtype == np.float32
        assert not array.flags.writeable
        assert array.tolist() == TENSORS[name].tolist()


@pytest.mark.parametrize(
    ("header", "payload", "problem"),
    [
        ({"a": entry("F32", [2], 0, 8)}, b"\0" * 7, "payload of 7 bytes, its header promises 8"),
        ({"a": entry("F32", [2], 0, 8)}, b"\0" * 9, "payload of 9 bytes, its header promises 8"),
        ({"a": entry("F32", [2], 4, 12)}, b"\0" * 12, "at byte 4, 0 needed"),
        ({"a": entry("F32", [2], 0, 8), "b": entry("F32", [1], 4, 8)}, b"\0" * 8, "'b' at byte 4, 8 needed"),
        ({"a": entry("F16", [2], 0, 4)}, b"\0" * 4, "'F16' of shape \\[2\\], 'F32' of shape \\[2\\] needed"),
        ({"a": entry("F32", [1, 2], 0, 8)}, b"\0" * 8, "shape \\[1, 2\\], 'F32' of shape \\[2\\] needed"),
        ({"a": entry("F32", [2], 0, 4)}, b"\0" * 4, "has 4 bytes, 8 needed"),
        ({"a": entry("F32", [2], -8, 0)}, b"", "ascending ones needed"),
        ({"a": entry("F32", [2], 8, 0)}, b"\0" * 8, "ascending ones needed"),
        ({"a": entry("F32", [2], 0, 8.0)}, b"\0" * 8, "two whole numbers needed"),
        ({"a": entry("F32", [2], False, 8)}, b"\0" * 8, "two whole numbers needed"),
        ({"a": 1}, b"", "data_offsets None"),
        ({"b": entry("F32", [2], 0, 8)}, b"\0" * 8, "no tensor 'a'"),
        ({"a": entry("F32", [2], 0, 8)}, np.array([1, np.nan], "<f4").tobytes(), "not finite"),
        ({"a": entry("F32", [2], 0, 8)}, np.array([1, -np.inf], "<f4").tobytes(), "not finite"),
        ([], b"", "no object"),
        (b'{"a"', b"", "not JSON"),
        (b'{"a": 1, "a": 1}', b"", "twice"),
        (b"\xff", b"", "not JSON"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, header: Any, payload: bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as caught:
        read_tensors(written(tmp_path / "file", header, payload), {"a": (2,)}, remedy="fetch it")
    assert str(caught.value).endswith(": fetch it")
    assert "\n" not in str(caught.value)


def test_long_headers_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes((MAX_HEADER + 1).to_bytes(8, "little") + b"{}")
    with pytest.raises(FormatError, match="are the most"):
        read_tensors(path, {})
    path.write_bytes((100).to_bytes(8, "little") + b"{}")
    with pytest.raises(FormatError, match="truncated in the header"):
        read_tensors(path, {})


def test_an_absent_or_empty_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_tensors(tmp_path / "none", {})
    (tmp_path / "empty").touch()
    with pytest.raises(FormatError, match="empty"):
        read_tensors(tmp_path / "empty", {})


@given(place=st.integers(0, 400), byte=st.integers(0, 255), cut=st.integers(0, 400))
def test_damaged_files_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, place: int, byte: int, cut: int
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "file"
    write_tensors(path, TENSORS)
    data = bytearray(path.read_bytes())
    data[place % len(data)] = byte
    path.write_bytes(bytes(data[: len(data) - cut % 20]))
    with suppress(PerpendError):
        assert {name: array.shape for name, array in read_tensors(path, SHAPES).items()} == SHAPES
