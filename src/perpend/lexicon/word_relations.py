"""How two words are related, without a sentence around them.

    relation_of("goes", "went")          "inflected"     a base form or a stem in common
    relation_of("buy", "purchase")       "synonym"       a synset of WordNet in common
    relation_of("greek", "greece")       "derived"       one is derived from the other, or pertains to it
    relation_of("big", "huge")           "similar"       adjectives of one cluster
    relation_of("dog", "animal")         "narrower"      the first is a kind of the second, at most two steps apart
    relation_of("animal", "dog")         "wider"
    relation_of("cat", "idea")           ""

Words are compared in the form that `compared_form` gives (`perpend.lexicon.spellings.plain_form`): in lower case, with
contracted words written out, and in one spelling. Function
words (`data/function-words.txt`) and short words are related by base forms only, because WordNet has senses for "a" (a
letter), "is" and "as" (abbreviations) that nobody means."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from perpend.lexicon.spellings import plain_form as compared_form
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.stem import stem
from perpend.text.wordlist import read_word_list

__all__ = ["RELATIONS", "WordFacts", "compared_form", "facts_of", "relation_of", "share_sense"]

RELATIONS = ("same", "inflected", "synonym", "derived", "similar", "narrower", "wider", "")
"""The relations, the closest first; the last is none."""

_KEPT = 1 << 16
_PAIRS = 1 << 20
_PARTS = "nvar"
_STEPS = 2
_SENSES = 8
"""Wider words are looked for above so many senses of a word, the most frequent ones."""


@dataclass(frozen=True, slots=True)
class WordFacts:
    """What is known of a word; `bases` has the word itself and WordNet's base forms of it."""

    word: str
    is_sign: bool
    is_function_word: bool
    stem: str
    bases: frozenset[str]
    synsets: frozenset[int]
    senses: frozenset[int]
    derived: frozenset[int]
    similar: frozenset[int]
    wider: Mapping[int, int]

    @property
    def is_content(self) -> bool:
        """Whether it is neither a sign nor a function word."""
        return not (self.is_sign or self.is_function_word)


@cache
def _function_words() -> frozenset[str]:
    return frozenset(map(compared_form, read_word_list(Path(__file__).with_name("data") / "function-words.txt")))


@lru_cache(maxsize=_KEPT)
def facts_of(word: str) -> WordFacts:
    """Returns the facts of a `word` in its compared form, cached."""
    is_sign = not any(map(str.isalnum, word))
    if is_sign:
        none: frozenset[int] = frozenset()
        return WordFacts(word, True, False, word, frozenset((word,)), none, none, none, none, {})
    wordnet = WordNet.shipped()
    is_function_word = word in _function_words()
    # "its" is no plural of "it", but "was" is a form of "be".
    parts = "v" if is_function_word else _PARTS
    senses = wordnet.senses(word)
    synsets = wordnet.synsets(word)
    return WordFacts(
        word=word,
        is_sign=False,
        is_function_word=is_function_word,
        stem=stem(word),
        bases=frozenset((word, *(base for part in parts for base in wordnet.base_forms(word, part)))),
        synsets=frozenset(synsets),
        senses=frozenset(senses),
        derived=frozenset(
            other
            for sense in senses
            for other in (*wordnet.derivations(sense), *wordnet.related_senses(sense, "pertainym"))
        ),
        similar=frozenset(near for synset in synsets for near in wordnet.related(synset, "similar_to")),
        wider=_wider(wordnet, synsets[:_SENSES]),
    )


def _wider(wordnet: WordNet, synsets: list[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for synset in synsets:
        for ancestor, steps in wordnet.ancestors(synset).items():
            if 0 < steps <= _STEPS:
                found[ancestor] = min(steps, found.get(ancestor, steps))
    return found


def share_sense(word1: str, word2: str) -> bool:
    """Returns whether `word1` and `word2`, in lower case, have any sense of WordNet in common.

    >>> share_sense("kids", "children"), share_sense("as", "a")
    (True, False)
    """
    return not facts_of(word1).synsets.isdisjoint(facts_of(word2).synsets)


@lru_cache(maxsize=_PAIRS)
def relation_of(word1: str, word2: str) -> str:
    """Returns the relation of `word1` to `word2`, both in their compared form: one of RELATIONS.

    >>> relation_of("goes", "went"), relation_of("dog", "animal"), relation_of("is", "one"), relation_of("a", "as")
    ('inflected', 'narrower', '', '')
    """
    if word1 == word2:
        return "same"
    one, other = facts_of(word1), facts_of(word2)
    if one.is_sign or other.is_sign:
        return ""
    if one.bases & other.bases or (
        one.stem == other.stem and len(one.stem) > 2 and one.is_content and other.is_content
    ):
        return "inflected"
    if not (one.is_content and other.is_content):
        return ""
    if one.synsets & other.synsets:
        return "synonym"
    if one.derived & other.senses or other.derived & one.senses:
        return "derived"
    if one.similar & other.synsets or other.similar & one.synsets:
        return "similar"
    if not other.synsets.isdisjoint(one.wider):
        return "narrower"
    return "wider" if not one.synsets.isdisjoint(other.wider) else ""
