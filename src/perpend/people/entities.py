"""Mentions of a document -> entities: the persons it names, each with its mentions.

    Lindsay Lohan ... Lohan's lawyer ... Mr. Berg ... Lohan      lohan: mentions 1, 2, 4      berg: mention 3

Within one text a name refers to one person: a mention joins the entity whose fullest name it matches as the same name,
as a part of it or by initials (see `full_names`). Fuller names are processed first, so "Lohan" finds "Lindsay Lohan"
wherever she is introduced. If a short name matches several entities, it joins the one mentioned most recently before
it, else the first one. Spelling variants join too, if the words spelled differently have five letters or more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from perpend.people.blocking import Comparisons, NameIndex, spelled_like
from perpend.people.context import Context, Surroundings
from perpend.people.full_names import name_matches
from perpend.people.mentions import Document, Mention
from perpend.people.name_parts import FullName, full_name

__all__ = ["Entity", "document_entities"]

_JOINING = ("same", "part", "initials")
_LONG = 5


@dataclass(frozen=True, slots=True, eq=False)
class Entity:
    """Mentions of one person, in one document or, as a chain, in several.

    :param name: the fullest name.
    :param names: all spellings.
    :param mentions: pairs of a document index and a mention index.
    :param context: the words around the mentions.
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


def document_entities(document: Document, number: int = 0, comparisons: Comparisons | None = None) -> list[Entity]:
    """Returns the entities of `document` in the order of first mention; `number` is its index in the collection.

    `comparisons` counts the pairs of names that are compared.
    """
    comparisons = comparisons or Comparisons()
    mentions = document.mentions or ()
    names = [full_name(mention.text) for mention in mentions]
    groups: list[list[int]] = []
    index, spelled = NameIndex(), spelled_like([name.last for name in names], comparisons=comparisons)
    for place in sorted(range(len(names)), key=lambda place: _fullness(names[place])[:2], reverse=True):
        words = names[place].forms or (names[place].written,)
        near = {
            number for last in (words, *((word,) for word in spelled.get(words[-1], ()))) for number in index.find(last)
        }
        comparisons.add(len(near))
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
    """A sort key: the number of words, the number of letters, and the name itself to break ties."""
    return len(name.words), len(name.joined), name.written


def _fits(name: FullName, fuller: FullName) -> bool:
    if not name.words:
        return name.written == fuller.written
    match = name_matches(name.written, fuller.written, k=2)
    if match.verdict == "variant" or any(pair.how == "spelling" for pair in match.pairs):
        spelled = [pair for pair in match.pairs if pair.how == "spelling"]
        return match.verdict != "different" and all(min(len(pair.a), len(pair.b)) >= _LONG for pair in spelled)
    return match.verdict in _JOINING


def _meant(groups: Sequence[list[int]], place: int) -> list[int]:
    """Returns the group with the most recent mention before `place`, else the one that comes first."""

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
