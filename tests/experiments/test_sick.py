"""`python -m experiments sick` on small data made here, and the recorded run."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from experiments.sick import evaluate_sick, read_sick
from experiments.sick_rows import rule_table
from perpend.entailment.patterns import Patterns
from perpend.entailment.rules import Label, Rule, Verdict
from perpend.errors import MissingResource

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")

RECORD = Path(__file__).resolve().parents[2] / "results" / "sick.json"
_KINDS = {"boy": "child", "puppy": "dog", "woman": "person", "car": "vehicle"}


def _lines(things: tuple[str, ...]) -> list[str]:
    lines = ["id\tgold\ttext1\ttext2\tentailment"]
    for number, (thing, (one, general)) in enumerate(product(things, _KINDS.items())):
        text = f"A {one} is hitting a {thing}"
        lines.append(f"{number}a\t4.7\t{text}\tA {general} is hitting a {thing}\tENTAILMENT")
        lines.append(f"{number}b\t3.5\t{text}\tThere is no {one} hitting a {thing}\tCONTRADICTION")
        lines.append(f"{number}c\t2.0\t{text}\tA {one} is passing the old bridge\tNEUTRAL")
    return lines


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    mirror = tmp_path_factory.mktemp("mirror")
    (mirror / "sick").mkdir()
    for name, things in (("train", ("wall", "tree", "ball")), ("trial", ("door",)), ("test", ("fence", "wall"))):
        (mirror / "sick" / f"{name}.tsv").write_text("\n".join(_lines(things)) + "\n", encoding="utf-8")
    return evaluate_sick(read_sick(mirror)).to_dict()


def test_the_report_has_the_shape_that_all_share(report: dict[str, Any]) -> None:
    assert report["task"] == "sick"
    rows = {row["system"]: row for row in report["rows"]}
    assert {"paper", "paper, without patterns", "paper +", "full", "baseline", "full, patterns only"} <= rows.keys()
    assert {"hypothesis only", "majority"} <= rows.keys()
    assert "layer without patterns" in rows
    assert set(rows["full"]["metrics"]) == {"Pearson", "Spearman", "Accuracy"}
    assert rows["full"]["paper"] is None
    assert rows["paper +"]["paper"] == {"Accuracy": 85.082}
    assert rows["paper"]["paper"]["Accuracy"] == 85.082
    assert rows["full"]["metrics"]["Accuracy"] > 90.0
    json.dumps(report)


def test_pairs_of_the_training_set_are_told_apart(report: dict[str, Any]) -> None:
    assert report["overlapping"] == 12
    assert report["pairs"] == {"train": 36, "trial": 12, "test": 24}


def test_every_rule_is_listed(report: dict[str, Any]) -> None:
    for system in ("paper", "paper, without patterns", "paper +", "full, patterns only"):
        table = report["rules"][system]["trial"]
        assert set(table) == set(map(str, Rule))
        assert sum(row["decided"] for row in table.values()) == 12
        assert all(row["decided"] - row["right"] == len(row["wrong"]) for row in table.values())


def test_verdicts_with_and_without_patterns_are_counted(report: dict[str, Any]) -> None:
    rows = {row["system"]: row["metrics"]["Accuracy"] for row in report["rows"] if "Accuracy" in row["metrics"]}
    assert report["patterns"].keys() == {"paper", "paper +", "full, patterns only"}
    for system, found in report["patterns"].items():
        parts = found["parts"]
        assert {name: one["pairs"] for name, one in parts.items()} == report["pairs"]
        for one in parts.values():
            for side in (0, 1):
                name = ("with", "without")[side]
                assert sum(rule[name][0] for rule in one["rules"].values()) == one["pairs"]
                assert sum(rule[name][1] for rule in one["rules"].values()) == one["right"][side]
        assert 100.0 * parts["test"]["right"][0] / parts["test"]["pairs"] == pytest.approx(rows[system])
        assert 0 <= found["use"]["other kinships"] <= found["use"]["matched"] <= found["use"]["frames"]


def test_a_rule_that_never_fires_has_no_precision() -> None:
    table = rule_table([Verdict(Label.NEUTRAL, Rule.SWITCH)], [Label.ENTAILMENT], ["7"])
    assert table["switch"] == {"decided": 1, "right": 0, "wrong": ["7"], "coverage": 100.0, "precision": 0.0}
    assert table["antonym"]["precision"] is None


def test_absent_data_are_named(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match=r"train\.tsv"):
        read_sick(tmp_path)


@pytest.mark.parametrize(
    ("system", "metric", "least"),
    [
        ("paper", "Accuracy", 82.5),
        ("paper", "Pearson", 0.78),
        ("paper +", "Accuracy", 85.08),
        ("full, patterns only", "Accuracy", 87.0),
        ("full", "Accuracy", 88.3),
        ("full", "Pearson", 0.85),
    ],
)
def test_recorded_figures_are_as_good_as_they_must_be(system: str, metric: str, least: float) -> None:
    rows = {row["system"]: row for row in json.loads(RECORD.read_text(encoding="utf-8"))["rows"]}
    assert rows[system]["metrics"][metric] >= least


def test_the_record_has_the_patterns_that_are_shipped() -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert f"|{Patterns.shipped().signature()}|" in record["signature"]
    assert record["patterns"]["paper"]["parts"]["test"]["changed"] > 0


def test_the_record_is_of_the_data_of_the_mirror(mirror: Path) -> None:
    assert f"data:{read_sick(mirror).signature}|" in json.loads(RECORD.read_text(encoding="utf-8"))["signature"]
