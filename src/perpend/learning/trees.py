"""Gradient-boosted trees: sums of small decision trees, as plain arrays; learned by scikit-learn, evaluated by numpy.

    sum of trees    =  base  +  value of one leaf of each tree
    a node            feature 3 <= 0.25 ?  ->  left, else right          a leaf has itself on both sides

    roots      0            5                 places of the first node of each tree
    features   3  1  0  0 | 7 ...             of each node
    borders    .25 .5 ...
    left       1  2  2  ...                   places of nodes
    right      4  3  2  ...
    values     0  .1 -.2 ...                  what a leaf adds; for other nodes the mean of what is below

`fit_trees` needs scikit-learn, `Trees.decisions` does not; both give the same numbers, to the last bit, because the
values are added in the same order (Friedman, 2001, "Greedy function approximation: a gradient boosting machine").

`contributions` divides a decision among the features: what each step from a node to the next changes the mean by is put
down to the feature that the node asks for (Saabas, 2014). They sum to the decision less `start`, the mean of all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.files.arrays import ArrayFile
from perpend.files.schema import Array, Schema
from perpend.learning.kernel_regression import need_sklearn
from perpend.types import Doubles, Flags, Integers

__all__ = ["Growth", "Trees", "fit_trees", "read_trees", "trees_schema"]

_ROWS = 512
"""So many rows are decided at once: the memory is rows times trees."""

_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class Growth:
    """How trees are grown: how many, how much each counts, leaves of each, the fewest weighty rows of a leaf."""

    trees: int = 60
    rate: float = 0.15
    leaves: int = 8
    fewest: int = 40
    shrinkage: float = 5.0
    share: float = 0.4
    """The share of features that each split chooses from."""

    bins: int = 64
    """So many values of a feature, by quantiles, may be borders."""


@dataclass(frozen=True, eq=False)
class Trees:
    """The arrays of the module, and `base`, which is added to all."""

    base: float
    roots: Integers
    features: Integers
    borders: Doubles
    left: Integers
    right: Integers
    values: Doubles

    def __post_init__(self) -> None:
        count = len(self.features)
        places = np.arange(count)
        if any(len(one) != count for one in (self.borders, self.left, self.right, self.values)):
            raise InputError("the arrays of trees have several lengths")
        if not len(self.roots) or not (self.roots.min() >= 0 and self.roots.max() < count):
            raise InputError("a root is no node, or there is no root")
        if count and (min(self.left.min(), self.right.min()) < 0 or max(self.left.max(), self.right.max()) >= count):
            raise InputError("a child is no node")
        # A child stands behind its parent, or is the leaf itself: every walk ends.
        inner = self.left != places
        if ((self.left < places) | (self.right < places) | ((self.right == places) & inner)).any():
            raise InputError("a child stands before its parent")
        if (self.right != places)[~inner].any():
            raise InputError("a leaf has a child")
        if not (np.isfinite(self.values).all() and np.isfinite(self.base) and (self.features >= 0).all()):
            raise InputError("a value of the trees is not finite")

    @cached_property
    def depth(self) -> int:
        """The most steps from a root to a leaf."""
        nodes, steps = self.roots, 0
        while len(nodes := nodes[self.left[nodes] != nodes]):
            nodes, steps = np.unique(np.concatenate([self.left[nodes], self.right[nodes]])), steps + 1
            if steps > _DEEPEST:
                raise InputError(f"a tree is deeper than {_DEEPEST} steps")
        return steps

    def check(self, width: int) -> None:
        """Raises an InputError if a node asks for a feature that rows of this `width` do not have."""
        if len(self.features) and int(self.features.max()) >= width:
            raise InputError(f"a tree asks for feature {int(self.features.max())} of {width}")

    def decisions(self, rows: Doubles) -> Doubles:
        """The sum of the trees for each of the `rows` of features."""
        found = [self._decisions(rows[start : start + _ROWS]) for start in range(0, len(rows), _ROWS)]
        return np.concatenate([np.zeros(0), *found])

    def _decisions(self, rows: Doubles) -> Doubles:
        nodes = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        for _ in range(self.depth):
            nodes = self._next(rows, nodes)
        # Added one after the other, as scikit-learn does: other orders give other last bits.
        steps = np.concatenate([np.full((len(rows), 1), self.base), self.values[nodes]], axis=1)
        return np.asarray(np.add.accumulate(steps, axis=1)[:, -1])

    def _next(self, rows: Doubles, nodes: NDArray[Any]) -> NDArray[Any]:
        asked = np.take_along_axis(rows, self.features[nodes], axis=1)
        return np.asarray(np.where(asked <= self.borders[nodes], self.left[nodes], self.right[nodes]))

    @property
    def start(self) -> float:
        """The decision before any feature is asked for."""
        return self.base + float(self.values[self.roots].sum())

    def contributions(self, row: Doubles) -> Doubles:
        """What each feature of one `row` adds to the decision; with `start` they sum to it, but for rounding."""
        found, rows = np.zeros(len(row)), row[None, :]
        nodes = self.roots[None, :]
        for _ in range(self.depth):
            following = self._next(rows, nodes)
            np.add.at(found, self.features[nodes[0]], self.values[following[0]] - self.values[nodes[0]])
            nodes = following
        return found

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """The arrays of a model file, whose names begin with `prefix`."""
        return {
            f"{prefix} roots": self.roots.astype(np.int32),
            f"{prefix} features": self.features.astype(np.int32),
            f"{prefix} borders": self.borders,
            f"{prefix} left": self.left.astype(np.int32),
            f"{prefix} right": self.right.astype(np.int32),
            f"{prefix} values": self.values,
        }


def trees_schema(prefix: str, *, optional: bool = False) -> Schema:
    """The schema of the arrays that `Trees.arrays` names with `prefix`; a file may lack those that are `optional`."""
    nodes = f"{prefix.replace(' ', '_')}_nodes"
    trees = f"{prefix.replace(' ', '_')}_trees"
    whole = {name: Array("i4", nodes, low=0, optional=optional) for name in ("features", "left", "right")}
    real = {name: Array("f8", nodes, optional=optional) for name in ("borders", "values")}
    found = {"roots": Array("i4", trees, low=0, optional=optional), **whole, **real}
    return {f"{prefix} {name}": array for name, array in found.items()}


def read_trees(file: ArrayFile, prefix: str, base: float) -> Trees:
    """Reads from a `file` what `Trees.arrays` wrote with `prefix`; `base` stands in the header."""
    whole = [file[f"{prefix} {name}"].astype(np.int64) for name in ("roots", "features", "left", "right")]
    borders, values = file.doubles(f"{prefix} borders"), file.doubles(f"{prefix} values")
    return Trees(base, whole[0], whole[1], borders, whole[2], whole[3], values)


def fit_trees(
    rows: Doubles,
    labels: Flags,
    weights: Doubles,
    growth: Growth | None = None,
    *,
    rising: Mapping[int, int] | None = None,
    seed: int = 0,
) -> Trees:
    """Learns trees whose sum is the log-odds of yes.

    :param rows: the features, a row for each pair.
    :param labels: yes or no for each row.
    :param weights: how much each row counts.
    :param growth: how the trees are grown.
    :param rising: feature -> 1 if decisions may only rise with it, -1 if only fall.
    :param seed: draws the features of each split.
    """
    need_sklearn()
    from sklearn.ensemble import HistGradientBoostingClassifier

    given = growth or Growth()
    signs = [(rising or {}).get(column, 0) for column in range(rows.shape[1])]
    learned = HistGradientBoostingClassifier(
        max_iter=given.trees,
        learning_rate=given.rate,
        max_leaf_nodes=given.leaves,
        min_samples_leaf=given.fewest,
        l2_regularization=given.shrinkage,
        max_features=given.share,
        max_bins=given.bins,
        monotonic_cst=signs,
        early_stopping=False,
        random_state=seed,
    ).fit(rows, labels, sample_weight=weights / weights.mean())
    return _trees(learned)


def _trees(learned: Any) -> Trees:
    """The arrays of a classifier of scikit-learn for yes and no."""
    parts, roots, start = [], [], 0
    for (predictor,) in learned._predictors:
        nodes = predictor.nodes
        places = start + np.arange(len(nodes))
        leaf = nodes["is_leaf"].astype(bool)
        parts.append(
            (
                np.where(leaf, 0, nodes["feature_idx"]),
                np.where(leaf, 0.0, nodes["num_threshold"]),
                np.where(leaf, places, start + nodes["left"]),
                np.where(leaf, places, start + nodes["right"]),
                nodes["value"],
            )
        )
        roots.append(start)
        start += len(nodes)
    features, borders, left, right, values = (np.concatenate(column) for column in zip(*parts, strict=True))
    base = float(np.asarray(learned._baseline_prediction).ravel()[0])
    whole = (np.asarray(one, np.int64) for one in (roots, features, left, right))
    roots_of, features_of, left_of, right_of = whole
    return Trees(base, roots_of, features_of, np.asarray(borders, np.float64), left_of, right_of, np.asarray(values))
