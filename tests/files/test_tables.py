"""Rows of a table: every line is one, whatever its bytes, and what is wrong with it is said."""

import bz2
import csv
import gzip
import io
import json
import lzma
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from perpend.errors import FormatError, InputError, MissingExtra
from perpend.files import rows
from perpend.files.tables import Row, open_table, read_pairs, read_table

HEADER = b"id\ttext1\ttext2\n"


def pyarrow_zstd(data: bytes) -> bytes:
    return pyarrow.Codec("zstd").compress(data, asbytes=True)


def rows_of(data: bytes, **options: Any) -> list[Row]:
    with open_table(io.BytesIO(data), **options) as table:
        return list(table)


def test_rows_have_their_line_numbers() -> None:
    assert rows_of(HEADER + b'n1\tthe "cat\ta dog\r\nn2\tb\tc') == [
        Row(2, ["n1", 'the "cat', "a dog"]),
        Row(3, ["n2", "b", "c"]),
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
    assert good == Row(3, ["n2", "x", "y"])


def test_columns_are_found_by_name() -> None:
    for header, options, texts in [
        (b"gold\tText1\tTEXT2", {}, (1, 2)),
        (b"\xef\xbb\xbfhyp\tref", {}, (1, 0)),
        (b"a\tb\tc", {"columns": ("c", "A")}, (2, 0)),
        (b"a\tb\tc", {"header": False}, (0, 1)),
        (b"a\tb\tc", {"header": False, "columns": ("3", "2")}, (2, 1)),
    ]:
        with open_table(io.BytesIO(header), **options) as table:  # type: ignore[arg-type]
            assert table.texts == texts


def test_without_names_the_first_line_is_a_row() -> None:
    assert rows_of(b"\xef\xbb\xbfa\tb\nc\td\n", header=False) == [Row(1, ["a", "b"]), Row(2, ["c", "d"])]


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
    monkeypatch.setattr(rows, "MAX_LINE", 50)
    with pytest.raises(FormatError, match=r"the stream:3: a line of more than"):
        rows_of(HEADER + b"n\ta\tb\n" + b"x" * 60)


def test_packed_files_are_read_through(tmp_path: Path) -> None:
    data = HEADER + b"n1\ta\tb\n"
    for packed in (data, gzip.compress(data), lzma.compress(data), bz2.compress(data), pyarrow_zstd(data)):
        (tmp_path / "x").write_bytes(packed)
        with open_table(tmp_path / "x") as table:
            assert [row.fields for row in table] == [["n1", "a", "b"]]


def test_a_packed_file_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    data = HEADER + bytes(range(1, 250)) * 50
    for packed in (gzip.compress(data), lzma.compress(data), bz2.compress(data), pyarrow_zstd(data)):
        (tmp_path / "x").write_bytes(packed[:-20])
        with pytest.raises(FormatError, match="compressed data end early"), open_table(tmp_path / "x") as table:
            list(table)


@given(st.lists(st.binary(max_size=20).map(lambda line: line.replace(b"\n", b"\t")), max_size=8))
def test_every_line_is_a_row_with_all_columns(lines: list[bytes]) -> None:
    data = HEADER + b"".join(line + b"\n" for line in lines)
    with open_table(io.BytesIO(data)) as table:
        found = list(table)
        assert table.read == len(data)
    assert [row.number for row in found] == list(range(2, len(lines) + 2))
    for row, line in zip(found, lines, strict=True):
        assert len(row.fields) == 3
        assert not any("\t" in field for field in row.fields)
        if not row.problem:
            assert "\t".join(row.fields).encode() == line.removesuffix(b"\r")


# CSV


def csv_rows(data: bytes, **options: Any) -> list[Row]:
    return rows_of(data, delimiter=",", **options)


def test_fields_in_quotes() -> None:
    data = b'text1,text2\r\n"a, ""b""","two\r\nlines"\r\nc,d\r\n'
    assert csv_rows(data) == [Row(2, ['a, "b"', "two\r\nlines"]), Row(4, ["c", "d"])]


@pytest.mark.parametrize(
    ("line", "fields", "problem"),
    [
        (b"a", ["a", ""], "1 columns, 2 needed"),
        (b"a,b,c", ["a", "b,c"], "3 columns, 2 needed"),
        (b'"a"b,c', ['"a"b', "c"], "not a row of CSV"),
        (b'a,"never ends', ["a", '"never ends'], "does not end"),
        (b"caf\xe9,b", [r"caf\xe9", "b"], "byte 0xe9 is not UTF-8"),
        (b'"caf\xe9",b', [r"caf\xe9", "b"], "byte 0xe9 is not UTF-8"),
    ],
)
def test_a_bad_row_of_csv_costs_no_other(line: bytes, fields: list[str], problem: str) -> None:
    bad, good, other = csv_rows(b"text1,text2\n" + line + b'\nx,y\n5" nails,z\n')
    assert (bad.number, bad.fields) == (2, fields)
    assert problem in bad.problem
    assert good == Row(3, ["x", "y"])
    assert other == Row(4, ['5" nails', "z"])


def test_a_text_longer_than_the_limit_of_the_csv_module() -> None:
    long = "word " * 60_000
    assert csv_rows(f'text1,text2\n"{long}",b\n'.encode()) == [Row(2, [long, "b"])]


CELLS = st.text(st.sampled_from('ab ,;"\n\r\t\u00e9\u2028'), max_size=6)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=6))
def test_what_the_csv_module_writes_is_read(cells: list[tuple[str, str]]) -> None:
    written = io.StringIO()
    writer = csv.writer(written, quoting=csv.QUOTE_ALL)
    writer.writerows([("text1", "text2"), *cells])
    found = csv_rows(written.getvalue().encode())
    assert [(tuple(row.fields), row.problem) for row in found] == [(pair, "") for pair in cells]


# JSON lines


def test_json_lines() -> None:
    data = b'{"text1": "a", "text2": "b", "n": 4.5, "x": null}\n\n{"text1": "c", "text2": "d"}\n'
    first, second = rows_of(data)
    assert first[:3] == (1, ["a", "b", "4.5", ""], "")
    assert first.values == {"text1": "a", "text2": "b", "n": 4.5, "x": None}
    assert second[:3] == (3, ["c", "d", "", ""], "")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"text", "not a JSON object"),
        (b"{text", "not JSON"),
        (b"[1]", "not a JSON object"),
        (b'{"text1": "a", "text2": "b", "more": 1}', "key 'more' is not in the first line"),
        (b'{"text1": "a", "text1": "b"}', "there twice"),
        (b'{"text1": NaN}', "NaN is no number"),
        (b'{"text1": 1e999}', "not finite"),
        (b'{"text1": ' + b"9" * 400 + b"}", "too large"),
        (b'{"text1": ' + b"[" * 5000 + b"]" * 5000 + b"}", "nested"),
        (b'{"text1": "\xff"}', "not UTF-8"),
    ],
)
def test_a_bad_line_of_json_costs_no_other(line: bytes, problem: str) -> None:
    first, bad, last = rows_of(b'{"text1": "a", "text2": "b"}\n' + line + b'\n{"text1": "c", "text2": "d"}')
    assert (first.fields, last.fields) == (["a", "b"], ["c", "d"])
    assert bad.number == 2
    assert problem in bad.problem
    assert len(bad.fields) == 2


# Formats


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.tsv", b"text1\ttext2\na\tb\n"),
        ("x.CSV", b"text1,text2\na,b\n"),
        ("x.csv.gz", gzip.compress(b"text1,text2\na,b\n", mtime=0)),
        ("x.jsonl", b'{"text1": "a", "text2": "b"}'),
        ("x.ndjson.xz", lzma.compress(b'{"text1": "a", "text2": "b"}')),
        ("x", b' {"text1": "a", "text2": "b"}'),
        ("x.data", b"text1\ttext2\na\tb\n"),
    ],
)
def test_the_format_is_told_by_the_ending_or_the_content(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert read_pairs(tmp_path / name).texts == [("a", "b")]


@pytest.mark.parametrize("name", ["x.parquet", "x"])
def test_parquet(tmp_path: Path, name: str) -> None:
    table = pyarrow.table({"text1": ["a", None], "text2": ["b", "d"], "gold": [4.5, 1.0]})
    parquet.write_table(table, tmp_path / name)
    found = read_pairs(tmp_path / name, gold="gold")
    assert (found.texts, found.numbers(), found.lines) == ([("a", "b"), ("", "d")], [4.5, 1.0], [1, 2])


def test_a_damaged_parquet_file(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(b"PAR1 and nothing")
    with pytest.raises(FormatError, match="not a Parquet file") as caught:
        read_table(tmp_path / "x.parquet")
    assert "\n" not in str(caught.value)


def test_a_parquet_file_whose_names_are_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    parquet.write_table(pyarrow.table({"text1": ["a"], "text2": ["b"]}), path, store_schema=False)
    path.write_bytes(path.read_bytes().replace(b"text1", b"te\xff\xfet"))
    with pytest.raises(
        FormatError, match=r"x.parquet: not a Parquet file .*can't decode byte 0xff.*: get the file again"
    ):
        read_table(path)


def test_a_parquet_file_with_a_time_that_python_lacks(tmp_path: Path) -> None:
    times = pyarrow.array([2**60], pyarrow.timestamp("ms"))
    parquet.write_table(pyarrow.table({"text1": ["a"], "text2": ["b"], "when": times}), tmp_path / "x.parquet")
    with pytest.raises(FormatError, match=r"x.parquet:1: damaged \(.*\): get the file again"):
        read_table(tmp_path / "x.parquet")


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'perpend\[batch\]'"):
        read_table(tmp_path / "x.parquet")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.tsv", b"id,text1,text2,gold\n", "the first line has no tab but 3 commas: is this a CSV file?"),
        ("x.csv", b"id\ttext1\ttext2\n", "has no comma but 2 tabs: is this a TSV file?"),
    ],
)
def test_a_wrong_delimiter_is_named(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(FormatError, match=message.replace("?", r"\?")):
        read_pairs(tmp_path / name)


@pytest.mark.parametrize("delimiter", ["", ",,", '"', "\n"])
def test_no_delimiter(delimiter: str) -> None:
    if delimiter:
        with pytest.raises(InputError, match="one character is needed"):
            rows_of(b"text1;text2\n", delimiter=delimiter)
    assert rows_of(b"text1;text2\na;b", delimiter="semicolon") == [Row(2, ["a", "b"])]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(HEADER + b"n1\ta\tb\n"))))
    with open_table("-") as table:
        assert (table.name, [row.fields for row in table]) == ("standard input", [["n1", "a", "b"]])


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path, message in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError, match=message) as caught:
            read_table(path)
        assert "\n" not in str(caught.value)


# Whole tables


def test_labelled_pairs(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_bytes(b"id\tGold\ttext1\ttext2\nn1\t4.5\ta\tb\nn2\t1e0\tc\td\n")
    found = read_pairs(tmp_path / "x.tsv", gold="gold")
    assert (found.texts, found.gold, found.numbers()) == ([("a", "b"), ("c", "d")], ["4.5", "1e0"], [4.5, 1.0])
    assert (found.other, found.lines) == ({"id": ["n1", "n2"]}, [2, 3])
    with pytest.raises(FormatError, match=r"x.tsv:2: 'n1' is no finite number"):
        found.numbers("ID")
    with pytest.raises(FormatError, match="no column 'score': there are id, Gold, text1, text2"):
        read_pairs(tmp_path / "x.tsv", gold="score")


@pytest.mark.parametrize("bad", [b"n1\ta", b"n1\ta\tb\tc", b"n1\t\xff\tb"])
def test_a_bad_row_of_a_whole_table_is_an_error(tmp_path: Path, bad: bytes) -> None:
    (tmp_path / "x.tsv").write_bytes(HEADER + b"n0\ta\tb\n" + bad + b"\n")
    for read in (read_pairs, read_table):
        with pytest.raises(FormatError, match=r"x.tsv:3: .*: correct this row or take it out"):
            read(tmp_path / "x.tsv")


@given(st.binary(max_size=200), st.sampled_from(["x.tsv", "x.csv", "x.jsonl", "x.parquet", "x"]), st.booleans())
def test_any_bytes_are_rows_or_an_error_of_one_line(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str, header: bool
) -> None:
    path = tmp_path_factory.mktemp("any") / name
    path.write_bytes(data)
    try:
        with open_table(path, columns=None, header=header) as table:
            found = list(table)
            width = len(table.names)
    except InputError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017
        return
    assert all(len(row.fields) == width for row in found)
    if table.format == "tsv":
        body = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
        assert len(found) + header == body.count(b"\n") + (not body.endswith(b"\n"))
    assert [row.number for row in found] == sorted({row.number for row in found})


def test_a_file_longer_than_a_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"n{number}\ta \u00e9{number}\tb" for number in range(100)]
    (tmp_path / "x.tsv").write_bytes(HEADER + "\r\n".join(lines).encode())
    whole = read_table(tmp_path / "x.tsv").rows
    for size in (1, 2, 7, 64):
        monkeypatch.setattr(rows, "_BLOCK", size)
        assert read_table(tmp_path / "x.tsv").rows == whole == [line.split("\t") for line in lines]


def test_json_of_columns_is_kept(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(json.dumps({"text1": "a", "text2": "b", "tags": ["x", 1]}), encoding="utf-8")
    assert read_pairs(tmp_path / "x.jsonl").other == {"tags": ['["x", 1]']}
