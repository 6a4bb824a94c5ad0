"""Labelled pairs -> an `InferenceModel`.

    train_inference(pairs, labels)                               your own pairs: start from `entail-everyday`
    train_inference(pairs, labels, start=None, sources=names)    from nothing, by sources

**From nothing.** Two stages: whether a hypothesis follows is learned from all pairs; whether one that does not follow
contradicts its text, from those that tell neutral and contradiction apart. A source counts by the root of its size;
the pairs of sources in `made`, which a rule made, count as much as all others together. Then the log-odds are
calibrated: each source is answered by trees that have not seen it, and a slope and an offset for all of them make
these answers as probable as they are right. (They are left out in two groups, which takes less time.)

**Your own pairs.** The log-odds of the start are moved by a slope and an offset, which count PRIOR labels less than
there are, and with some hundred labels by trees that know the log-odds of the start and learn what it does not. Both
are used only if they predict pairs of other folds better than the start does, by more than chance gives. So few labels
do no harm, and many are learned from.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from perpend.entailment.everyday_features import FEATURE_NAMES, read_pair
from perpend.entailment.everyday_model import Correction, InferenceModel, Stage, Trained, features_of
from perpend.entailment.rules import Label
from perpend.errors import InputError
from perpend.features.annotated_pairs import annotate_pairs
from perpend.learning.folds import stratified_folds
from perpend.learning.kernel_regression import need_sklearn
from perpend.learning.limits import check_pairs
from perpend.learning.logistic import fit_logistic
from perpend.learning.model import chunks
from perpend.learning.provenance import Training
from perpend.learning.registry import load
from perpend.learning.trees import Growth, Trees, fit_trees
from perpend.lexicon.frequency import log10_frequency
from perpend.similarity.likeness_model import Usual, resources_here
from perpend.text.annotate import Annotator
from perpend.types import Doubles, Flags, Progress

__all__ = [
    "GROWTH",
    "Labelled",
    "MADE",
    "NOT_ENTAILMENT",
    "read_features",
    "train_inference",
    "train_inference_of",
    "weights_of",
]

NOT_ENTAILMENT = "NOT_ENTAILMENT"
"""The label of pairs of which only that is known."""

GROWTH = Growth()
"""How the trees of both stages are grown."""

MADE = 1.0
"""What pairs made by rule count, of all others together."""

PRIOR = 20.0
"""So many labels the slope and the offset of the start count as."""

_OWN_GROWTH = Growth(trees=60, rate=0.08, leaves=7, fewest=15)
_ENOUGH, _FEWEST = 200, 40
"""With fewer labels in all, or of one kind, no trees are tried."""

_AMOUNTS = (0.25, 0.5, 0.75, 1.0)
_FOLDS = 5
_PARTS = 2
"""Sources are left out in so many groups when trees are calibrated."""

_STEPS = 50
_LONG = 99.5
"""The percentile of lengths that few texts are beyond."""

_WEAK = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """What is learned from: a row of features for each pair, its label, and its source."""

    rows: Doubles
    labels: Sequence[str]
    sources: Sequence[str]

    def __post_init__(self) -> None:
        known = (*map(str, Label), NOT_ENTAILMENT)
        if not len(self.rows) == len(self.labels) == len(self.sources):
            raise InputError(f"{len(self.labels)} labels and {len(self.sources)} sources for {len(self.rows)} pairs")
        if unknown := sorted(set(self.labels) - set(known)):
            raise InputError(f"label {unknown[0]!r}: one of {', '.join(known)} is needed")

    @property
    def questions(self) -> tuple[tuple[Flags, Flags], tuple[Flags, Flags]]:
        """For each question, which pairs answer it, and whether with yes."""
        labels = np.array(self.labels, np.str_)
        follows, against = labels == str(Label.ENTAILMENT), labels == str(Label.CONTRADICTION)
        return (np.ones(len(labels), np.bool_), follows), (against | (labels == str(Label.NEUTRAL)), against)


def train_inference(
    pairs: Sequence[tuple[str, str]],
    labels: Sequence[str],
    *,
    sources: Sequence[str] | None = None,
    made: Sequence[str] = (),
    start: InferenceModel | Path | str | None = "entail-everyday",
    annotator: Annotator | None = None,
    seed: int = 0,
    name: str = "pairs",
    progress: Progress | None = None,
) -> InferenceModel:
    """Trains a model of inference.

    :param pairs: the texts and hypotheses.
    :param labels: ENTAILMENT, CONTRADICTION, NEUTRAL or NOT_ENTAILMENT for each pair.
    :param sources: the source of each pair, if there is no model to start from; None for one source.
    :param made: the sources whose pairs were made by rule.
    :param start: the model that is started from, a name or a file; None for none.
    :param annotator: the tagger and parser; the shipped one by default.
    :param seed: draws the folds, and the features that trees choose from.
    :param name: the name of the training data in the signature.
    :param progress: called with a description, the number of completed steps and their total.
    """
    need_sklearn()
    check_pairs("train entail", pairs)
    if len(pairs) != len(labels) or len(pairs) < 2:
        raise InputError(f"{len(pairs)} pairs and {len(labels)} labels: as many of both are needed, at least 2")
    tagger = annotator or Annotator()
    rows, usual = read_features(pairs, tagger, progress)
    labelled = Labelled(rows, list(map(str, labels)), list(sources or [name] * len(pairs)))
    model = load(start, "inference") if start is not None else None
    assert model is None or isinstance(model, InferenceModel)
    return train_inference_of(
        pairs, usual, labelled, made=made, start=model, tags=tagger.signature(), seed=seed, name=name, progress=progress
    )


def read_features(
    pairs: Sequence[tuple[str, str]], annotator: Annotator, progress: Progress | None = None
) -> tuple[Doubles, Usual]:
    """The features of `pairs`, a row for each, and what their texts are like; blocks of pairs are read one by one.

    :param pairs: the texts and hypotheses.
    :param annotator: the tagger and parser.
    :param progress: called with a description, the number of completed steps and their total.
    """
    rows, lengths, known = [np.zeros((0, len(FEATURE_NAMES)))], [0], [True]
    for block in chunks(pairs):
        if progress:
            progress("reading", sum(map(len, rows)), len(pairs))
        read = [read_pair(*pair) for pair in annotate_pairs(block, annotator)]
        rows.append(features_of(read))
        for words in (side for pair in read for side in pair.words):
            lengths.append(int((~words.signs).sum()))
            known += [log10_frequency(form) is not None for form in words.forms if form.isalpha()]
    return np.concatenate(rows), Usual(int(np.percentile(lengths, _LONG)), float(np.mean(known)))


def train_inference_of(
    pairs: Sequence[tuple[str, str]],
    usual: Usual,
    labelled: Labelled,
    *,
    made: Sequence[str] = (),
    start: InferenceModel | None = None,
    tags: str = "",
    seed: int = 0,
    name: str = "pairs",
    progress: Progress | None = None,
) -> InferenceModel:
    """Trains such a model from pairs that are read already.

    :param pairs: the texts and hypotheses.
    :param usual: what texts are like among them.
    :param labelled: their features, labels and sources.
    :param made: the sources whose pairs were made by rule.
    :param start: the model that is started from; None for none.
    :param tags: the signature of the tagger and parser.
    :param seed: draws the folds, and the features that trees choose from.
    :param name: the name of the training data in the signature.
    :param progress: called with a description, the number of completed steps and their total.
    """
    training = Training.of(name, pairs, groups=len(set(labelled.sources)) if start is None else 0)
    own = {"usual": usual, "training": training, "resources": resources_here(), "annotator": tags}
    if start is not None:
        corrected = _corrected(start, labelled, seed, progress)
        return replace(start, stages=corrected, tagger=None, prior=None, **own)  # type: ignore[arg-type]
    stages = []
    for number, (asked, truth) in enumerate(labelled.questions):
        if progress:
            progress("growing trees", number, 2)
        stages.append(_stage(labelled, asked, truth, made, seed))
    weights = weights_of(labelled, made)
    share = float(weights @ labelled.questions[0][1] / weights.sum())
    learned = Trained(len(set(labelled.sources)), share, seed)
    return InferenceModel(FEATURE_NAMES, (stages[0], stages[1]), learned=learned, **own)  # type: ignore[arg-type]


# -------------------- from nothing


def weights_of(labelled: Labelled, made: Sequence[str]) -> Doubles:
    """How much each of the `labelled` pairs counts in the first stage; `made` are sources of pairs made by rule."""
    return _weights(labelled, np.ones(len(labelled.rows), np.bool_), made)


def _weights(labelled: Labelled, asked: Flags, made: Sequence[str]) -> Doubles:
    """How much each pair counts; 0 for those that are not `asked`."""
    sources, found = np.array(labelled.sources), np.zeros(len(labelled.rows))
    is_made = np.isin(sources, list(made))
    for source in dict.fromkeys(labelled.sources):
        part = asked & (sources == source)
        if part.any() and source not in made:
            found[part] = 1.0 / np.sqrt(part.sum())
    if (rule := asked & is_made).any():
        found[rule] = MADE * (found.sum() or 1.0) / rule.sum()
    return found


def _stage(labelled: Labelled, asked: Flags, truth: Flags, made: Sequence[str], seed: int) -> Stage:
    if truth[asked].all() or not truth[asked].any():
        raise InputError("the labels are of one kind: pairs that follow, contradict and do neither are needed")
    weights = _weights(labelled, asked, made)
    slope, offset = _calibration(labelled, asked, truth, weights, made, seed)
    return Stage(_grown(labelled.rows, truth, weights, asked, seed), slope, offset)


def _grown(rows: Doubles, truth: Flags, weights: Doubles, kept: Flags, seed: int) -> Trees:
    return fit_trees(rows[kept], truth[kept], weights[kept], GROWTH, seed=seed)


def _calibration(
    labelled: Labelled, asked: Flags, truth: Flags, weights: Doubles, made: Sequence[str], seed: int
) -> tuple[float, float]:
    """The slope and the offset that suit answers to sources that were not learned from; of one source, to folds."""
    sources = np.array(labelled.sources)
    told = [one for one in dict.fromkeys(labelled.sources) if one not in made and (asked & (sources == one)).any()]
    parts = [asked & np.isin(sources, told[first::_PARTS]) for first in range(min(_PARTS, len(told)))]
    if len(parts) < 2:
        folds = stratified_folds(truth, _PARTS, seed)
        parts = [asked & (folds == fold) for fold in range(_PARTS)]
    unseen, tested = np.zeros(len(truth)), np.logical_or.reduce(parts)
    for part in parts:
        rest = asked & ~part
        if truth[rest].all() or not truth[rest].any():
            return 1.0, 0.0
        unseen[part] = _grown(labelled.rows, truth, weights, rest, seed).decisions(labelled.rows[part])
    counts = weights[tested] / weights[tested].sum() * tested.sum()
    found = fit_logistic(unseen[tested][:, None], truth[tested], _WEAK, counts)
    return max(float(found.weights[0]), _WEAK), found.intercept


# -------------------- own pairs


def _corrected(start: InferenceModel, labelled: Labelled, seed: int, progress: Progress | None) -> tuple[Stage, Stage]:
    found = []
    for number, (stage, (asked, truth)) in enumerate(zip(start.stages, labelled.questions, strict=True)):
        if progress:
            progress("your labels", number, 2)
        plain = replace(stage, correction=Correction())
        rows, answers = labelled.rows[asked], truth[asked]
        found.append(replace(plain, correction=_correction(plain.log_odds(rows), rows, answers, seed)))
    return found[0], found[1]


def _correction(log_odds: Doubles, rows: Doubles, truth: Flags, seed: int) -> Correction:
    """What labels justify: nothing, a slope and an offset, or trees too."""
    fewest = min(int(truth.sum()), int((~truth).sum()))
    if fewest < 2:
        return Correction()
    folds = stratified_folds(truth, min(_FOLDS, fewest), seed)
    grows = len(truth) >= _ENOUGH and fewest >= _FEWEST
    amounts = (0.0, *(_AMOUNTS if grows else ()))
    unseen = np.zeros((len(truth), len(amounts)))
    for fold in np.unique(folds):
        own, rest = folds == fold, folds != fold
        line = _line(log_odds[rest], truth[rest])
        trees = _own_trees(log_odds[rest], rows[rest], truth[rest], seed) if grows else None
        for column, amount in enumerate(amounts):
            one = Correction(*line, amount, trees if amount else None)
            unseen[own, column] = one.values(log_odds[own], rows[own])
    gains = _losses(log_odds, truth)[:, None] - _losses(unseen, truth[:, None])
    best = int(gains.mean(axis=0).argmax())
    # By more than chance gives: a standard error of the mean gain.
    if gains[:, best].mean() <= gains[:, best].std() / np.sqrt(len(truth)):
        return Correction()
    trees = _own_trees(log_odds, rows, truth, seed) if amounts[best] else None
    return Correction(*_line(log_odds, truth), amounts[best], trees)


def _own_trees(log_odds: Doubles, rows: Doubles, truth: Flags, seed: int) -> Trees:
    return fit_trees(np.column_stack([rows, log_odds]), truth, np.ones(len(truth)), _OWN_GROWTH, seed=seed)


def _losses(log_odds: Doubles, truth: Flags) -> Doubles:
    return np.asarray(np.logaddexp(0.0, np.where(truth, -log_odds, log_odds)))


def _line(log_odds: Doubles, truth: Flags) -> tuple[float, float]:
    """The slope and the offset that suit the labels, drawn to 1 and 0 as if PRIOR labels said so."""
    rows = np.column_stack([log_odds, np.ones(len(log_odds))])
    line, plain = np.array([1.0, 0.0]), np.array([1.0, 0.0])
    for _ in range(_STEPS):
        chance = np.exp(-np.logaddexp(0.0, -(rows @ line)))
        gradient = rows.T @ (chance - truth) + PRIOR * 0.25 * (line - plain)
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + PRIOR * 0.25 * np.eye(2)
        line = line - np.linalg.solve(curve, gradient)
    return max(float(line[0]), 0.0), float(line[1])
