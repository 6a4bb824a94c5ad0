"""Changes that turn the meaning of a near-copy: a negation, an opposite, another number, swapped roles.

    changes_of(link(sentence1, sentence2))  ->  Changes(...)
        .found     (Change("other number", (3, 5), (3, 5)), ...)        what, and the tokens of both sides
        .kept      share of the other content words that both texts have exactly: 1 for a near-copy
        .others    how many content words that is

    She paid two hours early. | She paid nine hours early.       other number
    The door is open. | The door is closed.                      opposite
    The door is open. | The door is not open.                    negated
    The dog bit the man. | The man bit the dog.                  swapped
    The door is not open. | The door is closed.                  none: the two changes cancel

Everything rests on the links of the two sentences (`perpend.alignment.linking`); no parse is needed.

- **Negations.** A cue (`lexicon/data/negations.toml`) negates its clause if what it denies, one of the next two content
  words of the clause, is linked or the opposite of a word of the other text: "which is seldom full" in one text only
  adds something. Two cues in one clause cancel. The texts differ if they have different numbers of negated clauses.
- **Opposites** are sought among words that are not linked as equal or inflected.
- **Numbers** differ if both texts have a quantity that the other lacks.
- **Roles** are swapped if two groups of linked words have exchanged their places, each now standing between the words
  that the other stood between, around linked words that stayed; unless one text is in the passive voice with "by".

A negation, each opposite and a swap turn the meaning around; an even number of them turns it back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from perpend.alignment.linking.links import Links
from perpend.alignment.linking.words import LinkedWords
from perpend.files.toml import read_toml
from perpend.lexicon.opposites import are_exclusive, are_opposite
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.quantities import Quantity

__all__ = ["Change", "Changes", "changes_of"]

_EQUAL = 0.88
"""Cells at least so similar are of equal or inflected words."""

_STRONG = 0.75
_BY_REACH = 9
_STAYING = 2
"""How many neighbours more two groups must have exchanged than kept to be swapped."""

_PLACE_WORDS = frozenset(("with", "for", "in", "on", "to", "up", "down", "out", "off", "from", "here", "there"))
_DETERMINERS = frozenset(
    ("a", "the", "this", "that", "these", "those", "his", "her", "its", "their", "our", "my", "your", "some", "any")
)
_PERSONS = frozenset(("he", "she", "they", "him", "her", "them", "i", "me", "you", "we", "us"))
_BE = frozenset(("is", "are", "was", "were", "be", "been", "being", "am", "got", "gets", "get"))
_ENDS = frozenset((".", "!", "?", ","))

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its `kind` and the ranges of tokens in text 1 and text 2; a range may be empty."""

    kind: str
    tokens1: Range
    tokens2: Range


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes between two texts, and how much else is the same; see the module."""

    found: tuple[Change, ...]
    kept: float
    others: int


@cache
def _cues() -> dict[str, Any]:
    path = Path(__file__).parents[1] / "lexicon" / "data" / "negations.toml"
    return read_toml(path)


def changes_of(links: Links) -> Changes:
    """Returns the changes between the two sentences that `links` connects."""
    one, other, anchors = links.words1, links.words2, links.anchors
    back = {column: row for row, column in anchors.items()}
    cues1, cues2 = list(_cue_places(one)), list(_cue_places(other))
    opposites = list(_opposites(links, {cue for cue, _ in cues1}, {cue for cue, _ in cues2}))
    strong = {row for row, column in anchors.items() if links.alike[row, column] >= _STRONG}
    denied1 = _negated(one, cues1, strong | {row for row, _ in opposites})
    denied2 = _negated(other, cues2, {anchors[row] for row in strong} | {column for _, column in opposites})
    numbers = _other_numbers(one, other)
    swap = None if _is_passive(one) != _is_passive(other) else _swapped(links)
    found = [*_turned(denied1, denied2, opposites, swap)]
    if numbers[0] and numbers[1]:
        found += [Change("other number", first[:2], second[:2]) for first, second in zip(*numbers, strict=False)]
    changed1 = {row for row, _ in opposites} | {cue for cue, _ in cues1} | _places(numbers[0])
    changed2 = {column for _, column in opposites} | {cue for cue, _ in cues2} | _places(numbers[1])
    equal = {row for row, column in anchors.items() if links.alike[row, column] >= _EQUAL}
    kept1 = [(one.weights[k], k in equal) for k in range(len(one)) if one.content[k] and k not in changed1]
    kept2 = [
        (other.weights[k], back.get(k) in equal) for k in range(len(other)) if other.content[k] and k not in changed2
    ]
    total = sum(weight for weight, _ in (*kept1, *kept2))
    share = sum(weight for weight, same in (*kept1, *kept2) if same) / total if total else 0.0
    return Changes(tuple(found), float(share), min(len(kept1), len(kept2)))


def _places(quantities: Sequence[Quantity]) -> set[int]:
    return {place for quantity in quantities for place in range(quantity.start, quantity.end)}


def _turned(
    denied1: list[int], denied2: list[int], opposites: list[tuple[int, int]], swap: tuple[Range, Range] | None
) -> Iterator[Change]:
    """The negation, opposites and swap, unless they cancel each other."""
    negated = len(denied1) != len(denied2)
    if (int(negated) + len(opposites) + int(swap is not None)) % 2 == 0:
        return
    if negated:
        places1, places2 = denied1[len(denied2) :], denied2[len(denied1) :]
        yield Change("negated", _one(places1), _one(places2))
    for row, column in opposites:
        yield Change("opposite", (row, row + 1), (column, column + 1))
    if swap:
        yield Change("swapped", *swap)


def _one(places: list[int]) -> Range:
    return (places[0], places[0] + 1) if places else (0, 0)


def _cue_places(words: LinkedWords) -> Iterator[tuple[int, int]]:
    """Each cue of a negation: its place, and the place after which the denied words follow."""
    cues, forms = _cues(), words.forms
    for place, form in enumerate(forms):
        after = forms[place + 1] if place + 1 < len(forms) else ""
        bases = words.facts[place].bases
        if form in cues["words"]:
            if [form, after] not in cues["exceptions"] and not (form == "no" and _is_label(after)):
                yield place, place
        elif _denies(bases, forms[place + 1 : place + 3]):
            yield place, place
        elif form == "too" and "to" in forms[place + 2 : place + 5]:
            yield place, forms.index("to", place + 2)
        elif [form, after] in cues["pairs"]:
            yield place, place + 1


def _denies(bases: frozenset[str], after: Sequence[str]) -> bool:
    """Whether a verb denies what follows: "failed to", "avoids driving", "denies"."""
    cues = _cues()
    return (
        (not bases.isdisjoint(cues["before_to"]) and "to" in after)
        or (not bases.isdisjoint(cues["before_ing"]) and any(one.endswith("ing") for one in after))
        or not bases.isdisjoint(cues["before_any"])
    )


def _is_label(after: str) -> bool:
    """Whether "no" before this word is an answer or a number sign: "no, ...", "No. 6"."""
    return after in (".", ",") or after[:1].isdigit()


def _negated(words: LinkedWords, cues: list[tuple[int, int]], linked: set[int]) -> list[int]:
    """The first cue of each negated clause."""
    clause, number = [], 0
    for form in words.forms:
        number += form in _cues()["clause"]
        clause.append(number)
    found: dict[int, list[int]] = {}
    for cue, start in cues:
        after = range(start + 1, len(words))
        content = (place for place in after if words.content[place] and clause[place] == clause[cue])
        if any(place in linked for place, _ in zip(content, range(2), strict=False)):
            found.setdefault(clause[cue], []).append(cue)
    return [places[0] for places in found.values() if len(places) % 2]


def _opposites(links: Links, cues1: set[int], cues2: set[int]) -> Iterator[tuple[int, int]]:
    one, other, anchors = links.words1, links.words2, links.anchors
    equal = {row: column for row, column in anchors.items() if links.alike[row, column] >= _EQUAL}
    rows = [k for k in range(len(one)) if not one.signs[k] and k not in equal and k not in cues1]
    columns = [k for k in range(len(other)) if not other.signs[k] and k not in equal.values() and k not in cues2]
    forms1, forms2, taken = set(one.forms), set(other.forms), set[int]()
    for row in rows:
        for column in columns:
            first, second = one.forms[row], other.forms[column]
            if column in taken or first in forms2 or second in forms1:
                continue
            if not (are_opposite(first, second) or are_exclusive(first, second)):
                continue
            if first in _PLACE_WORDS and not _have_a_common_neighbour(anchors, row, column):
                continue
            taken.add(column)
            yield row, column
            break


def _have_a_common_neighbour(anchors: dict[int, int], row: int, column: int) -> bool:
    return anchors.get(row - 1, -9) == column - 1 or anchors.get(row + 1, -9) == column + 1


def _other_numbers(one: LinkedWords, other: LinkedWords) -> tuple[list[Quantity], list[Quantity]]:
    """The quantities of each text that the other lacks."""
    alone, rest = [], list(other.quantities)
    for quantity in one.quantities:
        partner = next((its for its in rest if _are_equal(quantity, its)), None)
        if partner is None:
            alone.append(quantity)
        else:
            rest.remove(partner)
    return alone, rest


def _are_equal(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities agree: "May 1" and "the 1st of May", "11 p.m." and "11 at night" do."""
    if one.value == other.value and (
        one.dimension == other.dimension or {one.dimension, other.dimension} == {"", "ordinal"}
    ):
        return True
    clock, plain = (one, other) if one.dimension == "clock" else (other, one)
    same_hour = clock.value in (plain.value * 60, plain.value * 60 + 720)
    return clock.dimension == "clock" and plain.dimension == "" and same_hour


def _is_passive(words: LinkedWords) -> bool:
    """Whether a form of "be" and a verb stand before "by"."""
    forms = words.forms
    for place, form in enumerate(forms):
        if form != "by":
            continue
        for verb in range(max(0, place - _BY_REACH), place):
            if words.content[verb] and not _BE.isdisjoint(forms[max(0, verb - 2) : verb]) and _is_verb(words, verb):
                return True
    return False


def _is_verb(words: LinkedWords, place: int) -> bool:
    return bool(WordNet.shipped().base_forms(words.forms[place], "v"))


def _swapped(links: Links) -> tuple[Range, Range] | None:
    """The two groups of words that have exchanged their places, as ranges of text 1 and text 2, or None."""
    groups = list(_groups(links))
    best: tuple[int, Range, Range] | None = None
    for number, first in enumerate(groups):
        for second in groups[number + 1 :]:
            if first[2] < second[2] or not _has_a_middle(links.anchors, first, second):
                continue
            places = [_neighbours(links.words1, *first[:2]), _neighbours(links.words1, *second[:2])]
            now = [_neighbours(links.words2, *first[2:]), _neighbours(links.words2, *second[2:])]
            exchanged = _equal(places[0], now[1]) + _equal(places[1], now[0])
            stayed = _equal(places[0], now[0]) + _equal(places[1], now[1])
            if exchanged - stayed >= _STAYING and (best is None or exchanged - stayed > best[0]):
                best = exchanged - stayed, (first[0], second[1] + 1), (second[2], first[3] + 1)
    return best[1:] if best else None


def _equal(one: tuple[str, str], other: tuple[str, str]) -> int:
    return (one[0] == other[0]) + (one[1] == other[1])


def _has_a_middle(anchors: dict[int, int], first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    return any(first[1] < row < second[0] and second[3] < column < first[2] for row, column in anchors.items())


def _groups(links: Links) -> Iterator[tuple[int, int, int, int]]:
    """Runs of words that are linked in order, without function words at their ends: first and last of both texts."""
    runs: list[list[int]] = []
    for row, column in sorted(links.anchors.items()):
        if runs and row == runs[-1][1] + 1 and column == runs[-1][3] + 1:
            runs[-1][1], runs[-1][3] = row, column
        else:
            runs.append([row, row, column, column])
    words = links.words1
    for start, end, start2, end2 in runs:
        bears = [k for k in range(start, end + 1) if words.content[k] or words.forms[k] in _PERSONS]
        if bears:
            yield bears[0], bears[-1], start2 + bears[0] - start, end2 - (end - bears[-1])


def _neighbours(words: LinkedWords, start: int, end: int) -> tuple[str, str]:
    """The word before a group, determiners skipped, and the word after it; ^ and $ at the ends of a clause."""
    place = start - 1
    while place >= 0 and words.forms[place] in _DETERMINERS:
        place -= 1
    left = words.forms[place] if place >= 0 and words.forms[place] not in _ENDS else "^"
    after = words.forms[end + 1] if end + 1 < len(words) else "$"
    return left, "$" if after in _ENDS else after
