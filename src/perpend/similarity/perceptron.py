"""How PERP learns: an averaged perceptron over alignments (Algorithm 1 of the paper).

    for each epoch, for each pair in shuffled order:
        align the pair with the weights as they are now
        predict the cost: weights · features of that alignment
        move the weights by rate · (true cost - predicted cost) · features
        hold the shift weight at 0.01 or above
    the answer is the average of all weights on the way

The weights are costs of edits while labels are similarities, so it is the cost `top - label` that is learned, top being
the scale's upper end, and a similarity is `top - cost`. Updates come strictly one after another, since each changes the
next alignment. With a rate that is too high the errors grow without end; a step beyond LARGEST_STEP ends it with an
error, while all costs are finite.

`learn_plainly` is the definition. `learn` is its fast twin: the same weights, bit for bit.
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
    """The predicted cost of a pair, and the features of its alignment under these weights."""
    features = pair.features(pair.align(weights))
    return sum((float(w) * float(f) for w, f in zip(weights, features, strict=True)), 0.0), features


def learn_plainly(
    pairs: Sequence[EncodedPair], costs: Sequence[float], *, epochs: int = 200, rate: float = 0.01, seed: int = 0
) -> Doubles:
    """The averaged weights after `epochs` passes; `costs` are what the pairs should cost."""
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
    """In which order each epoch takes the pairs; without end if no number of epochs is given."""
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
    """Epoch after epoch without end: the average of the weights so far, and the epoch's mean squared error.

    Learns from the examples with the numbers `members`, all unless told; `costs` has one figure for each example.
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
    """The same as `learn_plainly`, fast. `progress` is told the epoch and its mean squared error.

    An interrupt (Ctrl-C) ends the learning; the average over all whole epochs is the answer.
    """
    examples = pairs if isinstance(pairs, Examples) else Examples(pairs)
    return last_of(averages(examples, np.asarray(costs, np.float64), rate=rate, seed=seed), epochs, progress)


def last_of(
    learning: Iterator[tuple[Doubles, float]], epochs: int, progress: Callable[[int, float], None] | None = None
) -> Doubles:
    """What `averages` has come to after so many epochs, or when an interrupt ends it."""
    kept = None
    try:
        for epoch, (average, error) in enumerate(islice(learning, epochs), start=1):
            kept = average
            if progress:
                progress(epoch, error)
    except KeyboardInterrupt:
        # An interrupt shows itself when an epoch returns; what that epoch added is not in the average.
        if kept is None:
            raise
    return initial_weights() if kept is None else kept
