"""Estimates which of two contexts explains coreference: the EM of Popescu and Vo (2014), equations 1 and 2.

A change of letters is observed n times between a prefix P and a suffix S, and the names corefer or not (x = 1 or 0). In
each observation one of the two contexts was the cause; which one is a hidden variable:

    with probability pi       the prefix:  x = 1 with probability p
    with probability 1 - pi   the suffix:  x = 1 with probability s

    E   gamma_i = pi p^x (1-p)^(1-x) / (pi p^x (1-p)^(1-x) + (1-pi) s^x (1-s)^(1-x))
    M   pi = sum gamma / n        p = sum gamma x / sum gamma        s = sum (1-gamma) x / sum (1-gamma)

The three parameters are not identifiable: only pi p + (1 - pi) s is determined, and it is the observed rate; the rest
depends on the start. We start from p = the rate of coreference of the change after this prefix, s = the rate before
this suffix, and pi = 1/2. One step reaches a fixed point (tested); the loop is kept because it is the definition.
"""

from collections.abc import Sequence
from typing import NamedTuple

from perpend.errors import InputError

__all__ = ["Mixture", "em_step", "fit_mixture"]

_MOST_STEPS, _ENOUGH = 100, 1e-12


class Mixture(NamedTuple):
    """The probability that the prefix is the cause, and those of coreference if the prefix or the suffix is."""

    pi: float
    p: float
    s: float

    @property
    def probability(self) -> float:
        """The probability that names with this change between these contexts corefer."""
        return self.pi * self.p + (1 - self.pi) * self.s


def fit_mixture(coreferred: Sequence[int] | Sequence[bool], p: float, s: float, pi: float = 0.5) -> Mixture:
    """Runs EM from `p`, `s` and `pi` until convergence; `coreferred` has 0 or 1 for each observation.

    >>> found = fit_mixture([1, 1, 1, 0], p=0.9, s=0.3)
    >>> round(found.probability, 6), round(found.pi, 3), round(found.p, 3), round(found.s, 3)
    (0.75, 0.594, 0.947, 0.462)
    """
    if not all(0 <= value <= 1 for value in (p, s, pi)):
        raise InputError(f"EM cannot start from p {p}, s {s}, pi {pi}: probabilities from 0 to 1 are needed")
    if not coreferred:
        raise InputError("EM needs at least one observation")
    mixture, ones = Mixture(pi, p, s), sum(map(bool, coreferred))
    for _ in range(_MOST_STEPS):
        last, mixture = mixture, em_step(mixture, ones, len(coreferred) - ones)
        if max(abs(old - new) for old, new in zip(last, mixture, strict=True)) < _ENOUGH:
            break
    return mixture


def em_step(mixture: Mixture, ones: int, zeros: int) -> Mixture:
    """Runs one E step and one M step from `mixture` for `ones` coreferring and `zeros` other observations.

    Observations with the same outcome have the same gamma, so counts are enough.
    """
    pi, p, s = mixture
    gamma1 = _share(pi * p, (1 - pi) * s)
    gamma0 = _share(pi * (1 - p), (1 - pi) * (1 - s))
    prefix, suffix = ones * gamma1 + zeros * gamma0, ones * (1 - gamma1) + zeros * (1 - gamma0)
    return Mixture(
        prefix / (ones + zeros), ones * gamma1 / prefix if prefix else p, ones * (1 - gamma1) / suffix if suffix else s
    )


def _share(prefix: float, suffix: float) -> float:
    """Returns the share of the prefix, 1/2 if neither context explains the outcome."""
    return prefix / (prefix + suffix) if prefix + suffix else 0.5
