"""A table of labelled pairs -> texts and hypotheses, their labels, and their relatedness where there is a column of it.

    id    gold    text1                text2                 entailment
    17    4.6     A boy is running     A child is running    ENTAILMENT

`text1` is the text, `text2` the hypothesis. Columns are separated by tabs; nothing is quoted.
"""

from dataclasses import dataclass
from pathlib import Path

from perpend.entailment.rules import Label
from perpend.errors import FormatError, InputError
from perpend.metrics.terp_files.reading_tsv import read_column, read_pairs, read_words

__all__ = ["EntailmentPairs", "read_labelled"]


@dataclass(frozen=True, slots=True)
class EntailmentPairs:
    """Pairs (text, hypothesis) with the id and label of each, and relatedness if it was asked for."""

    ids: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    labels: tuple[Label, ...]
    relatedness: tuple[float, ...] | None = None


def read_labelled(
    path: Path | str, label_column: str = "entailment", gold_column: str | None = None
) -> EntailmentPairs:
    """The pairs of a file; a label that is none of the three is a FormatError with its line."""
    path = Path(path)
    table = read_pairs(path)
    if len(table.refs) > 1:
        raise InputError(f"{path} has {len(table.refs)} texts for each hypothesis: one is needed")
    sides = list(zip(table.refs[0].segments, table.hyp.segments, strict=True))
    return EntailmentPairs(
        tuple(str(ref.id) for ref, _ in sides),
        tuple((ref.text, hyp.text) for ref, hyp in sides),
        tuple(_label(path, number, cell) for number, cell in enumerate(read_words(path, label_column), start=2)),
        tuple(read_column(path, gold_column)) if gold_column else None,
    )


def _label(path: Path, number: int, cell: str) -> Label:
    try:
        return Label(cell.strip().upper())
    except ValueError:
        raise FormatError(path, number, f"label {cell!r}: {', '.join(Label)} is needed") from None
