"""Figures of agreement: worked out by hand, and what holds for any scores."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import SettingError
from perpend.evaluation.agreement import (
    Pairs,
    acc_eq,
    best_threshold,
    draws,
    mean_of_rows,
    system_accuracy,
    tau10,
    tau13,
    tau14,
    tau_b_rows,
)
from perpend.evaluation.significance import middle_interval

# Four systems on two segments. Pairs in the order 01 02 03 12 13 23.
#   segment 1   people 3 2 1 1   metric .9 .5 .5 .7    C C C M D H
#   segment 2   people 4 4 1 0   metric .2 .2 .1 .4    B C D C D D
HUMAN = np.array([[3.0, 4.0], [2.0, 4.0], [1.0, 1.0], [1.0, 0.0]])
METRIC = np.array([[0.9, 0.2], [0.5, 0.2], [0.5, 0.1], [0.7, 0.4]])
COUNTS = [[3.0, 1.0, 1.0, 1.0, 0.0], [2.0, 3.0, 0.0, 0.0, 1.0]]

cells = st.integers(0, 4).map(float)
tables = st.integers(2, 5).flatmap(
    lambda systems: st.integers(1, 4).flatmap(
        lambda segments: st.lists(
            st.lists(st.tuples(cells, cells), min_size=segments, max_size=segments), min_size=systems, max_size=systems
        )
    )
).map(lambda rows: (np.array(rows)[..., 0], np.array(rows)[..., 1]))  # fmt: skip


def test_pairs_are_counted_for_each_segment() -> None:
    assert Pairs.of_table(HUMAN, METRIC).counts().tolist() == COUNTS


def test_the_taus_differ_in_ties_of_the_metric() -> None:
    counts = np.array(COUNTS[0])
    assert float(tau13(counts)) == (3 - 1) / 4
    assert float(tau10(counts)) == (3 - 1 - 1) / 5
    assert float(tau14(counts)) == (3 - 1) / 5


def test_a_sum_of_counts_is_measured_as_a_whole() -> None:
    total = np.array(COUNTS).sum(axis=0)
    assert float(tau13(total)) == (5 - 4) / 9
    assert float(acc_eq(total)) == (5 + 1) / 12
    assert acc_eq(np.array(COUNTS)).tolist() == [3 / 6, 3 / 6]


def test_ties_that_a_threshold_makes_are_counted() -> None:
    # Differences of the metric: .4 .4 .2 0 .2 .2 and 0 .1 .2 .1 .2 .3
    assert Pairs.of_table(HUMAN, METRIC).counts(0.15).tolist() == [[3, 1, 1, 1, 0], [0, 3, 2, 0, 1]]
    assert Pairs.of_table(HUMAN, METRIC).counts(0.2).tolist() == [[2, 0, 3, 0, 1], [0, 1, 4, 0, 1]]


def test_the_best_threshold_gains_ties_and_loses_order() -> None:
    # Ordered pairs .5 and .6 apart, equal pairs .1 and .2 apart: .2 wins both and loses none.
    human = np.array([[1.0, 1.0, 2.0, 2.0], [1.0, 1.0, 1.0, 1.0]])
    metric = np.array([[0.1, 0.2, 0.5, 0.6], [0.0, 0.0, 0.0, 0.0]])
    pairs = Pairs.of_table(human, metric)
    assert best_threshold(pairs) == 0.2
    assert float(acc_eq(pairs.counts(0.2).sum(axis=0))) == 1.0
    assert float(acc_eq(pairs.counts().sum(axis=0))) == 0.5


def test_without_a_gain_the_threshold_is_zero() -> None:
    assert best_threshold(Pairs.of_table(np.array([[2.0], [1.0]]), np.array([[0.3], [0.1]]))) == 0.0


def test_sums_of_the_same_costs_in_another_order_are_equal() -> None:
    metric = np.array([[0.1 + 0.2 + 0.3], [0.3 + 0.2 + 0.1]])
    assert metric[0] != metric[1]
    assert Pairs.of_table(np.array([[1.0], [0.0]]), metric).counts().tolist() == [[0, 0, 1, 0, 0]]


def test_tau_b_of_each_segment() -> None:
    rows = tau_b_rows(np.array(COUNTS))
    assert rows[:, 1].tolist() == [1.0, 1.0]
    assert rows[0, 0] == pytest.approx((3 - 1) / (5 * 5) ** 0.5)
    assert rows[1, 0] == pytest.approx((2 - 3) / (5 * 5) ** 0.5)
    assert float(mean_of_rows(rows.sum(axis=0))) == pytest.approx((2 / 5 - 1 / 5) / 2)


def test_a_segment_without_order_tells_nothing_and_a_metric_without_order_agrees_with_nothing() -> None:
    people_tied, metric_tied = [0.0, 0.0, 0.0, 2.0, 1.0], [0.0, 0.0, 3.0, 0.0, 0.0]
    assert tau_b_rows(np.array([people_tied, metric_tied])).tolist() == [[0.0, 0.0], [0.0, 1.0]]


def test_systems_are_compared_pair_by_pair() -> None:
    # Of the pairs 01 02 12 the metric has 02 and 12 as people have them.
    assert float(system_accuracy(np.array([3.0, 2.0, 1.0]), np.array([0.5, 0.6, 0.1]))) == 2 / 3
    assert float(system_accuracy(np.array([3.0, 2.0, 1.0]), np.array([0.5, 0.5, 0.1]))) == 2 / 3
    assert system_accuracy(np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([[0.0, 1.0], [0.0, 1.0]])).tolist() == [1, 0]


def test_figures_without_pairs_are_zero() -> None:
    for figure in (tau10, tau13, tau14, acc_eq):
        assert float(figure(np.zeros(5))) == 0.0


@given(tables)
def test_every_pair_has_one_kind(table: tuple[np.ndarray, np.ndarray]) -> None:
    human, metric = table
    kinds = []
    for first, second in combinations(range(len(human)), 2):
        gold, ours = human[first, 0] - human[second, 0], metric[first, 0] - metric[second, 0]
        kinds.append((4 if ours == 0 else 3) if gold == 0 else 2 if ours == 0 else 0 if gold * ours > 0 else 1)
    assert Pairs.of_table(human, metric).counts()[0].tolist() == [kinds.count(kind) for kind in range(5)]


@given(tables)
def test_tau_b_is_the_cosine_of_the_orders(table: tuple[np.ndarray, np.ndarray]) -> None:
    human, metric = table
    for k, (tau, known) in enumerate(tau_b_rows(Pairs.of_table(human, metric).counts()).tolist()):
        gold, ours = (np.sign(scores[:, k][:, None] - scores[:, k]).ravel() for scores in (human, metric))
        lengths = float(np.linalg.norm(gold) * np.linalg.norm(ours))
        assert tau == pytest.approx(float(gold @ ours) / lengths if lengths else 0.0)
        assert known == gold.any()


@given(tables)
def test_a_metric_turned_over_turns_the_taus_over(table: tuple[np.ndarray, np.ndarray]) -> None:
    human, metric = table
    one, other = (Pairs.of_table(human, scores).counts().sum(axis=0) for scores in (metric, -metric))
    assert float(tau13(one)) == -float(tau13(other))
    assert float(tau14(one)) == -float(tau14(other))
    assert -1.0 <= float(tau10(one)) <= float(tau14(one)) <= 1.0
    assert abs(float(tau14(one))) <= abs(float(tau13(one)))


@given(tables)
def test_no_threshold_is_better_than_the_best(table: tuple[np.ndarray, np.ndarray]) -> None:
    pairs = Pairs.of_table(*table)
    figures = {float(t): float(acc_eq(pairs.counts(t).sum(axis=0))) for t in [0.0, *np.abs(pairs.metric)]}
    best = best_threshold(pairs)
    assert figures[best] == max(figures.values())
    assert best == min(threshold for threshold, figure in figures.items() if figure == figures[best])


def test_draws_are_the_same_for_a_seed_and_take_as_many_segments_as_there_are() -> None:
    assert draws(7, 20, seed=1).tolist() == draws(7, 20, seed=1).tolist() != draws(7, 20, seed=2).tolist()
    assert set(draws(7, 20).sum(axis=1).tolist()) == {7.0}
    with pytest.raises(SettingError, match="0 samples"):
        draws(7, 0)


def test_the_interval_holds_the_middle() -> None:
    found = middle_interval(np.arange(101.0), level=0.9)
    assert (found.low, found.high, found.level) == (pytest.approx(5.0), pytest.approx(95.0), 0.9)
