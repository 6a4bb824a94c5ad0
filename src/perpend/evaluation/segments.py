"""How well translation metrics agree with human judgments of single segments, on your own data.

    read_judged("judged.tsv", "score", columns=("ref", "hyp"), group="segment")
        ──> evaluate_metrics(data) ──> PairsReport ──> rows, .to_dict()

A row of the table is one translation (hyp), its reference (ref) and a judgment; higher judgments are better by default.
The rows of the report are the metrics and the columns of other metrics. Each has Pearson's, Spearman's and Kendall's
correlation over all translations, and figures of pairs of translations (`agreement`), which the judges of the WMT
shared tasks prefer because segments differ in difficulty:

    acc_eq               the share of pairs that metric and people order alike, ties included
    acc_eq calibrated    the same with scores within the best threshold counted as equal
    tau_b                Kendall's tau-b within each segment, averaged over segments

With groups, a pair is two translations of the same segment, and intervals come from resampling segments. Without
groups, a pair is any two rows, there is no tau_b and no interval, and these measures are left out above 2,000 rows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from perpend import __version__
from perpend.errors import InputError, unknown_name
from perpend.evaluation.agreement import (
    Pairs,
    acc_eq,
    best_threshold,
    draws,
    mean_of_rows,
    tau_b_rows,
)
from perpend.evaluation.figures import Figures, compared_with, figures_of
from perpend.evaluation.gold import Gold
from perpend.evaluation.pairs import JudgedPairs, PairsReport, PairsRow
from perpend.evaluation.significance import middle_interval
from perpend.evaluation.systems import System, column_system, rivals_of
from perpend.metrics.bleu import bleu
from perpend.metrics.chrf import chrf
from perpend.metrics.comparison import Scored
from perpend.metrics.corpus_score import CorpusScore
from perpend.metrics.nist import nist
from perpend.metrics.per import per
from perpend.metrics.ter import ter
from perpend.metrics.terp import terp
from perpend.metrics.wer import wer
from perpend.types import Doubles, Progress

__all__ = ["METRICS", "Metric", "evaluate_metrics", "segment_scores"]

Metric = Callable[[Sequence[str], Sequence[str]], Scored]
"""Hypotheses, and a reference for each -> a corpus score with statistics of each segment."""

METRICS: Mapping[str, Metric] = {
    "WER": partial(wer, tokenizer="13a"),
    "PER": partial(per, tokenizer="13a"),
    "BLEU": bleu,
    "chrF": chrf,
    "NIST": nist,
    "TER": ter,
    "TERp": terp,
}
"""The metrics with their usual settings."""

_MOST_UNGROUPED = 2_000
"""All pairs of more rows would take gigabytes."""


def segment_scores(result: Scored) -> Doubles:
    """The score of each segment of a `result`, negated if lower is better."""
    # Some metrics smooth the scores of single segments, unlike those of sums.
    scores = result.segment_scores if isinstance(result, CorpusScore) else result.scores(result.rows)
    return -scores if result.lower_is_better else scores


def evaluate_metrics(
    data: JudgedPairs,
    metrics: Sequence[str] = tuple(METRICS),
    *,
    against: Sequence[str] = (),
    lower_is_better: bool = False,
    samples: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> PairsReport:
    """Scores all translations with each metric, and compares with human judgments.

    :param data: references and translations (text1 and text2) with judgments; its groups are the segments.
    :param metrics: names of METRICS.
    :param against: the metrics or columns that all others are tested against; by default the first row.
    :param lower_is_better: lower judgments are better; columns of other metrics are always better when higher.
    :param samples: the number of bootstrap samples for the intervals.
    :param seed: the seed of these samples.
    :param progress: called with a description, the number of completed steps and their total.
    """
    if data.gold.kind == "labels":
        raise InputError(f"the judgments of {data.name} are labels, {data.gold.labels[0]!r} for one: give numbers")
    gold = Gold(-data.gold.values if lower_is_better else data.gold.values)
    systems = list(_systems(data, gold, metrics, progress or (lambda *_: None)))
    rivals = rivals_of(systems, against, "metric")
    rows = tuple(_row(data, gold, system, rivals, samples, seed) for system in systems)
    order = "|lower is better" if lower_is_better else ""
    about = f"data:{data.signature}{order}|samples:{samples}|seed:{seed}|version:{__version__}"
    return PairsReport(rows, gold.kind, about, "metrics")


def _systems(data: JudgedPairs, gold: Gold, metrics: Sequence[str], tell: Progress) -> Iterator[System]:
    refs, hyps = ([pair[side] for pair in data.pairs] for side in (0, 1))
    for place, name in enumerate(dict.fromkeys(metrics)):
        if name not in METRICS:
            raise unknown_name("metric", name, METRICS)
        tell(name, place, len(metrics))
        result = METRICS[name](hyps, refs)
        yield System(name, segment_scores(result), False, result.signature)
    for name, texts in data.systems.items():
        if name in metrics:
            raise InputError(f"two rows are named {name!r}: rename the column")
        yield column_system(name, texts, gold, data.name, data.lines)


def _row(data: JudgedPairs, gold: Gold, system: System, rivals: Sequence[System], samples: int, seed: int) -> PairsRow:
    whole = figures_of(gold, system, samples=samples, seed=seed)
    paired = _pairwise(data, gold, system, samples, seed)
    metrics = {**whole.metrics, **{name: float(values[0]) for name, values in paired.items()}}
    intervals = {name: middle_interval(values[1:]) for name, values in paired.items() if len(values) > 1}
    tests = compared_with(rivals, gold, system)
    figures = Figures(whole.count, metrics, {**whole.intervals, **intervals})
    return PairsRow(system.name, figures, {}, tests, {}, system.signature)


def _pairwise(data: JudgedPairs, gold: Gold, system: System, samples: int, seed: int) -> dict[str, Doubles]:
    """The value of each pairwise measure, and with groups its values in all samples."""
    parts = list(data.parts.values()) or [list(range(len(data.pairs)))]
    if not data.groups and len(data.pairs) > _MOST_UNGROUPED:
        return {}
    pairs = _pairs_within(parts, gold.values, system.answers)
    times = np.ones((1, len(parts)))
    if data.groups:
        times = np.concatenate([times, draws(len(parts), samples, seed)])
    counts, calibrated = pairs.counts(), pairs.counts(best_threshold(pairs))
    found = {"acc_eq": acc_eq(times @ counts), "acc_eq calibrated": acc_eq(times @ calibrated)}
    return found | ({"tau_b": mean_of_rows(times @ tau_b_rows(counts))} if data.groups else {})


def _pairs_within(parts: Sequence[Sequence[int]], human: Doubles, metric: Doubles) -> Pairs:
    """All pairs of two translations in the same part."""
    segments, firsts, seconds = [], [], []
    for number, places in enumerate(parts):
        first, second = np.triu_indices(len(places), 1)
        segments.append(np.full(len(first), number))
        firsts.append(np.asarray(places)[first])
        seconds.append(np.asarray(places)[second])
    one, other = np.concatenate(firsts), np.concatenate(seconds)
    return Pairs(len(parts), np.concatenate(segments), human[one] - human[other], metric[one] - metric[other])
