"""Text files -> a numbered corpus, from which word vectors and topics are trained.

    a file, one text per line      The cats slept.        A cat was asleep.
    stems of words of letters      the cat slept          a cat was asleep
    numbered, by documents         [the 4, cat 1, ...] | [...]

A word is represented by its lower-cased stem (`perpend.text.stem`), so that a small corpus has more occurrences of
each. Stems rarer than a limit are left out. A document is one line, or a given number of lines; files may be
compressed. Stems are numbered in the order of their code units, as in `perpend.files.word_numbers`.
"""

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.files.lines import read_lines
from perpend.files.word_numbers import code_units
from perpend.text import stem
from perpend.types import Progress

__all__ = ["Corpus", "corpus_of", "read_corpus", "stems_of"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’]s\b")
_LONGEST = 40
"""No English word is longer; longer ones are noise."""


def stems_of(text: str) -> list[str]:
    """Returns the stems of the words of `text`, in order, without numbers and signs.

    >>> stems_of("The cat's 9 lives, well-fed!")
    ['the', 'cat', 'live', 'well-f']
    """
    words = _WORD.findall(_POSSESSIVE.sub(" ", text.lower()))
    return [stem(word) for word in words if len(word) <= _LONGEST]


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """A corpus of numbered stems.

    `words` are the stems in order, `counts` their frequencies, `numbers` the stems of all documents end to end, and
    `first` the index of the first of each document.
    """

    words: tuple[str, ...]
    counts: NDArray[np.int64]
    numbers: NDArray[np.int32]
    first: NDArray[np.int64]

    @property
    def documents(self) -> int:
        """The number of documents."""
        return len(self.first) - 1


def read_corpus(paths: Sequence[Path], *, least: int = 5, lines: int = 1, progress: Progress | None = None) -> Corpus:
    """Reads the corpus of the files at `paths`.

    Stems that occur fewer than `least` times are left out; `lines` lines make a document. Calls `progress` for each
    file.
    """
    seen: dict[str, int] = {}
    numbers, lengths = array("i"), array("q")
    for done, path in enumerate(paths):
        if progress:
            progress(f"reading {path.name}", done, len(paths))
        for document in _documents(read_lines(path, "a file of texts"), lines):
            stems = stems_of(document)
            numbers.extend([seen.setdefault(word, len(seen)) for word in stems])
            lengths.append(len(stems))
    return _numbered(seen, np.array(numbers, np.int32), np.array(lengths, np.int64), least)


def _documents(lines: Iterator[str], size: int) -> Iterator[str]:
    while chunk := list(islice(lines, size)):
        yield "\n".join(chunk)


def _numbered(seen: dict[str, int], numbers: NDArray[np.int32], lengths: NDArray[np.int64], least: int) -> Corpus:
    """Returns the corpus of the stems that are frequent enough, renumbered in order."""
    counts = np.bincount(numbers, minlength=len(seen))
    kept = sorted((word for word, number in seen.items() if counts[number] >= least), key=code_units)
    if not kept:
        raise InputError(f"no word occurs {least} times in these texts: give more of them, or a lower limit")
    old = np.array([seen[word] for word in kept])
    renumbered = np.full(len(seen), -1, np.int32)
    renumbered[old] = np.arange(len(kept), dtype=np.int32)
    found = renumbered[numbers]
    document = np.repeat(np.arange(len(lengths)), lengths)[found >= 0]
    first = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(np.bincount(document, minlength=len(lengths)), out=first[1:])
    return Corpus(tuple(kept), counts[old], found[found >= 0], first)


def corpus_of(documents: Iterable[str], least: int = 1) -> Corpus:
    """Returns the corpus of the texts `documents`, without stems that occur fewer than `least` times.

    >>> corpus = corpus_of(["cats sleep", "a cat"])
    >>> corpus.words, corpus.numbers.tolist(), corpus.first.tolist()
    (('a', 'cat', 'sleep'), [1, 2, 0, 1], [0, 2, 4])
    """
    seen: dict[str, int] = {}
    rows = [[seen.setdefault(word, len(seen)) for word in stems_of(text)] for text in documents]
    numbers = np.array([number for row in rows for number in row], np.int32)
    return _numbered(seen, numbers, np.array([len(row) for row in rows], np.int64), least)
