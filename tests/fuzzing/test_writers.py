"""Every option that names a file to write is in the list of `writers`; one command is killed and has no room.

`tests/cli/test_long_kill.py` does the same with all of them.
"""

import signal

import pytest

from tests.fuzzing.writers import WRITERS, writing_options
from tests.fuzzing.writing import Writing


def test_every_option_that_writes_is_attacked() -> None:
    """A new one needs an entry in `writers.WRITERS`."""
    assert writing_options() == {*WRITERS}
    assert ("phrases build", "--output") in WRITERS
    assert ("phrases build", "--format") not in WRITERS


@pytest.fixture(scope="module")
def writing(tmp_path_factory: pytest.TempPathFactory) -> Writing:
    """A command that writes an index."""
    return Writing(("variants index", "--output"), tmp_path_factory.mktemp("writing"))


@pytest.mark.parametrize("moment", ["opened", "rename"])
@pytest.mark.parametrize("old", [False, True], ids=["new", "over an old file"])
def test_a_killed_command_leaves_the_old_file_or_none(writing: Writing, moment: str, old: bool) -> None:
    writing.reset(old=old)
    ended = writing.run(signal=signal.SIGKILL, moment=moment)
    assert ended.code == -signal.SIGKILL
    assert not writing.problem(old=old, new=False)
    assert writing.run().code == 0
    assert writing.is_done()


def test_a_full_disk_is_one_line_that_names_the_file(writing: Writing) -> None:
    writing.reset(old=True)
    ended = writing.run(room=100)
    assert (ended.code, ended.stderr.count("\n")) == (2, 1)
    assert str(writing.target) in ended.stderr
    assert not writing.problem(old=True, new=False)
    assert not writing.parts()


def test_two_writers_leave_one_whole_file(writing: Writing) -> None:
    writing.reset(old=False)
    assert [ended.code for ended in writing.forks.together(writing.words())] == [0, 0]
    assert writing.is_done()
    assert not writing.parts()
