"""A trained model of paraphrases: the learned values and their provenance, in one file.

    load("paraphrase-msrp").predict(pairs)                  "yes" or "no" for each pair
    load("paraphrase-msrp").probabilities(pairs)            of "no" and of "yes"
    load("paraphrase-msrp").explain(text1, text2)           a `Paraphrase`, with its reasons

    features of a pair ──(scaling)──> a row ──(support vector machine)──> a decision ──(calibration)──> a probability

The file is an array file (`perpend.files.arrays`): a JSON header and arrays, with checksums. It holds no code.

    arrays    mean, spread           of each feature in the training pairs
              vectors, coefficients  of the support vector machine; vectors are scaled rows in 32 bits
              ngrams ...             counts of n-grams in the training texts, only for NIST's features
    header    the names of the features, settings, calibration, intercept, gamma, the training data's name and the
              fingerprint of each pair, signatures of the tagger, WordNet and the word frequencies, the version

Scaled rows are rounded to 32 bits before training, so the vectors in the file are exact.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.equivalence.partners import partners
from perpend.equivalence.recognizer import Influence, Paraphrase, WordPair
from perpend.equivalence.tag_features import MATCHED, UNMATCHED
from perpend.equivalence.vectors import FEATURE_SETS, Extractor, FeatureSettings, groups_of
from perpend.errors import InputError, SettingError
from perpend.features.annotated_pairs import Pair, annotate_pairs
from perpend.features.closeness import Closeness
from perpend.files.arrays import ArrayFile
from perpend.files.documents import Fields
from perpend.files.schema import Array, Schema
from perpend.learning.calibration import Calibration
from perpend.learning.kernel_classifier import Learned
from perpend.learning.kernel_machine import KernelMachine
from perpend.learning.limits import check_pairs
from perpend.learning.model import Classifier, Decisions, TextPair, by_chunks, chunks, signature_of
from perpend.learning.model_file import (
    ArrayModel,
    digits_of,
    machine_arrays,
    read_machine,
    read_record,
    read_scaling,
    warn_of_changes,
)
from perpend.learning.provenance import Training, resources
from perpend.learning.scaling import Scaling
from perpend.metrics.information import Information
from perpend.text.annotate import Annotator
from perpend.text.sentence import STEMMING, Sentence
from perpend.types import Doubles

__all__ = ["ParaphraseModel", "SCHEMA"]

_NGRAMS = "ngrams "
_GROUPS = {"PERP": "edits", MATCHED: "matched words by tag", UNMATCHED: "unmatched words by tag"}

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


@dataclass(frozen=True, eq=False)
class ParaphraseModel(ArrayModel, Classifier):
    """The learned values and their provenance; see the module for each field.

    The field `annotator` is the signature of the pipeline that the model was trained with; the option `annotator` of
    `using` is the tagger and parser to use, stored in `tagger`.
    """

    kind: ClassVar[str] = "paraphrase"
    command: ClassVar[str] = "paraphrase"
    options: ClassVar[tuple[str, ...]] = ("annotator",)
    labels: ClassVar[tuple[str, ...]] = ("no", "yes")
    schema: ClassVar[Schema] = SCHEMA

    features: str
    names: tuple[str, ...]
    settings: FeatureSettings
    scaling: Scaling
    machine: KernelMachine
    calibration: Calibration
    learned: Learned
    training: Training
    annotator: str
    resources: Mapping[str, str] = field(default_factory=dict)
    information: Information | None = None
    version: str = perpend.__version__
    tagger: Annotator | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        count = len(self.names)
        shapes = {len(self.scaling.mean), self.machine.vectors.shape[1]}
        if shapes != {count}:
            raise InputError(f"{count} names of features, but arrays of {', '.join(map(str, sorted(shapes)))}")

    def _using(self, options: Mapping[str, Any]) -> "ParaphraseModel":
        return replace(self, tagger=options["annotator"])

    def decisions(self, values: Doubles) -> Doubles:
        """The decision value of each pair; `values` are the features in the order of `names`."""
        return self.machine.by_differences(self.scaling.rows(values))

    def decide(self, pairs: Iterable[TextPair]) -> Decisions:
        """ "yes" or "no" for each of `pairs`, with the probability of "no" and of "yes"."""
        decisions = by_chunks(lambda chunk: self.decisions(self._values(chunk)[1]), pairs, np.zeros(0))
        yes = self.calibration.probabilities(decisions)
        # The sign decides, not the probability: just below 0 it is rounded to one half.
        labels = np.array(self.labels)[(decisions >= 0.0).astype(np.int64)]
        return Decisions(labels, np.column_stack([1.0 - yes, yes]))

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Paraphrase]:
        """Yields the answer for each of `pairs`, with the words for and against it."""
        for chunk in chunks(pairs):
            sentences, values = self._values(chunk)
            decisions = self.decisions(values)
            chances = self.calibration.probabilities(decisions).tolist()
            for pair, row, decision, chance in zip(sentences, values, decisions.tolist(), chances, strict=True):
                value, probability = ("yes", chance) if decision >= 0.0 else ("no", 1.0 - chance)
                words = tuple(_words(*pair, self._close))
                features = dict(zip(self.names, row.tolist(), strict=True))
                parts = self._influences(row, decision)
                yield Paraphrase(value, probability, decision, words, features, parts, self.signature)

    def _influences(self, row: Doubles, decision: float) -> tuple[Influence, ...]:
        """How the decision changes if the features of a group are replaced by their means over the training pairs."""
        groups = np.array([_group(name) for name in self.names])
        names = list(dict.fromkeys(groups.tolist()))
        scaled = self.scaling.rows(row[None])[0]
        # Scaled features have mean 0.
        without = self.machine.by_products(np.array([np.where(groups == name, 0.0, scaled) for name in names]))
        return tuple(Influence(name, decision - one) for name, one in zip(names, without.tolist(), strict=True))

    def _values(self, pairs: Sequence[TextPair]) -> tuple[list[Pair], Doubles]:
        """The annotated pairs and their features."""
        check_pairs(self.command, pairs)
        sentences = annotate_pairs(pairs, self._ready, self.settings.stemming)
        names, values = self._extractor.extract(sentences, groups_of(self.features)).select(self.features)
        if names != self.names:
            raise SettingError(
                f"{self.identity} has other features than this Perpend has for {self.features!r}: train it again"
            )
        return sentences, values

    @cached_property
    def _ready(self) -> Annotator:
        annotator = self.tagger or Annotator()
        then = {**self.resources, "annotator": self.annotator}
        warn_of_changes(self.identity, then, {**resources(), "annotator": annotator.signature()})
        return annotator

    @cached_property
    def _extractor(self) -> Extractor:
        return Extractor(self.settings, self.information)

    @cached_property
    def _close(self) -> Closeness:
        return Closeness(self.settings.threshold)

    def facts(self) -> dict[str, Any]:
        """The facts that `perpend models show` lists."""
        return {
            **super().facts(),
            "features": self.features,
            "threshold": self.settings.threshold,
            **asdict(self.learned),
        }

    @cached_property
    def signature(self) -> str:
        """The model, and everything else that its answers depend on."""
        parts = {"paraphrase": self.identity, **resources(), "tags": self._ready.signature()}
        return signature_of({**parts, "version": perpend.__version__})

    @cached_property
    def identity(self) -> str:
        """The name of the training data, the features, and the first 8 hex digits of a hash of all numbers."""
        digits = digits_of(self._arrays(), self.machine.intercept, self.machine.gamma, self.calibration, self.settings)
        return f"{self.training.name}/{self.features}/{digits}"

    def _arrays(self) -> dict[str, NDArray[Any]]:
        counted = self.information.to_arrays() if self.information else {}
        return machine_arrays(self.scaling, self.machine) | {
            f"{_NGRAMS}{name}": array for name, array in counted.items()
        }

    def _header(self) -> dict[str, Any]:
        return {
            "features": self.features,
            "names": list(self.names),
            "stemming": self.settings.stemming,
            "threshold": "none" if self.settings.threshold is None else self.settings.threshold,
            "intercept": self.machine.intercept,
            "gamma": self.machine.gamma,
            "calibration": asdict(self.calibration),
            "learned": asdict(self.learned),
            "ngrams": [*self.information.to_arrays()] if self.information else [],
        }

    @classmethod
    def _of(cls, file: ArrayFile, fields: Fields, provenance: Mapping[str, Any]) -> "ParaphraseModel":
        calibration, features = fields.inner("calibration"), fields.text("features")
        if features not in FEATURE_SETS:
            fields.refuse(f"unknown feature set {features!r}")
        return cls(
            features=features,
            names=fields.texts("names"),
            settings=_settings(fields),
            scaling=read_scaling(file),
            machine=read_machine(file, fields),
            calibration=Calibration(calibration.number("slope")),
            learned=read_record(fields.inner("learned"), Learned),
            information=_information(file, fields.texts("ngrams")),
            **provenance,
        )


def _settings(fields: Fields) -> FeatureSettings:
    stemming = fields.text("stemming")
    if stemming not in STEMMING:
        fields.refuse(f"unknown stemming {stemming!r}")
    no_threshold = fields.content.get("threshold") == "none"
    return FeatureSettings(stemming, None if no_threshold else fields.number("threshold"))


def _information(file: ArrayFile, names: tuple[str, ...]) -> Information | None:
    return Information.from_arrays({name: file[f"{_NGRAMS}{name}"] for name in names}) if names else None


def _group(name: str) -> str:
    """The group of a feature."""
    if name.endswith((", low", ", high")):
        return name.partition(":")[0]
    return _GROUPS.get(name.partition(" ")[0], "translation metrics")


def _words(sentence: Sentence, other: Sentence, close: Closeness) -> Iterator[WordPair]:
    """The words of the first sentence with their partners, then those of the second that have none."""
    found = partners(sentence, other, close)
    for word, tag, partner in zip(sentence.tokens, sentence.tags, found, strict=True):
        yield WordPair(tag, word, None if partner is None else other.tokens[partner])
    taken = set(found)
    for place, (word, tag) in enumerate(zip(other.tokens, other.tags, strict=True)):
        if place not in taken:
            yield WordPair(tag, None, word)
