"""The measures of one system: all that fit gold and answers, with intervals, for all pairs or for a part.

    gold       answers    measures
    numbers    numbers    Pearson, Spearman, Kendall; over groups also ALL, ALLnrm and Mean (`correlations`)
    yes/no     yes/no     Accuracy, Precision, Recall, F-measure, in percent; of a model's probabilities AUC, Brier, ECE
    yes/no     numbers    AUC
    labels     labels     Accuracy and macro F1, in percent; of a model's probabilities Brier and ECE

An interval holds 95 % of the values in bootstrap samples of the pairs; Kendall's tau has none, because it takes long.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from perpend.evaluation.calibration import brier, expected_calibration_error, reliability
from perpend.evaluation.classification import (
    CLASSIFICATION_METRICS,
    Confusion,
    auc,
    label_figures,
    label_table,
    macro_f1,
)
from perpend.evaluation.correlations import (
    Judged,
    joined_pearson,
    kendall,
    mean_pearson,
    mean_ranks,
    normalised_pearson,
    pearson,
    spearman,
)
from perpend.evaluation.gold import Gold
from perpend.evaluation.significance import (
    Interval,
    McNemar,
    Permutation,
    Williams,
    bootstrap_interval,
    mcnemar_test,
    permutation_test,
    williams_test,
)
from perpend.evaluation.systems import System

__all__ = ["Figures", "Test", "compared", "compared_with", "figures_of", "label_facts", "over_groups"]

Measure = Callable[[Judged], float]
Test = Williams | McNemar | Permutation

_FEWEST_FOR_WILLIAMS = 4
_NO_INTERVAL = ("Kendall",)


@dataclass(frozen=True, slots=True)
class Figures:
    """Measures of agreement by name, the intervals of those that have one, and the number of pairs."""

    count: int
    metrics: Mapping[str, float]
    intervals: Mapping[str, Interval]

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain JSON values."""
        intervals = {name: one.to_dict() for name, one in self.intervals.items()}
        return {"metrics": dict(self.metrics), "intervals": intervals, "count": self.count}


def figures_of(
    gold: Gold, system: System, places: Sequence[int] | None = None, *, samples: int = 1000, seed: int = 0
) -> Figures:
    """All measures of a system, for all pairs or some.

    :param gold: the human judgment of each pair.
    :param system: the system's answers.
    :param places: the indices of the pairs to measure; all by default.
    :param samples: the number of bootstrap samples for the intervals.
    :param seed: the seed of these samples.
    """
    whole = _judged(gold, system, places)
    measures = _measures(gold, system)
    intervals = {
        name: bootstrap_interval(_of_one(measure), [whole], samples=samples, seed=seed)
        for name, measure in measures.items()
        if name not in _NO_INTERVAL
    }
    return Figures(len(whole.gold), {name: measure(whole) for name, measure in measures.items()}, intervals)


def over_groups(
    figures: Figures, gold: Gold, system: System, groups: Sequence[Sequence[int]], *, samples: int, seed: int
) -> Figures:
    """Adds the correlations over `groups` (indices of pairs) to the `figures`, if `gold` and answers are numbers.

    `system`, `samples` and `seed` are those of `figures_of`.
    """
    if gold.labels or not groups:
        return figures
    parts = [_judged(gold, system, places) for places in groups]
    together = {"ALL": joined_pearson, "ALLnrm": normalised_pearson, "Mean": mean_pearson}
    metrics = {name: measure(parts) for name, measure in together.items()}
    intervals = {
        name: bootstrap_interval(measure, parts, samples=samples, seed=seed) for name, measure in together.items()
    }
    return Figures(figures.count, {**figures.metrics, **metrics}, {**figures.intervals, **intervals})


def compared(gold: Gold, one: System, other: System, *, samples: int = 1000, seed: int = 0) -> Test | None:
    """Tests whether the systems `one` and `other` differ: Williams' test, McNemar's, or a permutation test of AUC.

    Returns None if no test fits. `gold`, `samples` and `seed` are those of `figures_of`.
    """
    if one.has_labels and other.has_labels:
        return mcnemar_test(one.answers == gold.values, other.answers == gold.values)
    if one.has_labels or other.has_labels:
        return None
    if gold.kind == "numbers":
        return _williams(gold, one, other)
    ranked = [Judged(mean_ranks(system.answers), gold.values) for system in (one, other)]
    return permutation_test(_auc, *ranked, samples=samples, seed=seed)


def compared_with(
    rivals: Sequence[System], gold: Gold, system: System, *, samples: int = 1000, seed: int = 0
) -> dict[str, Test]:
    """The tests of a `system` against each of the `rivals` but itself, by their names, where a test fits.

    `gold`, `samples` and `seed` are those of `figures_of`.
    """
    found = {one.name: compared(gold, system, one, samples=samples, seed=seed) for one in rivals if one is not system}
    return {name: one for name, one in found.items() if one is not None}


def label_facts(gold: Gold, system: System) -> dict[str, Any]:
    """If the `system` answers with labels: measures of each label, the confusion table, and bins of probabilities.

    `gold` has the human judgments.
    """
    if not system.has_labels:
        return {}
    table = label_table(system.answers, gold.values, len(gold.labels))
    rows = zip(gold.labels, table.tolist(), strict=True)
    facts: dict[str, Any] = {
        "labels": label_figures(table, gold.labels),
        "confusion": {label: dict(zip(gold.labels, row, strict=True)) for label, row in rows},
    }
    if system.probabilities is not None:
        facts["reliability"] = [one.to_dict() for one in reliability(system.probabilities, gold.values)]
    return facts


def _judged(gold: Gold, system: System, places: Sequence[int] | None) -> Judged:
    """Answers beside gold; probabilities are further columns, so that resampling keeps rows together."""
    answers = system.answers
    if system.probabilities is not None:
        answers = np.column_stack([answers, system.probabilities])
    return Judged(answers, gold.values) if places is None else Judged(answers[places], gold.values[places])


def _measures(gold: Gold, system: System) -> dict[str, Measure]:
    if gold.kind == "numbers":
        return {"Pearson": pearson, "Spearman": spearman, "Kendall": kendall}
    if not system.has_labels:
        return {"AUC": _auc}
    if gold.kind == "yes/no":
        found: dict[str, Measure] = {name: partial(_two_way, name) for name in CLASSIFICATION_METRICS}
        found |= {"AUC": _auc_of_yes} if system.probabilities is not None else {}
    else:
        found = {"Accuracy": _accuracy, "macro F1": partial(_macro_f1, len(gold.labels))}
    if system.probabilities is not None:
        found |= {"Brier": _brier, "ECE": _calibration_error}
    return found


def _answers(judged: Judged) -> Any:
    return judged.predictions if judged.predictions.ndim == 1 else judged.predictions[:, 0]


def _two_way(name: str, judged: Judged) -> float:
    return Confusion.of(_answers(judged) == 1, judged.gold == 1).metrics[name]


def _accuracy(judged: Judged) -> float:
    return float(100.0 * (_answers(judged) == judged.gold).mean())


def _macro_f1(labels: int, judged: Judged) -> float:
    return macro_f1(label_table(_answers(judged), judged.gold, labels))


def _auc(judged: Judged) -> float:
    return auc(judged.predictions, judged.gold)


def _auc_of_yes(judged: Judged) -> float:
    return auc(judged.predictions[:, 2], judged.gold)


def _brier(judged: Judged) -> float:
    return brier(judged.predictions[:, 1:], judged.gold)


def _calibration_error(judged: Judged) -> float:
    return expected_calibration_error(judged.predictions[:, 1:], judged.gold)


def _of_one(measure: Measure) -> Callable[[Sequence[Judged]], float]:
    return lambda drawn: measure(drawn[0])


def _williams(gold: Gold, one: System, other: System) -> Williams | None:
    if len(gold.values) < _FEWEST_FOR_WILLIAMS:
        return None
    ours, theirs = (pearson(Judged(system.answers, gold.values)) for system in (one, other))
    return williams_test(ours, theirs, pearson(Judged(one.answers, other.answers)), len(gold.values))
