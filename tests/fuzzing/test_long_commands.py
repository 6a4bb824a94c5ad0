"""Hundreds of hostile texts for every command, as arguments, in tables and on standard input: see `command_worker`."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.fuzzing.command_lines import CASES, SLOW
from tests.fuzzing.command_worker import case_of, problem, run_program
from tests.fuzzing.driver import fuzz

pytestmark = pytest.mark.long

INPUTS = 400
PROGRAMS = 6


@pytest.fixture
def seed(record_property: Any) -> str:
    """New every time, or that of PERPEND_SEED."""
    found = os.environ.get("PERPEND_SEED") or os.urandom(4).hex()
    record_property("seed", found)
    return found


@pytest.mark.parametrize("name", CASES)
def test_hostile_texts(name: str, tmp_path: Path, seed: str, record_property: Any) -> None:
    found = fuzz([name], seed=seed, count=INPUTS, folder=tmp_path, worker="command_worker")
    record_property("examples", found.tried)
    assert not found.failures, found.report()
    assert found.tried == 1 + len(range(0, INPUTS, SLOW.get(name, 1)))


@pytest.mark.parametrize("name", [name for name in CASES if name not in SLOW])
def test_hostile_texts_for_programs(name: str, tmp_path: Path, seed: str, record_property: Any) -> None:
    for number in range(PROGRAMS):
        folder = tmp_path / str(number)
        case = case_of(name, seed, number, folder)
        before = {*folder.rglob("*")}
        wrong = problem(case, run_program(case, tmp_path), before, folder)
        assert not wrong, f"{name} {number}: {wrong} PERPEND_SEED={seed} {case.words!r}"
    record_property("examples", PROGRAMS)
