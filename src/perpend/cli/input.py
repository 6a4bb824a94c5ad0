"""Where commands read texts: arguments, or standard input for "-".

    perpend words "The cats slept."              the argument is the text
    echo "The cats slept." | perpend words -     standard input is the text, to its end; at most 1 MB

Bytes that are not UTF-8 become lone surrogates in both cases, so nothing is lost and nothing fails. Labelled pairs are
read from files, for training.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.files.tables import LabelledPairs

__all__ = ["labelled_pairs", "read_labelled", "read_texts"]


def read_texts(*arguments: str | None) -> tuple[str, ...]:
    """The texts that the arguments mean, those that were not given left out.

    >>> read_texts("The cats slept.", None)
    ('The cats slept.',)
    >>> read_texts("-", "-")
    Traceback (most recent call last):
    perpend.errors.InputError: 2 texts are '-', but standard input can be read once: give the others as arguments
    """
    times = arguments.count("-")
    if times > 1:
        raise InputError(f"{times} texts are '-', but standard input can be read once: give the others as arguments")
    return tuple(_read(argument) for argument in arguments if argument is not None)


def _read(argument: str) -> str:
    if argument != "-":
        return argument
    from perpend.files.compressed import read_bytes
    from perpend.files.limits import MAX_TEXT

    return read_bytes("-", most=MAX_TEXT).decode("utf-8", "surrogateescape")


def read_labelled(path: Path, gold_column: str) -> tuple[list[tuple[str, str]], list[float]]:
    """The pairs of a file, and the numbers in the column of their labels."""
    pairs = labelled_pairs(path, gold_column)
    return pairs.texts, pairs.numbers()


def labelled_pairs(path: Path, gold_column: str) -> "LabelledPairs":
    """The pairs of a file with their labels and the cells of all other columns."""
    from perpend.files.tables import read_pairs

    pairs = read_pairs(path, gold=gold_column)
    if more := sum(name.lower().startswith("ref") and name[3:].isdecimal() for name in pairs.other):
        raise InputError(f"{path} has {more + 1} references for each hypothesis: training takes one")
    return pairs
