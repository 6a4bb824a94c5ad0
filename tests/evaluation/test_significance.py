"""Intervals and Williams' test, against tables of Student's distribution and values worked out by hand."""

from math import inf, sqrt

import numpy as np
import pytest
from scipy import stats

from perpend.errors import InputError, SettingError
from perpend.evaluation.correlations import Judged, mean_pearson, pearson
from perpend.evaluation.significance import (
    bootstrap_interval,
    mcnemar_test,
    permutation_test,
    two_sided_p,
    williams_test,
)


@pytest.mark.parametrize(
    ("t", "degrees", "p"),
    [(12.7062, 1, 0.05), (4.3027, 2, 0.05), (2.2281, 10, 0.05), (3.1693, 10, 0.01), (1.9840, 100, 0.05), (1.0, 1, 0.5)],
)
def test_p_is_that_of_the_printed_tables(t: float, degrees: int, p: float) -> None:
    assert two_sided_p(t, degrees) == pytest.approx(p, rel=2e-4)
    assert two_sided_p(-t, degrees) == two_sided_p(t, degrees)


def test_p_at_the_ends() -> None:
    assert two_sided_p(0.0, 5) == 1.0
    assert two_sided_p(inf, 5) == two_sided_p(-inf, 5) == 0.0
    # With 2 degrees of freedom, p = 1 - t / sqrt(t² + 2).
    assert two_sided_p(0.001, 2) == pytest.approx(1 - 0.001 / sqrt(2.000001), rel=1e-12)
    assert two_sided_p(1.96, 100_000) == pytest.approx(0.05, abs=1e-4)


def test_williams_by_hand() -> None:
    # r23 = 0: K = 1 - .25 - .09 = .66; t = .2 · sqrt(12 / (2 · .66 · 12/10 + .4²)) = .2 · sqrt(12 / 1.744)
    found = williams_test(0.5, 0.3, 0.0, 13)
    assert found.t == pytest.approx(0.2 * sqrt(12 / 1.744))
    assert found.degrees == 10
    assert found.p == two_sided_p(found.t, 10)


def test_williams_has_a_direction_but_its_p_has_none() -> None:
    one, other = williams_test(0.6, 0.5, 0.9, 200), williams_test(0.5, 0.6, 0.9, 200)
    assert one.t == pytest.approx(-other.t)
    assert one.p == pytest.approx(other.p)
    assert one.p < williams_test(0.6, 0.5, 0.5, 200).p


def test_a_system_does_not_differ_from_itself() -> None:
    assert williams_test(0.6, 0.6, 1.0, 50).p == 1.0


@pytest.mark.parametrize("wrong", [(1.1, 0.5, 0.5, 50), (0.5, 0.5, 0.5, 3)])
def test_what_williams_cannot_take(wrong: tuple[float, float, float, int]) -> None:
    with pytest.raises(InputError, match="4 pairs at least"):
        williams_test(*wrong)


def noisy(count: int) -> Judged:
    random = np.random.default_rng(3)
    gold = random.normal(0, 1, count)
    return Judged(gold + random.normal(0, 1, count), gold)


def test_an_interval_is_as_wide_as_theory_has_it() -> None:
    # The standard error of the correlation r of n normal pairs is (1 - r²) / √n.
    parts = [noisy(4000)]
    found, figure = bootstrap_interval(mean_pearson, parts), mean_pearson(parts)
    assert found.low < figure < found.high
    assert found.high - found.low == pytest.approx(2 * 1.96 * (1 - figure**2) / sqrt(4000), rel=0.1)
    narrower = bootstrap_interval(mean_pearson, parts, level=0.5)
    assert found.low < narrower.low < narrower.high < found.high


def test_one_seed_gives_one_interval() -> None:
    parts = [noisy(40), noisy(20)]
    assert bootstrap_interval(mean_pearson, parts, seed=4) == bootstrap_interval(mean_pearson, parts, seed=4)
    assert bootstrap_interval(mean_pearson, parts, seed=4) != bootstrap_interval(mean_pearson, parts, seed=5)


def test_perfect_agreement_has_no_width() -> None:
    gold = np.arange(20.0)
    found = bootstrap_interval(mean_pearson, [Judged(2 * gold, gold)], samples=50)
    assert found.low == pytest.approx(1.0)
    assert found.high == pytest.approx(1.0)


@pytest.mark.parametrize(("samples", "level"), [(0, 0.95), (10, 1.0), (10, 0.0)])
def test_impossible_settings_are_refused(samples: int, level: float) -> None:
    with pytest.raises(SettingError, match="at least 1 sample"):
        bootstrap_interval(mean_pearson, [noisy(20)], samples=samples, level=level)


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (1, 0), (5, 5), (3, 12), (400, 300)])
def test_mcnemars_p_is_that_of_the_binomial_test(won: int, lost: int) -> None:
    first = np.array([True] * won + [False] * lost + [True, False])
    second = np.array([False] * won + [True] * lost + [True, False])
    found = mcnemar_test(first, second)
    assert (found.only_first, found.only_second) == (won, lost)
    assert found.p == pytest.approx(stats.binomtest(won, won + lost).pvalue if won + lost else 1.0)
    assert mcnemar_test(second, first).p == found.p
    with pytest.raises(InputError, match="as many of both"):
        mcnemar_test(first, second[1:])


def test_a_permutation_finds_a_difference_and_none_between_equals() -> None:
    random = np.random.default_rng(3)
    gold = random.normal(size=80)
    good, bad = Judged(gold + random.normal(size=80) / 4, gold), Judged(random.normal(size=80), gold)
    found = permutation_test(pearson, good, bad, samples=200)
    assert found.difference == pytest.approx(pearson(good) - pearson(bad))
    assert found.p == pytest.approx(1 / 201)
    assert permutation_test(pearson, good, good, samples=20).p == 1.0
    assert permutation_test(pearson, good, bad, samples=200) == found
    with pytest.raises(SettingError, match="1 at least"):
        permutation_test(pearson, good, bad, samples=0)
