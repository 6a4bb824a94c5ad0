"""The columns that a model adds to a table of pairs (`perpend.files.filling`): an answer in each row.

value            the answer: a number on the model's scale, or a label
probability      classifiers: how probable that value is; empty where the model gives none
raw, base        numbers, with `explain`: the value before it is clipped to the scale, and the constant part of it
reasons          with `explain`: JSON list of plain sentences
contributions    with `explain`: JSON list of parts; for numbers their points and `base` sum to `raw`
error            why a row has no answer; empty if it has one
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from perpend.files.filling import NewColumns
from perpend.learning.model import Classifier, Model, TextPair

__all__ = ["answer_columns"]

_PARTS = ("reasons", "contributions")


def answer_columns(model: Model, *, explain: bool = False) -> NewColumns:
    """Returns the new columns of any `model`; with `explain` they hold reasons and contributions too."""
    classifies = isinstance(model, Classifier)
    plain = ("value", "probability") if classifies else ("value",)
    names = plain if not explain else (*plain, *_PARTS) if classifies else (*plain, "raw", "base", *_PARTS)

    def explained(pairs: Sequence[TextPair]) -> Iterator[tuple[Any, ...]]:
        for answer in model.explain_many(pairs):
            facts = answer.to_dict()
            yield tuple(facts.get(name) for name in names)

    def predicted(pairs: Sequence[TextPair]) -> Iterable[tuple[Any, ...]]:
        if not pairs:
            return ()
        return _decided(model, pairs) if isinstance(model, Classifier) else zip(model.predict(pairs).tolist())

    numeric = frozenset({"probability", "raw", "base"} | (set() if classifies else {"value"}))
    check = getattr(model, "check", None)
    return NewColumns(names, explained if explain else predicted, model.signature, check, numeric)


def _decided(model: Classifier, pairs: Sequence[TextPair]) -> list[tuple[str, float | None]]:
    """The label of each pair with its probability, None if the model gives none."""
    found = model.decide(pairs)
    labels = found.labels.tolist()
    if found.probabilities is None:
        return [(label, None) for label in labels]
    rows, places = found.probabilities.tolist(), {label: place for place, label in enumerate(model.labels)}
    return [(label, row[places[label]]) for label, row in zip(labels, rows, strict=True)]
