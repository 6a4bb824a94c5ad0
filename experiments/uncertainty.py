"""How sure the rows of a table with several sets are: an interval for each figure, and tests against another row.

    runs, one for each seed ──> intervals_of(tests, runs) ──> {"ALL": Interval(.79, .82), "Mean": ..., "MSRpar": ...}
    runs, those of another ──> williams_tests(tests, runs, other) ──> {"MSRpar": Williams(t, degrees, p), ...}

A run has the predictions of one model for each set. A row of several seeds is the mean of their figures, so in each
bootstrap sample the figures of all seeds are computed on the same pairs and averaged. Williams' test uses such means of
correlations too. The interval reflects the choice of pairs, not the spread over seeds.
"""

from collections.abc import Callable, Sequence

import numpy as np

from experiments.datasets import Subtask
from experiments.systems import Predictions
from perpend.evaluation.correlations import Judged
from perpend.evaluation.significance import Interval, Williams, bootstrap_interval, williams_test
from perpend.metrics.correlation import pearson

__all__ = ["intervals_of", "williams_tests"]

_FEWEST_TESTED = 4
"""The fewest pairs for Williams' test."""


def intervals_of(
    tests: Sequence[Subtask], runs: Sequence[Predictions], samples: int = 1000, seed: int = 0
) -> dict[str, Interval]:
    """95 % intervals for ALL, Mean and each of the `tests`.

    `runs` are predictions, one for each seed; `samples` bootstrap samples are drawn with `seed`.
    """
    parts = _parts(tests, runs)
    measures: dict[str, tuple[Callable[[Sequence[Judged]], float], list[Judged]]] = {
        "ALL": (_joined, parts),
        "Mean": (_weighted_mean, parts),
        **{test.name: (_joined, [part]) for test, part in zip(tests, parts, strict=True)},
    }
    return {
        name: bootstrap_interval(measure, over, samples=samples, seed=seed)
        for name, (measure, over) in measures.items()
    }


def williams_tests(
    tests: Sequence[Subtask], runs: Sequence[Predictions], others: Sequence[Predictions]
) -> dict[str, Williams]:
    """Williams' test of the difference between `runs` and `others`, for each set of `tests` with enough pairs."""
    found = {}
    for test, one, other in zip(tests, _parts(tests, runs), _parts(tests, others), strict=True):
        if len(test.gold) >= _FEWEST_TESTED:
            between = np.mean([pearson(one.predictions, column) for column in other.predictions.T])
            found[test.name] = williams_test(_joined([one]), _joined([other]), _bounded(between), len(test.gold))
    return found


def _parts(tests: Sequence[Subtask], runs: Sequence[Predictions]) -> list[Judged]:
    """For each set the predictions of all runs as columns."""
    return [Judged(np.column_stack([run[k] for run in runs]), test.gold) for k, test in enumerate(tests)]


def _joined(parts: Sequence[Judged]) -> float:
    predictions = np.concatenate([part.predictions for part in parts])
    return _bounded(pearson(predictions, np.concatenate([part.gold for part in parts])).mean())


def _weighted_mean(parts: Sequence[Judged]) -> float:
    sizes = [len(part.gold) for part in parts]
    return sum(size * _joined([part]) for size, part in zip(sizes, parts, strict=True)) / sum(sizes)


def _bounded(correlation: np.floating) -> float:
    return max(-1.0, min(1.0, float(correlation)))
