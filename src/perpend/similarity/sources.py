"""Learning from several sources at once, whose labels are on different scales.

    source     mean label     what the model should learn from it
    videos        2.1         which of two pairs of captions is the more alike
    speeches      4.3         which of two pairs of speeches is the more alike

One source may have been judged more generously, or may hold more similar pairs. Without correction, the difference
between the means goes into any feature that tells the sources apart, such as sentence length: speeches would be alike
because they are long. So each source has an intercept of its own during training: after each epoch, the mean error of
each source under the average so far is subtracted from its costs, which leaves only differences within sources. At the
end, one intercept is set so that the mean error is 0, with equal weight for each source.

`python -m experiments sts2012-pooling` compares this with other methods.
"""

from collections.abc import Hashable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.features.edits import FEATURES
from perpend.similarity._perceptron import Examples
from perpend.similarity.perceptron import averages
from perpend.types import Doubles, Integers

__all__ = ["averages_by_source", "centred", "numbered", "on_scale"]


_INTERCEPT = FEATURES.index("Intercept")


def numbered(groups: Sequence[Hashable], count: int) -> Integers:
    """Numbers the sources, `groups`, of `count` pairs in the order of their first pairs.

    >>> numbered(["videos", "speeches", "videos"], 3).tolist()
    [0, 1, 0]
    """
    if len(groups) != count:
        raise InputError(f"{len(groups)} groups for {count} pairs: name the group of each pair")
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(group, len(numbers)) for group in groups], np.int64)


def averages_by_source(
    examples: Examples,
    costs: Doubles,
    sources: Integers,
    members: NDArray[np.int64] | None = None,
    *,
    rate: float = 0.01,
    seed: int = 0,
) -> Iterator[tuple[Doubles, float]]:
    """Like `perceptron.averages`, with an intercept for each source; yields weights that are `on_scale`.

    :param examples: the packed pairs.
    :param costs: the target cost of each pair.
    :param sources: the source of each pair, as a number.
    :param members: the indices of the pairs to learn from; all by default.
    :param rate: the learning rate.
    :param seed: the seed of the order of the pairs.
    """
    chosen = np.arange(examples.count) if members is None else members
    true, groups, learned = costs[chosen], sources[chosen], centred(costs, sources)
    for weights, error in averages(examples, learned, chosen, rate=rate, seed=seed):
        predicted = (examples.feature_matrix(weights) @ weights)[chosen]
        yield on_scale(weights, predicted, true, groups), error
        # `averages` reads the costs again in each epoch.
        learned[chosen] = predicted + centred(true - predicted, groups)


def centred(costs: Doubles, sources: Integers) -> Doubles:
    """The `costs` minus the mean of their source; `sources` numbers the source of each.

    >>> centred(np.array([1.0, 5.0, 3.0]), np.array([0, 1, 0])).tolist()
    [-1.0, 0.0, 1.0]
    """
    moved = costs.copy()
    for source in np.unique(sources):
        moved[sources == source] -= costs[sources == source].mean()
    return moved


def on_scale(weights: Doubles, predicted: Doubles, costs: Doubles, sources: Integers) -> Doubles:
    """The `weights` with the intercept at which the mean error is 0.

    `predicted` are the costs that the weights predict, `costs` the true ones. The mean is taken over the mean errors of
    the `sources`.
    """
    moved = weights.copy()
    moved[_INTERCEPT] += np.mean([(costs - predicted)[sources == source].mean() for source in np.unique(sources)])
    return moved
