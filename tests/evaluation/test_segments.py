"""Metrics beside judgments of segments: correlations of scipy, pairs within segments counted by hand, and mistakes."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from perpend.errors import InputError, SettingError
from perpend.evaluation.gold import Gold
from perpend.evaluation.pairs import JudgedPairs, PairsReport, PairsRow, read_judged
from perpend.evaluation.segments import METRICS, evaluate_metrics
from perpend.metrics.chrf import chrf
from perpend.metrics.ter import ter

REFS = ["the cat sat on the mat", "a dog ran to the old house", "prices rose again in March"]
HYPS = [
    ["the cat sat on the mat", "a cat sat on a mat", "cats mat"],
    ["a dog ran to the old house", "a dog ran to the house", "the house ran"],
    ["prices rose in March", "in March prices rose again", "March is cold"],
]
JUDGED = [[5.0, 4.0, 1.0], [5.0, 5.0, 0.5], [4.0, 4.5, 1.0]]
ROWS = [(str(k), REFS[k], hyp, JUDGED[k][j]) for k in range(3) for j, hyp in enumerate(HYPS[k])]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    lines = [f"{segment}\t{ref}\t{hyp}\t{score}\t{len(hyp)}" for segment, ref, hyp, score in ROWS]
    (tmp_path / "judged.tsv").write_text("\n".join(["segment\tref\thyp\tscore\tsize", *lines]) + "\n", encoding="utf-8")
    return tmp_path / "judged.tsv"


def row(report: PairsReport, name: str) -> PairsRow:
    return next(one for one in report.rows if one.system == name)


def test_correlations_are_those_of_scipy(path: Path) -> None:
    report = evaluate_metrics(read_judged(path, "score", systems=["size"]), samples=20)
    assert [one.system for one in report.rows] == [*METRICS, "size"]
    hyps, refs, gold = ([one[place] for one in ROWS] for place in (2, 1, 3))
    for name, scores in [
        ("chrF", chrf(hyps, refs).segment_scores),
        ("TER", -ter(hyps, refs).scores(ter(hyps, refs).rows)),
        ("size", np.array([float(len(hyp)) for hyp in hyps])),
    ]:
        found = row(report, name).figures.metrics
        assert found["Pearson"] == pytest.approx(stats.pearsonr(scores, gold)[0])
        assert found["Spearman"] == pytest.approx(stats.spearmanr(scores, gold)[0])
        assert found["Kendall"] == pytest.approx(stats.kendalltau(scores, gold)[0])
        assert found["Pearson"] > 0
    assert report.to_dict()["task"] == "metrics"


def test_pairs_are_those_of_one_segment(path: Path) -> None:
    report = evaluate_metrics(read_judged(path, "score", group="segment"), ["chrF", "TER"], samples=20)
    scores = chrf([one[2] for one in ROWS], [one[1] for one in ROWS]).segment_scores.reshape(3, 3)
    right = [
        np.sign(scores[k][i] - scores[k][j]) == np.sign(JUDGED[k][i] - JUDGED[k][j])
        for k in range(3)
        for i, j in combinations(range(3), 2)
    ]
    found = row(report, "chrF").figures
    assert found.metrics["acc_eq"] == pytest.approx(np.mean(right))
    taus = [stats.kendalltau(scores[k], JUDGED[k])[0] for k in range(3)]
    assert found.metrics["tau_b"] == pytest.approx(np.mean(taus))
    assert found.metrics["acc_eq calibrated"] >= found.metrics["acc_eq"]
    assert set(found.intervals) == {"Pearson", "Spearman", "acc_eq", "acc_eq calibrated", "tau_b"}


def test_a_segment_may_have_one_translation_only(path: Path) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write("alone\tit rains\tit pours\t3\t8\n")
    report = evaluate_metrics(read_judged(path, "score", group="segment"), ["chrF"], samples=20)
    assert report.rows[0].figures.count == 10


def test_without_segments_all_rows_are_compared(path: Path) -> None:
    found = evaluate_metrics(read_judged(path, "score"), ["chrF"], samples=20).rows[0].figures
    assert "tau_b" not in found.metrics
    assert 0.0 <= found.metrics["acc_eq"] <= 1.0
    assert set(found.intervals) == {"Pearson", "Spearman"}
    many = JudgedPairs("many", (("a b", "a c"),) * 2001, Gold(np.arange(2001.0)))
    assert "acc_eq" not in evaluate_metrics(many, ["WER"], samples=2).rows[0].figures.metrics


def test_judgments_may_count_errors(path: Path) -> None:
    data = read_judged(path, "score")
    errors = JudgedPairs(data.name, data.pairs, Gold(10.0 - data.gold.values))
    one, other = evaluate_metrics(data, ["TERp"], samples=5), evaluate_metrics(errors, ["TERp"], lower_is_better=True)
    assert one.rows[0].figures.metrics == pytest.approx(other.rows[0].figures.metrics)
    assert "|lower is better|" in other.signature


def test_tests_are_against_what_is_named(path: Path) -> None:
    report = evaluate_metrics(
        read_judged(path, "score", against=["size"]), ["BLEU", "chrF"], against=["size"], samples=5
    )
    assert [list(one.tests) for one in report.rows] == [["size"], ["size"], []]


def test_mistakes(path: Path) -> None:
    data = read_judged(path, "score")
    with pytest.raises(SettingError, match="unknown metric 'COMET'; known: BLEU"):
        evaluate_metrics(data, ["COMET"])
    with pytest.raises(SettingError, match="unknown metric 'size'"):
        evaluate_metrics(data, ["chrF"], against=["size"])
    with pytest.raises(InputError, match="two rows are named 'chrF'"):
        evaluate_metrics(JudgedPairs("x", data.pairs, data.gold, systems={"chrF": ["1"] * 9}), ["chrF"])
    with pytest.raises(InputError, match="are labels, 'BAD' for one: give numbers"):
        evaluate_metrics(JudgedPairs("x", data.pairs, Gold.of(["good", "bad", "good"] * 3)))
