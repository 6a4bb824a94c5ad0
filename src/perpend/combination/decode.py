"""A segment's graph and weights -> its best paths and their features.

    arcs' features · weights  ->  a score for each arc
    agreement · weights       ->  a score for each n-gram       }  search  ->  paths  ->  features, for the tuning
    language models · weights ->  a score for each word         }

The log-linear model of section 4.3; see `search.py` for the search.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from perpend.combination import _search
from perpend.combination.features import Layout, Space, arc_features, path_features
from perpend.combination.ngrams import Agreement
from perpend.combination.search import Arcs, BoundModel, Found, NgramScores
from perpend.types import Doubles

__all__ = ["Beam", "Decoder", "LanguageModel"]


class LanguageModel(Protocol):
    """Gives the probability of a word after up to three others."""

    def bind(self, forms: Sequence[str]) -> BoundModel:
        """Returns the model for texts that are sequences of indices into `forms`."""


@dataclass(frozen=True, slots=True)
class Beam:
    """Limits of the search.

    :param states: how many states are kept at a node.
    :param paths: how many different paths are returned.
    :param tries: how many paths are read to find them.
    """

    states: int = 30
    paths: int = 1
    tries: int = 1_000


@dataclass(frozen=True, eq=False)
class Decoder:
    """The features (`layout`) with their `weights`, the systems' `confidences`, and the language `models` by name."""

    layout: Layout
    weights: Doubles
    confidences: Doubles
    models: Mapping[str, LanguageModel]

    def paths(self, space: Space, agreement: Agreement | None, forms: Sequence[str], beam: Beam) -> list[Found]:
        """Returns the best paths through `space`; `agreement` and `forms` are those of its segment.

        `beam` limits the search.
        """
        of_arcs, of_ngrams, of_models = self.layout.parts(self.weights)
        arcs = _arcs(space, arc_features(space, self.layout, self.confidences) @ of_arcs)
        ngrams = self._ngrams(agreement, of_ngrams, of_models, forms)
        return _search.search(arcs, ngrams, beam=beam.states, paths=beam.paths, tries=beam.tries)

    def features(
        self, space: Space, agreement: Agreement | None, forms: Sequence[str], found: Sequence[Found]
    ) -> Doubles:
        """Returns a row of features for each path of `found`; `space`, `agreement` and `forms` as in `paths`."""
        parts = [path_features(arc_features(space, self.layout, self.confidences), [path.arcs for path in found])]
        if self.layout.extended and agreement is not None:
            parts.append(agreement.counts([path.words for path in found]))
        for name in self.layout.models:
            bound = self.models[name].bind(forms)
            parts.append(np.array([[_log_probability(bound, path.words)] for path in found]))
        return np.concatenate(parts, axis=1)

    def _ngrams(
        self, agreement: Agreement | None, of_ngrams: Doubles, of_models: Doubles, forms: Sequence[str]
    ) -> NgramScores:
        keys, scores = np.zeros(0, np.uint64), np.zeros(0)
        if self.layout.extended and agreement is not None:
            keys, scores = agreement.keys, agreement.scores(of_ngrams)
        bound = [
            (float(weight), self.models[name].bind(forms))
            for name, weight in zip(self.layout.models, of_models, strict=True)
        ]
        return NgramScores(keys, scores, tuple(bound))


def _log_probability(model: BoundModel, words: Sequence[int]) -> float:
    total, history = 0.0, 0
    for word in words:
        key = history << 16 | word
        total += model.word(key)
        history = key & 0xFFFFFFFFFFFF
    return total + model.end(history)


def _arcs(space: Space, scores: Doubles) -> Arcs:
    graph = space.graph
    return Arcs(graph.first(), graph.head, np.ascontiguousarray(scores), graph.word_start, graph.words)
