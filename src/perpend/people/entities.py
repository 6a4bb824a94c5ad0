"""Mentions of a document -> entities: who is named in it, and by which mentions.

    Lindsay Lohan ... Lohan's lawyer ... Mr. Berg ... Lohan      lohan: mentions 1, 2, 4      berg: mention 3

Within one text a name names one person: a mention joins the entity whose fullest name it matches as the same name, as a
part of it or by initials (see `full_names`). Fuller names come first, so "Lohan" finds "Lindsay Lohan" wherever she is
introduced. Of several entities that a short name fits, the one mentioned last before it is meant, else the first one.
Spelling variants join here too, if a word of five letters or more is spelled alike and no letter but a few differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from perpend.people.blocking import NameIndex, spelled_like
from perpend.people.context import Context, Surroundings
from perpend.people.full_names import name_matches
from perpend.people.mentions import Document, Mention
from perpend.people.name_parts import FullName, full_name

__all__ = ["Entity", "document_entities"]

_JOINING = ("same", "part", "initials")
_LONG = 5


@dataclass(frozen=True, slots=True, eq=False)
class Entity:
    """Mentions that name one person: pairs of places, of a document and of a mention in it; the fullest name; context.

    Of a document it has the mentions of that document; chains are entities of several documents.
    """

    name: FullName
    names: frozenset[str]
    mentions: tuple[tuple[int, int], ...]
    context: Context

    def __add__(self, other: "Entity") -> "Entity":
        name = max(self.name, other.name, key=_fullness)
        context = self.context + other.context
        return Entity(name, self.names | other.names, tuple(sorted(self.mentions + other.mentions)), context)

    @property
    def words(self) -> tuple[str, ...]:
        """The folded words of the fullest name."""
        return self.name.forms


def document_entities(document: Document, number: int = 0) -> list[Entity]:
    """The entities of one document, which is number so many of its collection, in the order of first mention."""
    mentions = document.mentions or ()
    names = [full_name(mention.text) for mention in mentions]
    groups: list[list[int]] = []
    index, spelled = NameIndex(), spelled_like([name.last for name in names])
    for place in sorted(range(len(names)), key=lambda place: (*_negative(_fullness(names[place])[:2]), place)):
        words = names[place].forms or (names[place].written,)
        near = {
            number for last in (words, *((word,) for word in spelled.get(words[-1], ()))) for number in index.find(last)
        }
        fitting = [groups[number] for number in sorted(near) if _fits(names[place], names[groups[number][0]])]
        if fitting:
            _meant(fitting, place).append(place)
        else:
            index.add(len(groups), words)
            groups.append([place])
    groups.sort(key=min)
    around = Surroundings(document)
    return [_entity(around, number, mentions, group, names) for group in groups]


def _fullness(name: FullName) -> tuple[int, int, str]:
    """Names with more words are fuller, then longer ones; the last decides among equals."""
    return len(name.words), len(name.joined), name.written


def _negative(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(-number for number in numbers)


def _fits(name: FullName, fuller: FullName) -> bool:
    if not name.words:
        return name.written == fuller.written
    match = name_matches(name.written, fuller.written, k=2)
    if match.verdict == "variant" or any(pair.how == "spelling" for pair in match.pairs):
        spelled = [pair for pair in match.pairs if pair.how == "spelling"]
        return match.verdict != "different" and all(min(len(pair.a), len(pair.b)) >= _LONG for pair in spelled)
    return match.verdict in _JOINING


def _meant(groups: Sequence[list[int]], place: int) -> list[int]:
    """The entity whose last mention before this place is nearest; else the one that comes first."""

    def distance(group: list[int]) -> tuple[int, int]:
        before = [other for other in group if other < place]
        return (0, place - max(before)) if before else (1, min(group))

    return min(groups, key=distance)


def _entity(
    around: Surroundings, number: int, mentions: Sequence[Mention], group: Sequence[int], names: Sequence[FullName]
) -> Entity:
    own = frozenset(part.form for place in group for part in names[place].parts)
    context = around.context([mentions[place] for place in group], own)
    fullest = max((names[place] for place in group), key=_fullness)
    written = frozenset(mentions[place].text for place in group)
    return Entity(fullest, written, tuple((number, place) for place in sorted(group)), context)
