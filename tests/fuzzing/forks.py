"""Runs commands in forks of a process that has everything imported, and ends them at chosen moments.

    forks = forks_of_tests()                                 one process for all tests
    forks.warm(["phrases", "build", "in.tsv", "-o", "out"])  in the process itself: what it loads stays
    forks.run(["phrases", "build", "in.tsv", "-o", "out"])   Ended(code=0, stderr="", seconds=0.05)
    forks.run([...], signal=SIGKILL, moment="rename")        when the file is whole and about to get its name
    forks.run([...], signal=SIGTERM, moment="opened")        when the file under another name has just been opened
    forks.run([...], signal=SIGKILL, moment=0.02)            after so many seconds
    forks.run([...], room=100)                               no file may grow beyond 100 bytes, as on a full disk
    forks.together([...])                                    two at once

A fork begins its work at once, so that a moment is one of the work and not of Python's start.
"""

import contextlib
import gc
import io
import json
import os
import resource
import signal as signals
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

__all__ = ["Ended", "Forks", "forks_of_tests"]

_ROOT = Path(__file__).resolve().parents[2]
_LONGEST = 300.0


class Ended(NamedTuple):
    """The exit code of a command (minus the signal that ended it), its standard error, and its seconds."""

    code: int
    stderr: str
    seconds: float


class Forks:
    """A process that forks on demand."""

    def __init__(self) -> None:
        environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzzing.forks"],
            cwd=_ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, words: Sequence[str], *, signal: int = 0, moment: float | str = 0.0, room: int = -1) -> Ended:
        """Run a command; send it the signal at the moment; let no file grow beyond `room` bytes."""
        return self._ask(words=list(words), signal=int(signal), moment=moment, room=room, times=1)[0]

    def together(self, words: Sequence[str], times: int = 2) -> list[Ended]:
        """Run a command several times at once."""
        return self._ask(words=list(words), signal=0, moment=0.0, room=-1, times=times)

    def warm(self, words: Sequence[str]) -> Ended:
        """Run a command in the process that forks, so that what it loads and keeps is there in all later forks."""
        return self._ask(words=list(words), times=0)[0]

    def _ask(self, **asked: Any) -> list[Ended]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()
        return [Ended(*one) for one in json.loads(self._process.stdout.readline())]


@cache
def forks_of_tests() -> Forks:
    """The one process of all tests; it ends when this process ends, because its standard input does."""
    return Forks()


def _serve() -> None:
    """Fork for each line that is asked, and answer with how the forks ended."""
    from tests.fuzzing.command_lines import commands

    commands()
    sys.stdout.flush()
    gc.freeze()
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        begun = time.monotonic()
        if not asked["times"]:
            os.write(1, json.dumps([_warmed(asked["words"], begun)]).encode() + b"\n")
            continue
        forks = [_fork(asked) for _ in range(asked["times"])]
        if asked["signal"] and not isinstance(asked["moment"], str):
            time.sleep(asked["moment"])
            for child, _ in forks:
                os.kill(child, asked["signal"])
        ended = [_ended(child, pipe, begun) for child, pipe in forks]
        os.write(1, json.dumps(ended).encode() + b"\n")


def _warmed(words: Sequence[str], begun: float) -> Ended:
    """Run a command here; what it prints goes nowhere."""
    kept = sys.argv, sys.stdout, sys.stderr
    try:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            sys.stdout = nowhere
            return Ended(_called(words), "", time.monotonic() - begun)
    finally:
        sys.argv, sys.stdout, sys.stderr = kept


def _ended(child: int, pipe: int, begun: float) -> Ended:
    with os.fdopen(pipe, "rb") as errors:
        text = errors.read().decode("utf-8", "backslashreplace")
    _, status = os.waitpid(child, 0)
    return Ended(os.waitstatus_to_exitcode(status), text, time.monotonic() - begun)


def _fork(asked: dict[str, Any]) -> tuple[int, int]:
    """The process id of a new fork at work, and the end of its standard error that can be read."""
    mine, its = os.pipe()
    child = os.fork()
    if not child:
        os.close(mine)
        _work(asked, its)
    os.close(its)
    return child, mine


def _work(asked: dict[str, Any], errors: int) -> NoReturn:
    code = 1
    try:
        for number, place in (
            (0, os.open(os.devnull, os.O_RDONLY)),
            (1, os.open(os.devnull, os.O_WRONLY)),
            (2, errors),
        ):
            os.dup2(place, number)
        # The command's own streams are on the same descriptors, so these must not close them.
        streams = (os.fdopen(number, "wb" if number else "rb", closefd=False) for number in range(3))
        sys.stdin, sys.stdout, sys.stderr = (io.TextIOWrapper(one, "utf-8") for one in streams)
        signals.setitimer(signals.ITIMER_REAL, _LONGEST)
        if asked["room"] >= 0:
            resource.setrlimit(resource.RLIMIT_FSIZE, (asked["room"], asked["room"]))
        if isinstance(asked["moment"], str):
            _wait_for(asked["moment"], asked["signal"])
        code = _called(asked["words"])
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(ValueError, OSError):
                stream.flush()
        os._exit(code)


def _called(words: Sequence[str]) -> int:
    from perpend.cli.main import main

    sys.argv = ["perpend", *words]
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _wait_for(moment: str, signal: int) -> None:
    """Send this process the signal before a .part file gets its name, or at the first event after it was opened."""
    opened, done = [False], [False]

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if done[0]:
            return
        renamed = event == "os.rename" and ".part" in str(args[0])
        if renamed or (moment == "opened" and opened[0]):
            done[0] = True
            os.kill(os.getpid(), signal)
        opened[0] = opened[0] or (event == "open" and ".part" in str(args[0]))

    sys.addaudithook(hook)


if __name__ == "__main__":
    _serve()
