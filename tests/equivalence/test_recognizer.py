import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perpend.equivalence.model import ParaphraseModel
from perpend.equivalence.training import train_paraphrase
from perpend.equivalence.vectors import FeatureSettings
from perpend.errors import InputError, SettingError
from perpend.learning.kernel_classifier import Choices

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")

SUBJECTS = ["the cat", "the doctor", "Acme", "Maria", "a dog", "the company"]
VERBS, THINGS = ["bought", "left"], ["the house", "a firm"]
PAIRS = [
    pair
    for subject in SUBJECTS
    for verb in VERBS
    for thing in THINGS
    for pair in (
        (f"{subject} {verb} {thing}.", f"{subject} quickly {verb} {thing}."),
        (f"{subject} {verb} {thing}.", f"{thing} slept on a red mat of two cars."),
    )
]
LABELS = [True, False] * (len(PAIRS) // 2)
FAST = Choices(costs=(4.0,), gammas=(0.3,), folds=3)


@pytest.fixture(scope="module")
def model(annotator: Any) -> ParaphraseModel:
    settings = FeatureSettings(threshold=0.0)
    return train_paraphrase(PAIRS, LABELS, settings=settings, choices=FAST, annotator=annotator, name="small")


def test_pairs_like_those_learned_from_are_told_apart(model: ParaphraseModel, annotator: Any) -> None:
    recognizer = model.using(annotator=annotator)
    same = recognizer.explain("the physician sold a firm.", "the physician quickly sold a firm.")
    other = recognizer.explain("the physician sold a firm.", "a firm slept on a red mat of two cars.")
    assert (same.value, other.value) == ("yes", "no")
    assert same.probability > 0.5 < other.probability
    assert same.decision > other.decision


def test_every_word_is_matched_or_stands_alone(model: ParaphraseModel, annotator: Any) -> None:
    judgment = model.using(annotator=annotator).explain("the cat bought a firm.", "a quickly purchased dog.")
    assert judgment.matched == {"VBD": ["bought ~ purchased"], "DT": ["a"], ".": ["."]}
    assert judgment.only_text1 == {"DT": ["the"], "NN": ["cat", "firm"]}
    assert judgment.only_text2 == {"RB": ["quickly"], "NN": ["dog"]}


def test_the_order_of_the_texts_makes_no_difference(model: ParaphraseModel, annotator: Any) -> None:
    recognizer = model.using(annotator=annotator)
    for one, other in [*PAIRS[:4], ("", "the cat left."), ("", "")]:
        forward, backward = recognizer.explain(one, other), recognizer.explain(other, one)
        assert forward.probability == pytest.approx(backward.probability, abs=1e-6)
        assert forward.only_text1 == backward.only_text2


def test_many_are_judged_as_each_alone(model: ParaphraseModel, annotator: Any) -> None:
    recognizer = model.using(annotator=annotator)
    found = list(recognizer.explain_many(PAIRS[:6] * 50))
    assert len(found) == 300
    assert found[5].to_dict() == recognizer.explain(*PAIRS[5]).to_dict()
    assert found[299] == found[5]
    assert list(recognizer.explain_many([])) == []


def test_a_model_read_from_its_file_judges_alike(model: ParaphraseModel, annotator: Any, tmp_path: Path) -> None:
    model.save(tmp_path / "my.model")
    again = ParaphraseModel.read(tmp_path / "my.model")
    one, other = (each.using(annotator=annotator).explain(*PAIRS[0]) for each in (model, again))
    assert one == other


def test_a_judgment_names_its_signature_and_features(model: ParaphraseModel, annotator: Any) -> None:
    facts = model.using(annotator=annotator).explain(*PAIRS[0]).to_dict()
    assert facts["signature"].startswith(f"paraphrase:{model.identity}|")
    assert "tags:tiny:1" in facts["signature"]
    assert tuple(facts["features"]) == model.names
    assert facts["value"] == "yes"


def test_the_same_training_gives_the_same_bytes(annotator: Any, tmp_path: Path) -> None:
    for name in ("one", "two"):
        trained = train_paraphrase(PAIRS, LABELS, features="ALL", choices=FAST, annotator=annotator)
        trained.save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert trained.training.has_seen(*PAIRS[0])
    assert trained.information is not None


def test_another_tagger_is_told_in_the_log(
    model: ParaphraseModel, annotator: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(annotator), "signature", lambda self: "tiny:2")
    with caplog.at_level(logging.WARNING):
        assert model.using(annotator=annotator).signature
    assert "trained with tiny:1, here is tiny:2" in caplog.text


def test_wrong_training_data_are_errors(annotator: Any) -> None:
    with pytest.raises(InputError, match="2 pairs and 1 labels"):
        train_paraphrase(PAIRS[:2], [True], annotator=annotator)
    with pytest.raises(SettingError, match="unknown feature set 'none'"):
        train_paraphrase(PAIRS, LABELS, features="none", annotator=annotator)
    with pytest.raises(InputError, match="at least 5 of yes and of no"):
        train_paraphrase(PAIRS[:4], LABELS[:4], annotator=annotator)
    long = "word " * 1500
    with pytest.raises(InputError, match=r"^train paraphrase: two texts with 2,250,000 pairs"):
        train_paraphrase([(long, long), *PAIRS], [True, *LABELS], annotator=annotator)


def test_a_model_with_other_features_is_refused(model: ParaphraseModel, annotator: Any) -> None:
    renamed = replace(model, names=("another", *model.names[1:]))
    with pytest.raises(SettingError, match="train it again"):
        renamed.using(annotator=annotator).explain("a", "b")


def test_decisions_do_not_depend_on_what_is_judged_beside(model: ParaphraseModel) -> None:
    values = np.random.default_rng(0).normal(size=(5, len(model.names)))
    np.testing.assert_array_equal(model.decisions(values)[2:3], model.decisions(values[2:3]))
