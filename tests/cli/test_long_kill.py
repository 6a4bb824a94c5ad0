"""Commands that write files are killed at random moments; what they leave is whole, or is not there.

kill -9         after a random time, in a process that has just begun its work
then            the file under its name is absent, the old one, or the new one, and passes its check
next run        succeeds, and leaves nothing but what it should
"""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from perpend.lexicon.phrases.table import PhraseTable
from perpend.resources.catalog import read_catalog
from perpend.resources.store import Status, Store

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
