"""How well numbers agree with people: the correlation in one set of pairs, or one measure over several sets.

    Pearson, Spearman, Kendall    of one set
    ALL       Pearson of all sets joined: predictions must be on one scale across sets
    ALLnrm    the same, after predictions were fitted to gold within each set by least squares
    Mean      the mean of each set's Pearson, weighted by how many pairs it has

ALL, ALLnrm and Mean are the measures of SemEval-2012 task 6. ALLnrm is an oracle: it uses gold. The linear fit does not
change the Pearson correlation within a set, but puts all sets on one scale.

The correlation of constant predictions is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from perpend.errors import InputError
from perpend.metrics import correlation
from perpend.types import Doubles

__all__ = [
    "Judged",
    "joined_pearson",
    "kendall",
    "mean_pearson",
    "mean_ranks",
    "normalised_pearson",
    "pearson",
    "spearman",
]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The predictions for one set of pairs, and the human judgments."""

    predictions: Doubles
    gold: Doubles

    def __post_init__(self) -> None:
        if len(self.predictions) != len(self.gold) or len(self.gold) < 2:
            raise InputError(
                f"{len(self.predictions)} predictions for {len(self.gold)} judgments: "
                "there must be as many of both, and two at least"
            )


def pearson(judged: Judged) -> float:
    """Pearson's correlation of the two sides of `judged`.

    >>> pearson(Judged(np.array([1.0, 2.0, 3.0]), np.array([5.0, 7.0, 9.0])))
    1.0
    """
    found = float(correlation.pearson(judged.predictions[:, None], judged.gold)[0])
    return max(-1.0, min(1.0, found))


def spearman(judged: Judged) -> float:
    """Spearman's correlation of the two sides of `judged`: Pearson's of the ranks, with mean ranks for ties.

    >>> round(spearman(Judged(np.array([1.0, 2.0, 2.0, 9.0]), np.array([1.0, 2.0, 3.0, 4.0]))), 4)
    0.9487
    """
    return pearson(Judged(mean_ranks(judged.predictions), mean_ranks(judged.gold)))


def mean_ranks(values: Doubles) -> Doubles:
    """The ranks of `values`, from 1; equal values share the mean of their ranks.

    >>> mean_ranks(np.array([5.0, 9.0, 5.0])).tolist()
    [1.5, 3.0, 1.5]
    """
    highest = correlation.ranks(values[:, None])[:, 0]
    lowest = len(values) + 1 - correlation.ranks(-values[:, None])[:, 0]
    return np.asarray((highest + lowest) / 2.0)


def kendall(judged: Judged) -> float:
    """Kendall's tau-b of the two sides of `judged`.

    The number of pairs of items in the same order minus those in the opposite order, divided by its maximum without
    ties.

    >>> round(kendall(Judged(np.array([1.0, 2.0, 2.0, 9.0]), np.array([1.0, 2.0, 4.0, 3.0]))), 4)
    0.5477
    """
    order = np.lexsort((judged.gold, judged.predictions))
    ours, gold = judged.predictions[order], judged.gold[order]
    every = len(gold) * (len(gold) - 1) // 2
    equal_ours, equal_gold = _equal_pairs(ours[:, None]), _equal_pairs(gold[:, None])
    equal_both = _equal_pairs(np.column_stack([ours, gold]))
    opposite = _inversions(gold.tolist())[0]
    if every in (equal_ours, equal_gold):
        return 0.0
    same = every - equal_ours - equal_gold + equal_both - opposite
    return (same - opposite) / sqrt((every - equal_ours) * (every - equal_gold))


def _equal_pairs(rows: Doubles) -> int:
    """How many pairs of equal rows there are."""
    counts = np.unique(rows, axis=0, return_counts=True)[1]
    return int((counts * (counts - 1) // 2).sum())


def _inversions(values: list[float]) -> tuple[int, list[float]]:
    """The number of pairs in descending order, and the sorted values, by merge sort."""
    if len(values) < 2:
        return 0, values
    (left_count, left), (right_count, right) = map(
        _inversions, (values[: len(values) // 2], values[len(values) // 2 :])
    )
    across = len(left) * len(right) - int(np.searchsorted(left, right, side="right").sum())
    return left_count + right_count + across, sorted(left + right)


def joined_pearson(parts: Sequence[Judged]) -> float:
    """ALL: Pearson's correlation of all `parts` joined."""
    predictions = np.concatenate([part.predictions for part in parts])
    return pearson(Judged(predictions, np.concatenate([part.gold for part in parts])))


def normalised_pearson(parts: Sequence[Judged]) -> float:
    """ALLnrm: the same, after the predictions of each of the `parts` are fitted to its gold by least squares."""
    return joined_pearson([Judged(_fitted(part), part.gold) for part in parts])


def _fitted(part: Judged) -> Doubles:
    centred = part.predictions - part.predictions.mean()
    spread = float(centred @ centred)
    slope = float(centred @ part.gold) / spread if spread else 0.0
    return np.asarray(part.gold.mean() + slope * centred)


def mean_pearson(parts: Sequence[Judged]) -> float:
    """Mean: the Pearson correlation of each of the `parts`, weighted by its number of pairs."""
    sizes = [len(part.gold) for part in parts]
    return sum(size * pearson(part) for size, part in zip(sizes, parts, strict=True)) / sum(sizes)
