"""Groups of texts in, an `EditRate` out: TER and TERp differ only in the aligner that they bring.

    group    hyp  the cat sat                    reference 1   2 edits   5 words
             ref  a cat was sitting there        reference 2   1 edit    4 words   <- chosen: fewest edits
             ref  there the cat sat              1 edit / 4.5 words: the average length

As in the original: the reference with the smallest cost of edits is chosen, not the one with the smallest rate, and the
first of equals. The score is divided by the average length of all references, or by that of the chosen one where the
settings say so; texts given only for their length take the place of the references' lengths.

Segments are aligned some thousand at a time.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from perpend.alignment import Aligner, Alignments
from perpend.metrics.edit_rate import EditRate, Numbers
from perpend.metrics.pairing import Group

__all__ = ["CHUNK", "Scorer"]

CHUNK = 4_096
"""How many segments are aligned at a time."""

Report = Callable[[int], None]
"""Is told how many segments have been scored since it was last called."""


class Scorer:
    """Scores groups with one aligner; `average_length` None means: as the costs say."""

    def __init__(self, metric: str, aligner: Aligner, *, average_length: bool | None = None) -> None:
        self.metric, self.aligner = metric, aligner
        self.average_length = aligner.costs.average_length if average_length is None else average_length

    def score(self, groups: Sequence[Group], report: Report | None = None) -> EditRate:
        """The score of all groups."""
        parts = [self._score([]).numbers]
        for part in self.chunks(groups):
            parts.append(part.numbers)
            if report:
                report(len(part.groups))
        return EditRate(self.metric, self.aligner, self.average_length, groups, Numbers.joined(parts))

    def chunks(self, groups: Iterable[Group], size: int = CHUNK) -> Iterator[EditRate]:
        """The same in parts of `size` groups, each with its alignments at hand."""
        waiting = iter(groups)
        while part := list(islice(waiting, size)):
            yield self._score(part)

    def _score(self, groups: Sequence[Group]) -> EditRate:
        alignments = self._align(groups)
        sizes = np.array([len(group.refs) for group in groups], np.int64)
        starts = np.cumsum(sizes) - sizes
        chosen = _cheapest(alignments.costs, starts, sizes)
        numbers = Numbers(
            alignments.costs[chosen],
            self._words(groups, alignments, starts, chosen),
            alignments.counts()[chosen],
            (chosen - starts).astype(np.int32),
            sizes.astype(np.int32),
            np.array([bool(group.lengths) for group in groups], np.bool_),
        )
        return EditRate(self.metric, self.aligner, self.average_length, groups, numbers, (alignments, chosen))

    def _align(self, groups: Sequence[Group]) -> Alignments:
        """Each hypothesis with each of its references."""
        split = self.aligner.tokens
        hyps = [hyp for group in groups for hyp in [split(group.hyp)] * len(group.refs)]
        return self.aligner.align_many(hyps, [ref for group in groups for ref in group.refs])

    def _words(
        self, groups: Sequence[Group], alignments: Alignments, starts: NDArray[np.int64], chosen: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        words = alignments.ref_lengths.astype(np.float64)
        for group, start in zip(groups, starts.tolist(), strict=True):
            if group.lengths:
                given = sum(len(self.aligner.tokens(text)) for text in group.lengths) / len(group.lengths)
                words[start : start + len(group.refs)] = given
        if not self.average_length:
            return words[chosen]
        sizes = np.diff(starts, append=len(words))
        return np.add.reduceat(words, starts) / sizes if len(words) else words


def _cheapest(costs: NDArray[np.float64], starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each group the place of its first smallest cost. NaN is never smaller, and a first one never beaten."""
    if not len(costs):
        return starts
    ranked = np.where(np.isnan(costs), np.inf, costs)
    ranked[starts[np.isnan(costs[starts])]] = -np.inf
    smallest = np.flatnonzero(ranked == np.repeat(np.minimum.reduceat(ranked, starts), sizes))
    return smallest[np.searchsorted(smallest, starts)]
