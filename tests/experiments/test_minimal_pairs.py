"""Rules make what they should of plain sentences, and nothing of others."""

import pytest

from experiments.minimal_pairs import RULES, edited, minimal_pairs, participles
from perpend.text.annotate import Annotator
from perpend.text.sentence import Sentence

pytest.importorskip("spacy", reason="spaCy absent: pip install 'perpend[nlp]'")

KNOWN = {"sell": "sold", "paint": "painted"}


@pytest.fixture(scope="module")
def annotator() -> Annotator:
    return Annotator()


def made(sentence: Sentence) -> dict[str, str]:
    return {pair.rule: pair.text2 for pair in edited(sentence, KNOWN)}


def test_each_rule(annotator: Annotator) -> None:
    found = made(annotator.annotate("The farmer sold two houses in May."))
    assert found["negated"] == "The farmer did not sell two houses in May."
    assert found["swapped"] == "Two houses sold the farmer in May."
    assert found["number"] == "The farmer sold five houses in May."
    assert found["passive"] == "Two houses were sold by the farmer in May."
    assert found["fronted"] == "In May, the farmer sold two houses."
    assert made(annotator.annotate("They are painting a long wall."))["opposite"] == "They are painting a short wall."


def test_whether_they_mean_the_same_is_said_by_the_rule(annotator: Annotator) -> None:
    pairs = [*edited(annotator.annotate("The farmer sold two houses in May."), KNOWN)]
    assert {pair.rule for pair in pairs if pair.same} <= {"passive", "fronted", "synonym"}
    assert {pair.rule for pair in pairs if not pair.same} <= {"negated", "swapped", "number", "opposite"}
    assert all(pair.text1 != pair.text2 for pair in pairs)


@pytest.mark.parametrize("text", ["", "Who sold two houses?", "word " * 40])
def test_other_sentences_are_left_alone(annotator: Annotator, text: str) -> None:
    assert made(annotator.annotate(text)) == {}


def test_what_is_denied_is_not_denied_again(annotator: Annotator) -> None:
    assert "negated" not in made(annotator.annotate("The farmer never sold the house."))


def test_participles_are_those_that_occur(annotator: Annotator) -> None:
    assert participles([annotator.annotate("The houses were sold.")]) == {"sell": "sold"}


def test_as_many_of_each_rule_and_the_same_twice() -> None:
    texts = [f"The {one} sold two houses in May." for one in ("farmer", "nurse", "baker", "pilot")]
    one, other = (minimal_pairs(texts, 2) for _ in range(2))
    assert one == other
    assert all(sum(pair.rule == rule for pair in one) <= 2 for rule in (*RULES, "unrelated"))
