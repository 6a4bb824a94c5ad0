"""Models of any kind, columns and baselines, on gold of any kind: the figures are those of scikit-learn and scipy."""

from collections.abc import Sequence

import numpy as np
import pytest
from scipy import stats

from perpend.errors import FormatError, InputError
from perpend.evaluation.baselines import tf_idf
from perpend.evaluation.gold import Gold
from perpend.evaluation.pairs import JudgedPairs, PairsReport, PairsRow, evaluate_pairs
from perpend.learning.model import Model
from perpend.learning.registry import entries, load
from perpend.types import Doubles
from tests.learning.toy.given import GivenLabels, GivenNumbers

sklearn = pytest.importorskip("sklearn.metrics", reason="scikit-learn absent: pip install 'perpend[learn]'")

PAIRS = tuple((f"text {k} of the cat", f"text {k * 7 % 5} of a dog") for k in range(12))


def random_table(labels: int, seed: int = 0) -> Doubles:
    return np.random.default_rng(seed).dirichlet(np.ones(labels), len(PAIRS))


def evaluate(gold: Sequence[str], systems: dict[str, list[str]] | None = None, **models: Model) -> PairsReport:
    data = JudgedPairs("toys", PAIRS, Gold.of(gold), systems=systems or {})
    return evaluate_pairs(data, models, samples=20)


def row(report: PairsReport, name: str) -> PairsRow:
    return next(one for one in report.rows if one.system == name)


def test_yes_and_no() -> None:
    gold, table = ["yes", "no", "1", "0", "NO", "True"] * 2, random_table(2)
    truth, yes = np.array([1, 0, 1, 0, 0, 1] * 2), table[:, 1]
    report = evaluate(gold, model=GivenLabels(("no", "yes"), table))
    assert report.gold == "yes/no"
    found = row(report, "model").figures.metrics
    assert found["Accuracy"] == pytest.approx(100 * sklearn.accuracy_score(truth, yes > 0.5))
    assert found["F-measure"] == pytest.approx(100 * sklearn.f1_score(truth, yes > 0.5))
    assert found["AUC"] == pytest.approx(sklearn.roc_auc_score(truth, yes))
    assert found["Brier"] == pytest.approx(sklearn.brier_score_loss(truth, yes))
    assert list(found) == ["Accuracy", "Precision", "Recall", "F-measure", "AUC", "Brier", "ECE"]
    assert set(row(report, "model").figures.intervals) == set(found)
    assert list(row(report, "overlap").figures.metrics) == ["AUC"]
    assert row(report, "most frequent label").figures.metrics["Accuracy"] == 50.0
    assert sum(one["count"] for one in row(report, "model").to_dict()["reliability"]) == 12


def test_the_order_of_a_models_labels_makes_no_difference() -> None:
    gold, table = ["yes", "no"] * 6, random_table(2)
    one = evaluate(gold, model=GivenLabels(("no", "yes"), table))
    other = evaluate(gold, model=GivenLabels(("yes", "no"), table[:, ::-1]))
    assert row(one, "model").to_dict() == row(other, "model").to_dict()


def test_three_labels() -> None:
    labels = ("ENTAILMENT", "NEUTRAL", "CONTRADICTION")
    gold, table = ["entailment", "Neutral", "NEUTRAL"] * 4, random_table(3)
    report = evaluate(gold, {"theirs": ["neutral", "CONTRADICTION"] * 6}, model=GivenLabels(labels, table))
    assert report.gold == "labels"
    found = row(report, "model")
    answers, truth = [labels[k] for k in table.argmax(axis=1)], [text.upper() for text in gold]
    assert found.figures.metrics["Accuracy"] == pytest.approx(100 * sklearn.accuracy_score(truth, answers))
    given = ["ENTAILMENT", "NEUTRAL"]
    macro = sklearn.f1_score(truth, answers, average="macro", labels=given, zero_division=0)
    assert found.figures.metrics["macro F1"] == pytest.approx(100 * macro)
    facts = found.to_dict()
    assert facts["labels"]["CONTRADICTION"]["count"] == 0
    assert sum(facts["confusion"]["NEUTRAL"].values()) == 8
    theirs = row(report, "theirs")
    assert theirs.figures.metrics["Accuracy"] == pytest.approx(100 * 4 / 12)
    assert list(theirs.figures.metrics) == ["Accuracy", "macro F1"]
    assert [one.system for one in report.rows] == ["model", "theirs", "most frequent label"]
    test = theirs.to_dict()["tests"]["model"]
    assert test["test"] == "McNemar"
    decided = test["only_first"] + test["only_second"]
    assert test["p"] == pytest.approx(stats.binomtest(test["only_first"], decided).pvalue if decided else 1.0)


def test_entailment_answers_a_question_of_yes_and_no() -> None:
    labels, table = ("ENTAILMENT", "NEUTRAL", "CONTRADICTION"), random_table(3)
    report = evaluate(["YES", "NO"] * 6, {"theirs": ["ENTAILMENT", "NEUTRAL"] * 6}, model=GivenLabels(labels, table))
    truth = np.array([True, False] * 6)
    right = (table.argmax(axis=1) == 0) == truth
    assert row(report, "model").figures.metrics["Accuracy"] == pytest.approx(100 * right.mean())
    assert row(report, "theirs").figures.metrics["Accuracy"] == 100.0


def test_numbers_separate_yes_from_no_and_probabilities_are_numbers() -> None:
    values = np.arange(12.0)
    gold = ["no", "yes", "no", "no", "yes", "yes"] * 2
    report = evaluate(gold, one=GivenNumbers(values), other=GivenNumbers(-values))
    truth = [text == "yes" for text in gold]
    assert row(report, "one").figures.metrics["AUC"] == pytest.approx(sklearn.roc_auc_score(truth, values))
    test = row(report, "other").to_dict()["tests"]["one"]
    assert test["test"] == "Permutation"
    assert 0.0 < test["p"] <= 1.0
    table = random_table(2)
    numbers = evaluate([str(k * k % 7) for k in range(12)], model=GivenLabels(("no", "yes"), table))
    expected = stats.pearsonr(table[:, 1], [k * k % 7 for k in range(12)])[0]
    assert row(numbers, "model").figures.metrics["Pearson"] == pytest.approx(expected)


def test_labels_without_probabilities_are_measured_as_labels_and_as_zero_and_one() -> None:
    labels, table = ("ENTAILMENT", "NEUTRAL", "CONTRADICTION"), random_table(3)
    model = GivenLabels(labels, table, certain=True)
    yes = table.argmax(axis=1) == 0
    truth = ["YES", "NO"] * 6
    found = row(evaluate(truth, model=model), "model").figures.metrics
    assert list(found) == ["Accuracy", "Precision", "Recall", "F-measure"]
    assert found["Accuracy"] == pytest.approx(100 * (yes == (np.array(truth) == "YES")).mean())
    named = row(evaluate(["neutral", "entailment", "contradiction"] * 4, model=model), "model").figures.metrics
    assert list(named) == ["Accuracy", "macro F1"]
    judged = [k * k % 7 for k in range(12)]
    numbers = row(evaluate([str(one) for one in judged], model=model), "model").figures.metrics
    assert numbers["Pearson"] == pytest.approx(stats.pearsonr(yes.astype(float), judged)[0])


def test_answers_are_not_clipped() -> None:
    values = np.linspace(-3.0, 3.0, 12)
    report = evaluate([str(value) for value in values], model=GivenNumbers(values))
    assert row(report, "model").figures.metrics["Pearson"] == pytest.approx(1.0)


@pytest.mark.parametrize("name", [entry.name for entry in entries() if entry.default])
def test_a_shipped_model_of_every_kind_is_measured(name: str) -> None:
    pairs = (("a cat sat", "a cat sat down"), ("teh", "the"), ("Ann Lee", "A. Lee"), ("he ran", "rain fell all day"))
    data = JudgedPairs("own", pairs, Gold.of(["yes", "yes", "yes", "no"]))
    found = evaluate_pairs(data, {name: load(name)}, samples=5).rows[0]
    assert found.system == name
    assert 0.0 <= found.figures.metrics["AUC"] <= 1.0


def test_what_does_not_fit_is_refused() -> None:
    labels = ["neutral", "entailment", "contradiction"] * 4
    with pytest.raises(InputError, match="model answers with numbers, but gold has the labels CONTRADICTION, "):
        evaluate(labels, model=GivenNumbers(np.arange(12.0)))
    with pytest.raises(InputError, match="model answers with no, yes, but gold is one of CONTRADICTION"):
        evaluate(labels, model=GivenLabels(("no", "yes"), random_table(2)))
    with pytest.raises(InputError, match="theirs answers 'MAYBE', but gold is one of CONTRADICTION"):
        evaluate(labels, {"theirs": ["maybe"] * 12})
    with pytest.raises(FormatError, match=r"toys:1: 'maybe' is no finite number"):
        evaluate([str(k) for k in range(12)], {"theirs": ["maybe"] * 12})
    with pytest.raises(InputError, match="model answers with CONTRADICTION, NEUTRAL, but gold is numbers"):
        evaluate([str(k) for k in range(12)], model=GivenLabels(("CONTRADICTION", "NEUTRAL"), random_table(2)))


def test_rare_words_weigh_more() -> None:
    assert tf_idf("the perpend", "a perpend") > tf_idf("the house", "a house") > tf_idf("the house", "the cat")
    assert tf_idf("zzxqj", "zzxqj") == 1.0
