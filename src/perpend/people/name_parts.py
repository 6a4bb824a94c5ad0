"""A full name -> its parts: words, initials, particles, suffixes and titles.

    "Dr. José M. van der Berg, Jr."     title dr, word jose, initial m, particles van der, word berg, suffix jr

Each part keeps its spelling and its *form* for comparison: case folded, without diacritics and apostrophes (Müller is
muller, O'Neil is oneil, Łódź is lodz). In "Berg, Anna" the words before the comma are the family name, unless a suffix
follows it. Hyphens separate words. A possessive 's at the end is removed. A particle at the end, and all parts of a
name that has only particles and titles, count as words: "Mac", "Al", "King".
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from perpend.spelling.folding import APOSTROPHES, fold
from perpend.text.wordlist import read_word_list

__all__ = ["FullName", "MOST_PARTS", "NamePart", "full_name"]

MOST_PARTS = 40
"""The most parts of a name; further ones are joined into the last."""

Kind = Literal["word", "initial", "particle", "suffix", "title"]

_POSSESSIVE = re.compile(r"['’]s?$", re.IGNORECASE)
_PIECES = re.compile(r"\w+\.?", re.UNICODE)
_INITIALS = re.compile(r"(?:[^\W\d_]\.){2,}")


class NamePart(NamedTuple):
    """A part as written, its folded form, and its kind."""

    written: str
    form: str
    kind: Kind


@dataclass(frozen=True)
class FullName:
    """A name and its parts, the family name last where a comma shows which it is.

    What follows from the parts is worked out once, because a name is compared with many others.
    """

    written: str
    parts: tuple[NamePart, ...]

    @cached_property
    def words(self) -> tuple[NamePart, ...]:
        """The words and initials."""
        return tuple(part for part in self.parts if part.kind in ("word", "initial"))

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The forms of words and initials."""
        return tuple(part.form for part in self.words)

    @cached_property
    def last(self) -> str:
        """The form of the last word, mostly the family name; empty if there is none."""
        return self.words[-1].form if self.words else ""

    @cached_property
    def suffix(self) -> str:
        """The suffix (jr, sr, ii ...); empty if there is none."""
        return next((_same_suffix(part.form) for part in self.parts if part.kind == "suffix"), "")

    @cached_property
    def joined(self) -> str:
        """Words, initials and particles joined into one string."""
        return "".join(part.form for part in self.parts if part.kind in ("word", "initial", "particle"))


@lru_cache(maxsize=1 << 14)
def full_name(text: str) -> FullName:
    """Splits the name `text` into its parts.

    >>> [(part.form, part.kind) for part in full_name("Berg, Anna van der").parts]
    [('anna', 'word'), ('van', 'particle'), ('der', 'particle'), ('berg', 'word')]
    """
    pieces = _pieces(_POSSESSIVE.sub("", text.strip()))
    parts = [_part(piece) for piece in pieces]
    if not any(part.kind in ("word", "initial") for part in parts):
        parts = [part._replace(kind="word") for part in parts]
    elif parts[-1].kind == "particle":
        parts[-1] = parts[-1]._replace(kind="word")
    return FullName(text, tuple(parts))


def _pieces(text: str) -> list[str]:
    """Returns the pieces, given name first; those beyond MOST_PARTS are joined."""
    family, comma, given = text.partition(",")
    if comma and (after := _split(given)) and _part(after[0]).kind != "suffix":
        pieces = [*after, *_split(family)]
    else:
        pieces = _split(text)
    return [*pieces[: MOST_PARTS - 1], "".join(pieces[MOST_PARTS - 1 :])] if len(pieces) > MOST_PARTS else pieces


def _split(text: str) -> list[str]:
    """Splits at spaces and hyphens; J.R. is two initials, and a single full stop stays with its word."""
    spaced = _INITIALS.sub(lambda found: found[0].replace(".", ". "), APOSTROPHES.sub("", text))
    return [piece for piece in _PIECES.findall(spaced.replace("_", " ")) if piece]


def _part(piece: str) -> NamePart:
    form = fold(piece.removesuffix("."))
    return NamePart(piece, form, _kind(piece, form))


def _kind(piece: str, form: str) -> Kind:
    for kind in _KINDS:
        if form in _listed(kind):
            # "V." and "D." are initials; a lower-case "v" is a particle.
            return "initial" if len(form) == 1 and piece[0].isupper() else kind
    return "initial" if len(form) == 1 and form.isalpha() and piece.isascii() else "word"


_KINDS: tuple[Kind, ...] = ("suffix", "particle", "title")
_PLURALS = {"suffix": "suffixes"}


@cache
def _listed(kind: Kind) -> frozenset[str]:
    return frozenset(read_word_list(Path(__file__).parent / "data" / f"name-{_PLURALS.get(kind, kind + 's')}.txt"))


def _same_suffix(form: str) -> str:
    return {"junior": "jr", "fils": "jr", "senior": "sr", "pere": "sr"}.get(form, form)
