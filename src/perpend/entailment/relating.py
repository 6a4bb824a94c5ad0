"""The relatedness that the rules and the learned layer rest on: a regression over relatedness features.

    values of a pair's features, and what its words say  ── scaling, regression ──>  relatedness on the labels' scale

It is the regression of `perpend.similarity.relatedness`, kept inside the model of entailment, so that one file is all
that an answer needs. For a pair that it was trained on it would answer too well; so the relatedness of training pairs,
from which threshold and layer are learned, comes from regressions that did not see them (`relate_out_of_fold`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.metrics.correlation import Doubles
from perpend.similarity.annotated_pairs import Pair
from perpend.similarity.relatedness.learning import trained
from perpend.similarity.relatedness.model import RelatednessModel
from perpend.similarity.relatedness.regression import Regression
from perpend.similarity.relatedness.word_evidence import WordEvidence, learn_evidence, out_of_fold
from perpend.similarity.scaling import Scaling

__all__ = ["Relating", "relate_out_of_fold"]


@dataclass(frozen=True, slots=True, eq=False)
class Relating:
    """Which features are used, how they are scaled, the regression, and the word evidence that is its last feature."""

    features: str
    scaling: Scaling
    regression: Regression
    evidence: WordEvidence | None

    @classmethod
    def of(cls, model: RelatednessModel) -> "Relating":
        """That of a model of relatedness."""
        return cls(model.features, model.scaling, model.regression, model.evidence)

    def relatedness(self, values: Doubles, sentences: Sequence[Pair]) -> Doubles:
        """The relatedness of pairs, given their features and sentences."""
        if self.evidence is not None:
            values = np.column_stack([values, self.evidence.estimates(sentences)[:, :1]])
        return self.regression.predictions(self.scaling.rows(values))


def relate_out_of_fold(
    model: RelatednessModel,
    values: Doubles,
    sentences: Sequence[Pair],
    labels: Doubles,
    folds: NDArray[np.int64],
) -> Doubles:
    """For each training pair the relatedness by a regression with the model's parameters, of the other folds."""
    found = np.zeros(len(labels))
    for fold in np.unique(folds):
        own, rest = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
        known, asked = values[rest], values[own]
        if model.evidence is not None:
            pairs, column = [sentences[k] for k in rest.tolist()], labels[rest][:, None]
            known = np.column_stack([known, out_of_fold(pairs, column, folds[rest])[:, :1]])
            learned = learn_evidence(pairs, column).estimates([sentences[k] for k in own.tolist()])
            asked = np.column_stack([asked, learned[:, :1]])
        scaling = Scaling.of(known)
        regression = trained(scaling.rows(known), labels[rest], model.learned)
        found[own] = regression.predictions(scaling.rows(asked))
    return found
