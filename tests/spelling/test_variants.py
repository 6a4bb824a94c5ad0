"""The compiled scan finds the pairs that prime mapping defines: same pairs, same letters, exact distances."""

import hashlib
import random
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path
from string import ascii_lowercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from perpend.errors import InputError, SettingError
from perpend.spelling import variants
from perpend.spelling._letter_scan import use_path
from perpend.spelling.prime_mapping import letter_primes, letters_apart, mapped, prime_pairs, share_a_part
from perpend.spelling.variants import COLUMNS, count_variants, find_variants, write_variants
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import Matching, WordList

SMALL = st.text("abc", min_size=1, max_size=9)
MIXED = st.text("abé語😀-0Å\u0301", min_size=1, max_size=6)
MANY_LETTERS = st.text(st.characters(min_codepoint=0x400, max_codepoint=0x46F), min_size=1, max_size=5)


def found(words: Sequence[str], k: int, common: int) -> list[tuple[str, str]]:
    return [(pair.word1, pair.word2) for pair in find_variants(words, k, common)]


@pytest.mark.parametrize("width", [0, 1, 2])
@given(words=st.lists(SMALL | MIXED | MANY_LETTERS, max_size=40), k=st.integers(1, 10), common=st.integers(0, 4))
def test_same_pairs_as_the_definition(width: int, words: list[str], k: int, common: int) -> None:
    use_path(width)
    try:
        composed = [Matching().key(word) for word in words]
        expected = sorted(prime_pairs(composed, k, common))
        assert found(composed, k, common) == expected
        assert count_variants(WordIndex.of(composed), k, common) == len(expected)
    finally:
        use_path()


@given(st.lists(st.text("ab", min_size=1, max_size=100), max_size=12), st.integers(1, 10))
def test_counts_beyond_their_bits_and_words_beyond_a_machine_word(words: list[str], k: int) -> None:
    expected = sorted(prime_pairs(words, k, 0))
    assert found(words, k, 0) == expected
    assert count_variants(WordIndex.of(words), k, 0) == len(expected)
    for pair in find_variants(words, k, 0):
        assert pair.distance == OSA.distance(pair.word1, pair.word2)


@given(st.lists(SMALL | MIXED, max_size=25), st.integers(1, 4))
def test_what_a_line_says_is_true(words: list[str], k: int) -> None:
    composed = [Matching().key(word) for word in words]
    of_letter = letter_primes(composed)
    for pair in find_variants(composed, k, 1):
        only1, only2 = letters_apart(mapped(pair.word1, of_letter), mapped(pair.word2, of_letter), of_letter)
        assert (pair.only1, pair.only2) == ("".join(sorted(only1)), "".join(sorted(only2)))
        assert pair.differ == max(len(only1), len(only2)) <= k
        assert pair.distance == OSA.distance(pair.word1, pair.word2)
        assert share_a_part(pair.word1, pair.word2, 1)


def test_the_more_frequent_word_is_canonical(tmp_path: Path) -> None:
    index = WordIndex.of(WordList.of(["smith", "smyth", "smithe"], [900, 12, 12]))
    assert [pair.canonical for pair in find_variants(index, 2)] == ["smith", "smith", None]
    written = write_variants(index, tmp_path / "pairs.tsv", 2)
    text = (tmp_path / "pairs.tsv").read_bytes()
    assert text.decode().splitlines()[:2] == ["\t".join(COLUMNS), "smith\tsmithe\t1\t\te\t1\t1"]
    assert (written.pairs, written.sha256) == (3, hashlib.sha256(text).hexdigest())


def test_case_and_accents_are_kept_but_may_be_ignored() -> None:
    words = ["Müller", "muller", "MULLER"]
    assert found(words, 2, 1) == [("Müller", "muller")]
    index = WordIndex.of(words, Matching(ignore_case=True, ignore_accents=True))
    pairs = [(pair.word1, pair.word2, pair.differ, pair.distance) for pair in find_variants(index, 1, 1)]
    assert pairs == [("MULLER", "Müller", 0, 0), ("MULLER", "muller", 0, 0), ("Müller", "muller", 0, 0)]


def test_nothing_comes_from_nothing(tmp_path: Path) -> None:
    for words in ([], ["one"]):
        index = WordIndex.of(words)
        assert count_variants(index, 3, 0) == count_variants(index, 3, 1) == 0
        assert write_variants(index, tmp_path / "pairs.tsv").pairs == 0


@pytest.mark.parametrize(("k", "common"), [(0, 1), (11, 1), (3, -1)])
def test_settings_out_of_range(k: int, common: int) -> None:
    with pytest.raises(SettingError, match="needed"):
        count_variants(WordIndex.of(["one", "two"]), k, common)


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written: "):
        write_variants(WordIndex.of(["smith", "smyth"]), tmp_path / "file" / "pairs.tsv")


def test_many_parts_on_many_threads_are_one_sorted_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "_SCANNED_AT_ONCE", 50)
    words = ["".join(letters) for letters in combinations("abcdefgh", 4)]
    assert found(words, 2, 1) == sorted(prime_pairs(words, 2, 1))


@pytest.fixture(scope="module")
def defined(surnames: list[str]) -> dict[tuple[int, int], set[tuple[str, str]]]:
    """What the definition finds among some names."""
    return {(k, common): set(prime_pairs(surnames[:400], k, common)) for k, common in [(1, 0), (2, 1), (3, 3), (4, 1)]}


def test_real_names(path: int, surnames: list[str], defined: dict[tuple[int, int], set[tuple[str, str]]]) -> None:
    for (k, common), pairs in defined.items():
        assert set(found(surnames[:400], k, common)) == pairs
        assert count_variants(WordIndex.of(surnames[:400]), k, common) == len(pairs)


@pytest.mark.long
def test_twenty_thousand_names(surnames: list[str], chance: random.Random) -> None:
    """Every pair, by the multisets of letters that ratios of primes are; of each name some by the primes themselves."""
    names = sorted(surnames[:20_000])
    letters = np.array([[name.count(letter) for letter in ascii_lowercase] for name in names], np.int8)
    index, of_letter = WordIndex.of(names), letter_primes(names)
    products = [mapped(name, of_letter) for name in names]
    ends = {common: _ends(names, common) for common in range(1, 5)}
    asked = [(k, common) for k in (1, 2, 3, 4) for common in sorted({0, 1, k})]
    lines = {one: _partners(index, *one) for one in asked}
    totals = dict.fromkeys(asked, 0)
    for i in range(len(names)):
        apart = letters[i + 1 :] - letters[i]
        differ = np.maximum(np.maximum(apart, 0).sum(1), np.maximum(-apart, 0).sum(1))
        for j in chance.sample(range(len(differ)), min(3, len(differ))):
            assert max(map(len, letters_apart(products[i], products[i + 1 + j], of_letter))) == differ[j]
        for k, common in asked:
            near = differ <= k
            if common:
                first, last = ends[common]
                near &= (first[i + 1 :] == first[i]) | (last[i + 1 :] == last[i])
            expected = (np.flatnonzero(near) + i + 1).tolist()
            assert list(islice(lines[k, common], len(expected))) == [names[j] for j in expected]
            totals[k, common] += len(expected)
    for one, total in totals.items():
        assert next(lines[one], None) is None
        assert count_variants(index, *one) == total


def _ends(names: list[str], common: int) -> tuple[np.ndarray, np.ndarray]:
    return np.array([name[:common] for name in names]), np.array([name[-common:] for name in names])


def _partners(index: WordIndex, k: int, common: int) -> Iterator[str]:
    """The second words of all lines, in order."""
    for part, _ in variants.variant_lines(index, k, common):
        for line in part.decode().split("\n")[:-1]:
            yield line.split("\t", 2)[1]


@pytest.mark.parametrize(
    ("k", "common", "pairs"), [(1, 3, 1_077_565), (3, 3, 26_439_166), (1, 1, 4_056_555), (1, 0, 8_307_413)]
)
def test_pairs_of_200000_surnames(surnames: list[str], k: int, common: int, pairs: int) -> None:
    assert count_variants(WordIndex.of(surnames), k, common) == pairs
