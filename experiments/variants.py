"""`evaluate_variants`: how well variants of names are told from other names, and which pairs of a list are printed.

    folds     surnames that people labelled, in folds in which no name of the test is in the training
    foreign   each source of variants in turn is left out of the training and tested: labelled pairs, and the variants
              among the first n pairs of a list of its names, for equal n
    list      5,000 surnames drawn by seed: how many pairs are printed

Peers are Jaro-Winkler, edit similarity (OSA), Double Metaphone (one of the codes is the same) and the sum of the last
with Jaro-Winkler. They answer yes from the score that is best on the other folds, ours from probability .5.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA, JaroWinkler
from rapidfuzz.process import cdist

from experiments.name_data import name_data_signature, read_surnames
from experiments.surname_pairs import area_under_curve, best_threshold
from experiments.variant_pairs import (
    FOREIGN,
    foreign_list,
    near_pairs,
    read_source,
    training_names,
    variant_training_pairs,
)
from perpend import __version__
from perpend.evaluation.calibration import expected_calibration_error
from perpend.evaluation.classification import Confusion
from perpend.learning.registry import load
from perpend.spelling.phonetic import sound_codes
from perpend.spelling.variant_model import VariantModel
from perpend.spelling.variant_training import train_variants
from perpend.types import Doubles, Progress

__all__ = ["OURS", "VARIANT_PARTS", "VariantRow", "evaluate_variants"]

VARIANT_PARTS = ("folds", "foreign", "list")
OURS = "Perpend"
_LIST_WORDS, _LIST_SEED = 5_000, 2026
_TIMES = (1, 2, 5)

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class VariantRow:
    """One line of a part: the system, on which data, and its figures."""

    part: str
    system: str
    data: str
    metrics: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        return {"part": self.part, "system": self.system, "data": self.data, "metrics": self.metrics}


def jaro_winkler(one: str, other: str) -> float:
    """The Jaro-Winkler similarity of `one` and `other`."""
    return float(JaroWinkler.similarity(one, other))


def same_sound(one: str, other: str) -> float:
    """1 if `one` and `other` have a common code of Double Metaphone."""
    return float(bool(set(sound_codes(one)) & set(sound_codes(other))))


PEERS: dict[str, Callable[[str, str], float]] = {
    "Jaro-Winkler": jaro_winkler,
    "edit similarity": lambda one, other: float(OSA.normalized_similarity(one, other)),
    "Double Metaphone": same_sound,
    "Metaphone + Jaro-Winkler": lambda one, other: same_sound(one, other) + jaro_winkler(one, other),
}


def evaluate_variants(
    mirror: Any = None,
    *,
    parts: Sequence[str] = VARIANT_PARTS,
    folds: int = 5,
    seed: int = 0,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The record of some parts.

    :param mirror: the folder of the data; by default the one that PERPEND_MIRROR names.
    :param parts: the parts, of VARIANT_PARTS.
    :param folds: the number of folds.
    :param seed: their seed.
    :param progress: called after each training.
    """
    rows: list[VariantRow] = []
    if "folds" in parts:
        rows += _fold_rows(mirror, folds, seed, progress)
    if "foreign" in parts:
        for number, source in enumerate(("surnames", *FOREIGN), 1):
            rows += _foreign_rows(source, mirror)
            if progress:
                progress("foreign lists", number, len(FOREIGN) + 1)
    if "list" in parts:
        rows.append(_list_row(mirror))
    signature = f"data:{name_data_signature(mirror)}|folds:{folds}|seed:{seed}|version:{__version__}"
    return {"task": "variants", "rows": [row.to_dict() for row in rows], "signature": signature}


def _fold_rows(mirror: Any, folds: int, seed: int, progress: Progress | None) -> list[VariantRow]:
    pairs = read_source("surnames", mirror)
    others = variant_training_pairs(mirror, without="surnames")
    heads = sorted({pair.word1 for pair in pairs})
    Random(seed).shuffle(heads)
    dealt = {head: place % folds for place, head in enumerate(heads)}
    fold_of = np.array([dealt[pair.word1] for pair in pairs])
    labels = np.array([pair.same for pair in pairs])
    scores = np.zeros(len(pairs))
    for fold in range(folds):
        tested = [pairs[place] for place in np.flatnonzero(fold_of == fold)]
        held = {word for pair in tested for word in pair.words}
        learned = [pairs[place] for place in np.flatnonzero(fold_of != fold)] + others
        model = train_variants([pair for pair in learned if held.isdisjoint(pair.words)], training_names(mirror))
        scores[fold_of == fold] = model.predict([pair.words for pair in tested])
        if progress:
            progress("folds", fold + 1, folds)
    both = np.column_stack([1 - scores, scores])
    ours = _figures(scores, labels, scores >= 0.5) | {
        "calibration error": expected_calibration_error(both, labels.astype(np.float64))
    }
    rows = [VariantRow("folds", OURS, "surnames", ours)]
    for name, measure in PEERS.items():
        values = np.array([measure(*pair.words) for pair in pairs])
        answers = values > 0
        for fold in range(folds) if len(np.unique(values)) > 2 else ():
            here = fold_of == fold
            answers[here] = values[here] >= best_threshold(values[~here], labels[~here])
        rows.append(VariantRow("folds", name, "surnames", _figures(values, labels, answers)))
    return rows


def _figures(scores: Doubles, labels: NDArray[np.bool_], answers: NDArray[np.bool_]) -> dict[str, float]:
    return {"AUC": 100 * area_under_curve(scores, labels)} | Confusion.of(answers, labels).metrics


def _foreign_rows(source: str, mirror: Any) -> list[VariantRow]:
    """The rows of one source that a model has not seen."""
    pairs = read_source(source, mirror)
    tested = {word for pair in pairs for word in pair.words}
    learned = [pair for pair in variant_training_pairs(mirror, without=source) if tested.isdisjoint(pair.words)]
    model = train_variants(learned, training_names(mirror)).using(listed=source != "surnames")
    labels = np.array([pair.same for pair in pairs])
    scored: dict[str, Doubles] = {OURS: model.predict([pair.words for pair in pairs])}
    scored |= {name: np.array([measure(*pair.words) for pair in pairs]) for name, measure in PEERS.items()}
    found = {name: {"AUC": 100 * area_under_curve(values, labels)} for name, values in scored.items()}
    if source in FOREIGN:
        words, variants = foreign_list(source, mirror)
        wanted = set(variants)
        for name, ranked in (
            (OURS, _ours_ranked(words, model)),
            ("Jaro-Winkler", _ranked_by_jaro_winkler(words, max(_TIMES) * len(variants))),
        ):
            for times in _TIMES:
                right = sum(pair in wanted for pair in ranked[: times * len(variants)])
                found[name][f"found in {times} n"] = 100 * right / len(variants)
    return [VariantRow("foreign", name, source, metrics) for name, metrics in found.items()]


def _ours_ranked(words: Sequence[str], model: VariantModel) -> list[Pair]:
    pairs = list(near_pairs(words))
    order = np.argsort(-model.predict(pairs), kind="stable")
    return [pairs[place] for place in order]


def _ranked_by_jaro_winkler(words: Sequence[str], most: int) -> list[Pair]:
    """The first `most` of all pairs of `words`."""
    ordered = sorted(words)
    values = np.triu(cdist(ordered, ordered, scorer=JaroWinkler.similarity, dtype=np.float32), 1).ravel()
    best = np.argpartition(-values, most)[:most]
    best = best[np.lexsort((best, -values[best]))]
    return [(ordered[place // len(ordered)], ordered[place % len(ordered)]) for place in best.tolist()]


def _list_row(mirror: Any) -> VariantRow:
    words = drawn_surnames(mirror)
    model = load(kind="variants").using(listed=True)
    pairs = list(near_pairs(words))
    values = model.predict(pairs)
    figures = {"compared": float(len(pairs)), "printed": float((values >= 0.5).sum())}
    return VariantRow("list", OURS, f"{_LIST_WORDS:,} surnames", figures)


def drawn_surnames(mirror: Any = None, seed: int = _LIST_SEED) -> list[str]:
    """5,000 of the surnames of the folder `mirror`, drawn by `seed`."""
    return Random(seed).sample(read_surnames(mirror), _LIST_WORDS)
