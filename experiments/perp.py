"""PERP in the experiments: the public trainer and scorer, and packed pairs for comparing many learnings.

    train_perp(pairs, gold, ...)  ──> PerpModel ── perp_predictions(model, pairs, phrases) ──> unclipped similarities

    packed = PackedPairs(pairs, gold, phrases)          the pairs are tokenised and looked up once
    packed.averages(members, rate=0.1, seed=0)          after each epoch, the averaged weights so far
    packed.predictions(weights)                         the predictions of these weights for all pairs

A published row uses the first way: it shows what a user's own training gives. Comparisons of settings use the second,
because one learning then answers for several numbers of epochs and for members of one set (cross-validation).
"""

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from perpend.alignment import Search
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.model import PerpModel
from perpend.similarity.packing import PairPacker
from perpend.similarity.pairs import SEARCH
from perpend.similarity.perceptron import averages
from perpend.similarity.sources import averages_by_source
from perpend.text import Tokenizer
from perpend.types import Doubles, Integers

__all__ = ["Averages", "PackedPairs", "TOP", "at_epochs", "perp_predictions"]

TOP = 5.0
"""The upper end of the scale of STS-2012."""

Averages = Iterator[tuple[Doubles, float]]
"""For each epoch: the average of the weights so far, and the epoch's mean squared error. It does not end."""


def perp_predictions(model: PerpModel, pairs: Sequence[tuple[str, str]], phrases: PhraseTable | None = None) -> Doubles:
    """The similarities that a model predicts for pairs, not clipped to its scale; `phrases` is the model's table."""
    return model.using(phrase_table=phrases).predict(pairs, clipped=False)


class PackedPairs:
    """Packed `pairs` (text1, text2) with labels `gold` from 0 to 5.

    `phrases` is a phrase table, `tokenizer` TERp's by default.
    """

    def __init__(
        self,
        pairs: Sequence[tuple[str, str]],
        gold: Doubles,
        phrases: PhraseTable | None = None,
        tokenizer: Tokenizer | None = None,
    ) -> None:
        self.gold = gold
        self.costs = np.asarray(TOP - gold)
        self._examples = PairPacker(phrases, tokenizer).examples(pairs)

    def __len__(self) -> int:
        return len(self._examples)

    def averages(
        self,
        members: Sequence[int] | Integers | None = None,
        *,
        rate: float,
        seed: int,
        costs: Doubles | None = None,
        search: Search = SEARCH,
    ) -> Averages:
        """Trains on the pairs at the indices `members` (all by default); `costs` replaces the target costs."""
        costs = self.costs if costs is None else costs
        return averages(self._examples, costs, members, rate=rate, seed=seed, search=search)

    def averages_by_source(self, sources: Integers, members: Integers, *, rate: float, seed: int) -> Averages:
        """The same with an intercept for each source; `sources` has the source number of each pair."""
        return averages_by_source(self._examples, self.costs, sources, members, rate=rate, seed=seed)

    def predicted_costs(self, weights: Doubles, search: Search = SEARCH) -> Doubles:
        """The cost of each pair under these weights."""
        return np.asarray(self._examples.feature_matrix(weights, search) @ weights)

    def predictions(self, weights: Doubles) -> Doubles:
        """The similarity of each pair under these weights."""
        return np.asarray(TOP - self.predicted_costs(weights))

    def usable(self) -> int:
        """The number of pairs in which a paraphrase of the table could be used."""
        return sum(bool(self._examples.packed(k)["edges"]) for k in range(len(self)))


def at_epochs(learning: Averages, epochs: Sequence[int]) -> Iterator[tuple[int, Doubles | None]]:
    """Each epoch of `learning` up to the last of `epochs`, with the averaged weights of those in `epochs`."""
    for epoch, (weights, _) in enumerate(islice(learning, max(epochs)), start=1):
        yield epoch, weights if epoch in epochs else None
