"""A full name as it is written -> its parts: words, initials, particles, suffixes and titles.

    "Dr. José M. van der Berg, Jr."     title dr, word jose, initial m, particles van der, word berg, suffix jr

Each part keeps how it was written beside its *form*, in which it is compared: case folded, diacritics and apostrophes
gone (Müller is muller, O'Neil is oneil, Łódź is lodz). "Berg, Anna" is turned: what stands before a comma is the family
name, unless a suffix follows it. Hyphens separate words. A possessive 's at the end is no part of a name. A particle at
the end, or a name of nothing but particles and titles, is taken for words: "Mac", "Al", "King".
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from perpend.spelling.folding import APOSTROPHES, fold
from perpend.text.wordlist import read_word_list

__all__ = ["FullName", "MOST_PARTS", "NamePart", "full_name"]

MOST_PARTS = 40
"""Of a longer "name" the parts after these are one word together."""

Kind = Literal["word", "initial", "particle", "suffix", "title"]

_POSSESSIVE = re.compile(r"['’]s?$", re.IGNORECASE)
_PIECES = re.compile(r"\w+\.?", re.UNICODE)
_INITIALS = re.compile(r"(?:[^\W\d_]\.){2,}")


class NamePart(NamedTuple):
    """A part as it is written, the form in which it is compared, and what kind of part it is."""

    written: str
    form: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class FullName:
    """A name with its parts, in the order given name to family name where a comma told it."""

    written: str
    parts: tuple[NamePart, ...]

    @property
    def words(self) -> tuple[NamePart, ...]:
        """Words and initials, which carry the name."""
        return tuple(part for part in self.parts if part.kind in ("word", "initial"))

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of words and initials."""
        return tuple(part.form for part in self.words)

    @property
    def last(self) -> str:
        """The form of the last word, mostly the family name; empty if there is none."""
        return self.words[-1].form if self.words else ""

    @property
    def suffix(self) -> str:
        """jr, sr, ii ...; empty if there is none."""
        return next((_same_suffix(part.form) for part in self.parts if part.kind == "suffix"), "")

    @property
    def joined(self) -> str:
        """Words and particles written as one."""
        return "".join(part.form for part in self.parts if part.kind in ("word", "initial", "particle"))


@lru_cache(maxsize=1 << 14)
def full_name(text: str) -> FullName:
    """The parts of a name.

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
    """The pieces in natural order; those beyond the most are one."""
    family, comma, given = text.partition(",")
    if comma and (after := _split(given)) and _part(after[0]).kind != "suffix":
        pieces = [*after, *_split(family)]
    else:
        pieces = _split(text)
    return [*pieces[: MOST_PARTS - 1], "".join(pieces[MOST_PARTS - 1 :])] if len(pieces) > MOST_PARTS else pieces


def _split(text: str) -> list[str]:
    """Words without hyphens; J.R. is two initials, a lone full stop belongs to what is before it."""
    spaced = _INITIALS.sub(lambda found: found[0].replace(".", ". "), APOSTROPHES.sub("", text))
    return [piece for piece in _PIECES.findall(spaced.replace("_", " ")) if piece]


def _part(piece: str) -> NamePart:
    form = fold(piece.removesuffix("."))
    return NamePart(piece, form, _kind(piece, form))


def _kind(piece: str, form: str) -> Kind:
    for kind in _KINDS:
        if form in _listed(kind):
            # "V." and "D." are initials; "v" in small letters is a particle or nothing.
            return "initial" if len(form) == 1 and piece[0].isupper() else kind
    return "initial" if len(form) == 1 and form.isalpha() and piece.isascii() else "word"


_KINDS: tuple[Kind, ...] = ("suffix", "particle", "title")
_PLURALS = {"suffix": "suffixes"}


@cache
def _listed(kind: Kind) -> frozenset[str]:
    return frozenset(read_word_list(Path(__file__).parent / "data" / f"name-{_PLURALS.get(kind, kind + 's')}.txt"))


def _same_suffix(form: str) -> str:
    return {"junior": "jr", "fils": "jr", "senior": "sr", "pere": "sr"}.get(form, form)
