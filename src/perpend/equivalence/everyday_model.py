"""The model behind `perpend.paraphrase`: from the distances of two texts to the log-odds that they mean the same.

    distances (`perpend.features.distances`) and changes of meaning (`perpend.features.changes`) of two texts
        inputs       some of the distances, and -log(1 - penalty) of each kind of change
        log-odds  =  equal texts  -  Σ weight · input  +  log(prior / (1 - prior))        weights are never negative
        yes          if the log-odds are 0 or more
        can't tell   if the answer is less probable than `least_confidence`

The penalty of a change is that of the default scorer (`perpend.similarity.likeness_model.Penalty`): large between
near-copies, small between texts that have little in common. Nothing that the default scorer has learned is used.

Both answers count the same in training, so that the log-odds say what the texts tell; `prior` is how many of the pairs
that somebody asks about mean the same. 0.5, the default, says nothing about that.

Texts with the same words have the answer yes, whatever the prior: their log-odds are CERTAIN at least, and no pair has
more. Two empty texts are such texts; an empty text and another are not. The order of two texts makes no difference.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import isfinite, log
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.errors import InputError, SettingError
from perpend.features.distances import CHANGED, DISTANCES, Compared
from perpend.files.arrays import ArrayFile
from perpend.files.documents import Fields
from perpend.files.schema import Array, Schema
from perpend.learning.calibration import Calibration
from perpend.learning.model import Classifier, Decisions, TextPair, by_chunks, chunks, signature_of
from perpend.learning.model_file import ArrayModel, digits_of, read_record, warn_of_changes
from perpend.learning.provenance import Training
from perpend.similarity.likeness_model import LikenessModel, Measured, Penalty, Usual, resources_here
from perpend.similarity.likeness_training import plain_model
from perpend.types import Doubles

if TYPE_CHECKING:
    from perpend.equivalence.everyday import Equivalence

__all__ = [
    "CERTAIN",
    "EquivalenceModel",
    "FEWEST",
    "Learned",
    "SCHEMA",
    "UNDECIDED",
    "inputs_of",
    "measured_by",
]

SCHEMA: Schema = {"weights": Array("f8", "inputs", low=0.0)}
"""The arrays of a model file."""

CERTAIN = log(999.0)
"""The least log-odds of texts with the same words: a probability of .999."""

FEWEST = 2
"""The fewest content words outside of changes, if there are any, that the penalty of a change is taken for."""

UNDECIDED = "can't tell"
"""The value of an answer that is less probable than the least confidence."""

_LEAST_PRIOR, _MOST_PRIOR = 0.01, 0.99


@dataclass(frozen=True, slots=True)
class Learned:
    """How the model was learned: the penalty on large weights, or on moves from those of a model that was started from;
    the slope that calibrates it; and how many sources."""

    penalty: float
    slope: float
    sources: int


def measured_by(model: LikenessModel, pairs: Iterable[Compared]) -> Measured:
    """The distances of compared `pairs` and the penalties of their changes under a `model`, as these models take them.

    A penalty grows with the number of content words outside of changes that both texts share, up to four of them. For
    yes or no a single one counts as FEWEST: "The shop is open" and "The shop is closed" do not mean the same.
    """
    return model.measured(_as_longer(pair) for pair in pairs)


def _as_longer(pair: Compared) -> Compared:
    others = pair.changes.others
    return replace(pair, changes=replace(pair.changes, others=FEWEST)) if 0 < others < FEWEST else pair


def inputs_of(measured: Measured, names: Sequence[str]) -> Doubles:
    """The inputs called `names` of `measured` pairs: distances, and for kinds of changes what they cost."""
    costs = -np.log1p(-measured.penalties)
    columns = [
        costs[:, CHANGED.index(name)] if name in CHANGED else measured.distances[:, DISTANCES.index(name)]
        for name in names
    ]
    return np.array(columns).T.reshape(len(measured.distances), len(names))


@dataclass(frozen=True, eq=False)
class EquivalenceModel(ArrayModel, Classifier):
    """The learned values and their provenance.

    The options of `using`:

    :param prior: how many of the pairs that are asked about mean the same, from 0.01 to 0.99.
    :param least_confidence: the answer is "can't tell" if it is less probable than that, from 0.5 (never) to 1.

    >>> from perpend.learning.registry import load
    >>> model = load("paraphrase-everyday")
    >>> pairs = [("The shop is open.", "The shop is open!"), ("The shop opened at nine.", "The shop opened at two.")]
    >>> model.predict(pairs).tolist()
    ['yes', 'no']
    """

    kind: ClassVar[str] = "equivalence"
    command: ClassVar[str] = "paraphrase"
    options: ClassVar[tuple[str, ...]] = ("prior", "least_confidence")
    labels: ClassVar[tuple[str, ...]] = ("no", "yes")
    undecided: ClassVar[str] = UNDECIDED
    schema: ClassVar[Schema] = SCHEMA

    names: tuple[str, ...]
    """Distances, and kinds of changes."""
    weights: Doubles
    equal: float
    """The log-odds of texts that differ in nothing, at a prior of one half."""
    penalties: Mapping[str, Penalty]
    """One for each kind of change."""
    usual: Usual
    learned: Learned
    training: Training
    annotator: str = ""
    resources: Mapping[str, str] = field(default_factory=dict)
    version: str = perpend.__version__
    prior: float = 0.5
    least_confidence: float = 0.55

    def __post_init__(self) -> None:
        if not self.names or self.weights.shape != (len(self.names),):
            raise InputError(f"{len(self.names)} names of inputs, but {self.weights.shape} weights")
        if unknown := [name for name in self.names if name not in DISTANCES]:
            raise InputError(f"an input {unknown[0]!r}, which this Perpend does not have: train the model again")
        if set(self.penalties) != set(CHANGED):
            raise InputError(f"penalties of {', '.join(self.penalties)}: one for each of {', '.join(CHANGED)}")
        if not isfinite(self.equal) or self.equal <= 0:
            raise InputError(f"log-odds of {self.equal:g} for equal texts: a finite number above 0 is needed")
        _check_share(self.prior, "a prior", _LEAST_PRIOR, _MOST_PRIOR)
        _check_share(self.least_confidence, "a least confidence", 0.5, 1.0)

    @property
    def shift(self) -> float:
        """What the prior adds to the log-odds."""
        return log(self.prior / (1.0 - self.prior))

    # ---------------------------------------------------------------- values

    @cached_property
    def comparing(self) -> LikenessModel:
        """The model that compares texts and says what they differ in; it has plain weights, learned from nothing."""
        plain = replace(plain_model(), penalties=self.penalties, usual=self.usual, asked_by=self.command)
        warn_of_changes(self.identity, self.resources, resources_here())
        return plain

    def losses(self, measured: Measured) -> Doubles:
        """What each input takes off the log-odds of each of the `measured` pairs."""
        # By rows, so that a pair's sum is the same bits beside any other pairs.
        return np.ascontiguousarray(inputs_of(measured, self.names) * self.weights)

    def log_odds(self, measured: Measured) -> Doubles:
        """The log-odds that the texts of each of the `measured` pairs mean the same."""
        base = self.equal + self.shift
        found = base - self.losses(measured).sum(axis=1)
        return np.where(measured.distances.any(axis=1), found, max(base, CERTAIN))

    def decide(self, pairs: Iterable[TextPair]) -> Decisions:
        """ "yes", "no" or "can't tell" for each of `pairs`, with the probability of "no" and of "yes"."""
        return self.decided(by_chunks(self._log_odds, pairs, np.zeros(0)))

    def _log_odds(self, pairs: Sequence[TextPair]) -> Doubles:
        return self.log_odds(self.measured(self.comparing.compare_all(pairs)))

    def decided(self, log_odds: Doubles) -> Decisions:
        """The answers that stand for `log_odds`."""
        yes = Calibration(1.0).probabilities(log_odds)
        labels = np.array(self.labels)[(log_odds >= 0.0).astype(np.int64)]
        is_open = np.maximum(yes, 1.0 - yes) < self.least_confidence
        return Decisions(np.where(is_open, self.undecided, labels), np.column_stack([1.0 - yes, yes]))

    def explain_many(self, pairs: Iterable[TextPair]) -> "Iterator[Equivalence]":
        """Yields the answer for each of `pairs`, with reasons and contributions."""
        from perpend.equivalence.everyday import explained

        for chunk in chunks(pairs):
            for pair in self.comparing.compare_all(chunk):
                yield explained(self, pair)

    def measured(self, pairs: Iterable[Compared]) -> Measured:
        """The distances and the penalties of compared `pairs`."""
        return measured_by(self.comparing, pairs)

    # ---------------------------------------------------------------- files

    def facts(self) -> dict[str, Any]:
        """The facts that `perpend models show` lists."""
        return {
            **super().facts(),
            "prior": self.prior,
            "least confidence": self.least_confidence,
            "equal texts": round(self.equal, 6),
            "weights": {name: round(float(one), 6) for name, one in zip(self.names, self.weights, strict=True)},
            **asdict(self.learned),
        }

    @cached_property
    def signature(self) -> str:
        """The model, its options, and everything else that its answers depend on."""
        options = {"prior": f"{self.prior:g}", "least-confidence": f"{self.least_confidence:g}"}
        parts = {"equivalence": self.identity, **options, **resources_here()}
        return signature_of({**parts, "version": perpend.__version__})

    @cached_property
    def identity(self) -> str:
        """The name of the training data, and the first 8 hex digits of a hash of all numbers."""
        return f"{self.training.name}/{digits_of(self._arrays(), sorted(self._header().items()))}"

    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {"weights": self.weights}

    def _header(self) -> dict[str, Any]:
        return {
            "names": list(self.names),
            "equal": self.equal,
            "penalties": {kind: asdict(self.penalties[kind]) for kind in CHANGED},
            "usual": asdict(self.usual),
            "learned": asdict(self.learned),
        }

    @classmethod
    def _of(cls, file: ArrayFile, fields: Fields, provenance: Mapping[str, Any]) -> "EquivalenceModel":
        penalties = fields.inner("penalties")
        return cls(
            names=fields.texts("names"),
            weights=file.doubles("weights"),
            equal=fields.number("equal"),
            penalties={kind: read_record(penalties.inner(kind), Penalty) for kind in CHANGED},
            usual=read_record(fields.inner("usual"), Usual),
            learned=read_record(fields.inner("learned"), Learned),
            **provenance,
        )


def _check_share(value: object, what: str, least: float, most: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise SettingError(f"{what} of {value!r}: give a number from {least:g} to {most:g}")
