"""How PERP learns: an averaged perceptron over alignments (Algorithm 1 of the paper).

    for each epoch, for each pair in shuffled order:
        align the pair with the weights as they are now
        predict the cost: weights · features of that alignment
        move the weights by rate · (true cost - predicted cost) · features
        keep the shift weight at 0.01 or above
    the result is the average of the weights after each update

Weights are costs of edits and labels are similarities, so the learned number is the cost `top - label`, where top is
the scale's upper end; a similarity is `top - cost`. Updates are sequential, because each changes the next alignment.
With too high a rate the errors diverge; a step beyond LARGEST_STEP raises an error while all costs are still finite.

`learn_plainly` is the definition. `learn` is its compiled twin: the same weights, bit for bit.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, repeat
from math import isnan
from random import Random

import numpy as np
from numpy.typing import NDArray

from perpend.alignment import Search
from perpend.errors import SettingError
from perpend.features.edits import FEATURES
from perpend.similarity._perceptron import Examples
from perpend.similarity.pairs import SEARCH, EncodedPair
from perpend.types import Doubles

__all__ = [
    "LARGEST_STEP",
    "MIN_SHIFT",
    "averages",
    "initial_weights",
    "last_of",
    "learn",
    "learn_plainly",
    "predict_plainly",
]


MIN_SHIFT = 0.01
LARGEST_STEP = 1e9
_SHIFT = FEATURES.index("Shift")


def initial_weights() -> Doubles:
    """1 for substitution, insertion and deletion, 0.1 for shifts, 0 for all else."""
    start = {"Substitution": 1.0, "Insertion": 1.0, "Deletion": 1.0, "Shift": 0.1}
    return np.array([start.get(name, 0.0) for name in FEATURES])


def predict_plainly(pair: EncodedPair, weights: Doubles) -> tuple[float, Doubles]:
    """The predicted cost of a `pair`, and the features of its alignment under these `weights`."""
    features = pair.features(pair.align(weights))
    return sum((float(w) * float(f) for w, f in zip(weights, features, strict=True)), 0.0), features


def learn_plainly(
    pairs: Sequence[EncodedPair], costs: Sequence[float], *, epochs: int = 200, rate: float = 0.01, seed: int = 0
) -> Doubles:
    """The averaged weights.

    :param pairs: the encoded pairs.
    :param costs: the target cost of each pair.
    :param epochs: passes over the pairs.
    :param rate: the learning rate.
    :param seed: the seed of the order of the pairs.
    """
    weights, total, updates = initial_weights(), np.zeros(len(FEATURES)), 0
    for order in orders(len(pairs), epochs, seed):
        for k in order:
            cost, features = predict_plainly(pairs[k], weights)
            step = rate * (costs[k] - cost)
            if not abs(step) <= LARGEST_STEP:
                raise _ran_away(rate)
            weights = weights + step * features
            weights[_SHIFT] = max(weights[_SHIFT], MIN_SHIFT)
            total = total + weights
            updates += 1
    return total / updates if updates else weights


def _ran_away(rate: float) -> SettingError:
    return SettingError(f"the learning ran away at rate {rate:g}: train again with a lower rate")


def orders(count: int, epochs: int | None, seed: int) -> Iterator[list[int]]:
    """The order of the pairs in each epoch; endless if `epochs` is None."""
    random, order = Random(seed), list(range(count))
    for _ in repeat(None) if epochs is None else repeat(None, epochs):
        random.shuffle(order)
        yield order


def averages(
    examples: Examples,
    costs: Doubles,
    members: Sequence[int] | NDArray[np.int64] | None = None,
    *,
    rate: float = 0.01,
    seed: int = 0,
    search: Search = SEARCH,
) -> Iterator[tuple[Doubles, float]]:
    """Yields after each epoch, without end, the average of the weights so far and the epoch's mean squared error.

    :param examples: the packed pairs.
    :param costs: the target cost of each pair; read again in each epoch.
    :param members: the indices of the pairs to learn from; all by default.
    :param rate: the learning rate.
    :param seed: the seed of the order of the pairs.
    :param search: how alignments are searched for.
    """
    chosen = np.arange(examples.count) if members is None else np.asarray(members, np.int64)
    weights, total, updates = initial_weights(), np.zeros(len(FEATURES)), 0
    for order in orders(len(chosen), None, seed):
        error = examples.epoch(chosen[order].astype(np.int32), costs, rate, MIN_SHIFT, weights, total, search)
        if isnan(error):
            raise _ran_away(rate)
        updates += len(order)
        yield (total / updates, error / len(order)) if updates else (weights.copy(), 0.0)


def learn(
    pairs: Examples | Sequence[EncodedPair],
    costs: Sequence[float],
    *,
    epochs: int = 200,
    rate: float = 0.01,
    seed: int = 0,
    progress: Callable[[int, float], None] | None = None,
) -> Doubles:
    """The same as `learn_plainly`, compiled; `pairs`, `costs`, `epochs`, `rate` and `seed` are the same.

    `progress` is called with the epoch and its mean squared error. An interrupt (Ctrl-C) ends the training; the result
    is the average over all complete epochs.
    """
    examples = pairs if isinstance(pairs, Examples) else Examples(pairs)
    return last_of(averages(examples, np.asarray(costs, np.float64), rate=rate, seed=seed), epochs, progress)


def last_of(
    learning: Iterator[tuple[Doubles, float]], epochs: int, progress: Callable[[int, float], None] | None = None
) -> Doubles:
    """The last average that `learning` (see `averages`) yields within a number of `epochs`, or before an interrupt.

    `progress` is called with each epoch and its mean squared error.
    """
    kept = None
    try:
        for epoch, (average, error) in enumerate(islice(learning, epochs), start=1):
            kept = average
            if progress:
                progress(epoch, error)
    except KeyboardInterrupt:
        # The interrupt is raised when an epoch returns; the updates of that epoch are not in the average.
        if kept is None:
            raise
    return initial_weights() if kept is None else kept
