"""The candidates of one segment as sequences of word numbers.

    system A   The cat sat .        forms    0 (none)  1 The  2 cat  3 sat  4 .  5 A
    system B   A cat sat .          texts    (1 2 3 4)  (5 2 3 4)
    system C   The cat sat .        shares   A and C have text 0, B has text 1

Equal candidates are one text. Each system has one vote; with several candidates (an n-best list), the one of rank k
gets a share proportional to 1/k. A system whose candidates are all empty abstains: its shares are 0, unless every
candidate of all systems is empty, and then the combination is empty too.

Number 0 means no word. A segment has fewer than 65,536 different forms, because the search packs four of them into 64
bits; the limits of `combine` (`perpend.limits`) keep it far below.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.combination.words import Spacing, Words, key_of, split_words
from perpend.errors import InputError
from perpend.limits import check, limit

__all__ = ["MAX_CANDIDATES", "Segment", "segment_of"]

MAX_CANDIDATES = limit("combine", "candidates")
"""The most candidates of one segment, over all systems."""


@dataclass(frozen=True, eq=False)
class Segment:
    """A segment.

    :param forms: the words by number.
    :param texts: the different texts, as word numbers.
    :param shares: the share of each text (row) in the vote of each system (column).
    :param said: all candidates as words.
    """

    forms: tuple[str, ...]
    texts: tuple[tuple[int, ...], ...]
    shares: NDArray[np.float64]
    said: tuple[Words, ...]

    def keys(self, text: int) -> tuple[str, ...]:
        """Returns the words of `text` in the form in which they are aligned."""
        return tuple(key_of(self.forms[form]) for form in self.texts[text])

    def weights_of_texts(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns the weight of each text: the sum of its shares times the `weights` of the systems."""
        return np.asarray(self.shares @ weights)

    def text_of(self, words: Sequence[int]) -> str:
        """Returns the word numbers `words` as a text with normal spacing."""
        return Spacing(self.said).join([self.forms[form] for form in words])


def segment_of(candidates: Sequence[Sequence[str]]) -> Segment:
    """Makes a segment; `candidates` has for each system its texts, the best first.

    >>> segment_of([["The cat sat."], ["A cat sat."], ["The cat sat."]]).shares.tolist()
    [[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    _check(candidates)
    numbers: dict[str, int] = {"": 0}
    places: dict[tuple[int, ...], int] = {}
    shares: list[list[float]] = []
    said: list[Words] = []
    for system, texts in enumerate(candidates):
        all_words = [words for text in texts if (words := split_words(text)).forms]
        said += all_words
        total = sum(1.0 / rank for rank in range(1, len(all_words) + 1))
        for rank, words in enumerate(all_words, 1):
            text = tuple(numbers.setdefault(form, len(numbers)) for form in words.forms)
            place = places.setdefault(text, len(places))
            if place == len(shares):
                shares.append([0.0] * len(candidates))
            shares[place][system] += 1.0 / rank / total
    check("combine", "segment-words", sum(map(len, places)))
    return _segment(numbers, places, shares, said, len(candidates))


def _segment(
    numbers: dict[str, int],
    places: dict[tuple[int, ...], int],
    shares: list[list[float]],
    said: list[Words],
    systems: int,
) -> Segment:
    texts = tuple(places) or ((),)
    matrix = np.array(shares, np.float64) if shares else np.full((1, systems), 1.0)
    return Segment(tuple(numbers), texts, matrix, tuple(said))


def _check(candidates: Sequence[Sequence[str]]) -> None:
    if not candidates:
        raise InputError("nothing to combine: give the candidates of at least one system")
    count = sum(map(len, candidates))
    check("combine", "candidates", count)
