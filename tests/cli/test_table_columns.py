"""A table scored by PERP: every row of the input in its place, with its score or the reason why it has none."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.batch.answering import answer_columns
from perpend.errors import FormatError
from perpend.files import filling
from perpend.files.filling import Tally, fill_table
from perpend.files.tables import Row, open_table
from perpend.similarity.training import train_perp

PAIRS = [("The doctor left.", "Left, the physician."), ("A cat", "A dog"), ("Two dogs ran.", "It rains.")]
MODEL = train_perp(PAIRS, [4.5, 2.0, 0.0], epochs=20, rate=0.1)
HEADER = "id\ttext1\ttext2\tnote"
LINES = ["n1\tThe doctor left.\tThe physician left.\tgood", "n2\tA cat", "n3\tA cat\tA dog\t"]


def scored(
    lines: list[str], *, swap: bool = False, as_json: bool = False, explain: bool = False, symmetric: bool = False
) -> tuple[list[str], Tally, list[Row]]:
    output, reported = io.BytesIO(), list[Row]()
    new = answer_columns(MODEL.using(symmetric=symmetric), explain=explain)
    with open_table(io.BytesIO("\n".join([HEADER, *lines]).encode("utf-8", "surrogateescape"))) as table:
        form = "jsonl" if as_json else None
        tally = fill_table(new, table, output, swap=swap, format=form, report=reported.append)
    return output.getvalue().decode("utf-8").split("\n")[:-1], tally, reported


def test_rows_keep_their_place_and_their_columns() -> None:
    lines, tally, reported = scored(LINES)
    assert lines[0] == HEADER + "\tvalue\terror"
    assert lines[2] == "n2\tA cat\t\t\t\t2 columns, 4 needed as in line 1"
    for line, given_line in ((lines[1], LINES[0]), (lines[3], LINES[2])):
        fields = given_line.split("\t")
        assert line == f"{given_line}\t{MODEL.explain(fields[1], fields[2]).value!r}\t"
    assert tally == Tally(3, 1)
    assert [row.number for row in reported] == [3]


def test_directions() -> None:
    one, other = PAIRS[0]
    (_, swapped), _, _ = scored([f"n\t{one}\t{other}\t"], swap=True, explain=True)
    assert float(swapped.split("\t")[5]) == MODEL.explain(other, one).raw
    (_, both), _, _ = scored([f"n\t{one}\t{other}\t"], symmetric=True, explain=True)
    assert float(both.split("\t")[5]) == MODEL.using(symmetric=True).explain(one, other).raw


def test_explanations_sum_to_the_raw_score() -> None:
    lines, _, _ = scored([LINES[0], "\tTake 2\tTake 3 now\t"], explain=True)
    assert lines[0].endswith("\tvalue\traw\tbase\treasons\tcontributions\terror")
    for line in lines[1:]:
        raw, base, _, contributions = line.split("\t")[5:9]
        points = sum(one["points"] for one in json.loads(contributions))
        assert float(base) + points == pytest.approx(float(raw), abs=1e-9)


def test_json_lines_hold_the_same() -> None:
    lines, _, _ = scored(LINES, as_json=True, explain=True)
    rows = [json.loads(line) for line in lines]
    assert [row["line"] for row in rows] == [2, 3, 4]
    assert [row["id"] for row in rows] == ["n1", "n2", "n3"]
    assert rows[1]["value"] is rows[1]["raw"] is rows[1]["reasons"] is rows[1]["contributions"] is None
    assert "2 columns" in rows[1]["error"]
    expected = MODEL.explain("A cat", "A dog")
    assert (rows[2]["value"], rows[2]["error"]) == (expected.value, None)
    assert rows[2]["reasons"] == list(expected.reasons)
    assert rows[2]["contributions"] == [one.to_dict() for one in expected.contributions]
    assert rows[2]["signature"] == MODEL.signature


def test_texts_that_are_too_long_are_bad_rows() -> None:
    long = "word " * 1200
    lines, tally, _ = scored([f"n1\t{long}\t{long}\t", LINES[0]])
    assert "score: two texts with 1,440,000 pairs of words are too long" in lines[1].split("\t")[-1]
    assert tally == Tally(2, 1)


def test_a_column_that_would_be_there_twice_is_refused() -> None:
    for name, explain, form in (("Value", False, None), ("line", False, "jsonl"), ("base", True, None)):
        new, data = answer_columns(MODEL, explain=explain), io.BytesIO(f"text1\ttext2\t{name}\n".encode())
        with (
            open_table(data) as table,
            pytest.raises(FormatError, match="already exists and would be added again: rename it"),
        ):
            fill_table(new, table, io.BytesIO(), format=form)


TEXTS = st.lists(st.sampled_from(["the", "cat", "ran", "3", "é", "\udce9", "not", "\t", '"', "\\"]), max_size=6).map(
    " ".join
)


@given(st.lists(TEXTS, max_size=9), st.integers(1, 4), st.booleans())
def test_no_row_is_lost_or_moved_whatever_the_chunks(notes: list[str], chunk: int, as_json: bool) -> None:
    given_lines = [f"{number}\tthe cat ran\t{note}\t" for number, note in enumerate(notes)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filling, "_CHUNK", chunk)
        lines, tally, reported = scored(given_lines, as_json=as_json)
    rows = [json.loads(line)["id"] for line in lines] if as_json else [line.split("\t")[0] for line in lines[1:]]
    assert rows == [str(number) for number in range(len(notes))]
    bad = ["\udce9" in note or "\t" in note for note in notes]
    assert tally == Tally(len(notes), sum(bad))
    assert [row.number for row in reported] == [number + 2 for number, wrong in enumerate(bad) if wrong]
    assert as_json or all(line.count("\t") == 5 for line in lines)
