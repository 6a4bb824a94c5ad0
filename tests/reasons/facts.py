"""What is known of a generated text: its words in order, each with what it means and where it stands.

    "The nurse did not sell two boats."
        The -   nurse agent   did -   not cue   sell verb, denied by "not"   two patient.count   boats patient, ...

A word that nothing is known of has neither part nor concept; what is said of it is looked up in WordNet.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

__all__ = ["Amount", "Relation", "Text", "Word", "squeezed"]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of something: two hours are 120 minutes; dates and times of the day have dimensions of their own."""

    value: float
    dimension: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """One word, or several that are one thing, such as "two hours".

    `part` is a part of speech of WordNet, `concept` a synset, `slot` the place in the clause by meaning ("agent"
    whether the clause is active or passive), `clause` the number of the clause, and `cues` are the words that deny it.
    """

    text: str
    part: str = ""
    lemma: str = ""
    concept: str = ""
    slot: str = ""
    clause: int = 0
    cues: tuple[str, ...] = ()
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """Who does what to whom: a predicate, and the concept in each slot."""

    predicate: str
    filled: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Text:
    """The words of a text, and the relations that it says, denied or not; `complete` if all of its words are known."""

    words: tuple[Word, ...]
    relations: tuple[Relation, ...] = ()
    complete: bool = True
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places, at = [], 0
        for word in self.words:
            places.append(at)
            at += len(squeezed(word.text))
        object.__setattr__(self, "starts", tuple(places))

    def __str__(self) -> str:
        found = re.sub(r" ([,.;?!])", r"\1", " ".join(word.text for word in self.words))
        return found[:1].upper() + found[1:]

    def occurrences(self, quoted: str) -> Iterator[tuple[Word, ...]]:
        """Yields the words that each occurrence of a quotation touches; it begins and ends at words."""
        whole, wanted = "".join(squeezed(word.text) for word in self.words), squeezed(quoted)
        inner = {at + k for word, at in zip(self.words, self.starts, strict=True) for k in _breaks(word.text)}
        start = whole.find(wanted) if wanted else -1
        while start >= 0:
            if start in inner and start + len(wanted) in inner:
                yield self._between(start, start + len(wanted))
            start = whole.find(wanted, start + 1)

    def _between(self, start: int, end: int) -> tuple[Word, ...]:
        found = []
        for word, at in zip(self.words, self.starts, strict=True):
            whole = squeezed(word.text)
            part = whole[max(0, start - at) : max(0, end - at)]
            if part:
                found.append(word if part == whole else Word(part, slot=word.slot, clause=word.clause, cues=word.cues))
        return tuple(found)

    def tokens(self) -> list[str]:
        """The words in lower case, without marks, and without blanks inside of contractions."""
        return re.findall(r"[^\W_]+(?:['’.,/:-][^\W_]+)*", str(self).lower())

    def said(self) -> Sequence[Word]:
        """The words that mean something."""
        return [word for word in self.words if word.concept or word.amount]


def squeezed(text: str) -> str:
    """A text without blanks and case."""
    return "".join(text.lower().split())


def _breaks(text: str) -> list[int]:
    """Where a quotation may begin or end within a word of a text: where letters, digits and marks meet."""
    whole = squeezed(text)
    found = {0, len(whole)}
    at = 0
    for piece in text.lower().split():
        found |= {at + match.start() for match in re.finditer(r"(?=n't)|\b", piece)}
        at += len(piece)
    return sorted(found)
