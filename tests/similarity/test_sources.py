"""Several sources at once: their means make no difference, and predictions end up on the scale."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.features.edits import FEATURES
from perpend.similarity._perceptron import Examples
from perpend.similarity.pairs import PairEncoder
from perpend.similarity.sources import centred, numbered
from perpend.similarity.training import train_perp

PAIRS = [
    ("A man plays a guitar.", "A man is playing a guitar."),
    ("Two dogs run in the snow.", "A woman peels a potato."),
    ("She bought 3 red apples.", "She bought 4 green pears."),
    ("The committee met on Monday to discuss the budget.", "On Monday the committee discussed the budget."),
    ("We must not forget the small farms of the south.", "We should remember the farms in the south."),
    ("The report was adopted by a large majority.", "A large majority voted for the report."),
]
GROUPS = ["captions"] * 3 + ["speeches"] * 3
LABELS = [4.0, 0.0, 1.5, 4.0, 3.0, 3.5]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(-9, 9)), min_size=1))
def test_every_source_is_centred_and_keeps_its_differences(rows: list[tuple[str, float]]) -> None:
    sources, costs = numbered([group for group, _ in rows], len(rows)), np.array([cost for _, cost in rows])
    moved = centred(costs, sources)
    for source in set(sources.tolist()):
        here = sources == source
        assert moved[here].mean() == pytest.approx(0, abs=1e-9)
        assert moved[here] - moved[here][0] == pytest.approx(costs[here] - costs[here][0], abs=1e-9)


def test_milder_judges_of_one_source_move_the_intercept_only() -> None:
    strict = train_perp(PAIRS, LABELS, groups=GROUPS, epochs=20, rate=0.1)
    milder = [label + (1.0 if group == "speeches" else 0.0) for label, group in zip(LABELS, GROUPS, strict=True)]
    mild = train_perp(PAIRS, milder, groups=GROUPS, epochs=20, rate=0.1)
    assert mild.weights[1:] == pytest.approx(strict.weights[1:], abs=1e-6)
    assert strict.weights[0] - mild.weights[0] == pytest.approx(0.5, abs=1e-6)
    plain = [train_perp(PAIRS, labels, epochs=20, rate=0.1).weights[1:] for labels in (LABELS, milder)]
    assert plain[0] != pytest.approx(plain[1], abs=1e-3)


def test_predictions_are_right_on_average_each_source_counting_the_same() -> None:
    pairs, labels, groups = PAIRS[:5], LABELS[:5], GROUPS[:5]
    model = train_perp(pairs, labels, groups=groups, epochs=7, rate=0.1)
    encoder = PairEncoder()
    predicted = (
        5 - Examples([encoder.encode(*pair) for pair in pairs]).feature_matrix(model.weight_array) @ model.weight_array
    )
    errors = np.array(labels) - predicted
    assert errors[:3].mean() + errors[3:].mean() == pytest.approx(0, abs=1e-9)
    assert model.training.groups == 2
    assert FEATURES[0] == "Intercept"


def test_names_of_groups_make_no_difference() -> None:
    named = train_perp(PAIRS, LABELS, groups=GROUPS, epochs=3)
    assert train_perp(PAIRS, LABELS, groups=[7] * 3 + [None] * 3, epochs=3) == named


def test_each_pair_needs_its_group() -> None:
    with pytest.raises(InputError, match="1 groups for 6 pairs"):
        train_perp(PAIRS, LABELS, groups=["captions"])
