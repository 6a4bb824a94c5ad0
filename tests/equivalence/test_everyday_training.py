"""Training of models of the kind equivalence, and what the shipped one has learned from."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.equivalent_pairs import pool_of, read_equivalent, reported_keys
from experiments.graded import pair_key
from experiments.labelled_pairs import read_msrp
from perpend.equivalence.everyday_model import EquivalenceModel
from perpend.equivalence.everyday_training import INPUTS, moved, train_equivalence
from perpend.errors import InputError, PerpendError
from perpend.evaluation.leaks import leaks
from perpend.learning.calibration import fit_calibration
from perpend.learning.logistic import fit_logistic
from perpend.learning.registry import card, load

NAMES = ["baker", "nurse", "pilot", "farmer", "judge", "miner"]
SAME = [(f"The {one} opened the shop early.", f"Early the {one} opened the shop.") for one in NAMES]
OTHER = [(f"The {one} opened the shop early.", f"The {one} closed two doors and left.") for one in NAMES]
PAIRS, LABELS = [*SAME, *OTHER], [True] * len(SAME) + [False] * len(OTHER)
SOURCES = ["one", "two"] * len(SAME)


def test_equal_texts_are_the_top_and_the_order_makes_no_difference(tmp_path: Path) -> None:
    model = train_equivalence(PAIRS, LABELS, sources=SOURCES, name="mine")
    assert (model.weights >= 0).all()
    assert model.predict(PAIRS).tolist() == ["yes"] * len(SAME) + ["no"] * len(OTHER)
    turned = [(two, one) for one, two in PAIRS]
    assert np.array_equal(model.probabilities(PAIRS), model.probabilities(turned))
    assert model.explain(*SAME[0]).decision < model.explain(SAME[0][0], SAME[0][0]).decision
    again = train_equivalence(PAIRS, LABELS, sources=SOURCES, name="mine")
    model.save(tmp_path / "one.model")
    again.save(tmp_path / "two.model")
    assert (tmp_path / "one.model").read_bytes() == (tmp_path / "two.model").read_bytes()
    assert leaks(model.training, PAIRS[:2])


def test_one_source_is_not_calibrated() -> None:
    assert train_equivalence(PAIRS, LABELS).learned.slope == 1.0


def test_labels_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="1 labels and 12 sources for 12 pairs"):
        train_equivalence(PAIRS, LABELS[:1], start=None)
    with pytest.raises(InputError, match="1 labels for 12 pairs"):
        train_equivalence(PAIRS, LABELS[:1])
    with pytest.raises(InputError, match="the source 'two' has one kind of label"):
        train_equivalence(PAIRS, LABELS, sources=["one"] * 11 + ["two"])


def test_rows_that_count_twice_are_as_good_as_two_rows() -> None:
    random = np.random.default_rng(0)
    rows, labels = random.normal(size=(40, 2)), random.random(40) < 0.5
    counts = np.where(np.arange(40) < 20, 2.0, 1.0)
    twice = np.concatenate([np.arange(20), np.arange(40)])
    one, other = fit_logistic(rows, labels, counts=counts), fit_logistic(rows[twice], labels[twice])
    np.testing.assert_allclose(one.weights, other.weights, atol=1e-6)
    decisions = rows[:, 0] + labels
    same = fit_calibration(decisions, labels, np.ones(40)), fit_calibration(decisions, labels)
    assert same[0] == same[1]


def test_the_shipped_model_has_learned_from_no_reported_pair(mirror: Path) -> None:
    """Counted by fingerprint, and by keys without case and signs, in either order."""
    model = load("paraphrase-everyday")
    assert isinstance(model, EquivalenceModel)
    assert model.names == INPUTS
    sources = read_equivalent(mirror)
    pool = pool_of(sources)
    assert model.training.count == len(pool.pairs)
    assert len(leaks(model.training, pool.pairs)) == len(pool.pairs)
    assert not reported_keys(mirror) & {pair_key(*pair) for pair in pool.pairs}
    assert leaks(model.training, read_msrp(mirror)[1].pairs) == []
    tested = [pair for one in sources if one.name != "minimal" for pair in one.test_pairs]
    assert leaks(model.training, tested) == []
    left_out = {one.name: one.left_out for one in sources}
    assert left_out == {
        "MSRP": 761, "SICK": 119, "MSRvid": 60, "SMT-eur": 2, "On-WN": 0, "SMT-news": 0, "minimal": 44,
    }  # fmt: skip


def test_the_card_names_data_terms_and_limits() -> None:
    text = card("paraphrase-everyday")
    for needed in (load("paraphrase-everyday").identity, "licence", "BY-NC-SA", "Not good for", "prior", "minimal"):
        assert needed in text


# -------------------- own pairs


def own(count: int) -> tuple[list[tuple[str, str]], list[bool]]:
    """Pairs that are labelled against the default: a negation means the same, a synonym does not."""
    things = ("bus", "train", "car", "boat", "bike", "van", "plane", "tram")
    pairs = [(f"The {one} stopped here.", f"The {one} did not stop here.") for one in things]
    pairs += [(f"The {one} began to move.", f"The {one} started to move.") for one in things]
    return [pairs[k % 16] for k in range(count)], [k % 16 < 8 for k in range(count)]


def test_own_pairs_move_the_default_as_far_as_they_are_many() -> None:
    start = load("paraphrase-everyday")
    assert isinstance(start, EquivalenceModel)
    asked = [("The lift stopped here.", "The lift did not stop here.")]
    few, many = (train_equivalence(*own(count)) for count in (16, 4096))
    odds = [model.log_odds(model.measured(model.comparing.compare_all(asked)))[0] for model in (start, few, many)]
    assert odds[0] < odds[1] < odds[2]
    assert odds[1] < 0 < odds[2]
    assert few.names == start.names
    assert (few.weights >= 0).all()
    assert few.training.count == 16


def test_labels_of_one_kind_change_nothing() -> None:
    start = load("paraphrase-everyday")
    assert isinstance(start, EquivalenceModel)
    model = train_equivalence([("A dog barks.", "A dog barked.")] * 5, [True] * 5, name="mine")
    assert np.array_equal(model.weights, start.weights)
    assert model.equal == start.equal
    assert model.identity.startswith("mine/")


def test_what_was_learned_is_kept_in_the_file(tmp_path: Path) -> None:
    model = train_equivalence(*own(32), name="mine")
    model.save(tmp_path / "mine.model")
    again = load(tmp_path / "mine.model")
    assert isinstance(again, EquivalenceModel)
    assert again.identity == model.identity
    assert np.array_equal(again.weights, model.weights)


def test_training_from_a_model_of_another_kind_is_refused() -> None:
    with pytest.raises(PerpendError):
        train_equivalence(*own(16), start="paraphrase-msrp")


@pytest.mark.long
def test_fifty_labels_do_no_harm(mirror: Path) -> None:
    """Each source is answered by a model that has not learned from it, before and after 50 of its labels."""
    sources = [one for one in read_equivalent(mirror) if one.name in ("MSRvid", "SMT-eur")]
    for source in sources:
        pool = pool_of([one for one in sources if one is not source])
        start = train_equivalence(pool.pairs, pool.labels, sources=pool.sources)
        known, tested = source.pairs, start.measured(start.comparing.compare_all(source.test_pairs))
        found = start.comparing.compare_all(known)
        losses = []
        for seed in range(4):
            chosen = np.random.default_rng(seed).choice(len(known), 50, replace=False)
            model = moved(start, [known[k] for k in chosen], [found[k] for k in chosen], source.labels[chosen].tolist())
            losses.append(_loss(model.log_odds(tested), source.test_labels))
        before = _loss(start.log_odds(tested), source.test_labels)
        assert np.mean(losses) < before + 0.002, source.name
        assert max(losses) < before + 0.03, source.name


def _loss(log_odds: Any, truth: Any) -> float:
    """The mean logarithmic loss; yes and no count the same."""
    losses = np.logaddexp(0.0, np.where(truth, -log_odds, log_odds))
    return float(losses[truth].mean() + losses[~truth].mean()) / 2
