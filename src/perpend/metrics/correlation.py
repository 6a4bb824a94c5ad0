"""Pearson's and Spearman's correlation of many sets of scores with human judgments at once.

    values             gold
    .1  .9             5         pearson(values, gold)  ->  [-0.98, 0.98]: one number for each column
    .4  .5             2
    .6  .2             1

A point of weight 2 counts like two points. The correlation of scores that are all equal is 0. Ranks are those of
TER-Plus's tuning: equal values share the highest of their ranks, where the usual definition takes the mean.
"""

import numpy as np

from perpend.types import Doubles

__all__ = ["pearson", "ranks", "spearman"]


_EQUAL = 1e-12
"""Scores whose spread, relative to their size, is below this differ only by rounding."""


def pearson(values: Doubles, gold: Doubles, weights: Doubles | None = None) -> Doubles:
    """Returns Pearson's correlation of every column of `values` with `gold`; `weights` are those of the points.

    >>> pearson(np.array([[1.0, 3.0], [2.0, 2.0], [3.0, 1.0]]), np.array([1.0, 2.0, 3.0])).round(6).tolist()
    [1.0, -1.0]
    """
    share = np.full(len(gold), 1.0 / len(gold)) if weights is None else weights / weights.sum()
    centred = values - share @ values
    target = share * (gold - share @ gold)
    spread = np.sqrt(np.einsum("ij,ij,i->j", centred, centred, share))
    gold_spread = np.sqrt(target @ (gold - share @ gold))
    differ = (spread > _EQUAL * np.abs(values).max(axis=0)) & (gold_spread > _EQUAL * np.abs(gold).max())
    return np.where(differ, target @ centred, 0.0) / np.where(differ, spread * gold_spread, 1.0)


def spearman(values: Doubles, gold: Doubles, weights: Doubles | None = None) -> Doubles:
    """Returns Spearman's correlation, Pearson's of the ranks; `values`, `gold` and `weights` as in `pearson`."""
    return pearson(ranks(values), ranks(gold[:, None])[:, 0], weights)


def ranks(values: Doubles) -> Doubles:
    """Returns the rank of each of `values` in its column, from 1; equal values have the highest of their ranks.

    >>> ranks(np.array([[0.5], [0.1], [0.5], [0.9]]))[:, 0].tolist()
    [3.0, 1.0, 3.0, 4.0]
    """
    order = np.argsort(values, axis=0, kind="stable")
    ordered = np.take_along_axis(values, order, axis=0)
    last = np.full(values.shape, len(values), dtype=np.int64)
    last[:-1] = np.where(ordered[1:] != ordered[:-1], np.arange(1, len(values))[:, None], len(values))
    shared = np.minimum.accumulate(last[::-1], axis=0)[::-1]
    found = np.empty(values.shape)
    np.put_along_axis(found, order, shared.astype(np.float64), axis=0)
    return found
