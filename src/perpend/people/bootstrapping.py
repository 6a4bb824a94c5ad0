"""Learns spelling patterns by bootstrapping: Algorithm 2 of Popescu and Vo (2014).

The input is pairs of names that may be spellings of one name, each with the probability, by context, that they corefer.
No pattern is known at first.

    at 98 %     pairs above the threshold corefer; their changes give the first patterns;
                a pair that matches a pattern needs only 80 %
    at 97.5 %   the next round, with the patterns found so far ...
    at 90 %     the end; earlier when a round adds no pattern

Within a round, names are processed from long to short: a candidate for a long name is nearly always correct (98 % from
12 letters on, section 5.2), so patterns from long names are available for short ones. At the end of a round, patterns
that its names contradict are dropped. Where the paper is silent we chose: the step is in percentage points; a pattern
is valid if more than `occurrences` coreferring pairs show it and its probability is above `accuracy`; a first round
without patterns is not the end. A pattern's probability is counted over decided pairs: those that corefer, and those
below 1 - threshold (2 % at 98 %). Pairs in between are undecided, mostly for lack of context, and do not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from perpend.errors import InputError, SettingError
from perpend.spelling.patterns import Pattern, PatternFinder, Patterns
from perpend.types import Doubles, Flags, Progress

__all__ = ["BootstrapSettings", "Grown", "grow_patterns"]


_LEAST_STEP = 1e-4
"""Smaller steps would make thousands of rounds with equal results."""


@dataclass(frozen=True, slots=True)
class BootstrapSettings:
    """The settings of Algorithm 2, with the paper's defaults.

    :param coreference: the first threshold of coreference (thCoref).
    :param accuracy: the least probability of a pattern, and the last threshold (thAcc).
    :param with_pattern: the threshold of a pair that matches a pattern (thCDC).
    :param occurrences: a pattern needs more coreferring pairs than this (minO).
    :param step: by how much the threshold falls from round to round (epsilon).
    """

    coreference: float = 0.98
    accuracy: float = 0.90
    with_pattern: float = 0.80
    occurrences: int = 10
    step: float = 0.005

    def __post_init__(self) -> None:
        for name in ("coreference", "accuracy", "with_pattern"):
            if not 0 <= getattr(self, name) <= 1:
                raise SettingError(f"{name} is {getattr(self, name)}: a probability from 0 to 1 is needed")
        if not _LEAST_STEP <= self.step <= 1:
            raise SettingError(f"step is {self.step}: a number from {_LEAST_STEP} to 1 is needed, such as 0.005")
        if self.occurrences < 0:
            raise SettingError(f"occurrences is {self.occurrences}: a count of 0 or more is needed")

    def thresholds(self) -> list[float]:
        """Returns the thresholds of the rounds, from `coreference` down to above `accuracy`, at least one.

        >>> BootstrapSettings(step=0.02).thresholds()
        [0.98, 0.96, 0.94, 0.92]
        """
        count = max(1, round((self.coreference - self.accuracy) / self.step))
        return [round(self.coreference - number * self.step, 10) for number in range(count)]

    def __str__(self) -> str:
        return (
            f"coref:{self.coreference:g}|accuracy:{self.accuracy:g}|with_pattern:{self.with_pattern:g}|"
            f"occurrences:{self.occurrences}|step:{self.step:g}"
        )


class Round(NamedTuple):
    """One round: its threshold, and the numbers of patterns and of coreferring pairs at its end."""

    threshold: float
    patterns: int
    coreferred: int


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """The result: the patterns, whether each pair corefers, and the rounds."""

    patterns: Patterns
    coreferred: Flags
    rounds: tuple[Round, ...]


def grow_patterns(
    pairs: Sequence[tuple[str, str]],
    evidence: Sequence[float] | Doubles,
    settings: BootstrapSettings | None = None,
    progress: Progress | None = None,
) -> Grown:
    """Runs Algorithm 2.

    :param pairs: names that may be spellings of one name.
    :param evidence: the probability of coreference by context, one for each pair.
    :param settings: the thresholds; by default the paper's.
    :param progress: called after each round.
    """
    settings, belief = settings or BootstrapSettings(), np.asarray(evidence, np.float64)
    if belief.shape != (len(pairs),):
        raise InputError(f"{len(belief)} probabilities for {len(pairs)} pairs of names: give one for each pair")
    if not np.all((belief >= 0) & (belief <= 1)):
        raise InputError("evidence of coreference must be probabilities from 0 to 1")
    possible = belief > min(settings.with_pattern, settings.thresholds()[-1])
    finder, bands = PatternFinder(pairs, possible, occurrences=settings.occurrences), _bands(pairs)
    patterns, rounds = Patterns(), []
    coreferred: Flags = np.zeros(len(pairs), np.bool_)
    thresholds = settings.thresholds()
    for number, threshold in enumerate(thresholds, 1):
        before = {(one.group, one.context) for one in patterns}
        patterns, coreferred = _round(finder, bands, belief, patterns, threshold, settings)
        rounds.append(Round(threshold, len(patterns), int(coreferred.sum())))
        if progress:
            progress("growing patterns", number, len(thresholds))
        if before and before >= {(one.group, one.context) for one in patterns}:
            break
    return Grown(patterns, coreferred, tuple(rounds))


def _bands(pairs: Sequence[tuple[str, str]]) -> list[Flags]:
    """Returns a mask of the pairs for each length of the shorter name, longest first."""
    lengths = np.array([min(len(a), len(b)) for a, b in pairs], np.int64)
    return [lengths == length for length in sorted(set(lengths.tolist()), reverse=True)]


def _round(
    finder: PatternFinder,
    bands: Sequence[Flags],
    belief: Doubles,
    patterns: Patterns,
    threshold: float,
    settings: BootstrapSettings,
) -> tuple[Patterns, Flags]:
    tested: Flags = np.zeros(len(belief), np.bool_)
    coreferred = tested.copy()
    for band in bands:
        coreferred |= band & _accepted(finder, belief, patterns, threshold, settings)
        tested |= band & (coreferred | (belief < 1 - threshold))
        found = finder.find(coreferred, tested, accuracy=settings.accuracy, occurrences=settings.occurrences)
        patterns = _joined(patterns, found)
    patterns = finder.find(coreferred, tested, accuracy=settings.accuracy, occurrences=settings.occurrences)
    return patterns, _accepted(finder, belief, patterns, threshold, settings)


def _accepted(
    finder: PatternFinder, belief: Doubles, patterns: Patterns, threshold: float, settings: BootstrapSettings
) -> Flags:
    matched = ~np.isnan(finder.matches(patterns))
    return np.asarray(belief > np.where(matched, min(settings.with_pattern, threshold), threshold))


def _joined(old: Patterns, new: Patterns) -> Patterns:
    """Returns the union; the newer counts of a pattern replace the older ones."""
    found: dict[tuple[tuple[str, str], str], Pattern] = {(one.group, one.context): one for one in (*old, *new)}
    return Patterns(found.values())
