"""Trees of ours give the numbers of scikit-learn's to the last bit, and refuse arrays that are no trees."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from perpend.errors import InputError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.learning.trees import Growth, Trees, _trees, fit_trees, read_trees, trees_schema
from perpend.types import Doubles, Flags

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")

GROWTH = Growth(trees=30, leaves=7, fewest=5, share=0.5)


def data(seed: int = 0, count: int = 400) -> tuple[Doubles, Flags]:
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count, 6)).round(1)
    return rows, rows[:, 0] * rows[:, 1] + rows[:, 2] > 0


@pytest.fixture(scope="module")
def trees() -> Trees:
    rows, labels = data()
    return fit_trees(rows, labels, np.ones(len(rows)), GROWTH)


def test_decisions_are_those_of_scikit_learn_to_the_last_bit() -> None:
    from sklearn.ensemble import HistGradientBoostingClassifier

    rows, labels = data()
    learned = HistGradientBoostingClassifier(max_iter=40, early_stopping=False, random_state=0, max_features=0.5)
    learned.fit(rows, labels, sample_weight=np.random.default_rng(1).random(len(rows)))
    asked = np.vstack([rows, np.random.default_rng(2).normal(size=(700, 6)) * 10])
    assert _trees(learned).decisions(asked).tolist() == learned.decision_function(asked).tolist()


def test_what_is_asked_together_is_answered_as_alone(trees: Trees) -> None:
    rows, _ = data(3, 40)
    assert trees.decisions(rows).tolist() == [float(trees.decisions(row[None, :])[0]) for row in rows]
    assert trees.decisions(rows[:0]).tolist() == []


def test_contributions_and_start_sum_to_the_decision(trees: Trees) -> None:
    for row in data(4, 20)[0]:
        whole = trees.start + float(trees.contributions(row).sum())
        assert whole == pytest.approx(float(trees.decisions(row[None, :])[0]), abs=1e-9)


def test_a_seed_gives_the_same_trees(trees: Trees) -> None:
    rows, labels = data()
    again = fit_trees(rows, labels, np.ones(len(rows)), GROWTH)
    assert all(np.array_equal(one, again.arrays("t")[name]) for name, one in trees.arrays("t").items())


def test_a_feature_may_be_kept_rising() -> None:
    rows, labels = data()
    found = fit_trees(rows, labels, np.ones(len(rows)), GROWTH, rising={2: 1})
    line = np.zeros((50, 6))
    line[:, 2] = np.linspace(-3, 3, 50)
    assert (np.diff(found.decisions(line)) >= 0).all()


def test_a_file_gives_the_trees_back(trees: Trees, tmp_path: Path) -> None:
    write_arrays(tmp_path / "some.trees", kind="trees", version=1, arrays=trees.arrays("some"), meta={})
    file = ArrayFile(tmp_path / "some.trees", kind="trees", version=1, schema=trees_schema("some"), remedy="none")
    rows, _ = data(5)
    assert read_trees(file, "some", trees.base).decisions(rows).tolist() == trees.decisions(rows).tolist()


def test_arrays_that_are_no_trees_are_refused(trees: Trees) -> None:
    turned, beyond, inner = trees.left.copy(), trees.left.copy(), trees.right.copy()
    turned[1] = 0
    beyond[0] = len(beyond)
    inner[np.flatnonzero(trees.left == np.arange(len(inner)))[0]] += 1
    for wrong in (
        {"left": turned},
        {"left": beyond},
        {"right": inner},
        {"roots": np.array([len(beyond)])},
        {"values": trees.values[1:]},
        {"values": np.full(len(trees.values), np.nan)},
        {"base": float("inf")},
        {"features": trees.features - 100},
    ):
        with pytest.raises(InputError):
            replace(trees, **wrong)
    with pytest.raises(InputError, match="asks for feature"):
        trees.check(2)


def test_a_tree_that_is_too_deep_is_refused() -> None:
    count = 200
    left = np.minimum(np.arange(count) + 1, count - 1)
    zeros = np.zeros(count)
    chain = Trees(0.0, np.array([0]), np.zeros(count, np.int64), zeros, left, left, zeros)
    with pytest.raises(InputError, match="deeper than 64"):
        chain.decisions(np.zeros((1, 1)))
