"""Training of models of the kind equivalence, and what the shipped one has learned from."""

from pathlib import Path

import numpy as np
import pytest

from experiments.equivalent_pairs import pool_of, read_equivalent, reported_keys
from experiments.graded import pair_key
from experiments.labelled_pairs import read_msrp
from perpend.equivalence.everyday_model import EquivalenceModel
from perpend.equivalence.everyday_training import INPUTS, train_equivalence
from perpend.errors import InputError
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
