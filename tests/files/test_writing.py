"""Files appear whole or not at all, errors name them, and what killed writers left is swept by the next one."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from perpend.errors import InputError, WriteError
from perpend.files import writing
from perpend.files.writing import atomic_write, check_outputs, write_text

HOLDING = """
import sys, time
from pathlib import Path
from perpend.files.writing import atomic_write
with atomic_write(Path(sys.argv[1])) as file:
    file.write(b"x" * 300_000)
    print("begun", flush=True)
    sys.stdin.read()
"""


def begun(path: Path) -> "subprocess.Popen[bytes]":
    """A process that is writing `path` until its input ends."""
    process = subprocess.Popen([sys.executable, "-c", HOLDING, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline() == b"begun\n"
    return process


def parts(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".part"))


def test_the_next_writer_sweeps_what_a_killed_one_left(tmp_path: Path) -> None:
    path = tmp_path / "file[1].tsv"
    process = begun(path)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert len(parts(tmp_path)) == 1
    write_text(tmp_path / "file1.tsv", "another file")
    assert len(parts(tmp_path)) == 1
    write_text(path, "new")
    assert parts(tmp_path) == []
    assert path.read_text(encoding="utf-8") == "new"


def test_two_live_writers_leave_each_other_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    process = begun(path)
    own = parts(tmp_path)
    write_text(path, "first")
    assert parts(tmp_path) == own
    process.communicate(b"")
    assert process.returncode == 0
    assert path.read_bytes() == b"x" * 300_000
    assert parts(tmp_path) == []


def test_a_signal_before_the_part_is_locked_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def interrupted(file: object, how: int) -> None:
        seen.extend(parts(tmp_path))
        raise KeyboardInterrupt

    monkeypatch.setattr(writing.fcntl, "flock", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "file", "whole")
    assert len(seen) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_part_that_is_swept_before_it_is_locked_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, swept = writing.fcntl.flock, []

    def sweeping(file: object, how: int) -> None:
        if not swept:
            swept.extend(tmp_path.glob("*.part"))
            swept[0].unlink()
        lock(file, how)  # type: ignore[arg-type]

    monkeypatch.setattr(writing.fcntl, "flock", sweeping)
    write_text(tmp_path / "file", "whole")
    assert len(swept) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_folders_are_not_made(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="file cannot be written: there is no such folder"):
        write_text(tmp_path / "none" / "file", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("size", [1, 1_000_000])
def test_a_full_disk_names_the_file(size: int) -> None:
    with pytest.raises(WriteError, match=r"^/dev/full cannot be written: No space left on device: make room"):
        write_text("/dev/full", "x" * size)


def test_a_disk_that_fills_up_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "file").write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteError, match="file cannot be written: No space left"):
        write_text(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_errors_of_the_block_are_left_alone(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), atomic_write(tmp_path / "file"):
        (tmp_path / "none").read_bytes()
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_text(tmp_path / "pipe", "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()


def test_outputs_are_not_inputs_and_not_each_other(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("x", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "in")
    (tmp_path / "hard").hardlink_to(tmp_path / "in")
    (tmp_path / "folder").mkdir()
    (tmp_path / "way").symlink_to(tmp_path / "folder")
    for name in ("in", "link", "hard", "folder/../in"):
        with pytest.raises(InputError, match="is an input, which the result would replace"):
            check_outputs([tmp_path / name], [tmp_path / "in"])
    for one, other in (("new", "new"), ("folder/new", "way/new"), ("hard", "link")):
        with pytest.raises(InputError, match="are one file, but two results"):
            check_outputs([tmp_path / one, tmp_path / other])
    with pytest.raises(InputError, match="is a folder: name a file"):
        check_outputs([tmp_path / "way"])
    check_outputs([tmp_path / "new", None, "-", "/dev/null", "/dev/null"], [tmp_path / "in", "none", "/dev/null"])
