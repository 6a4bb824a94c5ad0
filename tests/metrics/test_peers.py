"""WER, BLEU, chrF and NIST beside the programs that define their standard forms: jiwer, sacrebleu, nltk."""

from pathlib import Path
from typing import Any

import jiwer
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.translate.nist_score import corpus_nist
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from perpend.metrics.bleu import SMOOTHINGS, bleu
from perpend.metrics.chrf import chrf
from perpend.metrics.nist import nist
from perpend.metrics.wer import wer

CLOSE = 1e-9
WORDS = ["the", "The", "cat", "sat", "mat.", "1,000.5", "U.S.", "(so)", "猫", "it's", "-", "5-7"]
TEXT = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
CORPUS = st.integers(1, 3).flatmap(
    lambda refs: st.lists(st.tuples(*[TEXT] * (1 + refs)), min_size=1, max_size=5).map(
        lambda rows: zip(*rows, strict=True)
    )
)
Columns = tuple[list[str], list[list[str]]]


def columns(corpus: Any) -> Columns:
    hyps, *refs = map(list, corpus)
    return hyps, refs


@pytest.fixture(scope="module")
def sts(mirror: Path) -> Columns:
    """Every fifth pair of STS-2012, with a second reference that belongs to another pair."""
    files = sorted((mirror / "sts2012").glob("*.tsv"))
    if not files:
        pytest.skip("STS-2012 absent from the folder of data sets")
    rows = [line.split("\t") for path in files for line in path.read_text(encoding="utf-8").splitlines()[1::5]]
    refs = [row[2] for row in rows]
    return [row[3] for row in rows], [refs, refs[1:] + refs[:1]]


# -------------------- BLEU


def check_bleu(texts: Columns, **settings: Any) -> None:
    hyps, refs = texts
    names = {"tokenizer": "tokenize", "smooth": "smooth_method", "order": "max_ngram_order"}
    peer = BLEU(**{names.get(name, name): value for name, value in settings.items()})
    ours = bleu(hyps, refs, **{"effective_order": False, **settings})
    statistics = peer._extract_corpus_statistics(hyps, refs)
    assert ours.rows.tolist() == [list(map(float, row)) for row in statistics]
    assert 100 * ours.score == pytest.approx(peer.corpus_score(hyps, refs).score, abs=CLOSE)
    theirs = [peer._compute_score_from_stats(list(row)).score for row in statistics]
    assert np.allclose(100 * ours.segment_scores, theirs, rtol=0, atol=CLOSE)


@given(
    corpus=CORPUS,
    smooth=st.sampled_from(sorted(SMOOTHINGS)),
    effective_order=st.booleans(),
    order=st.integers(1, 6),
    tokenizer=st.sampled_from(["13a", "char", "intl", "none"]),
    lowercase=st.booleans(),
)
def test_bleu_is_sacrebleus(corpus: Any, **settings: Any) -> None:
    check_bleu(columns(corpus), **settings)


@given(corpus=CORPUS, smooth=st.sampled_from(["add-k", "floor"]), smooth_value=st.sampled_from([0.01, 0.5, 2.0]))
def test_smoothing_values_are_sacrebleus(corpus: Any, **settings: Any) -> None:
    check_bleu(columns(corpus), **settings)


@pytest.mark.parametrize("references", [1, 2])
@pytest.mark.parametrize("smooth", sorted(SMOOTHINGS))
def test_bleu_of_sts_is_sacrebleus(sts: Columns, smooth: str, references: int) -> None:
    hyps, refs = sts
    check_bleu((hyps, refs[:references]), smooth=smooth, effective_order=smooth == "exp")


def test_segments_have_effective_order_by_default() -> None:
    peer = BLEU(effective_order=True).sentence_score("he ran", ["he ran away"])
    assert 100 * bleu(["he ran"], ["he ran away"]).segments[0].score == pytest.approx(peer.score, abs=CLOSE)
    assert bleu(["he ran"], ["he ran away"]).score == 0.0


# -------------------- chrF


def check_chrf(texts: Columns, **settings: Any) -> None:
    hyps, refs = texts
    peer, ours = CHRF(**settings), chrf(hyps, refs, **settings)
    assert ours.rows.tolist() == [list(map(float, row)) for row in peer._extract_corpus_statistics(hyps, refs)]
    assert 100 * ours.score == pytest.approx(peer.corpus_score(hyps, refs).score, abs=CLOSE)
    theirs = [peer.sentence_score(hyp, others).score for hyp, *others in zip(hyps, *refs, strict=True)]
    assert np.allclose(100 * ours.segment_scores, theirs, rtol=0, atol=CLOSE)


@given(
    corpus=CORPUS,
    char_order=st.integers(1, 7),
    word_order=st.integers(0, 3),
    beta=st.integers(1, 3),
    lowercase=st.booleans(),
    whitespace=st.booleans(),
    eps_smoothing=st.booleans(),
)
def test_chrf_is_sacrebleus(corpus: Any, **settings: Any) -> None:
    check_chrf(columns(corpus), **settings)


@pytest.mark.parametrize("references", [1, 2])
@pytest.mark.parametrize("word_order", [0, 2])
def test_chrf_of_sts_is_sacrebleus(sts: Columns, word_order: int, references: int) -> None:
    hyps, refs = sts
    check_chrf((hyps, refs[:references]), word_order=word_order)


# -------------------- WER


def check_wer(hyps: list[str], refs: list[str]) -> None:
    ours, peer = wer(hyps, refs), jiwer.process_words(refs, hyps)
    assert ours.score == pytest.approx(peer.wer, abs=CLOSE)
    for name in ("hits", "substitutions", "deletions", "insertions"):
        assert ours.stats[name] == getattr(peer, name)


@given(pairs=st.lists(st.tuples(TEXT, TEXT), min_size=1))
def test_wer_is_jiwers(pairs: list[tuple[str, str]]) -> None:
    assume(any(ref for _, ref in pairs))
    hyps, refs = map(list, zip(*pairs, strict=True))
    check_wer(hyps, refs)


def test_wer_of_sts_is_jiwers(sts: Columns) -> None:
    check_wer(sts[0], sts[1][0])
    for hyp, ref in list(zip(sts[0], sts[1][0], strict=True))[::10]:
        check_wer([hyp], [ref])


def test_wer_of_long_texts_is_jiwers() -> None:
    random = np.random.default_rng(3)
    hyp, ref = (" ".join(map(str, random.integers(0, 300, length))) for length in (4_000, 3_500))
    check_wer([hyp], [ref])


# -------------------- NIST, one reference


def check_nist(hyps: list[str], refs: list[str], order: int) -> None:
    theirs = corpus_nist([[ref.split()] for ref in refs], [hyp.split() for hyp in hyps], order)
    assert nist(hyps, refs, order=order, tokenizer="none").score == pytest.approx(theirs, abs=CLOSE)


@given(pairs=st.lists(st.tuples(TEXT, TEXT), min_size=1), order=st.integers(1, 5))
def test_nist_is_nltks(pairs: list[tuple[str, str]], order: int) -> None:
    hyps, refs = map(list, zip(*pairs, strict=True))
    # nltk divides by the number of n-grams and of reference words without a look at them.
    assume(any(refs) and max(len(hyp.split()) for hyp in hyps) >= order)
    check_nist(hyps, refs, order)


@pytest.mark.parametrize("order", range(1, 6))
def test_nist_of_sts_is_nltks(sts: Columns, order: int) -> None:
    check_nist(sts[0], sts[1][0], order)
