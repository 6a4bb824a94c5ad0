"""The signals of word vectors: their laws, and that they know paraphrases from other topics."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.features.meaning_match import SIGNALS, MatchText, idf_match, meaning_signals, norm_match, text_cosine

WORDS = st.lists(
    st.sampled_from(["The", "the", "cat", "kitten", "sat", "of", ",", "qqqjx", "😀", "paid", "1,200", "naïve"])
    | st.text(max_size=8),
    max_size=12,
)


def text(words: str) -> MatchText:
    return MatchText.of(words.split())


@given(WORDS, WORDS)
def test_signals_are_symmetric_and_bounded(words1: list[str], words2: list[str]) -> None:
    one, other = MatchText.of(words1), MatchText.of(words2)
    found = meaning_signals(one, other)
    assert found == meaning_signals(other, one)
    assert tuple(found) == SIGNALS
    assert all(-1.0 <= value <= 1.0 for value in found.values())


@given(WORDS)
def test_equal_texts_have_one(words: list[str]) -> None:
    assert set(meaning_signals(MatchText.of(words), MatchText.of(words)).values()) == {1.0}


def test_u_is_the_mean_of_the_others() -> None:
    one, other = text("A nurse weighed the baby ."), text("The infant was weighed by a midwife .")
    found = meaning_signals(one, other)
    assert found["u"] == pytest.approx(np.mean([found[name] for name in SIGNALS[:3]]))
    assert found["cosine"] == text_cosine(one, other)
    assert found["idf match"] == idf_match(one, other)
    assert found["norm match"] == norm_match(one, other)


def test_the_match_is_worked_out_by_hand() -> None:
    one, other = text("buy kettle"), text("purchase kettle")
    cosine = float(one.directions[0] @ other.directions[0])
    weights1, weights2 = one.information, other.information
    expected = [(cosine * w[0] + w[1]) / w.sum() for w in (weights1, weights2)]
    assert idf_match(one, other) == pytest.approx(np.mean(expected), abs=1e-6)


def test_empty_texts_and_texts_without_vectors() -> None:
    empty, smile, moon = text(""), text("😀"), text("🌙")
    assert set(meaning_signals(empty, empty).values()) == {1.0}
    assert set(meaning_signals(empty, smile).values()) == {0.0}
    assert set(meaning_signals(smile, moon).values()) == {0.0}
    assert set(meaning_signals(smile, smile).values()) == {1.0}


@pytest.mark.parametrize(
    ("base", "paraphrase", "other", "margin"),
    [
        ("He bought a used car .", "She purchased a second-hand automobile .", "They boiled eggs at home .", 0.15),
        ("The doctor examined the child .", "A physician saw the kid .", "The contract ends in March .", 0.15),
        # Told by a phrase ("off and on again") whose words are common: a sum of words sees little of it.
        ("Turn the router off and on again .", "Restart the modem .", "Whisk the cream until stiff .", 0.0),
    ],
)
def test_a_paraphrase_is_above_another_topic(base: str, paraphrase: str, other: str, margin: float) -> None:
    near, far = meaning_signals(text(base), text(paraphrase)), meaning_signals(text(base), text(other))
    assert all(near[name] > far[name] + margin for name in SIGNALS)
