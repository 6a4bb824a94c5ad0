"""Words and phrases that exclude each other: opposites (hot, cold) and members of one class (Monday, Friday).

    are_opposite("rose", "fell")                          True
    are_opposite("legal", "illegal")                      True
    are_exclusive("red", "blue")                          True: colours
    may_be_opposite("ameliorated", "worsened")            True: a synonym of "improved"
    are_of_one_class("artery", "vein")                    True: blood vessels by WordNet
    phrases_of(("she", "turned", "the", "tap", "off"))    (Phrase(1, 5, {"turn_off"}),)
    opposite_names({"turn_off"}, {"switch_on"})           True

Opposites are WordNet's antonyms, those of a derived word (acceptance, rejection) and of a similar adjective; words of
which one is the other with a negative prefix; and the lists `data/opposites/*.txt`, written for Perpend. WordNet alone
knows about three of five opposites in everyday sentences. The lists are applied to base forms, and a phrase is written
with underscores in them; its particle may stand apart from its verb. Two words that may be synonyms or forms of one
word are never opposites.

`may_be_opposite` goes one step further, to synonyms of listed words. It is for words that stand in the same place of
two otherwise equal texts, where a wrong guess is rare. `are_of_one_class` is for such places too: it takes two nouns
that WordNet has below one narrow class, if the class is of a kind in `data/exact-classes.txt`."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from perpend.lexicon.spellings import plain_form, plain_phrase
from perpend.lexicon.word_relations import facts_of, relation_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.stem import stem
from perpend.text.wordlist import read_word_list

__all__ = [
    "Phrase",
    "are_contrary",
    "are_converse",
    "are_exclusive",
    "are_of_one_class",
    "are_opposite",
    "is_negative",
    "may_be_opposite",
    "opposite_names",
    "phrases_of",
]

_KEPT = 1 << 18
_SENTENCES = 1 << 12
_PREFIXES = (
    *((prefix, "avr") for prefix in ("un", "dis", "mis")),
    *((prefix, "ar") for prefix in ("in", "im", "il", "ir")),
    *((prefix, "nar") for prefix in ("non", "non-")),
)
"""Negative prefixes with the parts of speech that they negate: "inactive", but not "income", and no "overflow"."""

_SHORTEST = 4
"""The fewest letters of a word that a negative prefix is looked for at: "in" + "put" is no opposite of "put"."""
_SENSES = 4
"""Classes are looked for above so many senses of a noun, the most frequent ones."""

_STEPS_UP = 3
_GAP = 4
_PARTICLES = frozenset(("on", "off", "up", "down", "in", "out", "away", "back", "over", "apart", "together", "aside"))
_AFTER_PREPOSITIONS = frozenset(
    (
        "a",
        "the",
        "this",
        "that",
        "these",
        "those",
        "my",
        "your",
        "his",
        "her",
        "its",
        "our",
        "their",
        "it",
        "them",
        "him",
    )
)


class Phrase(NamedTuple):
    """A phrase that has an opposite: the tokens from `start` to before `end`, and its names in the lists."""

    start: int
    end: int
    names: frozenset[str]


@cache
def _listed() -> Mapping[str, frozenset[str]]:
    """The listed opposites of each word and phrase."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted((Path(__file__).with_name("data") / "opposites").glob("*.txt")):
        for line in read_word_list(path):
            one, other = ([_plain(name) for name in side.split()] for side in line.split(" | "))
            for word in one:
                found[word].update(other)
            for word in other:
                found[word].update(one)
    return {word: frozenset(others) for word, others in found.items()}


def _plain(name: str) -> str:
    """A word or phrase in the form in which words are compared."""
    return plain_phrase(name.replace("_", " ")).replace(" ", "_")


@cache
def _phrases() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """The phrases that begin with each word, the longest first."""
    found: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for name in _listed():
        if "_" in name:
            words = tuple(name.split("_"))
            found[words[0]].append(words)
    return {first: tuple(sorted(rest, key=lambda words: (-len(words), words))) for first, rest in found.items()}


@cache
def _classes() -> Mapping[str, frozenset[int]]:
    lines = read_word_list(Path(__file__).with_name("data") / "exclusive.txt")
    found: defaultdict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lines):
        for word in map(plain_form, line.split()):
            found[word].add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@cache
def _converses() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """The verbs of both sides of each line."""
    lines = read_word_list(Path(__file__).with_name("data") / "converses.txt")
    sides = ([frozenset(map(plain_form, side.split())) for side in line.split("|")] for line in lines)
    return tuple((one, other) for one, other in sides)


@lru_cache(maxsize=_KEPT)
def are_converse(word1: str, word2: str) -> bool:
    """Returns whether two verbs, in lower case, say the same of the same two if these exchange their places.

    >>> are_converse("gave", "received"), are_converse("bought", "sold"), are_converse("gave", "kept")
    (True, True, False)
    """
    one, other = facts_of(word1).bases, facts_of(word2).bases
    return any((one & left and other & right) or (one & right and other & left) for left, right in _converses())


def are_exclusive(word1: str, word2: str) -> bool:
    """Returns whether `word1` and `word2`, in lower case, are two members of a class of which a thing has one.

    >>> are_exclusive("march", "may"), are_exclusive("march", "red"), are_exclusive("red", "red")
    (True, False, False)
    """
    first, second = _classes().get(word1), _classes().get(word2)
    return bool(first and second and word1 != word2 and first & second) and not _is_kind_of(word1, word2)


def _is_kind_of(word1: str, word2: str) -> bool:
    """Whether one of two words is a kind of the other: steel is metal."""
    return relation_of(word1, word2) in ("narrower", "wider")


def opposite_names(names1: Iterable[str], names2: frozenset[str]) -> bool:
    """Returns whether one of `names1` is listed as an opposite of one of `names2`; phrases have underscores.

    >>> opposite_names({"turn_off"}, frozenset(("switch_on", "start")))
    True
    """
    listed = _listed()
    return any(not names2.isdisjoint(listed[name]) for name in names1 if name in listed)


@lru_cache(maxsize=_KEPT)
def are_opposite(word1: str, word2: str) -> bool:
    """Returns whether `word1` and `word2`, in lower case, are opposites.

    >>> are_opposite("rose", "fell"), are_opposite("unlocked", "locked"), are_opposite("big", "large")
    (True, True, False)
    """
    one, other = facts_of(word1), facts_of(word2)
    if word1 == word2 or one.bases & other.bases:
        return False
    if opposite_names(one.bases, other.bases):
        return True
    if one.synsets & other.synsets:
        return False
    if _antonyms(word1) & other.bases or _antonyms(word2) & one.bases:
        return True
    return _is_negated(word1, word2) or _is_negated(word2, word1)


@lru_cache(maxsize=_KEPT)
def are_contrary(word1: str, word2: str) -> bool:
    """Returns whether `word1` and `word2`, in lower case, are opposites or exclude each other.

    >>> are_contrary("rose", "fell"), are_contrary("march", "may"), are_contrary("march", "fell")
    (True, True, False)
    """
    return are_opposite(word1, word2) or are_exclusive(word1, word2)


@lru_cache(maxsize=_KEPT)
def may_be_opposite(word1: str, word2: str) -> bool:
    """Returns whether `word1` or a synonym of it is an opposite of `word2` or a synonym of it.

    >>> may_be_opposite("ameliorated", "worsened"), may_be_opposite("ameliorated", "improved")
    (True, False)
    """
    if are_opposite(word1, word2):
        return True
    if word1 == word2 or relation_of(word1, word2):
        return False
    near1, near2 = _near(word1), _near(word2)
    if any(not near1[part].isdisjoint(near2[part]) for part in "nvar"):
        return False
    return any(opposite_names(near1[part], near2[part]) for part in "nvar")


@lru_cache(maxsize=_KEPT)
def are_of_one_class(word1: str, word2: str) -> bool:
    """Returns whether two nouns in lower case are kinds of one narrow class, and neither is a kind of the other.

    >>> are_of_one_class("artery", "vein"), are_of_one_class("vein", "vessel"), are_of_one_class("artery", "idea")
    (True, False, False)
    """
    if relation_of(word1, word2):
        return False
    first, second = _classes_above(word1), _classes_above(word2)
    wordnet, exact = WordNet.shipped(), _exact_classes()
    return any(
        wordnet.information_content(synset) >= exact.get(wordnet.lexicographer_class(synset), math.inf)
        for synset in first & second
    )


@cache
def _exact_classes() -> Mapping[str, float]:
    """The least information content of a narrow class, by its kind."""
    lines = read_word_list(Path(__file__).with_name("data") / "exact-classes.txt")
    return {name: float(least) for name, least in map(str.split, lines)}


@lru_cache(maxsize=_KEPT)
def _classes_above(word: str) -> frozenset[int]:
    """The classes a few steps above the frequent senses of a noun."""
    wordnet = WordNet.shipped()
    found: set[int] = set()
    for base in wordnet.base_forms(word, "n"):
        for synset in wordnet.synsets(base, "n")[:_SENSES]:
            found.update(above for above, steps in wordnet.ancestors(synset).items() if 0 < steps <= _STEPS_UP)
    return frozenset(found)


@lru_cache(maxsize=_KEPT)
def _near(word: str) -> Mapping[str, frozenset[str]]:
    """The base forms, synonyms and similar adjectives of a word's most frequent sense, for each part of speech."""
    wordnet = WordNet.shipped()
    found: dict[str, frozenset[str]] = {}
    for part in "nvar":
        near: set[str] = set()
        for base in wordnet.base_forms(word, part):
            near.add(base)
            for synset in wordnet.synsets(base, part)[:1]:
                for one in (synset, *wordnet.related(synset, "similar_to")):
                    near.update(wordnet.word(sense).lower() for sense in wordnet.senses_of_synset(one))
        found[part] = frozenset(near)
    return found


@lru_cache(maxsize=_KEPT)
def _antonyms(word: str) -> frozenset[str]:
    """The antonyms of a word, of words derived from it, and of adjectives and adverbs that are similar to it.

    Function words have none: "some", "each" and "few" are antonyms in WordNet.
    """
    facts, wordnet = facts_of(word), WordNet.shipped()
    found: set[str] = set()
    if facts.is_function_word:
        return frozenset()
    for sense in facts.senses:
        for one in (sense, *wordnet.derivations(sense)):
            found.update(wordnet.word(other).lower() for other in wordnet.antonyms(one))
    for near in _similar(word):
        for sense in wordnet.senses_of_synset(near):
            found.update(wordnet.word(other).lower() for other in wordnet.antonyms(sense))
    return frozenset(found)


def _similar(word: str) -> set[int]:
    """The adjectives and adverbs that are similar to a word in its most frequent sense."""
    wordnet = WordNet.shipped()
    synsets = [
        synset for part in "ar" for base in wordnet.base_forms(word, part) for synset in wordnet.synsets(base, part)[:1]
    ]
    return {near for synset in synsets for near in wordnet.related(synset, "similar_to")}


@lru_cache(maxsize=_KEPT)
def is_negative(word: str) -> bool:
    """Returns whether `word`, in lower case, is another word with a negative prefix or the ending -less.

    >>> is_negative("untouched"), is_negative("shirtless"), is_negative("under"), is_negative("input")
    (True, True, False, False)
    """
    wordnet = WordNet.shipped()
    if word.endswith("less") and len(word) > 4 + _SHORTEST - 1:
        return bool(wordnet.synsets(word[:-4]))
    return any(
        word.startswith(prefix) and len(word) >= len(prefix) + _SHORTEST and bool(wordnet.synsets(word[len(prefix) :]))
        for prefix in ("un", "non-", "in", "im", "ir", "dis")
        if bool(wordnet.base_forms(word, "a"))
    )


def _is_negated(word: str, other: str) -> bool:
    """Whether a word is the other with a negative prefix, or has -less where the other has -ful."""
    if word.endswith("less") and other == word[:-4] + "ful":
        return True
    return len(other) >= _SHORTEST and any(
        word.startswith(prefix)
        and stem(word.removeprefix(prefix)) == stem(other)
        and any(_has_part(word, part) and _has_part(other, part) for part in parts)
        for prefix, parts in _PREFIXES
    )


@lru_cache(maxsize=_KEPT)
def _has_part(word: str, part: str) -> bool:
    """Whether a word may be of a part of speech; words that WordNet lacks may be of any."""
    wordnet = WordNet.shipped()
    return bool(wordnet.base_forms(word, part)) or not any(wordnet.base_forms(word, each) for each in "nvar")


@lru_cache(maxsize=_SENTENCES)
def phrases_of(forms: tuple[str, ...]) -> tuple[Phrase, ...]:
    """Returns the phrases of several words in `forms` that have an opposite; results for recent sentences are kept."""
    return tuple(
        Phrase(start, end, frozenset(("_".join(words),)))
        for start, form in enumerate(forms)
        if (first_words := _first_words(form))
        for words in _going_on(first_words, forms, start)
        if (end := _end_of(forms, start, words))
    )


def _going_on(first_words: tuple[str, ...], forms: tuple[str, ...], start: int) -> Iterator[tuple[str, ...]]:
    """The phrases whose second word follows, or whose particle may stand a few words later."""
    near = set(_PARTICLES.intersection(forms[start + 2 : start + 2 + _GAP]))
    if start + 1 < len(forms):
        near |= facts_of(forms[start + 1]).bases
    return (words for first in first_words for words in _phrases()[first] if words[1] in near)


@lru_cache(maxsize=_KEPT)
def _first_words(form: str) -> tuple[str, ...]:
    return tuple(sorted(base for base in facts_of(form).bases if base in _phrases()))


def _end_of(forms: Sequence[str], start: int, words: tuple[str, ...]) -> int:
    """The end of a phrase that begins at `start`, or 0: its words follow, or its particle does a few words later."""
    end = start + len(words)
    following = forms[start + 1 : end]
    if len(following) == len(words) - 1 and all(
        word == form or word in facts_of(form).bases for word, form in zip(words[1:], following, strict=True)
    ):
        return end
    if len(words) == 2 and words[1] in _PARTICLES and words[1] in forms[start + 2 : start + 2 + _GAP]:
        place = forms.index(words[1], start + 2)
        apart = forms[start + 1 : place]
        after = forms[place + 1] if place + 1 < len(forms) else ""
        if after not in _AFTER_PREPOSITIONS and all(form[:1].isalnum() for form in apart):
            return place + 1
    return 0
