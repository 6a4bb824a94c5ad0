"""What a segment adds to a score: statistics that are summed first and divided last.

    segment 1   2 edits   6 words
    segment 2   1 edit    3 words
    corpus      3 edits   9 words   ->   score 3 / 9

So the score of a document is not the mean of its segments' scores: long segments weigh more.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from perpend.alignment.edits import COUNT_NAMES, error_rate

__all__ = ["Stats"]


@dataclass(frozen=True, slots=True)
class Stats:
    """The cost of all edits, the reference words, and how often each of COUNT_NAMES occurs; `Stats()` is zero.

    >>> total = Stats(2.0, 6.0) + Stats(1.0, 3.0)
    >>> total.edits, total.words, total.score()
    (3.0, 9.0, 0.3333333333333333)
    """

    edits: float = 0.0
    words: float = 0.0
    counts: tuple[int, ...] = (0,) * len(COUNT_NAMES)

    @classmethod
    def sum(cls, parts: "Iterable[Stats]") -> "Stats":
        """All of them together, added from left to right."""
        total = cls()
        for part in parts:
            total += part
        return total

    def __add__(self, other: "Stats") -> "Stats":
        counts = tuple(mine + its for mine, its in zip(self.counts, other.counts, strict=True))
        return Stats(self.edits + other.edits, self.words + other.words, counts)

    def score(self, *, capped: bool = False) -> float:
        """Edits per word; without words 1 if anything costs, else 0. Capped: at most 1."""
        return error_rate(self.edits, self.words, capped=capped)

    def named_counts(self) -> dict[str, int]:
        """How often each kind of edit occurs."""
        return dict(zip(COUNT_NAMES, self.counts, strict=True))

    def to_dict(self, *, capped: bool = False) -> dict[str, Any]:
        """The statistics and their score as plain JSON values."""
        return {
            "score": self.score(capped=capped),
            "edits": self.edits,
            "words": self.words,
            "counts": self.named_counts(),
        }
