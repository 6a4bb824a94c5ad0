"""Cutting into words, and the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.combination.words import MAX_WORDS, Spacing, split_words
from perpend.errors import InputError
from perpend.text.mteval import mt_tokenizer

SENTENCES = [
    'She said: "Stop at 5.30, please."',
    "It cost $1,000 (about 5%) in the U.S. in 1999-2000.",
    "John's dog isn't here; whose is it?",
    "Well... no, a-b and 3-4!",
]


@pytest.mark.parametrize("text", SENTENCES)
def test_a_text_comes_back_as_it_was(text: str) -> None:
    words = split_words(text)
    assert Spacing([words] * 3).join(words.forms) == text


@pytest.mark.parametrize("text", SENTENCES[:3])
def test_words_are_those_that_bleu_counts(text: str) -> None:
    assert split_words(text).forms == tuple(mt_tokenizer("13a").tokens(text))


def test_lone_endings_join_the_word_before() -> None:
    assert split_words("John 's dog is n't here").forms == ("John's", "dog", "isn't", "here")
    assert split_words("'s").forms == ("'s",)


def test_tokenised_candidates_do_not_decide_alone() -> None:
    tokenised = split_words("He left the U . S . today , he said .")
    written = [split_words("He left the U.S. today, he said.")] * 2
    assert Spacing([tokenised, *written]).join(tokenised.forms) == "He left the U.S. today, he said."
    assert Spacing([tokenised]).join(tokenised.forms).endswith("today, he said.")


def test_the_first_letter_follows_most_candidates() -> None:
    assert Spacing([split_words("The cat"), split_words("A cat")]).join(["cat"]) == "Cat"
    assert Spacing([split_words("the cat"), split_words("A cat")]).join(["cat"]) == "cat"


@given(st.text())
def test_no_character_is_lost(text: str) -> None:
    words = split_words(text)
    assert "".join(words.forms) == "".join(text.split())
    assert len(words.forms) == len(words.glued)


def test_a_text_of_too_many_words_is_refused() -> None:
    with pytest.raises(InputError, match=r"^combine: a text of 2,001 words is too long"):
        split_words("a " * (MAX_WORDS + 1))
