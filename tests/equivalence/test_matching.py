from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.equivalence.partners import partners
from perpend.equivalence.tag_features import MATCHED, OTHER, UNMATCHED, penn_tags, tag_features
from perpend.features.closeness import Closeness
from perpend.text.sentence import Sentence

tagged = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["NN", "VB", "DT", "XYZ"])), max_size=8)


def of(words: list[tuple[str, str]]) -> Sentence:
    return Sentence.tagged([word for word, _ in words], [tag for _, tag in words]).stemmed("none")


@given(tagged, tagged)
def test_each_word_has_at_most_one_partner_of_its_form_and_none_stays_alone_needlessly(
    one: list[tuple[str, str]], other: list[tuple[str, str]]
) -> None:
    first, second = of(one), of(other)
    found = partners(first, second)
    taken = [place for place in found if place is not None]
    assert len(set(taken)) == len(taken)
    assert all(first.forms[k] == second.forms[place] for k, place in enumerate(found) if place is not None)
    assert len(taken) == (Counter(first.forms) & Counter(second.forms)).total()


@given(tagged, tagged)
def test_as_many_words_as_possible_have_a_partner_of_their_tag(
    one: list[tuple[str, str]], other: list[tuple[str, str]]
) -> None:
    found = partners(of(one), of(other))
    same = sum(other[place] == one[k] for k, place in enumerate(found) if place is not None)
    assert same == (Counter(one) & Counter(other)).total()


@given(tagged, tagged)
def test_features_of_tags_are_shares_of_the_words(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    first = of(one)
    values = tag_features(first, of(other))
    alone = partners(first, of(other)).count(None)
    assert sum(values.values()) == pytest.approx(1.0 if one else 0.0)
    unmatched = sum(value for name, value in values.items() if name.startswith(UNMATCHED))
    assert unmatched == pytest.approx(alone / len(one) if one else 0.0)
    assert len(values) == 2 * len(penn_tags())


def test_words_close_in_meaning_match_after_equal_ones() -> None:
    first = Sentence.tagged(["He", "purchased", "and", "bought", "it"], ["PRP", "VBD", "CC", "VBD", "PRP"])
    second = Sentence.tagged(["He", "bought", "it"], ["PRP", "VBD", "PRP"])
    assert partners(first, second, Closeness(0.0)) == [0, None, None, 1, 2]
    third = Sentence.tagged(["He", "acquired", "it", "and", "bought", "it"], ["PRP", "VBD", "PRP", "CC", "VBD", "PRP"])
    assert partners(first, third) == [0, None, 3, 4, 2]
    assert partners(first, third, Closeness(10.0)) == [0, 1, 3, 4, 2]


def test_the_example_of_the_paper() -> None:
    """Figure 2 of Finch, Hwang and Sumita (2005): (0.33, 0.16, 0.16, 0.16, 0, 0.16, 0, 0)."""
    cat = Sentence.tagged(["the", "cat", "sat", "on", "the", "mat"], ["DT", "NN", "VBD", "IN", "DT", "NN"])
    dog = Sentence.tagged(["the", "dog", "sat", "on", "the", "mat"], ["DT", "NN", "VBD", "IN", "DT", "NN"])
    for one, other in ((cat, dog), (dog, cat)):
        values = tag_features(one, other)
        order = [f"{kind} {tag}" for kind in (MATCHED, UNMATCHED) for tag in ("DT", "NN", "VBD", "IN")]
        assert [values.pop(name) for name in order] == [2 / 6, 1 / 6, 1 / 6, 1 / 6, 0.0, 1 / 6, 0.0, 0.0]
        assert not any(values.values())


def test_tags_that_are_not_listed_share_one_feature() -> None:
    values = tag_features(Sentence.tagged(["a", "b"], ["X1", "X2"]), Sentence.tagged(["a"], ["X1"]))
    assert values[f"{MATCHED} {OTHER}"] == values[f"{UNMATCHED} {OTHER}"] == 0.5
