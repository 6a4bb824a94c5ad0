"""The kind of each word of a sentence, one letter a word, from the words alone, without a tagger.

    kinds_of(("anna", "hired", "ben", "."))  ->  "NVN."

D determiner, N noun, adjective, number or name, O pronoun, V verb, B form of "be", H of "have", M modal, T "to",
P preposition, C coordinator, S subordinator, W relative, X "than", G possessive "'s", A adverb, . sign.

The kinds of ambiguous words follow from the word before and from how often WordNet's senses occur as verbs. This is
right for most verbs of plain sentences, and a wrong guess is mostly the same in both sentences of a near-copy."""

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from perpend.files.toml import read_toml
from perpend.lexicon.word_relations import facts_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.quantities import starters

__all__ = ["KindOfWord", "kind_of_word", "kinds_in", "kinds_of", "lexicon", "pronoun_of"]

_KEPT = 1 << 16
_SENTENCES = 1 << 12
_SURELY_VERB, _MAYBE_VERB = 0.5, 0.2
_ENDS = frozenset('.!?;:,()"')
_UNITS = frozenset("%°$€£&#+=")
_ABOUT = frozenset(("about", "around", "over", "under"))
_DEGREES = frozenset(("more", "less", "fewer"))


class KindOfWord(NamedTuple):
    """What is known of a word by itself: its kind, "?" if it may be a verb, and its forms."""

    kind: str
    verbs: frozenset[str] = frozenset()
    share: float = 0.0
    past: bool = False
    number: bool = False


@cache
def lexicon() -> dict[str, Any]:
    """The lists of `lexicon/data/clauses.toml`."""
    return read_toml(Path(__file__).parents[1] / "lexicon" / "data" / "clauses.toml")


@cache
def _fixed() -> dict[str, str]:
    lists = lexicon()
    words = lists["words"]
    letters = (
        ("A", words["adverbs"]), ("O", lists["subjects"]), ("O", lists["objects"]), ("D", lists["determiners"]),
        ("P", words["prepositions"]), ("B", words["auxiliaries"]), ("H", words["have"]), ("M", words["modals"]),
        ("C", words["coordinators"]), ("X", words["comparers"]), ("S", words["subordinators"]), ("T", ("to",)),
        ("G", ("'s", "'")), ("W", ("who", "which", "whom", "whose")),
    )  # fmt: skip
    return {word: letter for letter, entries in letters for word in entries}


@cache
def _pronouns() -> dict[str, str]:
    return {form: name for name, forms in lexicon()["pronouns"].items() for form in forms}


def pronoun_of(form: str) -> str:
    """Returns the one form that stands for all forms of a personal pronoun, or "".

    >>> pronoun_of("him"), pronoun_of("dog")
    ('he', '')
    """
    return _pronouns().get(form, "")


@lru_cache(maxsize=_KEPT)
def kind_of_word(form: str) -> KindOfWord:
    """Returns what is known of a `form` by itself."""
    if (fixed := _fixed().get(form)) is not None:
        return KindOfWord(fixed)
    facts = facts_of(form)
    if facts.is_sign:
        return KindOfWord("." if form not in _UNITS else "N", number=form in "$€£")
    if form[:1].isdigit() or form in starters():
        return KindOfWord("N", number=True)
    wordnet = WordNet.shipped()
    verbs = frozenset(wordnet.base_forms(form, "v"))
    adverb = form.endswith("ly") and bool(wordnet.synsets(form, "r"))
    if not verbs:
        return KindOfWord("A" if adverb else "N")
    counts = {part: _count(wordnet, form, part) for part in "nvar"}
    share = (counts["v"] + 0.5) / (sum(counts.values()) + (1.0 if counts["n"] or counts["a"] else 0.5))
    past = verbs != {form} and not form.endswith(("ing", "s"))
    return KindOfWord("?", verbs, share, past or form in lexicon()["verbs"]["unchanged"])


def _count(wordnet: WordNet, form: str, part: str) -> int:
    return sum(
        wordnet.tag_count(sense) for base in wordnet.base_forms(form, part) for sense in wordnet.senses(base, part)
    )


@lru_cache(maxsize=_SENTENCES)
def kinds_in(forms: tuple[str, ...]) -> str:
    """Returns the kind of each of `forms`, one letter each; results for recent sentences are kept."""
    return "".join(kinds_of(forms, [kind_of_word(form) for form in forms]))


def kinds_of(forms: Sequence[str], words: Sequence[KindOfWord]) -> list[str]:
    """Returns the kind of each of `forms`, whose own kinds are `words`."""
    kinds: list[str] = []
    before, has_verb = "^", False
    for place, (form, word) in enumerate(zip(forms, words, strict=True)):
        kind = word.kind
        if kind == "?":
            after = words[place + 1].kind if place + 1 < len(words) else "."
            kind = "V" if _is_verb(form, word, before, after, has_verb) else "N"
        elif (form == "may" and before == "P") or (form == "a" and before == "N" and forms[place - 1] in _lettered()):
            kind = "N"
        elif _is_hedge(forms, words, place):
            kind = "A"
        elif form == "as":
            kind = _kind_of_as(forms, words, place)
        elif form == "her":
            kind = "D" if place + 1 < len(words) and words[place + 1].kind in "N?" else "O"
        elif form in ("that", "this", "these", "those") and place + 1 < len(words):
            kind = "W" if form == "that" and kinds[-1:] == ["N"] else "D" if words[place + 1].kind in "N?" else "O"
        if kind in "SWC" or form in _ENDS:
            has_verb = False
        has_verb = has_verb or kind in "VB"
        kinds.append(kind)
        if kind != "A":
            before = "D" if word.number and before != "N" else kind
    return kinds


@cache
def _lettered() -> frozenset[str]:
    return frozenset(lexicon()["words"]["lettered"])


def _kind_of_as(forms: Sequence[str], words: Sequence[KindOfWord], place: int) -> str:
    """Of "as tall as" the first is an adverb and the second compares; "as her assistant" is a phrase."""
    if "as" in forms[place + 2 : place + 5]:
        return "A"
    if place > 1 and "as" in forms[max(0, place - 4) : place - 1]:
        return "X"
    for word in words[place + 1 : place + 6]:
        if word.kind in "BMHO?":
            return "S"
        if word.kind in ".CSWP":
            break
    return "P"


def _is_hedge(forms: Sequence[str], words: Sequence[KindOfWord], place: int) -> bool:
    """Whether a word belongs to a number: "about ten", "less than a week"."""
    form, after = forms[place], forms[place + 1] if place + 1 < len(forms) else ""
    if form in _ABOUT:
        return _begins_number(words, forms, place + 1)
    if form in _DEGREES and after == "than":
        return _begins_number(words, forms, place + 2)
    return form == "than" and place > 0 and forms[place - 1] in _DEGREES and _begins_number(words, forms, place + 1)


def _begins_number(words: Sequence[KindOfWord], forms: Sequence[str], place: int) -> bool:
    if place < len(words) and forms[place] == "a":
        return True
    return place < len(words) and words[place].number


def _is_verb(form: str, word: KindOfWord, before: str, after: str, has_verb: bool) -> bool:
    """Whether a word that can be a verb is one, by the kinds of the words `before` and `after` it."""
    gerund = form.endswith("ing")
    if before in "DG" or (before in "^S." and word.past and after in "N?"):
        return False
    if before == "M":
        return True
    if before == "T":
        return word.share >= _MAYBE_VERB and form in word.verbs
    if before == "B":
        return gerund or word.past
    if before == "H":
        return word.past
    if before in "OW":
        return not gerund
    if before in "N.":
        if before == "." or gerund or word.past:
            return gerund or word.past or word.share >= _SURELY_VERB
        return not has_verb and word.share >= _MAYBE_VERB and (word.share >= _SURELY_VERB or after in "DOPTA.SN")
    if before in "PVX":
        return gerund or (before == "V" and word.share > 0.9 and not word.past)
    if before in "^S":
        return gerund or (word.share >= _SURELY_VERB and after in "DOPTA?N")
    return word.share >= _SURELY_VERB
