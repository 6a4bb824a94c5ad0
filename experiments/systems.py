"""The systems of the STS-2012 table: from the data, the similarities that each predicts for the five test sets.

    baseline          how many words two texts share: the cosine of their sets of words
    TERp (default)    minus the score of TERp under the costs of TERp-A
    TERp (tuned)      the same under costs tuned to each training set
    PERP              the public trainer and scorer: a model of each training set, a score for each test pair

A test set is judged by the model of its source. No prediction is clipped to the scale. TERp's score is divided by the
reference's length and capped at 1, as TERp-A says.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from experiments.datasets import Sts2012, Subtask
from experiments.perp import perp_predictions
from experiments.threads import Advance, across_cores
from perpend.alignment import Aligner, Costs
from perpend.evaluation.baselines import overlap
from perpend.lexicon.phrases.table import PhraseTable
from perpend.metrics.tuning import TuningResult, tune
from perpend.similarity.model import PerpModel
from perpend.similarity.perceptron import MIN_SHIFT
from perpend.similarity.training import train_perp
from perpend.text import Tokenizer
from perpend.types import Doubles

__all__ = ["Predictions", "overlap_predictions", "perp_runs", "terp_predictions", "tuned_costs"]

Predictions = tuple[Doubles, ...]
"""One array for each test set, in the order of `Sts2012.tests`."""


def overlap_predictions(data: Sts2012) -> Predictions:
    """The organisers' baseline on the test sets of `data`."""
    return tuple(np.array([overlap(*pair) for pair in test.pairs]) for test in data.tests)


def terp_predictions(data: Sts2012, costs: Mapping[str, Costs], phrases: PhraseTable | None = None) -> Predictions:
    """Minus TERp's scores of the test sets of `data`; `costs` are those of each source, `phrases` is TERp's table."""
    aligners = {source: Aligner(one, phrases) for source, one in costs.items()}
    return tuple(_terp(test, aligners[test.source]) for test in data.tests)


def _terp(test: Subtask, aligner: Aligner) -> Doubles:
    return -np.array([alignment.score for alignment in aligner.align_many(test.hyps, test.refs)])


def tuned_costs(
    data: Sts2012, phrases: PhraseTable | None = None, advance: Advance | None = None
) -> dict[str, TuningResult]:
    """TERp-A's costs, tuned to each training set of `data` for the best Pearson correlation, as in the original.

    `phrases` is TERp's table; `advance` is called after each step.
    """
    results = {}
    for source, training in data.training.items():
        results[source] = tune(
            training.hyps,
            training.refs,
            training.gold.tolist(),
            phrases=phrases,
            tune_match=True,
            min_shift=MIN_SHIFT,
        )
        if results[source].interrupted:
            # An interrupted tuning returns its best so far, which must not be published as tuned.
            raise KeyboardInterrupt
        if advance:
            advance()
    return results


def perp_runs(
    data: Sts2012,
    seeds: Sequence[int],
    phrases: PhraseTable | None = None,
    *,
    tokenizer: Tokenizer | None = None,
    epochs: int = 200,
    rate: float = 0.01,
    advance: Advance | None = None,
) -> list[Predictions]:
    """PERP's predictions after training with each of the `seeds`.

    :param data: the training and test sets.
    :param seeds: one model per seed and source.
    :param phrases: a phrase table.
    :param tokenizer: TERp's by default.
    :param epochs: passes over the pairs.
    :param rate: the learning rate.
    :param advance: called after each epoch of each model.
    """
    sizes = {source: sum(len(a) * len(b) for a, b in part.pairs) for source, part in data.training.items()}
    # The longest first, so that no core ends long after the others.
    jobs = sorted(((seed, source) for seed in seeds for source in sizes), key=lambda job: -sizes[job[1]])

    def trained(job: tuple[int, str], step: Advance) -> PerpModel:
        seed, source = job
        return train_perp(
            data.training[source].pairs,
            data.training[source].gold.tolist(),
            epochs=epochs,
            rate=rate,
            seed=seed,
            phrases=phrases,
            tokenizer=tokenizer,
            name=source,
            progress=lambda _epoch, _error: step(),
        )

    models = dict(zip(jobs, across_cores(trained, jobs, advance), strict=True))
    return [
        tuple(perp_predictions(models[seed, test.source], test.pairs, phrases) for test in data.tests) for seed in seeds
    ]
