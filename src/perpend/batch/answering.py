"""The columns that a model adds to a table of pairs (`perpend.files.filling`): an answer in each row.

value            the answer: a number on the model's scale, or a label
probability      classifiers: how probable that value is; empty where the model gives none
raw, base        numbers, with `explain`: the value before it is clipped to the scale, and the constant part of it
reasons          with `explain`: JSON list of plain sentences
contributions    with `explain`: JSON list of parts; for numbers their points and `base` sum to `raw`
error            why a row has no answer; empty if it has one
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from perpend.answers import Answer
from perpend.files.filling import NewColumns

__all__ = ["PairModel", "answer_columns"]

_PARTS = ("reasons", "contributions")


class PairModel(Protocol):
    """A model, as far as tables need it; classifiers also have `labels` and `probabilities(pairs)`.

    One with limits has `check(text1, text2)`, which raises an InputError for texts that are too long.
    """

    @property
    def signature(self) -> str:
        """Everything that the answers depend on."""

    def predict(self, pairs: Sequence[tuple[str, str]], /) -> Iterable[Any]:
        """Returns the value for each pair."""

    def explain_many(self, pairs: Sequence[tuple[str, str]], /) -> Iterable[Answer]:
        """Yields the answer to each pair, with its reasons."""


def answer_columns(model: PairModel, *, explain: bool = False) -> NewColumns:
    """Returns the new columns of any `model`; with `explain` they hold reasons and contributions too."""
    classifies = hasattr(model, "probabilities")
    plain = ("value", "probability") if classifies else ("value",)
    names = plain if not explain else (*plain, *_PARTS) if classifies else (*plain, "raw", "base", *_PARTS)

    def explained(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Any, ...]]:
        for answer in model.explain_many(pairs):
            facts = answer.to_dict()
            yield tuple(facts.get(name) for name in names)

    def predicted(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Any, ...]]:
        values = _plain(model.predict(pairs)) if pairs else []
        return zip(values, *([_probabilities(model, pairs, values)] if classifies else ()), strict=True)

    numeric = frozenset({"probability", "raw", "base"} | (set() if classifies else {"value"}))
    check = getattr(model, "check", None)
    return NewColumns(names, explained if explain else predicted, model.signature, check, numeric)


def _plain(values: Iterable[Any]) -> list[Any]:
    """The values as Python's own types, which JSON can encode."""
    return list(values.tolist() if hasattr(values, "tolist") else values)


def _probabilities(model: Any, pairs: Sequence[tuple[str, str]], values: Sequence[Any]) -> list[Any]:
    places = {str(label): place for place, label in enumerate(model.labels)}
    rows = _plain(model.probabilities(pairs)) if pairs else []
    return [row[places[str(value)]] for row, value in zip(rows, values, strict=True)]
