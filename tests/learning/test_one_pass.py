"""Classifiers decide in one pass: labels and probabilities are those of `explain`, and features are computed once."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.labelled_pairs import read_msrp
from experiments.sick import read_sick
from perpend.batch.answering import answer_columns
from perpend.entailment import everyday_features
from perpend.entailment import model as entailment_module
from perpend.entailment.model import EntailmentModel
from perpend.equivalence.model import ParaphraseModel
from perpend.equivalence.vectors import Extractor
from perpend.errors import SettingError
from perpend.evaluation.gold import Gold
from perpend.evaluation.systems import model_system
from perpend.features.distances import compared
from perpend.learning.logistic import Softmax
from perpend.learning.model import Classifier
from perpend.learning.registry import load
from perpend.similarity import likeness_model

PAIRS = [
    ("The council approved the bridge.", "The bridge was approved by the council."),
    ("A boy is climbing a tree", "A child is climbing a tree"),
    ("A man is playing a guitar", "There is no man playing a guitar"),
    ("The river froze in January.", "Prices of wheat fell by 3 percent."),
    ("She sold her car to a neighbour.", "A neighbour bought her car."),
    ("", "A dog barks."),
    ("...", "..."),
    ("A girl is not brushing her hair", "A girl is brushing her hair"),
]
NAMES = ["paraphrase-msrp", "entail-sick", "paraphrase-everyday", "entail-everyday"]


def loaded(name: str, **options: Any) -> Classifier:
    found = load(name, **options)
    assert isinstance(found, Classifier)
    return found


def check(model: Classifier, pairs: Sequence[tuple[str, str]]) -> None:
    """`decide`, `predict`, `probabilities`, tables and explanations say the same, to the last bit."""
    found = model.decide(pairs)
    assert found.probabilities is not None
    assert np.array_equal(found.labels, model.predict(pairs))
    assert np.array_equal(found.probabilities, model.probabilities(pairs))
    answers: list[Any] = list(model.explain_many(pairs))
    assert found.labels.tolist() == [one.value for one in answers]
    expected = [[one.probabilities[label] for label in model.labels] for one in answers]
    if model.kind == "paraphrase":
        # `Paraphrase.probabilities` derives one side from the other, which may cost a bit.
        assert np.allclose(found.probabilities, expected, rtol=0, atol=1e-15)
    else:
        assert found.probabilities.tolist() == expected
    chosen = [(one.value, one.probability) for one in answers]
    assert chosen == [
        cell for k in range(0, len(pairs), 256) for cell in answer_columns(model).cells(pairs[k : k + 256])
    ]


@pytest.mark.parametrize("name", NAMES)
def test_own_sentences(name: str) -> None:
    check(loaded(name), PAIRS)


def test_pairs_of_msrp(mirror: Path) -> None:
    check(loaded("paraphrase-msrp"), read_msrp(mirror)[1].pairs[:300])


def test_pairs_of_sick(mirror: Path) -> None:
    check(loaded("entail-sick"), read_sick(mirror).test.pairs[:300])


@pytest.mark.parametrize("name", NAMES)
def test_no_pairs(name: str) -> None:
    found = loaded(name).decide([])
    assert found.labels.tolist() == []
    assert found.probabilities is not None
    assert found.probabilities.shape == (0, len(loaded(name).labels))


def test_the_border_is_yes_and_just_below_it_is_no() -> None:
    """Both have a probability of one half, so that the label cannot be read off it."""
    model = loaded("paraphrase-msrp")
    assert isinstance(model, ParaphraseModel)
    silent = replace(model.machine, coefficients=np.zeros_like(model.machine.coefficients), intercept=0.0)
    for intercept, label in ((0.0, "yes"), (1e-30, "yes"), (-1e-30, "no")):
        border = replace(model, machine=replace(silent, intercept=intercept))
        found = border.decide(PAIRS[:2])
        assert found.probabilities is not None
        assert (found.labels.tolist(), found.probabilities.tolist()) == ([label] * 2, [[0.5, 0.5]] * 2)
        check(border, PAIRS[:2])


def test_of_equally_probable_labels_the_first_is_taken() -> None:
    model = loaded("entail-sick")
    assert isinstance(model, EntailmentModel)
    assert model.layer is not None
    softmax = model.layer.softmax
    level = replace(
        model, layer=replace(model.layer, softmax=Softmax(np.zeros_like(softmax.weights), np.zeros_like(softmax.bias)))
    )
    found = level.decide(PAIRS[:3])
    assert found.probabilities is not None
    assert np.ptp(found.probabilities) == 0.0
    assert found.labels.tolist() == ["CONTRADICTION"] * 3
    check(level, PAIRS[:3])


def test_patterns_have_labels_and_no_probabilities() -> None:
    model = loaded("entail-sick", patterns_only=True)
    found = model.decide(PAIRS)
    assert found.probabilities is None
    answers: list[Any] = list(model.explain_many(PAIRS))
    assert found.labels.tolist() == [one.value for one in answers]
    assert list(answer_columns(model).cells(PAIRS)) == [(one.value, one.probability) for one in answers]
    assert {one.probability for one in answers} == {None}
    with pytest.raises(SettingError, match=r"sick-train-trial/.* decides without probabilities here: use predict"):
        model.probabilities(PAIRS)


@pytest.mark.parametrize("name", NAMES)
def test_tables_and_evaluation_compute_the_features_of_a_pair_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    extract, prepare = Extractor.extract, entailment_module.prepare

    def counting_extract(self: Extractor, sentences: Sequence[Any], *options: Any) -> Any:
        counted.append(len(sentences))
        return extract(self, sentences, *options)

    def counting_prepare(pairs: Sequence[tuple[str, str]], *options: Any) -> Any:
        counted.append(len(pairs))
        return prepare(pairs, *options)

    monkeypatch.setattr(Extractor, "extract", counting_extract)

    def counting_compared(*texts: str) -> Any:
        counted.append(1)
        return compared(*texts)

    monkeypatch.setattr(entailment_module, "prepare", counting_prepare)
    monkeypatch.setattr(likeness_model, "compared", counting_compared)
    monkeypatch.setattr(everyday_features, "compared", counting_compared)
    model = loaded(name)
    assert len(list(answer_columns(model).cells(PAIRS))) == sum(counted) == len(PAIRS)
    counted.clear()
    model_system(name, model, PAIRS, Gold.of(["yes", "no"] * 4))
    assert sum(counted) == len(PAIRS)
