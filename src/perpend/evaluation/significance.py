"""Intervals and significance tests: could a correlation, or the difference of two, be due to chance?

`bootstrap_interval` resamples the pairs of each set with replacement and measures again, many times: the interval is
the middle 95 % of the values (`middle_interval`).

`williams_test` compares two systems that judged the same pairs. Both correlate with gold (r12, r13) and with each other
(r23), so the two correlations are not independent; the more similar the systems, the smaller a significant difference
can be (Williams 1959; Steiger 1980):

                        (n - 1) (1 + r23)
    t = (r12 - r13) √ ─────────────────────────────────────────────────    with n - 3 degrees of freedom
                      2 K (n - 1)/(n - 3) + ((r12 + r13)/2)² (1 - r23)³

    K = 1 - r12² - r13² - r23² + 2 r12 r13 r23

`mcnemar_test` compares two systems whose answers are right or wrong: by chance, each would win half of the pairs on
which only one is right (McNemar 1947; the exact binomial test).

`permutation_test` works for any measure: it swaps the two systems' answers to each pair with probability one half, and
counts how often the difference is then at least as large as the real one. All answers must be on one scale.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import exp, inf, lgamma, log, log1p, sqrt

import numpy as np

from perpend.errors import InputError, SettingError
from perpend.evaluation.correlations import Judged
from perpend.metrics.comparison import Interval
from perpend.types import Doubles, Flags

__all__ = [
    "Interval",
    "McNemar",
    "Permutation",
    "Williams",
    "bootstrap_interval",
    "mcnemar_test",
    "middle_interval",
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
    """The bootstrap interval of a `measure` over sets of pairs.

    :param measure: computed on the resampled sets.
    :param parts: the sets; each keeps its size.
    :param samples: the number of samples.
    :param level: the share of samples within the interval.
    :param seed: the seed of the samples.
    """
    if samples < 1 or not 0.0 < level < 1.0:
        raise SettingError(
            f"samples {samples}, level {level:g}: at least 1 sample and a level between 0 and 1 are needed"
        )
    random = np.random.default_rng(seed)
    figures = [measure([_resampled(part, random) for part in parts]) for _ in range(samples)]
    return middle_interval(figures, level)


def middle_interval(figures: Doubles | Sequence[float], level: float = 0.95) -> Interval:
    """The interval that holds the middle share `level` of `figures`, the values of a measure in all samples.

    >>> middle_interval([3.0, 1.0, 2.0], level=0.5)
    Interval(low=1.5, high=2.5, level=0.5)
    """
    low, high = np.quantile(figures, [(1.0 - level) / 2.0, (1.0 + level) / 2.0]).tolist()
    return Interval(low, high, level)


def _resampled(part: Judged, random: np.random.Generator) -> Judged:
    drawn = random.integers(0, len(part.gold), len(part.gold))
    return Judged(part.predictions[drawn], part.gold[drawn])


class _Test:
    __slots__ = ()

    def to_dict(self) -> dict[str, float]:
        """The test as plain JSON values."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]


@dataclass(frozen=True, slots=True)
class Williams(_Test):
    """Williams' t, its degrees of freedom, and the two-sided p."""

    t: float
    degrees: int
    p: float


def williams_test(r12: float, r13: float, r23: float, count: int) -> Williams:
    """Tests whether systems 2 and 3 differ in their correlation with gold (1).

    `r12` and `r13` are these correlations, `r23` is that of the two systems, `count` the number of pairs.

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
    # The denominator is 0 if one system determines the other: then only equal correlations are no difference.
    t = above / sqrt(below) if below > 0 else 0.0 if r12 == r13 else inf if r12 > r13 else -inf
    return Williams(t, count - 3, two_sided_p(t, count - 3))


@dataclass(frozen=True, slots=True)
class McNemar(_Test):
    """The numbers of pairs on which only the first or only the second system is right, and the two-sided p."""

    only_first: int
    only_second: int
    p: float


def mcnemar_test(first: Flags, second: Flags) -> McNemar:
    """Tests whether two systems differ in accuracy; `first` and `second` say for each pair whether the system is right.

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
class Permutation(_Test):
    """The difference of two systems, the number of samples, and the two-sided p."""

    difference: float
    samples: int
    p: float


def permutation_test(
    measure: Callable[[Judged], float], first: Judged, second: Judged, *, samples: int = 1000, seed: int = 0
) -> Permutation:
    """Tests whether two systems differ in a `measure`.

    :param measure: computed on the answers of each system.
    :param first: the answers of the first system, and gold.
    :param second: those of the second system, on the same pairs and scale.
    :param samples: the number of permutations.
    :param seed: their seed.
    """
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
    """The two-sided p of `t` under Student's distribution with these `degrees` of freedom.

    >>> round(two_sided_p(2.228, 10), 3)
    0.05
    """
    if t == 0.0 or abs(t) == inf:
        return 1.0 if t == 0.0 else 0.0
    return _incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t))


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, mirrored to the side where its continued fraction converges fast."""
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
