"""Classes of version 0.1 still answer, with a warning, and as the models that replace them."""

from pathlib import Path

import pytest

from perpend.deprecated import EntailmentRecognizer, ParaphraseRecognizer, PerpScorer, Relater
from perpend.learning.registry import load
from perpend.similarity.model import PerpModel

PAIR = ("A boy is running in the park.", "A child is running.")


def test_scorers_and_recognizers_answer_as_models_do() -> None:
    with pytest.warns(DeprecationWarning, match="PerpScorer will go"):
        scorer = PerpScorer(load("perp-sts"))
    assert scorer.score(*PAIR) == load("perp-sts").explain(*PAIR)
    both = load("perp-sts", symmetric=True)
    assert [*scorer.score_many([PAIR], symmetric=True)] == [both.explain(*PAIR)]
    assert (scorer.signature(), scorer.signature(symmetric=True)) == (load("perp-sts").signature, both.signature)
    with pytest.warns(DeprecationWarning, match="Relater will go"):
        relater = Relater()
    assert relater.relate(*PAIR).value == relater.predict([PAIR])[0] == load(kind="relatedness").explain(*PAIR).value
    with pytest.warns(DeprecationWarning, match="ParaphraseRecognizer will go"):
        recognizer = ParaphraseRecognizer()
    assert recognizer.judge(*PAIR).value == load(kind="paraphrase").explain(*PAIR).value
    with pytest.warns(DeprecationWarning, match="EntailmentRecognizer will go"):
        entailing = EntailmentRecognizer(patterns_only=True)
    assert entailing.judge(*PAIR).value == load(kind="entailment", patterns_only=True).explain(*PAIR).value
    assert entailing.frames(*PAIR)["text"]
    assert entailing.signature() == entailing.model.signature


def test_old_methods_of_models_work(tmp_path: Path) -> None:
    with pytest.warns(DeprecationWarning, match="perpend.load"):
        model = PerpModel.shipped("perp-msrvid")
    with pytest.warns(DeprecationWarning, match="Model.save"):
        model.write(tmp_path / "old.json")
    assert PerpModel.read(tmp_path / "old.json") == model
