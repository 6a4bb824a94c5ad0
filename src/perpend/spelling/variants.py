"""Counts or lists all pairs of a word list that may be spellings of one word, by the compiled scan.

    smith, smyth, smithe  ->   word1   word2    differ  only1  only2  distance  canonical
                               smith   smithe   1              e      1         1
                               smith   smyth    1       i      y      1         1
                               smithe  smyth    2       ei     y      2         1

Two words are a pair if they differ by at most k letters (the larger of the numbers that one has and the other lacks)
and share their first or their last c letters; c = 0 needs no common part. `only1` and `only2` are the letters that
differ, `distance` is the edit distance with transposition, `canonical` is the more frequent word: 1, 2, or = if
unknown.

Lines are sorted by the first word, then the second. The words are processed in that order and each is compared with all
words of its group, so a list of any size streams in bounded memory, on several threads. Counting is faster: each
anagram class is compared once, classes are grouped into cells by length and sums of letters that exclude most
comparisons, and pairs that share both ends are counted once:  pairs = with equal beginning + with equal end - with
both.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import IO, TypeVar

import numpy as np
from numpy.typing import NDArray

from perpend.files.writing import atomic_write
from perpend.spelling._letter_scan import Layout, count_cells
from perpend.spelling.variant_answer import VariantPair
from perpend.spelling.word_index import WordIndex, check_common, check_difference
from perpend.types import Progress

__all__ = [
    "COLUMNS",
    "Written",
    "count_variants",
    "find_variants",
    "scan_parts",
    "variant_lines",
    "write_variants",
]

COLUMNS = ("word1", "word2", "differ", "only1", "only2", "distance", "canonical")
_SCANNED_AT_ONCE = 2_000_000
_CLASSES_A_CELL = 48
_PARTS = 6

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class Written:
    """The number of pairs written, and the SHA-256 of the output."""

    pairs: int
    sha256: str


def count_variants(index: WordIndex, k: int = 3, common: int = 1, *, threads: int | None = None) -> int:
    """Returns how many pairs of words differ by at most `k` letters and share their first or last `common` letters.

    `index` has the words; `threads` is the number of threads, by default one per core.

    >>> count_variants(WordIndex.of(["smith", "smyth", "smithe", "jones"]), 1)
    2
    """
    check_difference(k)
    common = check_common(common)
    if common == 0:
        return _count(index, np.zeros(len(index), np.int64), k, threads)
    prefixes, suffixes = _affixes(index, common)
    both = _dense(prefixes * (int(suffixes.max(initial=0)) + 1) + suffixes)
    return sum(sign * _count(index, groups, k, threads) for sign, groups in ((1, prefixes), (1, suffixes), (-1, both)))


def _affixes(index: WordIndex, common: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns a number for each word's first letters, and one for its last; equal for equal letters, from 0 on."""
    common = check_common(common)
    starts, lengths = index.letters.starts[:-1], index.letters.lengths
    compared = min(common, int(lengths.max(initial=0)))
    firsts = (starts + place for place in range(compared))
    lasts = (starts + lengths - 1 - place for place in range(compared))
    return _numbered(index, firsts), _numbered(index, lasts)


def _numbered(index: WordIndex, places: Iterable[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Returns a number for the letters of each word at these places; short words have only the first of them."""
    letters, lengths = index.letters.letters, index.letters.lengths
    base = len(index.alphabet.points) + 1
    numbers = np.zeros(len(index), np.int64)
    highest = 1
    for place, at in enumerate(places):
        letter = np.where(place < lengths, letters[at.clip(0, max(len(letters) - 1, 0))].astype(np.int64), base - 1)
        if highest > 2**62 // base:
            numbers, highest = _dense(numbers), len(numbers)
        numbers, highest = numbers * base + letter, highest * base
    return _dense(numbers)


def _dense(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Renumbers the groups from 0 without gaps."""
    return np.unique(numbers, return_inverse=True)[1].astype(np.int64, copy=False)


def _layout(index: WordIndex, groups: NDArray[np.int64]) -> Layout:
    lengths = index.letters.lengths
    order = np.lexsort((lengths, groups))
    starts = np.concatenate([[0], np.cumsum(np.bincount(groups))]).astype(np.int64)
    sizes = lengths[order].astype(np.uint8)
    return Layout(order.astype(np.uint32), index.arrays["bits"][order], sizes, groups, starts)


def _count(index: WordIndex, groups: NDArray[np.int64], k: int, threads: int | None) -> int:
    if not len(index):
        return 0
    inexact = np.flatnonzero(index.arrays["inexact"]).astype(np.uint32)
    total = _count_exact(index, groups, k, threads)
    if len(inexact):
        layout = _layout(index, groups)

        def count(begin: int, end: int) -> int:
            return index.kernel.count_inexact(layout, inexact, begin, end, k)

        total += sum(_shared_out(count, len(inexact), 64, threads))
    return total


def _count_exact(index: WordIndex, groups: NDArray[np.int64], k: int, threads: int | None) -> int:
    exact = np.flatnonzero(index.arrays["inexact"] == 0)
    if not len(exact):
        return 0
    bits, weights, group, length, sums = _classes(index, groups, exact)
    changed = (np.diff(group) != 0) | (np.diff(length) != 0) | (np.diff(sums) != 0)
    starts = np.concatenate([[0], np.flatnonzero(changed) + 1, [len(bits)]]).astype(np.int64)
    cells = starts[:-1]
    arrays = (bits, weights, starts, group[cells], length[cells].astype(np.int32), sums[cells])

    def count(begin: int, end: int) -> int:
        return count_cells(*arrays, begin, end, k)

    return sum(_shared_out(count, len(cells), 512, threads))


def _classes(
    index: WordIndex, groups: NDArray[np.int64], exact: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
    """Returns the anagram classes sorted by group, length, sums and bits, each with its number of words."""
    bits, group, length = index.arrays["bits"][exact], groups[exact], index.letters.lengths[exact]
    sums = index.alphabet.sums(index.letters, _PARTS)[exact]
    blocks = group * 256 + length
    scarce = np.bincount(blocks)[blocks] < 4 * _CLASSES_A_CELL
    sums[scarce] = 0
    order = np.lexsort((bits, blocks) if scarce.all() else (bits, sums, blocks))
    bits, blocks, sums = bits[order], blocks[order], sums[order]
    new = np.concatenate([[True], (np.diff(blocks) != 0) | (np.diff(bits) != 0)])
    kept = np.flatnonzero(new)
    weights = np.diff(np.append(kept, len(bits))).astype(np.uint32)
    return bits[kept], weights, blocks[kept] // 256, blocks[kept] % 256, sums[kept]


def _shared_out(work: Callable[[int, int], int], total: int, size: int, threads: int | None) -> Iterator[int]:
    """Yields `work(begin, end)` for ranges of `size` numbers, on threads; `work` releases the GIL."""
    begins = range(0, total, size)
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        yield from pool.map(lambda begin: work(begin, min(begin + size, total)), begins)


def variant_lines(
    index: WordIndex,
    k: int = 3,
    common: int = 1,
    *,
    most: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[tuple[bytes, int]]:
    """Yields the lines of all pairs of words of `index`, in order: some lines as bytes, and their number.

    `k`, `common` and `threads` are those of `count_variants`; pairs that are more than `most` edits apart are left out,
    unless it is None; `progress` is called after each part. Memory is bounded: a part comes from about two million
    comparisons, and at most two parts per thread are in memory.
    """
    layouts, jobs = _jobs(index, k, common)

    def list_part(job: tuple[int, int]) -> tuple[bytes, int]:
        return index.kernel.list_pairs(*layouts, *job, k, -1 if most is None else min(most, 255))

    for (_, end), part in _in_order(list_part, jobs, threads):
        if progress:
            progress("comparing words", end, len(index))
        yield part


def scan_parts(
    index: WordIndex, k: int = 3, common: int = 1, *, share: float, most: int, threads: int | None = None
) -> Iterator[tuple[int, int, NDArray[np.uint32]]]:
    """Yields the pairs of `variant_lines` that are few edits apart, as the numbers of their words, part by part.

    Each part is the range of the first words and the pairs. `index`, `k`, `common` and `threads` are those of
    `variant_lines`; there are at most `share` edits for each letter of the longer word, and at most `most`.
    """
    layouts, jobs = _jobs(index, k, common)

    def find_part(job: tuple[int, int]) -> NDArray[np.uint32]:
        found: NDArray[np.uint32] = index.kernel.near_pairs(*layouts, *job, k, share, most)
        return found

    for (begin, end), part in _in_order(find_part, jobs, threads):
        yield begin, end, part


def _jobs(index: WordIndex, k: int, common: int) -> tuple[tuple[Layout, Layout | None], list[tuple[int, int]]]:
    """Returns the words grouped by their beginnings and by their ends, and the ranges of words of each part."""
    check_difference(k)
    if check_common(common):
        prefixes, suffixes = _affixes(index, common)
        layouts: tuple[Layout, Layout | None] = (_layout(index, prefixes), _layout(index, suffixes))
        seen = np.bincount(prefixes)[prefixes] + np.bincount(suffixes)[suffixes]
    else:
        layouts = (index.by_length, None)
        seen = np.full(len(index), len(index))
    return layouts, _parts(seen)


def _in_order(
    work: Callable[[tuple[int, int]], _Part], jobs: Sequence[tuple[int, int]], threads: int | None
) -> Iterator[tuple[tuple[int, int], _Part]]:
    """Yields each job with its result, in order; at most two results per thread are in memory."""
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        waiting: list[Future[_Part]] = []
        todo = iter(jobs)
        waiting += [pool.submit(work, job) for job in islice(todo, 2 * (threads or os.cpu_count() or 1))]
        try:
            for job in jobs:
                part = waiting.pop(0).result()
                waiting += [pool.submit(work, job) for job in islice(todo, 1)]
                yield job, part
        finally:
            pool.shutdown(cancel_futures=True)


def _parts(seen: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Splits the words into ranges of about _SCANNED_AT_ONCE comparisons."""
    after = np.cumsum(seen)
    ends, done = [0], 0
    while ends[-1] < len(seen):
        place = int(np.searchsorted(after, done + _SCANNED_AT_ONCE, side="right"))
        ends.append(max(place, ends[-1] + 1))
        done = int(after[ends[-1] - 1])
    return list(pairwise(ends))


def find_variants(
    words: WordIndex | Sequence[str], k: int = 3, common: int = 1, *, most: int | None = None
) -> Iterator[VariantPair]:
    """Yields the pairs of `words` one by one; `k`, `common` and `most` are those of `variant_lines`.

    >>> for pair in find_variants(["smith", "smyth", "jones"]):
    ...     print(pair.word1, pair.word2, pair.only1, pair.only2, pair.distance)
    smith smyth i y 1
    """
    index = words if isinstance(words, WordIndex) else WordIndex.of(words)
    for lines, _ in variant_lines(index, k, common, most=most):
        for line in lines.decode("utf-8", "surrogateescape").split("\n")[:-1]:
            word1, word2, differ, only1, only2, distance, canonical = line.split("\t")
            more_frequent = {"1": word1, "2": word2}.get(canonical)
            yield VariantPair(word1, word2, int(differ), only1, only2, int(distance), more_frequent)


def write_variants(
    index: WordIndex,
    output: Path | IO[bytes],
    k: int = 3,
    common: int = 1,
    *,
    most: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Written:
    """Writes all pairs of words of `index` as TSV with a header to `output`; a file is written atomically.

    `k`, `common`, `most`, `threads` and `progress` are those of `variant_lines`.
    """
    if isinstance(output, Path):
        with atomic_write(output) as file:
            return write_variants(index, file, k, common, most=most, threads=threads, progress=progress)
    digest, pairs = hashlib.sha256(), 0
    header = ("\t".join(COLUMNS) + "\n").encode()
    output.write(header)
    digest.update(header)
    for lines, count in variant_lines(index, k, common, most=most, threads=threads, progress=progress):
        output.write(lines)
        digest.update(lines)
        pairs += count
    return Written(pairs, digest.hexdigest())
