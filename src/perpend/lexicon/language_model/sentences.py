"""Text files with one sentence per line -> numbered words.

    the cat sat     <s> the cat sat </s>     1 3 4 5 2     0 <unk>  1 <s>  2 </s>  3 the  4 cat  5 sat  6 ran
    the cat ran     <s> the cat ran </s>     1 3 4 6 2

Words are numbered in the order of their first occurrence. Words that occur fewer than `min_count` times become `<unk>`,
and so do `<unk>`, `<s>` and `</s>` in the text. Lines without words are left out. By default a line is split at white
space; a NUL counts as white space, since an ARPA file cannot contain it.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.files.lines import read_lines
from perpend.types import Progress

__all__ = ["BEGIN", "END", "Sentences", "UNKNOWN", "bytes_a_word", "read_sentences"]

UNKNOWN, BEGIN, END = 0, 1, 2
"""The numbers of the three special words."""

_SPECIAL = ("<unk>", "<s>", "</s>")
_EVERY = 20_000

Cut = Callable[[str], Sequence[str]]


@dataclass(frozen=True, eq=False)
class Sentences:
    """All sentences end to end as `numbers`, each from BEGIN to END, and the `words` that the numbers stand for."""

    numbers: NDArray[np.int32]
    words: tuple[str, ...]

    @property
    def count(self) -> int:
        """The number of sentences."""
        return int((self.numbers == END).sum())


def bytes_a_word(order: int) -> int:
    """Returns the most memory in bytes per word of text for training with this `order`, if all n-grams differ."""
    return 50 * (order + 1)


def read_sentences(
    paths: Iterable[Path | str],
    cut: Cut = str.split,
    *,
    min_count: int = 1,
    most: int = 1 << 30,
    report: Progress = lambda *_: None,
) -> Sentences:
    """Numbers the words of the files at `paths`, plain or compressed.

    `cut` splits a line into words; rarer words than `min_count` become `<unk>`. A text of more than `most` words,
    beginnings and ends of sentences included, raises InputError. Calls `report` with the number of lines read.
    """
    # Special words inside a text become unknown; otherwise they could not be told from the ends of sentences.
    known = dict.fromkeys(_SPECIAL, UNKNOWN)
    found, done = array("i"), 0
    for path in map(Path, paths):
        for line in read_lines(path, "a file of text, a sentence a line"):
            if words := cut(line.replace("\0", " ")):
                found.append(BEGIN)
                found.extend([known.setdefault(word, len(known)) for word in words])
                found.append(END)
            done += 1
            if done % _EVERY == 0:
                report("reading", done, 0)
            if len(found) > most:
                raise InputError(
                    f"{path}: with this file there are more than the {most:,} words for which the memory suffices: "
                    "allow more memory, or train on fewer files"
                )
    numbers = np.frombuffer(found, np.int32) if found else np.zeros(0, np.int32)
    return _with_unknown(numbers, tuple(known), min_count)


def _with_unknown(numbers: NDArray[np.int32], words: tuple[str, ...], min_count: int) -> Sentences:
    """Replaces words that are too rare by UNKNOWN, and renumbers the others."""
    if not len(numbers):
        raise InputError("there are no words to train on: name files of text, a sentence a line")
    counts = np.bincount(numbers, minlength=len(words))
    kept = counts >= min_count
    kept[: len(_SPECIAL)] = True
    renumbered = np.where(kept, np.cumsum(kept) - 1, UNKNOWN).astype(np.int32)
    return Sentences(renumbered[numbers], tuple(word for word, is_kept in zip(words, kept, strict=True) if is_kept))
