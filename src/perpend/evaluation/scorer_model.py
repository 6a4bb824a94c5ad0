"""A PERP scorer as a model that can be evaluated: `predict` and `signature` in the shape that all models share."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from perpend.evaluation.systems import Pair
from perpend.learning.provenance import Training
from perpend.similarity.score import PerpScorer
from perpend.types import Doubles

__all__ = ["ScorerModel"]


@dataclass(frozen=True, slots=True, eq=False)
class ScorerModel:
    """A scorer, and whether it scores the mean of both directions."""

    scorer: PerpScorer
    symmetric: bool = False

    @property
    def training(self) -> Training:
        """What the model learned from."""
        return self.scorer.model.training

    @property
    def signature(self) -> str:
        """All that its scores depend on."""
        return self.scorer.signature(self.symmetric)

    def predict(self, pairs: Iterable[Pair], *, clipped: bool = True) -> Doubles:
        """The similarity of each pair."""
        scores = self.scorer.score_many(pairs, self.symmetric)
        return np.array([score.value if clipped else score.raw for score in scores])
