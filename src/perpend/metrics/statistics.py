"""The statistics of a segment, which are summed before they are divided.

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
    """The cost of all edits, the number of reference words, and the counts of COUNT_NAMES; `Stats()` is zero.

    >>> total = Stats(2.0, 6.0) + Stats(1.0, 3.0)
    >>> total.edits, total.words, total.score()
    (3.0, 9.0, 0.3333333333333333)
    """

    edits: float = 0.0
    words: float = 0.0
    counts: tuple[int, ...] = (0,) * len(COUNT_NAMES)

    @classmethod
    def sum(cls, parts: "Iterable[Stats]") -> "Stats":
        """Returns the sum of `parts`, added from left to right."""
        total = cls()
        for part in parts:
            total += part
        return total

    def __add__(self, other: "Stats") -> "Stats":
        counts = tuple(mine + its for mine, its in zip(self.counts, other.counts, strict=True))
        return Stats(self.edits + other.edits, self.words + other.words, counts)

    def score(self, *, capped: bool = False) -> float:
        """Returns edits per word, without words 1 if there are edits, else 0; at most 1 if `capped`."""
        return error_rate(self.edits, self.words, capped=capped)

    def named_counts(self) -> dict[str, int]:
        """Returns the count of each kind of edit."""
        return dict(zip(COUNT_NAMES, self.counts, strict=True))

    def to_dict(self, *, capped: bool = False) -> dict[str, Any]:
        """Returns the statistics and their score, at most 1 if `capped`, as plain JSON values."""
        score, counts = self.score(capped=capped), self.named_counts()
        return {"score": score, "edits": self.edits, "words": self.words, "counts": counts}
