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
import json
import logging
import os
import random
import resource
import shutil
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from perpend.errors import PerpendError
from tests.fuzzing.mutations import bomb, mutated
from tests.fuzzing.readers import path_takers
from tests.fuzzing.samples import SAMPLES, Sample

__all__ = ["names", "prepare", "sample_of", "write_good"]

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
        hostile = bomb(number) if number % _BOMB_EVERY == _BOMB_EVERY - 1 else mutated(good[victim], chance)
        (place / victim).write_bytes(hostile)
        _say({"begin": name, "number": number, "victim": victim})
        if failure := _attempt(run):
            _say(failure)
        (place / victim).write_bytes(good[victim])
        _clear(good, place)


def _attempt(run: Callable[[], object]) -> dict[str, str] | None:
    """Read and use a file; what is wrong about it, or None."""
    before, begun = _peak_memory(reset=True), time.process_time()
    failure = None
    try:
        run()
    except PerpendError as error:
        if "\n" in str(error) or not str(error).strip():
            failure = _failure(error, f"an error of {str(error).count(chr(10)) + 1} lines: {str(error)!r}")
    except RecursionError as error:
        failure = _failure(error, "RecursionError")
    except Exception as error:
        failure = _failure(error, f"{type(error).__name__}: {error}")
    seconds, grown = time.process_time() - begun, _peak_memory() - before
    if failure is None and seconds > MOST_SECONDS:
        failure = {"failed": f"{seconds:.1f} s of processor time", "where": "time"}
    if failure is None and grown > MOST_BYTES:
        failure = {"failed": f"{grown >> 20} MB of memory", "where": "memory"}
    return failure


def _failure(error: BaseException, what: str) -> dict[str, str]:
    """The failure, with the last line of Perpend's own code in its traceback."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if f"perpend{os.sep}" in frame.filename]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].name}" if frames else "outside of perpend"
    return {"failed": what[:300], "where": f"{where} {type(error).__name__}"}


def _peak_memory(*, reset: bool = False) -> int:
    """The highest resident memory of this process in bytes, by Linux; elsewhere 0."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.partition("VmHWM:")[2].split()[0]) << 10
    except (OSError, IndexError, ValueError):
        return 0


def _say(fact: dict[str, Any]) -> None:
    sys.__stdout__.write(json.dumps(fact) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def _limit() -> None:
    """A reader that asks for gigabytes gets a MemoryError, not the machine."""
    pages = (
        int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) if Path("/proc/self/statm").exists() else 0
    )
    limit = pages * resource.getpagesize() + (3 << 30)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Fuzz the readers of the command line."""
    seed, first, count, folder, *chosen = sys.argv[1:]
    faulthandler.enable()
    logging.disable(logging.CRITICAL)
    sys.stdout = sys.stderr  # Only `_say` writes to the pipe.
    path_takers()
    warnings.simplefilter("error")
    _limit()
    start = int(first)
    for name in chosen:
        _fuzz(name, seed, range(start, int(count)), Path(folder))
        start = 0


if __name__ == "__main__":
    main()
