"""What WordNet and Porter's stemmer say of two words, looked up without Perpend's own relations between words.

A sense counts if it is one of the USUAL most frequent ones of a word in its part of speech: "down" is a feather, but
in its tenth sense it is a play in American football.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from nltk.stem.porter import PorterStemmer

import perpend
from perpend.lexicon.wordnet.database import WordNet

__all__ = [
    "are_antonyms",
    "are_family",
    "are_forms",
    "are_listed",
    "are_near",
    "are_one_stem",
    "is_wider",
    "share_any_sense",
    "share_sense",
]

USUAL = 4
_PARTS = "nvar"


def _usual(word: str, part: str) -> Iterator[int]:
    """The usual senses, as synsets, of a word in one part of speech, or in each if `part` is empty."""
    wordnet = WordNet.shipped()
    for one in part or _PARTS:
        for base in wordnet.base_forms(word, one) or [word]:
            yield from wordnet.synsets(base, one)[:USUAL]


def share_sense(word1: str, word2: str, part: str = "") -> bool:
    """Whether two words have a usual sense in common."""
    return not set(_usual(word1, part)).isdisjoint(_usual(word2, part))


def share_any_sense(word1: str, word2: str) -> bool:
    """Whether two words have any sense in common, however rare."""
    wordnet = WordNet.shipped()
    senses = [
        {s for p in _PARTS for b in [word, *wordnet.base_forms(word, p)] for s in wordnet.synsets(b, p)}
        for word in (word1, word2)
    ]
    return not senses[0].isdisjoint(senses[1])


def is_wider(wide: str, narrow: str, part: str = "") -> bool:
    """Whether a usual sense of the second word is a kind of a usual sense of the first."""
    wordnet, above = WordNet.shipped(), set(_usual(wide, part))
    return any(above & set(wordnet.ancestors(synset)) - {synset} for synset in _usual(narrow, part))


def are_forms(word1: str, word2: str) -> bool:
    """Whether two words have a base form in common."""
    wordnet = WordNet.shipped()
    bases1, bases2 = ({word, *(b for p in _PARTS for b in wordnet.base_forms(word, p))} for word in (word1, word2))
    return not bases1.isdisjoint(bases2)


@cache
def _stemmer() -> PorterStemmer:
    return PorterStemmer(mode="ORIGINAL_ALGORITHM")


def are_one_stem(word1: str, word2: str) -> bool:
    """Whether Porter's stemmer makes two words equal."""
    return bool(_stemmer().stem(word1) == _stemmer().stem(word2))


def are_family(word1: str, word2: str) -> bool:
    """Whether one word is derived from the other, or pertains to it."""
    wordnet = WordNet.shipped()
    senses1, senses2 = (
        {s for p in _PARTS for b in wordnet.base_forms(w, p) or [w] for s in wordnet.senses(b, p)}
        for w in (word1, word2)
    )
    derived = {d for s in senses1 for d in (*wordnet.derivations(s), *wordnet.related_senses(s, "pertainym"))}
    turned = {d for s in senses2 for d in (*wordnet.derivations(s), *wordnet.related_senses(s, "pertainym"))}
    return bool(derived & senses2 or turned & senses1)


def are_near(word1: str, word2: str) -> bool:
    """Whether two adjectives are in one cluster by their usual senses."""
    wordnet = WordNet.shipped()
    near = {other for synset in _usual(word1, "a") for other in wordnet.related(synset, "similar_to")}
    turned = {other for synset in _usual(word2, "a") for other in wordnet.related(synset, "similar_to")}
    return bool(near & set(_usual(word2, "a")) or turned & set(_usual(word1, "a")))


def are_antonyms(word1: str, word2: str, part: str = "") -> bool:
    """Whether a usual sense of one word has the other as an antonym, directly or by similar and derived words."""
    wordnet = WordNet.shipped()
    return any(
        base in _antonyms(one, part)
        for one, other in ((word1, word2), (word2, word1))
        for base in {other, *(b for p in part or _PARTS for b in wordnet.base_forms(other, p))}
    )


def _antonyms(word: str, part: str) -> set[str]:
    wordnet, found = WordNet.shipped(), set()
    for synset in _usual(word, part):
        for near in (synset, *wordnet.related(synset, "similar_to")):
            for sense in wordnet.senses_of_synset(near):
                for one in (sense, *wordnet.derivations(sense)):
                    found |= {wordnet.word(other).lower() for other in wordnet.antonyms(one)}
    return found


@cache
def _lists() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    folder = Path(perpend.__file__).with_name("lexicon") / "data" / "opposites"
    lines = (line for path in sorted(folder.glob("*.txt")) for line in path.read_text(encoding="utf-8").splitlines())
    sides = (line.split(" | ") for line in lines if " | " in line and not line.startswith("#"))
    return tuple((frozenset(one.split()), frozenset(other.split())) for one, other in sides)


def are_listed(word1: str, word2: str) -> bool:
    """Whether two base forms, or phrases with underscores, stand on both sides of a line of the lists of opposites."""
    return any((word1 in one and word2 in other) or (word2 in one and word1 in other) for one, other in _lists())


@cache
def exclusive_classes() -> tuple[frozenset[str], ...]:
    """The classes of which a thing has one member."""
    path = Path(perpend.__file__).with_name("lexicon") / "data" / "exclusive.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(frozenset(line.split()) for line in lines if line and not line.startswith("#"))
