"""Aligns many segments on several threads: losses for backbones, links for networks.

    segments -> chunks -> threads, each with its own aligner -> results in the order of the segments

The aligner releases the GIL. The metric is `ter`, or `terp` with TERp-A's costs and optionally a phrase table.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from perpend.alignment.aligner import Aligner
from perpend.combination.segment import Segment
from perpend.errors import SettingError, unknown_name
from perpend.lexicon.phrases.table import PhraseTable

__all__ = ["Aligners", "METRICS"]

METRICS = {"ter": "ter", "terp": "terpa"}
"""The alignment metrics and the names of their costs."""

_CHUNK = 24
_MOST_THREADS = 64
Result = TypeVar("Result")


class Aligners:
    """A pool of aligners, one per thread.

    :param metric: `ter` or `terp`.
    :param phrases: a phrase table or its path, for `terp`.
    :param threads: the number of threads; by default the cores, at most 4.
    """

    def __init__(
        self, metric: str, phrases: PhraseTable | Path | str | None = None, threads: int | None = None
    ) -> None:
        if metric not in METRICS:
            raise unknown_name("metric", metric, METRICS)
        if metric == "ter" and phrases is not None:
            raise SettingError("TER knows no paraphrases: leave the phrase table out, or align by terp")
        if threads is not None and not 1 <= threads <= _MOST_THREADS:
            raise SettingError(f"{threads} threads: from 1 to {_MOST_THREADS} are possible")
        table = PhraseTable.open(phrases) if isinstance(phrases, (str, Path)) else phrases
        self.metric = metric
        self.threads = threads or min(4, os.cpu_count() or 1)
        self._all = [Aligner(METRICS[metric], table) for _ in range(self.threads)]
        self._free: SimpleQueue[Aligner] = SimpleQueue()
        for aligner in self._all:
            self._free.put(aligner)

    @property
    def signature(self) -> str:
        """The settings of the aligners."""
        return self._all[0].signature

    @property
    def one(self) -> Aligner:
        """An aligner for use outside of `each`."""
        return self._all[0]

    def each(
        self, work: Callable[[Aligner, Sequence[Segment], int], Sequence[Result]], segments: Sequence[Segment]
    ) -> Iterator[Result]:
        """Calls `work(aligner, chunk, start)` for chunks of `segments` on the threads; yields the results in order."""
        starts = iter(range(0, len(segments), _CHUNK))
        with ThreadPoolExecutor(self.threads) as pool:

            def submitted(count: int) -> list[Future[Sequence[Result]]]:
                return [pool.submit(self._chunk, work, segments, start) for start in islice(starts, count)]

            # Only a few chunks ahead, so that the results of a million segments do not pile up in memory.
            waiting = deque(submitted(2 * self.threads))
            while waiting:
                yield from waiting.popleft().result()
                waiting.extend(submitted(1))

    def _chunk(
        self,
        work: Callable[[Aligner, Sequence[Segment], int], Sequence[Result]],
        segments: Sequence[Segment],
        start: int,
    ) -> Sequence[Result]:
        aligner = self._free.get()
        try:
            return work(aligner, segments[start : start + _CHUNK], start)
        finally:
            self._free.put(aligner)
