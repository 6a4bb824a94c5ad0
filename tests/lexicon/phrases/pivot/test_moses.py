"""A phrase table of Moses's in place of bitext."""

import gzip
from pathlib import Path

import pytest

from perpend.errors import FormatError
from perpend.lexicon.phrases.pivot.filters import Filters
from perpend.lexicon.phrases.pivot.maker import pivot_moses_table
from perpend.lexicon.phrases.pivot.settings import PivotSettings
from perpend.lexicon.phrases.table import PhraseTable

# p(source | target), weight, p(target | source), weight; alignment; counts of target, source, both.
TABLE = """bajo control ||| under control ||| 0.75 0.1 0.25 0.1 ||| 0-0 1-1 ||| 4 12 3
bajo control ||| in check ||| 1 0.1 0.5 0.1 ||| 0-0 1-1 ||| 6 12 6
dominado ||| Under Control ||| 0.25 0.1 0.5 0.1 ||| 0-0 0-1 ||| 4 2 1
dominado ||| mastered ||| 0.5 0.1 0.5 0.1 ||| 0-0 ||| 2 2 1
uno ||| a b c d e f g h ||| 0.5 0.1 0.5 0.1
"""


@pytest.fixture
def moses(tmp_path: Path) -> Path:
    path = tmp_path / "phrase-table.gz"
    path.write_bytes(gzip.compress(TABLE.encode()))
    return path


def pairs_of(path: Path) -> dict[tuple[str, str], float]:
    table = PhraseTable.open(path)
    return {(" ".join(ref), " ".join(hyp)): p for ref, hyp, p in map(table.pair, range(len(table)))}


@pytest.mark.parametrize("memory", [1 << 20, 1 << 30])
def test_by_hand(moses: Path, tmp_path: Path, memory: int) -> None:
    settings = PivotSettings(memory=memory, filters=Filters(min_count=1, min_translation=0))
    report = pivot_moses_table(moses, tmp_path / "table", settings=settings)
    assert pairs_of(tmp_path / "table") == pytest.approx(
        {
            ("under control", "in check"): 0.75 * 0.5,
            ("in check", "under control"): 1 * 0.25,
            ("under control", "mastered"): 0.25 * 0.5,
            ("mastered", "under control"): 0.5 * 0.5,
        }
    )
    assert report.info["skipped"] == 1, "the entry with a phrase of eight words"
    assert report.info["name"] == "phrase-table"


def test_paraphrases_of_the_source(moses: Path, tmp_path: Path) -> None:
    pivot_moses_table(moses, tmp_path / "table", swap=True, settings=PivotSettings(filters=Filters(min_count=1)))
    assert pairs_of(tmp_path / "table") == pytest.approx(
        {("bajo control", "dominado"): 0.25 * 0.25, ("dominado", "bajo control"): 0.5 * 0.75}
    )


def test_counts_are_read_if_they_are_there(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("".join(TABLE.splitlines(keepends=True)[:4]), encoding="utf-8")
    pivot_moses_table(plain, tmp_path / "table", settings=PivotSettings(filters=Filters(min_count=3)))
    assert set(pairs_of(tmp_path / "table")) == {("under control", "in check"), ("in check", "under control")}
    without = tmp_path / "without"
    without.write_text("".join(line.rsplit(" |||", 2)[0] + "\n" for line in TABLE.splitlines()[:4]), encoding="utf-8")
    pivot_moses_table(without, tmp_path / "other", settings=PivotSettings(filters=Filters(min_count=3)))
    assert len(pairs_of(tmp_path / "other")) == 4


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("a b", "1 column, at least 3 needed between |||"),
        ("a ||| b ||| 0.5 0.5", "2 scores, at least 3 needed"),
        ("a ||| b ||| 0.5 0.5 nan", "'nan' is no number from 0 to 1"),
        ("a ||| b ||| 0.5 0.5 1.5", "'1.5' is no number from 0 to 1"),
        ("a ||| b ||| 0.5 0.5 x", "could not convert string to float: 'x'"),
    ],
)
def test_wrong_lines(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "moses"
    path.write_text(TABLE + line + "\n", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        pivot_moses_table(path, tmp_path / "table")
    assert f"moses:6: {problem}" in str(caught.value)


def test_scores_in_another_order(tmp_path: Path) -> None:
    path = tmp_path / "moses"
    path.write_text("".join(f"f{k} ||| e ||| 0.9 0.5 0.1 0.5\n" for k in range(4)), encoding="utf-8")
    with pytest.raises(FormatError, match=r"sum up to 3\.6: are the scores in Moses's order"):
        pivot_moses_table(path, tmp_path / "table")


def test_nothing_in_it(tmp_path: Path) -> None:
    path = tmp_path / "moses"
    path.write_text("", encoding="utf-8")
    with pytest.raises(FormatError, match="no entry with phrases of at most 7 words in it"):
        pivot_moses_table(path, tmp_path / "table")
