"""Kinship of words: known cases, and what holds for any two words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.entailment.kinship import Kinship, kinship
from perpend.entailment.prepositions import are_opposite
from perpend.lexicon.wordnet.database import WordNet

_NOUNS = ["boy", "child", "dog", "puppy", "cat", "car", "vehicle", "idea", "man", "woman", "food", "apple", "qwxz"]
_VERBS = ["run", "walk", "sprint", "eat", "devour", "open", "close", "sit", "stand", "sing", "qwxz"]
_TURNED = {Kinship.HYPERNYM: Kinship.HYPONYM, Kinship.HYPONYM: Kinship.HYPERNYM}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (("boy", "n"), ("child", "n"), "hypernym"),
        (("child", "n"), ("boy", "n"), "hyponym"),
        (("horse", "n"), ("animal", "n"), "hypernym"),
        (("car", "n"), ("automobile", "n"), "synonym"),
        (("awake", "a"), ("asleep", "a"), "antonym"),
        (("open", "v"), ("close", "v"), "antonym"),
        (("dance", "v"), ("dancer", "n"), "derived"),
        (("sprint", "v"), ("run", "v"), "hypernym"),
        (("dog", "n"), ("cat", "n"), "sister"),
        (("dog", "n"), ("idea", "n"), "none"),
        (("qwxz", "n"), ("dog", "n"), "none"),
        (("qwxz", ""), ("qwxz", "n"), "equal"),
    ],
)
def test_known_pairs(first: tuple[str, str], second: tuple[str, str], expected: str) -> None:
    assert str(kinship(*first, *second)) == expected


@given(st.sampled_from(_NOUNS), st.sampled_from(_NOUNS))
def test_nouns_turned_round(one: str, other: str) -> None:
    found = kinship(one, "n", other, "n")
    assert kinship(other, "n", one, "n") is _TURNED.get(found, found)


@given(st.sampled_from(_VERBS), st.sampled_from(_VERBS))
def test_a_verb_is_equal_to_itself_alone(one: str, other: str) -> None:
    assert (kinship(one, "v", other, "v") is Kinship.EQUAL) == (one == other)


def test_classes_narrow_the_senses() -> None:
    wordnet = WordNet.shipped()
    person, animal = (frozenset({wordnet.synset(f"{name}.n.01")}) for name in ("person", "animal"))
    assert kinship("puppy", "n", "dog", "n", animal) is Kinship.HYPERNYM
    assert kinship("puppy", "n", "dog", "n", person) is not Kinship.HYPERNYM


def test_prepositions() -> None:
    assert are_opposite("down", "up")
    assert are_opposite("into", "out of")
    assert not are_opposite("in", "in")
    assert not are_opposite("", "")
