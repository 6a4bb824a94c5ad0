"""Intervals and tests of a row of several seeds and sets."""

import numpy as np
import pytest

from experiments.datasets import Subtask
from experiments.uncertainty import intervals_of, williams_tests
from perpend.evaluation.correlations import Judged, joined_pearson, mean_pearson, pearson
from perpend.evaluation.significance import bootstrap_interval, williams_test

CHANCE = np.random.default_rng(5)
TESTS = [
    Subtask(name, "MSRpar", (("a", "b"),) * size, CHANCE.random(size)) for name, size in (("one", 30), ("two", 50))
]


def run(noise: float) -> tuple[np.ndarray, ...]:
    return tuple(test.gold + noise * CHANCE.random(len(test.gold)) for test in TESTS)


RUNS, OTHERS = [run(0.5), run(0.6)], [run(3.0)]


def judged(runs: list[tuple[np.ndarray, ...]], seed: int) -> list[Judged]:
    return [Judged(found, test.gold) for found, test in zip(runs[seed], TESTS, strict=True)]


def test_one_run_has_the_intervals_of_its_measures() -> None:
    found = intervals_of(TESTS, OTHERS, samples=40, seed=2)
    parts = judged(OTHERS, 0)
    expected = {
        "ALL": bootstrap_interval(joined_pearson, parts, samples=40, seed=2),
        "Mean": bootstrap_interval(mean_pearson, parts, samples=40, seed=2),
        "one": bootstrap_interval(lambda drawn: pearson(drawn[0]), parts[:1], samples=40, seed=2),
        "two": bootstrap_interval(lambda drawn: pearson(drawn[0]), parts[1:], samples=40, seed=2),
    }
    assert list(found) == list(expected)
    for name, interval in expected.items():
        assert (found[name].low, found[name].high) == pytest.approx((interval.low, interval.high))


def test_runs_share_the_pairs_that_are_drawn() -> None:
    once, twice = intervals_of(TESTS, RUNS[:1], samples=40), intervals_of(TESTS, [RUNS[0], RUNS[0]], samples=40)
    for name, interval in once.items():
        assert (twice[name].low, twice[name].high) == pytest.approx((interval.low, interval.high))
    for name, interval in intervals_of(TESTS, RUNS, samples=200).items():
        assert interval.low < interval.high, name


def test_the_test_takes_means_over_runs() -> None:
    found = williams_tests(TESTS, RUNS, OTHERS)
    for k, test in enumerate(TESTS):
        gold, other = test.gold, OTHERS[0][k]
        ours = np.mean([pearson(Judged(one[k], gold)) for one in RUNS])
        between = np.mean([pearson(Judged(one[k], other)) for one in RUNS])
        expected = williams_test(float(ours), pearson(Judged(other, gold)), float(between), len(gold))
        assert (found[test.name].t, found[test.name].p) == pytest.approx((expected.t, expected.p))
        assert found[test.name].p < 0.05


def test_small_sets_have_no_test() -> None:
    small = [Subtask("small", "MSRpar", (("a", "b"),) * 3, np.arange(3.0))]
    assert williams_tests(small, [(np.arange(3.0),)], [(np.ones(3),)]) == {}
