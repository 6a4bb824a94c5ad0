"""The candidates of one segment, as numbers.

    system A   The cat sat .        forms    0 (none)  1 The  2 cat  3 sat  4 .  5 A
    system B   A cat sat .          texts    (1 2 3 4)  (5 2 3 4)
    system C   The cat sat .        shares   A and C say text 0, B says text 1

Equal candidates are one text. A system's vote is 1 in all; with several candidates (an n-best list) the one of rank k
gets a share in proportion to 1/k. A system whose candidates are all empty abstains here: it has no share of anything,
unless every candidate is empty, and then the combination is empty too.

Number 0 stands for no word. At most 65,535 different forms fit a segment: the search packs four of them into one
number.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.combination.words import Spacing, Words, key_of, split_words
from perpend.errors import InputError

__all__ = ["MAX_CANDIDATES", "Segment", "segment_of"]

MAX_CANDIDATES = 1_000
"""The most candidates of one segment, over all systems."""

_MAX_FORMS = 65_535


@dataclass(frozen=True, eq=False)
class Segment:
    """Different texts, as numbers of forms, and each system's share of each; `said` are all candidates as words."""

    forms: tuple[str, ...]
    texts: tuple[tuple[int, ...], ...]
    shares: NDArray[np.float64]
    said: tuple[Words, ...]

    @property
    def system_count(self) -> int:
        """How many systems there are, those that abstain included."""
        return int(self.shares.shape[1])

    def keys(self, text: int) -> tuple[str, ...]:
        """The words of a text as they are aligned."""
        return tuple(key_of(self.forms[form]) for form in self.texts[text])

    def weights_of_texts(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """The weight of each text: what its systems weigh, by their shares."""
        return np.asarray(self.shares @ weights)

    def text_of(self, words: Sequence[int]) -> str:
        """Numbers of forms as a text for readers."""
        return Spacing(self.said).join([self.forms[form] for form in words])


def segment_of(candidates: Sequence[Sequence[str]]) -> Segment:
    """A segment from each system's candidates, the best first.

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
    if len(numbers) > _MAX_FORMS:
        raise InputError(
            f"a segment has {len(numbers):,} different words (at most {_MAX_FORMS:,}): split it into parts"
        )
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
    if count > MAX_CANDIDATES:
        raise InputError(f"{count:,} candidates of one segment are too many (at most {MAX_CANDIDATES:,})")
