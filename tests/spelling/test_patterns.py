"""Patterns: EM worked out by hand, recovery of what is identifiable, extraction, and Algorithm 2 on small lists."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError, SettingError
from perpend.people.bootstrapping import BootstrapSettings, grow_patterns
from perpend.spelling.mixture import Mixture, em_step, fit_mixture
from perpend.spelling.patterns import Pattern, PatternFinder, Patterns, find_patterns

STEMS = ["berez", "malin", "kadir", "tarn", "rog", "sobol", "petr", "ostr", "zub", "dub", "kal", "gor"]
SHARES = st.floats(0.05, 0.95)


# -------------------- EM


def test_one_step_by_hand() -> None:
    """pi 1/2, p .8, s .4, three ones and one zero: gamma1 = .8/1.2 = 2/3, gamma0 = .2/.8 = 1/4."""
    found = em_step(Mixture(0.5, 0.8, 0.4), ones=3, zeros=1)
    prefix = 3 * 2 / 3 + 1 / 4
    assert found.pi == pytest.approx(prefix / 4)
    assert found.p == pytest.approx(2 / prefix)
    assert found.s == pytest.approx((3 * 1 / 3) / (3 * 1 / 3 + 3 / 4))


@given(st.lists(st.booleans(), min_size=1, max_size=30), SHARES, SHARES, SHARES)
def test_the_probability_is_the_observed_rate_and_one_step_is_enough(
    x: list[bool], p: float, s: float, pi: float
) -> None:
    found = fit_mixture(x, p, s, pi)
    assert found.probability == pytest.approx(sum(x) / len(x))
    again = em_step(found, sum(x), len(x) - sum(x))
    assert again == pytest.approx(found)


@pytest.mark.parametrize(("pi", "p", "s"), [(0.3, 0.95, 0.4), (0.7, 0.9, 0.9), (0.5, 0.99, 0.05)])
def test_what_is_identifiable_is_recovered(pi: float, p: float, s: float) -> None:
    chance = random.Random(1)
    x = [chance.random() < (p if chance.random() < pi else s) for _ in range(20_000)]
    assert fit_mixture(x, 0.6, 0.4).probability == pytest.approx(pi * p + (1 - pi) * s, abs=0.01)


def test_p_and_s_stay_apart_as_they_began() -> None:
    found = fit_mixture([1, 1, 1, 0], p=0.9, s=0.2)
    assert found.p > found.s
    turned = fit_mixture([1, 1, 1, 0], p=0.2, s=0.9)
    assert (turned.p, turned.s, turned.pi) == pytest.approx((found.s, found.p, 1 - found.pi))


def test_certain_starts_and_outcomes_do_not_divide_by_zero() -> None:
    assert fit_mixture([1, 1], 1.0, 1.0).probability == 1
    assert fit_mixture([0], 0.0, 0.0).probability == 0
    assert fit_mixture([1], 0.0, 0.0).probability == pytest.approx(1)
    with pytest.raises(InputError, match="at least one"):
        fit_mixture([], 0.5, 0.5)
    with pytest.raises(InputError, match="probabilities"):
        fit_mixture([1], 1.5, 0.5)


# -------------------- extraction


def ovski_pairs() -> list[tuple[str, str]]:
    return [(f"{stem}ovski", f"{stem}ovsky") for stem in STEMS]


def test_the_most_general_valid_context_is_kept() -> None:
    pairs = [*ovski_pairs(), ("toni", "tony"), ("andi", "andy")]
    (pattern,) = find_patterns(pairs, [True] * 12 + [False] * 2)
    assert (pattern.group, pattern.prefix, pattern.suffix) == (("i", "y"), "k", "")
    assert (pattern.occurrences, pattern.seen, pattern.probability) == (12, 12, 1.0)


def test_a_pattern_needs_more_than_the_least_occurrences_and_the_accuracy() -> None:
    pairs = ovski_pairs()[:10]
    assert len(find_patterns(pairs, [True] * 10)) == 0
    assert {str(one) for one in find_patterns(pairs, [True] * 10, occurrences=9)} == {"i ~ y in k_", "i ~ y in _$"}
    mixed = [True] * 10 + [False] * 2
    assert len(find_patterns(ovski_pairs(), mixed, occurrences=5, accuracy=0.9)) == 0
    assert len(find_patterns(ovski_pairs(), mixed, occurrences=5, accuracy=0.8)) > 0


def test_a_context_far_from_the_change_can_carry_it() -> None:
    """Names in -ovic may write dj as dji; those in -ard may not."""
    stems = ["ukan", "ord", "uran", "ok", "il", "er", "an", "or", "in", "en", "ul", "em"]
    pairs = [(f"dj{stem}ovic", f"dji{stem}ovic") for stem in stems] + [(f"dj{s}ard", f"dji{s}ard") for s in stems]
    found = list(find_patterns(pairs, [True] * 12 + [False] * 12))
    assert {one.suffix for one in found} == {"*ic$"}


def test_pairs_that_differ_in_several_places_say_nothing() -> None:
    """Malinovski and Kalinovsky are two names, but not because of i and y."""
    others = [("malinovski", "kalinovsky"), ("zubovski", "dubovsky"), ("rogovski", "togovsky")]
    (pattern,) = find_patterns([*ovski_pairs(), ("tomi", "tomy"), ("andi", "andy"), *others], [True] * 12 + [False] * 5)
    assert (str(pattern), pattern.occurrences, pattern.seen) == ("i ~ y in k_", 12, 12)


def test_names_match_when_every_change_fits() -> None:
    patterns = Patterns(
        [
            Pattern(("i", "y"), "sk", "$", 20, 20, 0.5, 1.0, 0.9),
            Pattern(("", "h"), "^k", "", 30, 40, 1.0, 0.75, 0.75),
        ]
    )
    assert patterns.probability("kalinski", "khalinsky") == pytest.approx(0.95 * 0.75)
    assert patterns.probability("khalinsky", "kalinski") == pytest.approx(0.95 * 0.75)
    assert patterns.probability("kalinski", "malinsky") is None
    assert patterns.probability("kalinski", "kalinski") is None


@given(st.lists(st.tuples(st.text("abk", min_size=1, max_size=5), st.text("abk", min_size=1, max_size=5)), max_size=12))
def test_counted_matches_are_those_of_the_plain_definition(pairs: list[tuple[str, str]]) -> None:
    labels = np.array([number % 3 > 0 for number in range(len(pairs))], np.bool_)
    finder = PatternFinder(pairs, occurrences=0)
    patterns = finder.find(labels, np.ones(len(pairs), np.bool_), occurrences=0, accuracy=0.4)
    for (a, b), found in zip(pairs, finder.matches(patterns), strict=True):
        expected = patterns.probability(a, b)
        assert np.isnan(found) if expected is None else found == pytest.approx(expected)


def test_wrong_sizes_are_errors() -> None:
    finder = PatternFinder([("a", "b")])
    with pytest.raises(InputError, match="2 answers for 1 pairs"):
        finder.find(np.ones(2, np.bool_), np.ones(2, np.bool_))
    with pytest.raises(InputError, match="counted above 10"):
        finder.find(np.ones(1, np.bool_), np.ones(1, np.bool_), occurrences=5)


# -------------------- Algorithm 2


def small_list() -> tuple[list[tuple[str, str]], list[float]]:
    """Eleven long names are sure, one short one is not, and two others that end alike are improbable."""
    pairs = [(f"{stem}ovski", f"{stem}ovsky") for stem in STEMS[:11]] + [("gorski", "gorsky")]
    return [*pairs, ("tomi", "tomy"), ("andi", "andy")], [0.99] * 11 + [0.85] + [0.001] * 2


def test_a_pattern_of_long_names_lowers_the_threshold_for_short_ones() -> None:
    pairs, evidence = small_list()
    grown = grow_patterns(pairs, evidence)
    assert [str(one) for one in grown.patterns] == ["i ~ y in k_"]
    assert grown.coreferred.tolist() == [True] * 12 + [False] * 2
    alone = grow_patterns(pairs[10:], evidence[10:])
    assert len(alone.patterns) == 0
    assert alone.coreferred.tolist() == [True, False, False, False]


def test_rounds_lower_the_threshold_until_nothing_is_new() -> None:
    pairs, evidence = small_list()
    grown = grow_patterns(pairs, evidence)
    assert [one.threshold for one in grown.rounds] == [0.98, 0.975]
    later = grow_patterns(pairs, [0.96] * 11 + [0.85, 0.001, 0.001])
    assert later.rounds[0].patterns == 0
    assert [one.threshold for one in later.rounds][-2:] == [0.955, 0.95]
    assert later.coreferred.tolist() == [True] * 12 + [False] * 2


def test_it_ends_at_the_accuracy() -> None:
    pairs, _ = small_list()
    grown = grow_patterns(pairs, [0.5] * len(pairs))
    assert len(grown.rounds) == 16
    assert grown.rounds[-1].threshold == pytest.approx(0.905)
    assert not grown.coreferred.any()


def test_an_undecided_pair_says_nothing_against_a_pattern_but_an_improbable_one_does() -> None:
    pairs, evidence = small_list()
    more = [(f"{stem}inski", f"{stem}insky") for stem in STEMS[:4]]
    assert [str(one) for one in grow_patterns([*pairs, *more], [*evidence, *[0.5] * 4]).patterns] == ["i ~ y in k_"]
    against = grow_patterns([*pairs, *more], [*evidence, *[0.001] * 4])
    assert "i ~ y in k_" not in [str(one) for one in against.patterns]


def test_nothing_in_nothing_out_and_wrong_evidence_is_an_error() -> None:
    assert len(grow_patterns([], []).patterns) == 0
    with pytest.raises(InputError, match="1 probabilities for 0 pairs"):
        grow_patterns([], [0.5])
    with pytest.raises(InputError, match="from 0 to 1"):
        grow_patterns([("a", "b")], [float("nan")])
    with pytest.raises(SettingError, match="step"):
        BootstrapSettings(step=0)
    with pytest.raises(SettingError, match="accuracy"):
        BootstrapSettings(accuracy=90)
