"""The names that the shipped pipeline finds, in sentences written for Perpend, and what its recogniser leaves alone."""

import importlib
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("spacy")

from perpend.text.annotate import Annotator
from perpend.text.pipeline import shipped_folder

TOOLS = Path(__file__).resolve().parents[2] / "tools" / "pipeline"


@pytest.fixture(scope="module")
def annotator() -> Annotator:
    return Annotator()


def test_short_news_have_their_names(annotator: Annotator) -> None:
    for text in ("Elon Musk tweeted.", "Hillary Clinton spoke."):
        assert annotator.annotate(text).entities == ((0, 2, "PER"),)


@pytest.fixture
def measured(annotator: Annotator, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOOLS))
    accuracy, marked = (importlib.import_module(name) for name in ("accuracy", "marked_names"))
    return accuracy.entity_accuracy(annotator, marked.marked_sentences("final"), own_tokens=True)


def test_names_in_marked_sentences_are_found(measured: dict[str, float]) -> None:
    assert measured["entity F1"] >= 90
    assert min(measured[f"{label} F1"] for label in ("PER", "LOC", "ORG")) >= 88


def test_tags_and_relations_do_not_rest_on_names(annotator: Annotator, monkeypatch: pytest.MonkeyPatch) -> None:
    import spacy

    monkeypatch.syspath_prepend(str(TOOLS))
    sentences = importlib.import_module("marked_names").marked_sentences("choose")
    texts = [sentence.text for sentence in sentences]
    without = Annotator(spacy.load(shipped_folder(), exclude=["ner"]))
    for one, other in zip(annotator.annotate_many(texts), without.annotate_many(texts), strict=True):
        assert (one.tags, one.coarse, one.lemmas) == (other.tags, other.coarse, other.lemmas)
        assert (one.heads, one.parse.relations) == (other.heads, other.parse.relations)
        assert not other.entities
