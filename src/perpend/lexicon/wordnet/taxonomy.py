"""The is-a hierarchy of nouns and verbs: ancestors, depth and information content of synsets.

                  entity                    0 steps from the root, information content 0
                /        \\
           animal        artifact           "is a" follows hypernyms and instance hypernyms (Rome is an instance
          /      \\                          of a city); a synset may have several
        dog      cat                        the lowest common hypernym of dog and cat: animal

Nouns have one root, verbs several hundred.

Information content (IC): a synset's own count is 1 + the number of times that its senses were tagged in WordNet's
concordance (add-one smoothing); its frequency is its own count plus that of every synset below it, each counted once;
and

    IC(synset) = ln(total / frequency)      total = the sum of the own counts of all synsets of that part of speech

so a single root has 0, and the virtual root above all verbs would have 0. Adjectives and adverbs have no hierarchy and
therefore no information content.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from perpend.errors import InputError
from perpend.lexicon.wordnet.tables import Rows, WordNetTables

__all__ = ["Depth", "Taxonomy"]

_REMEMBERED = 1 << 15


class Depth(NamedTuple):
    """The steps from a synset up to a root: on the shortest path (`min`) and on the longest (`max`)."""

    min: int
    max: int


class Taxonomy:
    """The hierarchy of `tables`; the ancestors of the last 32,768 synsets are cached.

    `name` returns the name of a synset, by which ties are sorted.
    """

    def __init__(self, tables: WordNetTables, name: Callable[[int], str]) -> None:
        self._tables = tables
        self._name = name
        self._end = tables.part_range("verb")[1]
        self._first_verb = tables.part_range("verb")[0]
        self.ancestors = lru_cache(maxsize=_REMEMBERED)(self._ancestors)

    @cached_property
    def _parents(self) -> Rows:
        tables = self._tables
        return tables.synset_pointers.only(tables.relation("hypernym"), tables.relation("instance_hypernym"))

    @cached_property
    def _min_depth(self) -> list[int]:
        depths: list[int] = self._tables.file["synset.min_depth"].tolist()
        return depths

    @cached_property
    def _max_depth(self) -> list[int]:
        depths: list[int] = self._tables.file["synset.max_depth"].tolist()
        return depths

    @cached_property
    def contents(self) -> list[float]:
        """The information content of every noun and verb synset."""
        frequency = self._tables.file.checked("synset.frequency")
        totals = self._tables.file.fields.inner("totals")
        noun, verb = totals.number("noun", least=0), totals.number("verb", least=0)
        total = np.where(np.arange(len(frequency)) < self._first_verb, noun, verb)
        if (total < frequency).any():
            raise self._tables.file.corrupt("is damaged: a synset is more frequent than all of its part of speech")
        contents: list[float] = np.log(total / frequency).tolist()
        return contents

    def _ancestors(self, synset: int) -> Mapping[int, int]:
        """Returns every ancestor of the synset, and itself, with the fewest steps to it."""
        steps, level, distance = {synset: 0}, [synset], 0
        while level:
            distance += 1
            above = {parent for child in level for parent in self._parents[child]}
            level = [parent for parent in above if parent not in steps]
            steps.update(dict.fromkeys(level, distance))
        return MappingProxyType(steps)

    def is_verb(self, synset: int) -> bool:
        """Returns whether `synset`, a noun or verb, is a verb."""
        return synset >= self._first_verb

    def depth(self, synset: int) -> Depth:
        """Returns the steps from `synset` to the nearest and to the farthest root; adjectives and adverbs have 0."""
        if synset >= self._end:
            return Depth(0, 0)
        return Depth(self._min_depth[synset], self._max_depth[synset])

    def information_content(self, synset: int) -> float:
        """Returns the information content of the noun or verb `synset`: 0 at the root, higher for rarer ones."""
        self.check(synset, synset)
        return self.contents[synset]

    def lowest_common_hypernyms(self, synset1: int, synset2: int, *, shortest_way: bool = False) -> list[int]:
        """Returns the deepest common ancestors of `synset1` and `synset2`, sorted by name; none if they share no root.

        A synset is its own ancestor. Depth is that of the longest path to the root, or with `shortest_way` of the
        shortest.
        """
        common = self.ancestors(synset1).keys() & self.ancestors(synset2).keys()
        depths = {synset: self.depth(synset)[0 if shortest_way else 1] for synset in common}
        deepest = max(depths.values(), default=0)
        lowest = [synset for synset, depth in depths.items() if depth == deepest]
        return lowest if len(lowest) < 2 else sorted(lowest, key=self._name)

    def check(self, synset1: int, synset2: int) -> None:
        """Raises InputError unless `synset1` and `synset2` are both nouns or both verbs."""
        if synset1 >= self._end or synset2 >= self._end:
            raise InputError("adjectives and adverbs have no hierarchy in WordNet: give synsets of nouns or of verbs")
        if self.is_verb(synset1) != self.is_verb(synset2):
            raise InputError("a noun's synset and a verb's have no hierarchy in common: give two of one kind")
