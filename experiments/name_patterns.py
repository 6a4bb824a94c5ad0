"""Patterns in names that reach English through Russian or Arabic: how many, how frequent, and how precise.

Two English spellings are variants if they share a foreign one (Berezovski and Berezovsky: Березовский). Candidates are
pairs of names of four letters or more that differ by at most three letters and share the first or last three; most of
them are different names. Names that are linked by foreign spellings stay together when they are dealt into folds. The
patterns of a fold are learned from candidates without a name of it, and tried on those whose first name is in it: all
of its variants, and its share of the pairs of different names.

    Precision   of the candidates that fit patterns, the share that are variants
    Recall      of the variants among the candidates, the share that fit patterns
    Candidates  the share of candidates that are variants: the precision of saying yes to all

The distribution of occurrences (Figure 5) is that of patterns learned on everything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from experiments.name_data import Variants
from perpend.evaluation.classification import Confusion
from perpend.spelling.patterns import Patterns, find_patterns
from perpend.spelling.variants import find_variants
from perpend.types import Progress

__all__ = ["OCCURRENCE_BANDS", "PatternFigures", "evaluate_patterns"]

OCCURRENCE_BANDS = ((11, 20), (21, 50), (51, 100), (101, 400), (401, None))
_LETTERS, _LEAST_LETTERS = 3, 4


@dataclass(frozen=True, slots=True, eq=False)
class PatternFigures:
    """The figures of one language, and the patterns of all its names."""

    names: int
    candidates: int
    metrics: dict[str, float]
    patterns: Patterns

    def bands(self) -> list[int]:
        """The number of patterns in each band of occurrences."""
        counts = [pattern.occurrences for pattern in self.patterns]
        return [sum(low <= count <= (high or count) for count in counts) for low, high in OCCURRENCE_BANDS]


def evaluate_patterns(
    variants: Variants, *, folds: int = 5, seed: int = 0, progress: Progress | None = None
) -> PatternFigures:
    """Learns patterns and tests them on names that they were not learned from.

    :param variants: the spellings.
    :param folds: the number of folds.
    :param seed: their seed.
    :param progress: called after each fold.
    """
    names = sorted(name for name in variants.counts if len(name) >= _LEAST_LETTERS)
    fold_of = _folds(names, variants, folds, seed)
    pairs = [(pair.word1, pair.word2) for pair in find_variants(names, _LETTERS, _LETTERS)]
    labels = np.array([variants.are_variants(*pair) for pair in pairs], np.bool_)
    places = {name: place for place, name in enumerate(names)}
    rows = np.array([(places[one], places[other]) for one, other in pairs], np.int64).reshape(-1, 2)
    table = Confusion(0, 0, 0, 0)
    for fold in range(folds):
        learned, tested = (fold_of[rows] != fold).all(axis=1), fold_of[rows[:, 0]] == fold
        table = _plus(table, _tried(pairs, labels, np.flatnonzero(learned), np.flatnonzero(tested)))
        if progress:
            progress("patterns", fold + 1, folds)
    patterns = find_patterns(pairs, labels.tolist())
    measured = table.metrics
    metrics = {name: measured[name] for name in ("Precision", "Recall")}
    share = 100 * float(labels.mean()) if len(labels) else 0.0
    metrics |= {"Candidates": share, "Patterns": float(len(patterns))}
    return PatternFigures(len(names), len(pairs), metrics, patterns)


def _folds(names: Sequence[str], variants: Variants, folds: int, seed: int) -> NDArray[np.int64]:
    """A fold for each name; names that share a foreign spelling, also through others, have the same one."""
    parent: dict[str, str] = {}

    def root(node: str) -> str:
        while parent.setdefault(node, node) != node:
            parent[node] = node = parent[parent[node]]
        return node

    for name in names:
        for foreign in sorted(variants.foreign[name]):
            parent[root(foreign)] = root(f"={name}")
    groups = sorted({root(f"={name}") for name in names})
    Random(seed).shuffle(groups)
    dealt = {group: place % folds for place, group in enumerate(groups)}
    return np.array([dealt[root(f"={name}")] for name in names], np.int64)


def _tried(
    pairs: Sequence[tuple[str, str]],
    labels: NDArray[np.bool_],
    learned: NDArray[np.int64],
    tested: NDArray[np.int64],
) -> Confusion:
    patterns = find_patterns([pairs[place] for place in learned.tolist()], labels[learned].tolist())
    answers = np.array([bool(patterns.match(*pairs[place])) for place in tested.tolist()], np.bool_)
    return Confusion.of(answers, labels[tested])


def _plus(one: Confusion, other: Confusion) -> Confusion:
    both = zip(one.to_dict().values(), other.to_dict().values(), strict=True)
    return Confusion(*(left + right for left, right in both))
