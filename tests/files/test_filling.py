"""A table with new columns: a pair that is refused is one bad row, wherever it stands, and costs no other row."""

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from perpend.errors import FormatError, InputError, SettingError
from perpend.files import filling
from perpend.files.filling import FORMATS, NewColumns, Tally, fill_table
from perpend.files.rows import RowReader
from perpend.files.tables import Row, Table, open_table


def _lengths(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Any, ...]]:
    """Cells that a maker might begin to give before it meets a pair that it refuses."""
    for text1, text2 in pairs:
        if "bad" in (text1, text2):
            raise InputError("bad is no word: take another")
        yield (len(text1) + len(text2),)


LENGTHS = NewColumns(("length",), _lengths, "lengths", numeric=frozenset(["length"]))


@given(st.lists(st.tuples(st.sampled_from(["a", "bcd", "bad"]), st.sampled_from(["e", "bad"])), max_size=12))
def test_a_refused_pair_is_a_bad_row_and_the_others_are_answered(pairs: list[tuple[str, str]]) -> None:
    lines = ["text1\ttext2", *("\t".join(pair) for pair in pairs)]
    output, reported = io.BytesIO(), list[Row]()
    with open_table(io.BytesIO("\n".join(lines).encode())) as table:
        tally = fill_table(LENGTHS, table, output, report=reported.append)
    bad = [number for number, pair in enumerate(pairs, start=2) if "bad" in pair]
    assert [row.number for row in reported] == bad
    assert tally == Tally(len(pairs), len(bad))
    cells = [line.split("\t")[2:] for line in output.getvalue().decode().splitlines()[1:]]
    expected = [
        ["", "bad is no word: take another"] if "bad" in pair else [str(len(pair[0]) + len(pair[1])), ""]
        for pair in pairs
    ]
    assert cells == expected


CELLS = st.text(st.sampled_from('ab ,"\n\r\t\u00e9'), max_size=5)
ROWS = st.lists(st.fixed_dictionaries({"text1": CELLS, "text2": CELLS, "id": CELLS}), min_size=1, max_size=5)


def filled(path: Path, goal: Path, form: str | None = None, **options: Any) -> Tally:
    with open_table(path) as table, goal.open("wb") as output:
        return fill_table(LENGTHS, table, output, format=form, **options)


@given(rows=ROWS, form=st.sampled_from(FORMATS))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, str]], form: str
) -> None:
    folder = tmp_path_factory.mktemp("round")
    source, goal = folder / "in.jsonl", folder / f"out.{form}"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert filled(source, goal, form) == Tally(len(rows), 0)
    with open_table(goal) as table:
        found = [dict(zip(table.names, row.fields, strict=True)) for row in table]
        assert table.format == form
    spelled = str.maketrans({"\t": r"\t", "\n": r"\n", "\r": r"\r"} if form == "tsv" else {})
    for row, back in zip(rows, found, strict=True):
        assert {name: back[name] for name in row} == {name: cell.translate(spelled) for name, cell in row.items()}
        assert float(back["length"]) == len(row["text1"]) + len(row["text2"])
        assert back["error"] == ""


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("x.tsv", "text1\ttext2\na\tb\n", "text1\ttext2\tlength\terror\na\tb\t2\t\n"),
        ("x.csv", 'text1,text2\n"a,",b\n', 'text1,text2,length,error\r\n"a,",b,3,\r\n'),
        (
            "x.jsonl",
            '{"text1": "a", "text2": "b", "n": 4.5}',
            '{"line": 1, "text1": "a", "text2": "b", "n": 4.5, "length": 2, "error": null, "signature": "lengths"}\n',
        ),
    ],
)
def test_the_result_has_the_format_of_the_input(tmp_path: Path, name: str, data: str, expected: str) -> None:
    (tmp_path / name).write_text(data, encoding="utf-8")
    filled(tmp_path / name, tmp_path / "out")
    assert (tmp_path / "out").read_bytes().decode() == expected


def test_types_of_parquet_are_kept(tmp_path: Path) -> None:
    given_table = pyarrow.table({"text1": ["a", "bad"], "text2": ["b", "c"], "gold": [4.5, 1.0], "n": [1, 2]})
    parquet.write_table(given_table, tmp_path / "in.parquet")
    assert filled(tmp_path / "in.parquet", tmp_path / "out.parquet") == Tally(2, 1)
    found = parquet.read_table(tmp_path / "out.parquet")
    assert found.schema.types[:4] == given_table.schema.types
    assert found.column("length").to_pylist() == [2.0, None]
    assert found.column("error").to_pylist() == [None, "bad is no word: take another"]
    assert found.schema.metadata[b"perpend.signature"] == b"lengths"


def test_a_prefix_of_new_columns(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("text1\ttext2\tlength\na\tb\t9\n", encoding="utf-8")
    with pytest.raises(FormatError, match="column 'length' already exists"):
        filled(tmp_path / "x.tsv", tmp_path / "out")
    filled(tmp_path / "x.tsv", tmp_path / "out", prefix="my_")
    assert (tmp_path / "out").read_text(encoding="utf-8").split("\n")[0] == "text1\ttext2\tlength\tmy_length\tmy_error"


def test_an_unknown_format(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("text1\ttext2\n", encoding="utf-8")
    with pytest.raises(SettingError, match="known: csv, jsonl, parquet, tsv"):
        filled(tmp_path / "x.tsv", tmp_path / "out", "xlsx")


def test_texts_that_a_check_refuses_are_bad_rows(tmp_path: Path) -> None:
    def check(text1: str, text2: str) -> None:
        if len(text1 + text2) > 2:
            raise InputError("too long")

    (tmp_path / "x.tsv").write_text("text1\ttext2\naa\tb\na\tb\n", encoding="utf-8")
    with open_table(tmp_path / "x.tsv") as table:
        output = io.BytesIO()
        assert fill_table(replace(LENGTHS, check=check), table, output) == Tally(2, 1)
    assert output.getvalue().decode().split("\n")[1:3] == ["aa\tb\t\ttoo long", "a\tb\t2\t"]


class Counted(RowReader):
    """Rows that know how many of them were taken."""

    format, names, taken = "tsv", ["text1", "text2"], 0

    def __iter__(self) -> Iterator[Row]:
        for number in range(2, 102):
            self.taken += 1
            yield Row(number, ["a", "b"])


def test_a_chunk_at_most_is_read_ahead_of_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "_CHUNK", 10)
    rows, output, told = Counted(), io.BytesIO(), list[tuple[int, int]]()
    tally = fill_table(
        LENGTHS, Table(rows, "x"), output, progress=lambda: told.append((rows.taken, output.getvalue().count(b"\n")))
    )
    assert tally == Tally(100, 0)
    assert told == [(10 * chunk, 10 * chunk + 1) for chunk in range(1, 11)]
