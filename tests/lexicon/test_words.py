"""The classes of words, and the stop list as a normaliser writes it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.lexicon.words import WordClass, is_number, is_punctuation, stop_words, word_class
from perpend.text import Normalization

S, N, P, NUM, PUN, L = WordClass


@pytest.mark.parametrize(
    ("word", "classes"),
    [
        ("", WordClass(0)),
        ("the", S | L),
        ("The", S | L),
        ("not", N | L),
        ("n't", N),
        ("n’t", N),
        ("never", N | L),
        ("don't", WordClass(0)),
        ("they", P | L),
        ("itself", S | P | L),
        ("theirs", P | L),
        ("17", NUM),
        ("43.6", NUM),
        ("1,000", NUM),
        ("$5", NUM),
        ("½", NUM),
        ("٣", NUM),
        ("1st", WordClass(0)),
        ("seven", L),
        (",", S | PUN),
        ("...", PUN),
        ("—", PUN),
        ("café", L),
        ("well-kept", WordClass(0)),
    ],
)
def test_classes(word: str, classes: WordClass) -> None:
    assert word_class(word) == classes


@given(st.text(st.characters(), min_size=1))
def test_a_word_has_a_letter_or_is_a_number_or_punctuation(word: str) -> None:
    assert [any(char.isalpha() for char in word), is_number(word), is_punctuation(word)].count(True) == 1


def test_names_are_words() -> None:
    assert word_class("itself").names() == ["stop word", "pronoun", "letters"]
    assert WordClass(0).names() == []


def test_the_stop_list_as_each_normalizer_writes_it() -> None:
    assert len(stop_words(Normalization())) == 158
    assert {"the", ",", "'"} <= stop_words(Normalization())
    assert len(stop_words(Normalization(strip_punctuation=True))) < 158


def test_the_stop_list_is_the_original_one(gold: Path) -> None:
    lines = (gold / "inputs" / "shift_word_stop_list.txt").read_text(encoding="utf-8").splitlines()
    expected = {token for line in lines for token in Normalization().tokens(line)}
    assert stop_words(Normalization()) == expected
