"""Aligned sentence pairs -> pairs of phrases that translate each other.

A phrase of the source and a phrase of the target are a pair if at least one link joins them and no link leads from
inside the one to outside the other (Och and Ney 2004). Words without links may be at their edges.

    source   la  casa  verde       phrase pairs: la/the, casa/house, verde/green,
              |     \\   /                        casa verde/green house, la casa verde/the green house
              |      \\ /
              |      / \\           not: la casa/the green, as casa is linked to house, outside
    target   the green house

`phrase_pairs` is the definition: it tries all phrases of one side with all of the other. The compiled `_pivot.extract`
does the same for numbered phrases in one pass; the pairs are counted in sorted runs (`runs`).
"""

from collections.abc import Collection, Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from perpend.files.writing import atomic_write
from perpend.lexicon.phrases.pivot._pivot import extract
from perpend.lexicon.phrases.pivot.alignments import Link
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.numbering import phrase_count, phrase_numbers
from perpend.lexicon.phrases.pivot.runs import Rows, count_keys, first_of, merged, second_of, write_run
from perpend.types import Progress

__all__ = ["SpanPair", "count_phrase_pairs", "extract_runs", "phrase_pairs"]

# Extraction needs the keys, and the distinct ones with their counts.
_BYTES_A_PAIR = 40
_BYTES_A_ROW = 72


class SpanPair(NamedTuple):
    """The ranges [start, end) of the two phrases, in `source` and `target`."""

    source: tuple[int, int]
    target: tuple[int, int]


def phrase_pairs(
    source_words: int, target_words: int, links: Collection[Link], max_length: int = 7
) -> Iterator[SpanPair]:
    """Yields all phrase pairs of one sentence pair, by the definition.

    The sentences have `source_words` and `target_words` words joined by `links`; phrases have at most `max_length`
    words.

    >>> [pair for pair in phrase_pairs(2, 2, [(0, 1), (1, 0)], max_length=1)]
    [SpanPair(source=(0, 1), target=(1, 2)), SpanPair(source=(1, 2), target=(0, 1))]
    """
    for source, target in product(_spans(source_words, max_length), _spans(target_words, max_length)):
        inside = [(source[0] <= i < source[1], target[0] <= j < target[1]) for i, j in links]
        if any(a and b for a, b in inside) and all(a == b for a, b in inside):
            yield SpanPair(source, target)


def _spans(words: int, max_length: int) -> list[tuple[int, int]]:
    return [(start, end) for start in range(words) for end in range(start + 1, min(start + max_length, words) + 1)]


def extract_runs(journal: Journal, max_length: int, memory: int, progress: Progress) -> list[str]:
    """Runs the steps "pairs-0", "pairs-1", ... of `journal`: sorted runs of (source phrase, target phrase) with counts.

    Phrases have at most `max_length` words; `memory` is in bytes. Calls `progress` with the sentence pairs done.
    Returns the names of the steps.
    """
    source, target, link_starts, links = map(journal.column, ("source.starts", "target.starts", "link.starts", "links"))
    numbers = [phrase_numbers(journal, side, max_length) for side in ("source", "target")]
    total = len(source) - 1
    # The most pairs of one sentence pair: each target phrase with all choices of unlinked words around it.
    most = int(np.diff(target).max(initial=0)) * max_length * max_length * (max_length + 1) // 2
    limit = max(memory // _BYTES_A_PAIR, most)
    steps, line, buffer = list[str](), 0, None
    while line < total:
        step = f"pairs-{len(steps)}"
        if journal.facts(step) is None:
            progress("extracting phrase pairs", line, total)
            buffer = np.empty(limit, np.uint64) if buffer is None else buffer
            count, end = extract(source, target, link_starts, links, numbers[0], numbers[1], line, max_length, buffer)
            write_run(journal, step, count_keys(buffer[:count]), {"end": end, "phrase_pairs": count})
        line = journal.recorded(step).integer("end", least=line + 1, most=total)
        steps.append(step)
    return steps


def count_phrase_pairs(journal: Journal, runs: list[str], memory: int, progress: Progress) -> None:
    """Runs the step "counts" of `journal`: all phrase pairs in order with their counts, and the counts of phrases.

    `runs` are the steps of `extract_runs`, merged within `memory` bytes. Calls `progress` with the rows done.
    """
    rows = [Rows(journal.column(f"{run}.keys"), journal.column(f"{run}.values")) for run in runs]
    total, done = sum(len(run.keys) for run in rows), 0
    totals = {side: _totals(journal, side) for side in ("source", "target")}
    with atomic_write(journal.path("counts.keys")) as keys, atomic_write(journal.path("counts.values")) as values:
        for block in merged(rows, memory // _BYTES_A_ROW):
            keys.write(block.keys.data)
            values.write(block.values.astype(np.uint32).data)
            np.add.at(totals["source"], first_of(block.keys), block.values.astype(np.uint32))
            np.add.at(totals["target"], second_of(block.keys), block.values.astype(np.uint32))
            done += len(block.keys)
            progress("counting phrase pairs", done, total)
    for side, column in totals.items():
        column.flush()
        journal.path(f"{side}.totals.part").replace(journal.path(f"{side}.totals"))
    columns: dict[str, type[np.generic]] = dict.fromkeys([f"{side}.totals" for side in totals], np.uint32)
    columns |= {"counts.keys": np.uint64, "counts.values": np.uint32}
    found = sum(journal.recorded(run).integer("phrase_pairs", least=0) for run in runs)
    journal.finish("counts", columns, {"phrase_pairs": found, "distinct": done})
    journal.discard(*runs)


def _totals(journal: Journal, side: str) -> "np.memmap[Any, np.dtype[np.uint32]]":
    return journal.map_new(f"{side}.totals.part", (phrase_count(journal, side) + 1,))
