"""What PERP adds to a table of pairs (`filled_table`): a score in each row.

score            the similarity, on the model's scale
raw              the same before it was clipped to the scale
base             with `explain`: where every score begins
contributions    with `explain`: JSON of what each edit added or took off; these and the base sum to `raw`
error            why a row has no score; empty if it has one
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any

import numpy as np

from perpend.batch.filled_table import NewColumns, Tally, fill_table
from perpend.files.pair_rows import PairRow, PairRows
from perpend.similarity.model import PerpModel

__all__ = ["Options", "Tally", "score_columns", "score_pairs"]


@dataclass(frozen=True, slots=True)
class Options:
    """How pairs are scored and rows written; `swap` exchanges the two texts."""

    symmetric: bool = False
    swap: bool = False
    explain: bool = False
    as_json: bool = False


def score_columns(model: PerpModel, options: Options) -> NewColumns:
    """The columns of a model; without explanations its fast way is taken."""
    used = model.using(symmetric=options.symmetric)

    def cells(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Any, ...]]:
        if options.explain:
            for score in used.explain_many(pairs):
                yield score.value, score.raw, score.base, [one.to_dict() for one in score.contributions]
        else:
            raws = used.raw(pairs)
            yield from zip(np.clip(raws, *used.scale).tolist(), raws.tolist(), strict=True)

    names = ("score", "raw", *(("base", "contributions") if options.explain else ()))
    return NewColumns(names, cells, used.signature)


def score_pairs(
    model: PerpModel,
    table: PairRows,
    output: IO[bytes],
    options: Options | None = None,
    *,
    report: Callable[[PairRow], None] | None = None,
    progress: Callable[[], None] | None = None,
) -> Tally:
    """Write every row with its score. `report` is told of each row that has none, `progress` whenever some are done."""
    options = options or Options()
    new = score_columns(model, options)
    return fill_table(new, table, output, swap=options.swap, as_json=options.as_json, report=report, progress=progress)
