"""The model that comes with Perpend: it opens, knows what it learned from, has a card, and answers."""

import json
from pathlib import Path

import pytest

from experiments.sick import read_sick
from perpend.entailment.model import EntailmentModel
from perpend.entailment.patterns import Patterns
from perpend.entailment.rules import Label
from perpend.learning.registry import card, load

RECORD = Path(__file__).resolve().parents[2] / "results" / "sick.json"


@pytest.fixture(scope="module")
def shipped() -> EntailmentModel:
    found = load(kind="entailment")
    assert isinstance(found, EntailmentModel)
    return found


def test_the_name_and_nothing_mean_the_same(shipped: EntailmentModel) -> None:
    assert load("entail-sick").identity == shipped.identity
    assert load(shipped) is shipped


def test_it_is_the_model_of_the_recorded_run(shipped: EntailmentModel) -> None:
    assert shipped.identity in json.loads(RECORD.read_text(encoding="utf-8"))["signature"]
    assert shipped.identity in card("entail-sick")


def test_it_was_trained_with_the_patterns_that_are_shipped(shipped: EntailmentModel) -> None:
    assert shipped.resources["patterns"] == Patterns.shipped().signature()


def test_it_learned_from_train_and_trial_pairs(shipped: EntailmentModel, mirror: Path) -> None:
    sick = read_sick(mirror)
    assert shipped.training.count == len(sick.known.pairs)
    assert all(shipped.training.has_seen(*pair) for pair in sick.known.pairs[::500])


@pytest.mark.parametrize(
    ("text", "hypothesis", "label"),
    [
        ("A boy is climbing a tree", "A child is climbing a tree", Label.ENTAILMENT),
        ("A man is playing a guitar", "There is no man playing a guitar", Label.CONTRADICTION),
        ("A girl is brushing her hair", "A girl is not brushing her hair", Label.CONTRADICTION),
        ("A man is eating", "A woman is reading a newspaper on a train", Label.NEUTRAL),
    ],
)
def test_it_answers(shipped: EntailmentModel, text: str, hypothesis: str, label: Label) -> None:
    assert shipped.explain(text, hypothesis).value == label
