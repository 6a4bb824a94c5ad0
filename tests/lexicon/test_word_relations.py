"""Relations of two words, and words that exclude each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.lexicon.opposites import are_exclusive, are_opposite
from perpend.lexicon.word_relations import RELATIONS, compared_form, facts_of, relation_of

WORDS = [
    "a",
    "as",
    "is",
    "one",
    "be",
    "was",
    "it",
    "its",
    "buy",
    "purchase",
    "dog",
    "animal",
    "greek",
    "greece",
    "big",
    "huge",
    "cold",
    "hot",
    "not",
    "the",
    "went",
    "goes",
    ",",
    "17",
]
CONVERSE = {"narrower": "wider", "wider": "narrower"}


@pytest.mark.parametrize(
    ("word1", "word2", "relation"),
    [
        ("dog", "dog", "same"),
        ("goes", "went", "inflected"),
        ("be", "is", "inflected"),
        ("buy", "purchase", "synonym"),
        ("greek", "greece", "derived"),
        ("big", "huge", "similar"),
        ("dog", "animal", "narrower"),
        ("animal", "dog", "wider"),
        ("a", "as", ""),
        ("is", "one", ""),
        ("it", "its", ""),
        (",", ".", ""),
        ("cat", "idea", ""),
    ],
)
def test_relations(word1: str, word2: str, relation: str) -> None:
    assert relation_of(word1, word2) == relation


@given(st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_relations_have_a_converse(word1: str, word2: str) -> None:
    there, back = relation_of(word1, word2), relation_of(word2, word1)
    assert there in RELATIONS
    # Where each of two words has a sense above the other, the first way that is found is told for both.
    assert back in (CONVERSE.get(there, there), there)


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_words(word1: str, word2: str) -> None:
    one, other = compared_form(word1), compared_form(word2)
    assert relation_of(one, other) in RELATIONS
    assert are_opposite(one, other) == are_opposite(other, one)
    assert not are_opposite(one, one)
    assert facts_of(one).word == one


@pytest.mark.parametrize(
    ("word1", "word2"),
    [("rose", "fell"), ("legal", "illegal"), ("before", "after"), ("careful", "careless"), ("hot", "cold"),
     ("accepted", "rejected"), ("unlocked", "locked"), ("arrives", "departs")],
)  # fmt: skip
def test_opposites(word1: str, word2: str) -> None:
    assert are_opposite(word1, word2)


@pytest.mark.parametrize(
    ("word1", "word2"), [("big", "large"), ("open", "opened"), ("in", "put"), ("man", "boy"), ("car", "idea")]
)
def test_no_opposites(word1: str, word2: str) -> None:
    assert not are_opposite(word1, word2)


def test_members_of_one_class() -> None:
    assert are_exclusive("monday", "friday")
    assert not are_exclusive("monday", "monday")
    assert not are_exclusive("monday", "may")
