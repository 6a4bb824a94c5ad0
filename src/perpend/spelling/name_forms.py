"""Words -> their forms for comparison as arrays, so that many pairs are compared at once.

    word          letters       sounds      consonants   single      ending
    O'Connelly    oconnelly     AKNL        knl          oconely     oconnell+y
    Konelli       konelli       KNL         knl          koneli      konell+y

`letters` is the word folded, with letters and digits only; `sounds` its codes by Double Metaphone (the letters
themselves where there is none); `single` is it without double letters; `ending` with the first of the endings that
are spellings of one another (`data/name-endings.txt`). Forms are numbered, so that equal ones have equal numbers.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perpend.files.lines import read_text
from perpend.lexicon.frequency import log10_frequency
from perpend.spelling.channel import Packed, letter_numbers
from perpend.spelling.folding import fold
from perpend.spelling.phonetic import sound_codes, soundex
from perpend.text.wordlist import read_word_list
from perpend.types import Doubles

__all__ = ["CHANNEL_LETTERS", "NameForms", "UNLISTED", "name_forms", "name_prefixes"]

CHANNEL_LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The letters that a channel of names distinguishes."""

UNLISTED = -8.5
"""The decimal logarithm of the frequency of a word that is not among the English ones."""

_VOWELS = re.compile("[aeiouyhw]")
_DOUBLE = re.compile(r"(.)\1+")
_LETTERS = 27
_DATA = Path(__file__).with_name("data")

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class NameForms:
    """The forms of a list of words, one of each word in every array.

    `plain` is whether a word has letters from a to z only; `occurrences` is how often it has each of these letters, the
    others together.
    """

    letters: NDArray[np.object_]
    sound: NDArray[np.object_]
    consonants: NDArray[np.object_]
    lengths: Doubles
    plain: NDArray[np.bool_]
    occurrences: NDArray[np.int16]
    packed: Packed
    letters_number: Numbers
    sounds: Numbers
    soundex: Numbers
    consonants_number: Numbers
    single: Numbers
    ending: Numbers
    digits: Numbers
    first: Numbers
    last: Numbers
    rarity: Doubles

    def __len__(self) -> int:
        return len(self.lengths)


def name_forms(words: Sequence[str]) -> NameForms:
    """Returns the forms of `words`.

    >>> forms = name_forms(["O'Connelly", "Konelli"])
    >>> forms.letters.tolist(), forms.consonants.tolist(), forms.sound.tolist()
    (['oconnelly', 'konelli'], ['cnnll', 'knll'], ['AKNL', 'KNL'])
    """
    letters = [_letters(word) for word in words]
    codes = [(one.isalpha() and sound_codes(one)) or (one, one) for one in letters]
    consonants = [_VOWELS.sub("", one) for one in letters]
    sounds = _numbered([*(one[0] for one in codes), *(one[-1] for one in codes)]).reshape(2, -1).T
    occurrences = np.array([_occurrences(one) for one in letters], np.int16).reshape(-1, _LETTERS)
    return NameForms(
        letters=_objects(letters),
        sound=_objects([one[0] for one in codes]),
        consonants=_objects(consonants),
        lengths=np.array([len(one) for one in letters], np.float64),
        plain=occurrences[:, -1] == 0,
        occurrences=occurrences,
        packed=letter_numbers(letters, CHANNEL_LETTERS),
        letters_number=_numbered(letters),
        sounds=np.ascontiguousarray(sounds),
        soundex=_numbered([soundex(one) or one for one in letters]),
        consonants_number=_numbered(consonants),
        single=_numbered([_DOUBLE.sub(r"\1", one) for one in letters]),
        ending=_numbered([_with_ending(one) for one in letters]),
        digits=_numbered(["".join(char for char in one if char.isdigit()) for one in letters]),
        first=_numbered([one[:1] for one in letters]),
        last=_numbered([one[-1:] for one in letters]),
        rarity=np.array([log10_frequency(word) or UNLISTED for word in words], np.float64),
    )


def _letters(word: str) -> str:
    folded = fold(word)
    return "".join(letter for letter in folded if letter.isalnum()) or folded


def _occurrences(letters: str) -> list[int]:
    found = [letters.count(letter) for letter in CHANNEL_LETTERS]
    return [*found, len(letters) - sum(found)]


def _objects(texts: Sequence[str]) -> NDArray[np.object_]:
    array = np.empty(len(texts), object)
    array[:] = texts
    return array


def _numbered(texts: Iterable[str]) -> Numbers:
    known: dict[str, int] = {}
    return np.array([known.setdefault(text, len(known)) for text in texts], np.int64)


@cache
def _endings() -> dict[str, str]:
    """Maps each ending to the first of its group."""
    lines = read_text(_DATA / "name-endings.txt").splitlines()
    groups = (line.split() for line in lines if line and not line.startswith("#"))
    return {ending: group[0] for group in groups for ending in group}


@cache
def name_prefixes() -> frozenset[str]:
    """Returns what may stand before a name or be left out, such as "mc" and "van"."""
    return frozenset(read_word_list(_DATA / "name-prefixes.txt"))


@cache
def _longest_ending() -> int:
    return max(map(len, _endings()))


def _with_ending(letters: str) -> str:
    """Replaces the longest known ending of `letters` by the first of its group."""
    for size in range(min(_longest_ending(), len(letters) - 2), 0, -1):
        if (first := _endings().get(letters[-size:])) is not None:
            return f"{letters[:-size]}+{first}"
    return letters
