"""A table with new columns: a pair that is refused is one bad row, wherever it stands, and costs no other row."""

import io
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from perpend.batch.filled_table import NewColumns, Tally, fill_table
from perpend.errors import InputError
from perpend.files.pair_rows import PairRow, PairRows


def _lengths(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Any, ...]]:
    """Cells that a maker might begin to give before it meets a pair that it refuses."""
    for text1, text2 in pairs:
        if "bad" in (text1, text2):
            raise InputError("bad is no word: take another")
        yield (len(text1) + len(text2),)


@given(st.lists(st.tuples(st.sampled_from(["a", "bcd", "bad"]), st.sampled_from(["e", "bad"])), max_size=12))
def test_a_refused_pair_is_a_bad_row_and_the_others_are_answered(pairs: list[tuple[str, str]]) -> None:
    lines = ["text1\ttext2", *("\t".join(pair) for pair in pairs)]
    output, reported = io.BytesIO(), list[PairRow]()
    table = PairRows(io.BytesIO("\n".join(lines).encode()), "x.tsv")
    tally = fill_table(NewColumns(("length",), _lengths, "lengths"), table, output, report=reported.append)
    bad = [number for number, pair in enumerate(pairs, start=2) if "bad" in pair]
    assert [row.number for row in reported] == bad
    assert tally == Tally(len(pairs), len(bad))
    cells = [line.split("\t")[2:] for line in output.getvalue().decode().splitlines()[1:]]
    expected = [
        ["", "bad is no word: take another"] if "bad" in pair else [str(len(pair[0]) + len(pair[1])), ""]
        for pair in pairs
    ]
    assert cells == expected
