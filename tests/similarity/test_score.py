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
from perpend.similarity.model import PerpModel, Settings
from perpend.similarity.pairs import PairEncoder
from perpend.similarity.perceptron import initial_weights, predict_plainly
from perpend.similarity.score import Contribution, Score, explain_plainly
from perpend.similarity.training import train_perp

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
def scorer() -> PerpModel:
    return train_perp(PAIRS, LABELS, epochs=20, rate=0.1)


def with_weights(seed: int, table: PhraseTable | None = None) -> PerpModel:
    weights = initial_weights() + np.random.default_rng(seed).normal(0, 0.5, len(FEATURES))
    weights[FEATURES.index("Shift")] = 0.1
    model = PerpModel(
        weights=tuple(weights.tolist()),
        settings=Settings(1, 0.01, 0),
        training=Training("chance", 0, ()),
        tokenizer="terp:norm+lower",
        phrases=table.signature() if table else "",
    )
    return model.using(phrase_table=table)


def assert_explained(score: Score) -> None:
    assert score.base + sum(one.points for one in score.contributions) == pytest.approx(score.raw, abs=1e-9)
    assert score.value == min(max(score.raw, 0.0), 5.0)


@given(SENTENCES, SENTENCES, st.integers(0, 20), st.booleans(), st.booleans())
def test_contributions_and_intercept_sum_to_the_raw_score(
    table: PhraseTable, text1: str, text2: str, seed: int, symmetric: bool, phrases: bool
) -> None:
    assert_explained(with_weights(seed, table if phrases else None).using(symmetric=symmetric).explain(text1, text2))


@given(SENTENCES, SENTENCES, st.integers(0, 20))
def test_features_of_contributions_are_the_features_of_the_pair(text1: str, text2: str, seed: int) -> None:
    scorer = with_weights(seed)
    score, pair = scorer.explain(text1, text2), PairEncoder().encode(text1, text2)
    cost, features = predict_plainly(pair, scorer.weight_array)
    assert score.raw == 5.0 - cost
    for name, value in list(zip(FEATURES, features, strict=True))[1:]:
        assert sum(one.features.get(name, 0.0) for one in score.contributions) == pytest.approx(value, abs=1e-12)


@given(SENTENCES, SENTENCES, st.integers(0, 20), st.booleans())
def test_a_score_is_what_the_definition_explains(
    table: PhraseTable, text1: str, text2: str, seed: int, phrases: bool
) -> None:
    scorer, encoder = with_weights(seed, table if phrases else None), PairEncoder(table if phrases else None)
    score = scorer.explain(text1, text2)
    cost, alignment, parts = explain_plainly(encoder.encode(text1, text2), scorer.weights, scorer.signature)
    assert (score.raw, score.alignment) == (5.0 - cost, alignment)
    assert repr(score.contributions) == repr(tuple(Contribution(*part) for part in parts))


@given(SENTENCES, SENTENCES, st.integers(0, 20))
def test_a_symmetric_score_is_the_mean_and_the_same_both_ways(text1: str, text2: str, seed: int) -> None:
    scorer = with_weights(seed)
    both = scorer.using(symmetric=True)
    one, other = both.explain(text1, text2), both.explain(text2, text1)
    assert one.raw == other.raw
    assert one.raw == (scorer.explain(text1, text2).raw + scorer.explain(text2, text1).raw) / 2
    assert one.symmetric


@pytest.mark.parametrize("text", ["", "  ", "The doctor left at noon."])
def test_identical_and_empty_texts_get_the_intercept(scorer: PerpModel, text: str) -> None:
    score = scorer.explain(text, text)
    assert score.raw == score.base == 5.0 - scorer.weights[0]
    assert score.contributions == ()


def test_an_edit_names_its_words_and_features(scorer: PerpModel) -> None:
    score = scorer.explain("the doctor left at noon", "at noon the physician left 17")
    shift, synonym, insert = score.contributions
    assert (shift.kind, shift.hyp) == ("shift", ("at", "noon"))
    assert (synonym.kind, synonym.hyp, synonym.ref) == ("synonym", ("physician",), ("doctor",))
    assert (insert.kind, insert.hyp, insert.ref) == ("insert", ("17",), ())
    assert insert.features["Insert-Delete-Number"] == pytest.approx(1 / 11)


def test_phrases_contribute(table: PhraseTable) -> None:
    model = train_perp(PAIRS, LABELS, epochs=3, phrases=table)
    (one,) = model.using(phrase_table=table).explain("they occur", "they take place").contributions
    assert (one.kind, one.hyp, one.ref) == ("phrase", ("take", "place"), ("occur",))


def test_many_scores_come_in_order(scorer: PerpModel) -> None:
    assert list(scorer.explain_many(PAIRS)) == [scorer.explain(*pair) for pair in PAIRS]


def test_a_score_outside_the_scale_is_clipped_and_kept_raw(scorer: PerpModel) -> None:
    weights = (-3.0, *scorer.weights[1:])
    score = replace(scorer, weights=weights).explain("a", "a")
    assert (score.value, score.raw) == (5.0, 8.0)
    assert "raw 8.0000" in str(score)


def test_a_model_with_phrases_needs_its_table(table: PhraseTable, tmp_path: Path) -> None:
    model = train_perp(PAIRS, LABELS, epochs=1, phrases=table)
    with pytest.raises(SettingError, match="none was given: give that table"):
        model.predict([("a", "b")])
    (tmp_path / "pairs.tsv").write_text("go\tleave\t0.5\n", encoding="utf-8")
    build_phrase_table(tmp_path / "pairs.tsv", tmp_path / "other", format="tsv")
    with pytest.raises(SettingError, match=r"was trained with phrases:.*, but phrases:.* was given"):
        model.using(phrase_table=PhraseTable.open(tmp_path / "other"))
    with pytest.raises(SettingError, match="trained without phrases"):
        train_perp(PAIRS, LABELS, epochs=1).using(phrase_table=table)


def test_a_model_of_another_tokenizer_is_refused(scorer: PerpModel) -> None:
    with pytest.raises(SettingError, match="unknown tokenizer of a model 'x'; known: penn:1, terp"):
        replace(scorer, tokenizer="x").explain("a", "b")


def test_other_resources_are_told(scorer: PerpModel, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        replace(scorer, resources={**scorer.resources, "wordnet": "wordnet:9"}).explain("a", "b")
    assert "was trained with wordnet:9" in caplog.text


def test_texts_that_are_too_long_are_refused(scorer: PerpModel) -> None:
    with pytest.raises(InputError, match="split them into sentences"):
        scorer.explain("a " * 2000, "b " * 2000)


def test_it_shows_itself(scorer: PerpModel) -> None:
    score = scorer.using(symmetric=True).explain("the doctor & 3 cats", "a <b> physician")
    for shown in (str(score), score._repr_html_()):
        assert f"{score.value:.4f}" in shown
        assert "synonym" in shown
    assert "(back)" in score.to_html()
    assert repr(score) == f"<Score {score.value:.3f}>"
    assert "&lt;" in score._repr_html_()
    assert score.to_html(page=True).startswith("<!DOCTYPE html>")


def test_its_signature_names_what_it_depends_on(scorer: PerpModel) -> None:
    signature = scorer.explain("a", "b").signature
    assert signature.startswith(f"perp:{scorer.identity}|tok:terp:norm+lower|")
    for part in ("wordnet:3.0", "wordfreq:", "phrases:no", "symmetric:no"):
        assert part in signature


@given(st.lists(st.tuples(SENTENCES, SENTENCES), max_size=8), st.integers(0, 20), st.booleans(), st.booleans())
def test_predictions_are_the_explained_values_to_the_last_bit(
    table: PhraseTable, pairs: list[tuple[str, str]], seed: int, symmetric: bool, phrases: bool
) -> None:
    model = with_weights(seed, table if phrases else None).using(symmetric=symmetric)
    answers = list(model.explain_many(pairs))
    assert model.predict(pairs).tolist() == [answer.value for answer in answers]
    assert model.predict(pairs, clipped=False).tolist() == [answer.raw for answer in answers]


def test_many_pairs_are_taken_in_chunks(scorer: PerpModel, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = PAIRS * 5
    whole = scorer.predict(iter(pairs)).tolist()
    monkeypatch.setattr("perpend.similarity.model._MOST_PAIRS", 4)
    assert scorer.predict(pairs).tolist() == whole
    monkeypatch.setattr("perpend.similarity.model._MOST_CELLS", 1)
    assert scorer.predict(pairs).tolist() == whole
    assert scorer.predict([]).shape == (0,)


@pytest.mark.parametrize(
    ("text1", "text2", "reasons"),
    [
        ("the cat left", "the cat left", ["both texts have the same words in the same order"]),
        ("", "", ["neither text has a word"]),
        ("a cat", "a cat cat", ["text 2 has 'cat' more often than text 1"]),
        ("the doctor left", "the physician left", ["'physician' and 'doctor' share a sense in WordNet"]),
        ("a cat left", "a dog left", ["text 2 has 'dog' where text 1 has 'cat'"]),
        ("he plays", "he played", ["'played' and 'plays' are forms of one word"]),
        ("he left 3", "he left", ["only text 1 has '3'"]),
    ],
)
def test_reasons_are_true(scorer: PerpModel, text1: str, text2: str, reasons: list[str]) -> None:
    assert list(scorer.explain(text1, text2).reasons) == reasons
    assert set(scorer.using(symmetric=True).explain(text1, text2).reasons) == set(reasons)
