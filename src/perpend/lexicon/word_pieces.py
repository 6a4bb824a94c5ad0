"""A text -> word pieces: the pieces of words that BERT's uncased models read (WordPiece).

    "Unaffordably naïve!"  ->  una ##ff ##ord ##ably naive !

Two steps. `plain_words` rewrites the text character by character and cuts it into words: control characters go,
letters lose their accents and become lower case, every punctuation mark and every Chinese character is a word of its
own. `WordPieces` then cuts each word from left to right, taking the longest piece of its vocabulary each time; pieces
inside a word are written with `##`. A word that cannot be cut this way, or has more than 100 characters, is the one
piece `[UNK]`.

    >>> WordPieces(["[UNK]", "un", "##like", "##ly", "!"]).split("Unlikely, unlike!")
    [1, 2, 3, 0, 1, 2, 4]

The result equals that of the package tokenizers for the same vocabulary (`tests/lexicon/gold/word-pieces.json`), with
two departures. Text such as `[SEP]` is not read as the special piece of that name, because a user's text has none.
Characters are classified by this Python's Unicode tables, which are newer than those of tokenizers; the few
characters that differ are not in the vocabulary of BERT.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from perpend.errors import InputError

__all__ = ["UNKNOWN", "WordPieces", "plain_words"]

UNKNOWN = "[UNK]"
"""The piece that stands for a word that the vocabulary cannot spell."""

_INSIDE = "##"
_LONGEST_WORD = 100
_BLANKS = "\t\n\r"
_REMOVED = "\0\ufffd"
_CHINESE = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
"""The blocks of Chinese characters that BERT's tokenizer cuts apart; 0x2B920 is its own, for 0x2B820."""


class _Characters(dict[int, str]):
    """code point -> what replaces it, as `str.translate` asks; computed when first met."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _replacement(chr(code))
        return found


_CHARACTERS = _Characters()


def plain_words(text: str) -> list[str]:
    """Returns the words of `text`, in lower case and without accents.

    >>> plain_words("Don't pay  $5, Zoë — 东京")
    ['don', "'", 't', 'pay', '$', '5', ',', 'zoe', '—', '东', '京']
    """
    if text.isascii() and text.isalnum():
        return [text.lower()]
    return text.translate(_CHARACTERS).split()


def _replacement(char: str) -> str:
    """Returns what stands for `char` in a plain text; blanks around it make it a word of its own."""
    if char in _BLANKS or unicodedata.category(char).startswith("Z"):
        return " "
    if char in _REMOVED or unicodedata.category(char) in ("Cc", "Cf", "Co"):
        return ""
    letters = (one for one in unicodedata.normalize("NFD", char) if unicodedata.category(one) != "Mn")
    plain = "".join(one.lower() for one in letters)
    return "".join(f" {one} " if _stands_alone(one) else one for one in plain)


def _stands_alone(char: str) -> bool:
    if char.isascii():
        return not char.isalnum()
    return unicodedata.category(char).startswith("P") or any(low <= ord(char) <= high for low, high in _CHINESE)


class WordPieces:
    """The splitter whose vocabulary is `pieces`; the number of a piece is its place there."""

    def __init__(self, pieces: Sequence[str]) -> None:
        if UNKNOWN not in pieces:
            raise InputError(f"a vocabulary of {len(pieces)} word pieces has no {UNKNOWN}: add it")
        self.pieces = pieces
        self._numbers = dict(zip(pieces, range(len(pieces)), strict=True))
        self.unknown = self._numbers[UNKNOWN]
        self._longest = max(map(len, pieces))

    def split(self, text: str) -> list[int]:
        """Returns the numbers of the pieces of `text`."""
        return self.numbers(plain_words(text))

    def numbers(self, words: Iterable[str]) -> list[int]:
        """Returns the numbers of the pieces of `words`, which are words of `plain_words`."""
        found: list[int] = []
        for word in words:
            whole = self._numbers.get(word)
            if whole is None:
                found += self._cut(word)
            else:
                found.append(whole)
        return found

    def _cut(self, word: str) -> list[int]:
        """Returns the longest pieces from the left; at most 100 times the longest piece look-ups."""
        if len(word) > _LONGEST_WORD:
            return [self.unknown]
        found: list[int] = []
        start, mark = 0, ""
        while start < len(word):
            for end in range(min(len(word), start + self._longest), start, -1):
                number = self._numbers.get(mark + word[start:end])
                if number is not None:
                    break
            else:
                return [self.unknown]
            found.append(number)
            start, mark = end, _INSIDE
        return found
