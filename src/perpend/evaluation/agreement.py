"""How well a metric agrees with people about translations: the order of two of the same segment, of two systems.

    people    A better than B      a pair is   concordant    the metric has A above B
    metric    A .41   B .38                    discordant    the metric has B above A
                                               metric tie    the metric has them equal, people do not
                                               human tie     people have them equal, the metric does not
                                               both tied

These five are counted for each segment (`Pairs.counts`), and measures are computed from sums of counts. So the same
code measures all segments and bootstrap samples of them (`draws`). With C, D, M, H and B for the five counts:

    tau13     (C - D) / (C + D)                WMT13: ties are left out, those of people and those of the metric
    tau10     (C - D - M) / (C + D + M)        WMT10 to WMT12: a tie of the metric counts as discordant
    tau14     (C - D) / (C + D + M)            WMT14: a tie of the metric counts as a pair, neither right nor wrong
    acc_eq    (C + B) / (C + D + M + H + B)    Deutsch et al. 2023: a tie of both counts as right

The names tau10, tau13 and tau14 are those of Deutsch et al. (2023), "Ties Matter". Leaving out its ties rewards a
metric that has many; counting them as errors penalises it if two systems wrote the same words. So there are three.

If people have many ties, as in MQM, acc_eq is low for every metric that has few. *Tie calibration* treats two scores as
equal if they differ by at most a threshold, the one with the highest acc_eq (`best_threshold`). As in that paper it is
chosen on the measured data themselves: an oracle, the same for every metric.

`tau_b_rows` is Kendall's tau-b of each segment, (C - D) / √((C + D + M) (C + D + H)), to be averaged over segments.
`system_accuracy` is the share of pairs of systems that metric and people order alike (Kocmi et al. 2021).
"""

from dataclasses import dataclass

import numpy as np

from perpend.errors import SettingError
from perpend.types import Doubles, Integers

__all__ = [
    "KINDS",
    "Pairs",
    "acc_eq",
    "best_threshold",
    "draws",
    "mean_of_rows",
    "system_accuracy",
    "tau10",
    "tau13",
    "tau14",
    "tau_b_rows",
]

KINDS = ("concordant", "discordant", "metric tie", "human tie", "both tied")
"""The kinds of pairs: the columns of `Pairs.counts`."""

_DECIMALS = 12
"""Scores that differ less are equal: they may be sums of the same costs in another order."""

_MOST_DRAWN = 100_000_000
"""The most numbers that are drawn at once; each takes 16 bytes."""


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of translations of one segment: the difference of the two, in human judgments and in a metric.

    `segments` are the indices of the segments, of which there are `size`.
    """

    size: int
    segments: Integers
    human: Doubles
    metric: Doubles

    @classmethod
    def of_table(cls, human: Doubles, metric: Doubles) -> "Pairs":
        """All pairs of systems, from the tables `human` and `metric`: a row per system, a column per segment."""
        systems, size = human.shape
        first, second = np.triu_indices(systems, 1)
        segments = np.tile(np.arange(size), len(first))
        return cls(size, segments, *((table[first] - table[second]).ravel() for table in (human, metric)))

    def counts(self, threshold: float = 0.0) -> Doubles:
        """The number of pairs of each kind in each segment; scores that differ by at most `threshold` are equal.

        >>> Pairs.of_table(np.array([[3.0], [1.0], [1.0]]), np.array([[0.9], [0.2], [0.1]])).counts().tolist()
        [[2.0, 0.0, 0.0, 1.0, 0.0]]
        """
        differences = self._differences()
        ours, gold = np.where(np.abs(differences) <= threshold, 0.0, np.sign(differences)), np.sign(self.human)
        ordered = np.where(ours == 0, 2, np.where(ours == gold, 0, 1))
        kinds = np.where(gold == 0, np.where(ours == 0, 4, 3), ordered)
        places = self.segments * len(KINDS) + kinds
        counted = np.bincount(places, minlength=self.size * len(KINDS))
        return counted.reshape(self.size, len(KINDS)).astype(np.float64)

    def _differences(self) -> Doubles:
        return self.metric.round(_DECIMALS)


def best_threshold(pairs: Pairs) -> float:
    """The smallest threshold with the highest acc_eq of the `pairs`.

    A pair that a threshold makes equal is a gain if it is equal to people, and a loss if it was concordant.

    >>> human, metric = np.array([[3.0], [1.0], [1.0]]), np.array([[0.9], [0.2], [0.1]])
    >>> best_threshold(Pairs.of_table(human, metric))
    0.1
    """
    differences, gold = pairs._differences(), np.sign(pairs.human)
    won = (gold == 0).astype(np.int64) - ((gold != 0) & (np.sign(differences) == gold))
    sizes, places = np.unique(np.append(np.abs(differences), 0.0), return_inverse=True)
    gains = np.cumsum(np.bincount(places[:-1], weights=won, minlength=len(sizes)))
    return float(sizes[int(np.argmax(gains))])


def tau13(counts: Doubles) -> Doubles:
    """Kendall's tau of WMT13; the last axis of `counts` has the kinds. All measures here are 0 without pairs."""
    concordant, discordant = counts[..., 0], counts[..., 1]
    return _share(concordant - discordant, concordant + discordant)


def tau10(counts: Doubles) -> Doubles:
    """Kendall's tau of WMT10 to WMT12; `counts` as in `tau13`."""
    concordant, wrong = counts[..., 0], counts[..., 1] + counts[..., 2]
    return _share(concordant - wrong, concordant + wrong)


def tau14(counts: Doubles) -> Doubles:
    """Kendall's tau of WMT14; `counts` as in `tau13`."""
    return _share(counts[..., 0] - counts[..., 1], counts[..., :3].sum(axis=-1))


def acc_eq(counts: Doubles) -> Doubles:
    """The share of pairs that metric and people order alike, ties included; `counts` as in `tau13`."""
    return _share(counts[..., 0] + counts[..., 4], counts.sum(axis=-1))


def tau_b_rows(counts: Doubles) -> Doubles:
    """For each segment of `counts` its tau-b and the weight 1; 0 and 0 if people have all translations equal.

    A metric that has all equal gets 0 and 1. For the mean over some segments, see `mean_of_rows`.
    """
    concordant, discordant, metric, human = (counts[:, kind] for kind in range(4))
    ordered = concordant + discordant
    taus = _share(concordant - discordant, np.sqrt((ordered + metric) * (ordered + human)))
    return np.stack([taus, (ordered + metric > 0).astype(np.float64)], axis=1)


def mean_of_rows(sums: Doubles) -> Doubles:
    """The mean, from `sums` of rows of a value and its weight."""
    return _share(sums[..., 0], sums[..., 1])


def system_accuracy(human: Doubles, metric: Doubles) -> Doubles:
    """The share of pairs of systems that `human` and `metric` order alike; the last axis has the systems.

    >>> float(system_accuracy(np.array([3.0, 2.0, 1.0]), np.array([0.5, 0.6, 0.1])))
    0.6666666666666666
    """
    first, second = np.triu_indices(human.shape[-1], 1)
    ours, gold = (np.sign((table[..., first] - table[..., second]).round(_DECIMALS)) for table in (metric, human))
    return np.asarray((ours == gold).mean(axis=-1))


def draws(size: int, samples: int = 1_000, seed: int = 0) -> Doubles:
    """How often each of `size` segments is in each of the bootstrap `samples`, drawn with `seed`.

    >>> draws(4, samples=2).sum(axis=1).tolist()
    [4.0, 4.0]
    """
    if samples < 1:
        raise SettingError(f"{samples} samples: 1 at least is needed")
    if size * samples > _MOST_DRAWN:
        raise SettingError(f"{samples:,} samples of {size:,} segments take too much memory: give fewer samples")
    random = np.random.default_rng(seed)
    return random.multinomial(size, np.full(size, 1.0 / size), samples).astype(np.float64)


def _share(above: Doubles, below: Doubles) -> Doubles:
    return np.asarray(above / np.where(below > 0, below, 1.0))
