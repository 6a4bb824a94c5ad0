"""A command line that runs inside the test, from its arguments to its exit code, on real descriptors."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from perpend.cli.main import app, run


class Ended(NamedTuple):
    """How a command line ended, and the bytes that it printed."""

    code: int
    out: bytes
    err: bytes


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Iterator[Callable]:
    """`in_process("words", "cat", terminal=True, encoding="ascii", stdin=b"")` runs `perpend words cat`.

    With `terminal` the program takes its stdout for a terminal; `encoding` is that of its stdout.
    """
    streams = sys.stdin, sys.stdout, sys.stderr

    def perpend(*words: object, terminal: bool = False, encoding: str = "utf-8", stdin: bytes = b"") -> Ended:
        with monkeypatch.context() as patch:
            patch.setattr("perpend.cli.output._is_terminal", lambda: terminal)
            patch.setattr(sys, "argv", ["perpend", *map(str, words)])
            sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
            sys.stdout = io.TextIOWrapper(os.fdopen(os.dup(1), "wb"), encoding)
            sys.stderr = io.TextIOWrapper(os.fdopen(os.dup(2), "wb"), encoding)
            own = sys.stdout, sys.stderr
            code = 0
            try:
                run(app, "perpend")
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                for stream in own:
                    stream.close()
                sys.stdin, sys.stdout, sys.stderr = streams
        return Ended(code, *capfdbinary.readouterr())

    yield perpend
    sys.stdin, sys.stdout, sys.stderr = streams
