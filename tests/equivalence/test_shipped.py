"""The model that comes with Perpend: there, small, with a card, and never trained on what it is tested on."""

from importlib import resources
from pathlib import Path

import pytest

from experiments.labelled_pairs import read_msrp
from perpend.equivalence.shipped import SHIPPED_NAME, find_paraphrase_model, paraphrase_card
from perpend.equivalence.vectors import FEATURE_SETS
from perpend.errors import PerpendError
from perpend.evaluation.leaks import leaks


def test_the_default_is_the_shipped_model() -> None:
    model = find_paraphrase_model()
    assert model.features == "full"
    assert model.features in FEATURE_SETS
    assert model.training.count == 4076
    assert find_paraphrase_model(SHIPPED_NAME).signature == find_paraphrase_model(model).signature == model.signature


def test_it_is_small_and_has_no_ngrams_of_its_training_texts() -> None:
    file = resources.files("perpend.equivalence") / "models" / f"{SHIPPED_NAME}.model"
    assert len(file.read_bytes()) < 5_000_000
    assert find_paraphrase_model().information is None


def test_the_card_names_the_model_its_data_and_its_licence() -> None:
    card = paraphrase_card()
    for needed in (
        find_paraphrase_model().signature,
        "Microsoft Research Paraphrase Corpus",
        "licence",
        "Not good for",
    ):
        assert needed in card


def test_it_has_seen_no_test_pair(mirror: Path) -> None:
    train, test = read_msrp(mirror)
    training = find_paraphrase_model().training
    assert len(leaks(training, train.pairs)) == len(train.pairs)
    assert leaks(training, test.pairs) == []


def test_another_name_is_a_file_that_is_not_there() -> None:
    with pytest.raises(PerpendError, match="does not exist"):
        find_paraphrase_model("paraphrase-msrpp")
