"""Inference pairs: readers of the sources, pairs made by rule with sure labels, the table and its record."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from experiments.entailment import ENTAILMENT_SYSTEMS, measures, read_suites
from experiments.generated_inference import generated_inference
from experiments.inference_pairs import HELD_OUT, Inference, read_inference
from experiments.inference_rules import Forms, Made, inference_edits
from experiments.inference_wrappers import compared_pairs, joined, wrapped
from perpend.entailment.everyday_model import LABELS
from perpend.text.annotate import Annotator

pytest.importorskip("spacy", reason="spaCy absent: pip install 'perpend[nlp]'")

ROOT = Path(__file__).resolve().parents[2]
FORMS = Forms(
    {"chase": "chased", "carry": "carried"}, {"carry": "carried", "sell": "sold"}, {"dog": "dogs", "woman": "women"}
)


@pytest.fixture(scope="module")
def annotator() -> Annotator:
    return Annotator()


def made_of(annotator: Annotator, text: str) -> dict[str, Made]:
    """The first pair of each rule."""
    found: dict[str, Made] = {}
    for one in inference_edits(annotator.annotate(text), FORMS):
        found.setdefault(one.rule, one)
    return found


def test_words_and_modifiers(annotator: Annotator) -> None:
    found = made_of(annotator, "A young woman is carrying a red box on the beach.")
    assert found["modifier dropped"].hypothesis == "A woman is carrying a red box on the beach."
    assert (found["modifier dropped"].label, found["modifier added"].label) == ("entailment", "neutral")
    assert found["more general"].label == "entailment"
    assert found["more specific"].label == "neutral"
    assert found["other of its class"].label == "contradiction"


def test_quantifiers(annotator: Annotator) -> None:
    found = made_of(annotator, "A young dog is carrying a box on the beach.")
    assert (found["every, no"].text, found["every, no"].hypothesis) == (
        "Every dog is carrying a box on the beach.",
        "No dog is carrying a box on the beach.",
    )
    assert found["No narrowed, turned"].hypothesis == "No young dog is carrying a box on the beach."
    assert found["No narrowed, turned"].label == found["Every narrowed, turned"].label == "entailment"
    assert found["Some narrowed"].label == "entailment"
    assert found["All, Some"].text == "All dogs are carrying a box on the beach."
    assert found["every, some not"].hypothesis == "Some dog is not carrying a box on the beach."
    assert found["there is no"].label == "contradiction"


def test_numbers(annotator: Annotator) -> None:
    found = made_of(annotator, "Three dogs chased a cat.")
    assert (found["at least"].label, found["more than fewer"].hypothesis) == (
        "entailment",
        "More than two dogs chased a cat.",
    )
    assert found["other number"].text == "Exactly three dogs chased a cat."


def test_wrappers_say_what_follows(annotator: Annotator) -> None:
    sentence = annotator.annotate("A dog is carrying a box.")
    found = {one.rule: one for one in wrapped(sentence, FORMS, 0)}
    assert found["to, contradiction"].text == "A dog failed to carry a box."
    assert found["to, contradiction"].hypothesis == "A dog carried a box."
    assert found["to, contradiction, denied"].label == "entailment"
    assert found["that, neutral"].text == "Anna said that a dog carried a box."
    assert found["that, entailment, denied"].label == "contradiction"
    assert not [*wrapped(annotator.annotate("No dog is carrying a box."), FORMS, 0)]


def test_joined_sentences_and_comparatives(annotator: Annotator) -> None:
    one, other = annotator.annotate_many(["The firm sold a house.", "A dog is carrying a box."])
    found = {made.rule: made for made in joined(one, other, FORMS, 0)}
    assert found["before, after"].hypothesis == "A dog carried a box after the firm sold a house."
    assert (found["joined, both"].label, found["joined, neither"].label) == ("entailment", "neutral")
    turned = {made.rule: made for made in compared_pairs(1)}["comparative, turned"]
    assert turned.label == "entailment"
    assert "older than" in turned.text
    assert "younger than" in turned.hypothesis


def test_as_many_of_each_rule_the_same_in_every_run(annotator: Annotator) -> None:
    texts = [f"A young {one} is carrying a {two} box." for one in ("dog", "woman", "boy") for two in ("red", "blue")]
    source = Inference("own", tuple(zip(texts, texts[1:] + texts[:1], strict=True)), ("neutral",) * len(texts))
    found = generated_inference([source], annotator, count=2)
    assert max(Counter(found.rules).values()) == 2
    assert generated_inference([source], annotator, count=2).pairs == found.pairs
    assert set(found.origins) == {"own", ""}
    assert found.source.is_three_way is ("not_entailment" not in found.labels)


def test_sources_have_their_sizes_and_labels(mirror: Path) -> None:
    sources = {one.name: one for one in read_inference(mirror)}
    sizes = {name: len(one.pairs) for name, one in sources.items()}
    assert sizes == {"SNLI": 9842, "MNLI": 3815, "SICK": 4370, "RTE-1": 566, "RTE-2": 400, "RTE-3": 800, HELD_OUT: 2490}
    assert {name for name, one in sources.items() if not one.is_three_way} == {"RTE-1", "RTE-2", "RTE-3"}
    assert set(sources["SICK"].taught) == {"entailment", "not_entailment"}
    assert sources["SNLI"].taught == sources["SNLI"].labels


def test_measures_count_two_labels_as_two() -> None:
    pair = ("a", "b")
    two = Inference("two", (pair, pair), ("entailment", "not_entailment"))
    chances = np.zeros((2, len(LABELS)))
    chances[0, 1], chances[1] = 1.0, (0.3, 0.4, 0.3)
    assert measures(chances, two)["Accuracy"] == 100
    three = Inference("three", (pair, pair), ("entailment", "contradiction"))
    assert measures(chances, three)["Accuracy"] == 50


def test_suites_of_one_question_have_two_labels() -> None:
    words, monotone = read_suites(ROOT / "tests" / "entailment" / "suites", ["words", "monotone"])
    assert words.is_three_way
    assert not monotone.is_three_way


@pytest.mark.parametrize(
    "source",
    [
        "SNLI",
        "MNLI",
        pytest.param(
            "SICK", marks=pytest.mark.xfail(strict=True, reason="SICK calls other members of a class neutral")
        ),
        "RTE-1",
        "RTE-2",
        "RTE-3",
        HELD_OUT,
    ],
)
def test_the_default_is_above_the_majority_and_common_words_on_sources_left_out(source: str) -> None:
    found = recorded("sources", source)
    assert found["everyday"] > found["majority"]
    assert found["everyday"] > found["overlap"]


@pytest.mark.parametrize("source", ["SNLI", "MNLI", "RTE-1", "RTE-2", "RTE-3", HELD_OUT])
def test_the_default_is_above_the_paper_on_all_but_its_own_source(source: str) -> None:
    found = recorded("sources", source)
    assert found["everyday"] > found["entail-sick"]


def test_the_record_names_known_systems() -> None:
    assert set(recorded("sources", "SNLI")) <= set(ENTAILMENT_SYSTEMS)


def recorded(part: str, source: str) -> dict[str, float]:
    """The recorded accuracy of each system on a source or a suite."""
    record = json.loads((ROOT / "results" / "entailment.json").read_text(encoding="utf-8"))
    rows = [row for row in record["rows"] if (row["part"], row["source"]) == (part, source)]
    return {row["system"]: row["metrics"]["Accuracy"] for row in rows}
