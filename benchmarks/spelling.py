"""Spelling: all pairs of 200,000 surnames, counted and written; words within an edit distance, beside symspellpy.

Surnames come from the mirror (PERPEND_MIRROR, names/ancestry_surname_common.txt). The list for look-up is the 83,000
most frequent English words; queries are such words, of five letters or more, with one to three of them changed by
chance. symspellpy gives all its suggestions, from a dictionary of the same words made for the same distance. Counting
is on one core, from an index in memory; writing is from file to file on all cores, in a process of its own whose
memory is measured.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, best_seconds, seconds
from perpend.learning.registry import load
from perpend.lexicon.frequency import listed, signature
from perpend.spelling.suggestion import Suggester
from perpend.spelling.variants import count_variants
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import WordList, read_words

__all__ = ["run"]

_WORDS = 83_000
_BATCH = {2: 2_000, 3: 2_000}
_PEER_BATCH = {2: 200, 3: 40}
_TIMES = {2: 50, 3: 150}
_COUNTS = {3: (1, 26_439_166), 1: (3, 292_838_869), 0: (6, 1_004_732_879)}
_WRITE = """
import json, pathlib, resource, sys, time
from perpend.spelling.variants import write_variants
from perpend.spelling.word_index import open_words
start = time.perf_counter()
written = write_variants(open_words(sys.argv[1]), pathlib.Path(sys.argv[2]), 3, int(sys.argv[3]))
taken = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
print(json.dumps([taken, peak, written.pairs, written.sha256]))
"""


def run() -> Iterator[Figure]:
    """Pairs, then look-up."""
    yield from _pairs()
    yield from _look_up()


def _pairs() -> Iterator[Figure]:
    mirror = os.environ.get("PERPEND_MIRROR", "")
    path = Path(mirror, "names", "ancestry_surname_common.txt")
    if not mirror or not path.is_file():
        print("spelling: surnames skipped, set PERPEND_MIRROR to the folder of the data sets", file=sys.stderr)
        return
    index = WordIndex.of(read_words(path))
    for common, (most, pairs) in _COUNTS.items():
        found = 0

        def count(common: int = common) -> None:
            nonlocal found
            found = count_variants(index, 3, common, threads=1)

        taken = best_seconds(count)
        if found != pairs:
            raise ValueError(f"{found:,} pairs for c = {common}, {pairs:,} expected")
        yield Figure(f"variants: count {pairs:,} pairs, k = 3, c = {common}, one core", taken, "s", f"< {most}")
    taken, peak, pairs, checksum = _written(path, 3)
    yield Figure(
        f"variants: file to sorted pair file, c = 3, {pairs:,} pairs, sha256 {checksum[:16]}", taken, "s", "< 15"
    )
    yield Figure("variants: peak memory of that", peak, "GB", "< 1")
    yield from _beside_cdist(list(index)[:20_000])


def _written(path: Path, common: int) -> tuple[float, float, int, str]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _WRITE, str(path), str(Path(folder, "pairs.tsv")), str(common)]
        taken, peak, pairs, checksum = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return taken, peak, pairs, checksum


def _beside_cdist(names: list[str]) -> Iterator[Figure]:
    """All pairs within 3 letters, beside the edit distance of all pairs."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import cdist

    ours = best_seconds(lambda: count_variants(WordIndex.of(names), 3, 0, threads=1))
    sample = names[::20]
    peer = (
        seconds(lambda: cdist(sample, names, scorer=OSA.distance, score_cutoff=3, workers=1))
        * len(names)
        / len(sample)
        / 2
    )
    yield Figure("variants: 20,000 names, k = 3, c = 0, one core", ours, "s", None, "rapidfuzz cdist, OSA <= 3", peer)


def _look_up() -> Iterator[Figure]:
    best = sorted(listed(), key=lambda one: (-one[1], one[0]))[:_WORDS]
    words = WordList.of([word for word, _ in best], [max(1, round(1e9 * share)) for _, share in best])
    built = seconds(lambda: WordIndex.of(words))
    index = WordIndex.of(words)
    yield Figure("suggest: index of 83,000 words, built", 1e3 * built, "ms", rests_on=signature())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "index")
        index.write(path)
        yield Figure("suggest: size of that", path.stat().st_size / 1e6, "MB", "< 10")
        yield Figure("suggest: open it", 1e3 * best_seconds(lambda: WordIndex.open(path)), "ms", "< 20")
    for distance in (2, 3):
        yield from _within(index, words, distance)
    suggester, queries = Suggester(index, load(kind="spelling")), _queries(words.words, 200)
    yield Figure(
        "suggest: five ranked suggestions", 1e3 * seconds(lambda: suggester.suggest_all(queries)) / 200, "ms a word"
    )


def _within(index: WordIndex, words: WordList, distance: int) -> Iterator[Figure]:
    queries = _queries(words.words, _BATCH[distance])
    ours = 1e6 * best_seconds(lambda: index.within(queries, distance)) / len(queries)
    read = 1e6 * best_seconds(lambda: sum(map(len, index.within(queries, distance)))) / len(queries)
    what = f"suggest: all words within edit distance {distance}, batches, one core"
    try:
        theirs = _symspell(words, queries[: _PEER_BATCH[distance]], distance)
    except ImportError:
        print("spelling: symspellpy is not installed, so it is not measured", file=sys.stderr)
        yield Figure(what, ours, "microseconds a query")
        return
    peer = "symspellpy, all"
    yield Figure(f"{what}, as numbers", ours, "microseconds a query", None, peer, theirs)
    yield Figure(f"{what}, as Python strings", read, "microseconds a query", None, peer, theirs)
    times = f"suggest: distance {distance}, times faster than symspellpy"
    yield Figure(f"{times}, as numbers", theirs / ours, "", f">= {_TIMES[distance]}")
    yield Figure(f"{times}, as Python strings", theirs / read, "")


def _symspell(words: WordList, queries: list[str], distance: int) -> float:
    """Microseconds that symspellpy takes for a query."""
    from symspellpy import SymSpell, Verbosity

    peer = SymSpell(max_dictionary_edit_distance=distance, prefix_length=7)
    for word, count in zip(words.words, words.counts, strict=True):
        peer.create_dictionary_entry(word, count)
    start = time.perf_counter()
    for query in queries:
        peer.lookup(query, Verbosity.ALL, max_edit_distance=distance)
    return 1e6 * (time.perf_counter() - start) / len(queries)


def _queries(words: tuple[str, ...], count: int) -> list[str]:
    """Words with one to three letters left out, put in, exchanged or swapped."""
    chance = random.Random(0)
    queries = []
    for word in chance.sample([word for word in words if len(word) >= 5], count):
        letters = list(word)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(letters) + 1)
            kind = chance.randrange(4)
            if kind == 0:
                letters.insert(place, chance.choice("abcdefghijklmnopqrstuvwxyz"))
            elif kind == 1 and len(letters) > 2:
                del letters[min(place, len(letters) - 1)]
            elif kind == 2:
                letters[min(place, len(letters) - 1)] = chance.choice("abcdefghijklmnopqrstuvwxyz")
            elif place + 1 < len(letters):
                letters[place], letters[place + 1] = letters[place + 1], letters[place]
        queries.append("".join(letters))
    return queries
