"""The words and phrases of one text that are opposites of words in the other, where both are said of the same.

    opposed_words(links, equal, denials1, denials2)  ->  {3: ((3, 4), (3, 4))}

    The door is open.                 | The door is closed.                   open, closed
    He put on his coat.               | He took his coat off.                 put on, took off
    A brown dog runs.                 | A dog runs on white snow.             none: a dog and snow
    We live on loans.                 | We live on money that we borrowed.    none: a noun and a verb

Words are opposites by `perpend.lexicon.opposites`. Words of place must have the same beside them, and what they
govern must be the same; adjectives must not describe two things that both texts have; a noun is no opposite of a
verb. "Gave" and "received" are opposites if the same one does both; else they may be two views of one event."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from perpend.alignment.linking.links import Links
from perpend.alignment.linking.words import LinkedWords
from perpend.features.change import Range, at, covered
from perpend.features.clauses import clauses_of
from perpend.features.denials import Denial
from perpend.features.word_kinds import kinds_in, pronoun_of
from perpend.lexicon.opposites import (
    Phrase,
    are_contrary,
    are_converse,
    may_be_opposite,
    opposite_names,
    phrases_of,
)
from perpend.lexicon.word_relations import facts_of, relation_of
from perpend.lexicon.wordnet.database import WordNet

__all__ = ["Opposites", "opposed_words"]

_KEPT = 1 << 16
_NEAR = 3
_FEW = 20
"""Of texts without a link only so many words of text 2 are looked at."""

_PLACE_WORDS = frozenset((
    "with", "without", "for", "against", "in", "on", "to", "into", "onto", "up", "down", "out", "off", "over", "under",
    "from", "here", "there", "above", "below", "before", "after", "inside", "outside", "within", "away", "of", "at",
    "by",
))  # fmt: skip

Opposites = dict[int, tuple[Range, Range]]
"""The first token in text 1 of an opposite -> its tokens in both texts."""


def opposed_words(
    links: Links, equal: Mapping[int, int], denials1: Sequence[Denial], denials2: Sequence[Denial]
) -> Opposites:
    """Returns opposite words and phrases among those that are not linked as equal, by their first tokens.

    :param links: the links of the two texts.
    :param equal: the links between equal or inflected words, a token of text 1 -> a token of text 2.
    :param denials1: the denials of text 1.
    :param denials2: those of text 2.
    """
    one, other = links.words1.forms, links.words2.forms
    taken2 = set(equal.values())
    cues1 = covered([denial.cue for denial in denials1 if denial.word])
    cues2 = covered([denial.cue for denial in denials2 if denial.word])
    rows = [k for k, form in enumerate(one) if k not in equal and k not in cues1 and _is_word(form)]
    columns = [k for k, form in enumerate(other) if k not in taken2 and k not in cues2 and _is_word(form)]
    if not rows or not columns:
        return {}
    found = _opposite_phrases(links, set(rows), set(columns))
    done1 = covered([ranges[0] for ranges in found.values()])
    done2 = covered([ranges[1] for ranges in found.values()])
    for row in rows:
        if row in done1:
            continue
        opposed = links.anchors.get(row - 1, -9) + 1 if row else 0
        for column in _beside(links, row, columns):
            if column in done2 or not (column == opposed or are_contrary(one[row], other[column])):
                continue
            if _are_opposite_at(links, row, column) and not _say_the_same(links, row, column):
                found[row] = at(row), at(column)
                done2.add(column)
                break
    return found


def _beside(links: Links, row: int, columns: Sequence[int]) -> list[int]:
    """Those of `columns` that a word at `row` may be compared with: no opposites stand farther from linked words."""
    places = range(row - _NEAR, row + _NEAR + 1)
    linked = [column for place in places if (column := links.anchors.get(place)) is not None]
    if not links.anchors:
        return list(columns[:_FEW])
    ends = {0} if row == 0 else {len(links.words2) - 1} if row == len(links.words1) - 1 else set()
    near = ends.union(*(range(column - _NEAR, column + _NEAR + 1) for column in linked))
    return [column for column in columns if column in near]


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
    if "no" in (first, second) and "yes" not in (first, second):
        return False
    if not are_contrary(first, second):
        content = links.words1.content[row] and links.words2.content[column]
        return bool(
            content
            and _replaces(links, row, column)
            and may_be_opposite(first, second)
            and _are_of_one_part(links, row, column)
        )
    if first in links.words2.forms or second in links.words1.forms or not _are_of_one_part(links, row, column):
        return False
    return _are_in_place(links, at(row), at(column)) and not _describe_others(links, row, column)


def _say_the_same(links: Links, row: int, column: int) -> bool:
    """Whether opposites do not contradict: one has a synonym elsewhere, or they are two views of one event."""
    return _have_synonyms(links, row, column) or _are_two_views(links, row, column)


def _are_two_views(links: Links, row: int, column: int) -> bool:
    """Whether two verbs are "gave" and "received" or the like, and not one and the same does both."""
    if not are_converse(links.words1.forms[row], links.words2.forms[column]):
        return False
    subjects2 = _subjects(links.words2.forms, column)
    return not any(links.anchors.get(place) in subjects2 for place in _subjects(links.words1.forms, row))


def _subjects(forms: tuple[str, ...], verb: int) -> set[int]:
    """Who does what a verb says."""
    return {place for place, slots in clauses_of(forms).slots.items() if ("subject", verb) in slots}


def _have_synonyms(links: Links, row: int, column: int) -> bool:
    """Whether one of two words is linked with a synonym elsewhere in the other text: "sent", "shipped", not "get"."""
    own = links.anchors.get(row, column)
    back = next((place for place, its in links.anchors.items() if its == column), row)
    return any(
        relation_of(links.words1.forms[first], links.words2.forms[second]) == "synonym"
        for first, second in ((row, own), (back, column))
        if (first, second) != (row, column)
    )


def _are_of_one_part(links: Links, row: int, column: int) -> bool:
    """Whether two words can be of one part of speech where they stand: a verb and a noun are of none."""
    kinds = kinds_in(links.words1.forms)[row], kinds_in(links.words2.forms)[column]
    if set(kinds) != {"V", "N"}:
        return True
    parts1, parts2 = _parts(links.words1.forms[row], kinds[0]), _parts(links.words2.forms[column], kinds[1])
    return not parts1.isdisjoint(parts2)


@lru_cache(maxsize=_KEPT)
def _parts(form: str, kind: str) -> frozenset[str]:
    """The parts of speech that a word may have where it stands as `kind`; participles may be adjectives."""
    wordnet = WordNet.shipped()
    return frozenset(part for part in ("va" if kind == "V" else "nar") if wordnet.base_forms(form, part))


def _describe_others(links: Links, row: int, column: int) -> bool:
    """Whether two words describe nouns of which one has a link, but not to the other: "brown dog", "white snow"."""
    head1, head2 = _head_after(links.words1, row), _head_after(links.words2, column)
    if head1 < 0 or head2 < 0:
        return False
    partner = links.anchors.get(head1, -1)
    return partner != head2 and (partner >= 0 or head2 in links.anchors.values())


def _head_after(words: LinkedWords, place: int) -> int:
    """The last of the nouns that follow a word without a break, or -1."""
    kinds, end = kinds_in(words.forms), place
    while end + 1 < len(words) and kinds[end + 1] == "N" and words.content[end + 1] and kinds[place] == "N":
        end += 1
    return end if end > place else -1


def _are_in_place(links: Links, first: Range, second: Range) -> bool:
    """Whether opposites stand in like surroundings: words of place beside the same word, others near one."""
    if links.words1.forms[first[0]] in _PLACE_WORDS or links.words2.forms[second[0]] in _PLACE_WORDS:
        return (
            _govern_the_same(links, first, second)
            and any(
                links.anchors.get(row, -9) == column
                for row, column in ((first[0] - 1, second[0] - 1), (first[1], second[1]), (first[1] + 1, second[1] + 1))
                if row >= 0 and (row < len(links.words1) and links.words1.content[row])
            )
        ) or _have_a_common_neighbour(links.anchors, first[0], second[0])
    near = range(max(0, first[0] - _NEAR), first[1] + _NEAR)
    return any(second[0] - _NEAR <= links.anchors.get(row, -9) < second[1] + _NEAR for row in near) or not links.anchors


def _govern_the_same(links: Links, first: Range, second: Range) -> bool:
    """Whether what follows two words of place may be the same: linked words, words without a link, or nothing."""
    one, other = _governed(links.words1, first[1]), _governed(links.words2, second[1])
    if one < 0 or other < 0:
        return one == other
    partner = links.anchors.get(one, -1)
    return partner == other or (partner < 0 and other not in links.anchors.values())


def _governed(words: LinkedWords, start: int) -> int:
    """The first word that bears meaning or is a pronoun, up to the next sign, or -1."""
    for place in range(start, min(start + _NEAR, len(words))):
        if words.signs[place]:
            break
        if words.content[place] or pronoun_of(words.forms[place]):
            return place
    return -1


def _replaces(links: Links, row: int, column: int) -> bool:
    """Whether two words stand between the same words: both neighbours are linked, or both are ends."""
    anchors, last1, last2 = links.anchors, len(links.words1) - 1, len(links.words2) - 1
    left = anchors.get(row - 1) == column - 1 if row and column else row == column
    right = anchors.get(row + 1) == column + 1 if row < last1 and column < last2 else row - last1 == column - last2
    return left and right


def _have_a_common_neighbour(anchors: Mapping[int, int], row: int, column: int) -> bool:
    return anchors.get(row - 1, -9) == column - 1 or anchors.get(row + 1, -9) == column + 1
