"""Calibration: figures worked out by hand, and those of scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.evaluation.calibration import brier, expected_calibration_error, reliability

PROBABILITIES = np.array([[0.1, 0.9], [0.3, 0.7], [0.25, 0.75], [0.8, 0.2]])
TRUTH = np.array([1.0, 0.0, 1.0, 0.0])


def test_figures_worked_out_by_hand() -> None:
    assert brier(PROBABILITIES, TRUTH) == pytest.approx((0.01 + 0.49 + 0.0625 + 0.04) / 4)
    bins = reliability(PROBABILITIES, TRUTH)
    assert [(one.low, one.count, one.accuracy) for one in bins] == [(0.7, 2, 0.5), (0.8, 1, 1.0), (0.9, 1, 1.0)]
    assert bins[0].confidence == pytest.approx(0.725)
    assert expected_calibration_error(PROBABILITIES, TRUTH) == pytest.approx((2 * 0.225 + 0.2 + 0.1) / 4)


def test_three_labels_sum_over_all() -> None:
    assert brier(np.array([[0.2, 0.3, 0.5]]), np.array([2.0])) == pytest.approx(0.04 + 0.09 + 0.25)


def test_brier_is_that_of_sklearn() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    assert brier(PROBABILITIES, TRUTH) == pytest.approx(sklearn.brier_score_loss(TRUTH, PROBABILITIES[:, 1]))


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_bins_hold_every_answer_and_give_the_error(answers: list[tuple[float, bool]]) -> None:
    probabilities = np.array([[1 - p, p] for p, _ in answers])
    truth = np.array([float(yes) for _, yes in answers])
    bins = reliability(probabilities, truth)
    assert sum(one.count for one in bins) == len(answers)
    error = sum(one.count * abs(one.confidence - one.accuracy) for one in bins) / len(answers)
    assert expected_calibration_error(probabilities, truth) == pytest.approx(error)


def test_shapes_must_agree() -> None:
    with pytest.raises(InputError, match="a row for each is needed"):
        brier(PROBABILITIES, TRUTH[:2])
