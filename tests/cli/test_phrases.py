"""`perpend phrases`, as a person runs it: one process, its output and its exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from perpend.files.arrays import write_arrays

TSV = "take place\tstart\t0.4\ntake place\tbe held\t0.1\ntake place\toccur\t0.9\noops\nearly\tsoon\t1.5\n"


def perpend(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "phrases", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"COLUMNS": "200"}, check=False)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("phrases")
    (folder / "small.tsv").write_text(TSV, encoding="utf-8")
    built = perpend("build", folder / "small.tsv", "-o", folder / "table")
    assert built.returncode == 0, built.stderr
    assert "small.tsv:4: 1 column, 3 needed" in built.stderr
    assert "phrases:small/" in built.stdout
    return folder / "table"


def test_lookup_shows_the_most_probable_first(table: Path) -> None:
    found = perpend("lookup", table, "take", "place", "-n", "2", "--json")
    answer = json.loads(found.stdout)
    assert answer["phrase"] == "take place"
    assert answer["found"] == 3
    assert answer["paraphrases"] == [{"words": ["occur"], "p": 0.9}, {"words": ["start"], "p": 0.4}]
    assert answer["signature"].startswith("phrases:small/")
    shown = perpend("lookup", table, "take place").stdout
    assert shown.index("occur") < shown.index("start") < shown.index("be held")
    assert "no paraphrases" in perpend("lookup", table, "nothing").stdout


def test_info_counts_and_verifies(table: Path, tmp_path: Path) -> None:
    facts = json.loads(perpend("info", table, "--json", "--verify").stdout)
    assert (facts["pairs"], facts["bad_lines"], facts["above_one"], facts["clamp"]) == (4, 1, 1, True)
    assert facts["verified"] is True
    assert "signature" in perpend("info", table).stdout
    damaged = bytearray(table.read_bytes())
    damaged[-1] ^= 1
    (tmp_path / "damaged").write_bytes(damaged)
    refused = perpend("info", tmp_path / "damaged", "--verify")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A folder of things that are no tables and no sources."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "prose").write_text("Once upon a time.\n", encoding="utf-8")
    (tmp_path / "small.tsv").write_text(TSV, encoding="utf-8")
    write_arrays(tmp_path / "other-kind", kind="zoo", version=1, arrays={}, meta={})
    write_arrays(tmp_path / "other-version", kind="phrases", version=99, arrays={}, meta={})
    return tmp_path


@pytest.mark.parametrize("command", [("info",), ("lookup", "word")], ids=" ".join)
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("absent", "does not exist"),
        ("empty", "is empty"),
        ("folder", "cannot be read (Is a directory)"),
        ("prose", "is not an array file of Perpend's"),
        ("other-kind", "holds 'zoo', but 'phrases' was needed"),
        ("other-version", "has version 99 of 'phrases', this Perpend reads version 1"),
    ],
)
def test_what_is_no_table(wrong: Path, command: tuple[str, ...], name: str, message: str) -> None:
    refused = perpend(command[0], wrong / name, *command[1:])
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"perpend: {wrong / name} {message}: make it with `perpend phrases build`\n"


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("absent", "table", "absent cannot be read: No such file or directory; name a file of paraphrases"),
        ("empty", "table", "empty: it is empty; name a file of paraphrases"),
        ("folder", "table", "folder is not a file; name one, as folders and pipes cannot be read again"),
        ("prose", "table", "none of the formats meteor, terp, tsv; name one if the first lines mislead"),
        ("small.tsv", "folder", "folder is a folder: name a file"),
        ("small.tsv", "prose/table", "make it, or name another file"),
        ("small.tsv", "/dev/full/table", "make it, or name another file"),
    ],
)
def test_what_cannot_be_built(wrong: Path, source: str, target: str, message: str) -> None:
    before = sorted(wrong.rglob("*"))
    refused = perpend("build", wrong / source, "-o", wrong / target)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert refused.stderr.endswith(f"{message}\n")
    assert sorted(wrong.rglob("*")) == before


def test_an_unknown_format_lists_the_known_ones() -> None:
    refused = perpend("build", __file__, "-o", "table", "--format", "moses")
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert refused.stderr.endswith("known: meteor, terp, tsv\n")


@pytest.mark.parametrize("command", ["build", "lookup", "info"])
def test_help_has_an_example(command: str) -> None:
    assert f"perpend phrases {command}" in perpend(command, "--help").stdout
