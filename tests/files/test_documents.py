"""JSON from strangers: values within the limits come back, everything else is refused in one line."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError, InputError
from perpend.files import documents
from perpend.files.documents import Fields, parse_json, read_document

NUMBERS = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_json_comes_back(value: Any) -> None:
    assert parse_json(json.dumps(value)) == value
    assert parse_json(json.dumps(value).encode()) == value


@given(st.binary(max_size=60))
def test_any_bytes_are_a_value_or_a_value_error(data: bytes) -> None:
    try:
        parse_json(data)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"9" * 400, "400 digits is too large"),
        (b"18446744073709551616", "too large"),
        (b"-9223372036854775809", "too large"),
        (b"9" * 5000, "too large"),
        (b"1e400", "not finite"),
        (b"NaN", "NaN is no number"),
        (b"-Infinity", "-Infinity is no number"),
        (b'{"a": {"b": 1, "b": 1}}', "'b' is there twice"),
        (b"[" * 102 + b"]" * 102, "nested more than 100 deep"),
        (b"[" * 100_000, "nested more than 100 deep"),
        (b'{"a":' * 102 + b"1" + b"}" * 102, "nested more than 100 deep"),
        (b'"\xff"', "byte 0xff is not UTF-8"),
    ],
    ids=lambda part: str(part)[:20],
)
def test_what_is_refused(data: bytes, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_json(data)
    (tmp_path / "x.json").write_bytes(data)
    with pytest.raises(FormatError, match=problem) as caught:
        read_document(tmp_path / "x.json", remedy="make another")
    assert str(caught.value).endswith("make another")


def test_nesting_up_to_the_limit() -> None:
    assert parse_json(b"[" * 101 + b"]" * 101)


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_DOCUMENT", 10)
    (tmp_path / "x.json").write_text('{"a": 12345678}', encoding="utf-8")
    with pytest.raises(FormatError, match="larger than"):
        read_document(tmp_path / "x.json")


def test_no_file_and_no_object(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file or directory; make another"):
        read_document(tmp_path / "none", remedy="make another")
    (tmp_path / "x.json").write_text("[1]", encoding="utf-8")
    with pytest.raises(FormatError, match="a list where an object was needed"):
        read_document(tmp_path / "x.json")


def test_fields() -> None:
    fields = Fields(Path("x.json"), {"n": 1, "o": {"a": 1, "b": 2.5}, "w": {"a": "x"}, "h": 10**400})
    assert fields.numbers("o") == {"a": 1.0, "b": 2.5}
    for name, problem in (("w", "w 'a' is a text"), ("n", "a number where an object"), ("z", "no 'z'")):
        with pytest.raises(FormatError, match=problem):
            fields.numbers(name)
    with pytest.raises(FormatError, match="'h' is not finite"):
        fields.number("h")
