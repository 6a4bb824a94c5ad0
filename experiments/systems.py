"""The systems of the STS-2012 table: from the data, the similarities that each predicts for the five test sets.

    baseline          how many words two texts share: the cosine of their sets of words
    TERp (default)    minus the score of TERp under the costs of TERp-A
    TERp (tuned)      the same under costs tuned to each training set
    PERP              5 - weights · features, the weights learned from each training set

A test set is judged by the model of its source. No prediction is clipped to the scale. TERp's score is divided by the
reference's length and capped at 1, as TERp-A says.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from experiments.datasets import Sts2012, Subtask
from experiments.threads import Advance, across_cores
from perpend.alignment import Aligner, Costs, Search
from perpend.evaluation.pairs import overlap
from perpend.lexicon.phrases.table import PhraseTable
from perpend.metrics.tuning import TuningResult, tune
from perpend.similarity.packing import PairPacker
from perpend.similarity.pairs import SEARCH
from perpend.similarity.perceptron import MIN_SHIFT, averages, last_of
from perpend.text import Tokenizer
from perpend.types import Doubles

__all__ = ["Perp", "Predictions", "overlap_predictions", "terp_predictions", "tuned_costs"]

TOP = 5.0
"""The upper end of the scale, which identical texts would have without an intercept."""

Predictions = tuple[Doubles, ...]
"""One array for each test set, in the order of `Sts2012.tests`."""


def overlap_predictions(data: Sts2012) -> Predictions:
    """The organisers' baseline."""
    return tuple(np.array([overlap(*pair) for pair in test.pairs]) for test in data.tests)


def terp_predictions(data: Sts2012, costs: Mapping[str, Costs], phrases: PhraseTable | None = None) -> Predictions:
    """Minus TERp's scores; `costs` are those of each source."""
    aligners = {source: Aligner(one, phrases) for source, one in costs.items()}
    return tuple(_terp(test, aligners[test.source]) for test in data.tests)


def _terp(test: Subtask, aligner: Aligner) -> Doubles:
    return -np.array([alignment.score for alignment in aligner.align_many(test.hyps, test.refs)])


def tuned_costs(
    data: Sts2012, phrases: PhraseTable | None = None, advance: Advance | None = None
) -> dict[str, TuningResult]:
    """TERp-A's costs, tuned to each training set for the best Pearson correlation."""
    results = {}
    for source, training in data.training.items():
        results[source] = tune(
            training.hyps, training.refs, training.gold.tolist(), phrases=phrases, min_shift=MIN_SHIFT
        )
        if results[source].interrupted:
            # Tuning keeps its best so far, but half-tuned costs are not what the row says they are.
            raise KeyboardInterrupt
        if advance:
            advance()
    return results


class Perp:
    """PERP on one set of data: pairs are encoded once, then models are learned and used for as many seeds as asked."""

    def __init__(
        self,
        data: Sts2012,
        phrases: PhraseTable | None = None,
        tokenizer: Tokenizer | None = None,
        search: Search = SEARCH,
    ) -> None:
        packer = PairPacker(phrases, tokenizer)
        self._data, self._search = data, search
        self._training = {name: packer.examples(part.pairs) for name, part in data.training.items()}
        self._tests = [packer.examples(part.pairs) for part in data.tests]

    def predictions(
        self, seeds: Sequence[int], *, epochs: int = 200, rate: float = 0.01, advance: Advance | None = None
    ) -> list[Predictions]:
        """What the models of each seed predict. `advance` is told of each epoch of each model."""
        sizes = {source: sum(len(a) * len(b) for a, b in part.pairs) for source, part in self._data.training.items()}
        # The longest first, so that no core ends long after the others.
        jobs = sorted(((seed, source) for seed in seeds for source in sizes), key=lambda job: -sizes[job[1]])

        def model(job: tuple[int, str], step: Advance) -> Doubles:
            seed, source = job
            costs = np.asarray(TOP - self._data.training[source].gold)
            learning = averages(self._training[source], costs, rate=rate, seed=seed, search=self._search)
            return last_of(learning, epochs, lambda _epoch, _error: step())

        models = dict(zip(jobs, across_cores(model, jobs, advance), strict=True))
        return [self._predicted({source: models[seed, source] for source in self._training}) for seed in seeds]

    def _predicted(self, models: Mapping[str, Doubles]) -> Predictions:
        predictions = []
        for part, examples in zip(self._data.tests, self._tests, strict=True):
            weights = models[part.source]
            predictions.append(np.asarray(TOP - examples.feature_matrix(weights, self._search) @ weights))
        return tuple(predictions)
