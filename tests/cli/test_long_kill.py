"""Commands that write files are killed at random moments; what they leave is whole, or is not there.

kill -9         after a random time, in a process that has just begun its work; or when the file is half made
then            the file under its name is absent, the old one, or the new one, and passes its check
next run        succeeds, and leaves nothing but what it should

SIGTERM and SIGHUP leave no unfinished file either, a full disk gives one line that names the file, and two writers at
once leave one whole file.
"""

import contextlib
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perpend.lexicon.phrases.table import PhraseTable
from perpend.resources.catalog import read_catalog
from perpend.resources.store import Status, Store
from tests.fuzzing.writers import WRITERS
from tests.fuzzing.writing import Writing

pytestmark = pytest.mark.long

ROUNDS = 60
FILES = 6
FILE_SIZE = 4_000_000
PAIRS = 40_000
# The command line, on a catalog of the test's own. It says when its work begins, which is what the clock waits for.
PROGRAM = """
import sys
from pathlib import Path
from perpend.cli.main import main
from perpend.resources import store
from perpend.resources.catalog import read_catalog
if sys.argv[1]:
    catalog = read_catalog(Path(sys.argv[1]))
    store.shipped_catalog = lambda: catalog
del sys.argv[1]
print("begins", flush=True)
main()
"""


def start(catalog: Path | str, *words: str | Path) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(catalog), *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stdout.readline() == b"begins\n"
    return process


def whole_run(catalog: Path | str, *words: str | Path) -> float:
    """Let a command end; it must succeed. Its seconds."""
    process = start(catalog, *words)
    begun = time.monotonic()
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return time.monotonic() - begun


def killed_run(seconds: float, catalog: Path | str, *words: str | Path) -> bool:
    """Kill a command after some time; whether it was still running."""
    process = start(catalog, *words)
    time.sleep(seconds)
    process.kill()
    process.communicate(timeout=120)
    return process.returncode == -signal.SIGKILL


def resource(tmp_path: Path) -> Path:
    """A catalog with one resource, whose source is a folder of this machine."""
    origin = tmp_path / "origin"
    origin.mkdir()
    lines = ['[big]\ntitle = "big"\nversion = "1.0"\nlicence = "none"\ncitation = "none"']
    lines.append(f'[[big.sources]]\nkind = "url"\nbase = "{origin.as_uri()}"\n[big.files]')
    for number in range(FILES):
        content = os.urandom(FILE_SIZE)
        (origin / f"{number}.bin").write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        lines.append(f'"{number}.bin" = {{ size = {FILE_SIZE}, sha256 = "{digest}" }}')
    path = tmp_path / "catalog.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("force", [(), ("--force",)], ids=["fetch", "fetch again"])
def test_resources_get(tmp_path: Path, chance: random.Random, force: tuple[str, ...], record_property: Any) -> None:
    catalog, home = resource(tmp_path), tmp_path / "home"
    command = ("resources", "get", "big", "--home", home, *force)
    store = Store(home, catalog=read_catalog(catalog))
    longest = whole_run(catalog, *command)
    cut_short = 0
    for _ in range(ROUNDS):
        if not force:
            (home / "big" / "1.0").rename(tmp_path / "away")
        cut_short += killed_run(chance.uniform(0, longest), catalog, *command)
        assert store.status("big") in (Status.PRESENT, Status.ABSENT)
        if store.status("big") == Status.PRESENT:
            store.verify("big")
        whole_run(catalog, *command)
        store.verify("big")
        assert not list((home / "big").glob(".*.part"))
        if not force:
            for file in (tmp_path / "away").iterdir():
                file.unlink()
            (tmp_path / "away").rmdir()
    assert cut_short > ROUNDS / 4
    record_property("examples", ROUNDS)


@pytest.mark.parametrize("before", [False, True], ids=["new", "over an old table"])
def test_phrases_build(tmp_path: Path, chance: random.Random, before: bool, record_property: Any) -> None:
    source, old_source, table = tmp_path / "pairs.tsv", tmp_path / "old.tsv", tmp_path / "table"
    words = [f"w{number}" for number in range(5_000)]
    rows = (f"{chance.choice(words)} {chance.choice(words)}\t{chance.choice(words)}\t0.5" for _ in range(PAIRS))
    source.write_text("\n".join(rows), encoding="utf-8")
    old_source.write_text("early\tsoon\t0.5\n", encoding="utf-8")
    whole_run("", "phrases", "build", old_source, "-o", table)
    old = table.read_bytes()
    longest = whole_run("", "phrases", "build", source, "-o", table)
    new = table.read_bytes()
    cut_short = 0
    for _ in range(ROUNDS):
        if before:
            table.write_bytes(old)
        else:
            table.unlink()
        cut_short += killed_run(chance.uniform(0, longest), "", "phrases", "build", source, "-o", table)
        assert table.exists() or not before
        if table.exists():
            assert table.read_bytes() in (old, new)
            PhraseTable.open(table).verify()
        whole_run("", "phrases", "build", source, "-o", table)
        assert table.read_bytes() == new
    assert cut_short > ROUNDS / 4
    record_property("examples", ROUNDS)


# Every command that writes, listed from the program: see `tests.fuzzing.writers`.

MOMENTS = ("opened", "rename")
EVERY = sorted(WRITERS)
IDS = [" ".join(key) for key in EVERY]


def complaints(errors: str) -> list[str]:
    """The lines of standard error but those that name a file that was written whole before the command was ended."""
    return [line for line in errors.splitlines() if not line.startswith("wrote ") and " written to " not in line]


def random_rounds(writing: Writing) -> int:
    """How often a command is ended at a random moment: less often where it takes long."""
    return max(2, min(12, int(10 / max(writing.seconds, 0.1))))


@pytest.mark.parametrize("key", EVERY, ids=IDS)
@pytest.mark.parametrize("signal_", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP], ids=lambda one: one.name)
def test_every_command_that_is_ended(
    tmp_path: Path, chance: random.Random, key: tuple[str, str], signal_: int, record_property: Any
) -> None:
    writing = Writing(key, tmp_path)
    moments = [*MOMENTS, *(chance.uniform(0, writing.seconds) for _ in range(random_rounds(writing)))]
    for number, moment in enumerate(moments * 2):
        old = number >= len(moments)
        writing.reset(old=old)
        ended = writing.run(signal=signal_, moment=moment)
        assert not writing.problem(old=old), (moment, ended)
        if signal_ != signal.SIGKILL:
            assert not writing.parts(), (moment, ended)
            assert "Traceback" not in ended.stderr
            assert ended.code == 0 or len(complaints(ended.stderr)) <= 1, ended
        again = writing.run(again=True)
        assert (again.code, writing.is_done()) == (0, True), (moment, ended, again)
    record_property("examples", 2 * len(moments))


def check_full_disk(writing: Writing, *, old: bool, room: int = -1) -> None:
    ended = writing.run(room=room)
    assert (ended.code, ended.stderr.count("\n")) == (2, 1), ended
    assert writing.is_named(ended.stderr)
    assert not writing.problem(old=old, new=False)
    assert not writing.parts()


@pytest.mark.parametrize("key", EVERY, ids=IDS)
def test_every_command_without_room(tmp_path: Path, key: tuple[str, str], record_property: Any) -> None:
    """No file may grow beyond a limit of the system, so that any write fails, the first or one in the middle."""
    writing = Writing(key, tmp_path)
    rooms = (0, max(map(len, writing.expected.values())) // 2)
    for room in rooms:
        for old in (False, True):
            writing.reset(old=old)
            check_full_disk(writing, old=old, room=room)
    record_property("examples", 2 * len(rooms))


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system of its own, where the system allows that to be made."""
    place = tmp_path / "disk"
    place.mkdir()
    made = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if not made or made.returncode:
        pytest.skip("no file system can be mounted here; test_every_command_without_room tries the same by a limit")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("key", EVERY, ids=IDS)
def test_every_command_on_a_full_disk(
    tmp_path: Path, full_disk: Path, key: tuple[str, str], record_property: Any
) -> None:
    writing = Writing(key, tmp_path, full_disk / "out")
    for old in (False, True):
        writing.reset(old=old)
        with contextlib.suppress(OSError), (full_disk / "filler").open("wb", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))
        check_full_disk(writing, old=old)
        (full_disk / "filler").unlink()
    record_property("examples", 2)


@pytest.mark.parametrize("key", EVERY, ids=IDS)
def test_two_writers_of_every_command(tmp_path: Path, key: tuple[str, str], record_property: Any) -> None:
    rounds = 6
    writing = Writing(key, tmp_path)
    for number in range(rounds):
        writing.reset(old=number % 2 == 1)
        ended = writing.forks.together(writing.words())
        # Work that cannot be shared is refused to the second, in one line.
        assert sorted(one.code for one in ended) in ([0, 0], [0, 2]), ended
        assert all(one.code == 0 or one.stderr.count("\n") == 1 for one in ended), ended
        assert writing.is_done()
        assert not writing.parts()
    record_property("examples", rounds)
