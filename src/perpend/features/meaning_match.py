"""How alike two texts are by the vectors of their words: three signals that need no training, and their mean.

    "He bought a car."  beside  "She purchased an automobile."

    cosine        of the sums of all words' vectors
    idf match     bought ~ purchased, car ~ automobile: each content word counts by its best partner in the other text,
                  weighted by its information; both ways, averaged
    norm match    the same, weighted by the length of the word's vector
    u             the mean of the three

All are symmetric, at most 1 and at least -1, and 1 for equal texts. A word that both texts have is its own best
partner, with or without a vector. If one of two texts has no words, all signals are 0; if neither has any, 1. A text
of stop words and punctuation alone is matched by these.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from perpend.features.coverage import information
from perpend.lexicon.piece_vectors import PieceVectors
from perpend.lexicon.words import is_punctuation, is_stop_word
from perpend.types import Floats

__all__ = ["MatchText", "SIGNALS", "idf_match", "meaning_signals", "norm_match", "text_cosine"]

SIGNALS = ("cosine", "idf match", "norm match", "u")
"""The names of the signals."""

_LEAST = 1e-3
"""The least weight of a word, so that punctuation and unknown words count where there is nothing else."""


@dataclass(frozen=True, slots=True, eq=False)
class MatchText:
    """What the signals read of a text.

    `words` are the distinct words to match, in lower case, with `directions`, their vectors at length 1 (zeros for a
    word without), the vectors' `lengths` and the words' `information`. `total` is the sum of all words' vectors at
    length 1.
    """

    words: tuple[str, ...]
    directions: Floats
    lengths: Floats
    information: Floats
    total: Floats

    @classmethod
    def of(cls, tokens: Sequence[str], table: PieceVectors | None = None) -> "MatchText":
        """Returns the text of `tokens` with the vectors of `table`, by default the shipped ones."""
        table = table or PieceVectors.shipped()
        lowered = [token.lower() for token in tokens]
        total = table.vectors(lowered).sum(axis=0)
        words = tuple(dict.fromkeys(filter(_is_content, lowered))) or tuple(dict.fromkeys(lowered))
        vectors = table.vectors(words)
        lengths: Floats = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
        return cls(
            words=words,
            directions=np.asarray(vectors / np.where(lengths > 0, lengths, 1)[:, None], np.float32),
            lengths=np.maximum(lengths, _LEAST),
            information=np.maximum(np.array([information(word) for word in words], np.float32), _LEAST),
            total=total / (float(np.sqrt(total @ total)) or 1.0),
        )


def _is_content(word: str) -> bool:
    return not is_stop_word(word) and not is_punctuation(word)


def text_cosine(text1: MatchText, text2: MatchText) -> float:
    """Returns the cosine of the sums of all word vectors of `text1` and `text2`; 1 for equal words."""
    if text1.words == text2.words and np.array_equal(text1.total, text2.total):
        return 1.0
    return _bounded(float(text1.total @ text2.total))


def idf_match(text1: MatchText, text2: MatchText) -> float:
    """Returns the mean cosine of the words of `text1` and `text2` with their best partners, by information."""
    return meaning_signals(text1, text2)["idf match"]


def norm_match(text1: MatchText, text2: MatchText) -> float:
    """Returns the mean cosine of the words of `text1` and `text2` with their best partners, by length of vector."""
    return meaning_signals(text1, text2)["norm match"]


def meaning_signals(text1: MatchText, text2: MatchText) -> dict[str, float]:
    """Returns the signals of SIGNALS for `text1` and `text2`.

    >>> one, other, far = (MatchText.of(text.split()) for text in ("buy a car", "purchase an auto", "sing a song"))
    >>> meaning_signals(one, other)["u"] > meaning_signals(one, far)["u"]
    True
    >>> meaning_signals(one, one)
    {'cosine': 1.0, 'idf match': 1.0, 'norm match': 1.0, 'u': 1.0}
    """
    if not text1.words or not text2.words:
        return dict.fromkeys(SIGNALS, float(text1.words == text2.words))
    # One order for both directions: a matrix product and its transpose may differ in the last bit.
    first, second = (text1, text2) if text1.words <= text2.words else (text2, text1)
    best1, best2 = _best_partners(first, second)
    found = [
        text_cosine(first, second),
        (_mean(best1, first.information) + _mean(best2, second.information)) / 2,
        (_mean(best1, first.lengths) + _mean(best2, second.lengths)) / 2,
    ]
    return dict(zip(SIGNALS, [*found, sum(found) / len(found)], strict=True))


def _best_partners(text1: MatchText, text2: MatchText) -> tuple[Floats, Floats]:
    """Returns for each word of both texts the cosine with its best partner in the other; 1 for a word of both."""
    cosines = text1.directions @ text2.directions.T
    best1, best2 = cosines.max(axis=1), cosines.max(axis=0)
    places1, places2 = _places(text1.words), _places(text2.words)
    for word in places1.keys() & places2.keys():
        best1[places1[word]] = best2[places2[word]] = 1.0
    return np.minimum(best1, 1.0), np.minimum(best2, 1.0)


def _places(words: Iterable[str]) -> dict[str, int]:
    return {word: place for place, word in enumerate(words)}


def _mean(values: Floats, weights: Floats) -> float:
    return _bounded(float((values * weights).sum() / weights.sum()))


def _bounded(value: float) -> float:
    return max(-1.0, min(1.0, value))
