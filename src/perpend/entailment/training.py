"""Labelled pairs of texts -> a model of entailment.

    train_entailment([("A boy runs.", "A child runs."), ...], [Label.ENTAILMENT, ...], relatedness=[4.6, ...])

In this order, and each step on what the ones before say of pairs that they did not learn from:

    relatedness        a regression on the relatedness of the training pairs; without such numbers, on 5 for ENTAILMENT
                       and 1 for all else
    threshold          the relatedness from which on the baseline says ENTAILMENT: the one with the most right answers
                       among pairs that deny nothing
    quasi-synonyms     phrases that stand for each other
    word pairs         a regression over thousands of names of words
    layer              a regression over the features of patterns, of relatedness and of word pairs; its strength is
                       chosen by cross-validation

Folds keep the share of each label and are drawn by the seed: the same pairs give the same model.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.entailment.evidence import learn_word_pairs, out_of_fold
from perpend.entailment.features import FEATURE_NAMES, pattern_features
from perpend.entailment.model import LABELS, EntailmentModel, Layer, LayerLearned
from perpend.entailment.patterns import Patterns
from perpend.entailment.quasi_learning import quasi_synonyms_of
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.entailment.relating import Relating, relate_out_of_fold
from perpend.entailment.rules import Label, Rules, Verdict
from perpend.entailment.sentence import Sentence
from perpend.entailment.softmax import learn_softmax
from perpend.entailment.word_pairs import word_evidence
from perpend.errors import InputError
from perpend.metrics.correlation import Doubles
from perpend.similarity.annotated_pairs import Pair
from perpend.similarity.model import Training, resources
from perpend.similarity.relatedness import RelatednessFeatures, RelatednessModel
from perpend.similarity.relatedness.training import train_values
from perpend.similarity.scaling import Scaling

__all__ = [
    "Prepared",
    "Unseen",
    "choose_strength",
    "judge_unseen",
    "layer_values",
    "learned_threshold",
    "pattern_rows",
    "prepare",
    "stratified_folds",
    "train_entailment",
    "train_from_unseen",
    "train_prepared",
]

Progress = Callable[[str, int, int], None]
Numbers = NDArray[np.int64]

_SCALE = (1.0, 5.0)
_FOLDS = 10
_STRENGTHS = (0.003, 0.01, 0.03, 0.1)


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Pairs with all that does not depend on labels: parsed sentences, relatedness features, words that differ."""

    texts: tuple[tuple[str, str], ...]
    parsed: tuple[Pair, ...]
    sentences: tuple[tuple[Sentence, Sentence], ...]
    values: Doubles
    words: tuple[frozenset[str], ...]

    def take(self, places: Sequence[int]) -> "Prepared":
        """Some of the pairs."""
        return Prepared(
            tuple(self.texts[k] for k in places),
            tuple(self.parsed[k] for k in places),
            tuple(self.sentences[k] for k in places),
            self.values[list(places)],
            tuple(self.words[k] for k in places),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Unseen:
    """What is said of training pairs by models that did not see them: relatedness, features of the layer, verdicts."""

    folds: Numbers
    related: Doubles
    threshold: float
    values: Doubles
    verdicts: tuple[Verdict, ...]


def prepare(
    pairs: Sequence[tuple[str, str]],
    extractor: RelatednessFeatures,
    patterns: Patterns,
    progress: Progress | None = None,
) -> Prepared:
    """Parse the texts of pairs and work out their features; a text in many pairs is parsed once."""
    parsed = extractor.annotate(pairs, progress)
    values = extractor.matrix(pairs, progress)
    known: dict[int, Sentence] = {}
    for pair in parsed:
        for one in pair:
            if id(one) not in known:
                known[id(one)] = Sentence.of_parsed(one)
    sentences = tuple((known[id(one)], known[id(other)]) for one, other in parsed)
    plain = Rules(patterns, QuasiSynonyms(), _SCALE[1])
    words = []
    for done, (text, hypothesis) in enumerate(sentences):
        if progress and done % 100 == 0:
            progress("words that differ", done, len(sentences))
        words.append(word_evidence(plain, text, hypothesis))
    return Prepared(tuple(pairs), tuple(parsed), sentences, values, tuple(words))


def train_entailment(
    pairs: Sequence[tuple[str, str]],
    labels: Sequence[Label],
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
    """Train a model; `relatedness` is on the scale 1 to 5."""
    numbers = _numbers(pairs, labels)
    degrees = _degrees(numbers, relatedness)
    extractor = extractor or RelatednessFeatures(features)
    patterns = patterns or Patterns.shipped()
    prepared = prepare(pairs, extractor, patterns, progress)
    evidence = prepared.parsed if features == "full" else None
    related = train_values(extractor, prepared.texts, prepared.values, degrees, evidence, None, _SCALE, name, progress)
    return train_prepared(prepared, numbers, degrees, related, patterns, layer, seed, progress)


def train_prepared(
    prepared: Prepared,
    labels: Numbers,
    degrees: Doubles,
    related: RelatednessModel,
    patterns: Patterns,
    layer: bool = True,
    seed: int = 0,
    progress: Progress | None = None,
) -> EntailmentModel:
    """Train on prepared pairs, with a model of relatedness that was trained on the same."""
    unseen = judge_unseen(prepared, labels, degrees, related, patterns, seed, progress)
    return train_from_unseen(prepared, labels, degrees, related, patterns, unseen, layer, seed, progress)


def judge_unseen(
    prepared: Prepared,
    labels: Numbers,
    degrees: Doubles,
    related: RelatednessModel,
    patterns: Patterns,
    seed: int = 0,
    progress: Progress | None = None,
) -> Unseen:
    """What models of the other folds say of each training pair."""
    folds = stratified_folds(labels, _FOLDS, seed)
    if progress:
        progress("relatedness out of fold", 0, 0)
    # Half as many folds: each trains word evidence for each of its own folds.
    own = relate_out_of_fold(related, prepared.values, prepared.parsed, degrees, folds // 2)
    threshold = learned_threshold(own, labels)
    rows, verdicts = np.zeros((len(labels), len(FEATURE_NAMES))), dict[int, Verdict]()
    for fold in range(_FOLDS):
        if progress:
            progress("patterns out of fold", fold, _FOLDS)
        here, rest = np.flatnonzero(folds == fold).tolist(), np.flatnonzero(folds != fold).tolist()
        rules = Rules(patterns, _quasi(prepared, rest, labels, degrees, patterns), threshold)
        rows[here] = pattern_rows(rules, prepared.take(here), own[here])
        verdicts |= {k: rules.decide(*prepared.sentences[k], float(own[k])) for k in here}
    words = out_of_fold(prepared.words, labels, folds, len(LABELS))
    values = layer_values(rows, prepared.values, own, words)
    return Unseen(folds, own, threshold, values, tuple(verdicts[k] for k in range(len(labels))))


def train_from_unseen(
    prepared: Prepared,
    labels: Numbers,
    degrees: Doubles,
    related: RelatednessModel,
    patterns: Patterns,
    unseen: Unseen,
    layer: bool = True,
    seed: int = 0,
    progress: Progress | None = None,
) -> EntailmentModel:
    """The model of all pairs, whose threshold and layer are learned from what was said of unseen ones."""
    return EntailmentModel(
        relating=Relating.of(related),
        threshold=unseen.threshold,
        quasi=_quasi(prepared, range(len(labels)), labels, degrees, patterns),
        layer=_layer(prepared, labels, unseen, seed, progress) if layer else None,
        training=Training(related.training.name, len(labels), related.training.fingerprints),
        annotator=related.annotator,
        resources={**resources(), "words": related.resources.get("words", ""), "patterns": patterns.signature()},
    )


def _quasi(
    prepared: Prepared, places: Sequence[int], labels: Numbers, degrees: Doubles, patterns: Patterns
) -> QuasiSynonyms:
    return quasi_synonyms_of(
        [prepared.sentences[k] for k in places],
        [LABELS[labels[k]] for k in places],
        [float(degrees[k]) for k in places],
        patterns,
    )


def _layer(prepared: Prepared, labels: Numbers, unseen: Unseen, seed: int, progress: Progress | None) -> Layer:
    scaling = Scaling.of(unseen.values)
    rows = scaling.rows(unseen.values)
    strength, accuracy = choose_strength(rows, labels, unseen.folds, progress)
    return Layer(
        learn_word_pairs(prepared.words, labels, len(LABELS)),
        scaling,
        learn_softmax(rows, labels, strength),
        LayerLearned(strength, _FOLDS, seed, accuracy),
    )


def pattern_rows(rules: Rules, prepared: Prepared, related: Doubles) -> Doubles:
    """The features of patterns, a row for each pair."""
    rows = [
        list(pattern_features(rules, *pair, degree).values())
        for pair, degree in zip(prepared.sentences, related.tolist(), strict=True)
    ]
    return np.array(rows, np.float64)


def layer_values(patterns: Doubles, values: Doubles, related: Doubles, words: Doubles) -> Doubles:
    """All features of the layer: of patterns, of relatedness, relatedness itself and its square, and of word pairs."""
    return np.column_stack([patterns, values, related, related**2, words])


def choose_strength(
    rows: Doubles, labels: Numbers, folds: Numbers, progress: Progress | None = None
) -> tuple[float, float]:
    """The strength with the most right answers in cross-validation, the least of equals, and their share."""
    right = []
    for done, strength in enumerate(_STRENGTHS):
        if progress:
            progress("cross-validation", done, len(_STRENGTHS))
        found = np.zeros(len(labels), np.int64)
        for fold in range(0, _FOLDS, 2):
            own = (folds == fold) | (folds == fold + 1)
            machine = learn_softmax(rows[~own], labels[~own], strength)
            found[own] = machine.probabilities(rows[own]).argmax(axis=1)
        right.append(float((found == labels).mean()))
    best = right.index(max(right))
    return _STRENGTHS[best], right[best]


def learned_threshold(related: Doubles, labels: Numbers) -> float:
    """The relatedness from which on ENTAILMENT is the better answer, among ENTAILMENT and NEUTRAL.

    >>> learned_threshold(np.array([1.0, 2.0, 3.0, 4.0]), np.array([2, 2, 1, 1]))
    2.5
    """
    wanted = labels != LABELS.index(Label.CONTRADICTION)
    order = np.argsort(related[wanted], kind="stable")
    degrees, follows = related[wanted][order], labels[wanted][order] == LABELS.index(Label.ENTAILMENT)
    if not len(degrees):
        return _SCALE[1]
    below = np.concatenate([[0], np.cumsum(~follows)])
    above = follows.sum() - np.concatenate([[0], np.cumsum(follows)])
    best = int(np.argmax(below + above))
    edges = np.concatenate([[degrees[0] - 1.0], degrees, [degrees[-1] + 1.0]])
    return float((edges[best] + edges[best + 1]) / 2)


def stratified_folds(labels: Numbers, folds: int, seed: int) -> Numbers:
    """The fold of each pair, shuffled; each label is spread evenly over the folds."""
    random, numbers, start = np.random.default_rng(seed), np.zeros(len(labels), np.int64), 0
    for label in np.unique(labels):
        places = np.flatnonzero(labels == label)
        numbers[random.permutation(places)] = (np.arange(len(places)) + start) % folds
        start += len(places)
    return numbers


def _numbers(pairs: Sequence[tuple[str, str]], labels: Sequence[Label]) -> Numbers:
    if len(pairs) != len(labels):
        raise InputError(f"{len(pairs)} pairs and {len(labels)} labels: as many of both are needed")
    numbers = np.array([LABELS.index(label) for label in labels], np.int64)
    counts = np.bincount(numbers, minlength=len(LABELS))
    if counts.min() < _FOLDS:
        shown = ", ".join(f"{count} {label}" for label, count in zip(LABELS, counts.tolist(), strict=True))
        raise InputError(f"{shown}: at least {_FOLDS} pairs of each label are needed")
    return numbers


def _degrees(labels: Numbers, relatedness: Sequence[float] | None) -> Doubles:
    if relatedness is None:
        return np.where(labels == LABELS.index(Label.ENTAILMENT), _SCALE[1], _SCALE[0])
    degrees = np.array(relatedness, np.float64)
    if len(degrees) != len(labels) or not ((degrees >= _SCALE[0]) & (degrees <= _SCALE[1])).all():
        raise InputError("relatedness must be a number from 1 to 5 for each pair")
    return degrees
