"""A trained model of relatedness: the learned values and their provenance, in one file.

    load("relate-sentence").predict(pairs)                 numbers on the scale of the training labels
    load("relate-phrase2word").explain(text1, text2)       a `Relatedness`, with the contribution of each group

    features of a pair ──(scaling)──> a row ──(regression)──> relatedness on the scale of the training labels

The file is an array file (`perpend.files.arrays`): a JSON header and arrays, with checksums. It holds no code.

    arrays    mean, spread                          of each feature in the training pairs
              vectors, coefficients, weights        of the regression; vectors are scaled rows in 32 bits
              means                                 for the shares of groups (`shares.backgrounds`)
              item_bytes, item_start, evidence      of word evidence, where the model has it
    header    level, feature set, names and groups of the features, scale, parameters, base, the training data's name
              and the fingerprint of each pair, signatures of the resources, the version

A text without words is compared like any other. Texts may have up to 10,000 tokens, and at most a million pairs of
words together; longer ones raise an InputError. The shipped models are for English; in another language they compare
only equal words and strings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.errors import InputError, SettingError
from perpend.files.arrays import ArrayFile
from perpend.files.documents import Fields
from perpend.files.schema import Array, Schema
from perpend.files.word_numbers import packed_words
from perpend.learning.kernel_regression import Learned
from perpend.learning.limits import check_pairs
from perpend.learning.model import Numbers, TextPair, by_chunks, chunks, signature_of
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
from perpend.learning.provenance import Training, check_scale, resources
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling
from perpend.learning.word_evidence import WordEvidence
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.families import LEVELS
from perpend.relatedness.relater import Relatedness, Share
from perpend.relatedness.shares import group_names, shapley
from perpend.relatedness.word_evidence import evidence_items
from perpend.types import Doubles

__all__ = ["RelatednessModel", "SCHEMA"]

_EVIDENCE = ("item_bytes", "item_start", "evidence", "evidence base")

SCHEMA: Schema = {
    "mean": Array("f8", "features"),
    "spread": Array("f8", "features", positive=True),
    "vectors": Array("f4", "vectors features"),
    "coefficients": Array("f8", "vectors"),
    "weights": Array("f8", "features"),
    "means": Array("f4", "sets vectors"),
    **packed_words(*_EVIDENCE[:2], of="items", optional=True),
    "evidence": Array("f4", "items answers", optional=True),
    "evidence base": Array("f8", "answers", optional=True),
}
"""The arrays of a model file."""


@dataclass(frozen=True, eq=False)
class RelatednessModel(ArrayModel, Numbers):
    """The learned values and their provenance; see the module for each field.

    The field `annotator` is the signature of the pipeline that the model was trained with. Options of `using`:

    :param annotator: the tagger and parser; the shipped one by default.
    :param links: the table of links, for a model that was trained with one.
    :param level: must equal the model's level.
    :param extractor: a `RelatednessFeatures` to use instead of `annotator` and `links`.
    """

    kind: ClassVar[str] = "relatedness"
    command: ClassVar[str] = "relate"
    options: ClassVar[tuple[str, ...]] = ("annotator", "extractor", "level", "links")
    schema: ClassVar[Schema] = SCHEMA

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
    extractor: RelatednessFeatures | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        count = len(self.names)
        shapes = {
            len(self.groups),
            len(self.scaling.mean),
            len(self.scaling.spread),
            self.regression.machine.vectors.shape[1],
        }
        if shapes != {count}:
            raise InputError(f"{count} names of features, but arrays of {', '.join(map(str, sorted(shapes)))}")
        sets = 1 << len(group_names(self.groups))
        if self.means.shape != (sets, len(self.regression.machine.vectors)):
            raise InputError(f"means of shape {self.means.shape} for {sets} sets of groups")
        if not np.isfinite(self.means).all():
            raise InputError("a number of the model is not finite")
        check_scale(self.scale)

    def predictions(self, values: Doubles) -> Doubles:
        """The raw value for each row of `values`, features in the order of `names`."""
        return self.regression.predictions(self.scaling.rows(values))

    def clipped(self, values: Doubles) -> Doubles:
        """The `values` clipped to the scale."""
        return np.clip(values, *self.scale)

    def shares(self, values: Doubles) -> dict[str, float]:
        """The contribution of each group of features to the raw value for `values`, the features of one pair.

        With `base`, the contributions sum to it.
        """
        row = self.scaling.rows(values[None])[0]
        return shapley(self.regression, self.groups, self.means, self.base, row)

    def _using(self, options: Mapping[str, Any]) -> "RelatednessModel":
        if (level := options.get("level", self.level)) != self.level:
            raise SettingError(
                f"{self.identity} was trained for {self.level}, not for {level}: name another model or level"
            )
        annotator, links, extractor = (options.get(name) for name in ("annotator", "links", "extractor"))
        if extractor is None and (annotator or links):
            extractor = RelatednessFeatures(self.features, self.level, annotator=annotator, links=links)
        return replace(self, extractor=extractor) if extractor else self

    @cached_property
    def ready(self) -> RelatednessFeatures:
        """The feature extractor, created and checked against the model when first needed."""
        made = self.extractor or RelatednessFeatures(self.features, self.level)
        if (*made.names, *(self.names[-1:] if self.evidence else ())) != self.names:
            missing = ", or needs its table of links" if made.links is None else ""
            known = f"this Perpend has for {self.features!r}"
            raise SettingError(f"{self.identity} has other features than {known}{missing}: train it again")
        warn_of_changes(self.identity, self.resources, {**resources(), "words": made.signature()})
        return made

    def values(self, pairs: Sequence[TextPair]) -> Doubles:
        """The features of pairs, in the order of `names`."""
        check_pairs(self.command, pairs)
        values = self.ready.matrix(pairs)
        if self.evidence is None:
            return values
        items = map(evidence_items, self.ready.annotate(pairs))
        return np.column_stack([values, self.evidence.estimates(items)[:, :1]])

    def raw(self, pairs: Iterable[TextPair]) -> Doubles:
        """The relatedness of each of `pairs` before clipping."""
        return by_chunks(lambda chunk: self.predictions(self.values(chunk)), pairs, np.zeros(0))

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Relatedness]:
        """Yields the relatedness of each of `pairs`, with the contribution of each group of features."""
        groups = dict(zip(self.names, self.groups, strict=True))
        for chunk in chunks(pairs):
            values = self.values(chunk)
            raws = self.predictions(values)
            for row, raw, value in zip(values, raws.tolist(), self.clipped(raws).tolist(), strict=True):
                shares = tuple(Share(name, float(points)) for name, points in self.shares(row).items())
                features = dict(zip(self.names, row.tolist(), strict=True))
                yield Relatedness(value, raw, self.base, shares, features, groups, self.scale, self.signature)

    def facts(self) -> dict[str, Any]:
        """The facts that `perpend models show` lists."""
        return {**super().facts(), "level": self.level, "features": self.features, **asdict(self.learned)}

    @cached_property
    def signature(self) -> str:
        """The model, and everything else that its answers depend on."""
        parts = {"relatedness": self.identity, **resources(), "words": self.ready.signature()}
        if not self.ready.of_senses:
            parts["tags"] = self.ready.annotator.signature()
        return signature_of({**parts, "version": perpend.__version__})

    @cached_property
    def identity(self) -> str:
        """The name of the training data, level, features, and the first 8 hex digits of a hash of all numbers."""
        machine = self.regression.machine
        digits = digits_of(self._arrays(), machine.intercept, machine.gamma, self.base, self.scale)
        return f"{self.training.name}/{self.level}/{self.features}/{digits}"

    def _arrays(self) -> dict[str, NDArray[Any]]:
        arrays = machine_arrays(self.scaling, self.regression.machine)
        arrays |= {"weights": self.regression.weights, "means": self.means}
        if told := self.evidence:
            arrays |= evidence_arrays(_EVIDENCE, told.items, told.weights, told.base)
        return arrays

    def _header(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "features": self.features,
            "names": list(self.names),
            "groups": list(self.groups),
            "intercept": self.regression.machine.intercept,
            "gamma": self.regression.machine.gamma,
            "constant": self.regression.constant,
            "blend": self.regression.blend,
            "base": self.base,
            "scale": {"low": self.scale[0], "high": self.scale[1]},
            "learned": asdict(self.learned),
        }

    @classmethod
    def _of(cls, file: ArrayFile, fields: Fields, provenance: Mapping[str, Any]) -> "RelatednessModel":
        scale = fields.inner("scale")
        level = fields.text("level")
        if level not in LEVELS:
            fields.refuse(f"unknown level {level!r}")
        return cls(
            level=level,
            features=fields.text("features"),
            names=fields.texts("names"),
            groups=fields.texts("groups"),
            scaling=read_scaling(file),
            regression=read_regression(file, fields),
            means=file.doubles("means").astype(np.float32),
            base=fields.number("base"),
            learned=read_record(fields.inner("learned"), Learned),
            scale=(scale.number("low"), scale.number("high")),
            evidence=WordEvidence(*read_evidence(file, _EVIDENCE)) if "evidence" in file else None,
            **provenance,
        )
