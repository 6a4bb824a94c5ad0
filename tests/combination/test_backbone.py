"""The backbone: least risk, and the same choice by bounds."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perpend.alignment.aligner import Aligner
from perpend.combination.backbone import bleu_losses, choose, choose_bounded, edit_losses, edit_losses_of, risks
from perpend.combination.bleu import pairwise_bleu
from perpend.combination.segment import segment_of
from perpend.metrics.bleu import Bleu

WORDS = ["the", "a", "cat", "cats", "dog", "sat", "sits", "on", "mat", ".", "The"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
ALIGNERS = {name: Aligner(name) for name in ("ter", "terpa")}


def test_the_losses_are_edits_per_word_of_the_reference() -> None:
    segment = segment_of([["the cat sat"], ["the cat"], ["a dog ran off"]])
    (losses,) = edit_losses(ALIGNERS["ter"], [segment])
    assert losses.round(4).tolist() == [[0, 0.3333, 1.3333], [0.5, 0, 2.0], [1.0, 1.0, 0]]
    assert edit_losses_of(ALIGNERS["ter"], segment, [2, 0]).tolist() == losses[[2, 0]].tolist()


def test_the_weights_decide() -> None:
    segment = segment_of([["the cat sat"], ["the cat sat down"], ["a dog"]])
    (losses,) = edit_losses(ALIGNERS["ter"], [segment])
    assert choose(losses, np.array([0.4, 0.3, 0.3])) == 0
    assert choose(losses, np.array([0.1, 0.1, 0.8])) == 2


def test_the_first_of_equals_wins() -> None:
    assert choose(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0.5, 0.5])) == 0


@pytest.mark.parametrize("costs", ["ter", "terpa"])
@settings(max_examples=60, deadline=None)
@given(texts=st.lists(TEXTS, min_size=1, max_size=12), seed=st.integers(0, 1000))
def test_bounds_choose_what_the_definition_chooses(costs: str, texts: list[str], seed: int) -> None:
    segment = segment_of([[text] for text in texts])
    weights = np.random.default_rng(seed).dirichlet(np.ones(len(texts)))
    if seed % 3 == 0:
        weights = np.full(len(texts), 1 / len(texts))
    of_texts = segment.weights_of_texts(weights)
    (losses,) = edit_losses(ALIGNERS[costs], [segment])
    assert choose_bounded(ALIGNERS[costs], segment, of_texts) == choose(losses, of_texts)


def test_bounds_spare_alignments() -> None:
    draw = random.Random(3)
    texts = [" ".join(draw.choice(WORDS) for _ in range(12)) for _ in range(40)]
    segment, aligned = segment_of([[text] for text in texts]), 0

    class Counting(Aligner):
        def align_many(self, hyps, refs):  # type: ignore[no-untyped-def]
            nonlocal aligned
            hyps = list(hyps)
            aligned += len(hyps)
            return super().align_many(hyps, refs)

    choose_bounded(Counting("ter"), segment, segment.weights_of_texts(np.full(40, 1 / 40)))
    assert aligned < len(segment.texts) ** 2


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS.filter(bool), min_size=1, max_size=5))
def test_pairwise_bleu_is_bleu_with_one_added(texts: list[str]) -> None:
    segment = segment_of([[text] for text in texts])
    found = pairwise_bleu(segment.texts)
    words = [" ".join(segment.forms[word] for word in text) for text in segment.texts]
    measure = Bleu(tokenizer="none", smooth="add-k", effective_order=False)
    for row, hyp in enumerate(words):
        expected = [measure.score([hyp], [ref]).score for ref in words]
        # Without a common word, BLEU is 0; here a trace is left, so that logarithms exist.
        assert found[row] == pytest.approx(expected, abs=0.02)
    assert risks(bleu_losses(segment), np.ones(len(words))).shape == (len(words),)
