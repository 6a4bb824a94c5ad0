"""Word pieces with the characters of the text that each came from.

    "Zoë's naïve"  ->  zoe 0-3, ' 3-4, s 4-5, naive 6-11

`word_pieces` rewrites a text before it cuts it, so that a piece and its characters may differ in letters and in length.
Here each rewritten character remembers its place. The pieces are those of `WordPieces.split`.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from perpend.lexicon.word_pieces import WordPieces, plain_words

__all__ = ["Piece", "spans_of_pieces"]

_WORD = re.compile(r"\S+")
_INSIDE = "##"


class Piece(NamedTuple):
    """One piece: its `number` in the vocabulary, and the characters `start` to `end` (excluded) of the text."""

    number: int
    start: int
    end: int


def spans_of_pieces(splitter: WordPieces, text: str) -> list[Piece]:
    """Returns the pieces into which `splitter` cuts `text`, in order.

    >>> spans_of_pieces(WordPieces(["[UNK]", "un", "##like", "!"]), "Unlike it!")
    [Piece(number=1, start=0, end=2), Piece(number=2, start=2, end=6), Piece(number=0, start=7, end=9), \
Piece(number=3, start=9, end=10)]
    """
    plain = [_plain(char) for char in text]
    origins = [place for place, replaced in enumerate(plain) for _ in replaced]
    words = _WORD.finditer("".join(plain))
    return [piece for word in words for piece in _pieces(splitter, word[0], word.start(), origins)]


def _pieces(splitter: WordPieces, word: str, start: int, origins: list[int]) -> Iterator[Piece]:
    for number in splitter.numbers([word]):
        spelled = word if number == splitter.unknown else splitter.pieces[number]
        # The first piece of a word may itself be spelled with ##; only pieces inside a word are marked.
        marked = number != splitter.unknown and not word.startswith(spelled)
        end = start + len(spelled) - (len(_INSIDE) if marked else 0)
        yield Piece(number, origins[start], origins[end - 1] + 1)
        start = end


@cache
def _plain(char: str) -> str:
    """Returns what `plain_words` makes of one character: between two letters, its blanks and its absence show, too."""
    return " ".join(plain_words(f"a{char}a"))[1:-1]
