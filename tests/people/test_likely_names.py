"""Full names of a list: nicknames, spellings, initials, order; the probability is the sum of its parts."""

import math

import pytest

from perpend.people.likely_names import NAME_FEATURES, find_likely_names
from perpend.people.nicknames import are_nicknames, nicknames_of

NAMES = [
    "Anna van der Berg", "Berg, A.", "Anna Vanderberg", "Boris Berezovski", "Berezovsky Boris", "Bill Harrington",
    "William Harrington", "Yusuf Haddad", "Youssef Haddad", "Ken Griffey Jr.", "Ken Griffey Sr.", "Mary Stone",
    "John Brown", "", "John Brown",
]  # fmt: skip


def found(least: float = 0.5) -> dict[frozenset[str], float]:
    return {frozenset((one.name1, one.name2)): one.value for one in find_likely_names(NAMES, min_probability=least)}


@pytest.mark.parametrize(
    "pair",
    [
        ("Anna van der Berg", "Berg, A."),
        ("Anna van der Berg", "Anna Vanderberg"),
        ("Boris Berezovski", "Berezovsky Boris"),
        ("Bill Harrington", "William Harrington"),
        ("Yusuf Haddad", "Youssef Haddad"),
    ],
)
def test_pairs_that_a_person_would_review(pair: tuple[str, str]) -> None:
    assert found()[frozenset(pair)] >= 0.5


def test_suffixes_that_differ_and_names_without_a_common_word_are_no_pair() -> None:
    pairs = found(0.0)
    assert frozenset(("Ken Griffey Jr.", "Ken Griffey Sr.")) not in pairs
    assert frozenset(("Mary Stone", "John Brown")) not in pairs
    assert all(len(pair) == 2 for pair in pairs)


def test_pairs_are_ranked_and_probabilities_are_sums_of_parts() -> None:
    answers = find_likely_names(NAMES, min_probability=0.0)
    assert [one.value for one in answers] == sorted((one.value for one in answers), reverse=True)
    for one in answers:
        odds = one.base + sum(part.points for part in one.contributions)
        assert one.value == pytest.approx(1 / (1 + math.exp(-odds)))
        assert {part.name for part in one.contributions} <= set(NAME_FEATURES)
        assert one.reasons


def test_nicknames_go_both_ways_and_are_not_shared() -> None:
    assert are_nicknames("bill", "william")
    assert are_nicknames("william", "bill")
    assert "betty" in nicknames_of("elizabeth")
    assert not are_nicknames("betty", "betty")


def test_no_names_have_no_pairs() -> None:
    assert find_likely_names([]) == []
    assert find_likely_names(["Anna Berg"]) == []
