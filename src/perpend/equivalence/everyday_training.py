"""Labelled pairs of several sources -> an `EquivalenceModel`.

    train_equivalence(pairs, labels)                    your own pairs: start from `paraphrase-everyday`
    train_equivalence(pairs, labels, sources=names)     several sources, from nothing: how the shipped model is made

**Your own pairs** move the weights and the log-odds of equal texts away from those of the start, as far as they
justify: each change counts against the loss as under a normal distribution around the start, with a deviation of
FREEDOM for weights times the spread of an input, and of SHIFT for equal texts. Yes and no count the same, and together
as much as 4 · yes · no / pairs, so that few labels of one answer move little. On five sources, each with a start that
has not learned from it, 50 labels made the loss of its test pairs smaller on average, and by .006 larger at worst.

**Several sources**: a logistic regression on a few inputs, INPUTS, whose weights are never negative, so that nothing is
above equal texts (an input with a negative weight is left out). In each source yes and no count the same, and a source
counts by the root of its number of pairs. Then the log-odds are calibrated: each source is answered by a model of the
other sources, and one slope for all of them makes these answers as probable as they are right
(`perpend.learning.calibration`).

INPUTS are as few as the training sources justify: where each source in turn was left out, "near count" was the one
distance more that separated its training pairs better (`python -m experiments equivalence` has some of these rows).
One weight for all kinds of changes separates yes and no a little better, and its probabilities are worse. WER, PER,
BLEU and NIST as further inputs separate no better.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

import perpend
from perpend.equivalence.everyday_model import EquivalenceModel, Learned, inputs_of, measured_by
from perpend.errors import InputError
from perpend.features.distances import CHANGED, Compared
from perpend.learning.calibration import Calibration, fit_calibration
from perpend.learning.limits import check_pairs
from perpend.learning.logistic import Logistic, fit_logistic
from perpend.learning.provenance import Training
from perpend.learning.registry import load
from perpend.learning.scaling import Scaling
from perpend.similarity.likeness_model import PENALTIES, resources_here
from perpend.similarity.likeness_training import compared_pairs, plain_model, usual_of
from perpend.types import Doubles, Flags, Progress

__all__ = ["FREEDOM", "INPUTS", "PENALTY", "SHIFT", "moved", "train_equivalence", "train_equivalence_of"]

INPUTS = ("cosine", "near long", "near count", "length", *CHANGED)
"""How far the texts are apart as a whole, how far words are from the nearest of the other text, the rare ones more or
all the same, how unlike the lengths are, and what each kind of change costs."""

PENALTY = 0.001
"""On squared weights, against the mean loss of a pair; with a tenth or ten times of it all figures are alike."""

FREEDOM, SHIFT = 0.2, 0.3
"""How far own pairs move a weight, times the spread of its input, and the log-odds of equal texts."""

_SPREAD = 0.25
"""About the spread of each input among the training pairs of the shipped model."""

_LEAST_EQUAL = 0.01
_ROUNDS = 50
_TINY = 1e-9


def train_equivalence(
    pairs: Sequence[tuple[str, str]],
    labels: Sequence[bool],
    *,
    sources: Sequence[str] | None = None,
    start: EquivalenceModel | Path | str | None = "paraphrase-everyday",
    inputs: Sequence[str] = INPUTS,
    name: str = "pairs",
    progress: Progress | None = None,
) -> EquivalenceModel:
    """Trains a model that says whether two texts mean the same.

    :param pairs: the texts, in any order.
    :param labels: whether the texts of each pair mean the same.
    :param sources: the source of each pair; with several sources the model is learned from nothing.
    :param start: the model that is started from, a name or a file; None to learn from nothing, without calibration.
    :param inputs: names of distances and of kinds of changes, for a model that is learned from nothing.
    :param name: the name of the training data in the signature.
    :param progress: called with a description, the number of completed steps and their total.
    """
    check_pairs("train paraphrase", pairs)
    found = compared_pairs(plain_model(), pairs, progress)
    if start is not None and sources is None:
        model = load(start, "equivalence")
        assert isinstance(model, EquivalenceModel)
        return moved(model, pairs, found, labels, name=name)
    return train_equivalence_of(pairs, found, labels, sources=sources, inputs=inputs, name=name)


def train_equivalence_of(
    pairs: Sequence[tuple[str, str]],
    found: Sequence[Compared],
    labels: Sequence[bool],
    *,
    sources: Sequence[str] | None = None,
    inputs: Sequence[str] = INPUTS,
    name: str = "pairs",
) -> EquivalenceModel:
    """Trains such a model from pairs that are compared already, such as for many models of the same pairs.

    :param pairs: the texts.
    :param found: each pair as `perpend.features.distances.compared` gives it.
    :param labels: whether the texts of each pair mean the same.
    :param sources: the source of each pair; None for one source, which is not calibrated.
    :param inputs: names of distances and of kinds of changes.
    :param name: the name of the training data in the signature.
    """
    names = list(sources or [name] * len(pairs))
    if not len(pairs) == len(found) == len(labels) == len(names):
        raise InputError(f"{len(labels)} labels and {len(names)} sources for {len(pairs)} pairs: one each is needed")
    values, truth = inputs_of(measured_by(plain_model(), found), inputs), np.array(labels, np.bool_)
    parts = [np.array(names) == source for source in dict.fromkeys(names)]
    for source, part in zip(dict.fromkeys(names), parts, strict=True):
        if truth[part].all() or not truth[part].any():
            raise InputError(f"the source {source!r} has one kind of label: yes and no are needed")
    slope = _slope(values, truth, parts) if len(parts) > 1 else 1.0
    learned = _fitted(values, truth, parts)
    return EquivalenceModel(
        names=tuple(inputs),
        weights=np.maximum(0.0, -learned.weights) * slope,
        equal=max(_LEAST_EQUAL, learned.intercept * slope),
        penalties=PENALTIES,
        usual=usual_of(found),
        learned=Learned(PENALTY, slope, len(parts)),
        training=Training.of(name, pairs, groups=len(parts) if len(parts) > 1 else 0),
        resources=resources_here(),
    )


def moved(
    start: EquivalenceModel,
    pairs: Sequence[tuple[str, str]],
    found: Sequence[Compared],
    labels: Sequence[bool],
    *,
    name: str = "pairs",
) -> EquivalenceModel:
    """Returns a model that learned from pairs of one source, starting from another.

    :param start: the model that is started from.
    :param pairs: the texts.
    :param found: each pair as `perpend.features.distances.compared` gives it.
    :param labels: whether the texts of each pair mean the same.
    :param name: the name of the training data in the signature.
    """
    if not len(pairs) == len(found) == len(labels) or not len(pairs):
        raise InputError(f"{len(labels)} labels for {len(pairs)} pairs: one each is needed")
    values, truth = inputs_of(measured_by(start.comparing, found), start.names), np.array(labels, np.bool_)
    known = np.concatenate([[start.equal], start.weights])
    amount = 4.0 * truth.sum() * (~truth).sum() / len(truth)
    if amount:
        counts = np.where(truth, 0.5 / truth.sum(), 0.5 / (~truth).sum()) * amount
        known = _near(known, np.column_stack([np.ones(len(truth)), -values]), truth, counts)
    return replace(
        start,
        weights=known[1:],
        equal=max(_LEAST_EQUAL, float(known[0])),
        usual=usual_of(found),
        learned=Learned((_SPREAD / FREEDOM) ** 2, 1.0, 1),
        training=Training.of(name, pairs),
        resources=resources_here(),
        version=perpend.__version__,
        prior=0.5,
        least_confidence=EquivalenceModel.least_confidence,
    )


def _near(start: Doubles, rows: Doubles, truth: Flags, counts: Doubles) -> Doubles:
    """The values that make `truth` most probable under a normal distribution around `start`, by Newton's steps.

    The first value is that of equal texts; the others, the weights, are never negative.
    """
    stiff = np.full(len(start), (_SPREAD / FREEDOM) ** 2)
    stiff[0] = SHIFT**-2
    found = start.copy()
    for _ in range(_ROUNDS):
        yes = Calibration(1.0).probabilities(rows @ found)
        slope = rows.T @ (counts * (yes - truth)) + stiff * (found - start)
        bend = (rows * (counts * yes * (1.0 - yes))[:, None]).T @ rows + np.diag(stiff)
        new = found - np.linalg.solve(bend, slope)
        new[1:] = np.maximum(0.0, new[1:])
        if np.abs(new - found).max() < _TINY:
            return new
        found = new
    return found


def _counts(truth: Flags, parts: Sequence[Flags]) -> Doubles:
    """How much each row counts: sources by the root of their size, both answers of a source the same; 1 in all."""
    found = np.zeros(len(truth))
    for part in parts:
        for answer in (True, False):
            rows = part & (truth == answer)
            found[rows] = np.sqrt(part.sum()) / 2 / max(rows.sum(), 1)
    return np.asarray(found / found.sum())


def _fitted(values: Doubles, truth: Flags, parts: Sequence[Flags]) -> Logistic:
    """The weights of `values`, none above 0, and the intercept, learned from the rows of `parts`."""
    rows = np.logical_or.reduce(parts)
    counts, scaling = _counts(truth, parts)[rows], Scaling.of(values[rows])
    used = np.ones(values.shape[1], np.bool_)
    while True:
        scaled = (values[rows] / scaling.spread)[:, used]
        found = fit_logistic(scaled, truth[rows], PENALTY, counts)
        if (found.weights <= 0).all():
            break
        used[np.flatnonzero(used)[found.weights > 0]] = False
    weights = np.zeros(values.shape[1])
    weights[used] = found.weights / scaling.spread[used]
    return Logistic(weights, found.intercept)


def _slope(values: Doubles, truth: Flags, parts: Sequence[Flags]) -> float:
    """The slope that calibrates the log-odds of sources that were not learned from."""
    unseen = np.zeros(len(truth))
    for part in parts:
        learned = _fitted(values, truth, [other for other in parts if other is not part])
        unseen[part] = values[part] @ learned.weights + learned.intercept
    return fit_calibration(unseen, truth, _counts(truth, [*parts]) * len(truth)).slope
