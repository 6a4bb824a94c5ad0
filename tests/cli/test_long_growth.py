"""Seconds and memory of every command as its input grows, up to the largest that it takes: 5 seconds and 1 GB at most.

    words, lines, names     1,000  2,000  4,000  8,000 and the limit, of random words; at the largest of these also one
                            word repeated, and similar names
    beyond the limit        an error that names the command (`test_limits.py` has one for each)

Each input is given to a fresh process. Its user time on one core is measured, not the time on the clock, and what takes
too long is tried again, and the shortest time counts, so that other work on the machine matters little. With `--record`
the figures are written to results/limits.json, which docs/limits.md shows.
"""

import fcntl
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perpend import __version__
from perpend.limits import limits_of
from tests.cli.growth_cases import CASES, Case
from tests.cli.growth_inputs import KINDS, Make
from tests.recording import tree

pytestmark = pytest.mark.long

SIZES = (125, 250, 500, 1_000, 2_000, 4_000, 8_000)
MOST_SECONDS, MOST_MEGABYTES = 5.0, 1_000
MOST_TRIES = 3

# A small process starts the command, because the peak memory of a process counts that of the one it was forked from.
LAUNCHER = """
import json, os, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
null = os.open(os.devnull, os.O_RDWR)
quiet = [(os.POSIX_SPAWN_DUP2, null, 0), (os.POSIX_SPAWN_DUP2, null, 1)]
words = [sys.executable, "-m", "perpend", *json.loads(sys.argv[1])]
child = os.posix_spawn(sys.executable, words, os.environ, file_actions=quiet)
_, status, used = os.wait4(child, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime, used.ru_maxrss / 1024]))
"""


def measured(words: list[str]) -> tuple[float, float]:
    """The user seconds and peak megabytes of a command, which must succeed."""
    one_core = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    ended = subprocess.run(
        [sys.executable, "-S", "-c", LAUNCHER, json.dumps(words)],
        capture_output=True,
        text=True,
        check=True,
        env=one_core,
    )
    code, seconds, megabytes = json.loads(ended.stdout)
    assert code == 0, (words[:4], code, ended.stderr[-500:])
    return seconds, megabytes


def least(words: list[str]) -> tuple[float, float]:
    """The user seconds and peak megabytes of a command: of at most three runs the shortest."""
    seconds, megabytes = measured(words)
    for _ in range(MOST_TRIES - 1):
        if seconds > MOST_SECONDS:
            seconds = min(seconds, measured(words)[0])
    return seconds, megabytes


def sizes_of(case: Case) -> list[int]:
    """The sizes to try: the four largest of SIZES that are taken, and the limit."""
    if case.sizes:
        return list(case.sizes)
    most = case.largest or max(SIZES)
    return [*[size for size in SIZES if size < most][-3:], most]


def inputs(case: Case) -> Iterator[tuple[str, Make, str, int]]:
    """Growing inputs of random words, and the largest of other kinds and shapes."""
    *growing, largest = sizes_of(case)
    yield from ((KINDS[0], case.make, KINDS[0], size) for size in growing)
    yield from ((kind, case.make, kind, largest) for kind in case.kinds)
    yield from ((shape, make, KINDS[0], largest) for shape, make in case.shapes.items())


@pytest.mark.parametrize("name", CASES)
def test_the_largest_input_takes_five_seconds_and_one_gigabyte(
    name: str, tmp_path: Path, request: pytest.FixtureRequest, record_property: Any
) -> None:
    case, figures = CASES[name], []
    for number, (shape, make, kind, size) in enumerate(inputs(case)):
        folder = tmp_path / str(number)
        folder.mkdir()
        seconds, megabytes = least(make(folder, kind, size))
        figures.append({"kind": shape, "size": size, "seconds": round(seconds, 2), "megabytes": round(megabytes)})
    record_property("examples", len(figures))
    if path := request.config.getoption("--record"):
        record(path.parent / "limits.json", name, case, figures)
    assert max(one["seconds"] for one in figures) <= MOST_SECONDS, figures
    assert max(one["megabytes"] for one in figures) <= MOST_MEGABYTES, figures


def record(path: Path, name: str, case: Case, figures: list[dict[str, Any]]) -> None:
    """Puts the figures of a command into the file, which tests on other cores may be writing too."""
    known = limits_of(name) if case.largest or case.refused else {}
    path.parent.mkdir(exist_ok=True)
    with path.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        written = file.read()
        commands = json.loads(written)["commands"] if written else {}
        commands[name] = {"unit": case.unit, "limits": known, "commit": tree()["commit"], "figures": figures}
        about = {"version": __version__, "python": platform.python_version(), "machine": platform.machine()}
        ordered = {one: commands[one] for one in CASES if one in commands}
        file.truncate(0)
        file.write(json.dumps({**about, "commands": ordered}, indent=1) + "\n")
