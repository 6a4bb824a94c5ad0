"""Scaled rows are finite for all means and spreads that a model may have; a feature that only rounds is constant."""

import numpy as np
import pytest

from perpend.errors import InputError
from perpend.files.limits import LARGEST
from perpend.learning.kernel_machine import KernelMachine
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling
from perpend.relatedness.shares import shapley


@pytest.mark.parametrize("spread", [1e-300, 9e-10, 0.0, -1.0, np.nan, np.inf])
def test_a_spread_that_makes_rows_overflow_is_refused(spread: float) -> None:
    with pytest.raises(InputError, match="a spread is below 1e-09"):
        Scaling(np.array([LARGEST]), np.array([spread]))


def test_a_constant_feature_that_rounds_is_only_centred() -> None:
    values = np.full((7, 1), 0.1) + np.array([0, 1, 0, 0, 1, 0, 0])[:, None] * 1e-17 * 2
    values[3] = np.nextafter(0.1, 1)
    assert 0 < values.std() < 1e-9
    assert Scaling.of(values).spread.tolist() == [1.0]


def test_the_most_extreme_numbers_of_a_model_stay_finite() -> None:
    row = Scaling(np.full(2, -LARGEST), np.full(2, 1e-9)).rows(np.full((1, 2), LARGEST))
    machine = KernelMachine(np.full((3, 2), -LARGEST), np.full(3, LARGEST), LARGEST, LARGEST)
    regression = Regression(machine, np.full(2, LARGEST), LARGEST, np.nextafter(1.0, 0.0))
    with np.errstate(over="raise", invalid="raise"):
        found = [machine.by_products(row)[0], machine.by_differences(row)[0]]
        means = np.full((4, 3), LARGEST, np.float32)
        found += shapley(regression, ["a", "b"], means, LARGEST, row[0]).values()
    assert np.isfinite(found).all()
