"""The fuzzers notice what they are there to notice: exceptions, warnings, time, memory, death and silence."""

import random
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from perpend.errors import InputError, PerpendError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.schema import Array
from tests.fuzzing import driver
from tests.fuzzing.command_lines import Case
from tests.fuzzing.command_worker import Ended, problem
from tests.fuzzing.mutations import mutated
from tests.fuzzing.watching import attempt


def refuse(message: str) -> None:
    raise InputError(message)


def spin() -> None:
    for _ in range(2_000_000):
        pass


@pytest.mark.parametrize(
    ("run", "seconds", "size", "where"),
    [
        (lambda: None, 60, 1 << 40, None),
        (lambda: refuse("one line"), 60, 1 << 40, None),
        (lambda: refuse("two\nlines"), 60, 1 << 40, "InputError"),
        (lambda: refuse(" "), 60, 1 << 40, "InputError"),
        (lambda: {}["a"], 60, 1 << 40, "KeyError"),
        (lambda: warnings.warn("careful", RuntimeWarning, stacklevel=1), 60, 1 << 40, "RuntimeWarning"),
        (spin, 0.0, 1 << 40, "time"),
        (lambda: bytearray(b"x" * (64 << 20)), 60, 16 << 20, "memory"),
    ],
)
def test_an_attempt(run: Callable[[], object], seconds: float, size: int, where: str | None) -> None:
    failure = attempt(run, seconds, size)
    if where == "memory" and not Path("/proc/self/clear_refs").exists():
        pytest.skip("peak memory is known on Linux only")
    assert failure is None if where is None else failure is not None and failure["where"].endswith(where)


def test_death_and_silence_belong_to_their_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_SILENCE", 3.0)
    found = driver.fuzz(["a"], seed="s", count=5, folder=tmp_path, worker="unruly_worker")
    assert {where: (one.number, one.path.read_text("ascii")) for (_, where), one in found.failures.items()} == {
        "death -11": (1, "input 1"),
        "hang": (2, "input 2"),
        "reader.py:read KeyError": (3, "input 3"),
    }
    assert found.tried == 5
    assert "PERPEND_SEED=s" in found.report()


@pytest.mark.parametrize(
    ("case", "ended", "wrong"),
    [
        (Case(("words", "a")), Ended(0, b"a\n", b""), ""),
        (Case(("words", "a")), Ended(2, b"", b"perpend: no\n"), ""),
        (Case(("words", "a")), Ended(2, b"", b"perpend: no\nmore\n"), "2 lines on standard error"),
        (Case(("words", "a")), Ended(1, b"", b"Traceback ...\n"), "exit code 1"),
        (Case(("words", "a")), Ended(0, b"\x1b[31m", b""), "a control character on standard output"),
        (Case(("words", "a")), Ended(0, b"", "\x9b".encode()), "a control character on standard error"),
        (Case(("words", "--json", "a")), Ended(0, b'{"a": NaN}', b""), "no JSON"),
        (Case(("words", "--json", "a")), Ended(0, b'{"a": 1}\n{"a": 2}\n', b""), ""),
        (Case(("words", "--", "--json")), Ended(0, b"no JSON", b""), ""),
        (Case(("score",), rows=2), Ended(1, b"id\tvalue\nn0\t1\nn1\t\n", b"x:3: no\n"), ""),
        (Case(("score",), rows=2), Ended(0, b"id\tvalue\nn0\t1\nn0\t1\n", b""), "rows"),
        (Case(("score",), rows=2), Ended(0, b"id\tvalue\nn1\t1\nn0\t1\n", b""), "rows"),
        (Case(("score",), rows=2), Ended(2, b"", b"perpend: no\n"), "exit code 2"),
    ],
)
def test_how_a_command_ended(tmp_path: Path, case: Case, ended: Ended, wrong: str) -> None:
    found = problem(case, ended, set(), tmp_path)
    assert found.startswith(wrong) if wrong else not found


def test_what_a_failed_command_leaves_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "output").touch()
    assert problem(Case(("words",)), Ended(2, b"", b"perpend: no\n"), set(), tmp_path) == "left behind: output"
    assert not problem(Case(("words",)), Ended(0, b"", b""), set(), tmp_path)
    (tmp_path / ".output.part").touch()
    assert problem(Case(("words",)), Ended(0, b"", b""), set(), tmp_path).startswith("left behind")


@pytest.mark.parametrize("content", [b'{"a": [1, {"b": 2}]}', b"a\tb\n1\t2\n", b"\xff\xfe"])
def test_mutations_follow_from_their_seed(content: bytes) -> None:
    made, again = ([mutated(content, random.Random(f"{number}")) for number in range(50)] for _ in range(2))
    assert made == again
    assert len({*made} - {content}) > 25


def test_forged_array_files_have_right_checksums(tmp_path: Path) -> None:
    """Most are refused for what they hold, and not for their checksums."""
    write_arrays(tmp_path / "good", kind="k", version=1, arrays={"a": np.arange(9, dtype=np.int32)}, meta={"m": [1]})
    good, reasons = (tmp_path / "good").read_bytes(), []
    for number in range(200):
        (tmp_path / "forged").write_bytes(mutated(good, random.Random(f"{number}")))
        try:
            ArrayFile(tmp_path / "forged", kind="k", version=1, schema={"a": Array("i4", "n", below="n")}).verify()
            reasons.append("good")
        except PerpendError as error:
            reasons.append("damaged" if "checksum" in str(error) else "refused")
    assert reasons.count("refused") > 100 > 40 > reasons.count("damaged")
