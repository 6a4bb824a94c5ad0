"""The interface of every learned model, whatever its kind: `Model`.

    model = load("perp-msrpar")               a shipped name or a file, of any kind (`registry`)
    model.predict(pairs)                      an array with one value for each pair, without explanations
    model.explain(text1, text2)               the same value with its reasons: an `Answer`
    model.explain_many(pairs)                 an iterator of answers, in the order of the pairs
    model.using(symmetric=True)               the same model with another option
    model.save(path)  Model.read(path)        one file, without pickle; reading restores the model exactly
    model.signature                           everything that answers depend on: model, options, resources, version
    model.training                            the training data, with a fingerprint of each pair

`predict(pairs)[k]` equals `explain(*pairs[k]).value` exactly. A kind of model is one class that inherits from `Model`,
one function that trains it, and one line in `models.toml`.

Models are frozen dataclasses. Resources that are slow to open (a tagger, a phrase table) are opened when first needed
and cached on the model; they are not part of the file, and a copy of the model in another process opens them again.
"""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from perpend.answers import Answer
from perpend.arguments import shown, text_of, wrong_type
from perpend.errors import InputError, SettingError, unknown_name
from perpend.learning.limits import check_pair
from perpend.learning.provenance import Training
from perpend.types import Doubles

__all__ = [
    "Classifier",
    "Decisions",
    "Model",
    "Numbers",
    "TextPair",
    "by_chunks",
    "chunks",
    "pairs_of",
    "signature_of",
]

TextPair = tuple[str, str]
"""text1 and text2; for entailment, the text and the hypothesis."""

_CHUNK = 256


class Model(ABC):
    """The base of all learned models."""

    kind: ClassVar[str]
    """The name of the kind in the registry, such as "perp"."""

    command: ClassVar[str] = ""
    """The command that asks models of this kind, such as "score", whose limits they keep (`perpend.limits`), if any."""

    options: ClassVar[tuple[str, ...]] = ()
    """The names that `using` accepts: options of use, not learned values."""

    if TYPE_CHECKING:
        # At run time a subclass has a field or a property of this name; a property here would be the field's default.
        @property
        def training(self) -> Training:
            """The provenance of the training data."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """The model, its options, the resources and the version of Perpend: all that its answers depend on."""

    @property
    @abstractmethod
    def identity(self) -> str:
        """The name of the training data, and the first 8 hex digits of a hash of everything that was learned."""

    @abstractmethod
    def predict(self, pairs: Iterable[TextPair]) -> NDArray[Any]:
        """The value for each of the `pairs`, in their order; no explanation is built."""

    @abstractmethod
    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Answer]:
        """Yields the answer for each of the `pairs`, in their order."""

    def explain(self, text1: str, text2: str) -> Answer:
        """The value for the pair of `text1` and `text2`, with its reasons."""
        return next(iter(self.explain_many([(text1, text2)])))

    def check(self, text1: str, text2: str) -> None:
        """Raises an InputError if `text1` and `text2` are too long for this kind of model."""
        if self.command:
            check_pair(self.command, text1, text2)

    @abstractmethod
    def save(self, path: Path | str) -> None:
        """Writes the model to the file `path`, atomically."""

    @classmethod
    @abstractmethod
    def read(cls, path: Path | str) -> Self:
        """Reads the file `path` that `save` wrote; any other file raises an error of one line."""

    def facts(self) -> dict[str, Any]:
        """The facts that `perpend models show` lists, as plain JSON values."""
        return {"trained on": self.training.name, "pairs": self.training.count}

    def using(self, **options: Any) -> Self:
        """The same model with other options, such as `symmetric=True`.

        The known names are in the class variable `options`.
        """
        for name in options:
            if name not in self.options:
                if not self.options:
                    raise SettingError(f"models of the kind {self.kind!r} have no option, {name!r} was given")
                raise unknown_name(f"option of models of the kind {self.kind!r}:", name, self.options)
        return self._using(options) if options else self

    def _using(self, options: Mapping[str, Any]) -> Self:
        """The copy that `using` returns; overridden where the options are not fields of the same names."""
        return replace(self, **options)  # type: ignore[type-var]

    def write(self, path: Path | str) -> None:
        """The name of `save(path)` in version 0.1."""
        warnings.warn("Model.write is now Model.save", DeprecationWarning, stacklevel=2)
        self.save(path)

    @classmethod
    def shipped(cls, name: str | None = None) -> "Model":
        """The way to load the shipped model `name` in version 0.1; now `load`."""
        from perpend.learning.registry import load

        warnings.warn(f"{cls.__name__}.shipped(name) is now perpend.load(name)", DeprecationWarning, stacklevel=2)
        return load(name, cls.kind)

    def __getstate__(self) -> dict[str, Any]:
        """Copies carry the learned values and the options; lazily opened resources are opened again."""
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]


class Numbers(Model):
    """A model whose value is a number on a scale."""

    if TYPE_CHECKING:

        @property
        def scale(self) -> tuple[float, float]:
            """The lowest and the highest value."""

    @abstractmethod
    def raw(self, pairs: Iterable[TextPair]) -> Doubles:
        """The value for each of `pairs` before it is clipped to the scale."""

    def predict(self, pairs: Iterable[TextPair], *, clipped: bool = True) -> Doubles:
        """The value for each pair, in their order; no explanation is built.

        :param pairs: the texts, (text1, text2).
        :param clipped: clip the values to the scale.
        """
        found = self.raw(pairs)
        return np.clip(found, *self.scale) if clipped else found


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """The label of each pair, and the probability of each label: one row for each pair, one column for each label.

    `probabilities` is None if the model gives none.
    """

    labels: NDArray[np.str_]
    probabilities: Doubles | None = None


class Classifier(Model):
    """A model whose value is a label.

    `predict` and `probabilities` are parts of what `decide` returns; whoever needs both calls `decide`, which computes
    the features of each pair once.
    """

    labels: ClassVar[tuple[str, ...]]
    """The labels, in the order of the columns of `probabilities`."""

    undecided: ClassVar[str] = ""
    """What models that need not decide answer if no label is probable enough; the others never answer this."""

    @abstractmethod
    def decide(self, pairs: Iterable[TextPair]) -> Decisions:
        """The label of each of `pairs`, or `undecided`, and the probabilities of all labels, in one pass."""

    def predict(self, pairs: Iterable[TextPair]) -> NDArray[np.str_]:
        """The label of each of `pairs`."""
        return self.decide(pairs).labels

    def probabilities(self, pairs: Iterable[TextPair]) -> Doubles:
        """The probability of each label: one row for each of `pairs`, one column for each of `labels`."""
        found = self.decide(pairs).probabilities
        if found is None:
            raise SettingError(f"{self.identity} decides without probabilities here: use predict")
        return found


def pairs_of(pairs: Iterable[TextPair]) -> Iterator[TextPair]:
    """Yields each of `pairs`; raises InputError for what is not two strings.

    >>> list(pairs_of([["a", "b"]]))
    [('a', 'b')]
    """
    if isinstance(pairs, str | bytes) or not isinstance(pairs, Iterable):
        raise wrong_type("pairs", "a collection of (text1, text2)", pairs)
    try:
        waiting = iter(pairs)
    except TypeError:
        raise wrong_type("pairs", "a collection of (text1, text2)", pairs) from None
    return _checked(waiting)


def _checked(pairs: Iterator[TextPair]) -> Iterator[TextPair]:
    for number, pair in enumerate(pairs, 1):
        if isinstance(pair, str | bytes | Mapping | Set) or not isinstance(pair, Iterable):
            raise InputError(f"pair {number} must be two strings, but {shown(pair)} came")
        texts = tuple(pair)
        if len(texts) != 2:
            raise InputError(f"pair {number} must be two strings, but {len(texts)} values came")
        yield text_of(texts[0], f"text1 of pair {number}"), text_of(texts[1], f"text2 of pair {number}")


def chunks(pairs: Iterable[TextPair], size: int = _CHUNK) -> Iterator[list[TextPair]]:
    """Splits `pairs`, which are checked, into lists of at most `size`: work on a stream takes bounded memory.

    >>> list(chunks([("a", "b"), ("c", "d"), ("e", "f")], 2))
    [[('a', 'b'), ('c', 'd')], [('e', 'f')]]
    """
    waiting = pairs_of(pairs)
    while chunk := list(islice(waiting, size)):
        yield chunk


def by_chunks(work: Callable[[Sequence[TextPair]], Doubles], pairs: Iterable[TextPair], empty: Doubles) -> Doubles:
    """Concatenates the results of `work` on each chunk of the `pairs`; returns `empty` if there are no pairs."""
    return np.concatenate([empty, *(work(chunk) for chunk in chunks(pairs))])


def signature_of(parts: Mapping[str, str]) -> str:
    """Joins the named `parts` into one line.

    >>> signature_of({"perp": "pairs/0123", "tok": "terp"})
    'perp:pairs/0123|tok:terp'
    """
    return "|".join(f"{name}:{value}" for name, value in parts.items())
