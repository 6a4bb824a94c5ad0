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
from perpend.metrics.streams import Columns, Texts

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
        """The score of all groups; calls `report` with the number of segments after each chunk."""
        parts = [self._measured(Texts([], []))[0]]
        for start in range(0, len(groups), CHUNK):
            end = min(start + CHUNK, len(groups))
            texts = groups.texts.part(start, end) if isinstance(groups, Columns) else Texts.of(groups[start:end])
            parts.append(self._measured(texts)[0])
            if report:
                report(end - start)
        return EditRate(self.metric, self.aligner, self.average_length, groups, Numbers.joined(parts))

    def chunks(self, groups: Iterable[Group], size: int = CHUNK) -> Iterator[EditRate]:
        """The same in parts of `size` groups, each with its alignments at hand."""
        waiting = iter(groups)
        while part := list(islice(waiting, size)):
            numbers, alignments, chosen = self._measured(Texts.of(part))
            yield EditRate(self.metric, self.aligner, self.average_length, part, numbers, (alignments, chosen))

    def _measured(self, texts: Texts) -> tuple[Numbers, Alignments, NDArray[np.int64]]:
        """The numbers of the segments, all alignments, and for each segment which of them was chosen."""
        alignments = self._align(texts)
        sizes = np.fromiter(map(len, texts.refs), np.int64, len(texts.refs))
        starts = np.cumsum(sizes) - sizes
        chosen = _cheapest(alignments.costs, starts, sizes)
        numbers = Numbers(
            alignments.costs[chosen],
            self._words(texts, alignments, starts, chosen),
            alignments.counts()[chosen],
            (chosen - starts).astype(np.int32),
            sizes.astype(np.int32),
            np.array([bool(given) for given in texts.lengths], np.bool_)
            if texts.lengths
            else np.zeros(len(sizes), np.bool_),
        )
        return numbers, alignments, chosen

    def _align(self, texts: Texts) -> Alignments:
        """Each hypothesis with each of its references."""
        split = self.aligner.tokens_of
        hyps, refs = split(texts.hyps), split(ref for refs in texts.refs for ref in refs)
        if len(refs) != len(hyps) or any(len(given) != 1 for given in texts.refs):
            hyps = [hyp for hyp, given in zip(hyps, texts.refs, strict=True) for _ in given]
        return self.aligner.align_tokens(hyps, refs)

    def _words(
        self, texts: Texts, alignments: Alignments, starts: NDArray[np.int64], chosen: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        words = alignments.ref_lengths.astype(np.float64)
        for start, refs, lengths in zip(starts.tolist(), texts.refs, texts.lengths or (), strict=False):
            if lengths:
                given = sum(len(self.aligner.tokens(text)) for text in lengths) / len(lengths)
                words[start : start + len(refs)] = given
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
