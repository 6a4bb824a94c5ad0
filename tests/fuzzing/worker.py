"""A process that feeds hostile files to readers and says what it is doing, so that the input of a crash is known.

    python -m tests.fuzzing.worker SEED FIRST COUNT FOLDER NAME...

For each name (`module:reader#number of its sample`) and each number from FIRST on it makes a hostile file from the
seed, the name and the number, reads it, and prints a line of JSON before and, where that is a failure, one after:

    {"begin": "perpend.spelling.channel:Channel.read#0", "number": 17}
    {"failed": "KeyError: 'a'", "where": "channel.py:321"}

Allowed are a PerpendError of one line and a value that can be used. Everything else is a failure: other exceptions,
warnings, more than 2 s of processor time, more than 500 MB of memory. `driver` watches for death and silence.
"""

import contextlib
import faulthandler
import logging
import random
import shutil
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

from perpend.errors import PerpendError
from tests.fuzzing.mutations import bomb, mutated
from tests.fuzzing.readers import path_takers
from tests.fuzzing.samples import SAMPLES, Sample
from tests.fuzzing.watching import attempt, keep_input, limit_memory, say

__all__ = ["load", "main", "names", "prepare", "sample_of", "write_good"]

MOST_SECONDS = 2.0
MOST_BYTES = 500 << 20
_BOMB_EVERY = 250


def names() -> list[str]:
    """The names of all samples: `module:reader#number`."""
    return [f"{reader}#{number}" for reader, samples in SAMPLES.items() for number in range(len(samples))]


def sample_of(name: str) -> Sample:
    """The sample with this name."""
    reader, _, number = name.rpartition("#")
    return SAMPLES[reader][int(number)]


def prepare(name: str, folder: Path) -> tuple[Callable[[], object], Mapping[str, bytes], Path]:
    """What reads and uses the sample, its good files, and the folder where the reader looks for them."""
    sample, place = sample_of(name), folder / "files"
    scratch = folder / "scratch"
    for one in (place, scratch):
        shutil.rmtree(one, ignore_errors=True)
        one.mkdir(parents=True)
    good = dict(sample.make(scratch))
    shutil.rmtree(scratch)
    reader = path_takers()[name.rpartition("#")[0]]
    return (lambda: sample.run(reader, place / sample.file if sample.file else place)), good, place


def write_good(good: Mapping[str, bytes], place: Path) -> None:
    """The good files, and nothing else, in the folder."""
    for name, content in good.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)


def _clear(good: Mapping[str, bytes], place: Path) -> None:
    """Remove what a reader made beside its files."""
    tops = {name.partition("/")[0] for name in good}
    for one in place.iterdir():
        if one.name not in tops:
            shutil.rmtree(one) if one.is_dir() else one.unlink()


def _fuzz(name: str, seed: str, numbers: range, folder: Path) -> None:
    run, good, place = prepare(name, folder)
    sample = sample_of(name)
    victims = sorted(file for file in good if file not in sample.keep and good[file])
    write_good(good, place)
    with contextlib.suppress(PerpendError):
        run()  # What is loaded once and kept is no cost of a hostile file.
    for number in numbers:
        chance = random.Random(f"{seed} {name} {number}")
        victim = chance.choice(victims)
        hostile = (
            bomb(number // _BOMB_EVERY % 6)
            if number % _BOMB_EVERY == _BOMB_EVERY - 1
            else mutated(good[victim], chance)
        )
        (place / victim).write_bytes(hostile)
        begun = {"begin": name, "number": number, "victim": victim}
        say(begun)
        if failure := attempt(run, MOST_SECONDS, MOST_BYTES):
            keep_input(folder, begun)
            say(failure)
        (place / victim).write_bytes(good[victim])
        _clear(good, place)


def load() -> None:
    """Import all of Perpend."""
    path_takers()


def main() -> None:
    """Fuzz the readers of the command line."""
    seed, first, count, folder, *chosen = sys.argv[1:]
    faulthandler.enable()
    logging.disable(logging.CRITICAL)
    sys.stdout = sys.stderr  # Only `say` writes to the pipe.
    load()
    warnings.simplefilter("error")
    limit_memory()
    start = int(first)
    for name in chosen:
        _fuzz(name, seed, range(start, int(count)), Path(folder))
        start = 0


if __name__ == "__main__":
    main()
