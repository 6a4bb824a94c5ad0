"""A trained model of entailment: all numbers and words that an answer needs, and where they come from, in one file.

    pair ── relating ──> relatedness ── rules ──> verdict ── features ──> scaling, softmax ──> probabilities of labels

The file is an array file (`perpend.files.arrays`): arrays of plain numbers behind a header of JSON with checksums.
Nothing in it is code, and nothing is pickled.

    arrays    relating ...                      mean, spread, vectors, coefficients, weights of the regression, and the
                                                items and weights of its word evidence
              pairs ...                         items, weights and bias of word pairs (`evidence`)
              mean, spread, weights, bias       of the learned layer
    header    features, threshold, quasi-synonyms, the training data's name and the fingerprint of each pair, signatures
              of the pipeline, the patterns and the look-ups, the version
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.entailment.evidence import WordPairModel
from perpend.entailment.features import FEATURE_NAMES
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.entailment.relating import Relating
from perpend.entailment.rules import Label
from perpend.errors import InputError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.documents import Fields
from perpend.files.schema import Array, Schema
from perpend.files.word_numbers import WordNumbers, pack_words, packed_words
from perpend.learning.model_file import digits_of, read_model, read_resources, read_training, training_fields
from perpend.learning.provenance import Training
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling
from perpend.learning.softmax import Softmax
from perpend.relatedness.word_evidence import WordEvidence
from perpend.types import Doubles

__all__ = ["EntailmentModel", "LABELS", "Layer", "LayerLearned", "SCHEMA"]

LABELS = (Label.CONTRADICTION, Label.ENTAILMENT, Label.NEUTRAL)
"""The labels in the order of a model's columns."""

_KIND, _VERSION = "entailment-model", 1


def _item_schema(name: str) -> Schema:
    return {
        **packed_words(f"{name} item bytes", f"{name} item starts", of=f"{name}_items", optional=True),
        f"{name} item weights": Array("f4", f"{name}_items {name}_answers", optional=True),
        f"{name} item bias": Array("f8", f"{name}_answers", optional=True),
    }


SCHEMA: Schema = {
    "relating mean": Array("f8", "relating"),
    "relating spread": Array("f8", "relating", positive=True),
    "relating vectors": Array("f4", "vectors relating"),
    "relating coefficients": Array("f8", "vectors"),
    "relating weights": Array("f8", "relating"),
    **_item_schema("relating"),
    **_item_schema("pairs"),
    "mean": Array("f8", "features", optional=True),
    "spread": Array("f8", "features", optional=True, positive=True),
    "weights": Array("f8", f"features {len(LABELS)}", optional=True),
    "bias": Array("f8", f"{len(LABELS)}", optional=True),
}
"""The arrays of a model file; those of the layer are absent where there is none."""


@dataclass(frozen=True, slots=True)
class LayerLearned:
    """How the layer was trained: its strength, and its accuracy in cross-validation."""

    strength: float
    folds: int
    seed: int
    accuracy: float


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The learned layer: word pairs, scaling of all features, and the regression that decides."""

    pairs: WordPairModel
    scaling: Scaling
    softmax: Softmax
    learned: LayerLearned


@dataclass(frozen=True, eq=False)
class EntailmentModel:
    """Everything that a model needs to answer; without a layer the rules decide."""

    relating: Relating
    threshold: float
    quasi: QuasiSynonyms
    layer: Layer | None
    training: Training
    annotator: str
    resources: Mapping[str, str] = field(default_factory=dict)
    version: str = perpend.__version__

    def __post_init__(self) -> None:
        arrays = [array for array in self._arrays().values() if array.dtype.kind == "f"]
        if not all(np.isfinite(array).all() for array in arrays):
            raise InputError("a number of the model is not finite")

    @cached_property
    def signature(self) -> str:
        """The name of the training data, the features, and eight digits that stand for all numbers."""
        digits = digits_of(self._arrays(), self.threshold, sorted(self.quasi.support.items()))
        kind = "patterns" if self.layer is None else "layer"
        return f"{self.training.name}/{self.relating.features}/{kind}/{digits}"

    def _arrays(self) -> dict[str, NDArray[Any]]:
        regression, scaling = self.relating.regression, self.relating.scaling
        arrays: dict[str, NDArray[Any]] = {
            "relating mean": scaling.mean,
            "relating spread": scaling.spread,
            "relating vectors": regression.vectors.astype(np.float32),
            "relating coefficients": regression.coefficients,
            "relating weights": regression.weights,
        }
        if evidence := self.relating.evidence:
            arrays |= _items("relating", evidence.items, evidence.weights, evidence.base)
        if layer := self.layer:
            arrays |= _items("pairs", layer.pairs.items, layer.pairs.weights, layer.pairs.bias)
            arrays |= {"mean": layer.scaling.mean, "spread": layer.scaling.spread}
            arrays |= {"weights": layer.softmax.weights, "bias": layer.softmax.bias}
        return arrays

    def to_dict(self) -> dict[str, Any]:
        """What is not an array, as plain JSON values: the header of the file."""
        regression = self.relating.regression
        return {
            "features": self.relating.features,
            "relatedness": list(self.relating.names),
            "regression": {name: getattr(regression, name) for name in ("intercept", "gamma", "constant", "blend")},
            "threshold": self.threshold,
            "quasi": [[*phrases, count] for phrases, count in sorted(self.quasi.support.items())],
            "layer": asdict(self.layer.learned) if self.layer else None,
            "names": list(FEATURE_NAMES),
            "training": training_fields(self.training),
            "annotator": self.annotator,
            "resources": dict(self.resources),
            "version": self.version,
        }

    def write(self, path: Path | str) -> None:
        """Write the model file, whole or not at all."""
        write_arrays(Path(path), kind=_KIND, version=_VERSION, arrays=self._arrays(), meta=self.to_dict())

    @classmethod
    def read(cls, path: Path | str) -> "EntailmentModel":
        """The model in a file; one that cannot be used is refused with a line that says why."""
        return read_model(path, _KIND, _VERSION, SCHEMA, _model)


def _items(name: str, items: tuple[str, ...], weights: Doubles, bias: Doubles) -> dict[str, NDArray[Any]]:
    packed, starts = pack_words(items)
    return {
        f"{name} item bytes": packed,
        f"{name} item starts": starts,
        f"{name} item weights": weights.astype(np.float32),
        f"{name} item bias": bias,
    }


def _model(file: ArrayFile, fields: Fields) -> EntailmentModel:
    if fields.texts("names") != FEATURE_NAMES:
        fields.refuse("has other features than this Perpend")
    return EntailmentModel(
        relating=_relating(file, fields),
        threshold=fields.number("threshold"),
        quasi=_quasi(fields),
        layer=_layer(file, fields.inner("layer")) if fields.content.get("layer") is not None else None,
        training=read_training(fields),
        annotator=fields.text("annotator"),
        resources=read_resources(fields),
        version=fields.text("version"),
    )


def _relating(file: ArrayFile, fields: Fields) -> Relating:
    numbers = fields.inner("regression")
    scaling = _scaling(file, "relating ")
    regression = Regression(
        file.doubles("relating vectors"),
        file.doubles("relating coefficients"),
        numbers.number("intercept"),
        numbers.number("gamma"),
        file.doubles("relating weights"),
        numbers.number("constant"),
        numbers.number("blend"),
    )
    evidence = WordEvidence(*_read_items(file, "relating")) if "relating item bytes" in file else None
    names = fields.texts("relatedness")
    counts = {len(scaling.mean), len(regression.weights), len(names) + (evidence is not None)}
    if len(counts) > 1:
        raise InputError(f"{len(names)} features of relatedness, {len(scaling.mean)} means: as many of both are needed")
    return Relating(fields.text("features"), names, scaling, regression, evidence)


def _layer(file: ArrayFile, fields: Fields) -> Layer:
    learned = LayerLearned(
        fields.number("strength"), fields.integer("folds"), fields.integer("seed"), fields.number("accuracy")
    )
    scaling, softmax = _scaling(file, ""), Softmax(file.doubles("weights"), file.doubles("bias"))
    return Layer(WordPairModel(*_read_items(file, "pairs")), scaling, softmax, learned)


def _scaling(file: ArrayFile, name: str) -> Scaling:
    return Scaling(file.doubles(f"{name}mean"), file.doubles(f"{name}spread"))


def _read_items(file: ArrayFile, name: str) -> tuple[tuple[str, ...], Doubles, Doubles]:
    words = WordNumbers(file[f"{name} item bytes"], file[f"{name} item starts"])
    items = tuple(words.word(number) for number in range(len(file[f"{name} item starts"]) - 1))
    return items, file.doubles(f"{name} item weights"), file.doubles(f"{name} item bias")


def _quasi(fields: Fields) -> QuasiSynonyms:
    rows = fields.content.get("quasi")
    whole = isinstance(rows, list) and all(isinstance(row, list) and len(row) == 3 for row in rows)
    if not isinstance(rows, list) or not whole:
        fields.refuse("'quasi' is not a list of phrases with counts")
    return QuasiSynonyms({(str(first), str(second)): int(count) for first, second, count in rows})
