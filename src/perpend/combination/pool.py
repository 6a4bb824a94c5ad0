"""What the tuning learns from: for each segment the paths found so far, with their features and counts.

    round 1   segment 1: 100 paths   segment 2: 100 paths ...
    round 2   segment 1: + those of its paths that are new ...

Rows of all segments lie one after another; `owner` says whose they are. A path counts as known when its words are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from perpend.types import Doubles

__all__ = ["Pool", "Rows"]


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Features and counts of all paths, sorted by segment; segment k has rows starts[k] .. starts[k + 1]."""

    features: Doubles
    counts: Doubles
    starts: np.ndarray[tuple[int], np.dtype[np.int64]]

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.starts) - 1

    def best(self, weights: Doubles) -> Doubles:
        """The summed counts of the rows that these weights choose, the first of equals."""
        scores = self.features @ weights
        chosen = [int(np.argmax(scores[a:b])) + a for a, b in zip(self.starts[:-1], self.starts[1:], strict=True)]
        return np.asarray(self.counts[chosen].sum(axis=0))


@dataclass(eq=False)
class Pool:
    """Grows round by round."""

    segments: int
    known: list[set[tuple[int, ...]]] = field(init=False)
    features: list[list[Doubles]] = field(init=False)
    counts: list[list[Doubles]] = field(init=False)

    def __post_init__(self) -> None:
        self.known = [set() for _ in range(self.segments)]
        self.features = [[] for _ in range(self.segments)]
        self.counts = [[] for _ in range(self.segments)]

    def new(self, segment: int, texts: Sequence[tuple[int, ...]]) -> list[int]:
        """The places of those texts that are not known yet; from now on they are."""
        places = [place for place, text in enumerate(texts) if text not in self.known[segment]]
        self.known[segment].update(texts)
        return places

    def add(self, segment: int, features: Doubles, counts: Doubles) -> None:
        """Keep the rows of new texts."""
        self.features[segment].append(features.astype(np.float32))
        self.counts[segment].append(counts.astype(np.float32))

    def rows(self) -> Rows:
        """All rows so far."""
        sizes = [sum(map(len, parts)) for parts in self.features]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        features = np.concatenate([part for parts in self.features for part in parts])
        counts = np.concatenate([part for parts in self.counts for part in parts])
        return Rows(features, counts, starts)
