"""Patterns that grow themselves: Algorithm 2 of Popescu and Vo (2014).

Given are pairs of names that may be spellings of one, and for each the probability, by what stands around the names,
that they corefer. No pattern is known at first.

    at 98 %     pairs above it corefer; their changes make the first patterns
                a pair that matches a pattern needs 80 % only
    at 97.5 %   the same again, with the patterns so far ...
    at 90 %     the end; or earlier, when a round adds no pattern

Within a round names go from long to short: a candidate for a long name is nearly always a true one (98 % from 12
letters on, section 5.2), so short names are met with patterns from long ones. When all names of a round have been
seen, patterns that they contradict are dropped. Readings, where the paper is silent: the step is in percentage
points; a pattern is valid if more than `occurrences` coreferring pairs show it and its probability is above
`accuracy`; a first round without patterns is not the end. A pattern's probability is counted over decided pairs:
those that corefer, and those as improbable as the threshold is probable (below 2 % at 98 %). What lies between is
undecided, mostly because little stands around the names, and says nothing against a pattern.
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
"""Smaller steps would make thousands of rounds that differ in nothing."""


@dataclass(frozen=True, slots=True)
class BootstrapSettings:
    """The thresholds of Algorithm 2: thCoref, thAcc, thCDC, minO and epsilon, with the paper's defaults."""

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
        """The thresholds of the rounds, from `coreference` down to above `accuracy`, at least one.

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
    """What one round did: its threshold, and how many patterns and coreferring pairs there were at its end."""

    threshold: float
    patterns: int
    coreferred: int


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """The patterns, which of the pairs corefer, and the rounds that led there."""

    patterns: Patterns
    coreferred: Flags
    rounds: tuple[Round, ...]


def grow_patterns(
    pairs: Sequence[tuple[str, str]],
    evidence: Sequence[float] | Doubles,
    settings: BootstrapSettings | None = None,
    progress: Progress | None = None,
) -> Grown:
    """Algorithm 2; `evidence` has for each pair the probability of coreference by context."""
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
    """For each length of the shorter name, from long to short, which pairs have it."""
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
    """All of both; what is known of a pattern is what was counted last."""
    found: dict[tuple[tuple[str, str], str], Pattern] = {(one.group, one.context): one for one in (*old, *new)}
    return Patterns(found.values())
