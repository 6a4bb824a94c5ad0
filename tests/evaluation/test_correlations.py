"""Measures of agreement, against values worked out by hand."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from perpend.errors import InputError
from perpend.evaluation.correlations import (
    Judged,
    joined_pearson,
    kendall,
    mean_pearson,
    normalised_pearson,
    pearson,
    spearman,
)


def judged(predictions: list[float], gold: list[float]) -> Judged:
    return Judged(np.array(predictions), np.array(gold))


# Deviations -1 0 1 and -1 1 0: the products sum to 1, the squares to 2 and 2.
HALF = judged([1, 2, 3], [1, 3, 2])
PERFECT = judged([10, 20, 30, 40, 50], [1, 2, 3, 4, 5])


def test_pearson_by_hand() -> None:
    assert pearson(HALF) == pytest.approx(0.5)
    assert pearson(PERFECT) == pytest.approx(1.0)
    assert pearson(judged([3, 2, 1], [1, 2, 3])) == pytest.approx(-1.0)


def test_predictions_that_are_all_equal_agree_with_nothing() -> None:
    same = judged([2, 2, 2], [1, 2, 3])
    assert pearson(same) == spearman(same) == normalised_pearson([same]) == 0.0


def test_spearman_looks_at_the_order_only() -> None:
    assert spearman(judged([1, 10, 100], [1, 2, 3])) == pytest.approx(1.0)
    assert spearman(HALF) == pytest.approx(0.5)


def test_equal_values_share_the_mean_of_their_ranks() -> None:
    # Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: products sum to 4.5, squares to 4.5 and 5.
    assert spearman(judged([1, 2, 2, 9], [1, 2, 3, 4])) == pytest.approx(4.5 / sqrt(4.5 * 5))


def test_the_mean_is_weighted_by_the_number_of_pairs() -> None:
    assert mean_pearson([HALF, PERFECT]) == pytest.approx((3 * 0.5 + 5 * 1.0) / 8)


def test_joined_sets_must_be_on_one_scale_unless_normalised() -> None:
    low, high = judged([1, 2], [1, 2]), judged([1, 2], [3, 4])
    # Predictions 1 2 1 2 against 1 2 3 4: deviations ∓.5 against -1.5 -.5 .5 1.5; 1 over the root of 1 · 5.
    assert joined_pearson([low, high]) == pytest.approx(1 / sqrt(5))
    assert normalised_pearson([low, high]) == pytest.approx(1.0)


def test_normalising_fits_by_least_squares() -> None:
    # HALF's best line is gold = 2 + .5 · deviation: 1.5 2 2.5; the other set's is its gold, 7 8.
    # Mean 4.2, gold's too; products: 1.5·1 + 2·3 + 2.5·2 + 7·7 + 8·8 - 5·4.2² = 37.3; squares 37.3 and 38.8.
    assert normalised_pearson([HALF, judged([0, 1], [7, 8])]) == pytest.approx(37.3 / sqrt(37.3 * 38.8))


@pytest.mark.parametrize(("predictions", "gold"), [([1.0], [1.0]), ([1.0, 2.0], [1.0, 2.0, 3.0]), ([], [])])
def test_too_few_or_unequal_numbers_are_refused(predictions: list[float], gold: list[float]) -> None:
    with pytest.raises(InputError, match=f"{len(predictions)} predictions for {len(gold)} judgments"):
        judged(predictions, gold)


VALUES = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=2, max_size=30)


@given(VALUES)
def test_kendall_counts_pairs_of_items(values: list[tuple[int, int]]) -> None:
    ours, gold = np.array(values, np.float64).T
    signs = [(np.sign(ours[i] - ours[j]), np.sign(gold[i] - gold[j])) for i, j in combinations(range(len(values)), 2)]
    differ = [sum(abs(pair[side]) for pair in signs) for side in (0, 1)]
    expected = sum(one * other for one, other in signs) / sqrt(differ[0] * differ[1]) if all(differ) else 0.0
    assert kendall(Judged(ours, gold)) == pytest.approx(expected)


def test_kendall_of_many_items() -> None:
    chance = np.random.default_rng(1)
    ours, gold = chance.integers(0, 50, 5000).astype(float), chance.random(5000)
    assert kendall(Judged(ours, gold)) == pytest.approx(stats.kendalltau(ours, gold)[0])
