"""Pairs of texts -> a matrix of relatedness features, at one level and with one feature set.

    RelatednessFeatures("full").matrix([("A man plays a guitar.", "A man is playing guitar."), ...])  ->  (pairs, names)

Annotated texts are cached; `annotate` fills the cache ahead of time. Values of one text alone, such as its vectors and
n-grams, are cached on its sentence while it is among the last ones compared. Two texts without words are equal; such a
text shares nothing with any other.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from perpend.features.annotated_pairs import Pair, annotate_pairs
from perpend.lexicon.topic_model import SHIPPED_TOPICS, TopicModel
from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.relatedness.families import Family, families_of, make_families, matrix_of
from perpend.relatedness.sense_features import SenseText, WordText
from perpend.text.annotate import Annotator
from perpend.text.sentence import Sentence
from perpend.types import Doubles, Progress, Values

__all__ = ["RelatednessFeatures"]

_EMPTY = Sentence.tagged((), ())
_BLOCK = 500
_KEPT = 1 << 15
"""The number of cached parses; a parse takes some kilobytes."""

_KEPT_WHOLE = 1 << 11
"""The number of sentences that keep their vectors and n-grams, some fifty kilobytes each."""


class RelatednessFeatures:
    """Computes the features of pairs.

    :param features: "full", "paper" or families joined by +.
    :param level: one of LEVELS.
    :param annotator: the tagger and parser; the shipped one by default.
    :param vectors: the word vectors; the shipped ones by default.
    :param topics: topic models by their number of topics, or the numbers of shipped ones.
    :param links: a table of links, for Milne and Witten's measure.
    """

    def __init__(
        self,
        features: str = "full",
        level: str = "sentence",
        *,
        annotator: Annotator | None = None,
        vectors: WordVectors | None = None,
        topics: Sequence[int] | dict[int, TopicModel] = SHIPPED_TOPICS,
        links: LinkTable | None = None,
    ) -> None:
        self.features, self.level, self.links = features, level, links
        self.families = families_of(features, level)
        self._vectors = vectors or WordVectors.shipped()
        needed = topics if "topics" in self.families else ()
        self._topics = needed if isinstance(needed, dict) else {one: TopicModel.shipped(one) for one in needed}
        self._annotator = annotator
        self._sentences: dict[str, Sentence] = {}
        self._whole: dict[int, Sentence] = {}

    @property
    def annotator(self) -> Annotator:
        """The tagger and parser, opened when first needed."""
        if self._annotator is None:
            self._annotator = Annotator()
        return self._annotator

    @property
    def of_senses(self) -> bool:
        """Whether the second text is a sense of WordNet; nothing is annotated then."""
        return self.level == "word2sense"

    def signature(self) -> str:
        """The signatures of the vectors, topic models and links."""
        parts = [self._vectors.signature(), *(model.signature() for model in self._topics.values())]
        parts += [self.links.signature()] if self.links else []
        return ",".join(parts)

    @cached_property
    def _made(self) -> list[tuple[str, Family]]:
        made = make_families(self._vectors, self._topics, self.links)
        found = [(name, made[name]) for name in self.families]
        if self.links is not None:
            found.append(("links", made["sense links" if self.of_senses else "links"]))
        return found

    @cached_property
    def named(self) -> tuple[tuple[str, str], ...]:
        """The name and the group of each feature, in the order of the matrix."""
        pair = self._subjects([(_EMPTY, _EMPTY)] if not self.of_senses else [("entity#n", "entity#n#1")])
        return tuple((name, group) for name, group, _ in self._columns(pair))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the features."""
        return tuple(name for name, _ in self.named)

    @property
    def groups(self) -> tuple[str, ...]:
        """The group of each feature."""
        return tuple(group for _, group in self.named)

    def annotate(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> list[Pair]:
        """The sentences of `pairs`; the last 32,768 texts are cached.

        `progress` is called while new texts are annotated.
        """
        known = {text: self._sentences[text] for pair in pairs for text in pair if text in self._sentences}
        new = [pair for pair in pairs if not (pair[0] in known and pair[1] in known)]
        for pair, sentences in zip(new, annotate_pairs(new, self.annotator, progress=progress), strict=True):
            known.update(zip(pair, sentences, strict=True))
        self._remember(known)
        return [(known[text1], known[text2]) for text1, text2 in pairs]

    def _remember(self, known: dict[str, Sentence]) -> None:
        """Caches these sentences, and drops the oldest ones beyond the limit."""
        for text, sentence in known.items():
            self._sentences.pop(text, None)
            self._sentences[text] = sentence
        for text in list(islice(self._sentences, max(len(self._sentences) - _KEPT, 0))):
            del self._sentences[text]

    def matrix(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Doubles:
        """One row of features for each of `pairs` of strings; `progress` is called after each block."""
        return self.matrix_of_sentences(pairs if self.of_senses else self.annotate(pairs, progress), progress)

    def matrix_of_sentences(self, pairs: Sequence[Any], progress: Progress | None = None) -> Doubles:
        """One row of features for each of `pairs` of annotated sentences.

        `progress` is called before each block of pairs and at the end.
        """
        blocks = []
        for start in range(0, len(pairs), _BLOCK):
            if progress:
                progress("features", start, len(pairs))
            block = pairs[start : start + _BLOCK]
            columns = self._columns(self._subjects(block))
            blocks.append(np.stack([values for _, _, values in columns], axis=1))
            if not self.of_senses:
                self._release(block)
        if progress:
            progress("features", len(pairs), len(pairs))
        return np.concatenate(blocks) if blocks else np.zeros((0, len(self.names)))

    def _release(self, pairs: Sequence[Pair]) -> None:
        """Frees the cached vectors and n-grams of all but the last sentences."""
        for one in (sentence for pair in pairs for sentence in pair):
            self._whole.pop(id(one), None)
            self._whole[id(one)] = one
        for key in list(islice(self._whole, max(len(self._whole) - _KEPT_WHOLE, 0))):
            self._whole.pop(key).forget()

    def _subjects(self, pairs: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        if self.of_senses:
            first = [WordText.of(text, self._vectors) for text, _ in pairs]
            return first, [SenseText.of(text, self._vectors) for _, text in pairs]
        return [one for one, _ in pairs], [other for _, other in pairs]

    def _columns(self, subjects: tuple[list[Any], list[Any]]) -> list[tuple[str, str, Doubles]]:
        """The name, group and values of each feature."""
        first, second = subjects
        found: list[tuple[str, str, Doubles]] = []
        for family, made in self._made:
            if made.common:
                rows = [made.common(one, other) for one, other in zip(first, second, strict=True)]
                values = matrix_of(rows, list(rows[0]))
                found += [(f"{family}: {name}", made.group, values[:, k]) for k, name in enumerate(rows[0])]
            if made.both_ways:
                ways = [made.both_ways(one, other) for one, other in zip(first, second, strict=True)]
                found += self._joined(family, made.group, [one for one, _ in ways], [other for _, other in ways])
            elif made.directed or made.batch:
                forward, backward = _one_way(made, first, second), _one_way(made, second, first)
                found += self._joined(family, made.group, forward, backward)
        return found

    def _joined(
        self, family: str, group: str, forward: Sequence[Values], backward: Sequence[Values]
    ) -> list[tuple[str, str, Doubles]]:
        names = list(forward[0])
        ways = [matrix_of(rows, names) for rows in (forward, backward)]
        if self.level == "sentence":
            ways, ends = [np.minimum(*ways), np.maximum(*ways)], ("low", "high")
        else:
            ends = ("first in second", "second in first")
        return [
            (f"{family}: {name}, {end}", group, way[:, k])
            for way, end in zip(ways, ends, strict=True)
            for k, name in enumerate(names)
        ]


def _one_way(made: Family, first: Sequence[Any], second: Sequence[Any]) -> list[Values]:
    if made.batch:
        return made.batch(first, second)
    assert made.directed is not None
    return [made.directed(one, other) for one, other in zip(first, second, strict=True)]
