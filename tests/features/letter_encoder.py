"""A sentence encoder for tests, which needs nothing: a text is the counts of its letters, a word as well."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from perpend.lexicon.sentence_encoder import TokenVectors

__all__ = ["LetterEncoder"]

_SIZE = 32
_LONGEST = 20


class LetterEncoder:
    """Counts letters by their code modulo 32; reads twenty words of a text, and records in `parts` its questions."""

    def __init__(self) -> None:
        self.parts: list[list[str]] = []

    def signature(self) -> str:
        """The name of the encoder."""
        return "letters:1"

    def is_cut(self, text: str) -> bool:
        """Whether a text has more than twenty words."""
        return len(text.split()) > _LONGEST

    def __call__(self, texts: list[str]) -> Any:
        return self.with_tokens(texts)[0]

    def with_tokens(self, texts: Sequence[str]) -> tuple[Any, list[TokenVectors]]:
        """The counts of each text, and those of its words."""
        self.parts.append(list(texts))
        found = [self._words(text) for text in texts]
        return np.array([one.vectors.sum(axis=0) for one in found]), found

    def _words(self, text: str) -> TokenVectors:
        spans, place = [], 0
        for word in text.split()[:_LONGEST]:
            start = text.index(word, place)
            place = start + len(word)
            spans.append((start, place))
        counts = np.zeros((len(spans), _SIZE), np.float32)
        for row, (start, end) in enumerate(spans):
            for letter in text[start:end].lower():
                counts[row, ord(letter) % _SIZE] += 1.0
        return TokenVectors(tuple(spans), counts)
