"""What every learned model can do, whatever its kind: `Model`.

    model = load("perp-msrpar")               a shipped name or a file, of any kind (`registry`)
    model.predict(pairs)                      an array with one value for each pair: the fast way
    model.explain(text1, text2)               the same value with its reasons: an `Answer`
    model.explain_many(pairs)                 answers for many pairs, in their order
    model.using(symmetric=True)               the same model with another option
    model.save(path)  Model.read(path)        one file, without pickle; what is read is what was saved
    model.signature                           the model, its options, resources and the version: what answers depend on
    model.training                            what it learned from, with a fingerprint of each pair

`predict(pairs)[k]` equals `explain(*pairs[k]).value` exactly. A kind of model is one class that inherits from `Model`,
one function that trains it, and one line in `models.toml`.

Models are frozen dataclasses. What is slow to open (a tagger, a phrase table) is opened when it is first needed and
kept with the model; it is not part of the file, and a copy of a model in another process opens it again.
"""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from perpend.answers import Answer
from perpend.errors import SettingError, unknown_name
from perpend.learning.provenance import Training
from perpend.types import Doubles

__all__ = ["Classifier", "Model", "Numbers", "TextPair", "by_chunks", "chunks", "signature_of"]

TextPair = tuple[str, str]
"""text1 and text2; for entailment, the text and the hypothesis."""

_T = TypeVar("_T")
_CHUNK = 256


class Model(ABC):
    """The base of all learned models."""

    kind: ClassVar[str]
    """The name of the kind in the registry, such as "perp"."""

    options: ClassVar[tuple[str, ...]] = ()
    """The fields that `using` may change: how the model is used, not what it learned."""

    if TYPE_CHECKING:
        # At run time a subclass has a field or a property of this name; one here would become the field's default.
        @property
        def training(self) -> Training:
            """What the model learned from."""

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
        """The value for each pair, in their order; no explanation is built."""

    @abstractmethod
    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Answer]:
        """The answer for each pair, in their order."""

    def explain(self, text1: str, text2: str) -> Answer:
        """The value for one pair with its reasons."""
        return next(iter(self.explain_many([(text1, text2)])))

    @abstractmethod
    def save(self, path: Path | str) -> None:
        """Write the model to a file, whole or not at all."""

    @classmethod
    @abstractmethod
    def read(cls, path: Path | str) -> Self:
        """Read a file that `save` wrote; any other file is refused with an error of one line."""

    def facts(self) -> dict[str, Any]:
        """What the model says of itself in `perpend models show`, as plain JSON values."""
        return {"trained on": self.training.name, "pairs": self.training.count}

    def using(self, **options: Any) -> Self:
        """The same model with other options, such as `symmetric=True`; the names are those in `options`."""
        for name in options:
            if name not in self.options:
                if not self.options:
                    raise SettingError(f"models of the kind {self.kind!r} have no option, {name!r} was given")
                raise unknown_name(f"option of models of the kind {self.kind!r}:", name, self.options)
        return self._using(options) if options else self

    def _using(self, options: Mapping[str, Any]) -> Self:
        """The copy that `using` returns; for kinds whose options are not fields of the same names."""
        return replace(self, **options)  # type: ignore[type-var]

    def write(self, path: Path | str) -> None:
        """The name that `save` had in version 0.1."""
        warnings.warn("Model.write is now Model.save", DeprecationWarning, stacklevel=2)
        self.save(path)

    @classmethod
    def shipped(cls, name: str | None = None) -> "Model":
        """What `load` was for shipped models in version 0.1."""
        from perpend.learning.registry import load

        warnings.warn(f"{cls.__name__}.shipped(name) is now perpend.load(name)", DeprecationWarning, stacklevel=2)
        return load(name, cls.kind)

    def __getstate__(self) -> dict[str, Any]:
        """Copies carry what was learned and the options; what was opened is opened again."""
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]


class Numbers(Model):
    """A model whose value is a number on a scale."""

    if TYPE_CHECKING:

        @property
        def scale(self) -> tuple[float, float]:
            """The lowest and the highest value."""

    @abstractmethod
    def raw(self, pairs: Iterable[TextPair]) -> Doubles:
        """The value for each pair before it is clipped to the scale."""

    def predict(self, pairs: Iterable[TextPair], *, clipped: bool = True) -> Doubles:
        """The value for each pair, in their order; no explanation is built.

        :param pairs: the texts, (text1, text2).
        :param clipped: keep the values on the scale.
        """
        found = self.raw(pairs)
        return np.clip(found, *self.scale) if clipped else found


class Classifier(Model):
    """A model whose value is a label."""

    labels: ClassVar[tuple[str, ...]]
    """The labels, in the order of the columns of `probabilities`."""

    @abstractmethod
    def probabilities(self, pairs: Iterable[TextPair]) -> Doubles:
        """The probability of each label, a row for each pair and a column for each of `labels`."""


def chunks(items: Iterable[_T], size: int = _CHUNK) -> Iterator[list[_T]]:
    """Lists of at most `size` items, so that work on a stream is bounded in memory.

    >>> list(chunks("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    waiting = iter(items)
    while chunk := list(islice(waiting, size)):
        yield chunk


def by_chunks(work: Callable[[Sequence[TextPair]], Doubles], pairs: Iterable[TextPair], empty: Doubles) -> Doubles:
    """The results of `work` on each chunk of the pairs, joined; `empty` if there is no pair."""
    return np.concatenate([empty, *(work(chunk) for chunk in chunks(pairs))])


def signature_of(parts: Mapping[str, str]) -> str:
    """Named parts as one line.

    >>> signature_of({"perp": "pairs/0123", "tok": "terp"})
    'perp:pairs/0123|tok:terp'
    """
    return "|".join(f"{name}:{value}" for name, value in parts.items())
