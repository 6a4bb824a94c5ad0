"""How a word of the text is tied to a word of the hypothesis, without a sentence around them.

    tie_of(entry("beagle", "n"), entry("dog", "n"))      NARROWER      a beagle is a kind of dog
    tie_of(entry("dog", "n"), entry("beagle", "n"))      WIDER
    tie_of(entry("red", "a"), entry("blue", "a"))        OTHER         two members of a class of which a thing has one
    tie_of(entry("open", "a"), entry("shut", "a"))       OPPOSITE
    tie_of(entry("oslo", "n"), entry("norway", "n"))     CONTAINED     a part of it

Ties rest on WordNet, on the lists of opposites (`perpend.lexicon.opposites`), and on classes of words that exclude each
other (`data/exclusive-classes.toml`, `lexicon/data/exclusive.txt`). Rare senses mislead, so only the first senses of a
word count, which WordNet orders by frequency.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from perpend.files.toml import read_toml
from perpend.lexicon.opposites import are_exclusive, are_opposite, opposite_names
from perpend.lexicon.word_relations import facts_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.stem import stem

__all__ = ["Entry", "Tie", "entry_of", "is_known_phrase", "tie_of"]

_KEPT = 1 << 16
_PAIRS = 1 << 18
_SENSES: Mapping[str, int] = {"n": 3, "v": 4, "a": 3, "r": 3}
_STEPS: Mapping[str, int] = {"n": 10, "v": 2}
_PART_STEPS = 4
_LEAST_CONTENT = 0.7
"""Classes with less information content ("entity", "object") are above everything."""

_LEAST_SHARE, _FEW_TAGS = 0.08, 8
"""A sense is frequent with this share of a word's tags in WordNet's texts; a word with few tags is not counted."""

_ENDINGS = ("len", "en")
"""Endings of adjectives of material: "wooden", "woollen"."""

_SISTER_CONTENT = 5.0
_SISTER_STEPS = 2


class Tie(StrEnum):
    """What the word of the text is to the word of the hypothesis, the closest first."""

    SAME = "same"
    INFLECTED = "inflected"
    SYNONYM = "synonym"
    NARROWER = "narrower"
    CONTAINED = "contained"
    DERIVED = "derived"
    WIDER = "wider"
    CONTAINS = "contains"
    OPPOSITE = "opposite"
    OTHER = "other"
    OTHER_LOOSELY = "other, loosely"
    SISTER = "sister"
    NONE = "none"


@dataclass(frozen=True, eq=False)
class Entry:
    """What is known of a word or phrase in one part of speech; `classes` maps classes to the members it may be."""

    word: str
    base: str
    part: str
    bases: frozenset[str]
    stem: str
    synsets: frozenset[int]
    all_synsets: frozenset[int]
    above: frozenset[int]
    senses: frozenset[int]
    derived: frozenset[int]
    similar: frozenset[int]
    wholes: frozenset[int]
    near: frozenset[int]
    strict: Mapping[str, frozenset[int]]
    loose: Mapping[str, frozenset[int]]


@cache
def _classes() -> tuple[dict[int, str], dict[int, str], int]:
    """The classes by their synsets: strict ones, loose ones, and how many senses count."""
    lists, wordnet = read_toml(Path(__file__).with_name("data") / "exclusive-classes.toml"), WordNet.shipped()
    strict, loose = (
        {wordnet.synset(synset): name for name, synsets in lists[kind].items() for synset in synsets}
        for kind in ("strict", "loose")
    )
    return strict, loose, int(lists["limits"]["senses"])


@cache
def _listed() -> tuple[Mapping[str, frozenset[str]], Mapping[int, frozenset[int]], frozenset[str]]:
    """The classes of listed words, the synsets above listed ones, and the words that are in no class."""
    lists, wordnet = read_toml(Path(__file__).with_name("data") / "exclusive-classes.toml"), WordNet.shipped()
    classes: dict[str, set[str]] = {}
    for name, words in lists["words"].items():
        for word in words.split():
            classes.setdefault(word, set()).add(name)
    above = {
        wordnet.synset(low): frozenset(
            ancestor for synset in high for ancestor in (*wordnet.ancestors(wordnet.synset(synset)),)
        )
        for low, high in lists["above"].items()
    }
    return (
        {word: frozenset(names) for word, names in classes.items()},
        above,
        frozenset(lists["apart"]["words"].split()),
    )


def is_known_phrase(phrase: str, part: str) -> bool:
    """Returns whether WordNet has a `phrase`, with underscores, as a noun, verb or adjective (`part`)."""
    return bool(_phrase_synsets(phrase, part))


@lru_cache(maxsize=_KEPT)
def _phrase_synsets(phrase: str, part: str) -> tuple[int, ...]:
    return tuple(WordNet.shipped().synsets(phrase, part))


@lru_cache(maxsize=_KEPT)
def entry_of(form: str, base: str, part: str) -> Entry:
    """Returns what is known of a word or phrase, cached.

    :param form: the word as it is compared; a phrase has underscores.
    :param base: its base form.
    :param part: WordNet's letter for its part of speech, or an empty string.
    """
    wordnet = WordNet.shipped()
    none: frozenset[int] = frozenset()
    phrase = "_" in form
    bases = frozenset((form, base)) if phrase else facts_of(form).bases | {base}
    if not part or (not phrase and facts_of(form).is_function_word and part != "v"):
        return Entry(form, base, part, bases, stem(form), none, none, none, none, none, none, none, none, {}, {})
    every = wordnet.synsets(base, part) or wordnet.synsets(form, part)
    first = _frequent(base if wordnet.synsets(base, part) else form, part, every)
    senses = frozenset(wordnet.senses(base, part))
    derived = frozenset(
        other
        for sense in senses
        for other in (*wordnet.derivations(sense), *wordnet.related_senses(sense, "pertainym"))
    )
    apart = base in _listed()[2]
    strict, loose = ({}, {}) if apart else _members(base, first, senses, part)
    return Entry(
        word=form,
        base=base,
        part=part,
        bases=bases,
        stem=stem(form),
        synsets=frozenset(first),
        all_synsets=frozenset(every[: 2 * _SENSES[part]]),
        above=_above(first, part),
        senses=senses,
        derived=derived,
        similar=frozenset(near for synset in every[:2] for near in wordnet.related(synset, "similar_to")),
        wholes=_wholes(first) if part == "n" else none,
        near=_near(first[:2]) if part == "n" and not apart else none,
        strict=strict,
        loose=loose,
    )


def _frequent(base: str, part: str, synsets: list[int]) -> list[int]:
    """The senses in which a word is used often: the first, and others with a share of its tags in WordNet's texts."""
    wordnet = WordNet.shipped()
    counts: dict[int, int] = {}
    for sense in wordnet.senses(base, part):
        synset = wordnet.synset_of_sense(sense)
        counts[synset] = counts.get(synset, 0) + wordnet.tag_count(sense)
    total = sum(counts.values())
    if total < _FEW_TAGS:
        return synsets[: _SENSES[part]]
    often = [synset for synset in synsets if counts.get(synset, 0) >= _LEAST_SHARE * total]
    return (often or synsets)[: _SENSES[part] + 1]


def _above(synsets: list[int], part: str) -> frozenset[int]:
    """The classes above some synsets; nothing that is above nearly everything."""
    if part not in _STEPS:
        return frozenset()
    wordnet, listed = WordNet.shipped(), _listed()[1]
    found = {
        above
        for synset in synsets
        for above, steps in wordnet.ancestors(synset).items()
        if 0 < steps <= _STEPS[part] and (part == "v" or wordnet.information_content(above) >= _LEAST_CONTENT)
    }
    for synset in (*synsets, *found):
        found |= listed.get(synset, frozenset())
    return frozenset(one for one in found if part == "v" or wordnet.information_content(one) >= _LEAST_CONTENT)


def _near(synsets: list[int]) -> frozenset[int]:
    """The narrow classes a step or two above some synsets."""
    wordnet = WordNet.shipped()
    return frozenset(
        above
        for synset in synsets
        for above, steps in wordnet.ancestors(synset).items()
        if 0 < steps <= _SISTER_STEPS and wordnet.information_content(above) >= _SISTER_CONTENT
    )


def _wholes(synsets: list[int]) -> frozenset[int]:
    """The places and things that some synsets are parts of, a few steps up: Oslo, Norway, Scandinavia, Europe."""
    wordnet = WordNet.shipped()
    found: set[int] = set()
    level = [one for one in synsets if wordnet.lexicographer_class(one) == "noun.location"]
    for _ in range(_PART_STEPS):
        level = [whole for one in level for whole in wordnet.related(one, "part_holonym") if whole not in found]
        found.update(level)
    return frozenset(found)


def _members(
    base: str, synsets: list[int], senses: frozenset[int], part: str
) -> tuple[dict[str, frozenset[int]], dict[str, frozenset[int]]]:
    """The strict and the loose classes of a word, each with the synsets by which it belongs to it."""
    wordnet = WordNet.shipped()
    strict, loose, most = _classes()
    if part not in ("n", "a"):
        return {name: frozenset((_number_of(base),)) for name in _listed()[0].get(base, ())}, {}
    nouns = synsets[:most] if part == "n" else wordnet.synsets(base, "n")[:2]
    # "Swedish" pertains to Sweden, "wooden" to wood; "a Canadian" is derived from "Canadian".
    near = [other for sense in senses for other in wordnet.derivations(sense)] if part == "n" else [*senses]
    adjectives = [*near, *wordnet.senses(base, "a")]
    nouns += [
        wordnet.synset_of_sense(one) for sense in adjectives for one in wordnet.related_senses(sense, "pertainym")
    ]
    if part == "a":
        nouns += [wordnet.synset_of_sense(one) for sense in senses for one in wordnet.derivations(sense)]
    found: tuple[dict[str, set[int]], dict[str, set[int]]] = ({}, {})
    for name in _listed()[0].get(base, ()):
        found[0].setdefault(name, set()).add(_number_of(base))
    for synset in nouns:
        for above in wordnet.ancestors(synset):
            if above in strict and (above != synset or strict[above] == "sex"):
                found[0].setdefault(strict[above], set()).add(synset)
            elif above in loose and above != synset:
                found[1].setdefault(loose[above], set()).add(synset)
    first, second = ({name: frozenset(ones) for name, ones in each.items()} for each in found)
    return first, second


@cache
def _number_of(base: str) -> int:
    """A number below zero for a listed word, as its membership: the same for "wood" and "wooden"."""
    listed = _listed()[0]
    word = next((base.removesuffix(end) for end in _ENDINGS if base.removesuffix(end) in listed), base)
    return -1 - sorted(_listed()[0]).index(word)


@lru_cache(maxsize=_PAIRS)
def tie_of(one: Entry, other: Entry) -> Tie:
    """Returns what the word `one` of the text is to the word `other` of the hypothesis."""
    if one.word == other.word:
        return Tie.SAME
    if one.bases & other.bases:
        return Tie.INFLECTED
    if one.synsets & other.all_synsets or one.all_synsets & other.synsets:
        return Tie.OPPOSITE if _are_opposite(one, other) else Tie.SYNONYM
    if _are_opposite(one, other):
        return Tie.OTHER if _differ(one.strict, other.strict) else Tie.OPPOSITE
    if one.part == other.part and not other.synsets.isdisjoint(one.wholes):
        return Tie.CONTAINED
    if one.part == other.part and not one.synsets.isdisjoint(other.wholes):
        return Tie.CONTAINS
    if any(not members.isdisjoint(one.wholes) for members in other.strict.values()):
        return Tie.CONTAINED
    if any(not members.isdisjoint(other.wholes) for members in one.strict.values()):
        return Tie.CONTAINS
    apart = one.above.isdisjoint(other.synsets) and other.above.isdisjoint(one.synsets)
    if apart and _differ(one.strict, other.strict):
        return Tie.OTHER
    if one.part == other.part:
        if not other.synsets.isdisjoint(one.above):
            return Tie.NARROWER
        if not one.similar.isdisjoint(other.synsets) or not other.similar.isdisjoint(one.synsets):
            return Tie.SYNONYM
    if one.derived & other.senses or other.derived & one.senses:
        return Tie.DERIVED
    if one.stem == other.stem and len(one.stem) > 2:
        return Tie.DERIVED
    if one.part == other.part and not one.synsets.isdisjoint(other.above):
        return Tie.WIDER
    if are_exclusive(one.word, other.word) or are_exclusive(one.base, other.base):
        return Tie.OTHER
    if _differ(one.loose, other.loose):
        return Tie.OTHER_LOOSELY
    if one.part == other.part == "n" and not one.near.isdisjoint(other.near):
        return Tie.SISTER
    return Tie.NONE


def _differ(first: Mapping[str, frozenset[int]], second: Mapping[str, frozenset[int]]) -> bool:
    return any(name in second and members.isdisjoint(second[name]) for name, members in first.items())


def _are_opposite(one: Entry, other: Entry) -> bool:
    if "_" in one.word or "_" in other.word:
        return opposite_names(one.bases, other.bases)
    return bool(one.part) and bool(other.part) and are_opposite(one.word, other.word)
