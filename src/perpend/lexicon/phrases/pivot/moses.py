"""A phrase table of Moses -> translations with their probabilities, for the pivot.

    la casa ||| the house ||| 0.8 0.5 0.6 0.4 ||| 0-0 1-1 ||| 10 12 8

The columns are the source phrase, the target phrase, and p(source | target), a lexical weight, p(target | source), a
lexical weight. The rest is ignored, except the third of the last three numbers, the count of the pair. A line without
it passes the filter of counts. Files may be compressed. The phrases of both sides become lines of a bitext, so that all
later steps are the same.

    >>> parse_entry("la casa ||| the house ||| 0.8 0.5 0.6 0.4")
    Entry(source='la casa', target='the house', backward=0.8, forward=0.6, seen=None)
"""

from array import array
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

import numpy as np

from perpend.errors import FormatError
from perpend.files.lines import read_lines
from perpend.files.writing import atomic_write
from perpend.lexicon.phrases.pivot.bitext import number_lines, read_words
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.numbering import phrase_count, phrase_numbers
from perpend.lexicon.phrases.pivot.runs import Rows, keys_of, merged, second_of, sum_rows, write_run
from perpend.lexicon.phrases.pivot.settings import PivotSettings
from perpend.lexicon.phrases.pivot.translations import Translations
from perpend.types import Integers, Progress

__all__ = ["Entry", "from_moses", "moses_runs", "parse_entry", "read_moses"]

_BYTES_A_ROW = 72
# A larger sum of a phrase's probabilities cannot come from rounding.
_LARGEST_SUM = 2.0


class Entry(NamedTuple):
    """One line: `source` and `target` phrase, `backward` = p(source | target), `forward` = p(target | source).

    `seen` is the count of the pair, if the line has it.
    """

    source: str
    target: str
    backward: float
    forward: float
    seen: float | None


def parse_entry(line: str) -> Entry:
    """Returns the entry of `line`; raises ValueError with the problem."""
    columns = [column.strip() for column in line.split("|||")]
    if len(columns) < 3:
        raise ValueError(f"{len(columns)} column{'s' * (len(columns) != 1)}, at least 3 needed between |||")
    scores = [_number(score) for score in columns[2].split()[:3]]
    if len(scores) < 3:
        raise ValueError(f"{len(scores)} scores, at least 3 needed: p(source | target), a weight, p(target | source)")
    counts = columns[4].split() if len(columns) > 4 else []
    count = _number(counts[2], inf) if len(counts) > 2 else None
    return Entry(columns[0], columns[1], scores[0], scores[2], count)


def _number(text: str, highest: float = 1.0) -> float:
    value = float(text)
    if not 0.0 <= value <= highest:
        raise ValueError(f"{text[:40]!r} is no number from 0 to {highest:g}")
    return value


def read_moses(journal: Journal, path: Path, settings: PivotSettings, swap: bool, progress: Progress) -> None:
    """Runs the step "words" of `journal` for the table at `path`, and "scores": both probabilities of each line.

    With `swap` paraphrases are in the source language, with the target as pivot. `settings` give the limits of length
    and count. Calls `progress` with the number of lines.
    """
    scores, skipped = array("f"), 0
    lower, max_length, min_count = settings.lower, settings.max_length, settings.filters.min_count

    def lines() -> Iterator[tuple[list[str], list[str]]]:
        nonlocal skipped
        for number, line in enumerate(read_lines(path, "a phrase table of Moses's"), 1):
            entry = _checked(path, number, line)
            source, target = read_words(entry.source, lower), read_words(entry.target, lower)
            rare = entry.seen is not None and entry.seen < min_count
            if rare or not (source and target) or max(len(source), len(target)) > max_length:
                skipped += 1
                continue
            scores.extend((entry.backward, entry.forward) if swap else (entry.forward, entry.backward))
            yield (target, source) if swap else (source, target)
            if number % 10_000 == 0:
                progress("reading phrase table", number, 0)
        if not scores:
            raise FormatError(path, None, f"no entry with phrases of at most {max_length} words in it")

    number_lines(journal, lines())
    with atomic_write(journal.path("scores")) as file:
        file.write(scores.tobytes())
    journal.finish("scores", {"scores": np.float32}, {"skipped": skipped})


def _checked(path: Path, number: int, line: str) -> Entry:
    try:
        return parse_entry(line)
    except ValueError as error:
        raise FormatError(path, number, str(error)) from None


def moses_runs(journal: Journal, max_length: int, memory: int, progress: Progress) -> list[str]:
    """Runs the steps "pairs-0", ... of `journal`: sorted runs of phrase pairs with both probabilities in one number.

    Phrases have at most `max_length` words; `memory` is in bytes. Calls `progress` with the lines done. Returns the
    names of the steps.
    """
    starts = [journal.column(f"{side}.starts") for side in ("source", "target")]
    numbers = [phrase_numbers(journal, side, max_length) for side in ("source", "target")]
    scores = journal.column("scores")
    total, limit, first, steps = len(starts[0]) - 1, max(memory // _BYTES_A_ROW, 1), 0, list[str]()
    while first < total:
        step = f"pairs-{len(steps)}"
        if journal.facts(step) is None:
            progress("sorting phrase pairs", first, total)
            last = min(first + limit, total)
            sides = [
                number[start[first:last], np.diff(start[first : last + 1]) - 1]
                for start, number in zip(starts, numbers, strict=True)
            ]
            packed: Integers = np.array(scores[2 * first : 2 * last]).view(np.int64)
            # A pair that occurs twice keeps its greater number, wherever the runs were divided.
            write_run(journal, step, sum_rows(keys_of(*sides), packed, np.maximum), {"end": last})
        first = journal.recorded(step).integer("end", least=first + 1, most=total)
        steps.append(step)
    return steps


def from_moses(
    journal: Journal, path: Path, runs: list[str], memory: int, progress: Progress
) -> Iterator[Translations]:
    """Yields the translations of all `runs` of `journal` in order.

    Merges within `memory` bytes; raises FormatError for the table at `path` if its numbers cannot be probabilities.
    Calls `progress` for each block.
    """
    rows = [Rows(journal.column(f"{run}.keys"), journal.column(f"{run}.values")) for run in runs]
    sums = np.zeros(1 + phrase_count(journal, "target"), np.float32)
    for block in merged(rows, memory // _BYTES_A_ROW, np.maximum):
        progress("probabilities of translations", 0, 0)
        both = block.values.view(np.float32).reshape(-1, 2).astype(np.float64)
        np.add.at(sums, second_of(block.keys), both[:, 1].astype(np.float32))
        yield Translations(block.keys, both[:, 0], both[:, 1], None)
    if sums.max() > _LARGEST_SUM:
        raise FormatError(
            path,
            None,
            f"the probabilities of the translations of one phrase sum up to {sums.max():g}: are the scores "
            "in Moses's order, p(source | target), weight, p(target | source), weight?",
        )
