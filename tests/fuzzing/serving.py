"""A process that imports a worker once and forks for each run of it, because the imports take seconds.

    server = server_of("worker")
    facts = server.run(["seed", "0", "3000", "folder", "perpend.files.lines:read_text#0"], silence=60.0)
    server.ended              once these are read: 0, 1 (the worker itself failed), minus a signal, None (it was silent)

A line of JSON on standard input is a run: the arguments of the worker. On standard output stand the number of its
process, what the worker says, and how it ended.
"""

import gc
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from tests.fuzzing.watching import say

__all__ = ["Server", "server_of"]

_ROOT = Path(__file__).resolve().parents[2]


class Server:
    """The process. Its worker is the module `tests.fuzzing.PROGRAM`: `load()` imports, `main()` is a run."""

    def __init__(self, program: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzzing.serving", program],
            cwd=_ROOT,
            env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._lines: list[bytes] = []
        self._rest = b""
        self.ended: int | None = 0

    def run(self, arguments: Sequence[str], silence: float) -> Iterator[dict[str, Any]]:
        """What a run of the worker says; its process is killed when it says nothing for `silence` seconds.

        On a busy machine a process may have to wait for its turn: one that is about to run is killed only when it has
        had so many seconds of processor time.
        """
        assert self._process.stdin
        self._process.stdin.write(json.dumps(list(arguments)).encode() + b"\n")
        self._process.stdin.flush()
        child, silent, used = self._fact(None)["process"], False, 0.0
        while True:
            fact = self._fact(None if silent else silence)
            if not fact:
                runs, seconds = _work_of(child)
                if not runs or seconds > used + silence:
                    silent = True
                    os.kill(child, signal.SIGKILL)
                continue
            used = _work_of(child)[1] if "begin" in fact else used
            if "end" in fact:
                self.ended = None if silent else fact["end"]
                return
            else:
                yield fact

    def _fact(self, silence: float | None) -> dict[str, Any]:
        """The next line, or nothing if there is none for that many seconds."""
        assert self._process.stdout
        pipe = self._process.stdout.fileno()
        while not self._lines:
            if not select.select([pipe], [], [], silence)[0]:
                return {}
            block = os.read(pipe, 1 << 16)
            if not block:
                raise RuntimeError(f"the process that forks workers ended with code {self._process.wait()}")
            *self._lines, self._rest = (self._rest + block).split(b"\n")
        found: dict[str, Any] = json.loads(self._lines.pop(0))
        return found


def _work_of(process: int) -> tuple[bool, float]:
    """Whether a process runs, is about to run or has just ended, and its seconds of processor time, by Linux.

    Elsewhere none is known to run.
    """
    place = Path(f"/proc/{process}/stat")
    try:
        state, *fields = place.read_text(encoding="ascii", errors="replace").rpartition(") ")[2].split()
    except OSError:
        return place.parent.parent.joinpath("self").exists(), 0.0
    return state in "RDZ", (int(fields[10]) + int(fields[11])) / os.sysconf("SC_CLK_TCK")


@cache
def server_of(program: str) -> Server:
    """The one server of this worker; it ends when this process ends, because its standard input does."""
    return Server(program)


def _serve(program: str) -> None:
    worker = importlib.import_module(f"tests.fuzzing.{program}")
    worker.load()
    gc.freeze()
    for line in sys.stdin.buffer:
        child = os.fork()
        if not child:
            _work(worker.main, json.loads(line))
        _, status = os.waitpid(child, 0)
        say({"end": os.waitstatus_to_exitcode(status)})


def _work(main: Any, arguments: list[str]) -> NoReturn:
    """One run; its standard error goes into its folder."""
    code = 1
    try:
        say({"process": os.getpid()})
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(Path(arguments[3]) / "stderr", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        sys.argv = [sys.argv[0], *arguments]
        main()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    _serve(sys.argv[1])
