import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.features.annotated_pairs import Pair
from perpend.learning.folds import fold_numbers
from perpend.learning.word_evidence import learn_evidence, unseen_evidence
from perpend.relatedness.word_evidence import evidence_items
from perpend.text.sentence import Sentence

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")

WORDS = st.lists(st.sampled_from(["ant", "bee", "cat", "dog", "elk", "fox"]), max_size=6)


def sentence(words: str | list[str]) -> Sentence:
    words = words.split() if isinstance(words, str) else words
    return Sentence.tagged(words, ["NN"] * len(words))


def labelled(count: int = 40, seed: int = 0) -> tuple[list[list[str]], np.ndarray]:
    """The items of pairs whose label is 1 if both have an ant, else 0, with some noise."""
    random = np.random.default_rng(seed)
    names = ["ant", "bee", "cat", "dog", "elk"]
    found: list[Pair] = [
        (sentence([*random.choice(names, 2)]), sentence([*random.choice(names, 2)])) for _ in range(count)
    ]
    labels = [float("ant" in one.tokens and "ant" in two.tokens) for one, two in found]
    return [evidence_items(pair) for pair in found], np.array(labels)[:, None] + random.normal(
        scale=0.01, size=(count, 1)
    )


@given(WORDS, WORDS)
def test_items_have_no_direction(one: list[str], two: list[str]) -> None:
    forward, backward = evidence_items((sentence(one), sentence(two))), evidence_items((sentence(two), sentence(one)))
    assert sorted(forward) == sorted(backward)
    assert {item.removeprefix("both:") for item in forward if item.startswith("both:")} == set(one) & set(two)


def test_pairs_of_words_are_left_out_where_too_many_are_alone() -> None:
    many = sentence([f"w{k}" for k in range(9)])
    assert not any("|" in item for item in evidence_items((many, sentence("cat"))))


def test_weights_are_those_of_ridge_regression() -> None:
    from sklearn.linear_model import Ridge

    found, labels = labelled()
    model = learn_evidence(found, labels, strength=0.5)
    rows = np.zeros((len(found), len(model.items)))
    for k, items in enumerate(found):
        for item in items:
            if item in model.items:
                rows[k, model.items.index(item)] = 1 / np.sqrt(len(items))
    ridge = Ridge(0.5, fit_intercept=False).fit(rows, labels[:, 0] - labels.mean())
    np.testing.assert_allclose(model.weights[:, 0], ridge.coef_, atol=1e-5)
    np.testing.assert_allclose(model.estimates(found)[:, 0], ridge.predict(rows) + labels.mean(), atol=1e-5)


def test_no_pair_is_estimated_by_a_model_that_saw_it() -> None:
    """Another label for one pair changes no estimate of its own fold."""
    found, labels = labelled()
    folds = fold_numbers(len(found), 4, seed=0)
    before = unseen_evidence(found, labels, folds)
    changed = labels.copy()
    changed[3] += 100
    after = unseen_evidence(found, changed, folds)
    own = folds == folds[3]
    np.testing.assert_array_equal(before[own], after[own])
    assert not np.allclose(before[~own], after[~own])


def test_labels_may_have_several_columns() -> None:
    found, labels = labelled()
    both = np.hstack([labels, 1 - labels])
    model = learn_evidence(found, both)
    assert model.estimates(found).shape == (40, 2)
    np.testing.assert_allclose(model.estimates(found).sum(axis=1), 1, atol=1e-5)


def test_what_was_never_seen_has_the_mean() -> None:
    found, labels = labelled()
    model = learn_evidence(found, labels)
    assert model.estimate(evidence_items((sentence("zebra"), sentence("yak")))) == pytest.approx(labels.mean())
    assert learn_evidence([[]] * 2, labels[:2]).items == ()
