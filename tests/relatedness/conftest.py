"""Sentences tagged by hand, so that features can be tested without a pipeline."""

from collections.abc import Callable

import pytest

from perpend.features.sentence import Sentence
from perpend.lexicon.word_vectors import WordVectors
from perpend.relatedness.related_text import RelatedText
from perpend.text.annotation import Entity


@pytest.fixture(scope="session")
def text() -> Callable[..., RelatedText]:
    def make(tagged: str, entities: tuple[Entity, ...] = ()) -> RelatedText:
        """From "dogs/NNS/dog bark/VBP"; the lemma may be left out."""
        rows = [(*piece.split("/"), "")[:3] for piece in tagged.split()]
        words, tags = [row[0] for row in rows], [row[1] for row in rows]
        lemmas = tuple(row[2] or row[0].lower() for row in rows)
        made = Sentence.of(words, tags)
        sentence = Sentence(made.words, made.tags, made.forms, lemmas, raw=" ".join(words), entities=entities)
        return RelatedText(sentence, WordVectors.shipped(), {})

    return make
