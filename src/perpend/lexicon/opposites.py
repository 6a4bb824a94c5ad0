"""Words that exclude each other: opposites (hot, cold) and members of one class (Monday, Friday).

    are_opposite("rose", "fell")            True
    are_opposite("legal", "illegal")        True
    are_exclusive("red", "blue")            True: colours

Opposites are WordNet's antonyms, those of a derived word (acceptance, rejection) and of a similar adjective; words of
which one is the other with a negative prefix; and the list `data/opposites.txt`, written for Perpend. WordNet alone
knows about three of five opposites in everyday sentences. The list is applied to base forms. Two words that may be
synonyms or forms of one word are never opposites."""

from functools import cache, lru_cache
from pathlib import Path

from perpend.lexicon.word_relations import facts_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.stem import stem
from perpend.text.wordlist import read_word_list

__all__ = ["are_exclusive", "are_opposite"]

_KEPT = 1 << 18
_PREFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "non-", "mis")
_SHORTEST = 4
"""The fewest letters of a word that a negative prefix is looked for at: "in" + "put" is no opposite of "put"."""


@cache
def _listed() -> frozenset[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for line in read_word_list(Path(__file__).with_name("data") / "opposites.txt"):
        sides = [side.split() for side in line.split(" | ")]
        found.update((one, other) for one in sides[0] for other in sides[1])
    return frozenset(found | {(other, one) for one, other in found})


@cache
def _classes() -> dict[str, int]:
    lines = read_word_list(Path(__file__).with_name("data") / "exclusive.txt")
    return {word: number for number, line in enumerate(lines) for word in line.split()}


def are_exclusive(word1: str, word2: str) -> bool:
    """Returns whether `word1` and `word2`, in lower case, are two members of a class of which a thing has one.

    >>> are_exclusive("march", "may"), are_exclusive("march", "red"), are_exclusive("red", "red")
    (True, False, False)
    """
    classes = _classes()
    return word1 != word2 and word1 in classes and classes[word1] == classes.get(word2)


@lru_cache(maxsize=_KEPT)
def are_opposite(word1: str, word2: str) -> bool:
    """Returns whether `word1` and `word2`, in lower case, are opposites.

    >>> are_opposite("rose", "fell"), are_opposite("unlocked", "locked"), are_opposite("big", "large")
    (True, True, False)
    """
    one, other = facts_of(word1), facts_of(word2)
    if word1 == word2 or one.bases & other.bases:
        return False
    if any((first, second) in _listed() for first in one.bases for second in other.bases):
        return True
    if one.synsets & other.synsets:
        return False
    if _antonyms(word1) & other.bases or _antonyms(word2) & one.bases:
        return True
    return _is_negated(word1, word2) or _is_negated(word2, word1)


@lru_cache(maxsize=_KEPT)
def _antonyms(word: str) -> frozenset[str]:
    """The antonyms of a word, of words derived from it, and of adjectives and adverbs that are similar to it."""
    wordnet = WordNet.shipped()
    found: set[str] = set()
    for sense in facts_of(word).senses:
        for one in (sense, *wordnet.derivations(sense)):
            found.update(wordnet.word(other).lower() for other in wordnet.antonyms(one))
    for near in facts_of(word).similar:
        for sense in wordnet.senses_of_synset(near):
            found.update(wordnet.word(other).lower() for other in wordnet.antonyms(sense))
    return frozenset(found)


def _is_negated(word: str, other: str) -> bool:
    """Whether a word is the other with a negative prefix, or has -less where the other has -ful."""
    if word.endswith("less") and other == word[:-4] + "ful":
        return True
    return len(other) >= _SHORTEST and any(
        word.startswith(prefix) and stem(word.removeprefix(prefix)) == stem(other) for prefix in _PREFIXES
    )
