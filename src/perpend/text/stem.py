"""Porter's stemmer: a word -> its stem, so that "connected", "connecting" and "connections" meet in "connect".

The algorithm is M. F. Porter's (An algorithm for suffix stripping, 1980) with his own later departures, as TERp has it:
"bli" becomes "ble" and "logi" becomes "log" in step 2, and words of at most two characters are their own stem. Nothing
is lower-cased, and any string has a stem: every character except a, e, i, o, u and some y is a consonant.

The shape of a word has v for each vowel and c for each consonant; the measure is the number of "vc" in the shape:

    trouble   ccvvccv   measure 1        oaten   vvcvc   measure 2

`porter` is the definition. `stem` returns the same, but uses compiled code (Snowball's `porter`, without the
departures) for the words on which both must agree, and caches the last words.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from perpend.arguments import text_of, wrong_type
from perpend.files.toml import read_toml

__all__ = ["porter", "stem", "stems"]

_KEPT = 1 << 17
_SHORT = 2
_PLAIN = re.compile(r"[a-z]{3,64}")
_UNLIKE_SNOWBALL = re.compile(r"bl[iy]|log[iy]|([chjkqvwxy])\1")


class _SuffixStep(NamedTuple):
    least: int
    longest: int
    suffixes: dict[str, str]


@cache
def _suffix_steps() -> tuple[_SuffixStep, ...]:
    path = Path(__file__).with_name("data") / "porter-suffixes.toml"
    steps = read_toml(path)["step"]
    return tuple(_SuffixStep(step["least"], max(map(len, step["suffixes"])), step["suffixes"]) for step in steps)


def _shape(word: str) -> str:
    """Returns v or c for each character; y is a consonant at the beginning and after a vowel."""
    shape = []
    consonant = False
    for char in word:
        consonant = char not in "aeiou" and not (char == "y" and consonant)
        shape.append("c" if consonant else "v")
    return "".join(shape)


def _measure(word: str) -> int:
    return _shape(word).count("vc")


def _has_vowel(word: str) -> bool:
    return "v" in _shape(word)


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _ends_short(word: str) -> bool:
    """Returns whether the word ends in consonant, vowel, consonant, the last not w, x or y, as in "hop"."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past_or_gerund(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        rest = word.removesuffix(suffix)
        if rest != word and _has_vowel(rest):
            return _mended(rest)
    return word


def _mended(word: str) -> str:
    """Restores what the past or gerund had changed: hopp(ing) -> hop, hop(ing) -> hope, siz(ed) -> size."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if _ends_double(word):
        return word if word[-1] in "lsz" else word[:-1]
    return word + "e" if _measure(word) == 1 and _ends_short(word) else word


def _final_y(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and _has_vowel(word[:-1]) else word


def _derivation(word: str, step: _SuffixStep) -> str:
    for length in range(min(step.longest, len(word)), 0, -1):
        new = step.suffixes.get(word[-length:])
        if new is not None:
            rest = word[:-length]
            fits = rest.endswith(("s", "t")) or word[-length:] != "ion"
            return rest + new if fits and _measure(rest) > step.least else word
    return word


def _final_e(word: str) -> str:
    if not word.endswith("e"):
        return word
    rest = word[:-1]
    measure = _measure(rest)
    return rest if measure > 1 or (measure == 1 and not _ends_short(rest)) else word


def _final_ll(word: str) -> str:
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word


def porter(word: str) -> str:
    """Returns the stem of `word` by the published steps, in time linear in its length.

    >>> [porter(word) for word in ("caresses", "ponies", "hopping", "relational", "possibly", "Sky")]
    ['caress', 'poni', 'hop', 'relat', 'possibl', 'Sky']
    """
    if len(word) <= _SHORT:
        return word
    word = _final_y(_past_or_gerund(_plural(word)))
    for step in _suffix_steps():
        word = _derivation(word, step)
    return _final_ll(_final_e(word))


@cache
def _snowball() -> Any:
    import Stemmer

    return Stemmer.Stemmer("porter", 0)


def _same_in_snowball(word: str) -> bool:
    """Returns whether Snowball gives the same stem.

    Snowball lacks the departures, so the word must not contain anything that step 1 (which cuts, adds an e or turns a
    final y into i) could leave as "bli" or "logi". And before -ed and -ing Snowball undoubles only nine consonants.
    """
    return _PLAIN.fullmatch(word) is not None and _UNLIKE_SNOWBALL.search(word) is None


def stem(word: str) -> str:
    """Returns the stem of a word; equal to `porter(word)`.

    >>> stem("connections"), stem("ecology"), stem("is"), stem("")
    ('connect', 'ecolog', 'is', '')
    """
    try:
        return _stem(word)
    except TypeError:
        raise wrong_type("a word", "a string", word) from None  # Such as a list, which cannot be looked up.


@lru_cache(maxsize=_KEPT)
def _stem(word: str) -> str:
    return str(_snowball().stemWord(word)) if _same_in_snowball(text_of(word, "a word")) else porter(word)


def stems(words: Iterable[str]) -> tuple[str, ...]:
    """Returns the stem of each of `words`.

    >>> stems(["running", "dogs"])
    ('run', 'dog')
    """
    return tuple(map(stem, words))
