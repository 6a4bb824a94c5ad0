"""Preferences name their hypotheses, or say in which line they do not."""

from pathlib import Path

import pytest

from perpend.errors import FormatError
from perpend.metrics.segments import SegmentId
from perpend.metrics.terp_files.reading_preferences import read_preferences

IDS = [SegmentId.parse(f"[{system}][news][d1][{number}]") for number in (1, 2) for system in ("sysA", "sysB")]


def test_places_of_the_better_and_the_worse(tmp_path: Path) -> None:
    path = tmp_path / "preferences.tsv"
    path.write_text("news\td1\t0001\tsysB\tsysA\r\nnews\td1\t2\tsysA\tsysB\n", encoding="utf-8")
    assert read_preferences(path, IDS) == [(1, 0), (2, 3)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("news\td1\t1\tsysA", "preferences.tsv:1: 4 columns, 5 needed: set, document, segment, better, worse"),
        ("news\td1\t1\tsysA\tsysC", r"preferences.tsv:1: no hypothesis is named \[sysC\]\[news\]\[d1\]\[1\]"),
        ("", "preferences.tsv:1: 1 columns, 5 needed"),
    ],
)
def test_a_wrong_line_is_named(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "preferences.tsv"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        read_preferences(path, IDS)
