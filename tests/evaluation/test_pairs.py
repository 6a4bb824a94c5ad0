"""Anybody's judged pairs: the figures are those of scipy, groups and tests add up, and no model marks its own work."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from perpend.errors import FormatError, InputError, SettingError
from perpend.evaluation.baselines import overlap, tf_idf
from perpend.evaluation.gold import Gold
from perpend.evaluation.pairs import JudgedPairs, PairsReport, evaluate_pairs, read_judged
from perpend.similarity.model import PerpModel
from perpend.similarity.training import train_perp

TRAINING = [("The doctor left.", "Left, the physician."), ("A cat", "A dog"), ("Two dogs ran.", "It rains.")]
ROWS = [
    ("news", 5.0, 4.0, "a dog runs in the park", "a dog runs in the park"),
    ("news", 4.2, 4.5, "a dog runs in the park", "in the park a dog is running"),
    ("web", 3.0, 1.0, "two children play chess", "two kids play a game"),
    ("web", 1.5, 2.0, 'she said "no" to him', "she told him a story"),
    ("web", 0.8, 0.5, "the price rose by 12 percent", "a bird sat on the price tag"),
    ("news", 0.0, 0.1, "the train was late", "red apples fall from trees"),
]


@pytest.fixture(scope="module")
def scorer() -> PerpModel:
    return train_perp(TRAINING, [4.5, 2.0, 0.0], epochs=20, rate=0.1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    lines = ["source\tjudged\tthem\ttext1\ttext2", *("\t".join(map(str, row)) for row in ROWS)]
    (tmp_path / "mine.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path / "mine.tsv"


def evaluate(path: Path, scorer: PerpModel, **options: bool | int) -> PairsReport:
    data = read_judged(path, "judged", group="source", systems=["them"])
    return evaluate_pairs(data, {"mine": scorer}, samples=50, **options)  # type: ignore[arg-type]


def test_figures_are_those_of_scipy(path: Path, scorer: PerpModel) -> None:
    report = evaluate(path, scorer)
    assert [row.system for row in report.rows] == ["mine", "them", "TERp (default)", "tf-idf", "overlap"]
    gold = [row[1] for row in ROWS]
    for row, scores in [
        (report.rows[0], [scorer.explain(*row[3:]).raw for row in ROWS]),
        (report.rows[1], [row[2] for row in ROWS]),
        (report.rows[3], [tf_idf(*row[3:]) for row in ROWS]),
        (report.rows[4], [overlap(*row[3:]) for row in ROWS]),
    ]:
        found = row.figures.metrics
        assert found["Pearson"] == pytest.approx(stats.pearsonr(scores, gold)[0])
        assert found["Spearman"] == pytest.approx(stats.spearmanr(scores, gold)[0])
        assert found["Kendall"] == pytest.approx(stats.kendalltau(scores, gold)[0])


def test_groups_have_their_own_figures(path: Path, scorer: PerpModel) -> None:
    row = evaluate(path, scorer).rows[1]
    assert list(row.groups) == ["news", "web"]
    parts = {name: [(one[2], one[1]) for one in ROWS if one[0] == name] for name in row.groups}
    each = {name: stats.pearsonr(*zip(*part, strict=True))[0] for name, part in parts.items()}
    for name, figures in row.groups.items():
        assert figures.metrics["Pearson"] == pytest.approx(each[name])
        assert figures.count == 3
    found = row.figures.metrics
    assert found["Mean"] == pytest.approx(np.mean(list(each.values())))
    assert found["ALL"] == found["Pearson"]
    assert found["ALLnrm"] >= found["ALL"] - 1e-12
    assert set(row.figures.intervals) == {"Pearson", "Spearman", "ALL", "ALLnrm", "Mean"}


def test_tests_are_against_the_first_row_or_those_that_are_named(path: Path, scorer: PerpModel) -> None:
    first, *others = evaluate(path, scorer).rows
    assert not first.tests
    for row in others:
        assert list(row.tests) == ["mine"]
        assert 0.0 <= row.tests["mine"].p <= 1.0
    data = read_judged(path, "judged", against=["them", "overlap"])
    named = evaluate_pairs(data, {"mine": scorer}, against=["them", "overlap"], samples=5)
    assert [list(row.tests) for row in named.rows] == [
        ["them", "overlap"],
        ["overlap"],
        ["them", "overlap"],
        ["them", "overlap"],
        ["them"],
    ]
    assert named.rows[0].to_dict()["tests"]["them"]["test"] == "Williams"
    with pytest.raises(SettingError, match="unknown system 'nobody'; known: "):
        evaluate_pairs(data, {"mine": scorer}, against=["nobody"], samples=5)


def test_the_report_has_the_shape_that_all_evaluations_share(path: Path, scorer: PerpModel) -> None:
    report = evaluate(path, scorer).to_dict()
    assert report == json.loads(json.dumps(report))
    assert report["task"] == "pairs"
    for row in report["rows"]:
        assert row["paper"] is None
        assert row["intervals"]["Pearson"]["low"] <= row["metrics"]["Pearson"] <= row["intervals"]["Pearson"]["high"]
    assert report["rows"][0]["signature"] == scorer.signature
    assert report["gold"] == "numbers"
    assert report["signature"].startswith("data:mine.tsv/")
    assert evaluate(path, scorer).to_dict() == report
    assert evaluate(path, scorer, seed=1).to_dict() != report


def test_without_groups_there_are_no_figures_over_groups(scorer: PerpModel) -> None:
    data = JudgedPairs("mine", tuple(row[3:] for row in ROWS), Gold(np.array([row[1] for row in ROWS])))
    both_ways = scorer.using(symmetric=True)
    row = evaluate_pairs(data, {"mine": both_ways}, samples=5).rows[0]
    assert list(row.figures.metrics) == ["Pearson", "Spearman", "Kendall"]
    assert row.signature == both_ways.signature


def test_three_pairs_are_too_few_for_the_test_but_not_for_figures(scorer: PerpModel) -> None:
    data = JudgedPairs("mine", tuple(row[3:] for row in ROWS[:3]), Gold(np.array([5.0, 4.0, 3.0])))
    assert not any(row.tests for row in evaluate_pairs(data, {"mine": scorer}, samples=5).rows)


def test_a_model_that_has_seen_pairs_is_refused_or_marked(path: Path, scorer: PerpModel) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write("web\t2\t2\ta  DOG\ta cat\nnews\t4\t4\tThe doctor left.\tLeft, the physician.\n")
    with pytest.raises(InputError, match=r"mine learned from 2 of the 8 pairs of mine.tsv, first from line 8: "):
        evaluate(path, scorer)
    report = evaluate(path, scorer, allow_seen=True)
    assert [row.seen for row in report.rows] == [2, 0, 0, 0, 0]
    assert report.to_dict()["rows"][0]["seen"] == 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("web\tmuch\t1\ta\tb", r"mine.tsv:8: 'much' is no finite number"),
        ("web\tnan\t1\ta\tb", r"mine.tsv:8: 'nan' is no finite number"),
        ("web\t1\t1\ta", r"mine.tsv:8: 4 columns, 5 needed"),
        (
            "web\t1\t1\t" + "w " * 1200 + "\t" + "w " * 1200,
            r"mine.tsv:8: evaluate pairs: two texts with 1,440,000 pairs",
        ),
        ("one\t1\t1\ta\tb", "group 'one' of mine.tsv has one pair"),
    ],
)
def test_a_bad_row_is_an_error(path: Path, scorer: PerpModel, line: str, message: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(InputError, match=message):
        evaluate(path, scorer)


def test_columns_that_are_not_there_are_named(path: Path) -> None:
    with pytest.raises(FormatError, match="no column 'gold': there are source, judged"):
        read_judged(path)
    with pytest.raises(FormatError, match="no column 'set'"):
        read_judged(path, "judged", group="set")


def test_two_systems_of_one_name_are_refused(path: Path, scorer: PerpModel) -> None:
    data = read_judged(path, "judged", systems=["them"])
    with pytest.raises(InputError, match="two systems are named 'them'"):
        evaluate_pairs(data, {"them": scorer})


def test_sizes_must_agree(scorer: PerpModel) -> None:
    for pairs, gold in (((("a", "b"),), [1.0]), ((("a", "b"), ("c", "d")), [1.0])):
        with pytest.raises(InputError, match="judged pairs in mine"):
            JudgedPairs("mine", pairs, Gold(np.array(gold)))
