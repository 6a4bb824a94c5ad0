"""Folds of cross-validation: which fold each training pair belongs to. The same seed gives the same folds."""

from collections.abc import Callable, Iterator

import numpy as np

from perpend.types import Doubles, Flags, Integers

__all__ = ["fold_numbers", "out_of_fold", "sampled", "split", "stratified_folds"]


def fold_numbers(count: int, folds: int, seed: int) -> Integers:
    """The fold of each of `count` rows, shuffled by `seed`; `folds` differ in size by one at most.

    >>> np.bincount(fold_numbers(7, 3, seed=0)).tolist()
    [3, 2, 2]
    """
    return np.random.default_rng(seed).permutation(np.arange(count) % folds)


def stratified_folds(labels: Integers | Flags, folds: int, seed: int) -> Integers:
    """The fold of each row, shuffled by `seed`; each of the `labels` is spread evenly over the `folds`.

    >>> stratified_folds(np.array([True, True, False, False]), 2, seed=0).tolist()
    [0, 1, 0, 1]
    """
    random, numbers, start = np.random.default_rng(seed), np.zeros(len(labels), np.int64), 0
    for label in np.unique(labels):
        places = np.flatnonzero(labels == label)
        # Continue at the fold where the previous label ended, so that fold sizes differ by one at most.
        numbers[random.permutation(places)] = (np.arange(len(places)) + start) % folds
        start += len(places)
    return numbers


def split(folds: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Yields, for each fold, the indices of its rows and of all other rows; `folds` is the fold of each row."""
    for fold in np.unique(folds):
        yield np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)


def out_of_fold(folds: Integers, shape: tuple[int, ...], work: Callable[[Integers, Integers], Doubles]) -> Doubles:
    """Predicts each row with a model that was trained on the other folds.

    :param folds: the fold of each row.
    :param shape: the shape of the result; the first number is the number of rows.
    :param work: trains on the rows at its second argument, and returns values for the rows at its first.
    """
    found = np.zeros(shape)
    for own, rest in split(folds):
        found[own] = work(own, rest)
    return found


def sampled(count: int, sample: int | None, seed: int) -> Integers:
    """The sorted indices of `sample` rows out of `count`, drawn with `seed`; all rows if there are no more than that.

    >>> sampled(3, None, seed=0).tolist(), len(sampled(9, 4, seed=0))
    ([0, 1, 2], 4)
    """
    if not sample or sample >= count:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).permutation(count)[:sample])
