"""The contribution of each group of features: its exact Shapley value (Shapley 1953; Lundberg and Lee 2017).

    answer  =  mean answer of the training pairs  +  share of WordNet  +  share of vectors  +  ...

The worth of a set of groups is the mean prediction over all training pairs when these groups have the values of this
pair and the others those of the training pair. The share of a group is what it adds to the worth, averaged over all
orders in which groups can be added. With a radial basis function kernel the worth factors by group,

    worth(S)  =  Σ  coefficient · Π kernel of group g in S  ·  mean over training pairs of Π kernel of the others

and the last factor, which does not depend on the pair, is computed at training (`backgrounds`). So all sets take a few
milliseconds together, and nothing is sampled.
"""

from collections.abc import Sequence
from math import factorial

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.learning.kernel_machine import KernelMachine, squared_distances
from perpend.learning.regression import Regression
from perpend.types import Doubles, Integers

__all__ = ["MOST_GROUPS", "backgrounds", "group_names", "shapley"]

MOST_GROUPS = 8
"""The most groups; the work grows with 2 to the number of groups."""

_BLOCK = 200


def group_names(groups: Sequence[str]) -> tuple[str, ...]:
    """The distinct `groups`, in the order of their first features."""
    found = tuple(dict.fromkeys(groups))
    if len(found) > MOST_GROUPS:
        raise InputError(f"{len(found)} groups of features, at most {MOST_GROUPS} can be explained: join some")
    return found


def _kernels(regression: Regression, groups: Sequence[str], row: Doubles) -> Doubles:
    """For each group the kernel of its features alone with each support vector."""
    names, numbers = group_names(groups), np.array(groups)
    found = np.empty((len(names), len(regression.machine.vectors)))
    for place, name in enumerate(names):
        columns = numbers == name
        differences = regression.machine.vectors[:, columns] - row[columns]
        found[place] = np.exp(-regression.machine.gamma * np.einsum("ij,ij->i", differences, differences))
    return found


def backgrounds(regression: Regression, groups: Sequence[str], rows: Doubles) -> NDArray[np.float32]:
    """[set of groups][support vector]: the mean over training `rows` of the product of these groups' kernels.

    A set is a number whose bits are its groups; `groups` is the group of each feature, `regression` the trained one.
    """
    names, numbers = group_names(groups), np.array(groups)
    columns = [np.flatnonzero(numbers == name) for name in names]
    totals = np.zeros((1 << len(names), len(regression.machine.vectors)))
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        kernels = [_kernels_of(regression.machine, block, own) for own in columns]
        _add_products(kernels, 0, 0, np.ones_like(kernels[0]), totals)
    return (totals / max(len(rows), 1)).astype(np.float32)


def _kernels_of(machine: KernelMachine, rows: Doubles, columns: Integers) -> Doubles:
    return np.asarray(np.exp(-machine.gamma * squared_distances(rows[:, columns], machine.vectors[:, columns])))


def _add_products(kernels: list[Doubles], place: int, chosen: int, product: Doubles, totals: Doubles) -> None:
    """Adds the products of all sets, each computed from the set without its last group."""
    if place == len(kernels):
        totals[chosen] += product.sum(axis=0)
        return
    _add_products(kernels, place + 1, chosen, product, totals)
    _add_products(kernels, place + 1, chosen | 1 << place, product * kernels[place], totals)


def shapley(
    regression: Regression, groups: Sequence[str], means: NDArray[np.float32], base: float, row: Doubles
) -> dict[str, float]:
    """The Shapley value of each group; they sum to the row's value minus `base`, the mean over the training rows.

    :param regression: the trained regression.
    :param groups: the group of each feature.
    :param means: the `backgrounds`.
    :param base: the mean value of the training rows.
    :param row: the scaled features of one pair; as their mean is 0, the linear contribution of a feature is its product
        with its weight.
    """
    names = group_names(groups)
    worths = _worths(regression, groups, means, row)
    everything = len(worths) - 1
    worths[0] = (
        (base - regression.blend * regression.constant) / (1 - regression.blend) if regression.blend < 1 else 0.0
    )
    worths[everything] = regression.machine.by_products(row[None])[0]
    found = {}
    for place, name in enumerate(names):
        gain = _gain(worths, place, len(names))
        linear = float(regression.weights @ np.where(np.array(groups) == name, row, 0.0))
        found[name] = (1 - regression.blend) * gain + regression.blend * linear
    return found


def _worths(regression: Regression, groups: Sequence[str], means: NDArray[np.float32], row: Doubles) -> Doubles:
    kernels = _kernels(regression, groups, row)
    everything = (1 << len(kernels)) - 1
    products = np.empty((everything + 1, kernels.shape[1]))
    products[0] = regression.machine.coefficients
    for chosen in range(1, everything + 1):
        lowest = (chosen & -chosen).bit_length() - 1
        products[chosen] = products[chosen & (chosen - 1)] * kernels[lowest]
    return np.asarray(np.einsum("ij,ij->i", products, means[::-1].astype(np.float64)) + regression.machine.intercept)


def _gain(worths: Doubles, place: int, count: int) -> float:
    """The mean over all orders of what a group adds."""
    total = 0.0
    for chosen in range(len(worths)):
        if not chosen >> place & 1:
            size = chosen.bit_count()
            weight = factorial(size) * factorial(count - size - 1) / factorial(count)
            total += weight * (worths[chosen | 1 << place] - worths[chosen])
    return total
