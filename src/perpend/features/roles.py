"""Two words that have exchanged their roles: who does what to whom, from where to where, which is more than which.

    swapped_roles(links, opposites)  ->  Swap(first, second, predicate) or None

    Anna hired Ben.              | Ben was not hired by Carl, Ben hired Anna.      subject and object of "hired"
    We flew from Rome to Oslo.   | We flew from Oslo to Rome.                      "from" and "to"
    Ann is taller than Bo.       | Bo is taller than Ann.                          subject and "than"
    Lock up before you leave.    | Leave before you lock up.                       main clause and "before"

Three ways lead there. By clauses (`perpend.features.clauses`): a word has in text 2 the slot that another had in text
1, and the other way round. By order: two groups of words have changed places, each now standing between the neighbours
of the other, and the clauses do not say that both kept their slots; this finds swaps where the clauses were misread. By
exchange (`perpend.features.exchanges`): the texts are the same but for two groups that stand in each other's places, or
for the voice of the verb between them.

Words that do the same thing, as both sides of "and" or of "met" and "similar to" do, are not swapped."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from perpend.alignment.linking.links import Links
from perpend.alignment.linking.words import LinkedWords
from perpend.features.clauses import Clauses, clauses_of
from perpend.features.exchanges import are_even, are_turned_clauses, changed_voice, exchange_of, is_reporter
from perpend.features.near_copies import ALIKE, linked_share, strong_links
from perpend.features.word_kinds import kinds_in, lexicon, pronoun_of
from perpend.lexicon.word_relations import facts_of

__all__ = ["Swap", "swapped_roles"]

_STAYING = 2
"""How many neighbours more two groups must have exchanged than kept to be swapped."""

_IN_ORDER = 0.7
"""The least share of content words with strong links for the order of words to tell of a swap."""

_EQUAL, _LINKED = 0.88, 0.45
_POINTING = frozenset(("this", "these"))
_FREE = frozenset(("of", "alone", "second", "part"))
"""Roles whose governor must be the same linked word."""

_EVEN = frozenset(("when", "while", "although", "though", "whereas", "and", "main"))
Range = tuple[int, int]
Keys = frozenset[tuple[str, int]]


class Swap(NamedTuple):
    """Two groups, each as its tokens in text 1 and in text 2, and the predicate in both, empty if it is unknown."""

    first: tuple[Range, Range]
    second: tuple[Range, Range]
    predicate: tuple[Range, Range]


def swapped_roles(links: Links, opposites: Mapping[int, int]) -> Swap | None:
    """Returns the two groups of words that have exchanged their roles, or None.

    :param links: the links of the two sentences.
    :param opposites: opposite words, a token of text 1 -> a token of text 2.
    """
    if are_turned_clauses(links):
        return None
    share = linked_share(links, strong_links(links, opposites))
    found = _by_slots(links, opposites, in_order=share >= _IN_ORDER) if share >= ALIKE else None
    if found and any(are_even(*side) for side in _sides(links, found)):
        found = None
    if found or opposites:
        return found
    exchange = exchange_of(links) or changed_voice(links)
    if exchange is None:
        return None
    first1, first2, second1, second2 = exchange
    return Swap((first1, first2), (second1, second2), ((0, 0), (0, 0)))


def _sides(links: Links, swap: Swap) -> Iterator[tuple[LinkedWords, Clauses, Range, Range]]:
    """Each text with its clauses and both groups in it."""
    for words, first, second in zip((links.words1, links.words2), swap.first, swap.second, strict=True):
        yield words, clauses_of(words.forms), first, second


def _by_slots(links: Links, opposites: Mapping[int, int], *, in_order: bool) -> Swap | None:
    """What clauses say, and if the order of words tells anything, what neighbours say."""
    one, other = links.words1, links.words2
    kinds1, kinds2 = kinds_in(one.forms), kinds_in(other.forms)
    mapped = _mapped(links, kinds1, kinds2)
    if len(mapped) < 2:
        return None
    if not (_crosses(mapped) or ("B" in kinds1) != ("B" in kinds2) or opposites):
        return None
    clauses1, clauses2 = clauses_of(one.forms), clauses_of(other.forms)
    found = _by_clauses(links, clauses1, clauses2, mapped, opposites)
    if found or not in_order or _is_passive(one.forms, clauses1) != _is_passive(other.forms, clauses2):
        return found
    return _by_order(links, clauses1, clauses2, mapped)


def _is_passive(forms: Sequence[str], clauses: Clauses) -> bool:
    """Whether a form of "be" and a verb stand before "by"."""
    return "by" in forms and "B" in clauses.kinds[: forms.index("by")]


def _crosses(mapped: Mapping[int, int]) -> bool:
    """Whether two links cross."""
    last = -1
    for row in sorted(mapped):
        if mapped[row] < last:
            return True
        last = mapped[row]
    return False


def _mapped(links: Links, kinds1: str, kinds2: str) -> dict[int, int]:
    """The links of words that bear meaning, with pronouns in any form ("him" to "he") and words that point."""
    found = {
        row: column
        for row, column in links.anchors.items()
        if kinds1[row] in "NV" and kinds2[column] in "NV" and links.alike[row, column] >= _least(links, row)
    }
    persons1, persons2 = _persons(links.words1.forms, kinds1), _persons(links.words2.forms, kinds2)
    found.update((persons1[name], persons2[name]) for name in persons1.keys() & persons2)
    return found


def _least(links: Links, row: int) -> float:
    """The least similarity of a link that is compared: numbers must be equal."""
    return _EQUAL if links.words1.forms[row][:1].isdigit() else _LINKED


def _repeated(forms: Sequence[str]) -> set[str]:
    """The words that occur more than once, of which nobody knows which is linked with which."""
    if len(set(forms)) == len(forms):
        return set()
    return {form for form in forms if forms.count(form) > 1}


def _persons(forms: Sequence[str], kinds: str) -> dict[str, int]:
    """The pronouns that occur once, and words that point ("this"), each with its place."""
    found: dict[str, int] = {}
    for place, (form, kind) in enumerate(zip(forms, kinds, strict=True)):
        if kind == "O" and not form.endswith(("self", "selves")):
            name = pronoun_of(form)
        else:
            name = form if form in _POINTING else ""
        if name:
            found[name] = -1 if name in found else place
    return {name: place for name, place in found.items() if place >= 0}


def _by_clauses(
    links: Links, clauses1: Clauses, clauses2: Clauses, mapped: Mapping[int, int], opposites: Mapping[int, int]
) -> Swap | None:
    one, other = links.words1, links.words2
    governors = {**links.anchors, **mapped, **opposites, -1: -1}
    converse = frozenset(opposites.values())
    moved: list[tuple[int, int, Keys, Keys]] = []
    for row, column in mapped.items():
        slots1, slots2 = clauses1.slots.get(row), clauses2.slots.get(column)
        if not slots1 or not slots2 or (is_reporter(one, clauses1, row) and is_reporter(other, clauses2, column)):
            continue
        keys1 = _coarse(frozenset((role, governors[on]) for role, on in slots1 if on in governors), converse)
        slots2 = _coarse(slots2, converse)
        if keys1.isdisjoint(slots2):
            moved.append((row, column, keys1, slots2))
    often = _repeated(links.words1.forms) | _repeated(links.words2.forms)
    for number, (row, column, was, now) in enumerate(moved):
        for row2, column2, was2, now2 in moved[number + 1 :]:
            if links.words1.forms[row] in often and links.words1.forms[row2] in often:
                continue
            shared, shared2 = was & now2, was2 & now
            if shared and shared2 and not _are_even(links, shared | shared2, clauses2):
                on = next((on for _, on in sorted(shared | shared2) if on >= 0), -1)
                predicate2 = (on, on + 1) if on >= 0 else (0, 0)
                at = next((place for place, its in governors.items() if its == on), -1) if on >= 0 else -1
                predicate1 = (at, at + 1) if at >= 0 else (0, 0)
                first = (_phrase(clauses1, row), _phrase(clauses2, column))
                second = (_phrase(clauses1, row2), _phrase(clauses2, column2))
                return Swap(first, second, (predicate1, predicate2))
    return None


def _coarse(keys: Keys, converse: frozenset[int]) -> Keys:
    """On a verb that is the opposite of the other ("lent", "borrowed") every role but the subject's counts as one."""
    if not converse:
        return keys
    return frozenset((role if on not in converse or role == "subject" else "other", on) for role, on in keys)


def _are_even(links: Links, keys: Keys, clauses: Clauses) -> bool:
    """Whether the two roles mean the same: those of a symmetric verb, of "while", of "X is the Y"."""
    roles = {role for role, _ in keys}
    if roles <= _EVEN or roles == {"subject", "with"} or len(roles) < 2:
        return True
    words = links.words2
    governors = {on for _, on in keys if on >= 0}
    if any(not facts_of(words.forms[on]).bases.isdisjoint(lexicon()["verbs"]["symmetric"]) for on in governors):
        return True
    if not governors:
        return False
    clause = {clauses.clause[on] for on in governors}
    if roles == {"subject", "object"} and all(clauses.kinds[on] == "B" for on in governors):
        return True
    return _has_even_word(words, clauses, clause)


def _has_even_word(words: LinkedWords, clauses: Clauses, numbers: set[int]) -> bool:
    evenly = lexicon()["verbs"]["evenly"]
    return any(form in evenly and clauses.clause[place] in numbers for place, form in enumerate(words.forms))


def _phrase(clauses: Clauses, head: int) -> Range:
    """The noun phrase that ends with `head`, without its determiner."""
    start = head
    while start > 0 and clauses.kinds[start - 1] == "N" and ("part", head) in clauses.slots.get(start - 1, ()):
        start -= 1
    return start, head + 1


def _by_order(links: Links, clauses1: Clauses, clauses2: Clauses, mapped: Mapping[int, int]) -> Swap | None:
    one, other = links.words1, links.words2
    often = _repeated(one.forms) | _repeated(other.forms)
    groups = list(_groups({row: column for row, column in mapped.items() if one.forms[row] not in often}))
    best: tuple[int, Swap] | None = None
    for number, first in enumerate(groups):
        for second in groups[number + 1 :]:
            if first[2] < second[2] or not _has_a_middle(links, first, second):
                continue
            places = [_neighbours(one, clauses1, *first[:2]), _neighbours(one, clauses1, *second[:2])]
            now = [_neighbours(other, clauses2, *first[2:]), _neighbours(other, clauses2, *second[2:])]
            exchanged = _equal(places[0], now[1]) + _equal(places[1], now[0])
            stayed = _equal(places[0], now[0]) + _equal(places[1], now[1])
            if exchanged - stayed < _STAYING or (best and exchanged - stayed <= best[0]):
                continue
            if not _take_over(clauses1, clauses2, first, second):
                continue
            if any(_is_another_use(links, clauses1, clauses2, group) for group in (first, second)):
                continue
            groups_at = [((group[0], group[1] + 1), (group[2], group[3] + 1)) for group in (first, second)]
            best = exchanged - stayed, Swap(groups_at[0], groups_at[1], ((0, 0), (0, 0)))
    return best[1] if best else None


def _is_another_use(links: Links, clauses1: Clauses, clauses2: Clauses, group: tuple[int, ...]) -> bool:
    """Whether a group may stand elsewhere without another role: one that kept its slot, that reports, or describes."""
    one, other = links.words1, links.words2
    if is_reporter(one, clauses1, group[1]) and is_reporter(other, clauses2, group[3]):
        return True
    if _describes(clauses1, group[1]) != _describes(clauses2, group[3]):
        return True
    return _kept(links, clauses1, clauses2, group)


def _describes(clauses: Clauses, place: int) -> bool:
    """Whether a word stands before a noun that it describes."""
    return any(role == "part" for role, _ in clauses.slots.get(place, ()))


def _kept(links: Links, clauses1: Clauses, clauses2: Clauses, group: tuple[int, ...]) -> bool:
    """Whether the head of a group has a slot that it had before, on the same governor."""
    slots1, slots2 = clauses1.slots.get(group[1], frozenset()), clauses2.slots.get(group[3], frozenset())
    return any((role, links.anchors.get(on, -2)) in slots2 for role, on in slots1 if on >= 0)


def _take_over(clauses1: Clauses, clauses2: Clauses, first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Whether one group has a role in text 2 that the other had in text 1, on whatever word it depends."""
    was = [{role for role, _ in clauses1.slots.get(group[1], ())} for group in (first, second)]
    now = [{role for role, _ in clauses2.slots.get(group[3], ())} for group in (first, second)]
    return bool(was[0] & now[1] or was[1] & now[0])


def _equal(one: tuple[str, str], other: tuple[str, str]) -> int:
    return (one[0] == other[0]) + (one[1] == other[1])


def _has_a_middle(links: Links, first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Whether words that stayed stand between the groups: not only "and", and none of an even relation."""
    evenly, symmetric = lexicon()["verbs"]["evenly"], lexicon()["verbs"]["symmetric"]
    found = False
    for row, column in links.anchors.items():
        if first[1] < row < second[0] and second[3] < column < first[2]:
            form = links.words2.forms[column]
            if form in evenly or not facts_of(form).bases.isdisjoint(symmetric):
                return False
            found = found or not (form in ("and", "or") or links.words2.signs[column])
    return found


def _groups(mapped: Mapping[int, int]) -> Iterator[tuple[int, int, int, int]]:
    """Runs of words that are linked in order: first and last of both texts."""
    run: list[int] = []
    for row, column in sorted(mapped.items()):
        if run and row == run[1] + 1 and column == run[3] + 1:
            run[1], run[3] = row, column
            continue
        if run:
            yield run[0], run[1], run[2], run[3]
        run = [row, row, column, column]
    if run:
        yield run[0], run[1], run[2], run[3]


def _neighbours(words: LinkedWords, clauses: Clauses, start: int, end: int) -> tuple[str, str]:
    """The word before a group, determiners skipped, and the word after it; ^ and $ at the ends of a clause."""
    place = start - 1
    while place >= 0 and clauses.kinds[place] == "D":
        place -= 1
    left = words.forms[place] if place >= 0 and clauses.kinds[place] != "." else "^"
    after = words.forms[end + 1] if end + 1 < len(words) else "$"
    return left, "$" if end + 1 >= len(words) or clauses.kinds[end + 1] == "." else after
