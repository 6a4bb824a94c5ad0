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
    Anna lent Ben a tent. | Ben borrowed a tent from Anna.       none, for the same reason

Everything rests on the links of the two sentences (`perpend.alignment.linking`); no parse is needed.

- **Negations** (`perpend.features.denials`). A cue counts if what it denies is linked with a word of the other text, or
  is its opposite: "which is seldom full" in one text only adds something. Two cues in one clause cancel. The texts
  differ if a word is denied in one of them only.
- **Opposites** (`perpend.lexicon.opposites`) are sought among words and phrases that are not linked as equal. If the
  rest of both texts is the same, another name or kind of thing counts as one (`perpend.features.replacements`).
- **Numbers** differ if both texts have a quantity that the other lacks (`perpend.features.other_quantities`).
- **Roles** (`perpend.features.roles`).

A negation cancels an opposite in its clause, a swap an opposite that is its predicate, and two opposites side by side
cancel each other. What a swap has moved out of a negation is named by the swap alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perpend.alignment.linking.links import Links
from perpend.features.change import Change, Range, at, covered
from perpend.features.clauses import clauses_of
from perpend.features.denials import Denial, denials_of
from perpend.features.exchanges import exchange_of
from perpend.features.near_copies import ALIKE, linked_share, strong_links
from perpend.features.negated_words import negated_words
from perpend.features.opposed_words import Opposites, opposed_words
from perpend.features.other_quantities import number_changes, other_quantities
from perpend.features.replacements import replaced_words
from perpend.features.roles import Swap, swapped_roles
from perpend.lexicon.word_relations import facts_of
from perpend.text.quantities import Quantity

__all__ = ["Change", "Changes", "changes_of", "other_quantities"]

_EQUAL = 0.88
"""Cells at least so similar are of equal or inflected words."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes between two texts, and how much else is the same; see the module."""

    found: tuple[Change, ...]
    kept: float
    others: int


def changes_of(links: Links) -> Changes:
    """Returns the changes between the two sentences that `links` connects."""
    one, other, anchors = links.words1, links.words2, links.anchors
    if one.forms == other.forms:
        return Changes((), 1.0, int(one.content.sum()))
    denials1, denials2 = denials_of(one.forms), denials_of(other.forms)
    equal = {row: column for row, column in anchors.items() if links.alike[row, column] >= _EQUAL}
    opposites = opposed_words(links, equal, denials1, denials2)
    partners = {row: ranges[1][0] for row, ranges in opposites.items()}
    rows = covered([ranges[0] for ranges in opposites.values()])
    columns = covered([ranges[1] for ranges in opposites.values()])
    denials1 = tuple(one for one in denials1 if rows.isdisjoint(range(*one.cue)))
    denials2 = tuple(one for one in denials2 if columns.isdisjoint(range(*one.cue)))
    negated = negated_words(links, denials1, denials2, partners)
    numbers = other_quantities(links)
    swap = swapped_roles(links, partners)
    if not negated:
        opposites = {row: its for row, its in opposites.items() if not _is_turned(its, denials1, denials2)}
    found = _uncancelled(links, negated, opposites, numbers, swap)
    changed1 = rows | covered([one.cue for one in denials1]) | covered([one[:2] for one in numbers[0]])
    changed2 = columns | covered([one.cue for one in denials2]) | covered([one[:2] for one in numbers[1]])
    if not (swap or negated):
        for first, second in replaced_words(links, equal, changed1, changed2):
            found.append(Change("opposite", first, second))
            changed1 |= set(range(*first))
            changed2 |= set(range(*second))
    kept, others = _kept(links, equal, changed1, changed2)
    if swap and kept < 1.0 and any(change.kind == "swapped" for change in found) and exchange_of(links):
        kept = 1.0
    return Changes(tuple(found), kept, others)


def _is_turned(ranges: tuple[Range, Range], denials1: Sequence[Denial], denials2: Sequence[Denial]) -> bool:
    """Whether one of two opposites is denied and the other is not, though no word counts as negated."""
    denied1, denied2 = (
        sum(place[0] in denial.reach for denial in denials) % 2
        for place, denials in zip(ranges, (denials1, denials2), strict=True)
    )
    return denied1 != denied2


def _kept(links: Links, equal: Mapping[int, int], changed1: set[int], changed2: set[int]) -> tuple[float, int]:
    """The weighted share of content words outside the changes that are the same in both, and their number."""
    total = same = 0.0
    counts = []
    for words, changed, kept in ((links.words1, changed1, equal), (links.words2, changed2, set(equal.values()))):
        count = 0
        for place, word in enumerate(words.words):
            if word.content and place not in changed:
                count += 1
                total += word.weight
                same += word.weight if place in kept else 0.0
        counts.append(count)
    return (same / total if total else 0.0), min(counts)


def _uncancelled(
    links: Links,
    negated: list[Change],
    opposites: Opposites,
    numbers: tuple[list[Quantity], list[Quantity]],
    swap: Swap | None,
) -> list[Change]:
    """The changes that no other change turns back."""
    rest = dict(opposites)
    found: list[Change] = []
    for change in negated:
        if (row := _in_clause(links, change, rest)) is not None:
            del rest[row]
        else:
            found.append(change)
    _drop_neighbours(rest)
    partners = {row: ranges[1][0] for row, ranges in rest.items()}
    if crossed := _crossed(links, partners):
        (row, column), (row2, column2) = crossed
        if linked_share(links, strong_links(links, partners)) >= ALIKE:
            return [*found, Change("swapped", at(row), at(column2), at(row2), at(column))]
        del rest[row], rest[row2]
    if swap and rest:
        rest, swap = {}, None
    numbers1, numbers2 = numbers
    if swap and numbers1 and numbers2 and abs(numbers1[0].value * numbers2[0].value - 1) < 0.01:
        numbers1, numbers2, swap = [], [], None
    found += [Change("opposite", *ranges) for ranges in rest.values()]
    found += number_changes(links, numbers1, numbers2)
    if swap:
        (a1, a2), (b1, b2), (p1, p2) = swap
        exchanged = covered([a1, b1])
        found = [one for one in found if one.kind != "negated" or one.about1[0] not in exchanged]
        found.append(Change("swapped", a1, a2, b1, b2, p1, p2))
    return found


def _in_clause(links: Links, change: Change, opposites: Opposites) -> int | None:
    """The opposite that a negation turns back: the denied word, or one of its clause."""
    if change.about1[0] in opposites and change.about1[1]:
        return change.about1[0]
    clause = clauses_of(links.words1.forms).clause
    place = change.about1[0] if change.about1[1] else -1
    return next((row for row in opposites if place >= 0 and clause[row] == clause[place]), None)


def _crossed(links: Links, opposites: Mapping[int, int]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Two pairs of opposites that are the same words in exchanged places: "women like men", "men like women"."""
    pairs = [
        (row, column, facts_of(links.words1.forms[row]).bases, facts_of(links.words2.forms[column]).bases)
        for row, column in opposites.items()
    ]
    for number, (row, column, first, second) in enumerate(pairs):
        for row2, column2, first2, second2 in pairs[number + 1 :]:
            if first & second2 and first2 & second:
                return (row, column), (row2, column2)
    return None


def _drop_neighbours(opposites: Opposites) -> None:
    """Drops pairs of opposites that stand side by side in both texts: "more patient", "less impatient"."""
    for row in sorted(opposites):
        if row in opposites and row + 1 in opposites and abs(opposites[row][1][0] - opposites[row + 1][1][0]) == 1:
            del opposites[row], opposites[row + 1]
