"""Labelled pairs of texts -> a model of paraphrases.

    train_paraphrase([("He left.", "He went away."), ...], [True, ...])  ->  ParaphraseModel

Texts are annotated, features computed, and the machine chosen and trained (`kernel_classifier` of `perpend.learning`).
The distance within which words match by meaning is also chosen by cross-validation, with the tag features, unless it is
given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from perpend.equivalence.model import ParaphraseModel
from perpend.equivalence.vectors import Directed, Extractor, FeatureSettings, groups_of
from perpend.errors import InputError
from perpend.features.annotated_pairs import Pair, annotate_pairs
from perpend.learning.kernel_classifier import Choices, choose, fit
from perpend.learning.limits import check_pairs
from perpend.learning.provenance import Training, resources
from perpend.learning.scaling import Scaling
from perpend.text.annotate import Annotator
from perpend.types import Flags, Progress

__all__ = ["THRESHOLDS", "best_threshold", "choose_threshold", "train_paraphrase", "train_sentences"]

THRESHOLDS: tuple[float | None, ...] = (None, 0.0, 2.0, 4.0)
"""The tried distances within which words match by meaning; with None only equal forms match."""


def train_paraphrase(
    pairs: Sequence[tuple[str, str]],
    labels: Sequence[bool],
    *,
    features: str = "full",
    settings: FeatureSettings | None = None,
    choices: Choices | None = None,
    annotator: Annotator | None = None,
    name: str = "pairs",
    progress: Progress | None = None,
) -> ParaphraseModel:
    """Trains a model of paraphrases.

    :param pairs: the texts.
    :param labels: whether the two texts of each pair mean the same.
    :param features: a feature set: "full", "ALL", "POS", ...
    :param settings: how words match; by default the threshold of closeness is chosen by cross-validation.
    :param choices: the grid of cross-validation.
    :param annotator: the tagger and parser; the shipped one by default.
    :param name: the name of the training data in the signature.
    :param progress: called with a description, the number of completed steps and their total.
    """
    groups_of(features)
    if len(pairs) != len(labels):
        raise InputError(f"{len(pairs)} pairs and {len(labels)} labels: as many of both are needed")
    check_pairs("train paraphrase", pairs)
    annotator = annotator or Annotator()
    truth = np.array(labels, np.bool_)
    sentences = annotate_pairs(pairs, annotator, progress=progress)
    settings = settings or FeatureSettings(threshold=choose_threshold(sentences, truth, choices, progress))
    model = train_sentences(sentences, truth, features, settings, choices, progress)
    return replace(model, training=Training.of(name, pairs), annotator=annotator.signature())


def train_sentences(
    pairs: Sequence[Pair],
    labels: Flags,
    features: str,
    settings: FeatureSettings,
    choices: Choices | None = None,
    progress: Progress | None = None,
) -> ParaphraseModel:
    """Trains a model on annotated `pairs`, without provenance.

    `labels`, `features`, `settings`, `choices` and `progress` are those of `train_paraphrase`.
    """
    extractor = Extractor(settings)
    names, values = extractor.train(pairs, groups_of(features), progress).select(features)
    scaling = Scaling.of(values)
    fitted = fit(scaling.rows(values), labels, choices, progress)
    counted = extractor.information if any(name.startswith("NIST") for name in names) else None
    return ParaphraseModel(
        features=features,
        names=names,
        settings=settings,
        scaling=scaling,
        machine=fitted.machine,
        calibration=fitted.calibration,
        learned=fitted.learned,
        training=Training("", len(pairs), ()),
        annotator="",
        resources=resources(),
        information=counted,
    )


def choose_threshold(
    pairs: Sequence[Pair], labels: Flags, choices: Choices | None = None, progress: Progress | None = None
) -> float | None:
    """The one of THRESHOLDS with the best accuracy of the tag features in cross-validation.

    `pairs` are annotated; `labels`, `choices` and `progress` are those of `train_paraphrase`.
    """
    found = {}
    for threshold in THRESHOLDS:
        extractor = Extractor(FeatureSettings(threshold=threshold))
        found[threshold] = extractor.train(pairs, groups_of("POS"), progress)
    return best_threshold(found, labels, choices, progress)


def best_threshold(
    found: Mapping[float | None, Directed],
    labels: Flags,
    choices: Choices | None = None,
    progress: Progress | None = None,
) -> float | None:
    """The threshold with the best accuracy of the tag features in cross-validation.

    `found` has these features for each threshold; `labels`, `choices` and `progress` are those of `train_paraphrase`.
    """
    accuracies = {}
    for threshold, features in found.items():
        _, values = features.select("POS")
        learned, _ = choose(Scaling.of(values).rows(values), labels, choices, progress)
        accuracies[threshold] = learned.accuracy
    return max(accuracies, key=accuracies.__getitem__)
