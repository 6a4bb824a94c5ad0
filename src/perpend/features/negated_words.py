"""The words that one of two texts denies and the other does not.

    negated_words(links, denials1, denials2, opposites)  ->  [Change("negated", (3, 4), (0, 0), (4, 5), (3, 4))]

    The parcel arrived.                           | The parcel did not arrive.                   arrived
    It does not allow us to trace the parcel.     | It does not make it possible to trace it.    nothing
    He declined comment.                          | He did not comment.                          nothing
    A man without a shirt dances.                 | A shirtless man dances.                      nothing

What each denial says is compared as far as links tell (`_is_same`). In texts that are worded freely that is not far: a
cue stands elsewhere, and what it denies has another word. There a denial that is left over cancels one of the other
text, whatever it denies. It also cancels a word that denies quietly (`perpend.features.denials.quiet_denials`), if the
texts do not share that word. And a name, pronoun or number behind a word that the other text does not have is not
denied: "did not nominate Ann" denies no Ann."""

from collections.abc import Collection, Mapping, Sequence

from perpend.alignment.linking.links import Links
from perpend.alignment.linking.words import LinkedWords
from perpend.features.change import Change, at
from perpend.features.denials import Denial, is_light, is_raising, quiet_denials
from perpend.features.near_copies import linked_share, strong_links
from perpend.features.word_kinds import pronoun_of

__all__ = ["negated_words"]

_NOWHERE = (0, 0)
_EQUAL = 0.88
"""Cells at least so similar are of equal or inflected words."""

_NEAR_COPY = 0.7
"""The least share of the content words with a strong link in a near-copy."""

_Target = tuple[Denial, int]


def negated_words(
    links: Links, denials1: Sequence[Denial], denials2: Sequence[Denial], opposites: Mapping[int, int]
) -> list[Change]:
    """Returns the words that are denied in one text only.

    :param links: the links of the two texts.
    :param denials1: the denials of text 1.
    :param denials2: those of text 2.
    :param opposites: opposite words, a token of text 1 -> a token of text 2.
    """
    if not denials1 and not denials2:
        return []
    strong = strong_links(links, opposites)
    back = {column: row for row, column in strong.items()}
    own1, idle1 = _effective(links.words1, denials1, strong, links.anchors.keys())
    own2, idle2 = _effective(links.words2, denials2, back, set(links.anchors.values()))
    rest1, rest2 = _unmatched(links, own1, own2, strong)
    if not (rest1 or rest2):
        return []
    spare1, spare2 = _quiet(links, opposites)
    if linked_share(links, strong) < _NEAR_COPY:
        spare1, spare2 = spare1 + idle1, spare2 + idle2
        both = min(len(rest1), len(rest2))
        rest1, rest2 = rest1[both:], rest2[both:]
    rest1, rest2 = rest1[spare2:], rest2[spare1:]
    found = [Change("negated", one.cue, _NOWHERE, about1=at(row), about2=at(strong[row])) for one, row in rest1]
    return found + [
        Change("negated", _NOWHERE, one.cue, about1=at(back[column]), about2=at(column)) for one, column in rest2
    ]


def _effective(
    words: LinkedWords, denials: Sequence[Denial], strong: Mapping[int, int], linked: Collection[int]
) -> tuple[list[_Target], int]:
    """The denials of linked words, each with the word, and the number of those that deny no linked word.

    An even number of denials in one clause is none.

    :param words: the text.
    :param denials: its denials.
    :param strong: its words with strong links.
    :param linked: its words with any link.
    """
    by_clause: dict[int, list[_Target]] = {}
    idle = 0
    for denial in denials:
        reached = (place for place in denial.reach if place in strong)
        target = next((place for place in reached if not _is_given(words, denial, place, linked)), None)
        if target is None:
            idle += 1
        else:
            by_clause.setdefault(denial.clause, []).append((denial, target))
    return [found[0] for found in by_clause.values() if len(found) % 2], idle


def _is_given(words: LinkedWords, denial: Denial, target: int, linked: Collection[int]) -> bool:
    """Whether a word is a name, pronoun or number behind a word without any link, so that it is not what is denied."""
    form = words.forms[target]
    if not (form[:1].isdigit() or pronoun_of(form) or words.tokens[target][:1].isupper()):
        return False
    before = denial.reach[: denial.reach.index(target)]
    return any(words.content[place] and place not in linked and not is_light(words.forms[place]) for place in before)


def _unmatched(
    links: Links, own1: Sequence[_Target], own2: Sequence[_Target], strong: Mapping[int, int]
) -> tuple[list[_Target], list[_Target]]:
    """The denials of each text that deny nothing that the other text denies."""
    rest1, rest2 = [], list(own2)
    for denial, row in own1:
        partner = next((its for its in rest2 if _is_same(links, denial, row, *its, strong)), None)
        if partner:
            rest2.remove(partner)
        else:
            rest1.append((denial, row))
    return rest1, rest2


def _is_same(links: Links, one: Denial, row: int, other: Denial, column: int, strong: Mapping[int, int]) -> bool:
    """Whether two denials deny the same: each reaches what the other denies, or one of them can be passed on."""
    if strong[row] == column or strong[row] in other.reach or any(strong.get(place) == column for place in one.reach):
        return True
    return is_raising(links.words1.forms[row]) or is_raising(links.words2.forms[column])


def _quiet(links: Links, opposites: Mapping[int, int]) -> tuple[int, int]:
    """How many words or phrases of each text deny quietly and are neither the same in both nor an opposite."""
    equal = {row: column for row, column in links.anchors.items() if links.alike[row, column] >= _EQUAL}
    equal.update(opposites)
    sides = (links.words1.forms, set(equal)), (links.words2.forms, set(equal.values()))
    counts = [sum(not same.issuperset(range(*its)) for its in quiet_denials(forms)) for forms, same in sides]
    return counts[0], counts[1]
