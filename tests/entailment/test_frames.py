"""Frames of sentences written by hand: slots, voices, denials."""

from collections.abc import Callable

import pytest

from perpend.entailment.frames import OBJECT, SUBJECT, frames_of
from perpend.lexicon.wordnet.base_forms import bases_of
from perpend.text.sentence import Sentence

Parse = Callable[[str], Sentence]


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        ("Two dogs are chasing a ball", ["chase (subject: Two dogs, object: a ball)"]),
        ("A ball is being chased by two dogs", ["chase (subject: two dogs, object: A ball)"]),
        ("The fish are immobile", ["be (subject: The fish, complement: immobile)"]),
        ("There is a man playing the guitar", ["play (subject: a man, object: the guitar)"]),
        ("A man who is singing is dancing", ["sing (subject: A man)", "dance (subject: A man)"]),
        ("A girl is running and jumping", ["run (subject: A girl)", "jump (subject: A girl)"]),
        ("A group of men is resting", ["rest (subject: men)"]),
        ("There is a farmer", ["be (subject: a farmer)"]),
        ("A red house", []),
        ("", []),
    ],
)
def test_frames(parse: Parse, text: str, frames: list[str]) -> None:
    sentence = parse(text)
    found = [frame.describe(sentence) for frame in frames_of(sentence)]
    assert sorted(found) == sorted(frames)


@pytest.mark.parametrize(
    ("text", "word", "existential"),
    [
        ("There is no man playing the guitar", "no", True),
        ("A man is not playing the guitar", "not", False),
        ("Nobody is playing the guitar", "Nobody", False),
        ("There is no group of men playing cards", "no", True),
    ],
)
def test_denials(parse: Parse, text: str, word: str, existential: bool) -> None:
    sentence = parse(text)
    frame = frames_of(sentence)[0]
    assert frame.negation is not None
    assert (sentence.tokens[frame.negation], frame.existential) == (word, existential)


def test_passive_and_active_have_the_same_fillers(parse: Parse) -> None:
    active, passive = parse("A boy is painting a fence"), parse("A fence is being painted by a boy")
    for slot in (SUBJECT, OBJECT):
        words = [[bases_of(s)[p] for p in frames_of(s)[0].slot(slot)] for s in (active, passive)]
        assert words[0] == words[1]


def test_what_only_looks_like_a_denial_is_none(parse: Parse) -> None:
    (frame,) = frames_of(parse("A man with no shirt is jumping"))
    assert frame.negation is None
