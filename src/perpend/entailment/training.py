"""Labelled pairs of texts -> a model of entailment.

    train_entailment([("A boy runs.", "A child runs."), ...], [Label.ENTAILMENT, ...], relatedness=[4.6, ...])

The steps, in this order; each uses out-of-fold results of the steps before it:

    relatedness        a regression on the relatedness of the training pairs; without such numbers, on 5 for ENTAILMENT
                       and 1 for all else
    threshold          the relatedness from which on the baseline says ENTAILMENT: the one with the most right answers
                       among pairs that are not CONTRADICTION
    quasi-synonyms     phrases that may replace each other
    word pairs         a regression over thousands of word pairs
    layer              a regression over the features of patterns, of relatedness and of word pairs; its strength is
                       chosen by cross-validation

Folds are stratified and drawn with the seed: the same pairs give the same model.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from perpend.entailment.features import FEATURE_NAMES
from perpend.entailment.model import LABELS, EntailmentModel, Layer, LayerLearned
from perpend.entailment.patterns import Patterns
from perpend.entailment.prepared import Prepared, layer_values, pattern_rows, prepare
from perpend.entailment.quasi_learning import quasi_synonyms_of
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.entailment.relating import Known, relate_out_of_fold, train_relating
from perpend.entailment.rules import Label, Reading, Rules, Verdict, reading_of
from perpend.errors import InputError
from perpend.learning.folds import stratified_folds
from perpend.learning.limits import check_pairs
from perpend.learning.logistic import learn_softmax
from perpend.learning.provenance import Training, resources
from perpend.learning.scaling import Scaling
from perpend.learning.word_evidence import learn_label_evidence, unseen_label_evidence
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.types import Doubles, Integers, Progress

__all__ = ["Trainer", "learned_threshold", "train_entailment"]

_SCALE = (1.0, 5.0)
_FOLDS = 10
_STRENGTHS = (0.003, 0.01, 0.03)


def train_entailment(
    pairs: Sequence[tuple[str, str]],
    labels: Sequence[Label | str],
    *,
    relatedness: Sequence[float] | None = None,
    features: str = "full",
    layer: bool = True,
    extractor: RelatednessFeatures | None = None,
    patterns: Patterns | None = None,
    name: str = "pairs",
    seed: int = 0,
    progress: Progress | None = None,
) -> EntailmentModel:
    """Trains a model of entailment.

    :param pairs: (text, hypothesis).
    :param labels: ENTAILMENT, CONTRADICTION or NEUTRAL for each pair.
    :param relatedness: the relatedness of each pair, from 1 to 5; by default 5 for ENTAILMENT and 1 for all else.
    :param features: the features of relatedness: "full" or "paper".
    :param layer: train the learned layer; without it the patterns decide.
    :param extractor: a `RelatednessFeatures` to use instead of `features`.
    :param patterns: patterns of verbs; the shipped ones by default.
    :param name: the name of the training data in the signature.
    :param seed: the seed of all folds.
    :param progress: called with a description, the number of completed steps and their total.
    """
    numbers = _numbers(pairs, labels)
    degrees = _degrees(numbers, relatedness)
    check_pairs("train entail", pairs)
    extractor = extractor or RelatednessFeatures(features)
    patterns = patterns or Patterns.shipped()
    prepared = prepare(pairs, extractor, patterns, progress)
    trainer = Trainer(prepared, numbers, degrees, extractor, patterns, name, seed, progress)
    return trainer.model(layer=layer)


class Trainer:
    """Trains a model step by step from prepared pairs; see the module for the steps.

    :param prepared: the parsed pairs.
    :param labels: the index in LABELS of each pair's label.
    :param degrees: the relatedness of each pair.
    :param extractor: what computed the features of relatedness.
    :param patterns: patterns of verbs.
    :param name: the name of the training data.
    :param seed: the seed of all folds.
    :param progress: called with a description, the number of completed steps and their total.
    """

    def __init__(
        self,
        prepared: Prepared,
        labels: Integers,
        degrees: Doubles,
        extractor: RelatednessFeatures,
        patterns: Patterns,
        name: str,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self.prepared, self.labels, self.degrees = prepared, labels, degrees
        self.extractor, self.patterns, self.name, self.seed = extractor, patterns, name, seed
        self._progress = progress
        self.folds = stratified_folds(labels, _FOLDS, seed)
        # Half as many folds for relatedness, because each fold trains word evidence for each of the others.
        sentences = prepared.sentences if extractor.features == "full" else None
        known = Known(extractor.names, prepared.values, degrees, self.folds // 2, sentences)
        self.relating, learned = train_relating(extractor.features, known, progress)
        self.related = relate_out_of_fold(known, learned, progress)
        self.threshold = learned_threshold(self.related, labels)

    @cached_property
    def unseen(self) -> Doubles:
        """The features of the layer for each training pair, from models of the other folds."""
        rows = np.zeros((len(self.labels), len(FEATURE_NAMES)))
        for fold, rules in enumerate(self.fold_rules):
            self._report("patterns out of fold", fold, _FOLDS)
            here = np.flatnonzero(self.folds == fold).tolist()
            rows[here] = pattern_rows(rules, self.prepared.take(here), self.related[here])
        words = unseen_label_evidence(self.prepared.words, self.labels, self.folds, len(LABELS))
        return layer_values(rows, self.prepared.values, self.related, words)

    @cached_property
    def fold_rules(self) -> tuple[Rules, ...]:
        """The rules for the pairs of each fold, with the quasi-synonyms of the other folds."""
        reading = reading_of(self.extractor.features)
        rest = (np.flatnonzero(self.folds != fold).tolist() for fold in range(_FOLDS))
        return tuple(Rules(self.patterns, self._quasi(places), self.threshold, reading) for places in rest)

    def unseen_verdicts(self, reading: Reading, patterns: Patterns) -> tuple[Verdict, ...]:
        """The verdict on each training pair by the rules of the other folds, under a `reading` and with `patterns`."""
        rules = [replace(one, reading=reading, patterns=patterns) for one in self.fold_rules]
        pairs = zip(self.prepared.sentences, self.folds.tolist(), self.related.tolist(), strict=True)
        return tuple(rules[fold].decide(*pair, related) for pair, fold, related in pairs)

    def model(self, *, layer: bool = True) -> EntailmentModel:
        """The model of all pairs; without a `layer`, the patterns decide."""
        return EntailmentModel(
            relating=self.relating,
            threshold=self.threshold,
            quasi=self._quasi(range(len(self.labels))),
            layer=self._layer() if layer else None,
            training=Training.of(self.name, self.prepared.texts),
            annotator=self.extractor.annotator.signature(),
            resources={**resources(), "words": self.extractor.signature(), "patterns": self.patterns.signature()},
        )

    def _report(self, what: str, done: int, total: int) -> None:
        if self._progress:
            self._progress(what, done, total)

    def _quasi(self, places: Sequence[int]) -> QuasiSynonyms:
        return quasi_synonyms_of(
            [self.prepared.sentences[k] for k in places],
            [LABELS[self.labels[k]] for k in places],
            [float(self.degrees[k]) for k in places],
            self.patterns,
        )

    def _layer(self) -> Layer:
        scaling = Scaling.of(self.unseen)
        rows = scaling.rows(self.unseen)
        strength, accuracy = self._strength(rows)
        return Layer(
            learn_label_evidence(self.prepared.words, self.labels, len(LABELS)),
            scaling,
            learn_softmax(rows, self.labels, strength),
            LayerLearned(strength, _FOLDS // 2, self.seed, accuracy),
        )

    def _strength(self, rows: Doubles) -> tuple[float, float]:
        """The strength with the highest accuracy in cross-validation, the smallest if equal, and that accuracy."""
        right, folds = [], self.folds // 2
        for done, strength in enumerate(_STRENGTHS):
            self._report("cross-validation", done, len(_STRENGTHS))
            found = np.zeros(len(self.labels), np.int64)
            for fold in np.unique(folds):
                own = folds == fold
                machine = learn_softmax(rows[~own], self.labels[~own], strength)
                found[own] = machine.probabilities(rows[own]).argmax(axis=1)
            right.append(float((found == self.labels).mean()))
        best = right.index(max(right))
        return _STRENGTHS[best], right[best]


def learned_threshold(related: Doubles, labels: Integers) -> float:
    """The relatedness `related` from which on ENTAILMENT is more often right than NEUTRAL, given the `labels`.

    >>> learned_threshold(np.array([1.0, 2.0, 3.0, 4.0]), np.array([2, 2, 1, 1]))
    3.0
    """
    wanted = labels != LABELS.index(Label.CONTRADICTION)
    order = np.argsort(related[wanted], kind="stable")
    degrees, follows = related[wanted][order], labels[wanted][order] == LABELS.index(Label.ENTAILMENT)
    if not len(degrees):
        return _SCALE[1]
    below = np.concatenate([[0], np.cumsum(~follows)])
    above = follows.sum() - np.concatenate([[0], np.cumsum(follows)])
    edges = np.concatenate([degrees, [degrees[-1] + 1.0]])
    # Equal degrees cannot be separated: the threshold is never between them.
    right = np.where(np.concatenate([[True], edges[1:] > edges[:-1]]), below + above, -1)
    return float(edges[int(np.argmax(right))])


def _numbers(pairs: Sequence[tuple[str, str]], labels: Sequence[Label | str]) -> Integers:
    if len(pairs) != len(labels):
        raise InputError(f"{len(pairs)} pairs and {len(labels)} labels: as many of both are needed")
    if wrong := [label for label in labels if label not in LABELS]:
        raise InputError(f"label {str(wrong[0])!r}: one of {', '.join(LABELS)} is needed")
    numbers = np.array([LABELS.index(Label(label)) for label in labels], np.int64)
    counts = np.bincount(numbers, minlength=len(LABELS))
    if counts.min() < _FOLDS:
        shown = ", ".join(f"{count} {label}" for label, count in zip(LABELS, counts.tolist(), strict=True))
        raise InputError(f"{shown}: at least {_FOLDS} pairs of each label are needed")
    return numbers


def _degrees(labels: Integers, relatedness: Sequence[float] | None) -> Doubles:
    if relatedness is None:
        return np.where(labels == LABELS.index(Label.ENTAILMENT), _SCALE[1], _SCALE[0])
    degrees = np.array(relatedness, np.float64)
    if len(degrees) != len(labels) or not ((degrees >= _SCALE[0]) & (degrees <= _SCALE[1])).all():
        raise InputError("relatedness must be a number from 1 to 5 for each pair")
    return degrees
