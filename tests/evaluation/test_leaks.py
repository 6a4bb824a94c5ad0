"""A model that saw a pair never judges it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.evaluation.leaks import leaks, refuse_leaks
from perpend.learning.provenance import Training, fingerprint

_TEXTS = st.text(st.sampled_from("ab c.'D7\n"), max_size=8)
_PAIRS = st.lists(st.tuples(_TEXTS, _TEXTS), max_size=6)


def _trained_on(pairs: list[tuple[str, str]]) -> Training:
    return Training("mine", len(pairs), tuple(sorted({fingerprint(*pair) for pair in pairs})))


@given(_PAIRS, _PAIRS)
def test_leaks_are_the_pairs_that_has_seen_knows(trained: list[tuple[str, str]], tested: list[tuple[str, str]]) -> None:
    training = _trained_on(trained)
    assert leaks(training, tested) == [k for k, pair in enumerate(tested) if training.has_seen(*pair)]


@given(_PAIRS.filter(bool), st.data())
def test_a_training_pair_is_refused_in_either_order(trained: list[tuple[str, str]], data: st.DataObject) -> None:
    text1, text2 = data.draw(st.sampled_from(trained))
    for pair in ((text1, text2), (text2, text1)):
        with pytest.raises(InputError, match="learned from 1 of these 1 pairs") as caught:
            refuse_leaks(_trained_on(trained), [pair])
        assert "\n" not in str(caught.value)


def test_the_refusal_names_the_first_pair_how_many_there_are_and_the_training_data() -> None:
    training = _trained_on([("The cat sat.", "A dog ran."), ("It rains.", "It pours.")])
    tested = [("Birds sing.", "Fish swim."), ("a dog ran .", "the CAT sat."), ("It pours.", "It rains.")]
    with pytest.raises(InputError) as caught:
        refuse_leaks(training, tested)
    assert str(caught.value) == (
        "the model learned from 2 of these 3 pairs, first from pair 2, 'a dog ran .' and 'the CAT sat.' "
        "(training data 'mine'): leave them out, or use another model"
    )


def test_other_pairs_pass() -> None:
    assert refuse_leaks(_trained_on([("The cat sat.", "A dog ran.")]), [("The cat sat.", "A dog slept.")]) is None  # type: ignore[func-returns-value]
    assert leaks(_trained_on([]), [("any", "pair")]) == []
