"""A fault of Perpend's own is one line with an exit code of its own, and so is Ctrl-C while modules are imported."""

import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from perpend.cli.main import INTERNAL

HOSTILE = "cat\x1b[31m\x9b2J\nsat"


@pytest.fixture(autouse=True)
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: Any, **__: Any) -> None:
        raise KeyError(HOSTILE)

    monkeypatch.setattr("perpend.cli.words.describe", fault)


def test_a_fault_is_one_line(in_process: Callable[..., Any]) -> None:
    ended = in_process("words", HOSTILE)
    assert (ended.code, ended.out, ended.err.count(b"\n")) == (INTERNAL, b"", 1) == (70, b"", 1)
    assert ended.err.startswith(b"perpend: internal error (KeyError at test_faults.py:")
    assert ended.err.endswith(b": run it again with --verbose and report what is printed\n")


def test_a_fault_with_verbose_has_a_traceback_that_commands_no_terminal(in_process: Callable[..., Any]) -> None:
    ended = in_process("words", "--verbose", HOSTILE)
    lines = ended.err.decode().removesuffix("\n").split("\n")
    assert ended.code == INTERNAL
    assert lines[0] == "Traceback (most recent call last):"
    assert any("in fault" in line for line in lines)
    assert any(line.startswith("KeyError: ") for line in lines)
    assert lines[-1].endswith("report the lines above")
    assert all(line.isprintable() for line in lines)


INTERRUPTED = """
import os, signal, sys
class Interrupting:
    '''Ctrl-C comes while this module is imported.'''
    def find_spec(self, name, *_):
        if name == WHEN:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
sys.argv = ["perpend", "words", "a cat"]
signal.signal(signal.SIGINT, signal.default_int_handler)
from perpend.cli.start import main
main()
"""


@pytest.mark.parametrize("when", ["perpend.cli.main", "typer", "perpend.cli.words", "numpy"])
def test_an_interrupted_import_is_one_line(when: str) -> None:
    program = f"WHEN = {when!r}{INTERRUPTED}"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (128 + signal.SIGINT, "perpend: interrupted\n")
