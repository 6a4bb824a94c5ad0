"""WER, PER, BLEU, chrF and NIST: cases worked out by hand, empty texts, the paper's forms, results, mistakes."""

from dataclasses import replace
from math import exp, log, log2
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError, SettingError
from perpend.limits import limit
from perpend.metrics.bleu import Bleu, bleu
from perpend.metrics.chrf import Chrf, chrf
from perpend.metrics.corpus_score import CorpusScore
from perpend.metrics.information import Information
from perpend.metrics.nist import Nist, nist
from perpend.metrics.pairing import Group
from perpend.metrics.per import per
from perpend.metrics.segments import SegmentId
from perpend.metrics.ter import ter
from perpend.metrics.wer import wer

METRICS = {"bleu": bleu, "chrf": chrf, "nist": nist, "per": per, "wer": wer}
PAPER = Bleu(tokenizer="none", smooth="none", effective_order=False, brevity_penalty=False)
TEXT = st.lists(st.sampled_from("abcdef"), max_size=9).map(" ".join)
all_metrics = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)


# -------------------- several references


def test_error_rates_choose_the_reference_with_fewest_errors() -> None:
    hyps, refs = ["the cat sat"], [["a cat was sitting there"], ["there the cat sat"]]
    for metric in (wer, per):
        result = metric(hyps, refs)
        assert list(result.stats.values())[:2] == [1.0, 4.5]
        assert result.score == 1 / 4.5
        assert metric(hyps, refs, average_length=False).score == 1 / 4
    assert "|refs:2|length:average|" in f"|{wer(hyps, refs).signature}"


def test_equal_references_first_one_is_chosen() -> None:
    result = wer(["a b"], [["a c d"], ["a"]], average_length=False)
    assert result.stats["words"] == 1.0
    result = wer(["a b"], [["a c"], ["b"]], average_length=False)
    assert result.stats["words"] == 2.0


@pytest.mark.parametrize(
    ("lengths", "closest", "shortest"),
    [((11,), 11, 11), ((11, 8), 8, 8), ((11, 8, 6), 6, 6), ((11, 8, 6, 7), 7, 6), ((6, 8), 6, 6), ((9, 4), 9, 4)],
)
def test_reference_length_as_in_mteval(lengths: tuple[int, ...], closest: int, shortest: int) -> None:
    """The first four are the example in mteval-v13a's own comment: a candidate of 7 tokens."""
    hyps, refs = ["w " * 7], [["v " * length] for length in lengths]
    assert bleu(hyps, refs).stats["ref_length"] == closest
    assert bleu(hyps, refs, reference_length="shortest").stats["ref_length"] == shortest


def test_bleu_clips_by_the_reference_that_has_most() -> None:
    # 1-grams: the 2 of 3 (second reference), cat 1; 2-grams: "the the" 1, "the cat" 1 of 3.
    result = bleu(["the the the cat"], [["the cat"], ["the the"]], order=2, smooth="none", tokenizer="none")
    assert [result.stats[name] for name in ("match_1", "match_2", "total_1", "total_2")] == [3.0, 2.0, 4.0, 3.0]
    assert result.score == pytest.approx((3 / 4 * 2 / 3) ** 0.5, abs=1e-12)


def test_nist_of_several_references_as_in_mteval() -> None:
    # 5 words; a and b twice each, "a b" once. The references have 2.5 words on the average.
    result = nist(["a b"], [["a b c"], ["b a"]], order=2, tokenizer="none")
    penalty = exp(log(0.5) / log(1.5) ** 2 * log(2 / 2.5) ** 2)
    assert result.score == pytest.approx((log2(5 / 2) + log2(2 / 1)) * penalty, abs=1e-12)
    assert result.stats["ref_length"] == 2.5


def test_nist_penalty_is_a_half_at_two_thirds() -> None:
    assert nist(["a b"], ["a b c"], order=1, tokenizer="none").score == pytest.approx(0.5 * log2(3), abs=1e-12)
    assert nist(["a b c c"], ["a b c"], order=1, tokenizer="none").score == pytest.approx(0.75 * log2(3), abs=1e-12)


def test_references_that_are_left_out() -> None:
    result = bleu(["a b", "c d"], [["a b", "c d"], ["a x", None]])
    assert result.signature.startswith("bleu|refs:1-2|")


# -------------------- the forms for pairs of sentences


def test_per_by_multisets() -> None:
    assert per(["a a b"], ["a b b c"]).stats == {"errors": 2.0, "words": 4.0, "hits": 2.0, "hyp_words": 3.0}
    assert per(["a a b b b"], ["a b"]).score == 1.5


def test_bleu_of_pairs_has_no_brevity_penalty_and_is_0_without_a_shared_ngram() -> None:
    rows = PAPER.rows(["a b c", "a b x", "x y"], [["a b c d e f"], ["b a"], ["a"]])
    expected = [[1, 1, 1, 0], [2 / 3, 0, 0, 0], [0, 0, 0, 0]]
    assert np.allclose(PAPER.by_order(rows), expected, rtol=0, atol=1e-12)
    for order in range(1, 5):
        one = Bleu(order, "none", smooth="none", effective_order=False, brevity_penalty=False)
        assert one.segment_scores(one.rows(["a b c"], [["a b c d e f"]])).tolist() == [float(order < 4)]


def test_nist_of_pairs_takes_weights_from_training_texts_and_the_pair() -> None:
    trained = Nist(2, "none").trained(["a b", "a c"], own_ngrams=True)
    # Training has 4 words, the pair 5: a 4 times, d twice, "a d" twice.
    (score,) = trained.segment_scores(trained.rows(["a d"], [["a d e"]]))
    assert score == pytest.approx(0.5 * ((log2(9 / 4) + log2(9 / 2)) / 2 + log2(4 / 2)), abs=1e-12)
    alone = Nist(2, "none").trained(["a b", "a c"])
    assert alone.score(["a d"], ["a d e"]).score == pytest.approx(0.5 * log2(4 / 2) / 2, abs=1e-12)
    assert "|info:2/4/" in alone.score(["a"], ["a"]).signature
    assert "+own|" in trained.score(["a"], ["a"]).signature


@given(hyps=st.lists(TEXT, min_size=1, max_size=4), data=st.data())
def test_each_order_by_itself_is_a_column(hyps: list[str], data: st.DataObject) -> None:
    refs = [[data.draw(TEXT)] for _ in hyps]
    for whole in (PAPER, Nist(5, "none")):
        columns = whole.by_order(whole.rows(hyps, refs))
        for order in range(1, whole.order + 1):
            fitted = replace(whole, order=order).fitted(refs)
            assert np.allclose(columns[:, order - 1], fitted.scores(fitted.rows(hyps, refs)), rtol=1e-12, atol=1e-12)


# -------------------- what scores are


@given(hyps=st.lists(TEXT, max_size=4), data=st.data())
def test_bounds(hyps: list[str], data: st.DataObject) -> None:
    refs = [data.draw(TEXT) for _ in hyps]
    for metric in (bleu, chrf):
        assert 0.0 <= metric(hyps, refs).score <= 1.0 + 1e-12
    assert per(hyps, refs).score <= wer(hyps, refs).score
    assert ter(hyps, refs).score <= wer(hyps, refs).score
    assert per(hyps, hyps).score == wer(hyps, hyps).score == 0.0
    assert chrf(hyps, hyps).score == pytest.approx(float(any(hyps)), abs=1e-12)


@all_metrics
@given(hyps=st.lists(TEXT, min_size=2, max_size=5), data=st.data())
def test_results_add(metric: Any, hyps: list[str], data: st.DataObject) -> None:
    refs = [data.draw(TEXT) for _ in hyps]
    settings = {"information": Information([ref.split() for ref in refs])} if metric is nist else {}
    whole = metric(hyps, refs, **settings)
    parts = metric(hyps[:1], refs[:1], **settings) + metric(hyps[1:], refs[1:], **settings)
    assert parts.to_dict(segments=True)["stats"] == pytest.approx(whole.stats)
    assert parts.score == pytest.approx(whole.score, abs=1e-12)
    assert parts.signature == whole.signature


def test_different_settings_do_not_add() -> None:
    with pytest.raises(InputError, match="scores of different settings cannot be added"):
        bleu(["a"], ["a"]) + bleu(["a"], ["a"], lowercase=True)
    with pytest.raises(InputError, match="scores of different settings cannot be added"):
        nist(["a"], ["a"]) + nist(["a"], ["b"])


# -------------------- empty texts and hostile ones


@pytest.mark.parametrize(
    ("hyp", "ref", "errors"), [("", "", 0.0), ("", "a b", 1.0), ("a", "", 1.0), (" \t", "\u00a0", 0.0)]
)
def test_empty_texts(hyp: str, ref: str, errors: float) -> None:
    for metric in METRICS.values():
        result = metric([hyp], [ref])
        expected = errors if result.lower_is_better else 0.0
        assert (result.score, result.segments[0].score) == (expected, expected)


@all_metrics
def test_no_segments_at_all(metric: Any) -> None:
    result = metric([], [])
    assert (result.score, len(result.segments), result.documents) == (0.0, 0, ())
    assert result.to_dict(segments=True)["segments"] == []


@all_metrics
@given(hyp=st.text(max_size=20), ref=st.text(max_size=20))
def test_any_text_has_a_score(metric: Any, hyp: str, ref: str) -> None:
    result = metric([hyp], [ref])
    assert np.isfinite(result.score)
    assert result.score >= 0.0


@all_metrics
def test_a_text_that_is_too_long_is_refused(metric: Any) -> None:
    most = limit(f"metric {metric.__name__}", "characters")
    long = "a" * (most + 1)
    for hyps, refs in ((["a", long], ["a", "b"]), (["a", "b"], ["a", long])):
        with pytest.raises(InputError, match=f"segment 2: metric {metric.__name__}: a text of {most + 1:,} "):
            metric(hyps, refs)


@pytest.mark.parametrize("metric", [wer, per, bleu, chrf])
def test_the_longest_text_is_scored(metric: Any) -> None:
    text = "ab cd " * (limit(f"metric {metric.__name__}", "characters") // 6)
    assert metric([text], [text]).score == pytest.approx(float(metric not in (wer, per)), abs=1e-12)


def test_more_words_than_there_are_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    hyps, refs = ["a b c", "a"], ["b c d", "a"]
    expected = wer(hyps, refs).rows.tolist()
    monkeypatch.setattr("perpend.metrics.wer._MOST_CHARACTERS", 2)
    assert wer(hyps, refs).rows.tolist() == expected


# -------------------- results and mistakes


def test_documents_and_names_of_files() -> None:
    groups = [
        Group(SegmentId.parse("[d1][1]"), "a b", ("a b",)),
        Group(SegmentId.parse("[d2][1]"), "c", ("d",)),
        Group(SegmentId.parse("[d1][2]"), "x", ("y z",)),
    ]
    told: list[int] = []
    result = wer(["a b"], ["a b"]).measure.score_groups(groups, told.append)
    assert [(part.id, part.score) for part in result.documents] == [("d1", 0.5), ("d2", 1.0)]
    assert [part.id for part in result.segments] == ["[d1][1]", "[d2][1]", "[d1][2]"]
    assert sum(told) == 3


def test_results_show_themselves() -> None:
    result = bleu(["a b c d e"], ["a b c d e"])
    assert str(result).startswith(
        "bleu = 100.00 bleu|refs:1|order:4|case:mixed|eff:segments|tok:13a|smooth:exp|brevity:"
    )
    assert "<td>100.00</td>" in result._repr_html_()
    assert str(nist(["a b"], ["a b"])).startswith("nist = 1.0000 nist|refs:1|order:5|case:mixed|tok:13a|info:1/2/")
    assert "|smooth:add-k[1]|" in bleu(["a"], ["a"], smooth="add-k").signature
    assert chrf(["a"], ["a"]).signature.startswith("chrf|refs:1|case:mixed|eff:yes|nc:6|nw:0|beta:2|space:no|version:")
    assert isinstance(result, CorpusScore)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: Bleu(smooth="x"), "unknown smoothing 'x'; known: add-k, exp, floor, none"),
        (lambda: Bleu(order=0), "order 0: n-grams of 1 to 100 can be counted"),
        (lambda: Bleu(smooth_value=-1.0), "smoothing value -1"),
        (lambda: Bleu(reference_length="x"), "unknown reference length 'x'"),
        (lambda: bleu(["a"], ["a"], tokenizer="x"), "unknown tokenizer 'x'"),
        (lambda: Chrf(char_order=0), "order 0"),
        (lambda: Chrf(beta=0), "beta 0"),
        (lambda: Nist(order=0), "order 0"),
        (lambda: Nist(order=5, information=Information([], 2)), "information up to order 2"),
    ],
)
def test_wrong_settings(make: Any, problem: str) -> None:
    with pytest.raises(SettingError, match=problem):
        make()


@all_metrics
def test_wrong_lists(metric: Any) -> None:
    with pytest.raises(InputError, match="2 hypotheses but 1 in references 1"):
        metric(["a", "b"], ["a"])
    with pytest.raises(InputError, match="hyps is one string"):
        metric("a", ["a"])
    with pytest.raises(InputError, match="hypothesis 1 has no reference"):
        metric(["a"], [[None]])
