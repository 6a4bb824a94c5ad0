"""Counting shared n-grams: the compiled function is its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.metrics.ngrams import Numbered, clipped_matches, plain_clipped_matches, possible_ngrams

TEXT = st.lists(st.sampled_from("abcd"), max_size=12).map(" ".join)
SEGMENTS = st.lists(st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), max_size=5)


def numbered(segments: list[tuple[str, list[str]]]) -> Numbered:
    return Numbered.of([hyp for hyp, _ in segments], [refs for _, refs in segments], str.split)


@given(segments=SEGMENTS, order=st.integers(1, 7))
def test_compiled_is_plain(segments: list[tuple[str, list[str]]], order: int) -> None:
    texts = numbered(segments)
    arrays = (texts.ids, texts.bounds, texts.first)
    assert np.array_equal(clipped_matches(*arrays, order), plain_clipped_matches(*arrays, order))


@given(hyp=st.text(max_size=30), ref=st.text(max_size=30))
def test_characters_are_words_of_one_character(hyp: str, ref: str) -> None:
    characters, words = Numbered.of_characters([hyp], [[ref]]), Numbered.of([hyp], [[ref]], list)
    assert np.array_equal(characters.matches(6), words.matches(6))


@given(segments=SEGMENTS)
def test_pairs_are_segments_with_one_reference(segments: list[tuple[str, list[str]]]) -> None:
    pairs, origins = numbered(segments).pairs()
    alone = [(hyp, [ref]) for hyp, refs in segments for ref in refs]
    assert origins.tolist() == [k for k, (_, refs) in enumerate(segments) for _ in refs]
    assert np.array_equal(pairs.matches(4), numbered(alone).matches(4))
    assert pairs.lengths.tolist() == [len(text.split()) for hyp, refs in alone for text in (hyp, *refs)]


@given(texts=st.lists(TEXT, min_size=1))
def test_a_text_shares_all_of_itself(texts: list[str]) -> None:
    same = numbered([(text, [text]) for text in texts])
    assert np.array_equal(same.matches(5), possible_ngrams(same.lengths[::2], 5))


def test_many_words_and_many_segments() -> None:
    random = np.random.default_rng(0)
    texts = [" ".join(map(str, random.integers(0, 50, length))) for length in (3_000, 5_000, 1, 0, 70)]
    some = numbered([(texts[0], [texts[1], texts[4]]), (texts[2], [texts[3]]), (texts[4], [texts[0]])])
    arrays = (some.ids, some.bounds, some.first)
    assert np.array_equal(clipped_matches(*arrays, 4), plain_clipped_matches(*arrays, 4))


@pytest.mark.parametrize("function", [clipped_matches, plain_clipped_matches])
def test_clipping_takes_the_reference_that_has_most(function: object) -> None:
    texts = numbered([("the the the cat", ["the cat sat", "the the dog", "a cat"])])
    found = function(texts.ids, texts.bounds, texts.first, 2)  # type: ignore[operator]
    assert found.tolist() == [[3, 2]]
