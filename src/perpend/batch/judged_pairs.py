"""What the recogniser of paraphrases adds to a table of pairs (`filled_table`): an answer in each row.

answer         yes or no
probability    of that answer
words          with `explain`: JSON of the words that match, and of those that only one of the texts has, by tag
error          why a row has no answer; empty if it has one
"""

from collections.abc import Iterator, Sequence
from typing import Any

from perpend.batch.filled_table import NewColumns
from perpend.equivalence.model import ParaphraseModel

__all__ = ["judgment_columns"]

_WORDS = ("matched", "only_text1", "only_text2")


def judgment_columns(model: ParaphraseModel, *, explain: bool = False) -> NewColumns:
    """The columns of a model."""

    def cells(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Any, ...]]:
        for judgment in model.explain_many(pairs):
            facts = judgment.to_dict()
            words = ({name: facts[name] for name in _WORDS},) if explain else ()
            yield (facts["value"], facts["probability"], *words)

    return NewColumns(("answer", "probability", *(("words",) if explain else ())), cells, model.signature)
