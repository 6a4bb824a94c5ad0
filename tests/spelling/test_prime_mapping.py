"""Prime mapping as defined: ratios, tables, factor counts, common parts; and what the ordering by letter sets loses."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import SettingError
from perpend.spelling.letter_sets import cells_of, comparisons_in_cells, comparisons_with_letters, share_a_cell
from perpend.spelling.prime_mapping import (
    letter_primes,
    letters_apart,
    mapped,
    prime_pairs,
    primes,
    ratio_table,
    share_a_part,
    table_size,
)

WORDS = st.text("abcd", min_size=1, max_size=6)


def test_the_primes_of_the_paper() -> None:
    assert primes(26)[-1] == 101
    assert mapped("abba", {"a": 2, "b": 3}) == 36


def test_frequent_letters_have_small_primes() -> None:
    assert letter_primes(["zebra", "zoo", "oz"]) == {"o": 2, "z": 3, "a": 5, "b": 7, "e": 11, "r": 13}


@given(WORDS, WORDS)
def test_letters_apart_is_the_difference_of_multisets(word1: str, word2: str) -> None:
    of_letter = letter_primes("abcd")
    only1, only2 = letters_apart(mapped(word1, of_letter), mapped(word2, of_letter), of_letter)
    assert Counter(only1) == Counter(word1) - Counter(word2)
    assert Counter(only2) == Counter(word2) - Counter(word1)


@given(st.lists(WORDS, max_size=12), st.integers(1, 3), st.integers(0, 3))
def test_the_table_and_the_factors_give_the_same_pairs(words: list[str], k: int, common: int) -> None:
    assert list(prime_pairs(words, k, common, table=True)) == list(prime_pairs(words, k, common))


@pytest.mark.parametrize(("letters", "k"), [(1, 1), (3, 2), (4, 3), (6, 2)])
def test_the_size_of_the_table(letters: int, k: int) -> None:
    of_letter = dict(zip("abcdef", primes(letters), strict=False))
    assert table_size(letters, k) == len(ratio_table(of_letter, k))


def test_a_large_table_is_refused() -> None:
    with pytest.raises(SettingError, match="feasible for 1 to 3"):
        ratio_table({"a": 2}, 4)


def test_a_short_word_is_its_own_beginning_and_end() -> None:
    assert share_a_part("ab", "abc", 2)
    assert not share_a_part("ab", "abc", 3)
    assert share_a_part("ab", "xy", 0)


@given(st.lists(WORDS, min_size=2, max_size=12, unique=True), st.integers(1, 2))
def test_words_without_a_letter_of_a_set_are_not_within_k(words: list[str], k: int) -> None:
    cells = cells_of(words, k)
    assert all(cells[word] <= set(word) for word in words)
    near = {frozenset(pair) for pair in prime_pairs(words, k, 0)}
    for word1, word2 in combinations(words, 2):
        if len(cells[word1]) == k + 1 and not cells[word1] & set(word2):
            assert frozenset((word1, word2)) not in near
    inside = sum(share_a_cell(word1, word2, cells) for word1, word2 in combinations(words, 2))
    assert inside == comparisons_in_cells(cells.values()) <= comparisons_with_letters(cells)
