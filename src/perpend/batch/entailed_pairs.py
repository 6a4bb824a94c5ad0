"""What the recogniser of entailment adds to a table of pairs (`filled_table`): a label in each row.

label          ENTAILMENT, CONTRADICTION or NEUTRAL: what the second text is to the first
probability    of that label, by the learned layer; empty where the patterns decide
patterns       with `explain`: JSON of the rule, its label, and its reasons
error          why a row has no answer; empty if it has one
"""

from collections.abc import Iterator, Sequence
from typing import Any

from perpend.batch.filled_table import NewColumns
from perpend.entailment.model import EntailmentModel

__all__ = ["entailment_columns"]


def entailment_columns(model: EntailmentModel, *, explain: bool = False) -> NewColumns:
    """The columns of a model."""

    def cells(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Any, ...]]:
        for judgment in model.explain_many(pairs):
            facts = judgment.to_dict()
            probability = "" if facts["probability"] is None else facts["probability"]
            patterns = {**facts["patterns"], "reasons": facts["reasons"]}
            yield (facts["value"], probability, *((patterns,) if explain else ()))

    return NewColumns(("label", "probability", *(("patterns",) if explain else ())), cells, model.signature)
