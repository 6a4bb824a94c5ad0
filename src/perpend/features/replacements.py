"""Words of a near-copy that another member of their class has replaced: another name, another thing of the same kind.

    replaced_words(links, equal, changed1, changed2)  ->  [((4, 5), (4, 5))]

    The Seine flows through Paris.            | The Rhone flows through Paris.           another name
    An artery takes the blood to the leg.     | A vein takes the blood to the leg.       two kinds of blood vessels

No list names these words: two names in one place are two things, and two nouns are of one kind if WordNet has a narrow
class above both (`perpend.lexicon.opposites.are_of_one_class`). Where the texts differ elsewhere, two such words are
often said of one thing; so all other content words of both texts must be the same, or part of another change."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from perpend.alignment.linking.links import Links
from perpend.alignment.linking.words import LinkedWords
from perpend.lexicon.opposites import are_of_one_class
from perpend.lexicon.word_relations import relation_of
from perpend.lexicon.wordnet.database import WordNet

__all__ = ["replaced_words"]

_LONGEST = 3
"""A name has at most so many words."""

_MOST = 3
"""More replaced words are another statement."""

_FEWEST = 3
"""The fewest content words of a near-copy that are the same."""

_SAME_START = 3
"""Names that begin with so many equal letters may be forms of one: "Rob", "Robert"."""

Range = tuple[int, int]


def replaced_words(
    links: Links, equal: Mapping[int, int], changed1: set[int], changed2: set[int]
) -> list[tuple[Range, Range]]:
    """Returns what took the place of what, as tokens of both texts; empty unless the texts are near-copies.

    :param links: the links of the two texts.
    :param equal: the links between equal or inflected words, a token of text 1 -> a token of text 2.
    :param changed1: the tokens of text 1 that are part of another change.
    :param changed2: those of text 2.
    """
    one, other = links.words1, links.words2
    free1 = _unequal(one, set(equal) | changed1)
    free2 = _unequal(other, set(equal.values()) | changed2)
    if not (free1 and free2) or len(free1) + len(free2) > 2 * _MOST * _LONGEST:
        return []
    if sum(bool(one.content[row]) for row in equal) < _FEWEST:
        return []
    found = []
    for first, second in _gaps(len(one), len(other), equal):
        rows, columns = free1.intersection(range(*first)), free2.intersection(range(*second))
        if not (rows and columns):
            continue
        places = (min(rows), max(rows) + 1), (min(columns), max(columns) + 1)
        if not _excludes(one, other, *places):
            return []
        free1, free2 = free1 - rows, free2 - columns
        found.append(places)
    return found if not (free1 or free2) and len(found) <= _MOST else []


def _unequal(words: LinkedWords, settled: set[int]) -> set[int]:
    """The content words that neither are the same in both texts nor part of a change."""
    return {place for place in range(len(words)) if words.content[place] and place not in settled}


def _gaps(end1: int, end2: int, equal: Mapping[int, int]) -> Iterator[tuple[Range, Range]]:
    """What stands between neighbouring equal words, where those keep their order."""
    row, column = -1, -1
    for next1, next2 in [*sorted(equal.items()), (end1, end2)]:
        if next2 > column:
            yield (row + 1, next1), (column + 1, next2)
        row, column = next1, next2


def _excludes(one: LinkedWords, other: LinkedWords, first: Range, second: Range) -> bool:
    """Whether two stretches name two members of one class."""
    if max(first[1] - first[0], second[1] - second[0]) > _LONGEST:
        return False
    forms1, forms2 = one.forms[slice(*first)], other.forms[slice(*second)]
    if _are_names(one.tokens, first) and _are_names(other.tokens, second):
        return not any(_may_name_one(name, its) for name in forms1 for its in forms2)
    return len(forms1) == len(forms2) == 1 and are_of_one_class(forms1[0], forms2[0])


def _are_names(tokens: Sequence[str], places: Range) -> bool:
    """Whether words have capitals and one of them may be a name; one that begins a text must usually be a name."""
    words = tokens[slice(*places)]
    if not all(word[:1].isupper() and not word.isupper() and word.isalpha() for word in words):
        return False
    kinds = [_name_kind(word.lower()) for word in words]
    return "known" in kinds or ("unknown" in kinds[places[0] == 0 :])


@lru_cache(maxsize=1 << 16)
def _name_kind(word: str) -> str:
    """ "known" if its usual sense in WordNet is a name, "unknown" if it may be one, "" for all other words."""
    wordnet = WordNet.shipped()
    synsets = wordnet.synsets(word)
    if not synsets:
        return "" if any(wordnet.base_forms(word, part) for part in "nvar") else "unknown"
    if wordnet.instance_hypernyms(synsets[0]):
        return "known"
    return "unknown" if any(map(wordnet.instance_hypernyms, synsets)) else ""


def _may_name_one(name: str, other: str) -> bool:
    """Whether two words of names may be forms of one, or one a part of what the other names."""
    return name[:_SAME_START] == other[:_SAME_START] or bool(relation_of(name, other))
