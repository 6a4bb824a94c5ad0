"""The training data of tuning: for each segment the paths found so far, with their features and counts.

    round 1   segment 1: 100 paths   segment 2: 100 paths ...
    round 2   segment 1: + its new paths ...

The rows of all segments follow each other. A path is new if its words are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from perpend.types import Doubles

__all__ = ["Pool", "Rows"]


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Features and counts of all paths, sorted by segment; segment k has the rows starts[k] to starts[k + 1]."""

    features: Doubles
    counts: Doubles
    starts: np.ndarray[tuple[int], np.dtype[np.int64]]

    def best(self, weights: Doubles) -> Doubles:
        """Returns the summed counts of the best row of each segment under `weights`, the first of equals."""
        scores = self.features @ weights
        chosen = [int(np.argmax(scores[a:b])) + a for a, b in zip(self.starts[:-1], self.starts[1:], strict=True)]
        return np.asarray(self.counts[chosen].sum(axis=0))


@dataclass(eq=False)
class Pool:
    """The paths of `segments` segments; it grows from round to round."""

    segments: int
    known: list[set[tuple[int, ...]]] = field(init=False)
    features: list[list[Doubles]] = field(init=False)
    counts: list[list[Doubles]] = field(init=False)

    def __post_init__(self) -> None:
        self.known = [set() for _ in range(self.segments)]
        self.features = [[] for _ in range(self.segments)]
        self.counts = [[] for _ in range(self.segments)]

    def new(self, segment: int, texts: Sequence[tuple[int, ...]]) -> list[int]:
        """Returns the indices of the `texts` that `segment` does not have yet, and marks them as known."""
        places = [place for place, text in enumerate(texts) if text not in self.known[segment]]
        self.known[segment].update(texts)
        return places

    def add(self, segment: int, features: Doubles, counts: Doubles) -> None:
        """Adds the `features` and `counts` of new texts to `segment`."""
        self.features[segment].append(features.astype(np.float32))
        self.counts[segment].append(counts.astype(np.float32))

    def rows(self) -> Rows:
        """Returns all rows so far."""
        sizes = [sum(map(len, parts)) for parts in self.features]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        features = np.concatenate([part for parts in self.features for part in parts])
        counts = np.concatenate([part for parts in self.counts for part in parts])
        return Rows(features, counts, starts)
