"""Labelled pairs -> a `LikenessModel`.

    train_likeness(pairs, labels)                    your own pairs: start from `everyday`, move as far as they justify
    train_likeness(pairs, labels, start=None)        the same from plain weights that nothing was learned for
    train_likeness(pairs, labels, sources=names)     several sources: one loss that holds on sources that are not there
    train_likeness(pairs, labels, encoder=True)      with a sentence encoder: start from `everyday-encoder`

**One source.** The shares of meaning that the start gives are brought to the labels by a straight line; the line of
the untrained model counts as much as PRIOR labels, so that few labels move it little. Then a regression learns, from
all distances and the share, what the line leaves over (`perpend.learning.evidence_regression`). It counts by
`amount`, seven tenths of the probability that there is anything to learn, and not at all if that is below one half:
so fifty labels seldom change the order of the values, and a thousand do. What is left of the default holds on texts
of other kinds.

**Several sources.** The weights of the loss are learned by least squares, each source with its own mean and spread,
pulled towards those of the start. How hard they are pulled is what predicts a source best that was left out.
Regressions with kernels lose on left-out sources, so there is none.

Both ways the intervals are those of predictions that were made without the pair, or without its source.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError, SettingError
from perpend.features.distances import CHANGED, DISTANCES, Compared
from perpend.features.encoded import ENCODED
from perpend.learning.evidence_regression import Posterior, learn_by_evidence, posterior
from perpend.learning.folds import out_of_fold
from perpend.learning.kernel_regression import need_sklearn
from perpend.learning.limits import check_pairs
from perpend.learning.provenance import Training, check_labels
from perpend.learning.registry import load
from perpend.learning.scaling import Scaling
from perpend.lexicon.frequency import log10_frequency
from perpend.lexicon.sentence_encoder import Encoder
from perpend.similarity.likeness_model import (
    PENALTIES,
    Correction,
    LikenessModel,
    Measured,
    Usual,
)
from perpend.types import Doubles, Flags, Integers, Progress

__all__ = [
    "PLAIN",
    "PLAIN_ENCODED",
    "PRIOR",
    "compared_pairs",
    "plain_model",
    "train_compared",
    "train_likeness",
    "usual_of",
]

PLAIN = {"cosine": 0.38, "near": 0.38, "near long": 0.38}
"""The loss that nothing was learned for: three distances that count the same."""

PLAIN_ENCODED = {"encoder": 0.55, "encoder words": 0.11, "near": 0.33, "near long": 0.11}
"""The same for a model with a sentence encoder, which counts most. Among mixtures of five distances in tenths it is one
of the best by the mean correlation on six training sources; the best differ by less than .001."""

PRIOR = 10.0
"""So many labels the untrained line counts as."""

_PULLS = (0.1, 0.3, 1.0, 3.0, 10.0)
_COVERED = 0.8
_BINS = 5
_FEWEST = 20
"""The fewest pairs that a correction is tried with."""

_PROBABLE = 0.5
"""A correction is used if it is more probable than that nothing is left to learn."""

_TRUSTED = 0.7
"""A correction counts by so much of its probability. Among the training sources, each alone, the whole would gain .004
in the correlation with the source itself and lose .03 in that with the others."""

_LEAST_SPREAD = 0.01
_CHANGE, _SHARE = "changes", "share"
_PART = 100
"""So many pairs are compared between two calls of `progress`."""

_FOLDS, _FEW_FOLDS = 10, 3
_MANY = 2000
"""With more pairs than that there are few folds, because a fold takes the cube of their number."""

_LEAST_SLOPE = 0.05
_LONG = 99.5
_TINY = 1e-9

Line = tuple[float, float]
Scale = tuple[float, float]


def plain_model(scale: Scale = (0.0, 5.0), *, encoder: Encoder | bool = False) -> LikenessModel:
    """A model of plain weights, which has learned nothing.

    :param scale: the lowest and the highest value.
    :param encoder: whether it has a sentence encoder, or which.
    """
    names, plain = (DISTANCES + ENCODED, PLAIN_ENCODED) if encoder else (DISTANCES, PLAIN)
    model = LikenessModel(
        names=names,
        loss=np.array([plain.get(name, 0.0) for name in names]),
        penalties=PENALTIES,
        line=(scale[0], scale[1] - scale[0]),
        correction=None,
        intervals=np.array([[scale[0], (scale[1] - scale[0]) / 2]]),
        usual=Usual(longest=0, known=0.0),
        scale=scale,
        training=Training("plain", 0, ()),
        encoder=None if isinstance(encoder, bool) else encoder,
    )
    return replace(model, resources=model.resources_here())


def train_likeness(
    pairs: Sequence[tuple[str, str]],
    labels: Sequence[float],
    *,
    sources: Sequence[str] | None = None,
    groups: Sequence[Hashable] | None = None,
    start: LikenessModel | Path | str | None = "everyday",
    scale: Scale = (0.0, 5.0),
    seed: int = 0,
    name: str = "pairs",
    encoder: Encoder | bool = False,
    progress: Progress | None = None,
) -> LikenessModel:
    """Trains a model of likeness.

    :param pairs: the texts, in any order.
    :param labels: how alike the texts of each pair are, on the scale.
    :param sources: the source of each pair, if there are several; see the module.
    :param groups: what pairs have in common, such as the question that they answer; pairs of a group stay together in
        cross-validation.
    :param start: the model that is started from, a name or a file; None for plain weights.
    :param scale: the lowest and the highest label.
    :param seed: draws the folds.
    :param name: the name of the training data in the signature.
    :param encoder: True to use all-MiniLM-L6-v2, or another encoder: any callable that takes a list of texts and
        returns an array with a row for each. `everyday-encoder` then takes the place of `everyday`.
    :param progress: called with a description, the number of completed steps and their total.
    """
    need_sklearn()
    _check(pairs, labels, scale)
    check_pairs("train score", pairs)
    model = _started(start, encoder)
    found = compared_pairs(model, pairs, progress)
    options: dict[str, Any] = {"sources": sources, "groups": groups, "scale": scale, "seed": seed, "name": name}
    return train_compared(pairs, found, labels, start=model, **options, progress=progress)


def train_compared(
    pairs: Sequence[tuple[str, str]],
    found: Sequence[Compared],
    labels: Sequence[float],
    *,
    start: LikenessModel,
    sources: Sequence[str] | None = None,
    groups: Sequence[Hashable] | None = None,
    scale: Scale = (0.0, 5.0),
    seed: int = 0,
    name: str = "pairs",
    progress: Progress | None = None,
) -> LikenessModel:
    """Trains a model of likeness from pairs that are compared already, such as for many models of the same pairs.

    :param pairs: the texts.
    :param found: each pair as `LikenessModel.compare` gives it.
    :param labels: how alike the texts of each pair are, on the scale.
    :param start: the model that is started from.
    :param sources: the source of each pair, if there are several; see the module.
    :param groups: what pairs have in common; pairs of a group stay together in cross-validation.
    :param scale: the lowest and the highest label.
    :param seed: draws the folds.
    :param name: the name of the training data in the signature.
    :param progress: called with a description, the number of completed steps and their total.
    """
    _check(pairs, labels, scale)
    model = start.using(strictness=1.0)
    labelled = _Labelled(model.measured(found), np.array(labels, np.float64), scale)
    several = len(set(sources or ()))
    model = replace(
        model,
        scale=(float(scale[0]), float(scale[1])),
        usual=usual_of(found),
        training=Training.of(name, pairs, groups=several if several > 1 else 0),
        resources=model.resources_here(),
        correction=None,
    )
    if sources is not None and several > 1:
        return _train_sources(model, labelled, _parts(sources, len(pairs)))
    return _train_one(model, labelled, _folds(len(pairs), groups, seed), seed, progress)


def _started(start: LikenessModel | Path | str | None, encoder: Encoder | bool) -> LikenessModel:
    """The model to start from, which has the `encoder` if one is wanted."""
    if start is None:
        return plain_model(encoder=encoder)
    model = load("everyday-encoder" if encoder and start == "everyday" else start, "likeness")
    assert isinstance(model, LikenessModel)
    if encoder and not model.is_encoded:
        raise SettingError(f"{model.identity} has learned without an encoder: start from everyday-encoder or from none")
    return model if isinstance(encoder, bool) else model.using(encoder=encoder)


def _check(pairs: Sequence[tuple[str, str]], labels: Sequence[float], scale: Scale) -> None:
    if len(pairs) != len(labels) or len(pairs) < 2:
        raise InputError(f"{len(pairs)} pairs and {len(labels)} labels: as many of both are needed, at least 2")
    check_labels(labels, scale)


def compared_pairs(model: LikenessModel, pairs: Sequence[tuple[str, str]], progress: Progress | None) -> list[Compared]:
    """Compares `pairs` as the `model` does; calls `progress` every hundred pairs."""
    found: list[Compared] = []
    for start in range(0, len(pairs), _PART):
        if progress:
            progress("comparing", start, len(pairs))
        found += model.compare_all(pairs[start : start + _PART])
    return found


def usual_of(pairs: Sequence[Compared]) -> Usual:
    """What compared `pairs` are like: the length that few texts have, and the share of known words."""
    sides = [words for pair in pairs for words in (pair.links.words1, pair.links.words2)]
    lengths = [int((~words.signs).sum()) for words in sides]
    known = [log10_frequency(form) is not None for words in sides for form in words.forms if form.isalpha()]
    return Usual(int(np.percentile(lengths, _LONG)), float(np.mean(known)) if known else 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Labelled:
    """What is learned from: measured pairs, their labels, and the scale of these."""

    measured: Measured
    labels: Doubles
    scale: Scale

    def clipped(self, values: Doubles) -> Doubles:
        return np.clip(values, *self.scale)


def _intervals(predictions: Doubles, labels: Doubles) -> Doubles:
    """For bins of predictions, their mean and the half-width that covers four of five errors."""
    errors = np.abs(labels - predictions)
    order = np.argsort(predictions, kind="stable")
    rows = []
    for part in np.array_split(order, min(_BINS, max(1, len(order) // 30))):
        # The quantile for a finite sample: as if there were one pair more with the largest error.
        share = min(1.0, _COVERED * (1 + 1 / len(part)))
        rows.append((float(predictions[part].mean()), float(np.quantile(errors[part], share))))
    return np.array(rows)


# -------------------- one source


def _folds(count: int, groups: Sequence[Hashable] | None, seed: int) -> Integers:
    """The fold of each pair; pairs of a group are in one fold."""
    keys = list(range(count)) if groups is None else list(groups)
    if len(keys) != count:
        raise InputError(f"{len(keys)} groups for {count} pairs: one for each pair is needed")
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    folds = max(2, min(_FOLDS if count <= _MANY else _FEW_FOLDS, len(numbers)))
    of_group = np.random.default_rng(seed).permutation(np.arange(len(numbers)) % folds)
    return np.array([of_group[numbers[key]] for key in keys])


def _train_one(
    model: LikenessModel, labelled: _Labelled, folds: Integers, seed: int, progress: Progress | None
) -> LikenessModel:
    distances, shares = labelled.measured.distances, model.shares(labelled.measured)
    labels, whole = labelled.labels, _Single(distances, shares, labelled.labels, labelled.scale, _owners(model))
    unseen = out_of_fold(folds, labels.shape, lambda own, rest: _at(whole.part(rest).line, shares[own]))
    correction = None
    if len(labels) >= _FEWEST and len(np.unique(folds)) > 1 and labels.std() > _TINY:
        if progress:
            progress("regression", 0, 1)
        found = whole.posterior(seed)
        if found.amount > _PROBABLE:
            correction = whole.correction(found)
            unseen = out_of_fold(folds, labels.shape, lambda own, rest: whole.part(rest).values(found, whole.part(own)))
    values = labelled.clipped(unseen)
    return replace(
        model,
        line=whole.line,
        correction=correction,
        intervals=_intervals(values, labels),
        errors=_errors(model, labelled, values),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Single:
    """Pairs of one source: distances, shares, labels and their scale; `owners` as of `_owners`."""

    distances: Doubles
    shares: Doubles
    labels: Doubles
    scale: Scale
    owners: NDArray[np.str_]

    def part(self, places: Integers) -> "_Single":
        """The pairs at `places`."""
        return replace(self, distances=self.distances[places], shares=self.shares[places], labels=self.labels[places])

    @property
    def line(self) -> Line:
        """From shares to labels."""
        return _line(self.shares, self.labels, self.scale)

    @property
    def _scaling(self) -> Scaling:
        """What hardly varies is not blown up."""
        found = Scaling.of(np.column_stack([self.distances, self.shares]))
        return Scaling(found.mean, np.maximum(found.spread, _LEAST_SPREAD))

    def _learned(self) -> tuple[Scaling, Doubles, Doubles, Doubles]:
        """The scaling, the scaled rows, their sums, and what the line leaves over."""
        scaling = self._scaling
        rows = scaling.rows(np.column_stack([self.distances, self.shares]))
        return scaling, rows, _sums(rows, scaling, self.owners), self.labels - _at(self.line, self.shares)

    def posterior(self, seed: int) -> Posterior:
        """How probable it is that there is more to learn than the line."""
        _, rows, sums, left = self._learned()
        return posterior(rows, sums, left, seed)

    def correction(self, found: Posterior) -> Correction:
        """What is learned of what the line leaves over."""
        scaling, rows, sums, left = self._learned()
        return Correction(scaling, learn_by_evidence(rows, sums, left, found), _TRUSTED * found.amount)

    def values(self, found: Posterior, others: "_Single") -> Doubles:
        """The values of `others` by what is learned from these pairs."""
        more = self.correction(found).values(others.distances, others.shares)
        return _at(self.line, others.shares) + more


def _errors(start: LikenessModel, labelled: _Labelled, unseen: Doubles) -> tuple[float, float]:
    """The root mean squared errors of the start, its shares on the scale, and of predictions for unseen pairs."""
    low, high = labelled.scale
    before = labelled.clipped(_at((low, high - low), start.shares(labelled.measured)))
    errors = [float(np.sqrt(((values - labelled.labels) ** 2).mean())) for values in (before, unseen)]
    return errors[0], errors[1]


def _owners(model: LikenessModel) -> NDArray[np.str_]:
    """The group of each distance of a model, one for all changes, and one more for the share."""
    groups = {name: group for group, names in model.groups.items() for name in names}
    return np.array([_CHANGE if name in CHANGED else groups[name] for name in model.names] + [_SHARE])


def _sums(rows: Doubles, scaling: Scaling, owners: NDArray[np.str_]) -> Doubles:
    """Returns a column for each of `owners`: the sum of its distances, scaled."""
    columns = np.array([owners == name for name in dict.fromkeys(owners.tolist())]).T * scaling.spread[:, None]
    return np.asarray(columns / np.maximum((rows @ columns).std(axis=0), _LEAST_SPREAD))


def _line(shares: Doubles, labels: Doubles, scale: Scale) -> Line:
    """Constant and slope, as if PRIOR pairs more had the labels of the untrained line."""
    untrained = scale[1] - scale[0]
    centre = float(shares.mean())
    spread = float(((shares - centre) ** 2).sum())
    extra = PRIOR * max(spread / len(shares), 1e-3)
    slope = (float(((shares - centre) * labels).sum()) + extra * untrained) / (spread + extra)
    slope = max(slope, _LEAST_SLOPE * untrained)
    mean = (float(labels.sum()) + PRIOR * (scale[0] + untrained * centre)) / (len(labels) + PRIOR)
    return mean - slope * centre, slope


def _at(line: Line, shares: Doubles) -> Doubles:
    return line[0] + line[1] * shares


# -------------------- several sources


def _parts(sources: Sequence[str], count: int) -> dict[str, Flags]:
    """Source -> which pairs belong to it."""
    if len(sources) != count:
        raise InputError(f"{len(sources)} sources for {count} pairs: one for each pair is needed")
    names = np.array(sources)
    return {name: names == name for name in dict.fromkeys(sources)}


def _train_sources(model: LikenessModel, labelled: _Labelled, parts: Mapping[str, Flags]) -> LikenessModel:
    low, high = labelled.scale
    model = replace(model, line=(low, high - low))
    rounds = {pull: _left_out(model, labelled, parts, pull) for pull in _PULLS}
    pull = max(_PULLS, key=lambda one: _agreement(rounds[one], labelled.labels, parts))
    loss = _loss(model, labelled, list(parts.values()), pull)
    return replace(
        model,
        loss=loss,
        intervals=_intervals(rounds[pull], labelled.labels),
        errors=_errors(model, labelled, labelled.clipped(rounds[pull])),
    )


def _left_out(model: LikenessModel, labelled: _Labelled, parts: Mapping[str, Flags], pull: float) -> Doubles:
    """The value of each pair by a model of all sources but its own."""
    found = np.zeros(len(labelled.labels))
    for name, part in parts.items():
        loss = _loss(model, labelled, [other for key, other in parts.items() if key != name], pull)
        found[part] = replace(model, loss=loss).values(labelled.measured)[part]
    return found


def _agreement(values: Doubles, labels: Doubles, parts: Mapping[str, Flags]) -> float:
    """The mean over sources of the Pearson correlation."""
    return float(np.mean([np.corrcoef(values[part], labels[part])[0, 1] for part in parts.values()]))


def _loss(model: LikenessModel, labelled: _Labelled, parts: Sequence[Flags], pull: float) -> Doubles:
    """Weights by least squares within each of `parts`, pulled towards those of the model; none for changes.

    Each part is centred and brought to one spread, and all count the same. Weights are not negative.
    """
    from scipy.optimize import lsq_linear

    used = np.array([name not in CHANGED for name in model.names])
    blocks, wanted = [], []
    for part in parts:
        values, missing = labelled.measured.distances[part][:, used], -labelled.labels[part]
        blocks.append((values - values.mean(0)) / np.sqrt(len(missing)))
        wanted.append((missing - missing.mean()) / (max(float(missing.std()), _TINY) * np.sqrt(len(missing))))
    matrix, target = np.vstack(blocks), np.concatenate(wanted)
    spread = np.sqrt((matrix**2).sum(0) / len(parts)) + _TINY
    scaled, prior = matrix / spread, model.loss[used] * spread
    reached = scaled @ prior
    prior = prior * float(reached @ target) / max(float(reached @ reached), _TINY)
    strength = np.sqrt(pull * len(parts))
    system = np.vstack([scaled, strength * np.eye(scaled.shape[1])])
    weights = np.zeros(len(used))
    weights[used] = lsq_linear(system, np.concatenate([target, strength * prior]), (0.0, np.inf)).x / spread
    return weights * _size(weights, labelled, parts)


def _size(weights: Doubles, labelled: _Labelled, parts: Sequence[Flags]) -> float:
    """The factor that brings a loss to the labels: least squares through the top, where all parts count the same."""
    low, high = labelled.scale
    above = below = 0.0
    for part in parts:
        losses, missing = labelled.measured.distances[part] @ weights, (high - labelled.labels[part]) / (high - low)
        above += float(losses @ missing) / len(losses)
        below += float(losses @ losses) / len(losses)
    return above / max(below, _TINY)
