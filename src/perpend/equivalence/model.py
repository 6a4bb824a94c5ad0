"""A trained model of paraphrases: all numbers that answer yes or no, and where they come from, in one file.

    features of a pair ──(scaling)──> a row ──(support vector machine)──> a decision ──(calibration)──> a probability

The file is an array file (`perpend.files.arrays`): arrays of plain numbers behind a header of JSON with checksums.
Nothing in it is code, and nothing is pickled.

    arrays    mean, spread           of each feature in the training pairs
              vectors, coefficients  of the support vector machine; vectors are scaled rows in 32 bits
              ngrams ...             how often n-grams occur in the training texts, for NIST's features only
    header    the names of the features, settings, calibration, intercept, gamma, the training data's name and the
              fingerprint of each pair, signatures of the tagger, WordNet and the word frequencies, the version

Scaled rows are rounded to 32 bits before anything is learned from them, so the vectors in the file are exact.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.equivalence.vectors import FEATURE_SETS, FeatureSettings
from perpend.errors import InputError
from perpend.features.sentence import STEMMING
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.documents import Fields
from perpend.files.schema import Array, Schema
from perpend.learning.calibration import Calibration
from perpend.learning.model_file import digits_of, read_model, read_resources, read_training, training_fields
from perpend.learning.provenance import Training
from perpend.learning.scaling import Scaling
from perpend.learning.svm import Svm
from perpend.metrics.information import Information
from perpend.types import Doubles

__all__ = ["Learned", "ParaphraseModel", "SCHEMA"]

_KIND, _VERSION = "paraphrase-model", 1
_NGRAMS = "ngrams "

SCHEMA: Schema = {
    "mean": Array("f8", "features"),
    "spread": Array("f8", "features", positive=True),
    "vectors": Array("f4", "vectors features"),
    "coefficients": Array("f8", "vectors"),
    f"{_NGRAMS}words": Array("u1", "bytes", optional=True),
    f"{_NGRAMS}texts": Array("i8", "1", optional=True),
    **{
        f"{_NGRAMS}{name}_{n}": Array("i8", f"{n}-grams", optional=True)
        for n in range(1, 10)
        for name in ("keys", "counts")
    },
}
"""The arrays of a model file."""


@dataclass(frozen=True, slots=True)
class Learned:
    """How the machine was trained: its two parameters, and the accuracy that they had in cross-validation."""

    cost: float
    gamma: float
    folds: int
    seed: int
    accuracy: float


@dataclass(frozen=True, eq=False)
class ParaphraseModel:
    """Everything that a model needs to answer; see the module for each field."""

    features: str
    names: tuple[str, ...]
    settings: FeatureSettings
    scaling: Scaling
    svm: Svm
    calibration: Calibration
    learned: Learned
    training: Training
    annotator: str
    resources: Mapping[str, str] = field(default_factory=dict)
    information: Information | None = None
    version: str = perpend.__version__

    def __post_init__(self) -> None:
        count = len(self.names)
        shapes = {len(self.scaling.mean), len(self.scaling.spread), self.svm.vectors.shape[1]}
        if shapes != {count}:
            raise InputError(f"{count} names of features, but arrays of {', '.join(map(str, sorted(shapes)))}")
        numbers = (self.scaling.mean, self.scaling.spread, self.svm.vectors, self.svm.coefficients)
        if not all(np.isfinite(array).all() for array in numbers) or not (self.scaling.spread > 0).all():
            raise InputError("a number of the model is not finite, or a spread is not above 0")

    def decisions(self, values: Doubles) -> Doubles:
        """How far each pair lies from the border; `values` are the features in the order of `names`."""
        return self.svm.decisions(self.scaling.rows(values))

    def probabilities(self, values: Doubles) -> Doubles:
        """How probable it is that each pair is one of paraphrases."""
        return self.calibration.probabilities(self.decisions(values))

    @cached_property
    def signature(self) -> str:
        """The name of the training data, the features, and eight digits that stand for all numbers."""
        digits = digits_of(self._arrays(), self.svm.intercept, self.svm.gamma, self.calibration, self.settings)
        return f"{self.training.name}/{self.features}/{digits}"

    def _arrays(self) -> dict[str, NDArray[Any]]:
        arrays: dict[str, NDArray[Any]] = {
            "mean": self.scaling.mean,
            "spread": self.scaling.spread,
            "vectors": self.svm.vectors.astype(np.float32),
            "coefficients": self.svm.coefficients,
        }
        counted = self.information.to_arrays() if self.information else {}
        return arrays | {f"{_NGRAMS}{name}": array for name, array in counted.items()}

    def to_dict(self) -> dict[str, Any]:
        """What is not an array, as plain JSON values: the header of the file."""
        return {
            "features": self.features,
            "names": list(self.names),
            "stemming": self.settings.stemming,
            "threshold": "none" if self.settings.threshold is None else self.settings.threshold,
            "intercept": self.svm.intercept,
            "gamma": self.svm.gamma,
            "calibration": asdict(self.calibration),
            "learned": asdict(self.learned),
            "training": training_fields(self.training),
            "annotator": self.annotator,
            "resources": dict(self.resources),
            "ngrams": [*self.information.to_arrays()] if self.information else [],
            "version": self.version,
        }

    def write(self, path: Path | str) -> None:
        """Write the model file, whole or not at all."""
        write_arrays(Path(path), kind=_KIND, version=_VERSION, arrays=self._arrays(), meta=self.to_dict())

    @classmethod
    def read(cls, path: Path | str) -> "ParaphraseModel":
        """The model in a file; one that cannot be used is refused with a line that says why."""
        return read_model(path, _KIND, _VERSION, SCHEMA, _model)


def _model(file: ArrayFile, fields: Fields) -> ParaphraseModel:
    calibration, features = fields.inner("calibration"), fields.text("features")
    if features not in FEATURE_SETS:
        fields.refuse(f"unknown feature set {features!r}")
    return ParaphraseModel(
        features=features,
        names=fields.texts("names"),
        settings=_settings(fields),
        scaling=Scaling(file.doubles("mean"), file.doubles("spread")),
        svm=Svm(
            file.doubles("vectors"),
            file.doubles("coefficients"),
            fields.number("intercept"),
            fields.number("gamma"),
        ),
        calibration=Calibration(calibration.number("slope")),
        learned=_learned(fields.inner("learned")),
        training=read_training(fields),
        annotator=fields.text("annotator"),
        resources=read_resources(fields),
        information=_information(file, fields.texts("ngrams")),
        version=fields.text("version"),
    )


def _settings(fields: Fields) -> FeatureSettings:
    stemming = fields.text("stemming")
    if stemming not in STEMMING:
        fields.refuse(f"unknown stemming {stemming!r}")
    no_threshold = fields.content.get("threshold") == "none"
    return FeatureSettings(stemming, None if no_threshold else fields.number("threshold"))


def _learned(fields: Fields) -> Learned:
    return Learned(
        fields.number("cost"),
        fields.number("gamma"),
        fields.integer("folds"),
        fields.integer("seed"),
        fields.number("accuracy"),
    )


def _information(file: ArrayFile, names: tuple[str, ...]) -> Information | None:
    return Information.from_arrays({name: file[f"{_NGRAMS}{name}"] for name in names}) if names else None
