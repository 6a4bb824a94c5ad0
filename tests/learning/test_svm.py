import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.learning.calibration import Calibration, fit_calibration
from perpend.learning.folds import stratified_folds
from perpend.learning.kernel_classifier import Choices, fit
from perpend.learning.kernel_machine import KernelMachine


def data(count: int = 120, width: int = 5, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Rows in 32 bits, and labels that depend on them with some noise."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count, width)).astype(np.float32).astype(np.float64)
    return rows, rows[:, 0] ** 2 + rows[:, 1] + random.normal(scale=0.5, size=count) > 0.8


@pytest.mark.parametrize("seed", range(5))
def test_decisions_are_those_of_scikit_learn(seed: int) -> None:
    svm = pytest.importorskip("sklearn.svm", reason="scikit-learn absent: pip install 'perpend[learn]'")
    rows, labels = data(seed=seed)
    fitted = fit(rows, labels, Choices(seed=seed))
    cost, gamma = fitted.learned.cost, fitted.learned.gamma
    machine = svm.SVC(C=cost, gamma=gamma).fit(rows, labels)
    others = np.random.default_rng(9).normal(size=(3000, rows.shape[1]))
    np.testing.assert_allclose(
        fitted.machine.by_differences(others), machine.decision_function(others), rtol=0, atol=1e-9
    )


def test_no_rows_have_no_decisions() -> None:
    assert KernelMachine(np.zeros((1, 2)), np.ones(1), 0.0, 1.0).by_differences(np.zeros((0, 2))).shape == (0,)


def test_each_vector_needs_a_coefficient() -> None:
    with pytest.raises(InputError, match="one coefficient for each vector"):
        KernelMachine(np.zeros((3, 2)), np.ones(2), 0.0, 1.0)


@given(st.lists(st.booleans(), min_size=4, max_size=60), st.integers(2, 4), st.integers(0, 5))
def test_folds_are_of_one_size_and_share_the_labels(labels: list[bool], folds: int, seed: int) -> None:
    truth = np.array(labels)
    numbers = stratified_folds(truth, folds, seed)
    for kind in (numbers, numbers[truth], numbers[~truth]):
        counts = np.bincount(kind, minlength=folds)
        assert counts.max() - counts.min() <= 1
    np.testing.assert_array_equal(numbers, stratified_folds(truth, folds, seed))


def test_the_same_rows_give_the_same_machine() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    rows, labels = data()
    first, second = (fit(rows, labels) for _ in range(2))
    np.testing.assert_array_equal(first.machine.coefficients, second.machine.coefficients)
    assert (first.calibration, first.learned) == (second.calibration, second.learned)


def test_choices_are_made_on_a_sample_and_trained_on_all() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    rows, labels = data(count=300)
    few = fit(rows, labels, Choices(sample=60))
    assert few.learned.accuracy in [right / 60 for right in range(61)]
    assert len(few.machine.vectors) > 60


def test_too_few_pairs_of_a_kind_are_an_error() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    rows, _ = data(count=20)
    with pytest.raises(InputError, match="at least 5 of yes and of no"):
        fit(rows, np.arange(20) < 3)


def loss(calibration: Calibration, decisions: np.ndarray, labels: np.ndarray) -> float:
    yes, no = labels.sum(), (~labels).sum()
    targets = np.where(labels, (yes + 1) / (yes + 2), 1 / (no + 2))
    found = calibration.probabilities(decisions)
    return float(-(targets * np.log(found) + (1 - targets) * np.log(1 - found)).sum())


@pytest.mark.parametrize("seed", range(3))
def test_no_calibration_near_by_is_better(seed: int) -> None:
    random = np.random.default_rng(seed)
    decisions = random.normal(size=200)
    labels = random.random(200) < 1 / (1 + np.exp(-2 * decisions))
    best = fit_calibration(decisions, labels)
    for slope in (0.01, -0.01):
        assert loss(best, decisions, labels) <= loss(Calibration(best.slope + slope), decisions, labels)


def test_calibration_finds_the_curve_that_the_labels_came_from() -> None:
    random = np.random.default_rng(1)
    decisions = random.normal(size=20_000)
    labels = random.random(20_000) < 1 / (1 + np.exp(-2 * decisions))
    assert fit_calibration(decisions, labels).slope == pytest.approx(2.0, abs=0.1)


@given(st.lists(st.tuples(st.floats(-1e3, 1e3), st.booleans()), min_size=1, max_size=30))
def test_probabilities_rise_with_the_values_and_agree_with_the_border(pairs: list[tuple[float, bool]]) -> None:
    decisions, labels = np.array([one for one, _ in pairs]), np.array([label for _, label in pairs])
    found = fit_calibration(decisions, labels).probabilities(decisions)
    assert ((found >= 0) & (found <= 1)).all()
    assert (np.diff(found[np.argsort(decisions)]) >= 0).all()
    assert (decisions[found > 0.5] > 0).all()
    assert (decisions[found < 0.5] < 0).all()


def test_a_slope_that_does_not_rise_is_refused() -> None:
    with pytest.raises(InputError, match="above 0"):
        Calibration(0.0)
