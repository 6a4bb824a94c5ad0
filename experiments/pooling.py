"""How should one model learn from several sources? Each method is tested on a source that it has not seen.

    read_sts2012(mirror) ──> compare_pooling(data) ──> Pooling ──> rows, .to_dict()

STS-2012 has three training sets. A model learns from two and judges the third, in turn; no test pair is used. A
row has Pearson's correlation on each source when that is held out, their Mean, and ALL, the correlation of all
predictions joined, which needs predictions on one scale. The ways:

    as they are             the labels of both sources, unchanged
    centred                 each source's mean is taken off
    standardised            each source is divided by its standard deviation too
    own intercepts          each source has an intercept of its own while learning (`perpend.similarity.sources`)
    mean of weights         each source has a model of its own; the weights are averaged
    only MSRpar, ...        one source alone judges the two others, so it has no figure for itself and no ALL

The sources are of the same size (750, 750 and 734 pairs), so that balancing them would change nothing. All intercepts
are set such that predictions are right on average over the sources that were learned from.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.datasets import Sts2012
from experiments.perp import TOP, PackedPairs, at_epochs
from experiments.threads import Advance, across_cores, counted
from perpend import __version__
from perpend.evaluation.correlations import Judged, joined_pearson, pearson
from perpend.lexicon import frequency
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.sources import centred, on_scale
from perpend.types import Doubles, Integers, Progress

__all__ = ["Pooling", "WAYS", "compare_pooling"]

WAYS = ("as they are", "centred", "standardised", "own intercepts")
"""The ways in which one learning takes both sources."""

RATES = (0.01, 0.1)
EPOCHS = (20, 50, 100)


@dataclass(frozen=True, slots=True)
class Pooling:
    """Every method with its figures."""

    rows: tuple[tuple[str, Mapping[str, float]], ...]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain JSON values, in the shape that all evaluations share."""
        rows = [{"system": system, "metrics": dict(metrics), "paper": None} for system, metrics in self.rows]
        return {"task": "sts2012-pooling", "rows": rows, "signature": self.signature}


@dataclass(frozen=True, slots=True)
class _Job:
    """One learning: from which sources, how, at which rate."""

    way: str
    learned: tuple[int, ...]
    rate: float


@dataclass(frozen=True, slots=True, eq=False)
class _Pool:
    """All pairs of all sources."""

    names: tuple[str, ...]
    sources: Integers
    packed: PackedPairs

    def members(self, learned: Sequence[int]) -> Integers:
        return np.flatnonzero(np.isin(self.sources, learned))


def compare_pooling(
    data: Sts2012,
    phrases: PhraseTable | None = None,
    *,
    rates: Sequence[float] = RATES,
    epochs: Sequence[int] = EPOCHS,
    seed: int = 0,
    progress: Progress | None = None,
) -> Pooling:
    """Tries every method at every rate and number of epochs.

    :param data: the training sets.
    :param phrases: a phrase table.
    :param rates: the learning rates.
    :param epochs: the numbers of epochs.
    :param seed: the seed of the training.
    :param progress: called after each epoch.
    """
    pool = _packed(data, phrases)
    jobs = list(_jobs(len(pool.names), rates))
    counter = counted("epochs", len(jobs) * max(epochs), progress)

    def learn(job: _Job, step: Advance) -> dict[int, Doubles]:
        return dict(_learned(pool, job, epochs, seed, step))

    learned = dict(zip(jobs, across_cores(learn, jobs, counter), strict=True))
    rows = [row for rate in rates for count in epochs for row in _rows(pool, learned, rate, count)]
    about = f"seed:{seed}|freq:{frequency.signature()}|{phrases.signature() if phrases else 'phrases:no'}"
    return Pooling(tuple(rows), f"data:{data.signature}|{about}|version:{__version__}")


def _packed(data: Sts2012, phrases: PhraseTable | None) -> _Pool:
    pairs = [pair for part in data.training.values() for pair in part.pairs]
    sizes = [len(part.pairs) for part in data.training.values()]
    gold = np.concatenate([part.gold for part in data.training.values()])
    packed = PackedPairs(pairs, gold, phrases)
    return _Pool(tuple(data.training), np.repeat(np.arange(len(sizes)), sizes), packed)


def _jobs(count: int, rates: Sequence[float]) -> Iterator[_Job]:
    """Every source alone, and every way to learn from all sources but one."""
    for rate in rates:
        yield from (_Job("as they are", (source,), rate) for source in range(count))
        for way in WAYS:
            for left_out in range(count):
                yield _Job(way, tuple(source for source in range(count) if source != left_out), rate)


def _learned(pool: _Pool, job: _Job, epochs: Sequence[int], seed: int, step: Advance) -> Iterator[tuple[int, Doubles]]:
    """The weights after each of the numbers of epochs, on the scale of the labels."""
    packed, members, size = pool.packed, pool.members(job.learned), 1.0
    sources, true = pool.sources[members], packed.costs[members]
    if job.way == "own intercepts":
        learning = packed.averages_by_source(pool.sources, members, rate=job.rate, seed=seed)
    else:
        costs, size = _taken(job.way, pool, job.learned)
        learning = packed.averages(members, rate=job.rate, seed=seed, costs=costs)
    for epoch, average in at_epochs(learning, epochs):
        step()
        if average is not None:
            weights = average * size
            yield epoch, on_scale(weights, packed.predicted_costs(weights)[members], true, sources)


def _taken(way: str, pool: _Pool, learned: Sequence[int]) -> tuple[Doubles, float]:
    """The costs that a method learns from, and the factor for its predictions."""
    if way == "as they are":
        return pool.packed.costs.copy(), 1.0
    costs = centred(pool.packed.costs, pool.sources)
    if way != "standardised":
        return costs, 1.0
    sizes = {source: float(costs[pool.sources == source].std()) or 1.0 for source in learned}
    for source, size in sizes.items():
        costs[pool.sources == source] /= size
    return costs, float(np.mean(list(sizes.values())))


def _rows(
    pool: _Pool, learned: Mapping[_Job, Mapping[int, Doubles]], rate: float, epochs: int
) -> Iterator[tuple[str, dict[str, float]]]:
    everything = range(len(pool.names))
    about = f"rate:{rate:g}|epochs:{epochs}"
    alone = {source: learned[_Job("as they are", (source,), rate)][epochs] for source in everything}
    for source, weights in alone.items():
        others = dict.fromkeys((other for other in everything if other != source), weights)
        yield f"only {pool.names[source]} {about}", _metrics(pool, others)
    rest = {left_out: tuple(source for source in everything if source != left_out) for left_out in everything}
    means = {left_out: np.mean([alone[one] for one in others], axis=0) for left_out, others in rest.items()}
    yield f"mean of weights {about}", _metrics(pool, means)
    for way in WAYS:
        found = {left_out: learned[_Job(way, others, rate)][epochs] for left_out, others in rest.items()}
        yield f"{way} {about}", _metrics(pool, found)


def _metrics(pool: _Pool, models: Mapping[int, Doubles]) -> dict[str, float]:
    """The figures of each source under the weights given for it."""
    parts = {}
    for source, weights in models.items():
        here = pool.sources == source
        gold = np.asarray(TOP - pool.packed.costs[here])
        parts[pool.names[source]] = Judged(pool.packed.predictions(weights)[here], gold)
    each = {name: pearson(part) for name, part in parts.items()}
    whole = {"ALL": joined_pearson(list(parts.values()))} if len(parts) == len(pool.names) else {}
    return {"Mean": float(np.mean(list(each.values()))), **whole, **each}
