"""A trained model of entailment: the learned values and their provenance, in one file.

    load("entail-sick").predict(pairs)                      labels of pairs (text, hypothesis)
    load("entail-sick").explain(text, hypothesis)           an `Entailment`, with its reasons
    load("entail-sick", patterns_only=True)                 the patterns decide, without the learned layer

    pair ── relating ──> relatedness ── rules ──> verdict ── features ──> scaling, softmax ──> probabilities of labels

The file is an array file (`perpend.files.arrays`): a JSON header and arrays, with checksums. It holds no code.

    arrays    relating ...                      mean, spread, vectors, coefficients, weights of the regression, and the
                                                items and weights of its word evidence
              pairs ...                         items, weights and bias of word pairs (`evidence`)
              mean, spread, weights, bias       of the learned layer
    header    features, threshold, quasi-synonyms, the training data's name and the fingerprint of each pair, signatures
              of the pipeline, the patterns and the look-ups, the version
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.entailment.features import FEATURE_NAMES
from perpend.entailment.frames import frames_of
from perpend.entailment.patterns import Patterns
from perpend.entailment.prepared import RELATED_COLUMNS, Prepared, layer_values, pattern_rows, prepare
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.entailment.reasons import reasons
from perpend.entailment.recognizer import Entailment, LayerPart
from perpend.entailment.relating import Relating
from perpend.entailment.rules import Label, Rules, Verdict, reading_of
from perpend.errors import InputError, SettingError
from perpend.files.arrays import ArrayFile
from perpend.files.documents import Fields
from perpend.files.schema import Array, Schema
from perpend.files.word_numbers import packed_words
from perpend.learning.limits import check_pairs
from perpend.learning.logistic import Softmax
from perpend.learning.model import Classifier, Decisions, TextPair, by_chunks, chunks, signature_of
from perpend.learning.model_file import (
    ArrayModel,
    digits_of,
    evidence_arrays,
    machine_arrays,
    read_evidence,
    read_record,
    read_regression,
    read_scaling,
    warn_of_changes,
)
from perpend.learning.provenance import Training, resources
from perpend.learning.scaling import Scaling
from perpend.learning.word_evidence import LabelEvidence, WordEvidence
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.types import Doubles

__all__ = ["EntailmentModel", "LABELS", "Layer", "LayerLearned", "SCHEMA"]

LABELS = (Label.CONTRADICTION, Label.ENTAILMENT, Label.NEUTRAL)
"""The labels in the order of a model's columns."""

_GROUPS = {
    "rule": "patterns",
    "label": "patterns",
    "slots": "slots of verbs",
    "back": "slots of verbs",
    "words": "counterparts of words",
    "alone1": "words without a counterpart",
    "alone2": "words without a counterpart",
    "denials": "denials",
    "overlap": "words in common",
}


def _item_names(name: str) -> tuple[str, ...]:
    return tuple(f"{name} item {part}" for part in ("bytes", "starts", "weights", "bias"))


def _item_schema(name: str) -> Schema:
    packed, starts, weights, bias = _item_names(name)
    return {
        **packed_words(packed, starts, of=f"{name}_items", optional=True),
        weights: Array("f4", f"{name}_items {name}_answers", optional=True),
        bias: Array("f8", f"{name}_answers", optional=True),
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
"""The arrays of a model file; those of the layer are absent if there is none."""


@dataclass(frozen=True, slots=True)
class LayerLearned:
    """How the layer was trained: its strength, and its accuracy in cross-validation."""

    strength: float
    folds: int
    seed: int
    accuracy: float


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The learned layer: word pairs, the scaling of all features, and the regression that decides."""

    pairs: LabelEvidence
    scaling: Scaling
    softmax: Softmax
    learned: LayerLearned


@dataclass(frozen=True, eq=False)
class EntailmentModel(ArrayModel, Classifier):
    """The learned values and their provenance; without a layer the rules decide.

    The field `annotator` is the signature of the pipeline that the model was trained with. Options of `using`:

    :param annotator: the tagger and parser; the shipped one by default.
    :param extractor: a `RelatednessFeatures` to use instead of `annotator`.
    :param patterns: patterns of verbs; the shipped ones by default.
    :param patterns_only: decide by the patterns, without the learned layer.
    """

    kind: ClassVar[str] = "entailment"
    command: ClassVar[str] = "entail"
    options: ClassVar[tuple[str, ...]] = ("annotator", "extractor", "patterns", "patterns_only")
    labels: ClassVar[tuple[str, ...]] = tuple(map(str, LABELS))
    schema: ClassVar[Schema] = SCHEMA

    relating: Relating
    threshold: float
    quasi: QuasiSynonyms
    layer: Layer | None
    training: Training
    annotator: str
    resources: Mapping[str, str] = field(default_factory=dict)
    version: str = perpend.__version__
    extractor: RelatednessFeatures | None = field(default=None, repr=False)
    patterns: Patterns | None = field(default=None, repr=False)
    patterns_only: bool = False

    def __post_init__(self) -> None:
        arrays = [array for array in self._arrays().values() if array.dtype.kind == "f"]
        if not all(np.isfinite(array).all() for array in arrays):
            raise InputError("a number of the model is not finite")

    def _using(self, options: Mapping[str, Any]) -> "EntailmentModel":
        changed = {name: value for name, value in options.items() if name != "annotator"}
        if options.get("annotator") and not changed.get("extractor"):
            changed["extractor"] = RelatednessFeatures(self.relating.features, annotator=options["annotator"])
        return replace(self, **changed)

    @cached_property
    def ready(self) -> RelatednessFeatures:
        """The extractor of relatedness features, created and checked against the model when first needed."""
        made = self.extractor or RelatednessFeatures(self.relating.features)
        if made.names != self.relating.names:
            raise SettingError(
                f"{self.identity} has other features of relatedness than this Perpend has: train it again"
            )
        here = {**resources(), "words": made.signature(), "patterns": self.rules.patterns.signature()}
        warn_of_changes(self.identity, self.resources, here)
        return made

    @cached_property
    def rules(self) -> Rules:
        """The rules with the patterns and the learned quasi-synonyms and threshold."""
        return Rules(
            self.patterns or Patterns.shipped(), self.quasi, self.threshold, reading_of(self.relating.features)
        )

    @property
    def deciding(self) -> Layer | None:
        """The learned layer; None if the patterns decide."""
        return None if self.patterns_only else self.layer

    def prepare(self, pairs: Sequence[TextPair]) -> Prepared:
        """The `pairs` (text, hypothesis) with their parses and features."""
        check_pairs(self.command, pairs)
        return prepare(pairs, self.ready, self.rules.patterns)

    def decide(self, pairs: Iterable[TextPair]) -> Decisions:
        """The label of each of `pairs` (text, hypothesis), with probabilities unless the patterns decide."""
        if self.deciding is None:
            verdicts = (verdict for chunk in chunks(pairs) for verdict in self.verdicts(self.prepare(chunk)))
            return Decisions(np.array([str(verdict.label) for verdict in verdicts], np.str_))
        nothing = np.zeros((0, len(LABELS)))
        found = by_chunks(lambda chunk: self.layer_probabilities(self.prepare(chunk)), pairs, nothing)
        return Decisions(np.array(self.labels)[found.argmax(axis=1)], found)

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Entailment]:
        """Yields the answer for each of `pairs` (text, hypothesis), with its reasons."""
        for chunk in chunks(pairs):
            yield from self.explain_prepared(self.prepare(chunk))

    def explain_prepared(self, prepared: Prepared) -> Iterator[Entailment]:
        """Yields the answers for `prepared` pairs."""
        related, layer = self.relatedness(prepared), self.deciding
        verdicts = self.verdicts(prepared, related)
        told = [
            tuple(reasons(verdict, *pair, degree, self.threshold))
            for verdict, pair, degree in zip(verdicts, prepared.sentences, related.tolist(), strict=True)
        ]
        if layer is None:
            for verdict, degree, lines in zip(verdicts, related.tolist(), told, strict=True):
                answer = (str(verdict.label), None, None, degree, str(verdict.rule), verdict.label, lines, ())
                yield Entailment(*answer, self.signature)
            return
        rows = self._rows(layer, prepared, related)
        chances = layer.softmax.probabilities(rows)
        for k, verdict in enumerate(verdicts):
            yield self._decided(layer, rows[k], chances[k], float(related[k]), verdict, told[k])

    def _decided(
        self, layer: Layer, row: Doubles, chances: Doubles, degree: float, verdict: Verdict, lines: tuple[str, ...]
    ) -> Entailment:
        """The answer of the learned layer; if it overrules the patterns, the first reason says so."""
        best = int(chances.argmax())
        label, probability = LABELS[best], float(chances[best])
        if label is not verdict.label:
            overruled = f"the patterns alone would say {verdict.label} ({verdict.rule}); the learned layer says {label}"
            lines = (overruled, *lines)
        return Entailment(
            str(label),
            probability,
            dict(zip(self.labels, chances.tolist(), strict=True)),
            degree,
            str(verdict.rule),
            verdict.label,
            lines,
            self._parts(layer, row, best, int(np.argsort(chances)[-2])),
            self.signature,
        )

    def _parts(self, layer: Layer, row: Doubles, best: int, second: int) -> tuple[LayerPart, ...]:
        points = row * (layer.softmax.weights[:, best] - layer.softmax.weights[:, second])
        found: dict[str, float] = {}
        for group, one in zip(self._groups, points.tolist(), strict=True):
            found[group] = found.get(group, 0.0) + one
        return tuple(LayerPart(name, one) for name, one in found.items())

    @cached_property
    def _groups(self) -> tuple[str, ...]:
        """The group of each feature of the layer, in the order of `layer_values`."""
        patterns = (_GROUPS[name.partition(":")[0]] for name in FEATURE_NAMES)
        related = ("relatedness",) * (len(self.relating.names) + RELATED_COLUMNS)
        return (*patterns, *related, *("word pairs",) * len(LABELS))

    def relatedness(self, prepared: Prepared) -> Doubles:
        """The relatedness of prepared pairs, from 1 to 5."""
        found = self.relating.relatedness(prepared.values, prepared.sentences)
        return np.clip(found, 1.0, 5.0)

    def verdicts(self, prepared: Prepared, related: Doubles | None = None) -> Sequence[Verdict]:
        """The verdict of the rules on each prepared pair; `related` is computed if None."""
        degrees = self.relatedness(prepared) if related is None else related
        pairs = zip(prepared.sentences, degrees.tolist(), strict=True)
        return [self.rules.decide(*pair, degree) for pair, degree in pairs]

    def layer_probabilities(self, prepared: Prepared, related: Doubles | None = None) -> Doubles:
        """The probability of each label by the learned layer, for `prepared` pairs; `related` is computed if None."""
        if self.layer is None:
            raise SettingError(f"{self.identity} has no learned layer, so there are no probabilities")
        degrees = self.relatedness(prepared) if related is None else related
        return self.layer.softmax.probabilities(self._rows(self.layer, prepared, degrees))

    def _rows(self, layer: Layer, prepared: Prepared, related: Doubles) -> Doubles:
        words = layer.pairs.estimates(prepared.words)
        values = layer_values(pattern_rows(self.rules, prepared, related), prepared.values, related, words)
        return layer.scaling.rows(values)

    def frames(self, text: str, hypothesis: str) -> dict[str, list[str]]:
        """The frames of `text` and `hypothesis`, described in words."""
        found = {}
        for side, sentence in zip(("text", "hypothesis"), self.ready.annotate([(text, hypothesis)])[0], strict=True):
            found[side] = [frame.describe(sentence) for frame in frames_of(sentence)]
        return found

    def facts(self) -> dict[str, Any]:
        """The facts that `perpend models show` lists."""
        learned = asdict(self.layer.learned) if self.layer else {}
        return {**super().facts(), "features": self.relating.features, "threshold": self.threshold, **learned}

    @cached_property
    def signature(self) -> str:
        """The model, and everything else that its answers depend on."""
        parts = {
            "entailment": self.identity,
            "decides": "patterns" if self.deciding is None else "layer",
            **resources(),
            "words": self.ready.signature(),
            "patterns": self.rules.patterns.signature().partition(":")[2],
            "tags": self.ready.annotator.signature(),
            "version": perpend.__version__,
        }
        return signature_of(parts)

    @cached_property
    def identity(self) -> str:
        """The name of the training data, the features, and the first 8 hex digits of a hash of all numbers."""
        digits = digits_of(self._arrays(), self.threshold, sorted(self.quasi.support.items()))
        kind = "patterns" if self.layer is None else "layer"
        return f"{self.training.name}/{self.relating.features}/{kind}/{digits}"

    def _arrays(self) -> dict[str, NDArray[Any]]:
        arrays = machine_arrays(self.relating.scaling, self.relating.regression.machine, "relating ")
        arrays["relating weights"] = self.relating.regression.weights
        if told := self.relating.evidence:
            arrays |= evidence_arrays(_item_names("relating"), told.items, told.weights, told.base)
        if layer := self.layer:
            arrays |= evidence_arrays(_item_names("pairs"), layer.pairs.items, layer.pairs.weights, layer.pairs.bias)
            arrays |= {"mean": layer.scaling.mean, "spread": layer.scaling.spread}
            arrays |= {"weights": layer.softmax.weights, "bias": layer.softmax.bias}
        return arrays

    def _header(self) -> dict[str, Any]:
        regression = self.relating.regression
        return {
            "features": self.relating.features,
            "relatedness": list(self.relating.names),
            "regression": {
                "intercept": regression.machine.intercept,
                "gamma": regression.machine.gamma,
                "constant": regression.constant,
                "blend": regression.blend,
            },
            "threshold": self.threshold,
            "quasi": [[*phrases, count] for phrases, count in sorted(self.quasi.support.items())],
            "layer": asdict(self.layer.learned) if self.layer else None,
            "names": list(FEATURE_NAMES),
        }

    @classmethod
    def _of(cls, file: ArrayFile, fields: Fields, provenance: Mapping[str, Any]) -> "EntailmentModel":
        if fields.texts("names") != FEATURE_NAMES:
            fields.refuse("has other features than this Perpend")
        return cls(
            relating=_relating(file, fields),
            threshold=fields.number("threshold"),
            quasi=_quasi(fields),
            layer=None if fields.content.get("layer", 0) is None else _layer(file, fields.inner("layer")),
            **provenance,
        )


def _relating(file: ArrayFile, fields: Fields) -> Relating:
    numbers = fields.inner("regression")
    scaling = read_scaling(file, "relating ")
    regression = read_regression(file, numbers, "relating ")
    evidence = WordEvidence(*read_evidence(file, _item_names("relating"))) if "relating item bytes" in file else None
    names = fields.texts("relatedness")
    counts = {len(scaling.mean), len(regression.weights), len(names) + (evidence is not None)}
    if len(counts) > 1:
        raise InputError(f"{len(names)} features of relatedness, {len(scaling.mean)} means: as many of both are needed")
    return Relating(fields.text("features"), names, scaling, regression, evidence)


def _layer(file: ArrayFile, fields: Fields) -> Layer:
    learned = read_record(fields, LayerLearned)
    softmax = Softmax(file.doubles("weights"), file.doubles("bias"))
    return Layer(LabelEvidence(*read_evidence(file, _item_names("pairs"))), read_scaling(file), softmax, learned)


def _quasi(fields: Fields) -> QuasiSynonyms:
    rows = fields.content.get("quasi")
    if not isinstance(rows, list) or not all(map(_is_counted, rows)):
        fields.refuse("'quasi' is not a list of phrases with counts")
    return QuasiSynonyms({(first, second): count for first, second, count in rows})


def _is_counted(row: object) -> bool:
    return isinstance(row, list) and [type(one) for one in row] == [str, str, int]
