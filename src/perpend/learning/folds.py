"""Folds of cross-validation: which fold each training pair belongs to. The same seed gives the same folds."""

from collections.abc import Callable, Iterator

import numpy as np

from perpend.types import Doubles, Flags, Integers

__all__ = ["fold_numbers", "out_of_fold", "sampled", "split", "stratified_folds"]


def fold_numbers(count: int, folds: int, seed: int) -> Integers:
    """The fold of each of `count` rows, shuffled; folds differ in size by one at most.

    >>> np.bincount(fold_numbers(7, 3, seed=0)).tolist()
    [3, 2, 2]
    """
    return np.random.default_rng(seed).permutation(np.arange(count) % folds)


def stratified_folds(labels: Integers | Flags, folds: int, seed: int) -> Integers:
    """The fold of each row, shuffled; each label is spread evenly over the folds.

    >>> stratified_folds(np.array([True, True, False, False]), 2, seed=0).tolist()
    [0, 1, 0, 1]
    """
    random, numbers, start = np.random.default_rng(seed), np.zeros(len(labels), np.int64), 0
    for label in np.unique(labels):
        places = np.flatnonzero(labels == label)
        # A label goes on where the one before it ended, so that no fold is larger than another by more than one.
        numbers[random.permutation(places)] = (np.arange(len(places)) + start) % folds
        start += len(places)
    return numbers


def split(folds: Integers) -> Iterator[tuple[Integers, Integers]]:
    """For each fold the places of its own rows, and those of all others."""
    for fold in np.unique(folds):
        yield np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)


def out_of_fold(folds: Integers, shape: tuple[int, ...], work: Callable[[Integers, Integers], Doubles]) -> Doubles:
    """For each row what a model of the other folds says of it.

    :param folds: the fold of each row.
    :param shape: the shape of the result; its first number is that of the rows.
    :param work: learns from the rows at its second argument, and returns its values for those at its first.
    """
    found = np.zeros(shape)
    for own, rest in split(folds):
        found[own] = work(own, rest)
    return found


def sampled(count: int, sample: int | None, seed: int) -> Integers:
    """The places of `sample` of `count` rows, drawn by the seed, in order; all if there are no more than that.

    >>> sampled(3, None, seed=0).tolist(), len(sampled(9, 4, seed=0))
    ([0, 1, 2], 4)
    """
    if not sample or sample >= count:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).permutation(count)[:sample])
