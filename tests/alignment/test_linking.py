"""Links between words: what every result must be, plain cases, and the figure on people's links."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.alignment.linking import Links, link
from perpend.alignment.linking.cells import FIRST, LATER, first_features, later_features
from perpend.alignment.linking.matching import match, match_plainly
from perpend.alignment.linking.words import LinkedWords
from perpend.text.sentence import Sentence

VOCABULARY = [
    "the",
    "a",
    "dog",
    "man",
    "bit",
    "two",
    "cars",
    "not",
    "rose",
    "fell",
    ",",
    ".",
    "#",
    "é",
    "1.2",
    "million",
]
WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=9)


def links_of(text1: str, text2: str) -> Links:
    return link(Sentence.of(text1, "penn"), Sentence.of(text2, "penn"))


def kinds(text1: str, text2: str) -> dict[tuple[str, str], str]:
    found = links_of(text1, text2)
    words1, words2 = found.words1.forms, found.words2.forms
    return {
        (" ".join(words1[k] for k in one.tokens1), " ".join(words2[k] for k in one.tokens2)): one.kind
        for one in found.links
    }


@given(WORDS, WORDS)
def test_links_are_consistent(tokens1: list[str], tokens2: list[str]) -> None:
    words1, words2 = LinkedWords.of_tokens(tokens1), LinkedWords.of_tokens(tokens2)
    found = match(words1, words2)
    assert len(set(found.anchors.values())) == len(found.anchors)
    assert all(0 <= row < len(words1) and 0 <= column < len(words2) for row, column in found.cells)
    assert found.alike.shape == (len(words1), len(words2))
    assert ((found.alike >= 0) & (found.alike <= 1)).all()


@given(WORDS, WORDS)
def test_compiled_links_are_those_of_the_definition(tokens1: list[str], tokens2: list[str]) -> None:
    words1, words2 = LinkedWords.of_tokens(tokens1), LinkedWords.of_tokens(tokens2)
    compiled, plain = match(words1, words2), match_plainly(words1, words2)
    assert (compiled.anchors, compiled.cells) == (plain.anchors, plain.cells)
    assert np.array_equal(compiled.alike, plain.alike)
    assert np.array_equal(compiled.chances, plain.chances)


@given(WORDS)
def test_a_text_is_linked_with_itself(tokens: list[str]) -> None:
    words = LinkedWords.of_tokens(tokens)
    found = match(words, words)
    content = [k for k in range(len(words)) if words.content[k] and tokens.count(tokens[k]) == 1]
    assert all(found.anchors[k] == k for k in content)


@given(WORDS.filter(bool), WORDS.filter(bool))
def test_features_have_their_names(tokens1: list[str], tokens2: list[str]) -> None:
    words1, words2 = LinkedWords.of_tokens(tokens1), LinkedWords.of_tokens(tokens2)
    features, alike = first_features(words1, words2)
    assert features.shape == (len(words1), len(words2), len(FIRST))
    assert later_features(alike, alike * 0.5, []).shape == (len(words1), len(words2), len(LATER))


def test_kinds_of_links() -> None:
    found = kinds("She bought two cars on Monday.", "She purchased 2 automobiles on Friday.")
    assert found["bought", "purchased"] == "synonym"
    assert found["cars", "automobiles"] == "synonym"
    assert found["she", "she"] == "same"
    assert found.get(("monday", "friday"), "opposite") == "opposite"


def test_equal_words_are_linked_wherever_they_stand() -> None:
    found = links_of("The dog bit the man.", "The man bit the dog.")
    assert found.anchors[1] == 4
    assert found.anchors[4] == 1
    assert any(one.moved for one in found.links)


def test_free_words_that_are_related_are_linked_wherever_their_clause_stands() -> None:
    found = links_of(
        "The committee approved the budget because the chair insisted.",
        "Since the chair insisted on it, the committee didn't approve the new budget.",
    )
    approved, approve = found.words1.forms.index("approved"), found.words2.forms.index("approve")
    assert found.anchors[approved] == approve
    assert ("inflected", (approved,), (approve,)) in [(one.kind, one.tokens1, one.tokens2) for one in found.links]


def test_words_without_a_link() -> None:
    found = links_of("The room is free of charge.", "The room is free.")
    assert "charge" in [found.words1.forms[k] for k in found.only1]
    assert found.only2 == ()


@pytest.mark.parametrize(("text1", "text2"), [("", ""), ("", "a dog"), ("👍", "!!!"), ("你好", "hello")])
def test_odd_texts(text1: str, text2: str) -> None:
    assert links_of(text1, text2).links is not None
    assert len(links_of(text1, text2).anchors) <= min(1, len(links_of(text1, text2).words1))


@pytest.mark.parametrize(
    ("text1", "text2", "phrase1", "phrase2"),
    [
        ("The foot ball lay there.", "The football lay there.", "foot ball", "football"),
        ("A self-made man spoke.", "A self made man spoke.", "self-made", "self made"),
        ("The match took 90 minutes.", "The match took 1.5 hours.", "90 minutes", "1.5 hours"),
        ("The World Health Organization met.", "The WHO met.", "world health organization", "who"),
        ("Its budget is 3.4 million.", "Its budget is 3,400,000.", "3.4 million", "3400000"),
    ],
)
def test_equal_forms_are_the_same(text1: str, text2: str, phrase1: str, phrase2: str) -> None:
    found = links_of(text1, text2)
    assert kinds(text1, text2)[phrase1, phrase2] == "same"
    assert all(one.similarity == 1.0 for one in found.links)


def test_other_quantities_are_no_equal_forms() -> None:
    assert not links_of("It took two days.", "It took 47 hours.").groups


def test_long_texts_take_bounded_time() -> None:
    words = [VOCABULARY[k * k % 13] for k in range(2000)]
    found = match(LinkedWords.of_tokens(words), LinkedWords.of_tokens(words[::-1]))
    assert found.alike.shape == (2000, 2000)


def _tool() -> ModuleType:
    source = Path(__file__).resolve().parents[2] / "tools" / "train_links.py"
    spec = importlib.util.spec_from_file_location("train_links", source)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_no_pair_of_a_test_set_taught_the_weights(mirror: Path) -> None:
    path = mirror / "aligned" / "edinburgh-train.json"
    if not path.exists():
        pytest.skip("aligned/edinburgh-train.json absent")
    tool = _tool()
    everything, kept = tool.read(path), tool.read(path, tool.tested(mirror))
    recorded = json.loads(tool.OUTPUT.read_text(encoding="utf-8"))
    assert (recorded["pairs"], recorded["dropped"]) == (len(kept), len(everything) - len(kept)) == (672, 42)


def test_agreement_with_people(mirror: Path) -> None:
    """F1 on Edinburgh++'s test part, whose training part taught the weights."""
    path = mirror / "aligned" / "edinburgh-test.json"
    if not path.exists():
        pytest.skip("aligned/edinburgh-test.json absent")
    tool = _tool()
    assert tool.measure(tool.read(path), tool.Weights.shipped())["F1"] >= 0.89
