"""The values of likeness models: `predict` gives the bits of `explain`, alone or among others, in both orders."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.features.changes import Changes
from perpend.learning.registry import load
from perpend.similarity.likeness_model import PENALTIES, Penalty

WORDS = ["the", "a", "dog", "man", "bit", "two", "nine", "hours", "not", "rose", "fell", "early", ",", ".", "1.2", "é"]
TEXTS = st.one_of(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), st.text(max_size=20))


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_prediction_explanation_and_both_orders_have_the_same_bits(pairs: list[tuple[str, str]]) -> None:
    model = load("everyday")
    values = model.predict(pairs)
    assert values.tobytes() == np.array([one.value for one in model.explain_many(pairs)]).tobytes()
    assert values.tobytes() == model.predict([(second, first) for first, second in pairs]).tobytes()
    assert values.tobytes() == np.concatenate([model.predict([pair]) for pair in pairs]).tobytes()


@pytest.mark.parametrize("count", [1, 2, 255, 257, 600])
def test_a_value_does_not_depend_on_the_size_of_its_chunk(count: int) -> None:
    model = load("everyday")
    alone = model.predict([("Two dogs barked all night.", "A dog barked.")])
    among = model.predict([("Two dogs barked all night.", "A dog barked.")] * count)
    assert set(among.tolist()) == set(alone.tolist())


KEPT, LOOSE = Changes((), 1.0, 8), Changes((), 0.5, 8)


def test_a_change_costs_less_in_long_texts_and_in_loose_ones() -> None:
    penalty = Penalty(0.8, 0.7, 0.9, 0.2)
    assert penalty.of(KEPT, 10) == penalty.of(KEPT, 20) == 0.8
    assert penalty.of(KEPT, 40) == pytest.approx(0.4)
    assert penalty.of(LOOSE, 10) == pytest.approx(0.8 * 0.2)
    assert penalty.of(LOOSE, 28) == pytest.approx(0.8 * 0.2 * 0.5)


@given(st.floats(0, 1), st.integers(0, 20), st.floats(0, 500), st.sampled_from(sorted(PENALTIES)))
def test_a_penalty_is_at_most_its_strength(kept: float, others: int, length: float, kind: str) -> None:
    assert 0 <= PENALTIES[kind].of(Changes((), kept, others), length) <= PENALTIES[kind].strength
