"""PERP, trained: 36 weights of the edits between two texts, and the similarities that they give.

    load("perp-sts").predict(pairs)                     similarities, without explanations
    load("perp-sts").explain(text1, text2)              a `Score`: the contribution of each edit
    load("perp-sts", symmetric=True)                    the mean of both directions
    load("mine.json", phrase_table="mine.phrases")      with the phrase table that it was trained with

A model whose `phrases` is not "" needs that table. METEOR's is found in the store and built there on first use. A model
file is readable JSON:

    format, format_version     "perp-model", 1
    weights                    a number for each of the 36 features, by name; costs, so positive means less alike
    scale                      the lowest and the highest similarity; a similarity is the highest minus the cost
    tokenizer, phrases         signatures of the tokeniser and phrase table that scoring needs; phrases may be ""
    settings                   completed epochs, rate, seed
    training                   the name of the data, the numbers of pairs and of sources, and a fingerprint of each
                               pair, by which evaluation finds test pairs that the model has seen
    resources                  signatures of WordNet and of the word frequencies at training
    version                    of Perpend

Numbers are read back bit for bit, and the same training gives the same bytes.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar

import numpy as np

import perpend
from perpend.arguments import text_of
from perpend.errors import InputError, SettingError, unknown_name
from perpend.features.edits import FEATURES
from perpend.files.documents import Fields
from perpend.files.writing import write_text
from perpend.learning.limits import check_pair
from perpend.learning.model import Numbers, TextPair, pairs_of, signature_of
from perpend.learning.model_file import read_json, read_record, read_resources, warn_of_changes
from perpend.learning.provenance import Training, check_scale, resources
from perpend.lexicon.phrases.store import STORED_TABLES, stored_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity._perceptron import Examples, Solver
from perpend.similarity.packing import PairPacker
from perpend.similarity.score import Contribution, Score
from perpend.text.tokenizers import TOKENIZERS
from perpend.types import Doubles, Progress

__all__ = ["PerpModel", "Settings", "phrases_for"]

_FORMAT, _FORMAT_VERSION = "perp-model", 1
_FIELDS = (
    "format", "format_version", "weights", "scale", "tokenizer", "phrases", "settings", "training", "resources",
    "version",
)  # fmt: skip
_INTERCEPT, _SHIFT = FEATURES.index("Intercept"), FEATURES.index("Shift")
_LARGEST = 1e9
"""Larger weights come from a training that diverged."""

_MOST_PAIRS, _MOST_CELLS = 1000, 50_000_000
"""The limits of one packed chunk; cells are pairs of characters, about 25 for each pair of words."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model was trained; `epochs` is the number of completed passes."""

    epochs: int
    rate: float
    seed: int


@dataclass(frozen=True)
class PerpModel(Numbers):
    """The 36 weights in the order of FEATURES, with the other fields of the file; see the module.

    `symmetric` and `phrase_table` are options of use: see `Model.using`.
    """

    kind: ClassVar[str] = "perp"
    command: ClassVar[str] = "score"
    options: ClassVar[tuple[str, ...]] = ("symmetric", "phrase_table")

    weights: tuple[float, ...]
    settings: Settings
    training: Training
    tokenizer: str
    phrases: str = ""
    scale: tuple[float, float] = (0.0, 5.0)
    resources: Mapping[str, str] = field(default_factory=dict)
    version: str = perpend.__version__
    symmetric: bool = field(default=False, compare=False)
    phrase_table: PhraseTable | Path | str | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.weights) != len(FEATURES):
            raise InputError(f"{len(self.weights)} weights, {len(FEATURES)} needed: one for each of FEATURES")
        for name, weight in zip(FEATURES, self.weights, strict=True):
            if not abs(weight) <= _LARGEST:
                raise InputError(f"the weight of {name} is {weight}: train again with a lower rate")
        if self.weights[_SHIFT] <= 0:
            raise InputError(f"the weight of Shift is {self.weights[_SHIFT]}: it must be above 0, or shifts never end")
        check_scale(self.scale)
        if self.phrase_table is not None:
            self._check_phrases(phrases_for(self, self.phrase_table))

    @property
    def identity(self) -> str:
        """The name of the training data, and the first 8 hex digits of a hash of weights and scale."""
        numbers = ",".join(map(repr, (*self.weights, *self.scale)))
        return f"{self.training.name}/{hashlib.sha256(numbers.encode()).hexdigest()[:8]}"

    @property
    def signature(self) -> str:
        """The model, and everything else that its scores depend on."""
        return self._signatures[self.symmetric]

    @cached_property
    def weight_array(self) -> Doubles:
        """The weights as an array."""
        return np.array(self.weights, np.float64)

    def to_dict(self) -> dict[str, Any]:
        """The model as plain JSON values: the content of its file."""
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

    def facts(self) -> dict[str, Any]:
        """The facts that `perpend models show` lists."""
        return {**super().facts(), **asdict(self.settings), "phrases": self.phrases}

    def raw(self, pairs: Iterable[TextPair]) -> Doubles:
        """The similarity of each of `pairs` before clipping."""
        found = [np.empty(0)]
        for chunk in _bounded(pairs):
            one_way = self._one_way(chunk)
            found.append((one_way + self._one_way(_turned(chunk))) / 2 if self.symmetric else one_way)
        return np.concatenate(found)

    def features(self, pairs: Iterable[TextPair]) -> Doubles:
        """The 36 features of each of `pairs`, aligned under the weights; the mean of both directions if symmetric."""
        found = [np.empty((0, len(FEATURES)))]
        for chunk in _bounded(pairs):
            one_way = self._feature_matrix(chunk)
            found.append((one_way + self._feature_matrix(_turned(chunk))) / 2 if self.symmetric else one_way)
        return np.concatenate(found)

    def _feature_matrix(self, pairs: Sequence[TextPair]) -> Doubles:
        return self._packer.examples(pairs).feature_matrix(self.weight_array)

    def _one_way(self, pairs: Sequence[TextPair]) -> Doubles:
        """The scale's upper end minus the cost.

        Weighted features are added in the order of FEATURES, as `Examples.explain` does.
        """
        cost = np.zeros(len(pairs))
        for weight, column in zip(self.weights, self._feature_matrix(pairs).T, strict=True):
            cost += weight * column
        return self.scale[1] - cost

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Score]:
        """Yields the score of each of `pairs`, with the contribution of each edit."""
        return (self.explain(text1, text2) for text1, text2 in pairs_of(pairs))

    def explain(self, text1: str, text2: str) -> Score:
        """How alike two texts are, and why; `text1` is the reference, `text2` the hypothesis."""
        self.check(text_of(text1, "text1"), text_of(text2, "text2"))
        forward = self._explained(text1, text2)
        return self._mean(forward, self._explained(text2, text1)) if self.symmetric else forward

    def _explained(self, text1: str, text2: str) -> Score:
        examples, signature = self._packer.examples([(text1, text2)]), self._signatures[False]
        with self._lock:
            cost, alignment, parts = examples.explain(0, self.weight_array, self._solver, signature)
        raw, base = self.scale[1] - cost, self.scale[1] - self.weights[_INTERCEPT]
        contributions = tuple([Contribution(*part) for part in parts])
        return Score(self._clipped(raw), raw, base, self.scale, signature, alignment, contributions)

    def _mean(self, forward: Score, other: Score) -> Score:
        raw = (forward.raw + other.raw) / 2
        parts = [one.halved(backward=False) for one in forward.contributions]
        parts += [one.halved(backward=True) for one in other.contributions]
        return replace(
            forward,
            value=self._clipped(raw),
            raw=raw,
            signature=self.signature,
            contributions=tuple(parts),
            backward=other.alignment,
        )

    def _clipped(self, raw: float) -> float:
        low, high = self.scale
        return min(max(raw, low), high)

    def examples(self, pairs: Iterable[TextPair]) -> Examples:
        """Packs `pairs` for this model's tokeniser and phrase table."""
        return self._packer.examples(pairs)

    @cached_property
    def _packer(self) -> PairPacker:
        tokenizers = {tokenizer.signature(): tokenizer for tokenizer in TOKENIZERS.values()}
        if self.tokenizer not in tokenizers:
            raise unknown_name("tokenizer of a model", self.tokenizer, tokenizers)
        table = phrases_for(self, self.phrase_table)
        self._check_phrases(table)
        warn_of_changes(self.identity, self.resources, resources())
        return PairPacker(table, tokenizers[self.tokenizer])

    @cached_property
    def _solver(self) -> Solver:
        return Solver()

    @cached_property
    def _lock(self) -> Lock:
        return Lock()

    @cached_property
    def _signatures(self) -> dict[bool, str]:
        here = resources()
        parts = {
            "perp": self.identity,
            "tok": self.tokenizer,
            "stems": "porter",
            "syn": here["wordnet"],
            "freq": here["frequencies"],
            "phrases": self.phrases or "no",
        }
        ends = {way: {"symmetric": "yes" if way else "no", "version": perpend.__version__} for way in (False, True)}
        return {way: signature_of({**parts, **end}) for way, end in ends.items()}

    def _check_phrases(self, table: PhraseTable | None) -> None:
        given = table.signature() if table else ""
        if self.phrases == given:
            return
        if not self.phrases:
            problem = f"was trained without phrases, but {given} was given: leave the table out"
        else:
            came = f"{given} was given" if given else "none was given"
            problem = f"was trained with {self.phrases}, but {came}: give that table (--phrases)"
        raise SettingError(f"{self.identity} {problem}")

    def save(self, path: Path | str) -> None:
        """Writes the model file `path`, atomically."""
        write_text(path, json.dumps(self.to_dict(), indent=1, allow_nan=False) + "\n")

    @classmethod
    def read(cls, path: Path | str) -> "PerpModel":
        """Reads the model file `path`; any other file raises an error of one line."""
        return read_json(path, cls._of)

    @classmethod
    def _of(cls, fields: Fields) -> "PerpModel":
        if fields.text("format") != _FORMAT or fields.integer("format_version") != _FORMAT_VERSION:
            found = f"format {fields.text('format')!r} version {fields.integer('format_version')}"
            fields.refuse(f"{found}, where {_FORMAT!r} version {_FORMAT_VERSION} was needed")
        fields.only(_FIELDS)
        weights, scale = fields.inner("weights"), fields.inner("scale")
        settings, training = fields.inner("settings"), fields.inner("training")
        weights.only(FEATURES)
        scale.only(["low", "high"])
        settings.only(["epochs", "rate", "seed"])
        training.only(["name", "count", "groups", "fingerprints"])
        return cls(
            weights=tuple(weights.number(name) for name in FEATURES),
            settings=read_record(settings, Settings),
            training=Training(
                training.text("name"),
                training.integer("count", least=0),
                training.texts("fingerprints"),
                groups=training.integer("groups", least=0),
            ),
            tokenizer=fields.text("tokenizer"),
            phrases=fields.text("phrases"),
            scale=(scale.number("low"), scale.number("high")),
            resources=read_resources(fields),
            version=fields.text("version"),
        )


def phrases_for(
    model: PerpModel, phrases: PhraseTable | Path | str | None = None, progress: Progress | None = None
) -> PhraseTable | None:
    """The phrase table that a model scores with.

    :param model: the model; its signature of phrases names the table that it was trained with.
    :param phrases: a table or its path; by default the stored table that the model was trained with, if any.
    :param progress: called while a stored table is built for the first time.
    """
    if isinstance(phrases, PhraseTable):
        return phrases
    if phrases is not None:
        return PhraseTable.open(phrases)
    name = model.phrases.removeprefix("phrases:").partition("/")[0]
    return stored_table(name, progress) if name in STORED_TABLES else None


def _turned(pairs: Sequence[TextPair]) -> list[TextPair]:
    return [(text2, text1) for text1, text2 in pairs]


def _bounded(pairs: Iterable[TextPair]) -> Iterator[list[TextPair]]:
    """Splits pairs into chunks whose packed features fit into memory; raises an InputError for too long texts."""
    chunk, cells = list[TextPair](), 0
    for text1, text2 in pairs_of(pairs):
        check_pair(PerpModel.command, text1, text2)
        cells += len(text1) * len(text2)
        if chunk and (cells > _MOST_CELLS or len(chunk) == _MOST_PAIRS):
            yield chunk
            chunk, cells = [], len(text1) * len(text2)
        chunk.append((text1, text2))
    if chunk:
        yield chunk
