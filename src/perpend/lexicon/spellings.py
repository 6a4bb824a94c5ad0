"""One form for tokens that differ in spelling only, and the phrases that a token may stand for.

    plain_form("Colour"), plain_form("café"), plain_form("#happy")     "color", "cafe", "happy"
    plain_form("2nd"), plain_form("1,000"), plain_form("Dr.")          "second", "1000", "doctor"
    spelling_of("e-mail").joined                                       "email"
    spelling_of("A/C").keys                                            ("airconditioning", ...)
    spelling_of("U.N.").acronym                                        "un", to be compared with initials

A plain form is in lower case, without accents and without signs stuck to it; the lists are in `data/spellings.toml`.
British spellings are found by rules, such as "our" for "or": the rewritten word must share a sense or a base form with
the original in WordNet, so that "colour" is "color" and "tour" is not "tor"."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from perpend.files.toml import read_toml
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.quantities import quantities_of

__all__ = ["Spelling", "plain_form", "spelling_of"]

_KEPT = 1 << 16
_PARTS = "nvar"
_STUCK_BEFORE, _STUCK_AFTER = "#@'\"*_‘“", "'\"*_’”"
_FOLDED = str.maketrans({"’": "'", "ʼ": "'", "‐": "-", "‑": "-"})
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DOTTED = re.compile(r"(?:[a-z]\.){2,}")
_CAPITALS = re.compile(r"[A-Z]{2,6}|(?:[A-Z]\.){2,6}")
_JOINING = str.maketrans("", "", "-/'.")
_DIGITS_AND_HYPHENS = re.compile(r"\d{2,}(?:-\d{2,})+")
_SHORTEST = 5
"""The fewest letters of a word that rules of spelling are applied to."""

_LONGEST = 32


class Spelling(NamedTuple):
    """How a token may be written otherwise.

    `form` is its plain form and `joined` that without hyphens, slashes and periods; `keys` are the joined forms of what
    it may stand for, `acronym` its letters if they may be initials, and `counts` tells whether it may be a number.
    """

    form: str
    joined: str
    keys: tuple[str, ...]
    acronym: str
    counts: bool


@cache
def _lists() -> dict[str, Mapping[str, str]]:
    return read_toml(Path(__file__).with_name("data") / "spellings.toml")


@cache
def _phrases() -> dict[str, tuple[str, ...]]:
    listed: Mapping[str, list[str]] = read_toml(Path(__file__).with_name("data") / "spellings.toml")["phrases"]
    return {token: tuple("".join(map(_joined_form, one.split())) for one in found) for token, found in listed.items()}


def _joined_form(word: str) -> str:
    return _joined(plain_form(word))


@lru_cache(maxsize=_KEPT)
def plain_form(token: str) -> str:
    """Returns `token` as it is compared; forms of one word stay different, spellings of one form do not.

    >>> plain_form("N’t"), plain_form("An"), plain_form("Dogs"), plain_form("Harbours"), plain_form("%")
    ('not', 'a', 'dogs', 'harbors', 'percent')
    """
    lists = _lists()
    if token in lists["exact"]:
        return lists["exact"][token]
    lowered = token.lower().translate(_FOLDED)
    if lowered in lists["words"]:
        return lists["words"][lowered]
    if not lowered.isascii():
        lowered = _without_accents(lowered)
    if not lowered.isalpha():
        lowered = _without_signs(lowered)
    lowered = lists["digits"].get(lowered, lowered)
    lowered = lists["words"].get(lowered, lowered)
    return _american(lowered) if _SHORTEST <= len(lowered) <= _LONGEST and lowered.isalpha() else lowered


def _without_accents(word: str) -> str:
    """Takes marks from Latin letters only: in other scripts they make another letter."""
    parts = unicodedata.normalize("NFD", word)
    kept = [
        char
        for place, char in enumerate(parts)
        if not (unicodedata.combining(char) and place and parts[place - 1].isascii() and parts[place - 1].isalpha())
    ]
    return unicodedata.normalize("NFC", "".join(kept))


def _without_signs(word: str) -> str:
    bare = word
    if not word.startswith("'") or len(word) > 4:
        bare = bare.lstrip(_STUCK_BEFORE)
    bare = bare.rstrip(_STUCK_AFTER) if bare[:1].isalnum() else word
    if not bare[:1].isalnum():
        return word
    if _GROUPED.fullmatch(bare):
        return bare.replace(",", "")
    if _DOTTED.fullmatch(bare):
        short = bare.replace(".", "")
        return bare if short in ("us", "am") else short
    if bare.endswith(".") and bare[:-1].isalpha() and len(bare) > 2:
        return bare[:-1]
    return bare


def _american(word: str) -> str:
    for british, american in _lists()["rules"].items():
        if british in word[1:]:
            other = word.replace(british, american)
            if _is_one_word(word, other):
                return other
    return word


def _is_one_word(word: str, other: str) -> bool:
    """Whether two spellings share a base form, or a sense in which one base is spelt like the other."""
    wordnet = WordNet.shipped()
    for part in _PARTS:
        if not set(wordnet.base_forms(word, part)).isdisjoint(wordnet.base_forms(other, part)):
            return True
    return not set(wordnet.synsets(word)).isdisjoint(wordnet.synsets(other))


def _joined(form: str) -> str:
    """The form without hyphens and the like; numbers keep theirs unless they are long, as of telephones."""
    if form.isalpha():
        return form
    if any(map(str.isalpha, form)):
        return form.translate(_JOINING)
    if _DIGITS_AND_HYPHENS.fullmatch(form) and len(form) > 7:
        return form.replace("-", "")
    return form if form.isalnum() or any(map(str.isdigit, form)) else ""


@lru_cache(maxsize=_KEPT)
def spelling_of(token: str) -> Spelling:
    """Returns how `token` may be written otherwise.

    >>> spelling_of("well-known").joined, spelling_of("UK").keys, spelling_of("UN").acronym
    ('wellknown', ('unitedkingdom',), 'un')
    """
    form = plain_form(token)
    return Spelling(
        form=form,
        joined=_joined(form),
        keys=tuple(dict.fromkeys(_keys(token, form))),
        acronym=token.replace(".", "").lower() if _CAPITALS.fullmatch(token) else "",
        counts=any(map(str.isdigit, token)) or bool(quantities_of((token.lower(), "hours"))),
    )


def _keys(token: str, form: str) -> Iterator[str]:
    lowered = token.lower().translate(_FOLDED).removesuffix(".")
    yield from _phrases().get(lowered, ())
    yield from _phrases().get(form.removesuffix("."), ())
    if token in _lists()["roman"]:
        yield _lists()["roman"][token]
