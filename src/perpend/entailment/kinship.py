"""How is one word related to another, by WordNet: synonym, more general, more special, opposite, derived, sister?

    kinship("boy", "n", "child", "n")       hypernym     a child is what a boy is a kind of
    kinship("child", "n", "boy", "n")       hyponym
    kinship("awake", "a", "asleep", "a")    antonym
    kinship("dog", "n", "cat", "n")         sister       two kinds of one thing, neither of which is the other
    kinship("dance", "v", "dancer", "n")    derived
    kinship("dog", "n", "idea", "n")        none

The first that holds is taken, in that order. Rare senses mislead (a "dog" is also a person), so only the first senses
of a word count, which WordNet orders by frequency; `within` limits them further, to those below the classes that a
pattern allows in its slot (`patterns`). Adjectives have no hierarchy; the antonyms of an adjective include those of
similar ones (`parched` is similar to `dry`, whose antonym is `wet`).
"""

from enum import StrEnum
from functools import lru_cache

from perpend.lexicon.wordnet.database import WordNet

__all__ = ["ENTAILING", "Kinship", "is_below", "kinship", "senses"]

_KEPT = 1 << 18
"""How many pairs of words are kept with their kinship."""

_WORDS_KEPT = 1 << 14
"""How many words are kept with what WordNet says of them: a kinship is then a few intersections of sets."""

_SENSES = {"n": 6, "v": 6, "a": 4, "r": 4, "": 4}
"""The number of senses of a word that count, by part of speech; verbs have many that are close together."""

_STEPS = {"n": 9, "v": 2}
"""The most steps up to a hypernym: above, nouns are "whole" or "entity", and verbs "act" or "move"."""

_SISTER_STEPS = 3


class Kinship(StrEnum):
    """What the second word is to the first."""

    EQUAL = "equal"
    SYNONYM = "synonym"
    HYPERNYM = "hypernym"
    HYPONYM = "hyponym"
    ANTONYM = "antonym"
    DERIVED = "derived"
    SISTER = "sister"
    NONE = "none"
    QUASI = "quasi-synonym"
    """Learned from training pairs, see `quasi_synonyms`; WordNet does not say so."""


ENTAILING = (Kinship.EQUAL, Kinship.SYNONYM, Kinship.HYPERNYM, Kinship.QUASI)
"""The kinships by which the second word follows from the first."""


def kinship(base1: str, part1: str, base2: str, part2: str, within: frozenset[int] | None = None) -> Kinship:
    """What the second word is to the first.

    :param base1: the base form of the first word.
    :param part1: its part of speech, as WordNet's letter.
    :param base2: the base form of the second word.
    :param part2: its part of speech.
    :param within: synsets; only senses below them count.

    >>> kinship("boy", "n", "child", "n").value, kinship("hot", "a", "cold", "a").value
    ('hypernym', 'antonym')
    """
    if base1 == base2:
        return Kinship.EQUAL
    found = _kinship(base1, part1, base2, part2)
    if within is None or found in (Kinship.ANTONYM, Kinship.DERIVED, Kinship.NONE) or part1 != part2:
        return found
    first, second = (
        frozenset(sense for sense in senses(base, part1) if is_below(sense, within)) for base in (base1, base2)
    )
    return _hierarchical(first, second, part1) if first and second else found


@lru_cache(maxsize=_KEPT)
def _kinship(base1: str, part1: str, base2: str, part2: str) -> Kinship:
    if part1 != part2 or not part1:
        return Kinship.DERIVED if part1 and part2 and _derived(base1, part1, base2, part2) else Kinship.NONE
    first, second = frozenset(senses(base1, part1)), frozenset(senses(base2, part2))
    if first & second:
        return Kinship.SYNONYM
    if _opposite(base1, base2, part1):
        return Kinship.ANTONYM
    found = _hierarchical(first, second, part1)
    if found in (Kinship.SISTER, Kinship.NONE) and _derived(base1, part1, base2, part2):
        return Kinship.DERIVED
    return found


@lru_cache(maxsize=_WORDS_KEPT)
def senses(base: str, part: str) -> tuple[int, ...]:
    """The synsets of the first senses of the word `base` of this `part` of speech."""
    return tuple(WordNet.shipped().synsets(base, part)[: _SENSES[part]]) if part else ()


def is_below(synset: int, classes: frozenset[int]) -> bool:
    """Whether a `synset` is one of the `classes`, or a hyponym of one."""
    return not classes.isdisjoint(WordNet.shipped().ancestors(synset))


def _hierarchical(first: frozenset[int], second: frozenset[int], part: str) -> Kinship:
    if not first.isdisjoint(second):
        return Kinship.SYNONYM
    if part not in _STEPS:
        return Kinship.NONE
    if not second.isdisjoint(_ups(first, _STEPS[part])):
        return Kinship.HYPERNYM
    if not first.isdisjoint(_ups(second, _STEPS[part])):
        return Kinship.HYPONYM
    apart = _ups(first, _SISTER_STEPS).isdisjoint(_ups(second, _SISTER_STEPS))
    return Kinship.NONE if apart else Kinship.SISTER


@lru_cache(maxsize=_WORDS_KEPT)
def _ups(synsets: frozenset[int], most: int) -> frozenset[int]:
    """The hypernyms of `synsets` that are at most `most` steps above one of them."""
    ancestors = WordNet.shipped().ancestors
    return frozenset(above for one in synsets for above, steps in ancestors(one).items() if 0 < steps <= most)


@lru_cache(maxsize=_WORDS_KEPT)
def _opposites(base: str, part: str) -> frozenset[str]:
    """The antonyms of a word, in lower case; for adjectives also those of similar ones."""
    wordnet = WordNet.shipped()
    own = wordnet.senses(base, part)[: _SENSES[part] + 2]
    like = {
        sense
        for one in own
        for synset in wordnet.related(wordnet.synset_of_sense(one), "similar_to")
        for sense in wordnet.senses_of_synset(synset)
    }
    found = {other for sense in (*own, *like) for other in wordnet.antonyms(sense)}
    return frozenset(wordnet.word(sense).lower() for sense in found)


def _opposite(base1: str, base2: str, part: str) -> bool:
    return base2 in _opposites(base1, part) or base1 in _opposites(base2, part)


def _derived(base1: str, part1: str, base2: str, part2: str) -> bool:
    return not _all_senses(base2, part2).isdisjoint(_relatives(base1, part1))


@lru_cache(maxsize=_WORDS_KEPT)
def _all_senses(base: str, part: str) -> frozenset[int]:
    return frozenset(WordNet.shipped().senses(base, part))


@lru_cache(maxsize=_WORDS_KEPT)
def _relatives(base: str, part: str) -> frozenset[int]:
    """The senses of words that a word is derived from, or that are derived from it."""
    wordnet = WordNet.shipped()
    return frozenset(
        other
        for sense in wordnet.senses(base, part)
        for relation in ("derivation", "pertainym")
        for other in wordnet.related_senses(sense, relation)
    )
