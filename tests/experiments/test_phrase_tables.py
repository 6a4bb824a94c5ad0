"""What a table is worth: usable pairs, cross-validation that looks at no test pair, precision by band."""

from pathlib import Path

import numpy as np
import pytest

from experiments.datasets import Sts2012, Subtask
from experiments.phrase_tables import (
    Judgment,
    PhraseSettings,
    evaluate_phrases,
    precision_by_band,
    read_judgments,
)
from perpend.errors import FormatError, SettingError
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable

ANIMALS = ("cat", "dog", "horse", "cow", "hen", "owl")


def subtask(name: str) -> Subtask:
    """Pairs about one animal that differ in nothing or in a paraphrase, at 5, and pairs about two, at 0 to 2."""
    pairs, gold = [], []
    for number, animal in enumerate(ANIMALS):
        for other in ANIMALS[:3]:
            same = animal == other
            pairs.append((f"the {animal} sleeps at noon", f"the {other} is asleep at midday"))
            gold.append(5.0 if same else number / 3)
    return Subtask(name, name, tuple(pairs), np.array(gold))


@pytest.fixture
def data() -> Sts2012:
    # Without test sets: to look at one would be an error.
    return Sts2012({"one": subtask("one"), "two": subtask("two")}, ())


@pytest.fixture
def table(tmp_path: Path) -> PhraseTable:
    (tmp_path / "pivot.tsv").write_text("sleeps\tis asleep\t0.5\nat dawn\tearly\t0.2\n", encoding="utf-8")
    build_phrase_table(tmp_path / "pivot.tsv", tmp_path / "pivot.phrases")
    return PhraseTable.open(tmp_path / "pivot.phrases")


def test_a_row_for_no_table_and_for_each(data: Sts2012, table: PhraseTable) -> None:
    told = []
    settings = PhraseSettings(seeds=2, folds=3, epochs=5)
    report = evaluate_phrases(data, [table], settings, progress=lambda *what: told.append(what))
    without, with_table = report.rows
    assert [without.system, with_table.system] == ["phrases:no", table.signature()]
    assert without.usable == {"one": 0, "two": 0}
    assert with_table.usable == {"one": 18, "two": 18}
    assert (without.metrics["usable"], with_table.metrics["usable"]) == (0.0, 1.0)
    assert set(with_table.metrics) == {"usable", "Mean", "one", "two"}
    for row in report.rows:
        assert row.metrics["Mean"] == pytest.approx((row.metrics["one"] + row.metrics["two"]) / 2)
        assert -1 <= row.metrics["Mean"] <= 1
        assert row.spread is not None
    steps = 2 * 2 * 3 * 5  # seeds, sets, folds, epochs
    assert told[-1] == (table.signature(), steps, steps)
    again = evaluate_phrases(data, [table], settings)
    assert again.to_dict() == report.to_dict()
    assert report.to_dict()["task"] == "phrases"
    assert all(row["paper"] is None for row in report.to_dict()["rows"])


def test_judgments(tmp_path: Path) -> None:
    path = tmp_path / "judged.tsv"
    path.write_text("ref\thyp\tp\tright\nsoon\tearly\t0.2\tyes\nsoon\tlate\t0.002\tno\n", encoding="utf-8")
    judged = read_judgments(path)
    assert judged == [Judgment("soon", "early", 0.2, True), Judgment("soon", "late", 0.002, False)]
    bands = precision_by_band([*judged, Judgment("a", "b", 1.0, True), Judgment("a", "c", 0.3, False)])
    assert [(band.low, band.high, band.judged, band.right) for band in bands] == [
        (0.0, 0.003, 1, 0),
        (0.1, 0.3, 1, 1),
        (0.3, 1.0, 2, 1),
    ]
    assert bands[-1].to_dict()["precision"] == 0.5


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("soon\tearly\t0.2", "3 columns, 4 needed"),
        ("soon\tearly\tx\tyes", "p 'x' and right 'yes': a number and yes or no were needed"),
        ("soon\tearly\t0.2\tmaybe", "p '0.2' and right 'maybe': a number and yes or no were needed"),
    ],
)
def test_wrong_judgments(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "judged.tsv"
    path.write_text(f"ref\thyp\tp\tright\n{line}\n", encoding="utf-8")
    with pytest.raises(FormatError, match=f"judged.tsv:2: {problem}"):
        read_judgments(path)


@pytest.mark.parametrize("wrong", [{"seeds": 0}, {"folds": 1}, {"epochs": 0}, {"rate": 0.0}])
def test_impossible_settings(wrong: dict[str, int]) -> None:
    with pytest.raises(SettingError, match="are needed"):
        PhraseSettings(**wrong)  # type: ignore[arg-type]
