"""What words say of their surroundings, as data: signatures of verbs, marks of quantifiers, modals, adverbs, links.

    implication_of("fail", "to")        (-1, 1)     "failed to call": did not; "did not fail to call": did
    implication_of("know", "that")      (1, 1)      so, whether somebody knows it or not
    polarity_of("doubt", "that")        -1          "doubts that a dog barked": a narrower word may stand for "dog"
    quantifier_marks("at most three")   (-1, -1)    the noun phrase, and the rest of the clause

A *signature* is a pair: what follows of the complement if the word itself is said to be so, and if it is said not to be
so; 1 is so, -1 not so, 0 left open (Nairn, Condoravdi and Karttunen, 2006). The words are in `data/implications.toml`
and `data/contexts.toml`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from perpend.files.toml import read_toml

__all__ = [
    "COMPLEMENTS",
    "Link",
    "Marks",
    "Matched",
    "PLAIN",
    "Signature",
    "adjective_of",
    "adverb_of",
    "applied",
    "implication_of",
    "link_of",
    "matched_phrases",
    "modal_of",
    "polarity_of",
    "quantifier_marks",
    "words_of",
]

Signature = tuple[int, int]
COMPLEMENTS = ("to", "that", "ing", "bare", "np")
PLAIN: Signature = (1, -1)
"""The signature of a word that says nothing of its own: so if it is so, not so if not."""

_SIGNS = {"+": 1, "-": -1, "o": 0}
_NUMBER = "#"


class Marks(NamedTuple):
    """The marks of a quantifier: of its noun phrase, and of the rest of the clause.

    `negative` is True if it also says that the clause is not so; `free` if its noun phrase is downward whatever is
    around it ("any").
    """

    restrictor: int
    scope: int
    negative: bool = False
    free: bool = False


class Link(NamedTuple):
    """What a word such as "if" or "without" does to what it introduces; `phrases` if also to noun phrases."""

    polarity: int
    signature: Signature
    phrases: bool


def applied(signature: Signature, factuality: int) -> int:
    """Returns the factuality of a complement, given the `signature` and the `factuality` of the word above it.

    >>> applied((-1, 1), 1), applied((-1, 1), -1), applied((-1, 1), 0), applied((1, 1), 0)
    (-1, 1, 0, 1)
    """
    so, not_so = signature
    if factuality == 0:
        return so if so == not_so else 0
    return so if factuality > 0 else not_so


@cache
def _read(name: str) -> dict[str, Any]:
    return read_toml(Path(__file__).with_name("data") / name)


def _by_word(table: Mapping[str, Sequence[str]]) -> dict[str, tuple[int, ...]]:
    """From signs to words, turned round; the first entry of a word holds."""
    found: dict[str, tuple[int, ...]] = {}
    for signs, entries in table.items():
        for entry in entries:
            found.setdefault(entry, tuple(_SIGNS[sign] for sign in signs))
    return found


@cache
def _implications() -> dict[tuple[str, str], Signature]:
    found: dict[tuple[str, str], Signature] = {}
    for complement in COMPLEMENTS:
        for lemma, (so, not_so) in _by_word(_read("implications.toml")[complement]).items():
            found[lemma, complement] = (so, not_so)
    return found


def implication_of(lemma: str, complement: str) -> Signature | None:
    """Returns the signature of `lemma` with a `complement`, one of COMPLEMENTS, or None if it is not listed.

    >>> implication_of("fail", "to"), implication_of("know", "that"), implication_of("eat", "to")
    ((-1, 1), (1, 1), None)
    """
    return _implications().get((lemma, complement))


@cache
def polarity_of(lemma: str, complement: str) -> int:
    """Returns whether the complement of `lemma` is upward (1), downward (-1) or neither (0); 1 if it is not listed.

    By default a word is downward if its complement is not so when the word is, and may be so when it is not.
    """
    listed = _read("implications.toml")
    if lemma in listed["down"].get(complement, ()):
        return -1
    if lemma in listed["flat"].get(complement, ()):
        return 0
    signature = implication_of(lemma, complement)
    return -1 if signature and signature[0] < 0 <= signature[1] else 1


@cache
def words_of(name: str) -> frozenset[str]:
    """Returns the list `name` of the table `words` of `data/contexts.toml`."""
    return frozenset(_read("contexts.toml")["words"][name])


@cache
def _signatures(name: str) -> dict[str, Signature]:
    return {word: (so, not_so) for word, (so, not_so) in _by_word(_read("contexts.toml")[name]).items()}


def modal_of(word: str) -> Signature | None:
    """Returns the signature of a modal verb, the `word` as it is written, in lower case ("wo" of "won't")."""
    return _signatures("modals").get(word)


def adverb_of(phrase: str) -> Signature | None:
    """Returns the signature of an adverb or adverbial `phrase`, in lower case."""
    return _signatures("adverbs").get(phrase)


@cache
def _adjectives() -> dict[str, int]:
    return {word: sign for word, (sign,) in _by_word(_read("contexts.toml")["adjectives"]).items()}


def adjective_of(word: str) -> int | None:
    """Returns what the adjective `word` says of its noun: -1 no such thing ("fake"), 0 open ("alleged"), else None."""
    return _adjectives().get(word)


@cache
def _links() -> dict[str, Link]:
    found: dict[str, Link] = {}
    for kind, table in _read("contexts.toml")["links"].items():
        for word, (polarity, so, not_so) in _by_word(table).items():
            found[word] = Link(polarity, (so, not_so), kind == "phrases")
    return found


def link_of(word: str) -> Link | None:
    """Returns what the conjunction or preposition `word` does to what it introduces, or None."""
    return _links().get(word)


@cache
def _quantifiers() -> dict[str, Marks]:
    found: dict[str, Marks] = {}
    negative = words_of("negative")
    for signs, phrases in _read("contexts.toml")["quantifiers"].items():
        for phrase in phrases:
            if signs == "any":
                found[phrase] = Marks(-1, 1, free=True)
            else:
                found[phrase] = Marks(_SIGNS[signs[0]], _SIGNS[signs[1]], phrase in negative)
    return found


def quantifier_marks(phrase: str) -> Marks | None:
    """Returns the marks of a quantifier, the `phrase` in lower case, with "#" for a number or number word.

    >>> quantifier_marks("every")[:2], quantifier_marks("at most #")[:2], quantifier_marks("dog")
    ((-1, 1), (-1, -1), None)
    """
    found = _quantifiers().get(phrase)
    if found is None and " " in phrase:
        found = _quantifiers().get(f"{phrase.rpartition(' ')[0]} {_NUMBER}")
    return found


@cache
def _phrases() -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """First word -> the phrases that begin with it and their kinds, longest first; exceptions before others."""
    kinds = {
        "exception": words_of("exceptions"),
        "quantifier": frozenset(_quantifiers()),
        "negator": words_of("negators"),
        "downward": words_of("downward"),
        "adverb": frozenset(_signatures("adverbs")),
    }
    found: defaultdict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    for kind, phrases in kinds.items():
        for phrase in phrases:
            parts = tuple(phrase.split())
            found[parts[0]].append((parts, kind))
    order = list(kinds)
    return {
        first: tuple(sorted(ones, key=lambda one: (-len(one[0]), order.index(one[1])))) for first, ones in found.items()
    }


class Matched(NamedTuple):
    """A listed phrase in a text: tokens [start, end), its kind, and the entry that matched."""

    start: int
    end: int
    kind: str
    entry: str


def matched_phrases(words: Sequence[str], tags: Sequence[str]) -> Iterator[Matched]:
    """Yields the listed phrases among `words` (lower case) with their Penn `tags`, the longest at each place."""
    place = 0
    while place < len(words):
        found = _match(words, tags, place)
        yield from found
        place = found[0].end if found else place + 1


def _match(words: Sequence[str], tags: Sequence[str], place: int) -> list[Matched]:
    """The phrases at `place`: the longest, of every kind."""
    found: list[Matched] = []
    keys = (words[place], _NUMBER) if tags[place] == "CD" else (words[place],)
    for parts, kind in (one for key in keys for one in _phrases().get(key, ())):
        end = place + len(parts)
        if found and (end < found[0].end or found[0].kind == "exception"):
            break
        if end <= len(words) and all(
            part in (word, _NUMBER) and (part != _NUMBER or tag == "CD")
            for part, word, tag in zip(parts, words[place:end], tags[place:end], strict=True)
        ):
            found.append(Matched(place, end, kind, " ".join(parts)))
    return found
