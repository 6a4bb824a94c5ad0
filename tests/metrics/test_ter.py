"""What scores are: sums of segments, in any order, the same in one piece or in parts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import perpend
from perpend.alignment import Aligner
from perpend.alignment.edits import COUNT_NAMES
from perpend.errors import InputError, SettingError
from perpend.metrics.edit_rate import EditRate
from perpend.metrics.pairing import Group
from perpend.metrics.scorer import Scorer, _cheapest
from perpend.metrics.segments import SegmentId
from perpend.metrics.statistics import Stats
from perpend.metrics.streams import groups_of
from perpend.metrics.ter import ter, ter_scorer
from perpend.metrics.terp import terp

WORDS = st.lists(st.sampled_from(["the", "cat", "cats", "sat", "on", "a", "mat", "big", "large", "."]), max_size=7).map(
    " ".join
)
PAIRS = st.lists(st.tuples(WORDS, WORDS), max_size=6)
TER, TERP = ter_scorer(), Scorer("terp", Aligner("terpa"))


def score(scorer: Scorer, pairs: list[tuple[str, str]]) -> EditRate:
    return scorer.score(groups_of([hyp for hyp, _ in pairs], [ref for _, ref in pairs]))


# -------------------- sums


@pytest.mark.parametrize("scorer", [TER, TERP], ids=["ter", "terp"])
@given(first=PAIRS, second=PAIRS)
def test_the_score_of_two_corpora_is_that_of_their_statistics(
    scorer: Scorer, first: list[tuple[str, str]], second: list[tuple[str, str]]
) -> None:
    one, two, both = (score(scorer, pairs) for pairs in (first, second, first + second))
    total = one.stats + two.stats
    assert total.counts == both.stats.counts
    assert (total.edits, total.words) == (pytest.approx(both.edits), both.words)
    assert total.score(capped=both.capped) == pytest.approx(both.score)
    assert (one + two).to_dict() == both.to_dict() | {"documents": (one + two).to_dict()["documents"]}
    assert Stats.sum(segment.stats for segment in both.segments) == both.stats


@pytest.mark.parametrize("scorer", [TER, TERP], ids=["ter", "terp"])
@given(pairs=PAIRS, data=st.data())
def test_the_order_of_segments_does_not_matter(
    scorer: Scorer, pairs: list[tuple[str, str]], data: st.DataObject
) -> None:
    mixed = data.draw(st.permutations(pairs))
    assert score(scorer, mixed).score == pytest.approx(score(scorer, pairs).score)
    assert score(scorer, mixed).stats.counts == score(scorer, pairs).stats.counts


@given(pairs=PAIRS)
def test_parts_of_any_size_give_the_same(pairs: list[tuple[str, str]]) -> None:
    whole = score(TERP, pairs)
    groups = groups_of([hyp for hyp, _ in pairs], [ref for _, ref in pairs])
    parts = [*TERP.chunks(groups, 2)]
    assert sum(len(part.groups) for part in parts) == len(pairs)
    if parts:
        assert EditRate.joined(parts).to_dict(segments=True) == whole.to_dict(segments=True)


@given(text=WORDS)
def test_equal_texts_score_zero(text: str) -> None:
    assert ter([text], [text]).score == 0.0
    assert terp([text], [text]).score == 0.0


@given(hyp=WORDS, ref=WORDS)
def test_a_segment_is_its_alignment(hyp: str, ref: str) -> None:
    (segment,) = score(TERP, [(hyp, ref)]).segments
    alignment = TERP.aligner.align(hyp, ref)
    assert segment.alignment == alignment
    assert (segment.edits, segment.words, segment.score) == (alignment.cost, alignment.words, alignment.score)
    assert segment.stats.named_counts() == alignment.counts()


@given(hyp=WORDS, refs=st.lists(WORDS, min_size=1, max_size=4))
def test_one_more_reference_never_raises_the_edits(hyp: str, refs: list[str]) -> None:
    few, many = (ter([hyp], [[ref] for ref in some]) for some in (refs[:1], refs))
    assert many.edits <= few.edits
    assert many.words == pytest.approx(sum(len(ref.split()) for ref in refs) / len(refs))


# -------------------- empty sides


@pytest.mark.parametrize(
    ("hyp", "ref", "edits", "words", "value"),
    [("", "", 0.0, 0.0, 0.0), ("a b", "", 2.0, 0.0, 1.0), ("", "a b", 2.0, 2.0, 1.0), (" \t", "a", 1.0, 1.0, 1.0)],
)
def test_empty_sides(hyp: str, ref: str, edits: float, words: float, value: float) -> None:
    result = ter([hyp], [ref])
    assert (result.edits, result.words, result.score) == (edits, words, value)


def test_nothing_to_score() -> None:
    for refs in ([], [[]], [[], []]):
        result = ter([], refs)
        assert (result.score, result.edits, len(result.segments), result.documents) == (0.0, 0.0, 0, ())


# -------------------- several references


def test_the_reference_with_the_fewest_edits_is_chosen_and_the_first_of_equals() -> None:
    result = ter(["a b c"], [["a b c d e f g h"], ["a x y"], ["a b x y"], ["x y c"]])
    (segment,) = result.segments
    assert (segment.reference, segment.edits, segment.words) == (1, 2.0, 4.5)
    assert segment.alignment.ref == ("a", "x", "y")
    assert ter(["a b c"], [["a b c d e"], ["a x c"]], average_length=False).words == 3.0


def test_lengths_that_are_given() -> None:
    result = ter(["a b"], ["a c"], lengths=["one two three four"])
    assert (result.edits, result.words, result.score) == (1.0, 4.0, 0.25)
    assert "|length:given|" in result.signature
    group = Group(SegmentId.of_line(1), "a b", ("a c", "a"), ("x", "x y"))
    assert TER.score([group]).words == 1.5


def test_references_that_a_translator_left_out() -> None:
    result = ter(["a b", "c d"], [["a b", "c x"], ["a", None]])
    assert [segment.words for segment in result.segments] == [1.5, 2.0]
    assert "|refs:1-2|" in result.signature


def test_not_a_number_is_never_smaller_and_a_first_one_never_beaten() -> None:
    costs = np.array([np.nan, 1.0, 2.0, np.nan, 1.0, 3.0, 3.0])
    starts, sizes = np.array([0, 2, 5]), np.array([2, 3, 2])
    assert _cheapest(costs, starts, sizes).tolist() == [0, 4, 5]


# -------------------- documents, cap, signature


def test_documents() -> None:
    result = ter(["a b", "c", "x"], ["a c", "c", "y"], documents=["one", "two", "one"])
    shown = [(unit.document, unit.segments, unit.stats.edits, unit.score) for unit in result.documents]
    assert shown == [("one", 2, 2.0, pytest.approx(2 / 3)), ("two", 1, 0.0, 0.0)]
    assert [unit.score for unit in result.systems] == [result.score]


def test_cap() -> None:
    hyps, refs = ["a b c d", "e"], ["x", "e"]
    assert [segment.score for segment in ter(hyps, refs).segments] == [4.0, 0.0]
    capped = ter(hyps, refs, cap=True)
    assert [segment.score for segment in capped.segments] == [1.0, 0.0]
    assert (capped.edits, capped.score, capped.documents[0].score) == (4.0, 1.0, 1.0)
    assert ter(hyps, refs).score == 2.0
    assert terp(hyps, refs, "ter", cap=True).score == 1.0


def test_the_signature_tells_settings_apart() -> None:
    settings = [{}, {"cap": True}, {"no_punct": True}, {"case_sensitive": True}, {"tokenizer": "sacrebleu"}]
    settings += [{"average_length": False}, {"normalized": False}]
    signatures = [ter(["a"], ["a"], **setting).signature for setting in settings]  # type: ignore[arg-type]
    assert len(set(signatures)) == len(settings)
    assert signatures[0].startswith("ter|refs:1|length:average|costs:ter|")


def test_results_of_different_settings_do_not_add() -> None:
    with pytest.raises(InputError, match="scores of different settings cannot be added"):
        ter(["a"], ["a"]) + ter(["a"], ["a"], cap=True)


def test_the_package_has_both() -> None:
    assert (perpend.ter, perpend.terp) == (ter, terp)


def test_pictures_for_notebooks_and_terminals() -> None:
    result = ter(["a b"], ["a c"], documents=["<d>"])
    assert "<table>" in result._repr_html_()
    assert "50.00" in result._repr_html_()
    assert str(result).startswith("ter = ")


def test_segments_are_a_sequence() -> None:
    segments = ter(["a", "b", "c"], ["a", "x", "c"]).segments
    assert len(segments) == 3
    assert [segment.edits for segment in segments[1:]] == [1.0, 0.0]
    assert segments[-1] == segments[2]
    with pytest.raises(IndexError, match="item 3 of 3"):
        segments[3]


def test_counts_of_many_are_those_of_each() -> None:
    found = Aligner("terpa").align_many(["c a b", "", "big cats"], ["a b c", "x", "the large cat"])
    for row, alignment in zip(found.counts().tolist(), found, strict=True):
        assert dict(zip(COUNT_NAMES, row, strict=True)) == alignment.counts()


# -------------------- what is refused


@pytest.mark.parametrize(
    ("hyps", "refs", "problem"),
    [
        (["a"], ["a", "b"], "1 hypotheses but 2 in references 1"),
        (["a"], [["a"], []], "1 hypotheses but 0 in references 2"),
        ("a", ["a"], "hyps is one string"),
        (["a"], "a", "refs is one string"),
        (["a"], ["a", ["b"]], "both strings and lists"),
        (["a"], [[None]], "hypothesis 1 has no reference"),
        ([1], ["a"], "hyps has a int, where a string was needed"),
        (["a"], [[1]], "refs has a int"),
        (["a"], [], "1 hypotheses but 0"),
    ],
)
def test_wrong_texts(hyps: list[str], refs: list[str], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        ter(hyps, refs)


def test_wrong_settings() -> None:
    with pytest.raises(SettingError, match="unknown tokenizer of TER 'x'; known: sacrebleu, terp"):
        ter(["a"], ["a"], tokenizer="x")
    with pytest.raises(SettingError, match="asian_support is a switch of the sacrebleu tokenizer"):
        ter(["a"], ["a"], asian_support=True)
    with pytest.raises(SettingError, match="unknown costs 'x'"):
        terp(["a"], ["a"], "x")
