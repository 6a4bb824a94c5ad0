"""How well each metric agrees with people on translations of WMT: one row for each metric, with intervals.

    read_wmt(mirror) ──> evaluate_metrics(data) ──> Report ──> rows, .to_dict()

    wmt13 tau13, tau10, tau14     French to English, people's rankings: three ways to count ties of the metric
    wmt21 acc_eq, tau_b           Chinese to English, MQM: pairs of translations of one segment
    wmt21 acc_eq calibrated       the same where scores that hardly differ are equal: with the best threshold
    wmt21 systems                 the share of pairs of systems that are in the right order
    wmt22 ...                     the same four

`agreement` defines these figures. Systems are scored on the segments that people judged, against one reference.
Intervals come from resampling segments, because judgments of one segment are correlated. In the samples the threshold
stays that of all segments.

"TERp (tuned)" has costs tuned to the MQM of wmt21, so it has no figures there. Tuning makes Pearson's correlation large
after the mean of each segment was taken off scores and judgments, so that translations of one segment are compared.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from experiments.wmt import Mqm, Rankings, Wmt
from perpend import __version__
from perpend.errors import SettingError
from perpend.evaluation.agreement import (
    Pairs,
    acc_eq,
    best_threshold,
    draws,
    mean_of_rows,
    system_accuracy,
    tau10,
    tau13,
    tau14,
    tau_b_rows,
)
from perpend.evaluation.segments import METRICS, Metric, segment_scores
from perpend.evaluation.significance import Interval, middle_interval
from perpend.metrics.comparison import Scored
from perpend.metrics.objective import Judgments
from perpend.metrics.segments import SegmentId
from perpend.metrics.terp import terp
from perpend.metrics.tuning import TuningResult, tune
from perpend.types import Doubles, Progress

__all__ = ["Report", "Row", "Settings", "TUNED", "evaluate_metrics", "tuned_terp"]

TUNED = "TERp (tuned)"

_OBJECTIVE = "segment pearson mean-removed"
_RANKING_FIGURES = {"tau13": tau13, "tau10": tau10, "tau14": tau14}


@dataclass(frozen=True, slots=True)
class Settings:
    """The number of samples for the intervals, their seed, and the most rounds of tuning."""

    samples: int = 1_000
    seed: int = 0
    rounds: int = 20

    def __post_init__(self) -> None:
        if self.samples < 1 or self.seed < 0 or self.rounds < 0:
            raise SettingError(
                f"samples {self.samples}, seed {self.seed}, rounds {self.rounds}: at least 1, 0 and 0 are needed"
            )


@dataclass(frozen=True, slots=True)
class Row:
    """One metric: its figures and their intervals, the thresholds of calibrated ties, its signatures.

    NIST weighs n-grams by the references, so it has a signature for each set; other metrics have one.
    """

    system: str
    metrics: Mapping[str, float]
    intervals: Mapping[str, Interval]
    thresholds: Mapping[str, float]
    signatures: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values; there is nothing random but the intervals, and nothing published beside it."""
        figures = {"system": self.system, "metrics": dict(self.metrics), "spread": None, "paper": None}
        intervals = {name: asdict(one) for name, one in self.intervals.items()}
        return figures | {
            "intervals": intervals,
            "thresholds": dict(self.thresholds),
            "signatures": [*self.signatures],
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All rows, the size of each set, what is left out with the reason, how TERp was tuned, and the signature.

    `data` has for each set how many systems, segments and pairs of translations there are, and in how many of the pairs
    people found neither better: a metric that has all equal would have that share as its acc_eq.
    """

    rows: tuple[Row, ...]
    data: Mapping[str, Mapping[str, int]]
    left_out: Mapping[str, str]
    tuning: TuningResult
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        return {
            "task": "metrics",
            "rows": [row.to_dict() for row in self.rows],
            "data": {name: dict(facts) for name, facts in self.data.items()},
            "left_out": dict(self.left_out),
            "tuning": self.tuning.to_dict(),
            "signature": self.signature,
        }


def evaluate_metrics(data: Wmt, settings: Settings | None = None, progress: Progress | None = None) -> Report:
    """Scores all translations of `data` with every metric, and compares with human judgments.

    `settings` has the samples and the rounds of tuning; `progress` is called with a description, the number of
    completed steps and their total.
    """
    settings = settings or Settings()
    table = _Table(data, settings)
    rows = [table.row(name, metric, progress) for name, metric in METRICS.items()]
    tuning = tuned_terp(data.tuning, settings, progress)
    tuned = table.row(TUNED, partial(terp, costs=tuning.costs), progress, unseen=False)
    how = f"data:{data.signature}|samples:{settings.samples}|seed:{settings.seed}|version:{__version__}"
    left_out = {TUNED: f"no figures on {data.tuning.translations.name}, whose judgments it was tuned to"}
    return Report((*rows, tuned), _sizes(data), left_out, tuning, how)


def _sizes(data: Wmt) -> dict[str, dict[str, int]]:
    """The size of each set."""
    judged = [(data.rankings.translations, data.rankings.orders.astype(np.float64))]
    judged += [(mqm.translations, Pairs.of_table(mqm.scores, mqm.scores).human) for mqm in (data.tuning, data.test)]
    return {
        texts.name: {
            "systems": len(texts.systems),
            "segments": len(texts.refs),
            "pairs": len(orders),
            "human ties": int((orders == 0).sum()),
        }
        for texts, orders in judged
    }


def tuned_terp(mqm: Mqm, settings: Settings | None = None, progress: Progress | None = None) -> TuningResult:
    """TERp-A's costs, tuned to the judgments `mqm`; `settings` and `progress` are those of `evaluate_metrics`."""
    rounds, texts = (settings or Settings()).rounds, mqm.translations
    if progress:
        progress(f"tuning on {texts.name}", 0, rounds)
    cells = [(system, place) for system in range(len(texts.systems)) for place in range(len(texts.refs))]
    names = [
        SegmentId(texts.name, texts.systems[system], texts.name, str(place), "", f"[{system}][{place}]")
        for system, place in cells
    ]
    result = tune(
        [texts.hyps[system][place] for system, place in cells],
        [texts.refs[place] for _, place in cells],
        Judgments(mqm.scores.ravel().tolist(), names),
        objective=_OBJECTIVE,
        higher_is_better=True,
        tune_match=True,
        iterations=rounds,
        progress=lambda done, total, _: progress(f"tuning on {texts.name}", done, total) if progress else None,
    )
    if result.interrupted:
        # An interrupted tuning returns its best so far, which must not be published as tuned.
        raise KeyboardInterrupt
    return result


class _Table:
    """The sets of judgments, and for each how often its segments are in each sample; the first sample is the set."""

    def __init__(self, data: Wmt, settings: Settings) -> None:
        self._data = data
        self._parts = [part.translations for part in (data.rankings, data.tuning, data.test)]
        self._times = [
            np.concatenate([np.ones((1, size)), draws(size, settings.samples, settings.seed)])
            for size in (len(part.refs) for part in self._parts)
        ]

    def row(self, name: str, metric: Metric, progress: Progress | None, *, unseen: bool = True) -> Row:
        """All figures of one metric; those on the set for tuning only if the metric has not seen it."""
        ranked, *scores = self._scores(name, metric, progress)
        figures, thresholds = _ranking_figures(ranked, self._data.rankings, self._times[0]), {}
        for mqm, found, times in zip((self._data.tuning, self._data.test), scores, self._times[1:], strict=True):
            if unseen or mqm is not self._data.tuning:
                pairs = Pairs.of_table(mqm.scores, found.segments)
                threshold = thresholds[mqm.translations.name] = best_threshold(pairs)
                figures |= _mqm_figures(pairs, threshold, found, mqm, times)
        return Row(
            name,
            {figure: float(values[0]) for figure, values in figures.items()},
            {figure: middle_interval(values[1:]) for figure, values in figures.items()},
            thresholds,
            tuple(dict.fromkeys(result.signature for part in (ranked, *scores) for result in part.results)),
        )

    def _scores(self, name: str, metric: Metric, progress: Progress | None) -> "Iterator[_Scores]":
        done, total = 0, sum(len(part.systems) for part in self._parts)
        for part in self._parts:
            results = []
            for hyps in part.hyps:
                if progress:
                    progress(name, done, total)
                results.append(metric(hyps, part.refs))
                done += 1
            yield _Scores(tuple(results))


@dataclass(frozen=True, slots=True, eq=False)
class _Scores:
    """A metric's results for each system of a set; scores are turned so that higher is better."""

    results: tuple[Scored, ...]

    @property
    def segments(self) -> Doubles:
        """A row for each system, a column for each segment."""
        return np.stack([segment_scores(result) for result in self.results])

    def systems(self, times: Doubles) -> Doubles:
        """A row for each sample, a column for each system."""
        return np.stack([_sign(result) * result.scores(times @ result.rows) for result in self.results], axis=-1)


def _sign(result: Scored) -> float:
    return -1.0 if result.lower_is_better else 1.0


def _ranking_figures(scores: _Scores, rankings: Rankings, times: Doubles) -> dict[str, Doubles]:
    """For each figure its value in each sample."""
    texts, table = rankings.translations, scores.segments
    differences = table[rankings.first, rankings.segments] - table[rankings.second, rankings.segments]
    pairs = Pairs(len(texts.refs), rankings.segments, rankings.orders.astype(np.float64), differences)
    sums = times @ pairs.counts()
    return {f"{texts.name} {name}": figure(sums) for name, figure in _RANKING_FIGURES.items()}


def _mqm_figures(pairs: Pairs, threshold: float, scores: _Scores, mqm: Mqm, times: Doubles) -> dict[str, Doubles]:
    counts, calibrated = pairs.counts(), pairs.counts(threshold)
    found = {
        "acc_eq": acc_eq(times @ counts),
        "acc_eq calibrated": acc_eq(times @ calibrated),
        "tau_b": mean_of_rows(times @ tau_b_rows(counts)),
        "systems": system_accuracy(times @ mqm.scores.T, scores.systems(times)),
    }
    return {f"{mqm.translations.name} {name}": figures for name, figures in found.items()}
