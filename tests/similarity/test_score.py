"""Scores explain themselves: intercept and contributions are the score, whatever the texts and the weights."""

import logging
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError, SettingError
from perpend.features.edits import FEATURES
from perpend.learning.provenance import Training
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.model import PerpModel, Settings, train_perp
from perpend.similarity.pairs import PairEncoder
from perpend.similarity.perceptron import initial_weights, predict_plainly
from perpend.similarity.score import Contribution, PerpScorer, Score, explain_plainly

WORDS = [
    "the",
    "a",
    "cat",
    "cats",
    "dog",
    "doctor",
    "physician",
    "left",
    "went",
    "away",
    "3",
    "17",
    "not",
    ",",
    ".",
    "take",
    "place",
    "occur",
    "zorblax",
    "colour",
    "colours",
]
PAIRS = [
    ("The doctor left.", "Left, the physician."),
    ("A cat", "A dog"),
    ("They occur today", "They take place today"),
]
LABELS = [4.5, 1.0, 5.0]
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> PhraseTable:
    folder = tmp_path_factory.mktemp("table")
    (folder / "pairs.tsv").write_text("take place\toccur\t0.5\noccur\ttake place\t0.4\n", encoding="utf-8")
    build_phrase_table(folder / "pairs.tsv", folder / "table", format="tsv")
    return PhraseTable.open(folder / "table")


@pytest.fixture(scope="module")
def scorer() -> PerpScorer:
    return PerpScorer(train_perp(PAIRS, LABELS, epochs=20, rate=0.1))


def with_weights(seed: int, table: PhraseTable | None = None) -> PerpScorer:
    weights = initial_weights() + np.random.default_rng(seed).normal(0, 0.5, len(FEATURES))
    weights[FEATURES.index("Shift")] = 0.1
    model = PerpModel(
        weights=tuple(weights.tolist()),
        settings=Settings(1, 0.01, 0),
        training=Training("chance", 0, ()),
        tokenizer="terp:norm+lower",
        phrases=table.signature() if table else "",
    )
    return PerpScorer(model, table)


def assert_explained(score: Score) -> None:
    assert score.intercept + sum(one.points for one in score.contributions) == pytest.approx(score.raw, abs=1e-9)
    assert score.value == min(max(score.raw, 0.0), 5.0)


@given(SENTENCES, SENTENCES, st.integers(0, 20), st.booleans(), st.booleans())
def test_contributions_and_intercept_sum_to_the_raw_score(
    table: PhraseTable, text1: str, text2: str, seed: int, symmetric: bool, phrases: bool
) -> None:
    assert_explained(with_weights(seed, table if phrases else None).score(text1, text2, symmetric))


@given(SENTENCES, SENTENCES, st.integers(0, 20))
def test_features_of_contributions_are_the_features_of_the_pair(text1: str, text2: str, seed: int) -> None:
    scorer = with_weights(seed)
    score, pair = scorer.score(text1, text2), PairEncoder().encode(text1, text2)
    cost, features = predict_plainly(pair, scorer.model.weight_array)
    assert score.raw == 5.0 - cost
    for name, value in list(zip(FEATURES, features, strict=True))[1:]:
        assert sum(one.features.get(name, 0.0) for one in score.contributions) == pytest.approx(value, abs=1e-12)


@given(SENTENCES, SENTENCES, st.integers(0, 20), st.booleans())
def test_a_score_is_what_the_definition_explains(
    table: PhraseTable, text1: str, text2: str, seed: int, phrases: bool
) -> None:
    scorer, encoder = with_weights(seed, table if phrases else None), PairEncoder(table if phrases else None)
    score = scorer.score(text1, text2)
    cost, alignment, parts = explain_plainly(encoder.encode(text1, text2), scorer.model.weights, scorer.signature())
    assert (score.raw, score.alignment) == (5.0 - cost, alignment)
    assert repr(score.contributions) == repr(tuple(Contribution(*part) for part in parts))


@given(SENTENCES, SENTENCES, st.integers(0, 20))
def test_a_symmetric_score_is_the_mean_and_the_same_both_ways(text1: str, text2: str, seed: int) -> None:
    scorer = with_weights(seed)
    one, other = scorer.score(text1, text2, symmetric=True), scorer.score(text2, text1, symmetric=True)
    assert one.raw == other.raw
    assert one.raw == (scorer.score(text1, text2).raw + scorer.score(text2, text1).raw) / 2
    assert one.symmetric


@pytest.mark.parametrize("text", ["", "  ", "The doctor left at noon."])
def test_identical_and_empty_texts_get_the_intercept(scorer: PerpScorer, text: str) -> None:
    score = scorer.score(text, text)
    assert score.raw == score.intercept == 5.0 - scorer.model.weights[0]
    assert score.contributions == ()


def test_an_edit_names_its_words_and_features(scorer: PerpScorer) -> None:
    score = scorer.score("the doctor left at noon", "at noon the physician left 17")
    shift, synonym, insert = score.contributions
    assert (shift.kind, shift.hyp) == ("shift", ("at", "noon"))
    assert (synonym.kind, synonym.hyp, synonym.ref) == ("synonym", ("physician",), ("doctor",))
    assert (insert.kind, insert.hyp, insert.ref) == ("insert", ("17",), ())
    assert insert.features["Insert-Delete-Number"] == pytest.approx(1 / 11)


def test_phrases_contribute(table: PhraseTable) -> None:
    model = train_perp(PAIRS, LABELS, epochs=3, phrases=table)
    (one,) = PerpScorer(model, table).score("they occur", "they take place").contributions
    assert (one.kind, one.hyp, one.ref) == ("phrase", ("take", "place"), ("occur",))


def test_many_scores_come_in_order(scorer: PerpScorer) -> None:
    assert list(scorer.score_many(PAIRS)) == [scorer.score(*pair) for pair in PAIRS]


def test_a_score_outside_the_scale_is_clipped_and_kept_raw(scorer: PerpScorer) -> None:
    weights = (-3.0, *scorer.model.weights[1:])
    score = PerpScorer(replace(scorer.model, weights=weights)).score("a", "a")
    assert (score.value, score.raw) == (5.0, 8.0)
    assert "raw 8.0000" in str(score)


def test_a_model_with_phrases_needs_its_table(table: PhraseTable, tmp_path: Path) -> None:
    model = train_perp(PAIRS, LABELS, epochs=1, phrases=table)
    with pytest.raises(SettingError, match="none was given: give that table"):
        PerpScorer(model)
    (tmp_path / "pairs.tsv").write_text("go\tleave\t0.5\n", encoding="utf-8")
    build_phrase_table(tmp_path / "pairs.tsv", tmp_path / "other", format="tsv")
    with pytest.raises(SettingError, match=r"was trained with phrases:.*, but phrases:.* was given"):
        PerpScorer(model, PhraseTable.open(tmp_path / "other"))
    with pytest.raises(SettingError, match="trained without phrases"):
        PerpScorer(train_perp(PAIRS, LABELS, epochs=1), table)


def test_a_model_of_another_tokenizer_is_refused(scorer: PerpScorer) -> None:
    with pytest.raises(SettingError, match="unknown tokenizer of a model 'x'; known: penn:1, terp"):
        PerpScorer(replace(scorer.model, tokenizer="x"))


def test_other_resources_are_told(scorer: PerpScorer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        PerpScorer(replace(scorer.model, resources={**scorer.model.resources, "wordnet": "wordnet:9"}))
    assert "was trained with wordnet:9" in caplog.text


def test_texts_that_are_too_long_are_refused(scorer: PerpScorer) -> None:
    with pytest.raises(InputError, match="split them into sentences"):
        scorer.score("a " * 2000, "b " * 2000)


def test_it_shows_itself(scorer: PerpScorer) -> None:
    score = scorer.score("the doctor & 3 cats", "a <b> physician", symmetric=True)
    for shown in (str(score), score._repr_html_()):
        assert f"{score.value:.4f}" in shown
        assert "synonym" in shown
        assert "(back)" in shown
    assert "&lt;" in score._repr_html_()
    assert score.to_html(page=True).startswith("<!DOCTYPE html>")


def test_its_signature_names_what_it_depends_on(scorer: PerpScorer) -> None:
    signature = scorer.score("a", "b").signature
    assert signature.startswith(f"perp:{scorer.model.signature}|tok:terp:norm+lower|")
    for part in ("wordnet:3.0", "wordfreq:", "phrases:no", "symmetric:no"):
        assert part in signature
