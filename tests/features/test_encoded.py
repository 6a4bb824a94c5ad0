"""Distances by a sentence encoder: by hand, for odd texts, and with encoders that do as they like."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perpend.alignment.linking.words import LinkedWords
from perpend.errors import InputError
from perpend.features.distances import DISTANCES, compared
from perpend.features.encoded import AT_ONCE, ENCODED, encoded
from perpend.lexicon.sentence_encoder import TokenVectors
from tests.features.letter_encoder import LetterEncoder

WORDS = "the a dog cat never nine 3pm open don't , . 😀 שלום naïve"
TEXT = st.text(max_size=30) | st.lists(st.sampled_from(WORDS.split()), max_size=9).map(" ".join)


def of(text1: str, text2: str, encoder: Any = None) -> list[float]:
    """The two distances of a pair."""
    (found,) = encoded([(text1, text2)], [compared(text1, text2)], encoder or LetterEncoder())
    assert found.distances[: len(DISTANCES)].tolist() == compared(text1, text2).distances.tolist()
    return [float(one) for one in found.distances[len(DISTANCES) :]]


def test_the_first_is_1_minus_the_cosine() -> None:
    vectors = {"a red kite": [3.0, 4.0], "one blue kite": [4.0, 3.0], "no kite": [-3.0, -4.0]}

    def encoder(texts: list[str]) -> list[list[float]]:
        return [vectors[text] for text in texts]

    assert of("a red kite", "one blue kite", encoder) == [0.04, 0.04]
    assert of("a red kite", "no kite", encoder) == [2.0, 2.0]


class Axes:
    """Each word lies on an axis of its own, but for "boat" and "ship", whose cosine is .6; a text is its first word."""

    axes = ("boat", "sinks", "slowly", "again")

    def __call__(self, texts: list[str]) -> Any:
        return self.with_tokens(texts)[0]

    def with_tokens(self, texts: Sequence[str]) -> tuple[Any, list[TokenVectors]]:
        found = []
        for text in texts:
            words = text.split()
            starts = [sum(len(one) + 1 for one in words[:place]) for place in range(len(words))]
            spans = tuple((start, start + len(word)) for start, word in zip(starts, words, strict=True))
            found.append(TokenVectors(spans, np.array([self.vector(word) for word in words], np.float32)))
        return np.array([one.vectors[0] for one in found]), found

    def vector(self, word: str) -> list[float]:
        if word == "ship":
            return [0.6, 0.0, 0.0, 0.0, 0.8]
        return [*(float(word == axis) for axis in self.axes), 0.0]


def test_the_second_weighs_the_nearest_words_of_both_texts() -> None:
    weights1 = LinkedWords.of_tokens(["boat", "sinks"]).weights
    weights2 = LinkedWords.of_tokens(["ship", "sinks", "slowly"]).weights
    covered1 = (0.6 * weights1[0] + weights1[1]) / weights1.sum()
    covered2 = (0.6 * weights2[0] + weights2[1]) / weights2.sum()
    expected = [0.4, 1 - (covered1 + covered2) / 2]
    assert of("boat sinks", "ship sinks slowly", Axes()) == pytest.approx(expected, abs=1e-6)
    assert of("boat sinks !", "ship sinks slowly", Axes())[1] == pytest.approx(expected[1], abs=1e-6)


def test_a_word_is_the_sum_of_its_pieces() -> None:
    class Halves(Axes):
        """Words of four letters in two pieces."""

        def with_tokens(self, texts: Sequence[str]) -> tuple[Any, list[TokenVectors]]:
            rows, _ = super().with_tokens(texts)
            halves = np.array([[1.0, 0], [0, 1.0]], np.float32)
            return rows, [TokenVectors(((0, 2), (2, 4)), halves[:: 1 if text == "boat" else -1]) for text in texts]

    assert of("boat", "ship", Halves())[1] == 0.0


@settings(max_examples=60, deadline=None)
@given(TEXT, TEXT)
def test_symmetric_to_the_bit_and_bounded(text1: str, text2: str) -> None:
    found = of(text1, text2)
    assert found == of(text2, text1)
    assert all(0.0 <= one <= 2.0 for one in found)


@pytest.mark.parametrize("text", ["", "The dog naps.", "😀 !?"])
def test_the_same_words_are_at_0_and_an_empty_text_at_1(text: str) -> None:
    def never(texts: list[str]) -> Any:
        raise AssertionError(texts)

    assert of(text, text.upper(), never) == [0.0, 0.0]
    assert of("", "The dog naps.", never) == of("The dog naps.", "", never) == [1.0, 1.0]


def test_texts_are_encoded_once_and_not_too_many_at_a_time() -> None:
    encoder = LetterEncoder()
    texts = [("one boat", f"boat number {'x' * number}") for number in range(1, 100)] + [("", "one boat")]
    together = encoded(texts, [compared(*pair) for pair in texts], encoder)
    asked = [text for part in encoder.parts for text in part]
    assert sorted(asked) == sorted({text for pair in texts[:-1] for text in pair})
    assert max(map(len, encoder.parts)) == AT_ONCE
    alone = [of(*pair) for pair in texts]
    assert [one.distances[-2:].tolist() for one in together] == alone
    assert len(ENCODED) == 2


def test_a_text_that_was_cut_is_known_by_its_side() -> None:
    long, short = "boat " * 30 + "sinks", "the boat sinks in the old river near a farm"
    for texts, cut in (((long, short), (False, True)), ((short, long), (False, True))):
        (found,) = encoded([texts], [compared(*texts)], LetterEncoder())
        assert found.cut == cut


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ([], "vectors of pieces for 0 texts, not 2: one for each text"),
        ([TokenVectors(((0, 1),), np.zeros((2, 3), np.float32))] * 2, "1 spans and vectors of shape (2, 3)"),
        ([TokenVectors(((0, 1),), np.full((1, 3), np.nan, np.float32))] * 2, "a finite row for each span is needed"),
    ],
)
def test_wrong_vectors_of_pieces_are_refused(tokens: Any, message: str) -> None:
    class Wrong(Axes):
        def with_tokens(self, texts: Sequence[str]) -> tuple[Any, list[TokenVectors]]:
            return super().with_tokens(texts)[0], tokens

    with pytest.raises(InputError) as error:
        of("boat", "ship", Wrong())
    assert message in str(error.value)
