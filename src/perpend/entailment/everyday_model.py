"""The model behind `perpend.entail`: from the features of a text and a hypothesis to the probability of each answer.

    features (`perpend.entailment.everyday_features`)
        follows       =  slope · trees  +  offset                log-odds that the hypothesis follows
        contradicts   =  slope · trees  +  offset                log-odds that it contradicts the text if it does not
        ENTAILMENT       P(follows)
        CONTRADICTION    (1 - P(follows)) · P(contradicts)
        NEUTRAL          (1 - P(follows)) · (1 - P(contradicts))

The answer is the most probable label, or "can't tell" if that is less probable than `least_confidence`. The trees are
gradient-boosted (`perpend.learning.trees`); the slopes and offsets are those that make answers to sources that were not
learned from as probable as they are right. `prior` states how many of the pairs that somebody asks about follow.

Three things hold whatever was learned. A hypothesis with the same words as the text follows, and so does an empty one.
If text and hypothesis share nothing, the answer is NEUTRAL. From an empty text nothing but that follows.

A model that was trained on somebody's own pairs (`perpend train entail`) starts from this one: its `corrections` move
both log-odds as far as the labels are evidence for.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, cached_property
from math import isfinite, log
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.entailment.everyday_features import FEATURE_NAMES, ReadPair, feature_values, read_pair
from perpend.entailment.rules import Label
from perpend.errors import InputError, SettingError
from perpend.features.annotated_pairs import annotate_pairs
from perpend.files.arrays import ArrayFile
from perpend.files.documents import Fields
from perpend.files.schema import Schema
from perpend.learning.calibration import Calibration
from perpend.learning.limits import check_pairs
from perpend.learning.model import Classifier, Decisions, TextPair, by_chunks, chunks, signature_of
from perpend.learning.model_file import ArrayModel, digits_of, read_record, warn_of_changes
from perpend.learning.provenance import Training
from perpend.learning.trees import Trees, read_trees, trees_schema
from perpend.similarity.likeness_model import LikenessModel, Usual, resources_here
from perpend.similarity.likeness_training import plain_model
from perpend.text.annotate import Annotator
from perpend.types import Doubles, Flags, Integers

if TYPE_CHECKING:
    from perpend.entailment.everyday import EverydayEntailment

__all__ = [
    "CERTAIN",
    "Correction",
    "InferenceModel",
    "LABELS",
    "QUESTIONS",
    "SCHEMA",
    "Stage",
    "Trained",
    "UNDECIDED",
    "features_of",
    "probabilities_of",
    "settled",
]

LABELS = (Label.CONTRADICTION, Label.ENTAILMENT, Label.NEUTRAL)
"""The labels in the order of a model's columns."""

QUESTIONS = ("follows", "contradicts")
"""The two questions, in the order of stages."""

CERTAIN = log(999.0)
"""The least log-odds of what holds whatever was learned: a probability of .999."""

UNDECIDED = "can't tell"
"""The value of an answer that is less probable than the least confidence."""

_LEAST_PRIOR, _MOST_PRIOR = 0.01, 0.99
_MEASURES = ("changes kept", "changes others")
_LEAST_CONFIDENCE = 1 / 3

SCHEMA: Schema = {
    schema_name: array
    for question in QUESTIONS
    for prefix, optional in ((question, False), (f"own {question}", True))
    for schema_name, array in trees_schema(prefix, optional=optional).items()
}
"""The arrays of a model file; those that begin with "own" belong to a correction that has trees."""


@dataclass(frozen=True, slots=True, eq=False)
class Correction:
    """What own labels change in the log-odds of one question: a slope, an offset, and trees that count by `amount`."""

    slope: float = 1.0
    offset: float = 0.0
    amount: float = 0.0
    trees: Trees | None = None

    def __post_init__(self) -> None:
        if not (isfinite(self.slope) and isfinite(self.offset) and 0 <= self.amount <= 1 and self.slope >= 0):
            raise InputError(f"a correction of slope {self.slope:g}, offset {self.offset:g}, amount {self.amount:g}")
        if (self.trees is None) != (self.amount == 0):
            raise InputError(f"a correction by an amount of {self.amount:g} with trees: {self.trees is not None}")

    def values(self, log_odds: Doubles, rows: Doubles) -> Doubles:
        """The corrected `log_odds` of pairs with the features `rows`."""
        found = self.slope * log_odds + self.offset
        if self.trees is None:
            return found
        own = self.trees.decisions(np.column_stack([rows, log_odds]))
        return np.asarray((1.0 - self.amount) * found + self.amount * own)


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """The learned answer to one question: trees, the slope and offset that calibrate them, and a correction."""

    trees: Trees
    slope: float
    offset: float
    correction: Correction = Correction()

    def __post_init__(self) -> None:
        if not (isfinite(self.offset) and isfinite(self.slope) and self.slope > 0):
            raise InputError(f"a stage of slope {self.slope:g} and offset {self.offset:g}")

    def log_odds(self, rows: Doubles) -> Doubles:
        """The log-odds of yes for each of the `rows` of features."""
        return self.correction.values(self.slope * self.trees.decisions(rows) + self.offset, rows)


@dataclass(frozen=True, slots=True)
class Trained:
    """How the model was trained: the number of sources, the share of pairs that follow, the seed of the trees."""

    sources: int
    share: float
    seed: int


def features_of(pairs: Iterable[ReadPair]) -> Doubles:
    """The features of each of `pairs`, a row for each."""
    rows = [feature_values(pair) for pair in pairs]
    return np.array(rows).reshape(len(rows), len(FEATURE_NAMES))


def settled(rows: Doubles) -> Integers:
    """For each of the `rows` 1 if the hypothesis follows whatever was learned, -1 if it is neutral, else 0."""
    same = ~rows[:, _DIFFERENCES].any(axis=1)
    text = rows[:, _TEXT]
    nothing = rows[:, _TEXT + 1] + text == 0.0
    apart = (text == 0.0) | rows[:, _APART].any(axis=1)
    return np.where(same | nothing, 1, np.where(apart, -1, 0))


_DIFFERENCES = np.array(
    [name.startswith(("distance ", "changes ")) and name not in _MEASURES for name in FEATURE_NAMES]
)
_TEXT = FEATURE_NAMES.index("text length")
_APART = np.array([name.startswith("found nothing shared") for name in FEATURE_NAMES])


@dataclass(frozen=True, eq=False)
class InferenceModel(ArrayModel, Classifier):
    """The learned values and their provenance.

    The options of `using`:

    :param annotator: the tagger and parser; the shipped one by default.
    :param prior: how many of the pairs that are asked about follow, from 0.01 to 0.99; None for the share in training.
    :param least_confidence: the answer is "can't tell" if it is less probable than that, from 1/3 (never) to 1.

    >>> from perpend.learning.registry import load
    >>> model = load("entail-everyday")
    >>> pairs = [("A boy sang a song.", "A child sang."), ("A boy sang a song.", "No boy sang.")]
    >>> model.predict(pairs).tolist()
    ['ENTAILMENT', 'CONTRADICTION']
    """

    kind: ClassVar[str] = "inference"
    command: ClassVar[str] = "entail"
    options: ClassVar[tuple[str, ...]] = ("annotator", "prior", "least_confidence")
    labels: ClassVar[tuple[str, ...]] = tuple(map(str, LABELS))
    undecided: ClassVar[str] = UNDECIDED
    schema: ClassVar[Schema] = SCHEMA

    names: tuple[str, ...]
    """The features."""
    stages: tuple[Stage, Stage]
    usual: Usual
    learned: Trained
    training: Training
    annotator: str = ""
    resources: Mapping[str, str] = field(default_factory=dict)
    version: str = perpend.__version__
    prior: float | None = None
    least_confidence: float = 0.4
    tagger: Annotator | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.names != FEATURE_NAMES:
            raise InputError("the model has other features than this Perpend: train it again")
        for stage in self.stages:
            stage.trees.check(len(self.names))
            if stage.correction.trees:
                stage.correction.trees.check(len(self.names) + 1)
        if not 0 < self.learned.share < 1:
            raise InputError(f"a share of {self.learned.share:g} that follow: more than 0 and less than 1 is needed")
        if self.prior is not None:
            _check_share(self.prior, "a prior", _LEAST_PRIOR, _MOST_PRIOR)
        _check_share(self.least_confidence, "a least confidence", _LEAST_CONFIDENCE, 1.0)

    def _using(self, options: Mapping[str, Any]) -> "InferenceModel":
        changed = {name: value for name, value in options.items() if name != "annotator"}
        if options.get("annotator") is not None:
            changed["tagger"] = options["annotator"]
        return replace(self, **changed)

    @property
    def shift(self) -> float:
        """What the prior adds to the log-odds that a hypothesis follows."""
        if self.prior is None:
            return 0.0
        return log(self.prior / (1 - self.prior)) - log(self.learned.share / (1 - self.learned.share))

    # ---------------------------------------------------------------- values

    @cached_property
    def _ready(self) -> Annotator:
        """The tagger and parser, opened when first needed."""
        here = {**resources_here(), **({} if self.tagger else {"pipeline": self.annotator})}
        warn_of_changes(self.identity, {**self.resources, "pipeline": self.annotator}, here)
        return self.tagger or _shipped_tagger()

    @cached_property
    def comparing(self) -> LikenessModel:
        """The model that shows what corresponds; it has plain weights, learned from nothing."""
        return replace(plain_model(), usual=self.usual, asked_by=self.command)

    def read_pairs(self, pairs: Sequence[TextPair]) -> Iterator[ReadPair]:
        """Parses and compares `pairs`; a text that occurs more than once is parsed once."""
        check_pairs(self.command, pairs)
        for text, hypothesis in annotate_pairs(pairs, self._ready):
            yield read_pair(text, hypothesis)

    def log_odds(self, rows: Doubles) -> Doubles:
        """The log-odds of both questions for each of the `rows` of features."""
        found = np.column_stack([stage.log_odds(rows) for stage in self.stages])
        found[:, 0] += self.shift
        signs = settled(rows)
        found[:, 0] = np.where(signs > 0, np.maximum(found[:, 0], CERTAIN), found[:, 0])
        found[signs < 0] = np.minimum(found[signs < 0], -CERTAIN)
        return found

    def decide(self, pairs: Iterable[TextPair]) -> Decisions:
        """The label of each of `pairs` (text, hypothesis), or "can't tell", with the probabilities of all labels."""
        return self.decided(by_chunks(self._log_odds, pairs, np.zeros((0, len(QUESTIONS)))))

    def _log_odds(self, pairs: Sequence[TextPair]) -> Doubles:
        return self.log_odds(features_of(self.read_pairs(pairs)))

    def decided(self, log_odds: Doubles) -> Decisions:
        """The answers that stand for rows of `log_odds`."""
        found = probabilities_of(log_odds)
        labels = np.array(self.labels)[found.argmax(axis=1)]
        is_open: Flags = found.max(axis=1) < self.least_confidence
        return Decisions(np.where(is_open, self.undecided, labels), found)

    def explain_many(self, pairs: Iterable[TextPair]) -> "Iterator[EverydayEntailment]":
        """Yields the answer for each of `pairs` (text, hypothesis), with reasons and contributions."""
        from perpend.entailment.everyday import explained

        for chunk in chunks(pairs):
            for pair in self.read_pairs(chunk):
                yield explained(self, pair)

    # ---------------------------------------------------------------- files

    def facts(self) -> dict[str, Any]:
        """The facts that `perpend models show` lists."""
        trees = {question: len(stage.trees.roots) for question, stage in zip(QUESTIONS, self.stages, strict=True)}
        return {
            **super().facts(),
            "features": len(self.names),
            "trees": trees,
            "slopes": [round(stage.slope, 4) for stage in self.stages],
            "own labels count": [round(stage.correction.amount, 2) for stage in self.stages],
            "prior": self.prior if self.prior is not None else round(self.learned.share, 3),
            "least confidence": self.least_confidence,
            **asdict(self.learned),
        }

    @cached_property
    def signature(self) -> str:
        """The model, its options, and everything else that its answers depend on."""
        prior = "training" if self.prior is None else f"{self.prior:g}"
        tags = self.tagger.signature() if self.tagger else self.annotator
        parts = {"inference": self.identity, "prior": prior, "least-confidence": f"{self.least_confidence:g}"}
        return signature_of({**parts, "tags": tags, **resources_here(), "version": perpend.__version__})

    @cached_property
    def identity(self) -> str:
        """The name of the training data, and the first 8 hex digits of a hash of all numbers."""
        return f"{self.training.name}/{digits_of(self._arrays(), sorted(self._header().items()))}"

    def _arrays(self) -> dict[str, NDArray[Any]]:
        arrays: dict[str, NDArray[Any]] = {}
        for question, stage in zip(QUESTIONS, self.stages, strict=True):
            arrays |= stage.trees.arrays(question)
            if stage.correction.trees:
                arrays |= stage.correction.trees.arrays(f"own {question}")
        return arrays

    def _header(self) -> dict[str, Any]:
        return {
            "names": list(self.names),
            "stages": {name: _stage_fields(stage) for name, stage in zip(QUESTIONS, self.stages, strict=True)},
            "usual": asdict(self.usual),
            "learned": asdict(self.learned),
        }

    @classmethod
    def _of(cls, file: ArrayFile, fields: Fields, provenance: Mapping[str, Any]) -> "InferenceModel":
        stages = fields.inner("stages")
        follows, contradicts = (_read_stage(file, stages.inner(question), question) for question in QUESTIONS)
        return cls(
            names=fields.texts("names"),
            stages=(follows, contradicts),
            usual=read_record(fields.inner("usual"), Usual),
            learned=read_record(fields.inner("learned"), Trained),
            **provenance,
        )


@cache
def _shipped_tagger() -> Annotator:
    """The shipped tagger and parser, opened once for all models and options."""
    return Annotator()


def probabilities_of(log_odds: Doubles) -> Doubles:
    """The probability of each of LABELS for rows of the `log_odds` of both questions.

    >>> probabilities_of(np.array([[0.0, 0.0]])).tolist()
    [[0.25, 0.5, 0.25]]
    """
    follows, contradicts = Calibration(1.0).probabilities(log_odds).T
    return np.column_stack([(1 - follows) * contradicts, follows, (1 - follows) * (1 - contradicts)])


def _stage_fields(stage: Stage) -> dict[str, float]:
    correction = stage.correction
    return {
        "base": stage.trees.base,
        "slope": stage.slope,
        "offset": stage.offset,
        "own slope": correction.slope,
        "own offset": correction.offset,
        "own amount": correction.amount,
        "own base": correction.trees.base if correction.trees else 0.0,
    }


def _read_stage(file: ArrayFile, fields: Fields, question: str) -> Stage:
    amount = fields.number("own amount")
    own = read_trees(file, f"own {question}", fields.number("own base")) if amount else None
    correction = Correction(fields.number("own slope"), fields.number("own offset"), amount, own)
    trees = read_trees(file, question, fields.number("base"))
    return Stage(trees, fields.number("slope"), fields.number("offset"), correction)


def _check_share(value: object, what: str, least: float, most: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise SettingError(f"{what} of {value!r}: give a number from {least:.2g} to {most:g}")
