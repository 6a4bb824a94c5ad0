import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.evaluation.classification import Confusion, half_width

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
