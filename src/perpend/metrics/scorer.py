"""Scores groups of texts as an `EditRate`; TER and TERp differ only in the aligner.

    group    hyp  the cat sat                    reference 1   2 edits   5 words
             ref  a cat was sitting there        reference 2   1 edit    4 words   <- chosen: fewest edits
             ref  there the cat sat              1 edit / 4.5 words: the average length

As in the original, the reference with the smallest cost of edits is chosen (not the smallest rate), the first of
equals. The score is divided by the average length of all references, or by that of the chosen one, depending on the
settings; texts that are given only for their length replace the references' lengths. Segments are aligned in chunks.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from perpend.alignment import Aligner, Alignments
from perpend.arguments import flag
from perpend.metrics.edit_rate import EditRate, Numbers
from perpend.metrics.measure import first_smallest
from perpend.metrics.pairing import Group
from perpend.metrics.streams import Columns, Texts

__all__ = ["CHUNK", "Scorer"]

CHUNK = 4_096
"""The number of segments that are aligned at a time."""

Report = Callable[[int], None]
"""A callback: `report(n)` is called after each chunk of n segments."""


class Scorer:
    """Scores groups with one `aligner`; `metric` names the result, `average_length` is by default that of the costs."""

    def __init__(self, metric: str, aligner: Aligner, *, average_length: bool | None = None) -> None:
        self.metric, self.aligner = metric, aligner
        chosen = aligner.costs.average_length if average_length is None else average_length
        self.average_length = flag(chosen, "average_length")

    def score(self, groups: Sequence[Group], report: Report | None = None) -> EditRate:
        """Returns the score of all `groups`; calls `report(n)` after each chunk of n segments."""
        parts = [self._measured(Texts([], []))[0]]
        for start in range(0, len(groups), CHUNK):
            end = min(start + CHUNK, len(groups))
            texts = groups.texts.part(start, end) if isinstance(groups, Columns) else Texts.of(groups[start:end])
            parts.append(self._measured(texts)[0])
            if report:
                report(end - start)
        return EditRate(self.metric, self.aligner, self.average_length, groups, Numbers.joined(parts))

    def chunks(self, groups: Iterable[Group], size: int = CHUNK) -> Iterator[EditRate]:
        """Yields the scores of chunks of `size` groups, with their alignments kept."""
        waiting = iter(groups)
        while part := list(islice(waiting, size)):
            numbers, alignments, chosen = self._measured(Texts.of(part))
            yield EditRate(self.metric, self.aligner, self.average_length, part, numbers, (alignments, chosen))

    def _measured(self, texts: Texts) -> tuple[Numbers, Alignments, NDArray[np.int64]]:
        """Returns the numbers of the segments, all alignments, and the index of the one chosen for each segment."""
        alignments = self._align(texts)
        sizes = np.fromiter(map(len, texts.refs), np.int64, len(texts.refs))
        starts = np.cumsum(sizes) - sizes
        chosen = _cheapest(alignments.costs, starts, sizes)
        words, counts = self._words(texts, alignments, starts, chosen), alignments.counts()[chosen]
        given = np.array([*map(bool, texts.lengths)] if texts.lengths else [False] * len(sizes), np.bool_)
        references, reference_counts = (chosen - starts).astype(np.int32), sizes.astype(np.int32)
        numbers = Numbers(alignments.costs[chosen], words, counts, references, reference_counts, given)
        return numbers, alignments, chosen

    def _align(self, texts: Texts) -> Alignments:
        """Aligns each hypothesis with each of its references."""
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
    """Returns the index of the first smallest cost of each group; a NaN is chosen only if it is the first."""
    ranked = np.where(np.isnan(costs), np.inf, costs)
    if len(costs):
        ranked[starts[np.isnan(costs[starts])]] = -np.inf
    return first_smallest(ranked, sizes)
