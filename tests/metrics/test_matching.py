"""Words that match without being equal: fewest edits, most pairs."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from perpend.errors import InputError
from perpend.metrics.matching import edit_counts, most_matches, or_equal
from perpend.metrics.per import per
from perpend.metrics.wer import Wer, wer

WORDS = st.lists(st.sampled_from("abcd"), max_size=9)
FEW = st.lists(st.sampled_from("abcd"), max_size=5)
RELATION = st.sets(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")))


@given(hyp=WORDS, ref=WORDS)
def test_with_equality_the_counts_are_rapidfuzz_own(hyp: list[str], ref: list[str]) -> None:
    found = edit_counts(hyp, ref)
    tags = [edit.tag for edit in Levenshtein.editops(ref, hyp)]
    assert found[1:] == (tags.count("replace"), tags.count("delete"), tags.count("insert"))
    assert found.hits + found.substitutions + found.deletions == len(ref)
    assert found.hits + found.substitutions + found.insertions == len(hyp)


@given(hyp=FEW, ref=FEW, pairs=RELATION)
def test_no_alignment_is_cheaper(hyp: list[str], ref: list[str], pairs: set[tuple[str, str]]) -> None:
    related = or_equal(lambda a, b: (a, b) in pairs)

    def cheapest(h: int, r: int) -> int:
        if not h or not r:
            return h + r
        exchange = cheapest(h - 1, r - 1) + (not related(hyp[h - 1], ref[r - 1]))
        return min(exchange, cheapest(h - 1, r) + 1, cheapest(h, r - 1) + 1)

    assert edit_counts(hyp, ref, related).edits == cheapest(len(hyp), len(ref))


@given(hyp=FEW, ref=FEW, pairs=RELATION)
def test_no_other_pairs_are_more(hyp: list[str], ref: list[str], pairs: set[tuple[str, str]]) -> None:
    related = or_equal(lambda a, b: (a, b) in pairs)
    longer = [*ref, *[""] * len(hyp)]
    most = max(
        sum(bool(other) and related(word, other) for word, other in zip(hyp, order, strict=False))
        for order in set(permutations(longer, len(hyp)))
    )
    assert most_matches(hyp, ref, related) == most


@given(hyp=WORDS, ref=WORDS)
def test_a_relation_of_equal_words_changes_nothing(hyp: list[str], ref: list[str]) -> None:
    texts = [" ".join(hyp)], [" ".join(ref)]
    for metric in (wer, per):
        assert metric(*texts, matches=lambda a, b: a == b).rows.tolist() == metric(*texts).rows.tolist()


def test_a_relation_is_asked_with_the_hypothesis_first() -> None:
    result = wer(["big house"], ["large house"], matches=lambda hyp, ref: (hyp, ref) == ("big", "large"))
    assert (result.score, result.stats["hits"]) == (0.0, 2.0)
    assert wer(["large house"], ["big house"], matches=lambda hyp, ref: (hyp, ref) == ("big", "large")).score == 0.5
    named = Wer(matches=lambda hyp, ref: hyp[0] == ref[0], matching="first-letter")
    assert "|match:first-letter|" in named.score(["a"], ["b"]).signature


@pytest.mark.parametrize("metric", [wer, per])
def test_texts_too_long_for_all_pairs_of_words(metric: object) -> None:
    text = "a b " * 2_000
    with pytest.raises(
        InputError,
        match=r"metric (wer|per): two texts with 16,000,000 pairs of words are too long",
    ):
        metric([text], [text], matches=lambda hyp, ref: False)  # type: ignore[operator]
