r"""Two files of parallel lines -> numbered words.

    source.es    la casa verde          source.words   0 1 2        source.starts  0 3
    target.en    the green house        target.words   2 0 1        target.starts  0 3
                                        target.names   green\nhouse\nthe\n

Lines are already tokenised: words are separated by blanks. By default they are lower-cased, and the eight escapes of
Moses's tokeniser (`&apos;s`, `&quot;`) are decoded. Words are numbered in the order of their UTF-16 code units, as in
phrase tables. `journal` describes columns.

    >>> read_words("Peter &apos;s  House", lower=True)
    ['peter', "'s", 'house']
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import IO

import numpy as np

from perpend.errors import FormatError, InputError
from perpend.files.lines import read_lines
from perpend.files.word_numbers import code_units
from perpend.files.writing import atomic_write
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.types import Progress

__all__ = ["MAX_LINE_WORDS", "SIDES", "names_of", "number_lines", "read_bitext", "read_words"]

SIDES = ("source", "target")
"""The side of the pivot, and the side of the paraphrases."""

MAX_LINE_WORDS = 65_535
_BLOCK = 1 << 20
_ESCAPES = {
    "&amp;": "&",
    "&apos;": "'",
    "&gt;": ">",
    "&lt;": "<",
    "&quot;": '"',
    "&#124;": "|",
    "&#91;": "[",
    "&#93;": "]",
}
_ESCAPE = re.compile("|".join(map(re.escape, _ESCAPES)))


def read_words(line: str, lower: bool) -> list[str]:
    """Returns the words of one `line`, lower-cased if `lower`."""
    if "&" in line:
        line = _ESCAPE.sub(lambda match: _ESCAPES[match[0]], line)
    return (line.lower() if lower else line).split()


def read_bitext(source: Path, target: Path, lower: bool, progress: Progress) -> Iterator[tuple[list[str], list[str]]]:
    """Yields the words of both sides, line by line.

    `source` and `target` are parallel files; different lengths raise InputError. Words are lower-cased if `lower`.
    Calls `progress` with the number of lines.
    """
    lines = zip_longest(read_lines(source, "a file of sentences"), read_lines(target, "a file of sentences"))
    number = 0
    for number, (first, second) in enumerate(lines, 1):
        if first is None or second is None:
            short, long = (source, target) if first is None else (target, source)
            raise InputError(
                f"{short} ends after {number - 1:,} lines, but {long} goes on: line by line, "
                "one must be the translation of the other"
            )
        yield _checked(source, number, read_words(first, lower)), _checked(target, number, read_words(second, lower))
        if number % 10_000 == 0:
            progress("reading lines", number, 0)
    if not number:
        raise InputError(f"{source} and {target} are empty: name files of parallel sentences")


def _checked(path: Path, line: int, words: list[str]) -> list[str]:
    if len(words) > MAX_LINE_WORDS:
        raise FormatError(path, line, f"a line of {len(words):,} words; at most {MAX_LINE_WORDS:,} are taken")
    return words


def number_lines(journal: Journal, pairs: Iterable[tuple[list[str], list[str]]]) -> None:
    """Runs the step "words" of `journal`: writes the columns words, starts and names of both sides of `pairs`."""
    writers = [_Side(), _Side()]
    paths = [journal.path(f"{side}.provisional.part") for side in SIDES]
    with paths[0].open("wb") as first, paths[1].open("wb") as second:
        for pair in pairs:
            for writer, words, file in zip(writers, pair, (first, second), strict=True):
                writer.add(words, file)
        for writer, file in zip(writers, (first, second), strict=True):
            writer.flush(file)
    for side, writer, path in zip(SIDES, writers, paths, strict=True):
        writer.write(journal, side, path)
        path.unlink()
    facts = {"lines": len(writers[0].starts) - 1}
    for side, writer in zip(SIDES, writers, strict=True):
        facts |= {f"{side}_words": writer.starts[-1], f"{side}_types": len(writer.ids)}
    types: dict[str, type[np.generic]] = {"words": np.int32, "starts": np.int64, "names": np.uint8}
    journal.finish("words", {f"{side}.{name}": dtype for side in SIDES for name, dtype in types.items()}, facts)


def names_of(journal: Journal, side: str) -> list[str]:
    """Returns all distinct words of a `side` of `journal`, in the order of their numbers."""
    return journal.column(f"{side}.names").tobytes().decode("utf-8", "surrogatepass").split("\n")[:-1]


class _Side:
    """The words of one side, numbered provisionally in the order of their first occurrence."""

    def __init__(self) -> None:
        self.ids: defaultdict[str, int] = defaultdict()
        self.ids.default_factory = self.ids.__len__
        self.starts = array("q", [0])
        self._buffer = array("i")

    def add(self, words: list[str], file: IO[bytes]) -> None:
        self._buffer.extend(map(self.ids.__getitem__, words))
        self.starts.append(self.starts[-1] + len(words))
        if len(self._buffer) >= _BLOCK:
            self.flush(file)

    def flush(self, file: IO[bytes]) -> None:
        file.write(self._buffer.tobytes())
        self._buffer = array("i")

    def write(self, journal: Journal, side: str, provisional: Path) -> None:
        names = sorted(self.ids, key=code_units)
        number = np.empty(len(names), np.int32)
        number[[self.ids[name] for name in names]] = np.arange(len(names), dtype=np.int32)
        with provisional.open("rb") as read, atomic_write(journal.path(f"{side}.words")) as file:
            while block := read.read(4 * _BLOCK):
                file.write(number[np.frombuffer(block, np.int32)].data)
        with atomic_write(journal.path(f"{side}.starts")) as file:
            file.write(self.starts.tobytes())
        with atomic_write(journal.path(f"{side}.names")) as file:
            file.write("".join(f"{name}\n" for name in names).encode("utf-8", "surrogatepass"))
