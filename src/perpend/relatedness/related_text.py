"""A text as relatedness compares it: everything that depends on it alone, worked out once.

    "The old ship sank."   content    (ship, n), (sink, v)               lemmas of nouns and verbs
                           vectors    one row for each content word       of length 1
                           sum        their sum, rare words counting more
                           topics     20, 100, 200 proportions

`TextReader` makes them from annotated sentences and remembers the last ones, so that a text in many pairs is read once.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perpend.features.coverage import information
from perpend.features.overlap import Bags
from perpend.features.sentence import Sentence, is_noun, is_verb
from perpend.lexicon.corpus import stems_of
from perpend.lexicon.topic_model import TopicModel
from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.words import is_punctuation, is_stop_word
from perpend.types import Floats

__all__ = ["RelatedText", "TextReader"]

_LIGHT_VERBS = frozenset(("be", "have", "do", "'s", "'re", "'m", "'ve"))
"""Verbs that say little by themselves; a text that has no other noun or verb keeps them."""


@dataclass(frozen=True, eq=False)
class RelatedText:
    """A sentence, and what the vectors and topics say of it."""

    sentence: Sentence
    word_vectors: WordVectors
    topic_models: Mapping[int, TopicModel]

    @cached_property
    def content(self) -> tuple[tuple[str, str], ...]:
        """The lemmas of nouns and verbs with WordNet's letter for each, in their order; names are nouns."""
        found = [
            (lemma, "n" if is_noun(tag) else "v")
            for lemma, tag in zip(self.lemmas, self.sentence.tags, strict=True)
            if (is_noun(tag) or is_verb(tag)) and not is_punctuation(lemma)
        ]
        return tuple(one for one in found if one[0] not in _LIGHT_VERBS) or tuple(found)

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """The lemmas; words where there are none."""
        return self.sentence.lemmas or tuple(word.lower() for word in self.sentence.words)

    @cached_property
    def bags(self) -> Bags:
        """The n-grams of its words, forms, lemmas and characters."""
        return Bags.of(self.sentence)

    @cached_property
    def said(self) -> tuple[str, ...]:
        """The words that say something: neither stop words nor signs; all words if there are none else."""
        words = [word.lower() for word in self.sentence.words if not is_punctuation(word)]
        return tuple(word for word in words if not is_stop_word(word)) or tuple(words)

    @cached_property
    def rows(self) -> Floats:
        """The vectors of `said`, one a row."""
        rows = [self.word_vectors.vector(word) for word in self.said]
        return np.array(rows, np.float32).reshape(len(rows), self.word_vectors.dimensions)

    @cached_property
    def weights(self) -> Floats:
        """The information of each of `said`."""
        return np.array([information(word) for word in self.said], np.float32)

    @cached_property
    def content_rows(self) -> Floats:
        """The vectors of `content`."""
        rows = [self.word_vectors.vector(word) for word, _ in self.content]
        return np.array(rows, np.float32).reshape(len(rows), self.word_vectors.dimensions)

    @cached_property
    def content_parts(self) -> NDArray[np.bool_]:
        """For each of `content` whether it is a noun."""
        return np.array([part == "n" for _, part in self.content], np.bool_)

    @cached_property
    def sum(self) -> Floats:
        """The sum of the vectors of `said`, each weighed by its information, brought to length 1."""
        total = self.weights @ self.rows
        length = float(np.linalg.norm(total))
        return total / length if length else total

    @cached_property
    def topics(self) -> Mapping[int, NDArray[np.float64]]:
        """The proportions of each model's topics."""
        stems = stems_of(self.sentence.raw)
        return {count: model.proportions_of_stems(stems) for count, model in self.topic_models.items()}


class TextReader:
    """Sentences -> texts, the last ones remembered."""

    def __init__(
        self,
        vectors: WordVectors | None = None,
        topics: Mapping[int, TopicModel] | Sequence[int] = (),
        kept: int = 1 << 11,
    ) -> None:
        self.vectors = vectors or WordVectors.shipped()
        self.topics = topics if isinstance(topics, Mapping) else {one: TopicModel.shipped(one) for one in topics}
        self._kept, self._known = kept, OrderedDict[Sentence, RelatedText]()

    def read(self, sentence: Sentence) -> RelatedText:
        """The text of a sentence."""
        if sentence in self._known:
            self._known.move_to_end(sentence)
            return self._known[sentence]
        found = RelatedText(sentence, self.vectors, self.topics)
        self._known[sentence] = found
        if len(self._known) > self._kept:
            self._known.popitem(last=False)
        return found
