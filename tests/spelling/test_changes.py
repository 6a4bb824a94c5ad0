"""Changes between two spellings: they rebuild one from the other, and do not depend on the order of the two."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.spelling.changes import LONGEST_CONTEXT, Change, changes, letters_that_differ, prefixes, suffixes

NAMES = st.text("abcd", max_size=9)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("berezovski", "berezovsky", [("i", "y", "^berezovsk", "$")]),
        ("kaler", "khaler", [("", "h", "^k", "aler$")]),
        ("fischer", "fisher", [("c", "", "^fis", "her$")]),
        ("abdelkarim", "abdlkrim", [("e", "", "^abd", "lk"), ("a", "", "lk", "rim$")]),
        ("anna", "hanna", [("", "h", "^", "anna$")]),
        ("", "x", [("", "x", "^", "$")]),
        ("same", "same", []),
    ],
)
def test_groups_and_what_stands_around_them(a: str, b: str, expected: list[tuple[str, str, str, str]]) -> None:
    assert list(changes(a, b)) == [Change(*one) for one in expected]


@given(NAMES, NAMES)
def test_the_order_of_the_two_makes_no_difference(a: str, b: str) -> None:
    turned = [Change(one.new, one.old, one.before, one.after) for one in changes(b, a)]
    assert list(changes(a, b)) == turned


@given(NAMES, NAMES)
def test_changes_and_what_is_equal_make_up_both_spellings(a: str, b: str) -> None:
    found = changes(a, b)
    if not found:
        assert a == b
        return
    starts = [one.before.removeprefix("^") for one in found]
    end = found[-1].after.removesuffix("$")
    assert "".join(start + one.old for start, one in zip(starts, found, strict=True)) + end == a
    assert "".join(start + one.new for start, one in zip(starts, found, strict=True)) + end == b
    assert all(one.old != one.new for one in found)


def test_a_mark_of_an_end_is_set_only_if_both_names_end_there() -> None:
    first, last = changes("xanna", "annay")
    assert (first.before, last.after) == ("^", "$")
    assert first.after == "anna"
    assert last.before == "anna"


def test_of_very_long_names_the_whole_is_one_group() -> None:
    assert changes("a" * 100_000, "b") == (Change("a" * 100_000, "b", "^", "$"),)


@given(st.text("abc", max_size=9).map("^".__add__), st.text("abc", max_size=9).map(lambda text: text + "$"))
def test_contexts_are_parts_of_what_stands_around(before: str, after: str) -> None:
    assert all(before.endswith(one) and len(one) <= LONGEST_CONTEXT for one in prefixes(before))
    for one in suffixes(after):
        assert after.endswith(one[1:]) if one.startswith("*") else after.startswith(one)
    assert prefixes(before)[0] == suffixes(after)[0] == ""


@given(NAMES, NAMES)
def test_letters_that_differ_is_the_larger_difference_of_bags(a: str, b: str) -> None:
    expected = max(sum((Counter(a) - Counter(b)).values()), sum((Counter(b) - Counter(a)).values()))
    assert letters_that_differ(a, b) == letters_that_differ(b, a) == expected
