"""Could a correlation, or the difference of two, be chance?

`bootstrap_interval` draws the pairs of each set anew, with replacement, measures again, and repeats that: the middle
95 % of what comes out is the interval.

`williams_test` compares two systems that judged the same pairs. Both correlate with gold (r12, r13) and with each other
(r23), so the two figures are not independent; the more alike the systems, the smaller a difference can be and still be
no chance (Williams 1959; Steiger 1980):

                        (n - 1) (1 + r23)
    t = (r12 - r13) √ ─────────────────────────────────────────────────    with n - 3 degrees of freedom
                      2 K (n - 1)/(n - 3) + ((r12 + r13)/2)² (1 - r23)³

    K = 1 - r12² - r13² - r23² + 2 r12 r13 r23

`mcnemar_test` compares two systems whose answers are right or wrong: of the pairs on which one is right and the other
wrong, each should win half of them by chance (McNemar 1947; the exact binomial test).

`permutation_test` works for any measure: it exchanges the two systems' answers on each pair by the toss of a coin, and
counts how often the difference is then as great as the real one. Both systems' answers must be on one scale.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import exp, inf, lgamma, log, log1p, sqrt

import numpy as np

from perpend.errors import InputError, SettingError
from perpend.evaluation.correlations import Judged
from perpend.metrics.comparison import Interval
from perpend.types import Flags

__all__ = [
    "Interval",
    "McNemar",
    "Permutation",
    "Williams",
    "bootstrap_interval",
    "mcnemar_test",
    "permutation_test",
    "two_sided_p",
    "williams_test",
]

_MOST_TERMS = 10_000
_PRECISION = 1e-15
_TINY = 1e-300
_SAME = 1e-12


def bootstrap_interval(
    measure: Callable[[Sequence[Judged]], float],
    parts: Sequence[Judged],
    *,
    samples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
) -> Interval:
    """The interval of any measure over sets of pairs; each set keeps its size."""
    if samples < 1 or not 0.0 < level < 1.0:
        raise SettingError(
            f"samples {samples}, level {level:g}: at least 1 sample and a level between 0 and 1 are needed"
        )
    random = np.random.default_rng(seed)
    figures = [measure([_resampled(part, random) for part in parts]) for _ in range(samples)]
    low, high = np.quantile(figures, [(1.0 - level) / 2.0, (1.0 + level) / 2.0]).tolist()
    return Interval(low, high, level)


def _resampled(part: Judged, random: np.random.Generator) -> Judged:
    drawn = random.integers(0, len(part.gold), len(part.gold))
    return Judged(part.predictions[drawn], part.gold[drawn])


@dataclass(frozen=True, slots=True)
class Williams:
    """Williams' t, its degrees of freedom, and how probable so great a difference is by chance (two-sided)."""

    t: float
    degrees: int
    p: float

    def to_dict(self) -> dict[str, float]:
        """The test as plain JSON values."""
        return asdict(self)


def williams_test(r12: float, r13: float, r23: float, count: int) -> Williams:
    """Do system 2 and system 3 differ in their correlation with gold (1)? `count` is the number of pairs.

    >>> found = williams_test(0.60, 0.55, 0.80, 100)
    >>> round(found.t, 4), found.degrees, round(found.p, 4)
    (0.981, 97, 0.329)
    """
    if count < 4 or not all(-1.0 <= r <= 1.0 for r in (r12, r13, r23)):
        raise InputError(f"correlations {r12:g}, {r13:g}, {r23:g} of {count} pairs: from -1 to 1, of 4 pairs at least")
    determinant = 1.0 - r12**2 - r13**2 - r23**2 + 2.0 * r12 * r13 * r23
    mean = (r12 + r13) / 2.0
    below = 2.0 * max(determinant, 0.0) * (count - 1) / (count - 3) + mean**2 * (1.0 - r23) ** 3
    above = (r12 - r13) * sqrt((count - 1) * (1.0 + r23))
    # Nothing is below the line when one system follows from the other: then only equal figures are no difference.
    t = above / sqrt(below) if below > 0 else 0.0 if r12 == r13 else inf if r12 > r13 else -inf
    return Williams(t, count - 3, two_sided_p(t, count - 3))


@dataclass(frozen=True, slots=True)
class McNemar:
    """On how many pairs only the first system is right, on how many only the second, and p (two-sided)."""

    only_first: int
    only_second: int
    p: float

    def to_dict(self) -> dict[str, float]:
        """The test as plain JSON values."""
        return asdict(self)


def mcnemar_test(first: Flags, second: Flags) -> McNemar:
    """Do two systems differ in how often they are right? For each pair, whether each system is right.

    >>> found = mcnemar_test(np.array([True] * 6 + [False]), np.array([False] * 6 + [True]))
    >>> found.only_first, found.only_second, round(found.p, 4)
    (6, 1, 0.125)
    """
    if first.shape != second.shape:
        raise InputError(f"{len(first)} and {len(second)} answers: as many of both are needed")
    won, lost = int((first & ~second).sum()), int((~first & second).sum())
    count = won + lost
    logs = [lgamma(count + 1) - lgamma(k + 1) - lgamma(count - k + 1) for k in range(min(won, lost) + 1)]
    p = 2.0 * sum(exp(one - count * log(2.0)) for one in logs)
    return McNemar(won, lost, min(1.0, p))


@dataclass(frozen=True, slots=True)
class Permutation:
    """The difference of two systems, how often it was drawn, and p (two-sided)."""

    difference: float
    samples: int
    p: float

    def to_dict(self) -> dict[str, float]:
        """The test as plain JSON values."""
        return asdict(self)


def permutation_test(
    measure: Callable[[Judged], float], first: Judged, second: Judged, *, samples: int = 1000, seed: int = 0
) -> Permutation:
    """Do two systems differ in a measure? Both judge the same pairs, on one scale."""
    if samples < 1:
        raise SettingError(f"{samples} samples: 1 at least is needed")
    random = np.random.default_rng(seed)
    difference = measure(first) - measure(second)
    extreme = 0
    for _ in range(samples):
        swapped = random.random(len(first.gold)) < 0.5
        one = np.where(swapped, second.predictions, first.predictions)
        other = np.where(swapped, first.predictions, second.predictions)
        drawn = measure(Judged(one, first.gold)) - measure(Judged(other, first.gold))
        extreme += abs(drawn) >= abs(difference) - _SAME
    return Permutation(difference, samples, (extreme + 1) / (samples + 1))


def two_sided_p(t: float, degrees: int) -> float:
    """How probable a value as far from 0 as `t` is under Student's distribution.

    >>> round(two_sided_p(2.228, 10), 3)
    0.05
    """
    if t == 0.0 or abs(t) == inf:
        return 1.0 if t == 0.0 else 0.0
    return _incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t))


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function; its fraction converges fast on one side, the other is its mirror."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - _incomplete_beta(b, a, 1.0 - x)
    front = exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b))
    return front * _beta_fraction(a, b, x) / a


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1.0 / _not_zero(1.0 - (a + b) * x / (a + 1.0))
    fraction = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        for term in (even, odd):
            d, c = 1.0 / _not_zero(1.0 + term * d), _not_zero(1.0 + term / c)
            fraction *= d * c
        if abs(d * c - 1.0) < _PRECISION:
            break
    return fraction


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
