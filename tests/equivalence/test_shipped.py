"""The model that comes with Perpend: there, small, with a card, and never trained on what it is tested on."""

from importlib import resources
from pathlib import Path

import pytest

from experiments.labelled_pairs import read_msrp
from perpend.equivalence.model import ParaphraseModel
from perpend.equivalence.vectors import FEATURE_SETS
from perpend.errors import PerpendError
from perpend.evaluation.leaks import leaks
from perpend.learning.registry import card, load


def shipped() -> ParaphraseModel:
    found = load(kind="paraphrase")
    assert isinstance(found, ParaphraseModel)
    return found


def test_the_default_is_the_shipped_model() -> None:
    model = shipped()
    assert model.features == "full"
    assert model.features in FEATURE_SETS
    assert model.training.count == 4076
    assert load("paraphrase-msrp").identity == load(model).identity == model.identity


def test_it_is_small_and_has_no_ngrams_of_its_training_texts() -> None:
    file = resources.files("perpend.equivalence") / "models" / "paraphrase-msrp.model"
    assert len(file.read_bytes()) < 5_000_000
    assert shipped().information is None


def test_the_card_names_the_model_its_data_and_its_licence() -> None:
    text = card("paraphrase-msrp")
    for needed in (
        shipped().identity,
        "Microsoft Research Paraphrase Corpus",
        "licence",
        "Not good for",
    ):
        assert needed in text


def test_it_has_seen_no_test_pair(mirror: Path) -> None:
    train, test = read_msrp(mirror)
    training = shipped().training
    assert len(leaks(training, train.pairs)) == len(train.pairs)
    assert leaks(training, test.pairs) == []


def test_another_name_is_unknown() -> None:
    with pytest.raises(PerpendError, match=r"unknown model 'paraphrase-msrpp'; known: .*paraphrase-msrp"):
        load("paraphrase-msrpp")
