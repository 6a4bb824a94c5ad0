"""Sentences tagged by hand, so that features can be tested without a pipeline."""

from collections.abc import Callable

import pytest

from perpend.text.parse import Entity
from perpend.text.sentence import Sentence


@pytest.fixture(scope="session")
def text() -> Callable[..., Sentence]:
    def make(tagged: str, entities: tuple[Entity, ...] = ()) -> Sentence:
        """From "dogs/NNS/dog bark/VBP"; the lemma may be left out."""
        rows = [(*piece.split("/"), "")[:3] for piece in tagged.split()]
        tokens, tags = [row[0] for row in rows], [row[1] for row in rows]
        return Sentence.tagged(tokens, tags, lemmas=[row[2] or row[0].lower() for row in rows], entities=entities)

    return make
