"""A tokeniser in the manner of the Penn Treebank, for similarity work: a string -> slices of it.

    "They can't pay $4.9 billion," Mr. O'Neil said...
    "  They  ca  n't  pay  $  4.9  billion  ,  "  Mr.  O'Neil  said  ...

Every token is a slice of the string, so a span is exact (`raw[start:end] == token`), and no character except white
space is lost. Contractions are split as in the Treebank; numbers, hyphenated words, addresses and abbreviations stay
whole; every other sign is a token. Curly apostrophes and typographic hyphens match like their ASCII forms but are kept
as they are, and so is upper case. Chinese and Japanese, written without spaces, give one token between two signs.

One pattern does it all in time linear in the length: it never looks further than a fixed distance without consuming
what it matched. Its lists are data: abbreviations.txt, contractions.txt and signs.txt. An empty string has no tokens.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

from perpend.arguments import text_of
from perpend.text.wordlist import read_word_list

__all__ = ["Penn", "penn_spans", "penn_tokens"]

_FOLDED = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＇": "'", "′": "'", "‐": "-", "‑": "-"})
_KEPT = 1 << 16
"""Pieces between white space are remembered, so many of them, up to `_LONGEST` characters long."""

_LONGEST = 48
_DATA = Path(__file__).with_name("data")


def _sign_class() -> str:
    """Returns the punctuation signs, escaped for a character class."""
    ranges = [entry.split()[0].split("-") for entry in read_word_list(_DATA / "signs.txt")]
    return "".join("-".join(rf"\U{int(end, 16):08x}" for end in ends) for ends in ranges)


def _contractions(letter: str) -> dict[str, str]:
    """Returns patterns for endings to split off, for first halves of words that are two, and for words like 'em."""
    endings, halves, wholes = [], [], []
    for entry in read_word_list(_DATA / "contractions.txt"):
        first, _, second = entry.partition(" ")
        if entry.startswith("#"):
            endings.append(entry.removeprefix("#"))
        elif second:
            halves.append(f"{first}(?={second}(?!{letter}))")
        else:
            wholes.append(f"{entry}(?!{letter})")
    return {
        "ending": rf"(?i:{'|'.join(endings)})(?!{letter})",
        "half": rf"(?i:{'|'.join(halves)})",
        "whole": rf"(?i:{'|'.join(wholes)})",
    }


def _abbreviations() -> str:
    """Returns a pattern of abbreviations with their periods; those marked with # need a number after them."""
    entries = read_word_list(_DATA / "abbreviations.txt")
    always = "|".join(entry for entry in entries if not entry.endswith("#"))
    numbered = "|".join(entry.removesuffix("#") for entry in entries if entry.endswith("#"))
    return rf"(?=[^\W\d_]{{1,8}}+\.)(?i:(?:{always})\.(?![.-])|(?:{numbered})\.(?=\s?\d))"


def _word(letter: str, signs: str, ending: str) -> str:
    """Returns a pattern of letters, digits and inner apostrophes up to a contraction, and signs that may join them."""
    run = rf"(?:[^\s'nN{signs}]++|(?!{ending})[nN]|(?!{ending})'(?={letter}))++"
    join = rf"(?:\.?-(?={letter})|\.(?={letter})|(?<=\d)[,:/](?=\d)|(?<=[A-Z])&(?=[A-Z]))"
    number_sign = r"(?:(?<![^\s(\[])[-+−](?=\.?\d))?+"
    leading_period = rf"(?:(?<!{letter})\.(?=\d))?+"
    return rf"{number_sign}{leading_period}(?={letter}){run}(?:{join}{run})*+"


@cache
def _pattern() -> re.Pattern[str]:
    signs = _sign_class()
    letter = rf"[^\s'{signs}]"
    contraction = _contractions(letter)
    picture = r"[☀-➿\U0001f000-\U0001faff]"
    # The first two match nothing that later ones would not; they make the most frequent tokens fast.
    in_order = {
        "plain word": rf"(?!{contraction['half']})[A-Za-z]++(?=[\s,;!?\")]|\Z)",
        "plain sign": r"[!-&(),/:-@\[\\\]^{-~](?![\ufe0e\ufe0f])",
        "web address": r"(?i:https?://|ftp://|www\.)[^\s<>\"']*[^\s<>\"'.,;:!?)\]}]",
        "e-mail address": r"(?=\w[^\s@]{0,64}+@)[\w.+-]{1,64}+@[\w-]{1,63}+(?:\.[\w-]{1,63}+){1,8}+",
        "abbreviation": _abbreviations(),
        "acronym": rf"(?:[A-Za-z]\.){{2,}}+(?!-?{letter})",
        "initial": r"[A-HJ-Z]\.(?=\s[A-Z])",
        **contraction,
        "word": _word(letter, signs, contraction["ending"]),
        "dots, dashes, Treebank quotes": r"\.{2,}+|-{2,}+|``|''",
        "flag": r"[\U0001f1e6-\U0001f1ff]{2}",
        "emoji": rf"{picture}(?:[\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]|\u200d{picture})*+",
        "any sign": r"\S[\ufe0e\ufe0f]?+",
    }
    return re.compile("|".join(in_order.values()))


def penn_tokens(raw: str) -> tuple[str, ...]:
    """Returns the tokens of `raw`, each a slice of it.

    >>> penn_tokens("She didn't sell 1,000 well-kept cars.")
    ('She', 'did', "n't", 'sell', '1,000', 'well-kept', 'cars', '.')
    """
    pieces = raw.split()
    for piece in pieces[:-1]:
        # An abbreviation or initial at the end of a piece depends on what follows; all else on the piece alone.
        if piece[-1] == "." or len(piece) > _LONGEST:
            return _tokens_at_once(raw)
    if pieces and len(pieces[-1]) > _LONGEST:
        return _tokens_at_once(raw)
    return tuple(chain.from_iterable(map(_tokens_of_piece, pieces)))


def _tokens_at_once(raw: str) -> tuple[str, ...]:
    folded = raw.translate(_FOLDED) if not raw.isascii() else raw
    if folded == raw:
        return tuple(_pattern().findall(raw))
    return tuple(raw[match.start() : match.end()] for match in _pattern().finditer(folded))


_tokens_of_piece = lru_cache(maxsize=_KEPT)(_tokens_at_once)


def penn_spans(raw: str) -> tuple[tuple[int, int], ...]:
    """Returns the range of each token: `raw[start:end]` is the token.

    >>> penn_spans("I’m in.")
    ((0, 1), (1, 3), (4, 6), (6, 7))
    """
    return tuple(match.span() for match in _pattern().finditer(raw.translate(_FOLDED)))


@dataclass(frozen=True)
class Penn:
    """The Penn-style tokeniser as a `Tokenizer`."""

    def tokens(self, raw: str) -> tuple[str, ...]:
        """Returns the tokens of `raw`, each a slice of it."""
        return penn_tokens(text_of(raw))

    def spans(self, raw: str) -> tuple[tuple[int, int], ...]:
        """Returns the range [start, end) of `raw` for each token."""
        return penn_spans(raw)

    def signature(self) -> str:
        """Returns the name and version of these rules.

        >>> Penn().signature()
        'penn:1'
        """
        return "penn:1"
