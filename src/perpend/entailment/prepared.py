"""Everything about pairs of texts that does not depend on labels or on a model, computed once: `Prepared`.

prepare(pairs, extractor, patterns)  ->  parsed sentences, features of relatedness, words that differ
pattern_rows, layer_values           ->  the features of the learned layer
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perpend.entailment.features import pattern_features
from perpend.entailment.patterns import Patterns
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.entailment.rules import Rules
from perpend.entailment.word_pairs import word_evidence
from perpend.features.annotated_pairs import Pair
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.types import Doubles, Progress

__all__ = ["Prepared", "RELATED_COLUMNS", "layer_values", "pattern_rows", "prepare"]

_HIGHEST = 5.0
"""With this relatedness as threshold, the rules need no model of relatedness to find the words to compare."""

_BENDS = (2.5, 3.0, 3.5, 3.8, 4.0, 4.2, 4.4, 4.6)
RELATED_COLUMNS = 2 + len(_BENDS)
"""How many features of the layer are relatedness: a linear layer bends with it, most where labels change."""


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The texts of pairs, their parsed sentences and relatedness features, and the words that differ."""

    texts: tuple[tuple[str, str], ...]
    sentences: tuple[Pair, ...]
    values: Doubles
    words: tuple[frozenset[str], ...]

    def take(self, places: Sequence[int]) -> "Prepared":
        """The pairs at the indices `places`."""
        return Prepared(
            tuple(self.texts[k] for k in places),
            tuple(self.sentences[k] for k in places),
            self.values[list(places)],
            tuple(self.words[k] for k in places),
        )


def prepare(
    pairs: Sequence[tuple[str, str]],
    extractor: RelatednessFeatures,
    patterns: Patterns,
    progress: Progress | None = None,
) -> Prepared:
    """Parses the texts of `pairs` and computes their features.

    :param pairs: (text, hypothesis).
    :param extractor: computes the features of relatedness; it parses a text in several pairs once.
    :param patterns: patterns of verbs.
    :param progress: called with a description, the number of completed steps and their total.
    """
    sentences = tuple(extractor.annotate(pairs, progress))
    values = extractor.matrix_of_sentences(sentences, progress)
    plain = Rules(patterns, QuasiSynonyms(), _HIGHEST)
    words = []
    for done, (text, hypothesis) in enumerate(sentences):
        if progress and done % 100 == 0:
            progress("words that differ", done, len(sentences))
        words.append(word_evidence(plain, text, hypothesis))
    return Prepared(tuple(pairs), sentences, values, tuple(words))


def pattern_rows(rules: Rules, prepared: Prepared, related: Doubles) -> Doubles:
    """The pattern features of `prepared` pairs under `rules`, one row per pair; `related` is their relatedness."""
    rows = [
        list(pattern_features(rules, *pair, degree).values())
        for pair, degree in zip(prepared.sentences, related.tolist(), strict=True)
    ]
    return np.array(rows, np.float64)


def layer_values(patterns: Doubles, values: Doubles, related: Doubles, words: Doubles) -> Doubles:
    """Joins the features of the layer.

    :param patterns: the features of patterns.
    :param values: the features of relatedness.
    :param related: the relatedness; the layer has it, its square, and what it is above each bend.
    :param words: the estimates of word pairs.
    """
    above = [np.maximum(0.0, related - bend) for bend in _BENDS]
    return np.column_stack([patterns, values, related, related**2, *above, words])
