"""Labelled pairs of texts -> a model of relatedness.

    train_relatedness([("He left.", "He went away."), ...], [4.5, ...], features="paper")  ->  RelatednessModel

Texts are annotated, features computed and scaled, and the regression chosen and trained (`kernel_regression` of
`perpend.learning`). With `evidence` (the default of `full` for pairs of sentences), the evidence of single words and
word pairs is learned too and becomes one more feature: out of fold for training pairs, from all pairs for others.
"""

from collections.abc import Sequence

import numpy as np

from perpend.errors import InputError
from perpend.features.annotated_pairs import Pair
from perpend.learning.folds import fold_numbers
from perpend.learning.kernel_regression import Choices, fit
from perpend.learning.limits import check_pairs
from perpend.learning.provenance import Training, check_labels, resources
from perpend.learning.scaling import Scaling
from perpend.learning.word_evidence import WordEvidence, learn_evidence, unseen_evidence
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.model import RelatednessModel
from perpend.relatedness.shares import backgrounds
from perpend.relatedness.word_evidence import evidence_items
from perpend.types import Doubles, Progress

__all__ = ["EVIDENCE", "EVIDENCE_GROUP", "choices_for", "train_relatedness", "train_values"]

EVIDENCE, EVIDENCE_GROUP = "evidence: words", "word evidence"
_FOLDS = 5
_MANY = 2500
_STRENGTH = 0.3


def choices_for(features: str, count: int, seed: int = 0) -> Choices:
    """The grid of cross-validation for a feature set `features` and `count` pairs; `seed` draws the folds.

    The paper's set has no linear part; fewer pairs get a larger grid and more folds.
    """
    blends = (0.0,) if features == "paper" else (0.0, 0.25, 0.5)
    if count < _MANY:
        return Choices(blends=blends, rounds=3, seed=seed)
    return Choices(costs=(1.0, 4.0), gammas=(0.1, 0.3, 1.0), blends=blends, folds=4, sample=_MANY, seed=seed)


def train_relatedness(
    pairs: Sequence[tuple[str, str]],
    labels: Sequence[float],
    *,
    features: str = "full",
    level: str = "sentence",
    extractor: RelatednessFeatures | None = None,
    evidence: bool | None = None,
    choices: Choices | None = None,
    scale: tuple[float, float] = (0.0, 5.0),
    name: str = "pairs",
    progress: Progress | None = None,
) -> RelatednessModel:
    """Trains a model of relatedness.

    :param pairs: the texts.
    :param labels: the relatedness of each pair, on the scale.
    :param features: "full", "paper", or families joined by +.
    :param level: what the texts are; see `families`.
    :param extractor: a `RelatednessFeatures` with its own tagger, vectors, topics or links; it replaces `features` and
        `level`.
    :param evidence: learn from single words too; by default only "full" for sentences does.
    :param choices: the grid of cross-validation; by default that of `choices_for`.
    :param scale: the lowest and the highest label.
    :param name: the name of the training data in the signature.
    :param progress: called with a description, the number of completed steps and their total.
    """
    least = 2 * (choices or Choices()).folds
    if len(pairs) < least or len(pairs) != len(labels):
        raise InputError(
            f"{len(pairs)} pairs and {len(labels)} labels: as many of both are needed, at least {least} pairs"
        )
    check_labels(labels, scale)
    check_pairs("train relate", pairs)
    extractor = extractor or RelatednessFeatures(features, level)
    truth = np.array(labels, np.float64)
    values = extractor.matrix(pairs, progress)
    wanted = extractor.features == "full" and extractor.level == "sentence" if evidence is None else evidence
    sentences = extractor.annotate(pairs) if wanted else None
    return train_values(extractor, pairs, values, truth, sentences, choices, scale, name, progress)


def train_values(
    extractor: RelatednessFeatures,
    pairs: Sequence[tuple[str, str]],
    values: Doubles,
    labels: Doubles,
    sentences: Sequence[Pair] | None = None,
    choices: Choices | None = None,
    scale: tuple[float, float] = (0.0, 5.0),
    name: str = "pairs",
    progress: Progress | None = None,
    scaling: Scaling | None = None,
) -> RelatednessModel:
    """Trains a model on computed features.

    :param extractor: what computed the features.
    :param pairs: the texts.
    :param values: the features, one row per pair.
    :param labels: the relatedness of each pair.
    :param sentences: the annotated pairs; if given, the model has word evidence.
    :param choices: the grid of cross-validation; by default that of `choices_for`.
    :param scale: the lowest and the highest label.
    :param name: the name of the training data in the signature.
    :param progress: called with a description, the number of completed steps and their total.
    :param scaling: of all features; by default to mean 0 and standard deviation 1.
    """
    choices = choices or choices_for(extractor.features, len(pairs))
    names, groups, learned_evidence = extractor.names, extractor.groups, None
    if sentences is not None:
        learned_evidence, column = _evidence(sentences, labels, choices.seed)
        values = np.column_stack([values, column])
        names, groups = (*names, EVIDENCE), (*groups, EVIDENCE_GROUP)
    scaling = scaling or Scaling.of(values)
    rows = scaling.rows(values)
    regression, learned = fit(rows, labels, choices, progress)
    if progress:
        progress("shares of groups", 0, 0)
    return RelatednessModel(
        level=extractor.level,
        features=extractor.features,
        names=names,
        groups=groups,
        scaling=scaling,
        regression=regression,
        means=backgrounds(regression, groups, rows),
        base=float(regression.predictions(rows).mean()),
        learned=learned,
        training=Training.of(name, pairs),
        scale=(float(scale[0]), float(scale[1])),
        annotator="" if extractor.of_senses else extractor.annotator.signature(),
        resources={**resources(), "words": extractor.signature()},
        evidence=learned_evidence,
    )


def _evidence(sentences: Sequence[Pair], labels: Doubles, seed: int) -> tuple[WordEvidence, Doubles]:
    """The evidence of all pairs, and for each pair the estimate of a model that has not seen it."""
    rows, column = [evidence_items(pair) for pair in sentences], labels[:, None]
    folds = fold_numbers(len(rows), min(_FOLDS, len(rows)), seed)
    return learn_evidence(rows, column, _STRENGTH), unseen_evidence(rows, column, folds, _STRENGTH)[:, 0]
