from math import exp, log, log2, sqrt

import numpy as np
import pytest

from perpend.equivalence.mt_features import MT_FEATURES, information_of, mt_features
from perpend.features.closeness import Closeness
from perpend.text.sentence import Sentence

ONE = Sentence.tagged(["the", "doctor", "bought", "red", "cars"], ["DT", "NN", "VBD", "JJ", "NNS"])
TWO = Sentence.tagged(["the", "doctor", "purchased", "cars"], ["DT", "NN", "VBD", "NNS"])


def features(hyp: Sentence, ref: Sentence, **settings: object) -> dict[str, float]:
    rows = mt_features([hyp], [ref], information_of([hyp, ref]), training=True, **settings)  # type: ignore[arg-type]
    return dict(zip(MT_FEATURES, rows[0].tolist(), strict=True))


def test_worked_out_by_hand() -> None:
    found = features(ONE, TWO)
    assert found["WER"] == 2 / 4
    assert found["PER"] == 2 / 4
    assert found["BLEU1"] == pytest.approx(3 / 5)
    assert found["BLEU2"] == pytest.approx(sqrt(3 / 5 * 1 / 4))
    assert found["BLEU3"] == found["BLEU4"] == 0.0
    # the, doctor and cars occur twice among nine words; no penalty, for the hypothesis is the longer one
    assert found["NIST1"] == pytest.approx(3 * log2(9 / 2) / 5)
    # "the doctor" occurs as often as "the", so it says nothing more
    assert found["NIST2"] == found["NIST5"] == pytest.approx(found["NIST1"])


def test_nist_punishes_what_is_too_short() -> None:
    beta = log(0.5) / log(1.5) ** 2
    assert features(TWO, ONE)["NIST1"] == pytest.approx(exp(beta * log(4 / 5) ** 2) * 3 * log2(9 / 2) / 4)


def test_words_close_in_meaning_match_in_wer_and_per_only() -> None:
    strict, loose = features(ONE, TWO), features(ONE, TWO, close=Closeness(0.0))
    assert (loose["WER"], loose["PER"]) == (1 / 4, 1 / 4)
    assert {name: loose[name] for name in MT_FEATURES[2:]} == {name: strict[name] for name in MT_FEATURES[2:]}


def test_matching_within_no_distance_is_equality_of_forms() -> None:
    hyps, refs = [ONE, TWO, ONE], [TWO, ONE, ONE]
    counted = information_of(hyps)
    np.testing.assert_array_equal(
        mt_features(hyps, refs, counted, Closeness(None)), mt_features(hyps, refs, counted, Closeness(-1.0))
    )


def test_a_pair_that_was_not_trained_on_brings_its_own_ngrams() -> None:
    elsewhere = information_of([Sentence.tagged(["nothing", "alike"], ["NN", "JJ"])])
    row = mt_features([ONE], [TWO], elsewhere)[0]
    assert row[MT_FEATURES.index("NIST1")] == pytest.approx(3 * log2(11 / 2) / 5)


def test_empty_sentences() -> None:
    empty = Sentence.tagged([], [])
    assert not any(features(empty, empty).values())
    assert features(empty, ONE)["WER"] == features(empty, ONE)["PER"] == 1.0
