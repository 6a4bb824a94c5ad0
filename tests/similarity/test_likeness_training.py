"""Training the default scorer on labels: what few and many labels change, what intervals hold, what sources share."""

from functools import cache
from itertools import islice

import numpy as np
import pytest

from perpend.errors import InputError, SettingError
from perpend.features.distances import CHANGED, Compared
from perpend.learning.registry import load
from perpend.similarity.likeness_model import LikenessModel
from perpend.similarity.likeness_training import plain_model, train_compared, train_likeness
from perpend.types import Doubles
from tests.laws.laws import COLUMNS, read_bases

Pairs = list[tuple[str, str]]


@cache
def compared() -> tuple[Pairs, list[Compared], Doubles]:
    """Pairs of the laws' sentences in a mixed order, compared, with the values of plain weights."""
    pairs = [(base.text, base.texts[column]) for base in read_bases() for column in COLUMNS]
    pairs = [pairs[place] for place in np.random.default_rng(3).permutation(len(pairs))]
    model = plain_model()
    found = list(model.compare_all(pairs))
    return pairs, found, model.values(model.measured(found))


def trained(labels: Doubles, start: int, end: int, **options: object) -> LikenessModel:
    pairs, found, _ = compared()
    part = slice(start, end)
    return train_compared(pairs[part], found[part], labels[part].tolist(), start=plain_model(), **options)  # type: ignore[arg-type]


def noisy(spread: float) -> Doubles:
    """The values of plain weights as people might give them: drawn around, within the scale."""
    _, found, values = compared()
    return np.clip(values + np.random.default_rng(4).normal(0.0, spread, len(found)), 0.0, 5.0)


@pytest.mark.parametrize("spread", [0.3, 0.9])
def test_four_of_five_labels_lie_in_the_interval(spread: float) -> None:
    labels = noisy(spread)
    model = trained(labels, 0, 600)
    _, found, _ = compared()
    values = np.clip(model.values(model.measured(found[600:])), 0.0, 5.0)
    inside = [
        low <= label <= high
        for label, (low, high) in zip(labels[600:], map(model.interval, values.tolist()), strict=True)
    ]
    assert 0.75 <= np.mean(inside) <= 0.88


def test_labels_that_say_nothing_new_change_no_order() -> None:
    labels = noisy(0.5)
    model = trained(labels, 0, 50)
    assert model.correction is None
    _, found, plain = compared()
    values = model.values(model.measured(found))
    # Texts with the same words have the top in any model.
    assert np.corrcoef(values[plain < 5], plain[plain < 5])[0, 1] == pytest.approx(1.0, abs=1e-12)


def test_labels_of_another_question_are_learned() -> None:
    pairs, found, _ = compared()
    labels = np.array([5.0 * (min(map(len, pair)) / max(map(len, pair))) for pair in pairs])
    model = trained(labels, 0, 500)
    assert model.correction is not None
    values, rest = model.values(model.measured(found[500:])), labels[500:]
    before = plain_model().values(plain_model().measured(found[500:]))
    assert np.corrcoef(values, rest)[0, 1] > 0.9 > np.corrcoef(before, rest)[0, 1] + 0.1
    assert model.errors is not None
    assert model.errors[1] < model.errors[0]


def test_sources_share_a_loss_that_is_not_negative_and_leaves_changes_to_penalties() -> None:
    labels = noisy(0.5)
    sources = ["one" if place % 3 else "two" for place in range(600)]
    model = trained(labels, 0, 600, sources=sources)
    assert model.correction is None
    assert (model.loss >= 0).all()
    assert not any(weight for name, weight in zip(model.names, model.loss, strict=True) if name in CHANGED)
    assert model.penalties == plain_model().penalties
    _, found, plain = compared()
    assert np.corrcoef(model.values(model.measured(found)), plain)[0, 1] > 0.95


def test_a_shift_of_one_source_changes_no_order() -> None:
    labels = noisy(0.3)
    sources = ["one" if place % 2 else "two" for place in range(600)]
    shifted = np.where(np.arange(len(labels)) % 2, 0.5 * labels, labels)
    one, other = (trained(each, 0, 600, sources=sources) for each in (labels, shifted))
    kept = one.loss > 0.01
    assert (one.loss / one.loss.sum())[kept] == pytest.approx((other.loss / other.loss.sum())[kept], rel=0.05)


def test_two_runs_give_the_same_model() -> None:
    labels = noisy(0.9)
    assert trained(labels, 0, 120, seed=1).identity == trained(labels, 0, 120, seed=1).identity


def test_training_from_the_shipped_model_keeps_its_loss() -> None:
    pairs, _, plain = compared()
    chosen = list(islice(zip(pairs, plain.tolist(), strict=True), 40))
    model = train_likeness([pair for pair, _ in chosen], [label for _, label in chosen])
    shipped = load("everyday")
    assert isinstance(shipped, LikenessModel)
    assert model.loss.tolist() == shipped.loss.tolist()
    assert model.training.count == 40


def test_wrong_labels_are_refused() -> None:
    pairs = [("a", "b"), ("c", "d")]
    with pytest.raises(InputError, match="as many of both"):
        train_likeness(pairs, [1.0])
    with pytest.raises(InputError, match="7"):
        train_likeness(pairs, [1.0, 7.0])
    with pytest.raises(InputError, match="one for each pair"):
        train_likeness(pairs, [1.0, 2.0], groups=["only one"])
    with pytest.raises(SettingError, match="no-such-model"):
        train_likeness(pairs, [1.0, 2.0], start="no-such-model")
