"""Correlations are what the textbooks say, for every column at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.metrics.correlation import pearson, ranks, spearman
from perpend.types import Doubles

GRADES = st.integers(0, 5).map(float)


@st.composite
def scored(draw: st.DrawFn) -> tuple[Doubles, Doubles]:
    points, columns = draw(st.integers(2, 12)), draw(st.integers(1, 4))
    rows = st.lists(GRADES, min_size=columns, max_size=columns)
    values = np.array(draw(st.lists(rows, min_size=points, max_size=points)))
    return values, np.array(draw(st.lists(GRADES, min_size=points, max_size=points)))


@given(scored())
def test_pearson_is_numpys_where_that_is_defined(data: tuple[Doubles, Doubles]) -> None:
    values, gold = data
    for column, found in zip(values.T, pearson(values, gold), strict=True):
        constant = np.ptp(column) == 0 or np.ptp(gold) == 0
        assert found == pytest.approx(0.0 if constant else np.corrcoef(column, gold)[0, 1], abs=1e-9)


@given(scored(), st.data())
def test_a_weight_of_two_counts_like_two_points(data: tuple[Doubles, Doubles], more: st.DataObject) -> None:
    values, gold = data
    times = np.array(more.draw(st.lists(st.integers(1, 3), min_size=len(gold), max_size=len(gold))))
    repeated = pearson(np.repeat(values, times, axis=0), np.repeat(gold, times))
    assert pearson(values, gold, times.astype(float)) == pytest.approx(repeated, abs=1e-9)


@given(scored())
def test_a_rank_is_the_number_of_values_that_are_not_above(data: tuple[Doubles, Doubles]) -> None:
    values, _ = data
    for column, found in zip(values.T, ranks(values).T, strict=True):
        assert found.tolist() == [np.count_nonzero(column <= value) for value in column]


@given(scored())
def test_spearman_sees_order_only(data: tuple[Doubles, Doubles]) -> None:
    values, gold = data
    assert spearman(values**3 + values, np.exp(gold)).tolist() == spearman(values, gold).tolist()


def test_scores_that_differ_by_rounding_agree_with_nothing() -> None:
    values = np.full((4, 1), 0.1) + np.array([[0.0], [1e-17], [2e-17], [1e-16]])
    assert pearson(values, np.array([1.0, 2.0, 3.0, 4.0])).tolist() == [0.0]
