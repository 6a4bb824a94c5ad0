import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.learning.folds import fold_numbers
from perpend.learning.kernel_machine import KernelMachine
from perpend.learning.kernel_regression import Choices, choose, fit, trained
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling
from perpend.relatedness.shares import backgrounds, shapley

FEW = Choices(costs=(1.0, 4.0), gammas=(0.3, 1.0), blends=(0.0, 0.5), folds=3)


def data(count: int = 90, width: int = 5, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    values = random.normal(size=(count, width))
    rows = Scaling.of(values).rows(values)
    return rows, rows[:, 0] ** 2 + rows[:, 1] + random.normal(scale=0.3, size=count)


@pytest.mark.parametrize("seed", range(3))
def test_predictions_are_those_of_scikit_learn(seed: int) -> None:
    svm = pytest.importorskip("sklearn.svm", reason="scikit-learn absent: pip install 'perpend[learn]'")
    from sklearn.linear_model import Ridge

    rows, labels = data(seed=seed)
    regression, learned = fit(rows, labels, FEW)
    others = np.random.default_rng(9).normal(size=(500, rows.shape[1]))
    machine = svm.SVR(C=learned.cost, gamma=learned.gamma, epsilon=learned.epsilon).fit(rows, labels).predict(others)
    linear = Ridge(learned.ridge).fit(rows, labels).predict(others)
    expected = (1 - learned.blend) * machine + learned.blend * linear
    np.testing.assert_allclose(regression.predictions(others), expected, rtol=0, atol=1e-9)


def test_a_row_has_the_same_answer_in_any_company() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    rows, labels = data()
    regression, _ = fit(rows, labels, FEW)
    together = regression.predictions(rows)
    assert all(regression.predictions(row[None])[0] == found for row, found in zip(rows, together, strict=True))


def test_the_same_rows_give_the_same_regression() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    rows, labels = data()
    (one, first), (two, second) = (fit(rows, labels, FEW) for _ in range(2))
    assert first == second
    np.testing.assert_array_equal(one.machine.coefficients, two.machine.coefficients)


GROUPS = ("a", "b", "b", "c", "a")


@settings(max_examples=20)
@given(st.integers(0, 5), st.sampled_from([0.0, 0.25, 1.0]), st.lists(st.floats(-3, 3), min_size=5, max_size=5))
def test_shares_add_up_to_the_answer_minus_the_mean_answer(seed: int, blend: float, row: list[float]) -> None:
    rows, _ = data(40, seed=seed)
    random = np.random.default_rng(seed)
    regression = Regression(
        KernelMachine(rows[:10], random.normal(size=10), 0.3, 0.2), random.normal(size=5), 1.5, blend
    )
    base = float(regression.predictions(rows).mean())
    shares = shapley(regression, GROUPS, backgrounds(regression, GROUPS, rows), base, np.array(row))
    answer = regression.predictions(np.array([row]))[0]
    assert sum(shares.values()) == pytest.approx(answer - base, abs=1e-6)


def test_shares_are_shapleys_by_their_definition() -> None:
    """All orders of groups, each set worth the mean over training rows with the other groups taken from those."""
    from itertools import permutations

    rows, _ = data(30)
    random = np.random.default_rng(1)
    regression = Regression(KernelMachine(rows[:8], random.normal(size=8), 0.3, 0.2), random.normal(size=5), 0.7, 0.25)
    row = random.normal(size=5)

    def worth(chosen: set[str]) -> float:
        own = np.array([group in chosen for group in GROUPS])
        return float(regression.predictions(np.where(own, row, rows)).mean())

    expected = dict.fromkeys("abc", 0.0)
    for order in permutations("abc"):
        for place, name in enumerate(order):
            expected[name] += (worth({*order[: place + 1]}) - worth({*order[:place]})) / 6
    base = float(regression.predictions(rows).mean())
    found = shapley(regression, GROUPS, backgrounds(regression, GROUPS, rows), base, row)
    assert found == pytest.approx(expected, abs=1e-5)


def test_a_group_that_changes_nothing_has_no_share() -> None:
    rows, _ = data(30)
    rows[:, [1, 2]] = 0.0
    regression = Regression(KernelMachine(rows[:8], np.ones(8), 0.0, 0.2), np.zeros(5), 0.0, 0.0)
    base = float(regression.predictions(rows).mean())
    found = shapley(regression, GROUPS, backgrounds(regression, GROUPS, rows), base, rows[9])
    assert found["b"] == pytest.approx(0, abs=1e-6)


def test_more_groups_than_can_be_worked_out_are_refused() -> None:
    regression = Regression(KernelMachine(np.zeros((1, 9)), np.ones(1), 0.0, 1.0), np.zeros(9), 0.0, 0.0)
    with pytest.raises(InputError, match="at most 8"):
        backgrounds(regression, [str(k) for k in range(9)], np.zeros((1, 9)))


@given(st.integers(2, 60), st.integers(2, 6), st.integers(0, 5))
def test_folds_are_of_one_size(count: int, folds: int, seed: int) -> None:
    numbers = fold_numbers(count, folds, seed)
    sizes = np.bincount(numbers, minlength=folds)
    assert sizes.max() - sizes.min() <= 1
    np.testing.assert_array_equal(numbers, fold_numbers(count, folds, seed))


def test_a_sample_chooses_and_all_train() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    rows, labels = data(200)
    learned = choose(rows, labels, Choices(costs=(1.0,), gammas=(1.0,), sample=40))
    assert len(trained(rows, labels, learned).machine.vectors) > 40


@pytest.mark.parametrize(("count", "same"), [(5, False), (50, True)])
def test_too_few_pairs_or_equal_labels_are_an_error(count: int, same: bool) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    rows, labels = data(count)
    with pytest.raises(InputError, match="alike" if same else "at least 10 pairs"):
        choose(rows, np.ones(count) if same else labels)


def test_arrays_must_belong_together() -> None:
    with pytest.raises(InputError, match="one coefficient"):
        Regression(KernelMachine(np.zeros((3, 2)), np.ones(2), 0.0, 1.0), np.zeros(2), 0.0, 0.0)
    with pytest.raises(InputError, match="one for each feature"):
        Regression(KernelMachine(np.zeros((3, 2)), np.ones(3), 0.0, 1.0), np.zeros(3), 0.0, 0.0)
