"""The relatedness that the rules and the learned layer use: a regression over relatedness features.

    features of a pair, and its word evidence  ── scaling, regression ──>  relatedness on the labels' scale

It is the regression of `perpend.relatedness`, stored in the model of entailment, so that a model is one file. Its
values for training pairs would be too accurate; so the relatedness from which threshold and layer are learned comes
from regressions of the other folds (`relate_out_of_fold`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.features.annotated_pairs import Pair
from perpend.learning.kernel_regression import Choices, Learned, choose, trained
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling
from perpend.learning.word_evidence import WordEvidence, learn_evidence, unseen_evidence
from perpend.relatedness.word_evidence import evidence_items
from perpend.types import Doubles, Progress

__all__ = ["Known", "Relating", "relate_out_of_fold", "train_relating"]

_CHOICES = Choices(costs=(1.0, 4.0), gammas=(0.1, 0.3, 1.0), blends=(0.0, 0.25), sample=2000)
"""The grid of cross-validation, on a sample of the pairs."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Training pairs: features with their names, relatedness, folds, and sentences if there is word evidence."""

    names: tuple[str, ...]
    values: Doubles
    labels: Doubles
    folds: NDArray[np.int64]
    sentences: tuple[Pair, ...] | None

    def take(self, kept: NDArray[np.bool_]) -> "Known":
        """The pairs where `kept` is true."""
        own = None
        if self.sentences is not None:
            own = tuple(pair for pair, wanted in zip(self.sentences, kept.tolist(), strict=True) if wanted)
        return Known(self.names, self.values[kept], self.labels[kept], self.folds[kept], own)


@dataclass(frozen=True, slots=True, eq=False)
class Relating:
    """The feature set, the scaling, the regression, and the word evidence that is its last feature.

    `names` are those of the features without the evidence.
    """

    features: str
    names: tuple[str, ...]
    scaling: Scaling
    regression: Regression
    evidence: WordEvidence | None

    def relatedness(self, values: Doubles, sentences: Sequence[Pair]) -> Doubles:
        """The relatedness of pairs, given their features `values` and their `sentences`."""
        if self.evidence is not None:
            values = np.column_stack([values, self.evidence.estimates(map(evidence_items, sentences))[:, :1]])
        return self.regression.predictions(self.scaling.rows(values))


def train_relating(features: str, known: Known, progress: Progress | None = None) -> tuple[Relating, Learned]:
    """Trains the regression on all `known` pairs with the feature set `features`; returns it and its parameters.

    `progress` is called during cross-validation.
    """
    values = _with_evidence(known)
    scaling = Scaling.of(values)
    learned = choose(scaling.rows(values), known.labels, _CHOICES, progress)
    return _trained(features, known, values, learned), learned


def relate_out_of_fold(known: Known, learned: Learned, progress: Progress | None = None) -> Doubles:
    """The relatedness of each `known` pair by a regression with the parameters `learned`, trained on the other folds.

    `progress` is called before each fold.
    """
    found = np.zeros(len(known.labels))
    folds = np.unique(known.folds).tolist()
    for fold in folds:
        if progress:
            progress("relatedness out of fold", fold, len(folds))
        own, rest = known.take(known.folds == fold), known.take(known.folds != fold)
        relating = _trained("", rest, _with_evidence(rest), learned)
        found[known.folds == fold] = relating.relatedness(own.values, own.sentences or ())
    return found


def _with_evidence(known: Known) -> Doubles:
    """The features, and the word evidence of each pair by a model of the other folds."""
    if known.sentences is None:
        return known.values
    return np.column_stack([known.values, unseen_evidence(_items(known.sentences), known.labels[:, None], known.folds)])


def _trained(features: str, known: Known, values: Doubles, learned: Learned) -> Relating:
    scaling = Scaling.of(values)
    regression = trained(scaling.rows(values), known.labels, learned)
    evidence = None if known.sentences is None else learn_evidence(_items(known.sentences), known.labels[:, None])
    return Relating(features, known.names, scaling, regression, evidence)


def _items(pairs: Sequence[Pair]) -> list[list[str]]:
    return [evidence_items(pair) for pair in pairs]
