"""A table of labelled pairs -> texts and hypotheses, their labels, and their relatedness if there is such a column.

    id    gold    text1                text2                 entailment
    17    4.6     A boy is running     A child is running    ENTAILMENT

`text1` is the text, `text2` the hypothesis. The file is any table that `perpend.files.tables` reads.
"""

from dataclasses import dataclass
from pathlib import Path

from perpend.entailment.rules import Label
from perpend.errors import FormatError
from perpend.files.tables import read_pairs

__all__ = ["EntailmentPairs", "read_labelled"]


@dataclass(frozen=True, slots=True)
class EntailmentPairs:
    """Pairs (text, hypothesis) with the id and label of each, and relatedness if its column was named."""

    ids: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    labels: tuple[Label, ...]
    relatedness: tuple[float, ...] | None = None


def read_labelled(
    path: Path | str, label_column: str = "entailment", gold_column: str | None = None
) -> EntailmentPairs:
    """Reads the table `path`; an unknown label raises a FormatError with its line.

    :param path: the file.
    :param label_column: the column of labels.
    :param gold_column: the column of relatedness, if it is needed.
    """
    found = read_pairs(path, gold=label_column)
    ids = found.other.get("id") or [str(number) for number in range(1, len(found.texts) + 1)]
    return EntailmentPairs(
        tuple(ids),
        tuple(found.texts),
        tuple(_label(path, number, cell) for number, cell in zip(found.lines, found.gold, strict=True)),
        tuple(found.numbers(gold_column)) if gold_column else None,
    )


def _label(path: Path | str, number: int, cell: str) -> Label:
    try:
        return Label(cell.strip().upper())
    except ValueError:
        raise FormatError(path, number, f"label {cell!r}: {', '.join(Label)} is needed") from None
