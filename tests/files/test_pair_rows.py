"""Rows of a table: every line is one, whatever its bytes, and what is wrong with it is said."""

import gzip
import io
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError, InputError
from perpend.files import pair_rows
from perpend.files.pair_rows import PairRow, PairRows, open_table

HEADER = b"id\ttext1\ttext2\n"


def rows_of(data: bytes, **options: object) -> list[PairRow]:
    return list(PairRows(io.BytesIO(data), "pairs.tsv", **options))  # type: ignore[arg-type]


def test_rows_have_their_line_numbers() -> None:
    assert rows_of(HEADER + b'n1\tthe "cat\ta dog\r\nn2\tb\tc') == [
        PairRow(2, ["n1", 'the "cat', "a dog"]),
        PairRow(3, ["n2", "b", "c"]),
    ]


@pytest.mark.parametrize(
    ("line", "fields", "problem"),
    [
        (b"n1\ta", ["n1", "a", ""], "2 columns, 3 needed"),
        (b"", ["", "", ""], "1 columns, 3 needed"),
        (b"n1\ta\tb\tc\td", ["n1", "a", r"b\tc\td"], "5 columns, 3 needed"),
        (b"n1\tcaf\xe9\tb", ["n1", r"caf\xe9", "b"], "byte 0xe9 is not UTF-8"),
    ],
)
def test_a_bad_row_keeps_its_place(line: bytes, fields: list[str], problem: str) -> None:
    bad, good = rows_of(HEADER + line + b"\nn2\tx\ty\n")
    assert (bad.number, bad.fields) == (2, fields)
    assert problem in bad.problem
    assert good == PairRow(3, ["n2", "x", "y"])


def test_columns_are_found_by_name() -> None:
    for header, options, texts in [
        (b"gold\tText1\tTEXT2", {}, (1, 2)),
        (b"\xef\xbb\xbfhyp\tref", {}, (1, 0)),
        (b"a\tb\tc", {"columns": ("c", "A")}, (2, 0)),
        (b"a\tb\tc", {"header": False}, (0, 1)),
        (b"a\tb\tc", {"header": False, "columns": ("3", "2")}, (2, 1)),
    ]:
        table = PairRows(io.BytesIO(header), "x.tsv", **options)  # type: ignore[arg-type]
        assert table.texts == texts


def test_without_names_the_first_line_is_a_row() -> None:
    assert rows_of(b"\xef\xbb\xbfa\tb\nc\td\n", header=False) == [PairRow(1, ["a", "b"]), PairRow(2, ["c", "d"])]


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (b"", {}, "empty"),
        (b"one\ttwo\n", {}, "text1 and text2 .* are needed"),
        (b"text1\ttext2\ttext1\n", {}, "there twice"),
        (b"text1\ttext2\n", {"columns": ("a", "b")}, "no column 'a': there are text1, text2"),
        (b"text1\ttext2\n", {"columns": ("text1", "text1")}, "name two columns"),
        (b"only\n", {"header": False}, "no column '2'"),
        (b"text1\ttext2\xff\n", {}, "not UTF-8"),
    ],
)
def test_what_is_no_table_is_refused(data: bytes, options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        rows_of(data, **options)


def test_an_endless_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_rows, "MAX_LINE", 50)
    with pytest.raises(FormatError, match=r"pairs.tsv:3: a line of more than"):
        rows_of(HEADER + b"n\ta\tb\n" + b"x" * 60)


def test_packed_files_are_read_through(tmp_path: Path) -> None:
    data = HEADER + b"n1\ta\tb\n"
    for packed in (data, gzip.compress(data), lzma.compress(data)):
        (tmp_path / "x").write_bytes(packed)
        with open_table(tmp_path / "x") as file:
            assert [row.fields for row in PairRows(file, "x")] == [["n1", "a", "b"]]


def test_a_packed_file_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    data = HEADER + bytes(range(1, 250)) * 50
    for packed in (gzip.compress(data), lzma.compress(data)):
        (tmp_path / "x").write_bytes(packed[:-20])
        with pytest.raises(FormatError, match="cut short"), open_table(tmp_path / "x") as file:
            list(PairRows(file, "x"))


@given(st.lists(st.binary(max_size=20).map(lambda line: line.replace(b"\n", b"\t")), max_size=8))
def test_every_line_is_a_row_with_all_columns(lines: list[bytes]) -> None:
    data = HEADER + b"".join(line + b"\n" for line in lines)
    table = PairRows(io.BytesIO(data), "x")
    rows = list(table)
    assert [row.number for row in rows] == list(range(2, len(lines) + 2))
    assert table.read == len(data)
    for row, line in zip(rows, lines, strict=True):
        assert len(row.fields) == 3
        assert not any("\t" in field for field in row.fields)
        if not row.problem:
            assert "\t".join(row.fields).encode() == line.removesuffix(b"\r")
