"""How much of a sentence the other covers: shares of its words, weighted by rarity and by kind of word.

    "Shares of Acme fell 3 percent."  beside  "Acme stock dropped 3 percent on Friday."

    information    shares ·, acme ✓, fell ·, 3 ✓, percent ✓          equal forms, weighted by information
    synonyms       shares ✓, acme ✓, fell ✓, 3 ✓, percent ✓          or synonyms, or one derived from the other
    meaning        each word counts by its nearest partner, 1 down to 0, by Jiang and Conrath's distance
    names, numbers, nouns, verbs, others                             shares of words of one kind

A word's information is -log10 of its frequency in English. A share is 1 if the sentence has no word of the kind. Names,
numbers and content words without a partner, and negations, are counted too, because one number that differs matters
more than its share of the sentence.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf

from perpend.features.closeness import comparable_part, nearest_senses
from perpend.lexicon.frequency import log10_frequency
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.words import is_negation, is_number, is_punctuation, is_stop_word
from perpend.text import stems
from perpend.text.sentence import Sentence, is_verb

__all__ = ["coverage_features", "covered", "information"]

_KEPT = 1 << 18
_RAREST = 8.0
"""The information of a word that is not in the frequency list."""

_HALF = 4.0
"""Meaning fades with distance: exp(-distance / this)."""


@lru_cache(maxsize=_KEPT)
def information(word: str) -> float:
    """The information of a word: -log10 of its frequency in English; 0 for punctuation.

    >>> information("the") < information("cat") < information("perpend")
    True
    """
    if is_punctuation(word):
        return 0.0
    found = log10_frequency(word)
    return _RAREST if found is None else -found


@dataclass(frozen=True, slots=True)
class _Words:
    """The columns of a sentence that coverage reads."""

    lowered: tuple[str, ...]
    stems: tuple[str, ...]
    parts: tuple[str | None, ...]
    weights: tuple[float, ...]
    content: tuple[bool, ...]

    @classmethod
    def of(cls, sentence: Sentence) -> "_Words":
        lowered = tuple(token.lower() for token in sentence.tokens)
        return cls(
            lowered=lowered,
            stems=stems(lowered),
            parts=tuple(map(comparable_part, sentence.tags)),
            weights=tuple(map(information, sentence.tokens)),
            content=tuple(map(_is_content, sentence.tokens)),
        )


def _words(sentence: Sentence) -> _Words:
    return sentence.annotation("coverage", _Words.of)


def coverage_features(sentence: Sentence, other: Sentence) -> dict[str, float]:
    """The shares and counts by name, from `sentence` to `other`."""
    equal, related = covered(sentence, other)
    own, theirs = _words(sentence), _words(other)
    weights, content = own.weights, own.content
    others = list(zip(theirs.lowered, theirs.parts, strict=True))
    near = [
        1.0 if here else _nearest(word, part, others)
        for word, part, here in zip(own.lowered, own.parts, related, strict=True)
    ]
    values = {
        "information": _weighted(equal, weights),
        "synonyms": _weighted(related, weights),
        "meaning": _weighted(near, weights),
        "content": _weighted(equal, content),
        "content synonyms": _weighted(related, content),
        "content meaning": _weighted(near, content),
        "missing content": float(sum(mine and not here for mine, here in zip(content, related, strict=True))),
        "missing information": sum(weight * (not here) for weight, here in zip(weights, related, strict=True)),
        "rarest missing": max((w for w, here in zip(weights, related, strict=True) if not here), default=0.0),
        "negations": float(sum(map(is_negation, sentence.tokens))),
        "length": float(len(sentence)),
    }
    return values | _by_kind(sentence, equal, related)


def covered(sentence: Sentence, other: Sentence) -> tuple[list[bool], list[bool]]:
    """For each token of `sentence`: whether `other` has it, by form or stem, and whether `other` has a related word.

    >>> one = Sentence.tagged("the firm grew".split(), "DT NN VBD".split())
    >>> other = Sentence.tagged("the company had growth".split(), "DT NN VBD NN".split())
    >>> covered(one, other)
    ([True, False, False], [True, False, True])
    """
    own, theirs = _words(sentence), _words(other)
    forms, stemmed = set(other.forms), set(theirs.stems)
    equal = [form in forms or one in stemmed for form, one in zip(sentence.forms, own.stems, strict=True)]
    related = [
        same or (content and any(_related(word, one) for one in theirs.lowered))
        for same, word, content in zip(equal, own.lowered, own.content, strict=True)
    ]
    return equal, related


_KINDS: dict[str, Callable[[str, str], bool]] = {
    "names": lambda _, tag: tag in ("NNP", "NNPS"),
    "numbers": lambda word, tag: tag == "CD" or is_number(word),
    "nouns": lambda _, tag: tag in ("NN", "NNS"),
    "verbs": lambda _, tag: is_verb(tag),
    "others": lambda _, tag: tag[:2] in ("JJ", "RB"),
}


def _by_kind(sentence: Sentence, equal: list[bool], related: list[bool]) -> dict[str, float]:
    values = {}
    for name, belongs in _KINDS.items():
        places = [
            k for k, (word, tag) in enumerate(zip(sentence.tokens, sentence.tags, strict=True)) if belongs(word, tag)
        ]
        values[name] = _mean(equal[k] for k in places)
        values[f"{name} synonyms"] = _mean(related[k] for k in places)
        values[f"missing {name}"] = float(sum(not related[k] for k in places))
    return values


def _is_content(word: str) -> bool:
    return not is_stop_word(word) and not is_punctuation(word)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 1.0


def _weighted(values: Iterable[float], weights: Iterable[float]) -> float:
    pairs = list(zip(values, weights, strict=True))
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total if total else 1.0


@lru_cache(maxsize=_KEPT)
def _related(word1: str, word2: str) -> bool:
    """Whether the two are synonyms, or one is derived from the other."""
    return WordNet.shipped().are_synonyms(word1, word2) or not _derived(word1).isdisjoint(_senses(word2))


@lru_cache(maxsize=_KEPT)
def _senses(word: str) -> frozenset[int]:
    return frozenset(WordNet.shipped().senses(word))


@lru_cache(maxsize=_KEPT)
def _derived(word: str) -> frozenset[int]:
    wordnet = WordNet.shipped()
    return frozenset(other for sense in _senses(word) for other in wordnet.derivations(sense))


def _nearest(word: str, part: str | None, others: Sequence[tuple[str, str | None]]) -> float:
    """exp(-distance / 4) of the nearest of the others with the same part of speech; 0 without one."""
    if part is None:
        return 0.0
    distances = (nearest_senses(word, one, part) for one, its in others if its == part)
    return exp(-min(distances, default=inf) / _HALF)
