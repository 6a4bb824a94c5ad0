"""A word -> the classes it belongs to: stop word, negation, personal pronoun, number, punctuation, letters alone.

    word_class("never")   NEGATION | LETTERS
    word_class("them")    STOP_WORD | PRONOUN | LETTERS
    word_class("1,000")   NUMBER
    word_class(",")       STOP_WORD | PUNCTUATION

These are the classes that PERP's features count (`Insert-Delete-Number` and so on). Words are looked up in lower case,
with a curly apostrophe taken for a straight one. Where the paper is not specific:

- A number is a numeral: at least one digit and no letter, as in "17", "43.6", "1,000", "$5", "50%", "-3" and "9/11".
  "1st" and "b2" have letters and are not numbers; nor are number words ("seven"), which the paper does not mention.
- Punctuation is at least one character without letters or digits, so a word without letters is one or the other.
- Negations are "no", "not", "never", "n't" as tokens. The TERp normaliser never splits "n't" off, the Penn one does.
- A stop word here is an entry of the list, unchanged. For the aligner, `stop_words` returns the list as normalised.
"""

from enum import IntFlag
from functools import cache, lru_cache
from pathlib import Path

from perpend.text.normalize import Normalization
from perpend.text.wordlist import read_word_list

__all__ = [
    "WordClass",
    "is_letters",
    "is_negation",
    "is_number",
    "is_personal_pronoun",
    "is_punctuation",
    "is_stop_word",
    "stop_words",
    "word_class",
]

_KEPT = 1 << 17


class WordClass(IntFlag):
    """The classes of a word, as flags that can be combined."""

    STOP_WORD = 1
    NEGATION = 2
    PRONOUN = 4
    NUMBER = 8
    PUNCTUATION = 16
    LETTERS = 32

    def names(self) -> list[str]:
        """Returns the names of the classes.

        >>> word_class("not").names()
        ['negation', 'letters']
        """
        return [one.name.lower().replace("_", " ") for one in WordClass if one in self and one.name]


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(read_word_list(Path(__file__).with_name("data") / f"{name}.txt"))


def _folded(word: str) -> str:
    return word.lower().replace("’", "'")


@lru_cache(maxsize=_KEPT)
def is_stop_word(word: str) -> bool:
    """Returns whether `word` is in TERp's list of 158 stop words and signs."""
    return _folded(word) in _listed("stop-words")


def is_negation(word: str) -> bool:
    """Returns whether `word` is "no", "not", "never" or "n't"."""
    return _folded(word) in _listed("negations")


def is_personal_pronoun(word: str) -> bool:
    """Returns whether `word` is a personal pronoun in any of its forms."""
    return _folded(word) in _listed("pronouns")


def is_number(word: str) -> bool:
    """Returns whether `word` has at least one digit and no letter.

    >>> [word for word in ("43.6", "$5", "9/11", "1st", "seven", "%") if is_number(word)]
    ['43.6', '$5', '9/11']
    """
    return any(char.isnumeric() for char in word) and not any(char.isalpha() for char in word)


@lru_cache(maxsize=_KEPT)
def is_punctuation(word: str) -> bool:
    """Returns whether `word` has at least one character, and no letter or digit."""
    return bool(word) and not any(char.isalnum() for char in word)


def is_letters(word: str) -> bool:
    """Returns whether `word` has only letters, at least one."""
    return word.isalpha()


@lru_cache(maxsize=_KEPT)
def word_class(word: str) -> WordClass:
    """Returns all classes of `word`.

    >>> word_class("Them") == WordClass.STOP_WORD | WordClass.PRONOUN | WordClass.LETTERS
    True
    """
    answers = {
        WordClass.STOP_WORD: is_stop_word(word),
        WordClass.NEGATION: is_negation(word),
        WordClass.PRONOUN: is_personal_pronoun(word),
        WordClass.NUMBER: is_number(word),
        WordClass.PUNCTUATION: is_punctuation(word),
        WordClass.LETTERS: is_letters(word),
    }
    return WordClass(sum(flag for flag, yes in answers.items() if yes))


@lru_cache(maxsize=64)
def stop_words(normalization: Normalization) -> frozenset[str]:
    """Returns the tokens of the stop list under `normalization`.

    >>> len(stop_words(Normalization())), "!" in stop_words(Normalization(strip_punctuation=True))
    (158, False)
    """
    return frozenset(token for entry in _listed("stop-words") for token in normalization.tokens(entry))
