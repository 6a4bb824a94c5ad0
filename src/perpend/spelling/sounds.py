"""How an English word sounds, roughly: two keys by which words that sound alike are found and compared.

    word          spoken      consonants
    physical      fisikal     fskl
    fisikal       fisikal     fskl
    enough        enuf        enf
    quick, kwik   kwik        kk

The rules of `data/english-sounds.txt` rewrite spellings of consonants, those of `data/english-vowels.txt` spellings of
vowels. `consonants` drops the vowels then and the letters that are often silent; it is coarse, and made to find
candidates. `spoken` keeps vowels, and tells how near two words are to the ear.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.files.lines import read_text
from perpend.spelling.word_index import Matches, WordIndex
from perpend.spelling.word_list import WordList

__all__ = ["Heard", "SoundIndex", "consonants", "hear", "spoken"]

_DOUBLE = re.compile(r"(.)\1+")
_SILENT = frozenset("aeiouyhw'- ")
_SHORT = 3


@cache
def _rules(name: str) -> tuple[tuple[str, str], ...]:
    text = read_text(Path(__file__).with_name("data") / f"{name}.txt")
    pairs = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return tuple((spelling, heard.replace("-", "")) for spelling, heard in pairs)


def _heard(word: str) -> str:
    for spelling, heard in _rules("english-sounds"):
        word = word.replace(spelling, heard)
    return _DOUBLE.sub(r"\1", word)


@dataclass(frozen=True, slots=True)
class Heard:
    """A word in folded case with its two keys."""

    word: str
    spoken: str
    consonants: str


def hear(word: str) -> Heard:
    """Returns `word`, which is in folded case, with its keys."""
    heard = _heard(word)
    return Heard(word, _spoken(heard) or " ", _consonants(heard) or " ")


def consonants(word: str) -> str:
    """Returns a rough phonetic key of an English `word` in folded case: its first letter and consonants by sound.

    >>> consonants("physical") == consonants("fisikal"), consonants("knight") == consonants("nite")
    (True, True)
    """
    return _consonants(_heard(word))


def _consonants(heard: str) -> str:
    return heard[:1].replace("y", "i") + "".join(char for char in heard[1:] if char not in _SILENT)


def spoken(word: str) -> str:
    """Returns how an English `word` in folded case sounds, with one spelling of each sound.

    >>> spoken("enough"), spoken("kwik") == spoken("quick")
    ('enuf', True)
    """
    return _spoken(_heard(word))


def _spoken(heard: str) -> str:
    if len(heard) > _SHORT and heard.endswith("e"):
        heard = heard[:-1]
    for spelling, sound in _rules("english-vowels"):
        heard = heard.replace(spelling, sound)
    return _DOUBLE.sub(r"\1", heard)


class SoundIndex:
    """The words of a list by their sound: an index of how each is spoken, and one of its consonants.

    Word n of both indexes is the key of word n of the list, so keys may occur several times.

    :param spoken: how each word is spoken.
    :param consonants: the consonants of each word.
    """

    def __init__(self, spoken: WordIndex, consonants: WordIndex) -> None:
        self.spoken, self.consonants = spoken, consonants

    @classmethod
    def of(cls, words: Iterable[str]) -> "SoundIndex":
        """Returns the index of `words`."""
        heard = [hear(word.casefold()) for word in words]
        return cls(_index([one.spoken for one in heard]), _index([one.consonants for one in heard]))

    def alike(self, written: Sequence[Heard]) -> tuple[Matches, Matches]:
        """Finds the words that sound like each of `written`: by two edits as spoken, and by one of consonants."""
        return (
            self.spoken.within([one.spoken for one in written], 2),
            self.consonants.within([one.consonants for one in written], 1),
        )

    def heard(self, words: Sequence[str], numbers: NDArray[np.integer[Any]]) -> list[Heard]:
        """Returns `words` in folded case, which have these `numbers`, with their keys."""
        keys = zip(words, self.spoken.words(numbers), self.consonants.words(numbers), strict=True)
        return [Heard(word, spoken, consonants) for word, spoken, consonants in keys]


def _index(keys: Sequence[str]) -> WordIndex:
    """An index of `keys` as they come, with repetitions; a word without a key has a blank."""
    return WordIndex.of(WordList(tuple(key or " " for key in keys), (1,) * len(keys)))
