"""Word lists with counts, and the keys by which words are compared.

    smith           one word per line; surrounding blanks are stripped
    smyth<TAB>12    optionally with a count, which shows which spelling is canonical

A line is one word, of any characters: letters of any alphabet, digits, blanks, emoji. Empty lines are skipped and
counted; the counts of a repeated word are added. Bytes that are not UTF-8 are written back unchanged. A word has at
most 255 letters; a longer line is an error with its number.

Words are compared by their *key*: the word in Unicode NFC, so that é is one letter however it was typed; with
`ignore_case` in folded case, with `ignore_accents` without diacritics (`Müller` -> `muller`). The word itself is what
is printed. Different words with the same key differ by no letter.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from perpend.arguments import check_fields, items_of, texts_of, whole_number
from perpend.errors import FormatError, InputError
from perpend.files.lines import read_lines
from perpend.limits import check, limit

__all__ = ["HIGHEST_COUNT", "MOST_LETTERS", "Matching", "WordList", "encoded", "read_words"]

MOST_LETTERS = limit("variants", "letters")
HIGHEST_COUNT = 2**62
"""Counts are below this number."""

_COUNT = re.compile(r"[0-9]{1,40}")


@dataclass(frozen=True, slots=True)
class Matching:
    """What is ignored when words are compared: case, accents."""

    ignore_case: bool = False
    ignore_accents: bool = False

    def __post_init__(self) -> None:
        check_fields(self)

    def key(self, word: str) -> str:
        """Returns the key of `word`.

        >>> Matching().key("Müller"), Matching(ignore_case=True, ignore_accents=True).key("Müller")
        ('Müller', 'muller')
        """
        if word.isascii():
            return word.lower() if self.ignore_case else word
        if self.ignore_case:
            word = word.casefold()
        if self.ignore_accents:
            word = "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
        return unicodedata.normalize("NFC", word)

    def keys(self, words: Sequence[str]) -> list[str]:
        """Returns the keys of `words`."""
        return [self.key(word) for word in words]

    @property
    def signature(self) -> str:
        """What is ignored, for signatures."""
        ignored = [name for name in ("case", "accents") if getattr(self, f"ignore_{name}")]
        return f"ignored:{'+'.join(ignored) or 'nothing'}"


@dataclass(frozen=True, slots=True)
class WordList:
    """Distinct words sorted by code points, with their counts.

    `counted` is whether the source has counts (otherwise they are how often a word was repeated); `blank` and
    `repeated` are the numbers of empty and of repeated entries.

    >>> WordList.of(["smyth", "smith", "", "smyth"])
    WordList(words=('smith', 'smyth'), counts=(1, 2), counted=False, blank=1, repeated=1)
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    counted: bool = False
    blank: int = 0
    repeated: int = 0

    @classmethod
    def of(cls, words: Iterable[str], counts: Iterable[int] | None = None) -> "WordList":
        """Returns the list of `words` with their `counts`; skips empty words and adds the counts of repeated ones."""
        words = texts_of(words, "words")
        if counts is not None:
            needed = "counts must be a collection of whole numbers"
            counts = [whole_number(count, "the count of a word", 0) for count in items_of(counts, needed)]
            if len(counts) != len(words):
                raise InputError(f"{len(words)} words but {len(counts)} counts: there must be as many of both")
        pairs = ((word, 1) for word in words) if counts is None else zip(words, counts, strict=True)
        return replace(cls._of_pairs(pairs), counted=counts is not None)

    @classmethod
    def _of_pairs(cls, pairs: Iterable[tuple[str, int]]) -> "WordList":
        totals: dict[str, int] = {}
        given = blank = 0
        for word, count in pairs:
            if word:
                totals[word] = totals.get(word, 0) + count
                given += 1
            else:
                blank += 1
        for word in totals:
            _check(word)
        ordered = tuple(sorted(totals))
        sums = tuple(totals[word] for word in ordered)
        if max(sums, default=0) >= HIGHEST_COUNT:
            raise InputError(f"a word that occurs {max(sums):,} times: counts below {HIGHEST_COUNT:,} are needed")
        return cls(ordered, sums, False, blank, given - len(totals))

    def __len__(self) -> int:
        return len(self.words)


def _check(word: str) -> None:
    check("variants", "letters", len(word))
    if "\t" in word or "\n" in word:
        raise InputError(f"the word {word[:40]!r} has a tab or the end of a line in it: pass one word at a time")


def read_words(path: Path | str) -> WordList:
    """Reads the file `path` with one word per line, optionally followed by a tab and a count."""
    counted = False

    def rows() -> Iterator[tuple[str, int]]:
        nonlocal counted
        lines = read_lines(path, "a file with one word per line", whole=True, errors="surrogateescape")
        for number, line in enumerate(lines, 1):
            word, count = line.strip(), 1
            if "\t" in line:
                word, count = _row(path, number, line)
                counted = True
            try:
                check("variants", "letters", len(word))
            except InputError as error:
                raise FormatError(path, number, f"{error}; is it one word per line?") from None
            yield word, count

    found = WordList._of_pairs(rows())
    return replace(found, counted=counted)


def _row(path: Path | str, number: int, line: str) -> tuple[str, int]:
    word, _, count = line.partition("\t")
    text = count.strip()
    if not (_COUNT.fullmatch(text) and int(text) < HIGHEST_COUNT):
        raise FormatError(
            path, number, f"{text[:40]!r} after the tab: how often the word occurs was needed, as a number"
        )
    return word.strip(), int(text)


def encoded(text: str) -> bytes:
    """Returns the bytes that `text` was decoded from."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
