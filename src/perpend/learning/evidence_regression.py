"""A regression that learns no more than the labels are evidence for: a Gaussian process with two kernels.

    labels  ~  Normal(0,  noise · (1  +  coarse · G  +  curved · R))

    G   products of a few sums of features (`sums`): few labels can tell their weights
    R   radial basis functions of all features: bends and interactions, for many labels

Products of all features are left out: what they learn from one source is wrong for others, and no better for its own.

Each setting of (coarse, curved) explains the labels with a probability, its evidence; no fold is held out. The prior
says that there is nothing to learn (both are 0) with 1/2, something without bends with 3/8, and something with bends
with 1/8. `amount` is the posterior probability that there is something, and the answer is the mean over such settings
by their posterior. So thirty labels without a pattern give an amount near 0, and a thousand with one 1.

Carl Edward Rasmussen and Christopher Williams, Gaussian Processes for Machine Learning, 2006, chapters 2 and 5.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from perpend.errors import InputError
from perpend.learning.kernel_machine import KernelMachine, squared_distances
from perpend.learning.regression import Regression
from perpend.types import Doubles

__all__ = ["Posterior", "learn_by_evidence", "posterior"]

Setting = tuple[float, float, float]
"""coarse, curved, and gamma times the number of features."""

_COARSE = (0.0, 0.03, 0.1, 0.3, 1.0, 3.0)
_CURVED = (0.1, 0.3, 1.0, 3.0)
_GAMMAS = (0.3, 1.0, 2.0)
_NOTHING, _STRAIGHT, _BENT = 0.5, 0.375, 0.125
_SAMPLE = 800
_LEAST = 0.01
_TINY = 1e-12


@dataclass(frozen=True, slots=True)
class Posterior:
    """The settings that are worth averaging over, with weights that sum to 1, and the `amount`.

    The settings with a curved part have one gamma.
    """

    settings: Mapping[Setting, float]
    amount: float


def posterior(rows: Doubles, sums: Doubles, labels: Doubles, seed: int = 0) -> Posterior:
    """Returns how probable each setting is; of more than 800 rows, that many are drawn with `seed`.

    :param rows: scaled features, a row for each label.
    :param sums: a matrix that brings a row to a few sums of its features.
    :param labels: what is to be learned; the mean is taken off.
    """
    if len(rows) != len(labels) or len(rows) < 2 or sums.shape[:1] != rows.shape[1:]:
        raise InputError(f"{len(rows)} rows, {len(labels)} labels and sums of {len(sums)} features: they must agree")
    taken = np.sort(np.random.default_rng(seed).permutation(len(rows))[:_SAMPLE])
    kernels, own = _Kernels(rows[taken], sums), labels[taken] - labels[taken].mean()
    found = {setting: _evidence(kernels.sum(setting), own) + _log_prior(setting) for setting in _settings()}
    largest = max(found.values())
    weights = {setting: float(np.exp(value - largest)) for setting, value in found.items()}
    whole = sum(weights.values())
    something = {setting: weight for setting, weight in weights.items() if any(setting[:2])}
    gamma = max(_GAMMAS, key=lambda one: sum(weight for setting, weight in something.items() if setting[2] == one))
    kept = {setting: weight for setting, weight in something.items() if setting[2] in (0.0, gamma)}
    least = (_LEAST if len(rows) <= _SAMPLE else 1.0) * max(kept.values())
    kept = {setting: weight for setting, weight in kept.items() if weight >= least}
    total = sum(kept.values())
    amount = sum(something.values()) / whole
    return Posterior({setting: weight / total for setting, weight in kept.items()}, amount)


def learn_by_evidence(rows: Doubles, sums: Doubles, labels: Doubles, found: Posterior) -> Regression:
    """Returns the mean prediction under the posterior `found`, as a regression.

    `rows`, `sums` and `labels` are those of `posterior`; the amount is not multiplied in.
    """
    kernels, centre = _Kernels(rows, sums), float(labels.mean())
    coefficients, weights = np.zeros(len(rows)), np.zeros(rows.shape[1])
    for setting, weight in found.settings.items():
        solved = weight * _solved(kernels.sum(setting), labels - centre)
        coarse, curved, _ = setting
        weights += coarse / sums.shape[1] * (sums @ (sums.T @ (rows.T @ solved)))
        coefficients += curved * solved
    gamma = max(setting[2] for setting in found.settings) / rows.shape[1]
    if not coefficients.any():
        machine = KernelMachine(np.zeros((1, rows.shape[1])), np.zeros(1), 0.0, gamma)
        return Regression(machine, weights, centre, 1.0)
    # The halves of a blend of one half: together the sum of both parts.
    return Regression(KernelMachine(rows, 2 * coefficients, 0.0, gamma), 2 * weights, 2 * centre, 0.5)


def _settings() -> list[Setting]:
    """All settings, those of one gamma together; without bends gamma does not matter, and 0 is said."""
    plain = [(coarse, 0.0, 0.0) for coarse in _COARSE]
    return [*plain, *((coarse, curved, gamma) for gamma, coarse, curved in product(_GAMMAS, _COARSE, _CURVED))]


def _log_prior(setting: Setting) -> float:
    coarse, curved, _ = setting
    if curved:
        return float(np.log(_BENT / (len(_COARSE) * len(_CURVED) * len(_GAMMAS))))
    return float(np.log(_STRAIGHT / (len(_COARSE) - 1) if coarse else _NOTHING))


class _Kernels:
    """Both kernels between the same rows."""

    def __init__(self, rows: Doubles, sums: Doubles) -> None:
        small = rows @ sums
        self._coarse = small @ small.T / small.shape[1]
        self._far, self._curved = squared_distances(rows, rows) / rows.shape[1], dict[float, Doubles]()

    def sum(self, setting: Setting) -> Doubles:
        """The covariance of the labels under a `setting`, in units of the noise."""
        coarse, curved, gamma = setting
        found: Doubles = np.eye(len(self._coarse)) + coarse * self._coarse
        if not curved:
            return found
        if gamma not in self._curved:
            self._curved = {gamma: np.exp(-gamma * self._far)}
        return np.asarray(found + curved * self._curved[gamma])


def _evidence(covariance: Doubles, labels: Doubles) -> float:
    """The logarithm of the probability of the labels, at the noise that makes it largest; constants are left out."""
    from scipy.linalg import cho_factor, cho_solve

    factor = cho_factor(covariance, lower=True)
    noise = float(labels @ cho_solve(factor, labels)) / len(labels)
    return -len(labels) / 2 * float(np.log(max(noise, _TINY))) - float(np.log(np.diag(factor[0])).sum())


def _solved(covariance: Doubles, labels: Doubles) -> Doubles:
    from scipy.linalg import cho_factor, cho_solve

    return np.asarray(cho_solve(cho_factor(covariance, lower=True, overwrite_a=True), labels))
