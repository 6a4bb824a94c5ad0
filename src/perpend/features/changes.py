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
cancel each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perpend.alignment.linking.links import Links
from perpend.features.change import Change, Range, at
from perpend.features.clauses import clauses_of
from perpend.features.denials import Denial, denials_of
from perpend.features.exchanges import exchange_of
from perpend.features.near_copies import ALIKE, linked_share, strong_links
from perpend.features.negated_words import negated_words
from perpend.features.other_quantities import other_quantities
from perpend.features.replacements import replaced_words
from perpend.features.roles import Swap, swapped_roles
from perpend.lexicon.opposites import (
    Phrase,
    are_contrary,
    may_be_opposite,
    opposite_names,
    phrases_of,
)
from perpend.lexicon.word_relations import facts_of
from perpend.text.quantities import Quantity

__all__ = ["Change", "Changes", "changes_of", "other_quantities"]

_EQUAL = 0.88
"""Cells at least so similar are of equal or inflected words."""

_NEAR = 3
_PLACE_WORDS = frozenset((
    "with", "without", "for", "against", "in", "on", "to", "into", "onto", "up", "down", "out", "off", "over", "under",
    "from", "here", "there", "above", "below", "before", "after", "inside", "outside", "within", "away", "of", "at",
    "by",
))  # fmt: skip

Opposites = dict[int, tuple[Range, Range]]
"""The first token in text 1 of an opposite -> its tokens in both texts."""


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
    opposites = _opposites(links, equal, denials1, denials2)
    partners = {row: ranges[1][0] for row, ranges in opposites.items()}
    rows = _covered([ranges[0] for ranges in opposites.values()])
    columns = _covered([ranges[1] for ranges in opposites.values()])
    denials1 = tuple(one for one in denials1 if rows.isdisjoint(range(*one.cue)))
    denials2 = tuple(one for one in denials2 if columns.isdisjoint(range(*one.cue)))
    negated = negated_words(links, denials1, denials2, partners)
    numbers = other_quantities(links)
    swap = swapped_roles(links, partners)
    found = _uncancelled(links, negated, opposites, numbers, swap)
    changed1 = rows | _covered([one.cue for one in denials1]) | _covered([one[:2] for one in numbers[0]])
    changed2 = columns | _covered([one.cue for one in denials2]) | _covered([one[:2] for one in numbers[1]])
    if not (swap or negated):
        for first, second in replaced_words(links, equal, changed1, changed2):
            found.append(Change("opposite", first, second))
            changed1 |= set(range(*first))
            changed2 |= set(range(*second))
    kept, others = _kept(links, equal, changed1, changed2)
    if swap and kept < 1.0 and any(change.kind == "swapped" for change in found) and exchange_of(links):
        kept = 1.0
    return Changes(tuple(found), kept, others)


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


def _covered(ranges: Sequence[Range]) -> set[int]:
    return {place for start, end in ranges for place in range(start, end)}


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
    found += _number_changes(links, numbers1, numbers2)
    if swap:
        (a1, a2), (b1, b2), (p1, p2) = swap
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


def _opposites(
    links: Links, equal: Mapping[int, int], denials1: Sequence[Denial], denials2: Sequence[Denial]
) -> Opposites:
    """Opposite words and phrases among those that are not linked as equal, by their first tokens."""
    one, other = links.words1.forms, links.words2.forms
    taken2 = set(equal.values())
    cues1 = _covered([denial.cue for denial in denials1 if denial.word])
    cues2 = _covered([denial.cue for denial in denials2 if denial.word])
    rows = [k for k, form in enumerate(one) if k not in equal and k not in cues1 and _is_word(form)]
    columns = [k for k, form in enumerate(other) if k not in taken2 and k not in cues2 and _is_word(form)]
    if not rows or not columns:
        return {}
    found = _opposite_phrases(links, set(rows), set(columns))
    done1 = _covered([ranges[0] for ranges in found.values()])
    done2 = _covered([ranges[1] for ranges in found.values()])
    for row in rows:
        if row in done1:
            continue
        opposed = links.anchors.get(row - 1, -9) + 1 if row else 0
        for column in columns:
            if column in done2 or not (column == opposed or are_contrary(one[row], other[column])):
                continue
            if _are_opposite_at(links, row, column):
                found[row] = at(row), at(column)
                done2.add(column)
                break
    return found


def _is_word(form: str) -> bool:
    return form.replace("-", "").isalpha()


def _opposite_phrases(links: Links, rows: set[int], columns: set[int]) -> Opposites:
    """Opposites of which one at least is a phrase of several words that are not all the same in both texts."""
    forms1, forms2 = links.words1.forms, links.words2.forms
    phrases1, phrases2 = phrases_of(forms1), phrases_of(forms2)
    if not phrases1 and not phrases2:
        return {}
    units1 = [*phrases1, *(Phrase(row, row + 1, facts_of(forms1[row]).bases) for row in sorted(rows))]
    units2 = [*phrases2, *(Phrase(column, column + 1, facts_of(forms2[column]).bases) for column in sorted(columns))]
    found: Opposites = {}
    for first in units1:
        for second in units2:
            if first.end - first.start == 1 == second.end - second.start:
                continue
            free = (
                not rows.isdisjoint(range(first.start, first.end)),
                not columns.isdisjoint(range(second.start, second.end)),
            )
            if not all(free) or not opposite_names(first.names, second.names):
                continue
            if any(_overlap(first, one) or _overlap(second, other) for one, other in found.values()):
                continue
            if _are_in_place(links, first[:2], second[:2]):
                found[first.start] = first[:2], second[:2]
    return found


def _overlap(one: Phrase | Range, other: Phrase | Range) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _are_opposite_at(links: Links, row: int, column: int) -> bool:
    """Whether two words are opposites; those of place, and opposites by synonyms, only in the same surroundings."""
    first, second = links.words1.forms[row], links.words2.forms[column]
    if not are_contrary(first, second):
        content = links.words1.content[row] and links.words2.content[column]
        return bool(content and _replaces(links, row, column) and may_be_opposite(first, second))
    if first in links.words2.forms or second in links.words1.forms:
        return False
    return _are_in_place(links, at(row), at(column))


def _are_in_place(links: Links, first: Range, second: Range) -> bool:
    """Whether opposites stand in like surroundings: words of place beside the same word, others near one."""
    if links.words1.forms[first[0]] in _PLACE_WORDS or links.words2.forms[second[0]] in _PLACE_WORDS:
        return any(
            links.anchors.get(row, -9) == column
            for row, column in ((first[0] - 1, second[0] - 1), (first[1], second[1]), (first[1] + 1, second[1] + 1))
            if row >= 0 and (row < len(links.words1) and links.words1.content[row])
        ) or _have_a_common_neighbour(links.anchors, first[0], second[0])
    near = range(max(0, first[0] - _NEAR), first[1] + _NEAR)
    return any(second[0] - _NEAR <= links.anchors.get(row, -9) < second[1] + _NEAR for row in near) or not links.anchors


def _replaces(links: Links, row: int, column: int) -> bool:
    """Whether two words stand between the same words: both neighbours are linked, or both are ends."""
    anchors, last1, last2 = links.anchors, len(links.words1) - 1, len(links.words2) - 1
    left = anchors.get(row - 1) == column - 1 if row and column else row == column
    right = anchors.get(row + 1) == column + 1 if row < last1 and column < last2 else row - last1 == column - last2
    return left and right


def _have_a_common_neighbour(anchors: Mapping[int, int], row: int, column: int) -> bool:
    return anchors.get(row - 1, -9) == column - 1 or anchors.get(row + 1, -9) == column + 1


def _number_changes(links: Links, alone1: Sequence[Quantity], alone2: Sequence[Quantity]) -> list[Change]:
    """The quantities that became others: those of one dimension first; a label only beside the same word."""
    rest, found = list(alone2), {}
    for strict in (True, False):
        for one in alone1:
            if one in found:
                continue
            partner = next((its for its in rest if _may_become(links, one, its, strict=strict)), None)
            if partner:
                rest.remove(partner)
                found[one] = Change("other number", one[:2], partner[:2])
    return [*dict.fromkeys(found.values()), *_ranks(links, alone1, alone2)]


def _may_become(links: Links, one: Quantity, other: Quantity, *, strict: bool) -> bool:
    if (one.dimension == "label") != (other.dimension == "label"):
        return False
    if one.dimension == "label":
        return _words_around(links.words1.forms, one) & _words_around(links.words2.forms, other) != set()
    return one.dimension == other.dimension or not strict


def _words_around(forms: Sequence[str], one: Quantity) -> set[tuple[int, str]]:
    before = {(-1, forms[one.start - 1])} if one.start else {(-1, "")}
    return before | ({(1, forms[one.end])} if one.end < len(forms) else {(1, "")})


def _ranks(links: Links, alone1: Sequence[Quantity], alone2: Sequence[Quantity]) -> list[Change]:
    """An ordinal before a superlative that is alone in the other text: "second largest", "largest"."""
    if bool(alone1) == bool(alone2):
        return []
    ordinals, forms = (alone1, links.words1.forms) if alone1 else (alone2, links.words2.forms)
    others = links.words2.forms if alone1 else links.words1.forms
    for one in ordinals:
        word = forms[one.end] if one.end < len(forms) else ""
        if one.dimension == "ordinal" and (word.endswith("est") or word == "most") and others.count(word) == 1:
            ranges = (one.start, one.end + 1), at(others.index(word))
            return [Change("other number", *(ranges if alone1 else ranges[::-1]))]
    return []
