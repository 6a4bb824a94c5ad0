"""What a model of relatedness adds to a table of pairs (`filled_table`): an answer in each row.

relatedness    on the scale of the model's training labels
shares         with `explain`: JSON of what each group of features added to the mean of the training pairs
error          why a row has no answer; empty if it has one
"""

from collections.abc import Iterator, Sequence
from typing import Any

from perpend.batch.filled_table import NewColumns
from perpend.relatedness.model import RelatednessModel

__all__ = ["relatedness_columns"]


def relatedness_columns(model: RelatednessModel, *, explain: bool = False) -> NewColumns:
    """The columns of a model."""

    def cells(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Any, ...]]:
        if explain:
            for found in model.explain_many(pairs):
                yield found.value, {"mean": found.base, **found.shares}
        else:
            yield from ((value,) for value in model.predict(pairs).tolist())

    return NewColumns(("relatedness", *(("shares",) if explain else ())), cells, model.signature)
