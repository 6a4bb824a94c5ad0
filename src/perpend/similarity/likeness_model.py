"""The model behind `perpend.score`: from the distances of two texts to a number, and back to reasons.

    distances (`perpend.features.distances`), each 0 for equal texts
        loss    =  Σ weight · distance                     weights are never negative
        share   =  max(0, 1 - loss) · Π (1 - penalty)      one penalty for each change of meaning
        value   =  line(share)  +  amount · correction(distances, share)

`everyday`, the default, is the first two lines on the scale 0 to 5: 5 · share. A model trained on somebody's own pairs
(`perpend train score`) starts from it: a straight line brings it to the scale of the labels, and a regression on all
distances corrects it by as much as the labels are evidence for, `amount` from 0 to 1.

Equal texts have the top of the scale, always, and nothing is above it. The order of the texts makes no difference.

A change of meaning costs much between near-copies and little between loosely similar texts, as for people: the penalty
of a kind is its strength times a gate. The gate opens as the other words are kept exactly:

    gate  =  max(floor · min(1, 14 / length),  open · min(1, others / ENOUGH) · min(1, 20 / length))
    open  =  0 at `closed`, 1 at `opened`, a straight line between, of the share of the other content words kept
    length   the mean number of tokens of the two texts: a change in a long text concerns a part of it

`strictness`, from 0 to 1, scales all penalties: 1 is the default; 0.25 is nearer to what people give when they are
asked how similar two texts are, not whether they say the same; 0 ignores changes.

A model with a sentence encoder, such as `everyday-encoder`, has two distances more (`perpend.features.encoded`). The
encoder is opened when the first pair of different texts comes: all-MiniLM-L6-v2, unless `encoder` gives another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import perpend
from perpend.errors import InputError, SettingError
from perpend.features.changes import Changes
from perpend.features.distances import CHANGED, DISTANCES, GROUPS, Compared, compared
from perpend.features.encoded import ENCODED, encoded
from perpend.files.arrays import ArrayFile
from perpend.files.documents import Fields
from perpend.files.schema import Array, Schema
from perpend.learning.limits import check_pair
from perpend.learning.model import Numbers, TextPair, by_chunks, chunks, signature_of
from perpend.learning.model_file import (
    ArrayModel,
    digits_of,
    machine_arrays,
    read_record,
    read_regression,
    read_scaling,
    warn_of_changes,
)
from perpend.learning.provenance import Training, check_scale, resources
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling
from perpend.lexicon.piece_vectors import PieceVectors
from perpend.types import Doubles

if TYPE_CHECKING:
    from perpend.lexicon.sentence_encoder import Encoder
    from perpend.similarity.likeness import Likeness

__all__ = [
    "Correction",
    "LikenessModel",
    "MILD_PENALTIES",
    "Measured",
    "PENALTIES",
    "Penalty",
    "SCHEMA",
    "Usual",
    "resources_here",
]

SCHEMA: Schema = {
    "loss": Array("f8", "features", low=0.0),
    "intervals": Array("f8", "bins 2", filled=True),
    "mean": Array("f8", "inputs", optional=True),
    "spread": Array("f8", "inputs", positive=True, optional=True),
    "vectors": Array("f4", "vectors inputs", optional=True),
    "coefficients": Array("f8", "vectors", optional=True),
    "weights": Array("f8", "inputs", optional=True),
}
"""The arrays of a model file."""


ENOUGH = 4.0
"""So many other content words make a near-copy."""

_SEEN = 1e-6
"""Smaller weights are not listed among the facts."""

_WORDS, _COPIED_WORDS = 14.0, 20.0
"""From so many tokens on a change costs less, in any texts and in near-copies."""

_NONE = (0.0,) * len(CHANGED)


@dataclass(frozen=True, slots=True)
class Penalty:
    """How much a change of one kind takes off: its `strength`, and the gate of the module."""

    strength: float
    closed: float
    opened: float
    floor: float

    def __post_init__(self) -> None:
        if not (0 <= self.strength <= 1 and 0 <= self.closed < self.opened <= 1 and 0 <= self.floor <= 1):
            raise InputError(f"{self}: strength and floor must be from 0 to 1, and 0 <= closed < opened <= 1")

    def of(self, changes: Changes, length: float) -> float:
        """The share of the value that a change takes off, in texts of `length` tokens on average."""
        opened = min(1.0, max(0.0, (changes.kept - self.closed) / (self.opened - self.closed)))
        least = self.floor * min(1.0, _WORDS / max(length, 1.0))
        copied = opened * min(1.0, changes.others / ENOUGH) * min(1.0, _COPIED_WORDS / max(length, 1.0))
        return self.strength * max(least, copied)


PENALTIES = {
    "negated": Penalty(0.60, 0.70, 0.90, 0.20),
    "opposite": Penalty(0.75, 0.78, 0.95, 0.20),
    "other number": Penalty(0.85, 0.85, 0.98, 0.25),
    "swapped": Penalty(0.85, 0.97, 1.0, 0.20),
}
"""The penalties of a model that nothing else is said of. They were chosen by the laws of our own suite and of
the first suite of strangers, and by the correlations with people's judgments in the training sources, which are higher
than without penalties in three of the four, but for the negations of SICK, whose judges gave 4 and more to many.
That of negations went from .65 to .60 when the figures of a test source, SMT-eur, had been seen."""

MILD_PENALTIES = {kind: Penalty(one.strength / 4, 0.0, 1.0, 1.0) for kind, one in PENALTIES.items()}
"""The penalties of relatedness: people who judge how related two sentences are take little off for a negation or
another number, in near-copies and elsewhere. Of 0, .05, .15, .25, .35 and .5 of the penalties above, a quarter is the
best on training sources left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Correction:
    """What a regression on all distances and the share adds to the value, times `amount`."""

    scaling: Scaling
    regression: Regression
    amount: float

    def __post_init__(self) -> None:
        if not 0 <= self.amount <= 1:
            raise InputError(f"an amount of {self.amount:g}: 0 to 1 is needed")
        if self.scaling.mean.shape != self.regression.weights.shape:
            raise InputError(f"a scaling of {len(self.scaling.mean)} inputs for {len(self.regression.weights)} weights")

    def values(self, distances: Doubles, shares: Doubles) -> Doubles:
        """The correction for each row of `distances` and each of `shares`."""
        rows = self.scaling.rows(np.column_stack([distances, shares]))
        return self.amount * self.regression.predictions(rows)


@dataclass(frozen=True, slots=True)
class Usual:
    """What the training pairs were like, to warn of pairs that are not: the longest text, the share of known words."""

    longest: int
    known: float


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The numbers that a value is computed from: for each pair its distances, and a penalty for each of CHANGED."""

    distances: Doubles
    penalties: Doubles


@dataclass(frozen=True, eq=False)
class LikenessModel(ArrayModel, Numbers):
    """The learned values and their provenance.

    The options of `using`:

    :param strictness: scales the penalties of changes, 0 to 1.
    :param encoder: the sentence encoder of a model that has learned with one: any callable that takes a list of texts
        and returns an array with a row for each; None for all-MiniLM-L6-v2 (`MiniLM.stored`).

    >>> from perpend.learning.registry import load
    >>> model = load("everyday")
    >>> model.predict([("He paid twice.", "He paid twice."), ("", "He paid twice.")]).tolist()
    [5.0, 0.0]
    """

    kind: ClassVar[str] = "likeness"
    command: ClassVar[str] = "score"
    options: ClassVar[tuple[str, ...]] = ("strictness", "encoder")
    schema: ClassVar[Schema] = SCHEMA

    names: tuple[str, ...]
    loss: Doubles
    penalties: Mapping[str, Penalty]
    """One for each of CHANGED."""
    line: tuple[float, float]
    """The constant and the slope that bring a share to the scale."""
    correction: Correction | None
    intervals: Doubles
    """Rows (value, half-width), ascending: four of five labels lie within the half-width of the value."""
    usual: Usual
    scale: tuple[float, float]
    training: Training
    annotator: str = ""
    resources: Mapping[str, str] = field(default_factory=dict)
    version: str = perpend.__version__
    strictness: float = 1.0
    errors: tuple[float, float] | None = None
    """The root mean squared errors of the start on the training pairs, and of this model on pairs that it had not
    seen: those of other folds, or of other sources."""
    encoder: "Encoder | None" = None
    """The encoder that `using` was given; it is not part of a file."""
    asked_by: str = "score"
    """The command whose limits texts keep: `perpend relate` asks models of this kind, too; it is not part of a file."""

    def __post_init__(self) -> None:
        if self.loss.shape != (len(self.names),) or self.intervals.ndim != 2 or self.intervals.shape[1] != 2:
            raise InputError(f"{len(self.names)} names of distances, but {self.loss.shape} weights")
        if self.correction and len(self.correction.scaling.mean) != len(self.names) + 1:
            raise InputError(f"a correction from {len(self.correction.scaling.mean)} inputs, not {len(self.names) + 1}")
        if not (np.isfinite(self.line).all() and (np.diff(self.intervals[:, 0]) >= 0).all()):
            raise InputError("the line or the intervals of the model are no numbers in order")
        if set(self.penalties) != set(CHANGED):
            raise InputError(
                f"penalties of {', '.join(self.penalties)}: one for each of {', '.join(CHANGED)} is needed"
            )
        if self.errors is not None and not all(np.isfinite(one) and one >= 0 for one in self.errors):
            raise InputError(f"errors of {self.errors} are none: finite numbers from 0 on are needed")
        if self.names not in (DISTANCES, DISTANCES + ENCODED):
            raise InputError("the model has other distances than this Perpend: train it again")
        check_scale(self.scale)

    def _using(self, options: Mapping[str, Any]) -> "LikenessModel":
        strictness, encoder = options.get("strictness", self.strictness), options.get("encoder", self.encoder)
        if isinstance(strictness, bool) or not isinstance(strictness, int | float) or not 0 <= strictness <= 1:
            raise SettingError(f"a strictness of {strictness!r}: give a number from 0 to 1")
        if encoder is not None and not callable(encoder):
            raise SettingError(f"an encoder of type {type(encoder).__name__}: give a callable, texts -> array, or None")
        if encoder is not None and not self.is_encoded:
            raise SettingError(f"{self.identity} has learned without an encoder: load everyday-encoder, or train anew")
        return replace(self, strictness=float(strictness), encoder=encoder)

    @property
    def is_encoded(self) -> bool:
        """Whether the model has learned with a sentence encoder."""
        return len(self.names) > len(DISTANCES)

    @property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """The groups of distances that contributions are named by."""
        return {**GROUPS, "encoder": ENCODED} if self.is_encoded else GROUPS

    # ---------------------------------------------------------------- values

    def check(self, text1: str, text2: str) -> None:
        """Raises an InputError if `text1` and `text2` are too long for the command that asks."""
        check_pair(self.asked_by, text1, text2)

    def compare(self, text1: str, text2: str) -> Compared:
        """Compares `text1` and `text2`, and refuses texts that are too long."""
        return next(self.compare_all([(text1, text2)]))

    def compare_all(self, pairs: Sequence[TextPair]) -> Iterator[Compared]:
        """Yields each of `pairs` compared; an encoder is given all their texts at once."""
        found = (self._compared(*pair) for pair in pairs)
        return iter(encoded(pairs, list(found), self._opened)) if self.is_encoded else found

    def _compared(self, text1: str, text2: str) -> Compared:
        self.check(text1, text2)
        return compared(text1, text2)

    def measured(self, pairs: Iterable[Compared]) -> Measured:
        """The distances of compared `pairs`, and the penalties of their changes."""
        found, count = list(pairs), len(self.names)
        if any(len(one.distances) < count for one in found):
            raise InputError("pairs were compared without the encoder of the model: compare them with the model")
        distances = np.array([one.distances[:count] for one in found]).reshape(len(found), count)
        return Measured(distances, np.array([self._penalties(one) for one in found]).reshape(-1, len(CHANGED)))

    def _penalties(self, pair: Compared) -> tuple[float, ...]:
        kinds = {change.kind for change in pair.changes.found}
        if not kinds:
            return _NONE
        length = (len(pair.tokens1) + len(pair.tokens2)) / 2
        taken = ((kind, self.penalties[kind].of(pair.changes, length)) for kind in CHANGED)
        return tuple(self.strictness * penalty if kind in kinds else 0.0 for kind, penalty in taken)

    def shares(self, measured: Measured) -> Doubles:
        """The share of meaning that is kept, 0 to 1, for each of the `measured` pairs."""
        losses = np.einsum("ij,j->i", measured.distances, self.loss)
        return np.asarray(np.maximum(0.0, 1.0 - losses) * np.prod(1.0 - measured.penalties, axis=1))

    def values(self, measured: Measured) -> Doubles:
        """The raw values of the `measured` pairs; that of equal texts is the top of the scale."""
        shares = self.shares(measured)
        found = self.line[0] + self.line[1] * shares
        if self.correction:
            found = found + self.correction.values(measured.distances, shares)
        return np.where(measured.distances.any(axis=1), found, self.scale[1])

    def raw(self, pairs: Iterable[TextPair]) -> Doubles:
        """The value of each of `pairs` before clipping."""
        return by_chunks(self._values_of, pairs, np.zeros(0))

    def _values_of(self, pairs: Sequence[TextPair]) -> Doubles:
        self._check_resources()
        return self.values(self.measured(self.compare_all(pairs)))

    def explain_many(self, pairs: Iterable[TextPair]) -> "Iterator[Likeness]":
        """Yields the value of each of `pairs`, with reasons and contributions."""
        from perpend.similarity.likeness import explained

        self._check_resources()
        for chunk in chunks(pairs):
            for pair in self.compare_all(chunk):
                yield explained(self, pair)

    def interval(self, value: float) -> tuple[float, float]:
        """The range in which four of five labels of pairs with this `value` lie, within the scale."""
        half = float(np.interp(value, self.intervals[:, 0], self.intervals[:, 1]))
        return max(self.scale[0], value - half), min(self.scale[1], value + half)

    # ---------------------------------------------------------------- the encoder

    @cached_property
    def _opened(self) -> "Encoder":
        """The encoder: the one that was given, or MiniLM; opening it may raise MissingExtra or MissingResource."""
        # Models without an encoder need not wait for the import.
        from perpend.lexicon.sentence_encoder import MiniLM

        self._check_resources()
        return MiniLM.stored() if self.encoder is None else self.encoder

    def resources_here(self) -> dict[str, str]:
        """The signatures of the resources that a comparison by this model depends on, its encoder among them."""
        if not self.is_encoded:
            return resources_here()
        from perpend.lexicon.sentence_encoder import RESOURCE, encoder_signature, stored_signature

        learned = self.resources.get("encoder", RESOURCE)
        if self.encoder is None and learned.partition(":")[0] != RESOURCE:
            raise SettingError(f"{self.identity} has learned with the encoder {learned}: give it, using(encoder=...)")
        signature = stored_signature() if self.encoder is None else encoder_signature(self.encoder)
        return {**resources_here(), "encoder": signature}

    # ---------------------------------------------------------------- files

    def _check_resources(self) -> None:
        if not self._checked:
            warn_of_changes(self.identity, self.resources, self.resources_here())
            self._checked.append(True)

    @cached_property
    def _checked(self) -> list[bool]:
        """Whether differences of resources were told of already."""
        return []

    def facts(self) -> dict[str, Any]:
        """The facts that `perpend models show` lists."""
        amount = self.correction.amount if self.correction else 0.0
        weights = {name: round(float(one), 6) for name, one in zip(self.names, self.loss, strict=True) if one > _SEEN}
        penalties = {kind: one.strength for kind, one in self.penalties.items()}
        errors = {} if self.errors is None else {"error before": self.errors[0], "error after": self.errors[1]}
        learned = {"encoder": self.resources.get("encoder", "")} if self.is_encoded else {}
        return {
            **super().facts(),
            **learned,
            **errors,
            "correction": amount,
            "weights": weights,
            "penalties": penalties,
        }

    @cached_property
    def signature(self) -> str:
        """The model, its strictness, and everything else that its answers depend on."""
        parts = {"likeness": self.identity, "strictness": f"{self.strictness:g}", **self.resources_here()}
        return signature_of({**parts, "version": perpend.__version__})

    @cached_property
    def identity(self) -> str:
        """The name of the training data, and the first 8 hex digits of a hash of all numbers."""
        return f"{self.training.name}/{digits_of(self._arrays(), sorted(self._header().items()))}"

    def _arrays(self) -> dict[str, NDArray[Any]]:
        arrays: dict[str, NDArray[Any]] = {"loss": self.loss, "intervals": self.intervals}
        if self.correction:
            arrays |= machine_arrays(self.correction.scaling, self.correction.regression.machine)
            arrays["weights"] = self.correction.regression.weights
        return arrays

    def _header(self) -> dict[str, Any]:
        header: dict[str, Any] = {
            "names": list(self.names),
            "penalties": {kind: asdict(self.penalties[kind]) for kind in CHANGED},
            "line": {"constant": self.line[0], "slope": self.line[1]},
            "usual": asdict(self.usual),
            "scale": {"low": self.scale[0], "high": self.scale[1]},
            "errors": {},
            "correction": {},
        }
        if self.errors is not None:
            header["errors"] = {"before": self.errors[0], "after": self.errors[1]}
        if self.correction:
            regression = self.correction.regression
            header["correction"] = {
                "amount": self.correction.amount,
                "intercept": regression.machine.intercept,
                "gamma": regression.machine.gamma,
                "constant": regression.constant,
                "blend": regression.blend,
            }
        return header

    @classmethod
    def _of(cls, file: ArrayFile, fields: Fields, provenance: Mapping[str, Any]) -> "LikenessModel":
        line, scale, penalties = (fields.inner(name) for name in ("line", "scale", "penalties"))
        correction, errors = None, None
        if (told := fields.inner("errors")).content:
            errors = told.number("before"), told.number("after")
        if (inner := fields.inner("correction")).content:
            correction = Correction(read_scaling(file), read_regression(file, inner), inner.number("amount"))
        return cls(
            names=fields.texts("names"),
            loss=file.doubles("loss"),
            penalties={kind: read_record(penalties.inner(kind), Penalty) for kind in CHANGED},
            line=(line.number("constant"), line.number("slope")),
            correction=correction,
            intervals=file.doubles("intervals"),
            usual=read_record(fields.inner("usual"), Usual),
            scale=(scale.number("low"), scale.number("high")),
            errors=errors,
            **provenance,
        )


def resources_here() -> dict[str, str]:
    """The signatures of the resources that a comparison depends on."""
    return {**resources(), "vectors": PieceVectors.shipped().signature()}
