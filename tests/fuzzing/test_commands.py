"""Every command has a case with hostile texts, and a few of them run; `test_long_commands` runs hundreds."""

from pathlib import Path

from tests.fuzzing.command_lines import CASES, SLOW, commands
from tests.fuzzing.driver import fuzz

INPUTS = 3


def test_every_command_is_attacked() -> None:
    """A new command needs an entry in `command_lines.CASES`."""
    assert {*commands()} == {*CASES}
    assert {*SLOW} <= {*CASES}


def test_hostile_texts_are_answered_or_refused(tmp_path: Path) -> None:
    chosen = [name for name in CASES if name not in SLOW]
    found = fuzz(chosen, seed="0", count=INPUTS, folder=tmp_path, worker="command_worker")
    assert not found.failures, found.report()
    assert found.tried == (INPUTS + 1) * len(chosen)
