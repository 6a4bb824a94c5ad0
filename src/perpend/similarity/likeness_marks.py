"""Which words of a likeness carry which mark: the picture in a terminal and the page in HTML are drawn from it.

    marked(likeness)  ->  two texts as runs of words, and the marks that occur

        Run(("two", "hours"), (Mark(1, "#", "another number"),), alone=False)

A mark has a number, the same in both texts, and the sign of its kind (`data/marks.toml`), so that no colour is needed.
Words that both texts have in the same form carry none; words without a counterpart are `alone`. A change of meaning has
its mark in place of that of the link below it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from perpend.features.distances import CHANGED
from perpend.files.toml import read_toml
from perpend.lexicon.word_relations import compared_form

if TYPE_CHECKING:
    from perpend.similarity.likeness import Likeness, Places

__all__ = ["Look", "Mark", "Marked", "Run", "look_of", "marked"]

_ALONE = "only here"


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind is drawn: its sign, what it means, a name of the palette, and the line below its words in HTML."""

    sign: str
    meaning: str
    look: str
    line: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark: its number, and the kind of the link or change."""

    number: int
    kind: str

    @property
    def look(self) -> Look:
        """How the mark is drawn."""
        return look_of(self.kind)

    def __str__(self) -> str:
        return f"{self.look.sign}{self.number}"


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring words with the same marks; `alone` if they have no counterpart in the other text."""

    words: tuple[str, ...]
    marks: tuple[Mark, ...]
    alone: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """Both texts as runs, and the kinds of their marks."""

    text1: tuple[Run, ...]
    text2: tuple[Run, ...]
    kinds: tuple[str, ...]

    @property
    def has_alone(self) -> bool:
        """Whether a text has words without a counterpart."""
        return any(run.alone for run in (*self.text1, *self.text2))


@cache
def _looks() -> dict[str, Look]:
    path = Path(__file__).with_name("data") / "marks.toml"
    return {kind: Look(**look) for kind, look in read_toml(path).items()}


def look_of(kind: str) -> Look:
    """Returns the look of a `kind` of link or change.

    >>> look_of("synonym").sign, look_of("some new kind").meaning
    ('~', 'linked in another way')
    """
    return _looks().get(kind) or _looks()["other"]


def marked(likeness: "Likeness") -> Marked:
    """Returns both texts of a `likeness` as runs of words with their marks.

    >>> import perpend
    >>> found = marked(perpend.score("He paid two hours early.", "He paid nine hours early."))
    >>> [" ".join(run.words) + "".join(map(str, run.marks)) for run in found.text1]
    ['He paid', 'two hours#1', 'early .']
    """
    groups = [*_groups(likeness)]
    alone: tuple[set[int], set[int]] = (set(), set())
    for link in likeness.links:
        if link.kind == _ALONE:
            alone[0].update(link.tokens1)
            alone[1].update(link.tokens2)
    for kind, places1, places2 in groups:
        if kind in CHANGED and kind != "swapped" and places1 and places2:
            alone[0].difference_update(places1)
            alone[1].difference_update(places2)
    marks = [Mark(number, kind) for number, (kind, _, _) in enumerate(groups, 1)]
    text1 = _runs(likeness.tokens1, [places for _, places, _ in groups], marks, alone[0])
    text2 = _runs(likeness.tokens2, [places for _, _, places in groups], marks, alone[1])
    return Marked(text1, text2, tuple(dict.fromkeys(mark.kind for mark in marks)))


def _groups(likeness: "Likeness") -> list[tuple[str, "Places", "Places"]]:
    """The kind and the words of each change and of each link that is drawn, from left to right."""
    changes = [one for one in likeness.contributions if one.kind in CHANGED and (one.tokens1 or one.tokens2)]
    taken1 = {place for one in changes if one.kind != "swapped" for place in one.tokens1}
    taken2 = {place for one in changes if one.kind != "swapped" for place in one.tokens2}
    found = [(one.kind, (*one.tokens1, *one.with1), (*one.tokens2, *one.with2)) for one in changes]
    for link in likeness.links:
        if link.kind == _ALONE or (taken1.issuperset(link.tokens1) and taken2.issuperset(link.tokens2)):
            continue
        if link.kind != "same" or _forms(likeness.tokens1, link.tokens1) != _forms(likeness.tokens2, link.tokens2):
            found.append((link.kind, link.tokens1, link.tokens2))
    return sorted(found, key=lambda one: (min(one[1] or one[2]), min(one[2] or one[1])))


def _forms(tokens: Sequence[str], places: "Places") -> list[str]:
    return [compared_form(tokens[place]) for place in places]


def _runs(tokens: Sequence[str], groups: Sequence["Places"], marks: Sequence[Mark], alone: set[int]) -> tuple[Run, ...]:
    of_place: dict[int, list[Mark]] = {}
    for places, mark in zip(groups, marks, strict=True):
        for place in places:
            of_place.setdefault(place, []).append(mark)
    states = ((tuple(of_place.get(place, ())), place in alone) for place in range(len(tokens)))
    return tuple(_grouped(tokens, [*states]))


def _grouped(tokens: Sequence[str], states: Sequence[tuple[tuple[Mark, ...], bool]]) -> Iterator[Run]:
    for (marks, alone), places in groupby(range(len(tokens)), key=states.__getitem__):
        yield Run(tuple(tokens[place] for place in places), marks, alone)
