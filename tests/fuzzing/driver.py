"""Runs the fuzzing worker, and knows which input it died or hung on.

    found = fuzz(["perpend.spelling.channel:Channel.read#0"], seed="1", count=3_000, folder=tmp_path)
    found.tried, found.failures

A worker that dies or is silent for too long is a failure of the input it had begun; the next worker goes on after it.
Workers are forks of a process that has everything imported: see `serving`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fuzzing.serving import server_of
from tests.fuzzing.watching import keep_input, kept_input

__all__ = ["Failure", "Found", "fuzz"]

_SILENCE = 60.0
"""Seconds of the wall clock after which a worker hangs; the worker itself judges processor time."""
_MOST_RESTARTS = 20


@dataclass(frozen=True)
class Failure:
    """An input that ended badly: its sample and number, what happened and where, and the file."""

    name: str
    number: int
    what: str
    where: str
    path: Path


@dataclass
class Found:
    """How many inputs were tried, and the first failure of each kind, with how often it came."""

    seed: str
    tried: int = 0
    failures: dict[tuple[str, str], Failure] = field(default_factory=dict)
    times: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, failure: Failure) -> None:
        """Keep the failure; of those of one kind the one with the smallest file."""
        key = failure.name, failure.where
        self.times[key] = self.times.get(key, 0) + 1
        known = self.failures.get(key)
        if known is None or failure.path.stat().st_size < known.path.stat().st_size:
            self.failures[key], failure = failure, known  # type: ignore[assignment]
        if failure is not None:
            failure.path.unlink()

    def report(self) -> str:
        """A line for each kind of failure, with the seed and the file that repeat it."""
        return "\n".join(
            f"{one.name} {one.number} ({self.times[key]} times): {one.what} [{one.where}] "
            f"PERPEND_SEED={self.seed} input={one.path}"
            for key, one in sorted(self.failures.items())
        )


def fuzz(names: Sequence[str], *, seed: str, count: int, folder: Path, worker: str = "worker") -> Found:
    """Feed `count` hostile inputs to each of `names`, by this worker: samples of readers, or commands."""
    found, left, first = Found(seed), list(names), 0
    for _ in range(_MOST_RESTARTS * len(names)):
        last = _watch(found, left, first, count, folder, worker)
        if last is None:
            return found
        name, number = last
        left, first = left[left.index(name) :], number + 1
        if first >= count:
            left, first = left[1:], 0
        if not left:
            return found
    return found


def _watch(
    found: Found, names: Sequence[str], first: int, count: int, folder: Path, program: str
) -> tuple[str, int] | None:
    """Run one worker; where it died or hung, the input that it had begun."""
    folder.mkdir(parents=True, exist_ok=True)
    server = server_of(program)
    begun: dict[str, Any] = {}
    for fact in server.run([found.seed, str(first), str(count), str(folder), *names], _SILENCE):
        if "begin" in fact:
            begun = fact
            found.tried += 1
        else:
            _add(found, begun, fact["failed"], fact["where"], kept_input(folder, begun))
    code = server.ended
    if code == 0:
        return None
    if not begun or code == 1:
        # The worker catches every exception of what it tries, so this one is its own.
        log = (folder / "stderr").read_text("utf-8", "replace")
        raise RuntimeError(f"the fuzzing worker itself failed: {log[-2000:]}")
    what = f"silent for {_SILENCE:.0f} s" if code is None else f"the process died with code {code}"
    _add(found, begun, what, "hang" if code is None else f"death {code}", keep_input(folder, begun))
    return str(begun["begin"]), int(begun["number"])


def _add(found: Found, begun: dict[str, Any], what: str, where: str, path: Path) -> None:
    found.add(Failure(str(begun["begin"]), int(begun["number"]), what, where, path))
