"""A file of words -> the words with their counts, and the form of each in which it is compared.

    smith           one word a line, as it is, blanks around it left out
    smyth<TAB>12    or with how often it occurs: a count can tell which spelling is the canonical one

A line is one word, whatever is in it: letters of any alphabet, digits, blanks, emoji. Empty lines are left out and
counted; a word that comes twice is one word with the sum of its counts. Bytes that are not UTF-8 are kept and written
back as they came. A word has at most 255 letters; a longer line is an error that names it.

Words are compared by their *key*: the word in Unicode's composed form (NFC), so that é is one letter however it was
typed; with `ignore_case` in folded case, with `ignore_accents` without its marks (`Müller` -> `muller`). What is
printed is always the word itself. Words with the same key are different words that differ by no letter.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from perpend.errors import FormatError, InputError
from perpend.files.compressed import read_bytes

__all__ = ["MOST_LETTERS", "Matching", "WordList", "encoded", "read_words"]

MOST_LETTERS = 255
_HIGHEST_COUNT = 2**62


@dataclass(frozen=True, slots=True)
class Matching:
    """What is left out of account when words are compared."""

    ignore_case: bool = False
    ignore_accents: bool = False

    def key(self, word: str) -> str:
        """The form in which a word is compared.

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
        """The keys of many words."""
        return [self.key(word) for word in words]

    @property
    def signature(self) -> str:
        """What is ignored, for signatures."""
        ignored = [name for name in ("case", "accents") if getattr(self, f"ignore_{name}")]
        return f"ignored:{'+'.join(ignored) or 'nothing'}"


@dataclass(frozen=True, slots=True)
class WordList:
    """Distinct words in order of their code points, how often each occurs, and what the source had besides.

    >>> WordList.of(["smyth", "smith", "", "smyth"])
    WordList(words=('smith', 'smyth'), counts=(1, 2), counted=False, blank=1, repeated=1)
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    counted: bool = False
    """Whether the source told counts; if not, they are how often a word came."""
    blank: int = 0
    repeated: int = 0

    @classmethod
    def of(cls, words: Iterable[str], counts: Iterable[int] | None = None) -> "WordList":
        """Words, each with its count if there are counts; empty ones are left out, those that come twice are added."""
        totals: dict[str, int] = {}
        given: Counter[bool] = Counter()
        pairs = ((word, 1) for word in words) if counts is None else zip(words, counts, strict=True)
        for word, count in pairs:
            given[bool(word)] += 1
            if word:
                totals[word] = totals.get(word, 0) + count
        for word in totals:
            _check(word)
        ordered = tuple(sorted(totals))
        sums = tuple(totals[word] for word in ordered)
        return cls(ordered, sums, counts is not None, given[False], given[True] - len(totals))

    def __len__(self) -> int:
        return len(self.words)


def _check(word: str) -> None:
    if len(word) > MOST_LETTERS:
        raise InputError(f"a word of {len(word):,} letters, {word[:20]!r}...: {MOST_LETTERS} at most are taken")
    if "\t" in word or "\n" in word:
        raise InputError(f"the word {word[:40]!r} has a tab or the end of a line in it: pass one word at a time")


def read_words(path: Path | str) -> WordList:
    """The words of a file, one a line, with a count after a tab if there is one."""
    data = read_bytes(path, "a file with one word a line")
    lines = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff").split("\n")
    if lines[-1] == "":
        lines.pop()
    if not any("\t" in line for line in lines):
        words = [line.strip() for line in lines]
        _check_lengths(path, words)
        return WordList.of(words)
    rows = [_row(path, number, line) for number, line in enumerate(lines, 1)]
    _check_lengths(path, [word for word, _ in rows])
    return WordList.of((word for word, _ in rows), (count for _, count in rows))


def _row(path: Path | str, number: int, line: str) -> tuple[str, int]:
    word, tab, count = line.partition("\t")
    text = count.strip()
    if not tab:
        return word.strip(), 1
    if not (text.isascii() and text.isdecimal() and int(text) < _HIGHEST_COUNT):
        raise FormatError(
            path, number, f"{text[:40]!r} after the tab: how often the word occurs was needed, as a number"
        )
    return word.strip(), int(text)


def _check_lengths(path: Path | str, words: Sequence[str]) -> None:
    longest = max(map(len, words), default=0)
    if longest > MOST_LETTERS:
        number = next(number for number, word in enumerate(words, 1) if len(word) > MOST_LETTERS)
        letters = len(words[number - 1])
        raise FormatError(
            path, number, f"a word of {letters:,} letters, {MOST_LETTERS} at most: is it one word a line?"
        )


def encoded(text: str) -> bytes:
    """A word as bytes: those it came from."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
