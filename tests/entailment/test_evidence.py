"""Learned parts by themselves: they answer as scikit-learn does, and never learn from the pair they are asked about."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from perpend.entailment.quasi_synonyms import learn_quasi_synonyms
from perpend.entailment.training import learned_threshold
from perpend.errors import InputError
from perpend.learning.folds import stratified_folds
from perpend.learning.logistic import Softmax, learn_softmax, log_softmax
from perpend.learning.word_evidence import learn_label_evidence, unseen_label_evidence


def _data(seed: int, count: int = 60) -> tuple[list[frozenset[str]], np.ndarray]:
    random = np.random.default_rng(seed)
    labels = random.permutation(np.arange(count) % 3)
    rows = [frozenset(f"w{word}" for word in random.integers(0, 12, 4)) | {f"label{label}"} for label in labels]
    return rows, labels


def test_answers_are_those_of_scikit_learn() -> None:
    from sklearn.linear_model import LogisticRegression

    random = np.random.default_rng(1)
    rows, labels = random.normal(size=(90, 5)), np.arange(90) % 3
    ours = learn_softmax(rows, labels, 0.1).probabilities(rows)
    theirs = LogisticRegression(C=0.1, max_iter=1000).fit(rows, labels).predict_proba(rows)
    np.testing.assert_allclose(ours, theirs, atol=1e-12)


@given(arrays(np.float64, (3, 4), elements=st.floats(-1e6, 1e6)))
def test_probabilities_add_up_to_one(values: np.ndarray) -> None:
    found = np.exp(log_softmax(values))
    assert np.isfinite(found).all()
    np.testing.assert_allclose(found.sum(axis=1), 1.0)


def test_words_that_tell_the_label_are_learned() -> None:
    rows, labels = _data(0)
    model = learn_label_evidence(rows, labels)
    assert (model.estimates(rows).argmax(axis=1) == labels).all()
    assert model.estimates([frozenset({"never seen"})]).shape == (1, 3)


def test_words_of_one_pair_are_left_out() -> None:
    rows, labels = _data(0)
    rows[0] |= {"once"}
    assert "once" not in learn_label_evidence(rows, labels).items


@pytest.mark.parametrize(("place", "turn"), [(0, 1), (31, 2), (59, 1)])
def test_the_label_of_a_pair_does_not_change_what_is_said_of_it(place: int, turn: int) -> None:
    rows, labels = _data(2)
    folds = np.arange(60) % 5
    changed = labels.copy()
    changed[place] = (labels[place] + turn) % 3
    before, after = (
        unseen_label_evidence(rows, labels, folds)[place],
        unseen_label_evidence(rows, changed, folds)[place],
    )
    np.testing.assert_array_equal(before, after)


def test_labels_that_are_not_there_make_no_error() -> None:
    model = learn_label_evidence([frozenset({"a"}), frozenset({"a"})], np.array([1, 1]))
    assert model.estimates([frozenset({"a"})]).argmax() == 1


@given(st.lists(st.integers(0, 2), min_size=30, max_size=90), st.integers(0, 3))
def test_folds_spread_each_label_evenly(labels: list[int], seed: int) -> None:
    numbers = np.array(labels)
    folds = stratified_folds(numbers, 5, seed)
    assert np.ptp(np.bincount(folds, minlength=5)) <= 1
    for label in set(labels):
        assert np.ptp(np.bincount(folds[numbers == label], minlength=5)) <= 1


@given(st.lists(st.tuples(st.floats(1, 5), st.integers(0, 2)), min_size=1, max_size=40))
def test_no_threshold_is_better(pairs: list[tuple[float, int]]) -> None:
    related, labels = np.array([one for one, _ in pairs]), np.array([label for _, label in pairs])
    asked = labels != 0

    def right(threshold: float) -> int:
        return int(((related >= threshold) == (labels == 1))[asked].sum())

    found = right(learned_threshold(related, labels))
    assert all(found >= right(one) for one in (*related.tolist(), 0.0, 6.0))


def test_phrases_that_are_mostly_not_entailed_are_left_out() -> None:
    seen = [(("cut", "slice"), True), (("cut", "peel"), True), (("cut", "peel"), False)]
    assert learn_quasi_synonyms(seen).support == {("cut", "slice"): 1}


def test_weights_of_another_shape_are_refused() -> None:
    with pytest.raises(InputError, match="one for each label"):
        Softmax(np.zeros((2, 3)), np.zeros(2))
