import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.evaluation.classification import Confusion, auc, half_width, label_figures, label_table, macro_f1

answers = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=50)


def test_by_hand() -> None:
    found = Confusion(right_yes=6, wrong_yes=2, wrong_no=4, right_no=8).metrics
    assert found == {"Accuracy": 70.0, "Precision": 75.0, "Recall": 60.0, "F-measure": pytest.approx(200 / 3)}


@given(answers)
def test_the_table_counts_each_answer_once_and_f_lies_between(pairs: list[tuple[bool, bool]]) -> None:
    said, true = (np.array(side) for side in zip(*pairs, strict=True))
    table = Confusion.of(said, true)
    assert sum(table.to_dict().values()) == len(pairs)
    assert table.metrics["Accuracy"] == pytest.approx(100 * float((said == true).mean()))
    low, high = sorted((table.metrics["Precision"], table.metrics["Recall"]))
    assert low - 1e-9 <= table.metrics["F-measure"] <= high + 1e-9


def test_shares_of_nothing_are_0() -> None:
    assert set(Confusion(0, 0, 0, 0).metrics.values()) == {0.0}


def test_answers_and_judgments_must_be_as_many() -> None:
    with pytest.raises(InputError, match="2 answers for 1 judgments"):
        Confusion.of(np.array([True, False]), np.array([True]))


def test_half_width_is_students() -> None:
    """t for 9 degrees of freedom at 95 % is 2.262."""
    values = [1.0, 2.0] * 5
    assert half_width(values) == pytest.approx(2.2622 * np.std(values, ddof=1) / np.sqrt(10), rel=1e-4)
    assert half_width([3.0]) == 0.0


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=40))
def test_tables_of_labels_are_those_of_sklearn(answers: list[tuple[int, int]]) -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    found, truth = np.array(answers, np.float64).T
    table = label_table(found, truth, 3)
    assert table.tolist() == sklearn.confusion_matrix(truth, found, labels=[0, 1, 2]).tolist()
    given_labels = sorted(set(truth))
    macro = sklearn.f1_score(truth, found, average="macro", labels=given_labels, zero_division=0)
    assert macro_f1(table) == pytest.approx(100 * macro)
    assert sum(one["count"] for one in label_figures(table, "abc").values()) == len(answers)


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=40))
def test_auc_is_that_of_sklearn(answers: list[tuple[int, bool]]) -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    scores, truth = np.array(answers, np.float64).T
    expected = sklearn.roc_auc_score(truth, scores) if len(set(truth)) == 2 else 0.5
    assert auc(scores, truth) == pytest.approx(expected)
