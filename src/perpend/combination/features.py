"""The features of a path in the log-linear model: named numbers, each with a weight.

    score of a path  =  sum over features of  weight · value

The paper's model, after Feng et al. (2009), and `share`; all but the last are sums over the arcs of a path:

    confidence      the log of an arc's votes, weighted by the systems' confidences, once for each slot it crosses
    share           like confidence with equal weights: those that choose a backbone may trust one system too much
    null            the number of null arcs
    words           the number of words
    backbone        the number of arcs of the backbone
    lm              the natural log probability of the language model, if there is one; "lm 2" and so on for others

Beyond the paper ("extended"):

    votes SYSTEM    the number of word arcs that this system voted for
    nulls SYSTEM    the number of null arcs that this system voted for
    risk            the risk of the path's backbone
    base SYSTEM     whether the path's backbone is this system's
    n-gram SYSTEM   for n from 1 to 4, how many n-grams of the path this system has
    hypotheses      the natural log probability of a language model of all candidates of all segments (`hypotheses.py`)

The features of arcs are linear, so all arcs of a graph are scored at once; n-grams are scored by a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from perpend.combination.graph import Graph
from perpend.combination.ngrams import ORDERS
from perpend.types import Doubles

__all__ = ["Layout", "Space", "arc_features", "path_features"]


_PLAIN = ("confidence", "share", "null", "words", "backbone")
_FLOOR = 0.01
"""Added to the share of votes before taking the log, so that an arc without votes is improbable, not impossible."""


@dataclass(frozen=True)
class Layout:
    """The names and order of the features for these `systems`; `models` are the names of the language models."""

    systems: tuple[str, ...]
    extended: bool = False
    models: tuple[str, ...] = ()

    @cached_property
    def arc_names(self) -> tuple[str, ...]:
        """The features of arcs."""
        if not self.extended:
            return _PLAIN
        groups = [[f"{kind} {system}" for system in self.systems] for kind in ("votes", "nulls", "base")]
        return (*_PLAIN, "risk", *groups[0], *groups[1], *groups[2])

    @cached_property
    def ngram_names(self) -> tuple[str, ...]:
        """The features of n-grams."""
        orders = range(1, ORDERS + 1) if self.extended else ()
        return tuple(f"{order}-gram {system}" for order in orders for system in self.systems)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All features: of arcs, of n-grams, of language models."""
        return (*self.arc_names, *self.ngram_names, *self.models)

    def parts(self, weights: Doubles) -> tuple[Doubles, Doubles, Doubles]:
        """Splits `weights` into those of arcs, those of n-grams as `[order, system]`, and those of language models."""
        arcs, ngrams = len(self.arc_names), len(self.ngram_names)
        table = weights[arcs : arcs + ngrams].reshape(-1, len(self.systems)) if ngrams else np.zeros((ORDERS, 0))
        return weights[:arcs], table, weights[arcs + ngrams :]

    def start(self) -> Doubles:
        """Returns initial weights, near those that tuning finds for translations into English."""
        begin = {"confidence": 0.7, "share": 0.3, "null": 0.25, "words": -0.1, "backbone": 0.2}
        begin |= {"risk": -1.0, "lm": 0.2, "hypotheses": 0.1}
        return np.array([begin.get(name, 0.0) for name in self.names])


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """A segment's graph, with the risks and the system shares of its backbones, which the features of arcs need."""

    graph: Graph
    risks: Doubles
    backbone_shares: Doubles


def arc_features(space: Space, layout: Layout, confidences: Doubles) -> Doubles:
    """Returns a row for each arc of `space` and a column for each of `layout.arc_names`.

    `confidences` are those of the systems.
    """
    graph = space.graph
    words = graph.word_counts
    null = (words == 0).astype(np.float64)
    present = graph.votes[graph.tail == 0].sum(axis=0) > 0
    total = float(confidences[present].sum()) or 1.0
    trusted, equal = graph.votes @ confidences / total, graph.votes.sum(axis=1) / max(1, present.sum())
    logs = [np.log(share + _FLOOR) * graph.span for share in (trusted, equal)]
    plain = [*logs, null, words.astype(np.float64), graph.by_backbone]
    if not layout.extended:
        return np.stack(plain, axis=1)
    begins = graph.begins
    first = begins >= 0
    risk = np.where(first, space.risks[np.maximum(begins, 0)], 0.0)
    base = np.where(first[:, None], space.backbone_shares[np.maximum(begins, 0)], 0.0)
    said = graph.votes * (1.0 - null)[:, None], graph.votes * null[:, None]
    return np.concatenate([np.stack([*plain, risk], axis=1), *said, base], axis=1)


def path_features(features: Doubles, paths: Sequence[Sequence[int]]) -> Doubles:
    """Returns the sum of the rows of `features` over the arcs of each of `paths`."""
    lengths = np.fromiter(map(len, paths), np.int64, len(paths))
    flat = np.fromiter((arc for path in paths for arc in path), np.int64, int(lengths.sum()))
    return np.asarray(np.add.reduceat(features[flat], np.cumsum(lengths) - lengths, axis=0))
