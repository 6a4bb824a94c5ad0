"""The weights of NIST, and the sums of those of shared n-grams, held to a plain count."""

from collections import Counter
from math import log2
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.metrics.information import Information
from perpend.metrics.ngrams import Numbered, ngrams_of
from perpend.metrics.nist import Nist
from perpend.metrics.shared_information import shared_information

ORDER = 4
WORDS = st.lists(st.sampled_from("abcde"), max_size=8)
TEXTS = st.lists(WORDS, max_size=5)
SEGMENTS = st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), max_size=4)
Ngrams = Counter[tuple[object, ...]]


def weight(ngram: tuple[object, ...], counts: Ngrams, words: int) -> float:
    """The definition."""
    if not counts[ngram]:
        return 0.0
    return log2((counts[ngram[:-1]] if len(ngram) > 1 else words) / counts[ngram])


def counted(texts: list[list[str]]) -> tuple[Ngrams, int]:
    total: Ngrams = Counter()
    for text in texts:
        total.update(ngrams_of(text, ORDER))
    return total, sum(map(len, texts))


@given(texts=TEXTS)
def test_weights_are_those_of_the_definition(texts: list[list[str]]) -> None:
    information = Information(texts, ORDER)
    counts, words = counted(texts)
    assert (information.total, information.texts, information.order) == (words, len(texts), ORDER)
    for ngram in counts:
        assert information.weight(list(map(str, ngram))) == pytest.approx(weight(ngram, counts, words), abs=1e-12)
    assert information.weight(["x"]) == information.weight(["a", "x"]) == 0.0


@given(texts=TEXTS, segments=SEGMENTS, own=st.booleans())
def test_sums_are_those_of_a_plain_count(texts: list[list[str]], segments: list[Any], own: bool) -> None:
    expected = np.zeros((len(segments), ORDER))
    for k, (hyp, refs) in enumerate(segments):
        counts, words = counted([*texts, hyp, *refs] if own else texts)
        most: Ngrams = Counter()
        for ref in refs:
            most |= ngrams_of(ref, ORDER)
        for ngram, count in (ngrams_of(hyp, ORDER) & most).items():
            expected[k, len(ngram) - 1] += count * weight(ngram, counts, words)
    hyps, others = [" ".join(hyp) for hyp, _ in segments], [[*map(" ".join, refs)] for _, refs in segments]
    found = shared_information(Numbered.of(hyps, others, str.split), ORDER, Information(texts, ORDER), own=own)
    assert np.allclose(found, expected, rtol=0, atol=1e-9)


@given(texts=TEXTS)
def test_arrays_hold_all_of_it(texts: list[list[str]]) -> None:
    information = Information(texts, ORDER)
    again = Information.from_arrays(information.to_arrays())
    assert (again.signature, again.words, again.total) == (information.signature, information.words, information.total)
    assert again.weight(["a", "b"]) == information.weight(["a", "b"])


def test_the_signature_is_that_of_the_texts() -> None:
    assert Information([["a", "b"]]).signature == Information([["a", "b"]]).signature
    assert Information([["a", "b"]]).signature != Information([["b", "a"]]).signature
    assert Information([["a", "b"]]).signature != Information([["a"], ["b"]]).signature


def test_arrays_of_other_things_are_refused() -> None:
    arrays = Information([["a", "b"]], 2).to_arrays()
    for wrong in (
        {},
        {name: array for name, array in arrays.items() if name != "counts_2"},
        arrays | {"keys_1": np.arange(5)},
        arrays | {"counts_2": np.arange(7)},
        arrays | {"words": np.array([0xFF], np.uint8)},
    ):
        with pytest.raises(InputError, match="these arrays are no counts of n-grams"):
            Information.from_arrays(wrong)


def test_long_texts_are_refused() -> None:
    with pytest.raises(InputError, match="text 2 of the information: metric nist: a text of 1,000,001 characters"):
        Nist().trained(["a", "a" * 1_000_001])
