"""The columns that a model adds to a table of pairs (`perpend.files.filling`): an answer in each row.

value            the answer: a number on the model's scale, or a label
low, high        models that know it: the range in which four of five labels of such pairs lie
probability      classifiers: how probable that value is; of "can't tell" how probable the likelier answer is; empty
                 where the model gives none
raw, base        numbers, with `explain`: the value before it is clipped to the scale (not beside `low` and `high`,
                 where it is the value), and the constant part of it
reasons          with `explain`: JSON list of plain sentences
warnings         with `explain`, models with `low` and `high`: JSON list of why the value is less certain
contributions    with `explain`: JSON list of parts; for numbers their points and `base` sum to `raw`
error            why a row has no answer; empty if it has one
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

from perpend.files.filling import NewColumns
from perpend.learning.model import Classifier, Model, TextPair

__all__ = ["answer_columns"]

_PARTS = ("reasons", "contributions")


def answer_columns(model: Model, *, explain: bool = False) -> NewColumns:
    """Returns the new columns of any `model`; with `explain` they hold reasons and contributions too."""
    classifies = isinstance(model, Classifier)
    plain, more = _names(model)
    names = (*plain, *more) if explain else plain

    def explained(pairs: Sequence[TextPair]) -> Iterator[tuple[Any, ...]]:
        for answer in model.explain_many(pairs):
            facts = answer.to_dict()
            facts["low"], facts["high"] = facts.get("interval", (None, None))
            yield tuple(facts.get(name) for name in names)

    def predicted(pairs: Sequence[TextPair]) -> Iterable[tuple[Any, ...]]:
        if not pairs:
            return ()
        if isinstance(model, Classifier):
            return _decided(model, pairs)
        values = model.predict(pairs).tolist()
        return [(one, *model.interval(one)) for one in values] if isinstance(model, _Ranging) else zip(values)

    numeric = frozenset({"probability", "raw", "base", "low", "high"} | (set() if classifies else {"value"}))
    return NewColumns(names, explained if explain else predicted, model.signature, model.check, numeric)


@runtime_checkable
class _Ranging(Protocol):
    """A model that knows how far labels are from its values."""

    def interval(self, value: float) -> tuple[float, float]:
        """The range of labels of pairs with this `value`."""


def _names(model: Model) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns of a `model`, and those that reasons add."""
    if isinstance(model, Classifier):
        return ("value", "probability"), _PARTS
    if isinstance(model, _Ranging):
        return ("value", "low", "high"), ("base", "reasons", "warnings", "contributions")
    return ("value",), ("raw", "base", *_PARTS)


def _decided(model: Classifier, pairs: Sequence[TextPair]) -> list[tuple[str, float | None]]:
    """The label of each pair with its probability, None if the model gives none; undecided, with the highest one."""
    found = model.decide(pairs)
    labels = found.labels.tolist()
    if found.probabilities is None:
        return [(label, None) for label in labels]
    rows, places = found.probabilities.tolist(), {label: place for place, label in enumerate(model.labels)}
    return [
        (label, row[places[label]] if label in places else max(row)) for label, row in zip(labels, rows, strict=True)
    ]
