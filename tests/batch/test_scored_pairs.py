"""A scored table: every row of the input in its place, with the scorer's score or the reason why it has none."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.batch import filled_table
from perpend.batch.scored_pairs import Options, Tally, score_pairs
from perpend.errors import FormatError
from perpend.files.pair_rows import PairRow, PairRows
from perpend.similarity.training import train_perp

PAIRS = [("The doctor left.", "Left, the physician."), ("A cat", "A dog"), ("Two dogs ran.", "It rains.")]
SCORER = train_perp(PAIRS, [4.5, 2.0, 0.0], epochs=20, rate=0.1)
HEADER = "id\ttext1\ttext2\tnote"
LINES = ["n1\tThe doctor left.\tThe physician left.\tgood", "n2\tA cat", "n3\tA cat\tA dog\t"]


def scored(lines: list[str], **options: bool) -> tuple[list[str], Tally, list[PairRow]]:
    output, reported = io.BytesIO(), list[PairRow]()
    table = PairRows(io.BytesIO("\n".join([HEADER, *lines]).encode("utf-8", "surrogateescape")), "x.tsv")
    tally = score_pairs(SCORER, table, output, Options(**options), report=reported.append)
    return output.getvalue().decode("utf-8").split("\n")[:-1], tally, reported


def test_rows_keep_their_place_and_their_columns() -> None:
    lines, tally, reported = scored(LINES)
    assert lines[0] == HEADER + "\tscore\traw\terror"
    assert lines[2] == "n2\tA cat\t\t\t\t\t2 columns, 4 needed as in line 1"
    for line, given_line in ((lines[1], LINES[0]), (lines[3], LINES[2])):
        fields = given_line.split("\t")
        score = SCORER.explain(fields[1], fields[2])
        assert line == f"{given_line}\t{score.value!r}\t{score.raw!r}\t"
    assert tally == Tally(3, 1)
    assert [row.number for row in reported] == [3]


def test_directions() -> None:
    one, other = PAIRS[0]
    (_, swapped), _, _ = scored([f"n\t{one}\t{other}\t"], swap=True)
    assert float(swapped.split("\t")[5]) == SCORER.explain(other, one).raw
    (_, both), _, _ = scored([f"n\t{one}\t{other}\t"], symmetric=True)
    assert float(both.split("\t")[5]) == SCORER.using(symmetric=True).explain(one, other).raw


def test_explanations_sum_to_the_raw_score() -> None:
    lines, _, _ = scored([LINES[0], "\tTake 2\tTake 3 now\t"], explain=True)
    assert lines[0].endswith("\tscore\traw\tbase\tcontributions\terror")
    for line in lines[1:]:
        raw, base, contributions = line.split("\t")[5:8]
        points = sum(one["points"] for one in json.loads(contributions))
        assert float(base) + points == pytest.approx(float(raw), abs=1e-9)


def test_json_lines_hold_the_same() -> None:
    lines, _, _ = scored(LINES, as_json=True, explain=True)
    rows = [json.loads(line) for line in lines]
    assert [row["line"] for row in rows] == [2, 3, 4]
    assert [row["id"] for row in rows] == ["n1", "n2", "n3"]
    assert rows[1]["score"] is rows[1]["raw"] is rows[1]["contributions"] is None
    assert "2 columns" in rows[1]["error"]
    expected = SCORER.explain("A cat", "A dog")
    assert (rows[2]["score"], rows[2]["error"]) == (expected.value, None)
    assert rows[2]["contributions"] == [one.to_dict() for one in expected.contributions]
    assert rows[2]["signature"] == SCORER.signature


def test_texts_that_are_too_long_are_bad_rows() -> None:
    long = "word " * 1200
    lines, tally, _ = scored([f"n1\t{long}\t{long}\t", LINES[0]])
    assert "too long for PERP" in lines[1].split("\t")[-1]
    assert tally == Tally(2, 1)


def test_a_column_that_would_be_there_twice_is_refused() -> None:
    for name, options in (("Score", Options()), ("line", Options(as_json=True)), ("base", Options(explain=True))):
        table = PairRows(io.BytesIO(f"text1\ttext2\t{name}\n".encode()), "x.tsv")
        with pytest.raises(FormatError, match="there already"):
            score_pairs(SCORER, table, io.BytesIO(), options)


TEXTS = st.lists(st.sampled_from(["the", "cat", "ran", "3", "é", "\udce9", "not", "\t", '"', "\\"]), max_size=6).map(
    " ".join
)


@given(st.lists(TEXTS, max_size=9), st.integers(1, 4), st.booleans())
def test_no_row_is_lost_or_moved_whatever_the_chunks(notes: list[str], chunk: int, as_json: bool) -> None:
    given_lines = [f"{number}\tthe cat ran\t{note}\t" for number, note in enumerate(notes)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filled_table, "_CHUNK", chunk)
        lines, tally, reported = scored(given_lines, as_json=as_json)
    rows = [json.loads(line)["id"] for line in lines] if as_json else [line.split("\t")[0] for line in lines[1:]]
    assert rows == [str(number) for number in range(len(notes))]
    bad = ["\udce9" in note or "\t" in note for note in notes]
    assert tally == Tally(len(notes), sum(bad))
    assert [row.number for row in reported] == [number + 2 for number, wrong in enumerate(bad) if wrong]
    assert as_json or all(line.count("\t") == 6 for line in lines)


class Counted(io.BytesIO):
    """A file that knows how many lines were read of it, and of whatever is written how far the reading was then."""

    def __init__(self, data: bytes = b"", source: "Counted | None" = None) -> None:
        super().__init__(data)
        self.lines, self.ahead, self._source = 0, 0, source

    def readline(self, size: int | None = -1, /) -> bytes:
        self.lines += 1
        return super().readline(size)

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        self.lines += 1
        self.ahead = max(self.ahead, self._source.lines - self.lines if self._source else 0)
        return super().write(data)


def test_a_chunk_at_most_is_read_ahead_of_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filled_table, "_CHUNK", 10)
    source = Counted((HEADER + "\n" + "n\ta\tb\t\n" * 100).encode())
    output, told = Counted(source=source), list[int]()
    table = PairRows(source, "x.tsv")
    assert score_pairs(SCORER, table, output, progress=lambda: told.append(table.read)) == Tally(100, 0)
    assert 0 < output.ahead <= 10
    assert told == [len(HEADER) + 1 + 70 * chunk for chunk in range(1, 11)]
