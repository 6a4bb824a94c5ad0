"""Entities -> pairs whose names may be one, without comparing all with all.

    Anna Berg, A. Berg, Berg, Berg Anna       found by an equal word
    Berezovski, Berezovsky                    found because the words are spelled alike (`spelled_alike`)

Two names can only match if a word of one is a word of the other, in spelling or nearly. An entity is looked up by its
last word among all words of the others, and by each of its words among their last words; so a common given name alone
brings nobody together. Of more than 1,000 entities with a word in common each is compared with the 1,000 before it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from perpend.spelling.entities import Entity
from perpend.spelling.full_names import NameMatch, name_matches, words_alike
from perpend.spelling.variants import find_variants

__all__ = ["MOST_COMPARED", "NameIndex", "alike_entities", "spelled_alike"]

MOST_COMPARED = 1_000
_LEAST_LETTERS, _MOST_LETTERS = 4, 200


class NameIndex:
    """Numbered entities by the words of their names; the newest are found first."""

    def __init__(self) -> None:
        self._words: dict[str, list[int]] = defaultdict(list)
        self._last: dict[str, list[int]] = defaultdict(list)

    def add(self, number: int, words: Sequence[str]) -> None:
        """Make an entity findable; one that has got a fuller name may be added again."""
        for word in dict.fromkeys(words):
            self._words[word].append(number)
        if words:
            self._last[words[-1]].append(number)

    def find(self, words: Sequence[str]) -> list[int]:
        """The numbers of entities whose names may match, from new to old, each once."""
        if not words:
            return []
        found = set(self._words[words[-1]][-MOST_COMPARED:])
        for word in words:
            found.update(self._last[word][-MOST_COMPARED:])
        return sorted(found, reverse=True)[:MOST_COMPARED]


def alike_entities(entities: Sequence[Entity], k: int = 3, c: int = 1) -> Iterator[tuple[int, int, NameMatch]]:
    """Pairs (i, j) of places, i < j, whose names match by an equal word or by spelling, with the match."""
    index = NameIndex()
    pairs: dict[tuple[int, int], None] = {}
    for number, entity in enumerate(entities):
        pairs.update({(other, number): None for other in index.find(entity.words)})
        index.add(number, entity.words)
    pairs.update(dict.fromkeys(spelled_alike(entities, k, c)))
    for i, j in sorted(pairs):
        match = name_matches(entities[i].name.written, entities[j].name.written, k, c)
        if match.verdict != "different":
            yield i, j, match


def spelled_alike(entities: Sequence[Entity], k: int = 3, c: int = 1) -> list[tuple[int, int]]:
    """Pairs of places of entities whose last words, of 4 to 200 letters, are spelled alike and not equal."""
    holders: dict[str, list[int]] = defaultdict(list)
    for number, entity in enumerate(entities):
        if entity.words and _LEAST_LETTERS <= len(entity.words[-1]) <= _MOST_LETTERS:
            holders[entity.words[-1]].append(number)
    found: set[tuple[int, int]] = set()
    for pair in find_variants(sorted(holders), k, c):
        if words_alike(pair.word1, pair.word2, k, c) is not None:
            for i in holders[pair.word1][-MOST_COMPARED:]:
                found.update((min(i, j), max(i, j)) for j in holders[pair.word2][-MOST_COMPARED:])
    return sorted(found)
