"""How two words are related in their usual senses, each as the part of speech that it is where it stands.

    usual_relation("big", "a", "huge", "a")          "similar"
    usual_relation("play", "n", "down", "n")         ""           related in a rare sense only, a move in football
    usually_opposite("left", "v", "near", "r")       False        "left" of leaving is no side

`perpend.lexicon.word_relations` takes every sense of every part of speech, because what links words may err; a sentence
that says how they are related may not. So only senses count that are among the first USUAL of a word in the part of
speech (`parts_of`): WordNet lists them by how often they occur.
"""

from functools import lru_cache

from perpend.lexicon.opposites import opposite_names
from perpend.lexicon.word_relations import facts_of
from perpend.lexicon.wordnet.database import WordNet

__all__ = ["USUAL", "is_usual_kind", "parts_at", "usual_relation", "usually_opposite"]

USUAL = 3
"""So many senses of a word in a part of speech count, the most frequent ones."""

_STEPS = 2
_KEPT = 1 << 16


def parts_at(kinds: str, forms: tuple[str, ...], place: int) -> str:
    """The parts of speech, letters of WordNet, that a word may be of; none for numbers, pronouns and the like.

    :param kinds: the kind of each word, as `perpend.features.word_kinds` gives it.
    :param forms: the compared forms of the words.
    :param place: the place of the word.

    >>> parts_at("DNNVDN", ("the", "light", "car", "passed", "a", "light"), 2)
    'n'
    """
    kind, form, before, after = kinds[place], forms[place], kinds[:place][-1:], kinds[place + 1 : place + 2]
    if kind == "V" and before == "B":
        return "v" if forms[place + 1 : place + 2] == ("by",) else "va"
    if kind == "V":
        # "A man building a house" is no building, and "the sad nurse thanked" has one verb.
        is_open = before == "N" and (form.endswith("ing") or after in ("V", "B", "M", "H")) and _count(form, "n")
        return "" if is_open else "v"
    if kind == "A":
        return "ra"
    if kind != "N" or not form[:1].isalpha():
        return ""
    as_noun, as_adjective = (_count(form, part) for part in "na")
    if before in ("N", "V") and (base := _base(form, "v")) and base != form:
        # A verb, perhaps: "a small nurse washed it".
        return ""
    if before == "D" and after == "V" and as_noun and as_adjective:
        return ""
    if before in ("B", "A") and as_adjective:
        return "a"
    return "a" if as_adjective > as_noun else "n" if as_noun else ""


@lru_cache(maxsize=_KEPT)
def _count(form: str, part: str) -> int:
    """How often the senses of a word in a part of speech were met in WordNet's corpus, and 1 more for each sense."""
    wordnet = WordNet.shipped()
    senses = (sense for base in wordnet.base_forms(form, part) for sense in wordnet.senses(base, part))
    return sum(1 + wordnet.tag_count(sense) for sense in senses)


@lru_cache(maxsize=_KEPT)
def _base(word: str, part: str) -> str:
    """The most frequent base form of a word in a part of speech, or "": "found" is "find", not "found" a town."""
    wordnet = WordNet.shipped()
    counts = {
        base: sum(1 + wordnet.tag_count(s) for s in wordnet.senses(base, part) if wordnet.word(s).lower() == base)
        for base in wordnet.base_forms(word, part)
    }
    return max(counts, key=counts.__getitem__, default="")


@lru_cache(maxsize=_KEPT)
def _usual(word: str, parts: str) -> frozenset[int]:
    """The usual synsets of a word."""
    wordnet = WordNet.shipped()
    return frozenset(
        synset for part in parts if (base := _base(word, part)) for synset in wordnet.synsets(base, part)[:USUAL]
    )


@lru_cache(maxsize=_KEPT)
def _wider(word: str, parts: str) -> frozenset[int]:
    wordnet = WordNet.shipped()
    return frozenset(
        above
        for synset in _usual(word, parts)
        for above, steps in wordnet.ancestors(synset).items()
        if 0 < steps <= _STEPS
    )


@lru_cache(maxsize=_KEPT)
def usual_relation(word1: str, parts1: str, word2: str, parts2: str) -> str:
    """Returns the relation of two words in their usual senses: one of `perpend.lexicon.word_relations.RELATIONS`.

    :param word1: a word in its compared form.
    :param parts1: the parts of speech that it may be of.
    :param word2: another word.
    :param parts2: the parts of speech that this one may be of.

    >>> usual_relation("dog", "n", "animal", "n"), usual_relation("building", "n", "constructed", "v")
    ('narrower', '')
    """
    one, other = facts_of(word1), facts_of(word2)
    if word1 == word2:
        return "same"
    if not (one.is_content and other.is_content and parts1 and parts2):
        return "inflected" if one.bases & other.bases and not (one.is_sign or other.is_sign) else ""
    if one.bases & other.bases or (one.stem == other.stem and len(one.stem) > 2):
        return "inflected"
    parts = "".join(part for part in parts1 if part in parts2)
    synsets1, synsets2 = _usual(word1, parts), _usual(word2, parts)
    if synsets1 & synsets2:
        return "synonym"
    if one.derived & other.senses or other.derived & one.senses:
        return "derived"
    if _are_near(synsets1, synsets2):
        return "similar"
    if synsets2 & _wider(word1, parts):
        return "narrower"
    return "wider" if synsets1 & _wider(word2, parts) else ""


def _are_near(synsets1: frozenset[int], synsets2: frozenset[int]) -> bool:
    wordnet = WordNet.shipped()
    return any(near in synsets2 for synset in synsets1 for near in wordnet.related(synset, "similar_to"))


@lru_cache(maxsize=_KEPT)
def is_usual_kind(narrow: str, parts1: str, wide: str, parts2: str) -> bool:
    """Returns whether a usual sense of one word is a kind of a usual sense of another.

    :param narrow: the word that may be a kind of the other, in its compared form.
    :param parts1: the parts of speech that it may be of.
    :param wide: the other word.
    :param parts2: the parts of speech that this one may be of.

    >>> is_usual_kind("dog", "n", "animal", "n"), is_usual_kind("dog", "n", "cat", "n")
    (True, False)
    """
    parts = "".join(part for part in parts1 if part in parts2)
    above, wordnet = _usual(wide, parts), WordNet.shipped()
    return any(above & wordnet.ancestors(synset).keys() - {synset} for synset in _usual(narrow, parts))


@lru_cache(maxsize=_KEPT)
def usually_opposite(word1: str, parts1: str, word2: str, parts2: str) -> bool:
    """Returns whether two words of one part of speech are opposites by the lists, or by their usual senses.

    :param word1: a word in its compared form.
    :param parts1: the parts of speech that it may be of.
    :param word2: another word.
    :param parts2: the parts of speech that this one may be of.

    >>> usually_opposite("big", "a", "small", "a"), usually_opposite("large", "a", "young", "a")
    (True, False)
    """
    parts = "".join(part for part in parts1 if part in parts2)
    if not parts:
        return False
    bases1, bases2 = (frozenset(_base(word, part) for part in parts) - {""} for word in (word1, word2))
    if bases1 & bases2:
        return False
    if opposite_names(bases1, bases2):
        return True
    return bool(_antonyms(word1, parts) & bases2 or _antonyms(word2, parts) & bases1)


@lru_cache(maxsize=_KEPT)
def _antonyms(word: str, parts: str) -> frozenset[str]:
    """The antonyms of the usual senses of a word, of what is derived from it, and of what is similar to it."""
    wordnet = WordNet.shipped()
    found: set[str] = set()
    own = {_base(word, part) for part in parts}
    for synset in _usual(word, parts):
        senses = [sense for sense in wordnet.senses_of_synset(synset) if wordnet.word(sense).lower() in own]
        senses += [s for near in wordnet.related(synset, "similar_to") for s in wordnet.senses_of_synset(near)]
        for sense in senses:
            for one in (sense, *wordnet.derivations(sense)):
                found.update(wordnet.word(other).lower() for other in wordnet.antonyms(one))
    return frozenset(found)
