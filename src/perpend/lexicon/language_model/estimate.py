"""Counts -> probabilities: modified Kneser-Ney smoothing, interpolated (Chen and Goodman 1998).

    p(w | h)   =   (a(h w) - D) / a(h)   +   b(h) · p(w | h without its first word)

a are the adjusted counts (`counting.py`), a(h) their sum over all words after h. D is a discount of the level: D1, D2
or D3 for a count of 1, 2, or 3 and more, computed from the numbers of n-grams with a count of 1 to 4 (t1 .. t4):

    Dk  =  k - (k + 1) · t1 / (t1 + 2 t2) · t(k+1) / tk

The discounted mass after h is b(h), the backoff weight of the shorter history; below single words is a uniform
distribution over all words that can follow, `<unk>` and `</s>` included. So the probabilities after any history sum to
1. If a small text gives no usable discounts, they are 0.5, 1 and 1.5, as in lmplz with its fallback option.

*Pruning* leaves out n-grams whose count is at most the threshold of their order; their mass goes to the shorter
history, so that sums stay 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.errors import SettingError
from perpend.lexicon.language_model.counting import Level
from perpend.lexicon.language_model.sentences import BEGIN
from perpend.types import Doubles

__all__ = ["Estimate", "MAX_ORDER", "discounts", "estimated", "thresholds"]

MAX_ORDER = 6
"""The longest n-grams; kenlm from pip reads no longer ones."""

_FALLBACK = (0.5, 1.0, 1.5)


@dataclass(frozen=True, eq=False)
class Estimate:
    """The probabilities of one `level`.

    `probability` is that of each last word given the others, `backoff` the weight of the shorter history, `kept`
    whether the n-gram survived pruning, and `discounts` those of the level.
    """

    level: Level
    probability: Doubles
    backoff: Doubles
    kept: NDArray[np.bool_]
    discounts: tuple[float, float, float]


def thresholds(prune: Sequence[int], order: int) -> tuple[int, ...]:
    """Returns a pruning threshold for each order up to `order`.

    The last value of `prune` holds for longer n-grams; words are never pruned.

    >>> thresholds([0, 1], 4)
    (0, 1, 1, 1)
    """
    given = (*(prune or (0,)),)
    filled = (*given, *[given[-1]] * (order - len(given)))
    if len(given) > order or given[0] != 0 or min(given) < 0 or sorted(given) != list(given):
        raise SettingError(
            f"prune {' '.join(map(str, given))}: at most {order} thresholds that do not fall are needed, "
            "0 for the first order"
        )
    return filled


def discounts(adjusted: NDArray[np.int64]) -> tuple[float, float, float]:
    """Returns the discounts of `adjusted` counts of 1, 2, and 3 or more.

    >>> discounts(np.repeat([1, 2, 3, 4], [4, 2, 1, 1]))
    (0.5, 1.25, 1.0)
    """
    times = np.bincount(np.minimum(adjusted, 5), minlength=6).tolist()
    if 0 in times[1:4]:
        return _FALLBACK
    share = times[1] / (times[1] + 2 * times[2])
    found = tuple(k - (k + 1) * share * times[k + 1] / times[k] for k in (1, 2, 3))
    return (found[0], found[1], found[2]) if all(0 < d <= k for k, d in enumerate(found, 1)) else _FALLBACK


def estimated(levels: Sequence[Level], prune: Sequence[int] = (0,)) -> list[Estimate]:
    """Returns the model, an estimate for each of `levels`; `prune` is as in `thresholds`."""
    found: list[Estimate] = []
    limits = thresholds(prune, len(levels))
    for place, level in enumerate(levels):
        kept = level.count > limits[place] if place else np.ones(len(level.word), np.bool_)
        taken = discounts(level.adjusted)
        mass = np.array([0.0, *taken])[np.minimum(level.adjusted, 3)]
        left = np.where(kept, mass, level.adjusted)
        if place:
            lower = found[-1]
            total = np.bincount(level.prefix, level.adjusted, minlength=len(lower.level.word))
            given = np.bincount(level.prefix, left, minlength=len(lower.level.word))
            # A history that nothing follows keeps the backoff weight 1.
            lower.backoff[total > 0] = given[total > 0] / total[total > 0]
            probability = (level.adjusted - left) / total[level.prefix]
            probability += lower.backoff[level.prefix] * lower.probability[level.suffix]
        else:
            sum_of_all = float(level.adjusted.sum())
            probability = (level.adjusted - left + left.sum() / (len(level.word) - 1)) / sum_of_all
            probability[BEGIN] = 0.0
        found.append(Estimate(level, probability, np.ones(len(level.word)), kept, taken))
    return found
