"""A trained PERP: its weights, and all that is needed to use them rightly and to know where they come from.

    pairs, labels  ── train_perp ──>  PerpModel  ── write ──>  model.json  ── read ──>  the same PerpModel

A model file is JSON and can be read by a person:

    format, format_version     "perp-model", 1
    weights                    a number for each of the 36 features, by name; costs, so positive means less alike
    scale                      the lowest and the highest similarity; a similarity is the highest minus the cost
    tokenizer, phrases         signatures of what scoring must use too; phrases is "" for a model without them
    settings                   epochs that were done, rate, seed
    training                   the data's name, how many pairs, how many sources it came from, and a fingerprint of each
                               pair, which tells whether a model has seen a pair that it is tested on
    resources                  signatures of WordNet and of the word frequencies at training
    version                    of Perpend

Numbers are written so that they are read back bit for bit, and the same training gives the same bytes.
"""

import hashlib
import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.errors import FormatError, InputError, SettingError
from perpend.features.edits import FEATURES
from perpend.files.documents import Fields, read_document
from perpend.files.writing import write_text
from perpend.learning.limits import check_lengths
from perpend.learning.provenance import Training, check_scale, fingerprint, resources
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.packing import PairPacker
from perpend.similarity.perceptron import averages, last_of
from perpend.similarity.sources import averages_by_source, numbered
from perpend.text import Tokenizer

__all__ = [
    "PerpModel",
    "Settings",
    "train_perp",
]


_FORMAT, _FORMAT_VERSION = "perp-model", 1
_FIELDS = (
    "format", "format_version", "weights", "scale", "tokenizer", "phrases", "settings", "training", "resources",
    "version",
)  # fmt: skip
_SHIFT = FEATURES.index("Shift")
_LARGEST = 1e9
"""Weights beyond this come from a learning that ran away, and their sums lose all meaning."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model was trained; `epochs` are those that were done."""

    epochs: int
    rate: float
    seed: int


@dataclass(frozen=True, slots=True)
class PerpModel:
    """The 36 weights in the order of FEATURES, and what they belong to; see the module for each field."""

    weights: tuple[float, ...]
    settings: Settings
    training: Training
    tokenizer: str
    phrases: str = ""
    scale: tuple[float, float] = (0.0, 5.0)
    resources: Mapping[str, str] = field(default_factory=dict)
    version: str = perpend.__version__

    def __post_init__(self) -> None:
        if len(self.weights) != len(FEATURES):
            raise InputError(f"{len(self.weights)} weights, {len(FEATURES)} needed: one for each of FEATURES")
        for name, weight in zip(FEATURES, self.weights, strict=True):
            if not abs(weight) <= _LARGEST:
                raise InputError(f"the weight of {name} is {weight}: train again with a lower rate")
        if self.weights[_SHIFT] <= 0:
            raise InputError(f"the weight of Shift is {self.weights[_SHIFT]}: it must be above 0, or shifts never end")
        check_scale(self.scale)

    @property
    def signature(self) -> str:
        """The name of the training data and eight digits that stand for weights and scale."""
        numbers = ",".join(map(repr, (*self.weights, *self.scale)))
        return f"{self.training.name}/{hashlib.sha256(numbers.encode()).hexdigest()[:8]}"

    @property
    def weight_array(self) -> NDArray[np.float64]:
        """The weights as the aligner takes them."""
        return np.array(self.weights, np.float64)

    def to_dict(self) -> dict[str, Any]:
        """The model as plain JSON values, as it stands in its file."""
        return {
            "format": _FORMAT,
            "format_version": _FORMAT_VERSION,
            "weights": dict(zip(FEATURES, self.weights, strict=True)),
            "scale": {"low": self.scale[0], "high": self.scale[1]},
            "tokenizer": self.tokenizer,
            "phrases": self.phrases,
            "settings": asdict(self.settings),
            "training": {
                "name": self.training.name,
                "count": self.training.count,
                "groups": self.training.groups,
                "fingerprints": list(self.training.fingerprints),
            },
            "resources": dict(self.resources),
            "version": self.version,
        }

    def write(self, path: Path | str) -> None:
        """Write the model file, whole or not at all."""
        write_text(path, json.dumps(self.to_dict(), indent=1, allow_nan=False) + "\n")

    @classmethod
    def shipped(cls, name: str = "perp-sts") -> "PerpModel":
        """A model that comes with Perpend; `perpend models` lists them."""
        from perpend.similarity.shipped import model_file

        with model_file(name) as path:
            return cls.read(path)

    @classmethod
    def read(cls, path: Path | str) -> "PerpModel":
        """The model in a file; one that cannot be used is refused with a line that says why."""
        fields = read_document(path)
        if fields.text("format") != _FORMAT or fields.integer("format_version") != _FORMAT_VERSION:
            found = f"format {fields.text('format')!r} version {fields.integer('format_version')}"
            fields.refuse(f"{found}, where {_FORMAT!r} version {_FORMAT_VERSION} was needed")
        fields.only(_FIELDS)
        try:
            return cls._of(fields)
        except FormatError:
            raise
        except (InputError, SettingError) as error:
            raise FormatError(path, None, str(error)) from None

    @classmethod
    def _of(cls, fields: Fields) -> "PerpModel":
        weights, scale, found = fields.inner("weights"), fields.inner("scale"), fields.inner("resources")
        settings, training = fields.inner("settings"), fields.inner("training")
        weights.only(FEATURES)
        scale.only(["low", "high"])
        settings.only(["epochs", "rate", "seed"])
        training.only(["name", "count", "groups", "fingerprints"])
        return cls(
            weights=tuple(weights.number(name) for name in FEATURES),
            settings=Settings(settings.integer("epochs"), settings.number("rate"), settings.integer("seed")),
            training=Training(
                training.text("name"),
                training.integer("count"),
                training.texts("fingerprints"),
                groups=training.integer("groups"),
            ),
            tokenizer=fields.text("tokenizer"),
            phrases=fields.text("phrases"),
            scale=(scale.number("low"), scale.number("high")),
            resources={name: found.text(name) for name in found.content},
            version=fields.text("version"),
        )


def train_perp(
    pairs: Sequence[tuple[str, str]],
    labels: Sequence[float],
    *,
    groups: Sequence[Hashable] | None = None,
    epochs: int = 200,
    rate: float = 0.01,
    seed: int = 0,
    phrases: PhraseTable | None = None,
    tokenizer: Tokenizer | None = None,
    scale: tuple[float, float] = (0.0, 5.0),
    name: str = "pairs",
    progress: Callable[[int, float], None] | None = None,
) -> PerpModel:
    """Learn from pairs (text1 the reference, text2 the hypothesis) and their similarities on the scale.

    `groups` names the source of each pair, where they come from several; see `sources`. `progress` is told each epoch
    and its mean squared error. An interrupt ends the learning: the model is then the average so far, and its settings
    tell how many epochs were done.
    """
    check_scale(scale)
    _check_training(pairs, labels, scale, epochs, rate)
    packer, done = PairPacker(phrases, tokenizer), 0
    for text1, text2 in pairs:
        check_lengths(text1, text2)

    def count(epoch: int, error: float) -> None:
        nonlocal done
        done = epoch
        if progress:
            progress(epoch, error)

    examples = packer.examples(pairs)
    costs = np.asarray(scale[1] - np.asarray(labels, np.float64))
    sources = numbered(groups, len(pairs)) if groups is not None else None
    if sources is None:
        learning = averages(examples, costs, rate=rate, seed=seed)
    else:
        learning = averages_by_source(examples, costs, sources, rate=rate, seed=seed)
    weights = last_of(learning, epochs, count)
    return PerpModel(
        weights=tuple(weights.tolist()),
        settings=Settings(done, float(rate), seed),
        training=Training(
            name,
            len(pairs),
            tuple(sorted({fingerprint(*pair) for pair in pairs})),
            groups=0 if sources is None else int(sources.max()) + 1,
        ),
        tokenizer=packer.tokenizer.signature(),
        phrases=phrases.signature() if phrases else "",
        scale=(float(scale[0]), float(scale[1])),
        resources=resources(),
    )


def _check_training(
    pairs: Sequence[tuple[str, str]], labels: Sequence[float], scale: tuple[float, float], epochs: int, rate: float
) -> None:
    if not pairs or len(pairs) != len(labels):
        raise InputError(f"{len(pairs)} pairs and {len(labels)} labels: as many of both are needed, and at least one")
    if epochs < 1 or not (isfinite(rate) and rate > 0):
        raise SettingError(f"{epochs} epochs at rate {rate}: give at least one epoch and a rate above 0")
    for number, label in enumerate(labels, start=1):
        if not scale[0] <= label <= scale[1]:
            raise InputError(
                f"label {label} of pair {number} is not on the scale {scale[0]:g} to {scale[1]:g}: give its scale"
            )
