"""Which of two surnames are spellings of one: ours beside Jaro-Winkler, edit distance, Soundex and Double Metaphone.

Pairs of surnames that people labelled for Ancestry.com are dealt into folds by their head name. A measure answers yes
above a threshold, which is the one with the best accuracy on the other folds; Soundex and Double Metaphone answer yes
when codes are equal and need none. AUC is the probability that a pair of variants has a higher score than a pair of
different names (ties count half). Ours (`spelling/name_pairs.py`) is trained on the other folds.
"""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA, JaroWinkler

from experiments.name_data import SurnamePair
from perpend.evaluation.classification import Confusion
from perpend.spelling.name_pairs import train_name_pairs
from perpend.spelling.phonetic import soundex
from perpend.types import Doubles, Progress

__all__ = ["area_under_curve", "best_threshold", "evaluate_surnames"]

OURS = "Perpend, learned"


def area_under_curve(scores: Doubles, labels: NDArray[np.bool_]) -> float:
    """The probability that a pair with the label yes has a higher score; `scores` and `labels` are those of all pairs.

    >>> area_under_curve(np.array([0.9, 0.4, 0.4, 0.1]), np.array([True, True, False, False]))
    0.875
    """
    _, places, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]
    yes, no = int(labels.sum()), int((~labels).sum())
    return float((ranks[labels].sum() - yes * (yes + 1) / 2) / (yes * no)) if yes and no else 0.5


def evaluate_surnames(
    pairs: Sequence[SurnamePair], *, folds: int = 5, seed: int = 0, progress: Progress | None = None
) -> dict[str, dict[str, float]]:
    """AUC, accuracy, precision, recall and F-measure of each measure, in percent.

    :param pairs: the judged pairs.
    :param folds: the number of folds.
    :param seed: their seed.
    :param progress: called after each fold.
    """
    labels = np.array([pair.good for pair in pairs], np.bool_)
    heads = sorted({pair.head for pair in pairs})
    Random(seed).shuffle(heads)
    dealt = {head: place % folds for place, head in enumerate(heads)}
    fold_of = np.array([dealt[pair.head] for pair in pairs])
    systems = {"Jaro-Winkler": _scored(pairs, JaroWinkler.similarity)}
    systems["edit distance (OSA)"] = _scored(pairs, OSA.normalized_similarity)
    systems["Soundex"] = _scored(pairs, lambda a, b: float(soundex(a) == soundex(b)))
    if (double := _double_metaphone()) is not None:
        systems["Double Metaphone"] = _scored(pairs, double)
    systems[OURS] = _learned(pairs, labels, fold_of, folds, seed, progress)
    return {name: _figures(scores, labels, fold_of, folds) for name, scores in systems.items()}


def _scored(pairs: Sequence[SurnamePair], measure: Callable[[str, str], float]) -> Doubles:
    return np.array([measure(pair.head, pair.variant) for pair in pairs])


def _double_metaphone() -> Callable[[str, str], float] | None:
    """Whether one of the two codes of a name is one of the other's."""
    try:
        from metaphone import doublemetaphone
    except ImportError:
        return None

    def measure(a: str, b: str) -> float:
        return float(bool(set(doublemetaphone(a)) & set(doublemetaphone(b)) - {""}))

    return measure


def _learned(
    pairs: Sequence[SurnamePair],
    labels: NDArray[np.bool_],
    fold_of: NDArray[np.int64],
    folds: int,
    seed: int,
    progress: Progress | None,
) -> Doubles:
    scores = np.zeros(len(pairs))
    names = [(pair.head, pair.variant) for pair in pairs]
    for fold in range(folds):
        learned, tested = np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)
        model = train_name_pairs([names[place] for place in learned], labels[learned].tolist(), seed=seed)
        scores[tested] = [model.probability(*names[place]) for place in tested]
        if progress:
            progress("surnames", fold + 1, folds)
    return scores


def _figures(scores: Doubles, labels: NDArray[np.bool_], fold_of: NDArray[np.int64], folds: int) -> dict[str, float]:
    answers = scores > 0
    for fold in range(folds) if len(np.unique(scores)) > 2 else ():
        here = fold_of == fold
        answers[here] = scores[here] >= best_threshold(scores[~here], labels[~here])
    return {"AUC": 100 * area_under_curve(scores, labels)} | Confusion.of(answers, labels).metrics


def best_threshold(scores: Doubles, labels: NDArray[np.bool_]) -> float:
    """The score from which on yes has the most right answers; the lowest if equal.

    `scores` and `labels` are those of all pairs.
    """
    order = np.argsort(scores, kind="stable")
    right = int(labels.sum()) + np.cumsum(np.where(labels[order], -1, 1))
    ends = np.flatnonzero(np.append(np.diff(scores[order]) > 0, True))
    best = int(ends[np.argmax(right[ends])])
    if int(labels.sum()) >= right[best]:
        return float(scores.min())
    return float(scores[order][best + 1]) if best + 1 < len(scores) else float("inf")
