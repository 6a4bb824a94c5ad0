"""Combination: how long all systems of a news task take, with how much memory; a hundred answers to one question.

The systems are those of wmt10 de-en, 18 for 2,034 segments, from the mirror that PERPEND_MIRROR names. The method is
the extended one, with weights that were not tuned; aligning has two threads. The hundred candidates are made here: one
sentence of 25 words, in each of them some words replaced, left out or moved.
"""

import json
import random
import subprocess
import sys
from collections.abc import Iterator

from experiments.wmt_outputs import read_wmt_task
from figures import Figure, best_seconds
from perpend import combine
from perpend.errors import MissingResource

__all__ = ["run"]

_TASK = "wmt10/de-en"
_COMBINE = """
import json, resource, sys, time
from perpend.combination.combiner import Combiner
from perpend.combination.weights import untuned
from experiments.wmt_outputs import read_wmt_task
systems = read_wmt_task(sys.argv[1]).test.systems
lines = list(zip(*systems.values()))
lines = lines[::int(sys.argv[3])]
start = time.perf_counter()
for _ in Combiner(untuned(list(systems), sys.argv[2]), threads=2).combine_many(lines):
    pass
print(json.dumps([time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20]))
"""
_SENTENCE = (
    "the committee said on Friday that it would look again at the plan to close three of the oldest schools in the "
    "north of the city"
)


def run() -> Iterator[Figure]:
    """One segment of a hundred candidates, then a whole task if it is here."""
    candidates = _candidates(100)
    taken = best_seconds(lambda: combine(candidates))
    yield Figure("combination: 100 candidates of one segment, extended", taken, "s", "< 1")
    try:
        test = read_wmt_task(_TASK).test
    except MissingResource as error:
        print(f"combination: skipped, {error}", file=sys.stderr)
        return
    what = f"{len(test.systems)} systems x {len(test.references[0]):,} segments"
    for method in ("network", "two-pass", "extended"):
        taken, peak = _measured(method, 1)
        yield Figure(f"combination: {what}, {method}", taken, "s", "< 180", rests_on=test.signature)
        yield Figure(f"combination: peak memory, {method}", peak, "GB", "< 2", rests_on=test.signature)
    part, _ = _measured("extended", 4)
    yield Figure("combination: a segment of 4 times as many, extended", taken / part / 4, "times", "< 1.25")


def _measured(method: str, every: int) -> tuple[float, float]:
    """Seconds and gigabytes, in a process of its own so that its memory is its own."""
    command = [sys.executable, "-c", _COMBINE, _TASK, method, str(every)]
    taken, peak = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return taken, peak


def _candidates(count: int) -> list[str]:
    draw, words = random.Random(0), _SENTENCE.split()
    return [" ".join(_varied(words, draw)) for _ in range(count)]


def _varied(words: list[str], draw: random.Random) -> list[str]:
    varied = [draw.choice(words) if draw.random() < 0.1 else word for word in words if draw.random() > 0.05]
    if draw.random() < 0.3:
        start = draw.randrange(len(varied) - 6)
        varied[start : start + 6] = varied[start + 3 : start + 6] + varied[start : start + 3]
    return varied
