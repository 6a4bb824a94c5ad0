"""A trained model of relatedness: all numbers that an answer needs, and where they come from, in one file.

    features of a pair ──(scaling)──> a row ──(regression)──> relatedness on the scale of the training labels

The file is an array file (`perpend.files.arrays`): arrays of plain numbers behind a header of JSON with checksums.
Nothing in it is code, and nothing is pickled.

    arrays    mean, spread                          of each feature in the training pairs
              vectors, coefficients, weights        of the regression; vectors are scaled rows in 32 bits
              means                                 for the shares of groups (`shares.backgrounds`)
              item_bytes, item_start, evidence      of word evidence, where the model has it
    header    level, feature set, names and groups of the features, scale, parameters, base, the training data's name
              and the fingerprint of each pair, signatures of what features are looked up in, the version
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.errors import InputError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.documents import Fields
from perpend.files.schema import Array, Schema
from perpend.files.word_numbers import WordNumbers, pack_words, packed_words
from perpend.learning.model_file import digits_of, read_model, read_resources, read_training, training_fields
from perpend.learning.provenance import Training, check_scale
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling
from perpend.relatedness.families import LEVELS
from perpend.relatedness.learning import Learned
from perpend.relatedness.shares import group_names, shapley
from perpend.relatedness.word_evidence import WordEvidence
from perpend.types import Doubles

__all__ = ["RelatednessModel", "SCHEMA"]

_KIND, _VERSION = "relatedness-model", 1

SCHEMA: Schema = {
    "mean": Array("f8", "features"),
    "spread": Array("f8", "features", positive=True),
    "vectors": Array("f4", "vectors features"),
    "coefficients": Array("f8", "vectors"),
    "weights": Array("f8", "features"),
    "means": Array("f4", "sets vectors"),
    **packed_words("item_bytes", "item_start", of="items", optional=True),
    "evidence": Array("f4", "items answers", optional=True),
    "evidence base": Array("f8", "answers", optional=True),
}
"""The arrays of a model file."""


@dataclass(frozen=True, eq=False)
class RelatednessModel:
    """Everything that a model needs to answer; see the module for each field."""

    level: str
    features: str
    names: tuple[str, ...]
    groups: tuple[str, ...]
    scaling: Scaling
    regression: Regression
    means: NDArray[np.float32]
    base: float
    learned: Learned
    training: Training
    scale: tuple[float, float]
    annotator: str
    resources: Mapping[str, str] = field(default_factory=dict)
    evidence: WordEvidence | None = None
    version: str = perpend.__version__

    def __post_init__(self) -> None:
        count = len(self.names)
        shapes = {len(self.groups), len(self.scaling.mean), len(self.scaling.spread), self.regression.vectors.shape[1]}
        if shapes != {count}:
            raise InputError(f"{count} names of features, but arrays of {', '.join(map(str, sorted(shapes)))}")
        sets = 1 << len(group_names(self.groups))
        if self.means.shape != (sets, len(self.regression.vectors)):
            raise InputError(f"means of shape {self.means.shape} for {sets} sets of groups")
        arrays: tuple[NDArray[Any], ...] = (
            self.scaling.mean,
            self.scaling.spread,
            *_numbers(self.regression),
            self.means,
        )
        if not all(np.isfinite(array).all() for array in arrays) or not (self.scaling.spread > 0).all():
            raise InputError("a number of the model is not finite, or a spread is not above 0")
        check_scale(self.scale)

    def predictions(self, values: Doubles) -> Doubles:
        """The answer for each row of features in the order of `names`; it may lie beyond the scale."""
        return self.regression.predictions(self.scaling.rows(values))

    def clipped(self, values: Doubles) -> Doubles:
        """Answers brought to the scale."""
        return np.clip(values, *self.scale)

    def shares(self, values: Doubles) -> dict[str, float]:
        """What each group of features added to one pair's answer; together with `base` they are the answer."""
        row = self.scaling.rows(values[None])[0]
        return shapley(self.regression, self.groups, self.means, self.base, row)

    @cached_property
    def signature(self) -> str:
        """The name of the training data, level, features, and eight digits that stand for all numbers."""
        digits = digits_of(self._arrays(), self.regression.intercept, self.regression.gamma, self.base, self.scale)
        return f"{self.training.name}/{self.level}/{self.features}/{digits}"

    def _arrays(self) -> dict[str, NDArray[Any]]:
        arrays: dict[str, NDArray[Any]] = {
            "mean": self.scaling.mean,
            "spread": self.scaling.spread,
            "vectors": self.regression.vectors.astype(np.float32),
            "coefficients": self.regression.coefficients,
            "weights": self.regression.weights,
            "means": self.means,
        }
        if self.evidence:
            item_bytes, item_start = pack_words(self.evidence.items)
            arrays |= {"item_bytes": item_bytes, "item_start": item_start}
            arrays |= {"evidence": self.evidence.weights.astype(np.float32), "evidence base": self.evidence.base}
        return arrays

    def to_dict(self) -> dict[str, Any]:
        """What is not an array, as plain JSON values: the header of the file."""
        return {
            "level": self.level,
            "features": self.features,
            "names": list(self.names),
            "groups": list(self.groups),
            "intercept": self.regression.intercept,
            "gamma": self.regression.gamma,
            "constant": self.regression.constant,
            "blend": self.regression.blend,
            "base": self.base,
            "scale": {"low": self.scale[0], "high": self.scale[1]},
            "learned": asdict(self.learned),
            "training": training_fields(self.training),
            "annotator": self.annotator,
            "resources": dict(self.resources),
            "version": self.version,
        }

    def write(self, path: Path | str) -> None:
        """Write the model file, whole or not at all."""
        write_arrays(Path(path), kind=_KIND, version=_VERSION, arrays=self._arrays(), meta=self.to_dict())

    @classmethod
    def read(cls, path: Path | str) -> "RelatednessModel":
        """The model in a file; one that cannot be used is refused with a line that says why."""
        return read_model(path, _KIND, _VERSION, SCHEMA, _model)


def _numbers(regression: Regression) -> tuple[Doubles, ...]:
    return regression.vectors, regression.coefficients, regression.weights


def _model(file: ArrayFile, fields: Fields) -> RelatednessModel:
    scale = fields.inner("scale")
    level = fields.text("level")
    if level not in LEVELS:
        fields.refuse(f"unknown level {level!r}")
    return RelatednessModel(
        level=level,
        features=fields.text("features"),
        names=fields.texts("names"),
        groups=fields.texts("groups"),
        scaling=Scaling(file.doubles("mean"), file.doubles("spread")),
        regression=Regression(
            file.doubles("vectors"),
            file.doubles("coefficients"),
            fields.number("intercept"),
            fields.number("gamma"),
            file.doubles("weights"),
            fields.number("constant"),
            fields.number("blend"),
        ),
        means=file.doubles("means").astype(np.float32),
        base=fields.number("base"),
        learned=_learned(fields.inner("learned")),
        training=read_training(fields),
        scale=(scale.number("low"), scale.number("high")),
        annotator=fields.text("annotator"),
        resources=read_resources(fields),
        evidence=_evidence(file),
        version=fields.text("version"),
    )


def _learned(fields: Fields) -> Learned:
    return Learned(
        fields.number("cost"),
        fields.number("gamma"),
        fields.number("ridge"),
        fields.number("blend"),
        fields.number("epsilon"),
        fields.integer("folds"),
        fields.integer("seed"),
        fields.number("correlation"),
    )


def _evidence(file: ArrayFile) -> WordEvidence | None:
    if "evidence" not in file:
        return None
    words = WordNumbers(file["item_bytes"], file["item_start"])
    items = tuple(words.word(number) for number in range(len(file["item_start"]) - 1))
    return WordEvidence(items, file.doubles("evidence"), file.doubles("evidence base"))
