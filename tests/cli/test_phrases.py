"""`perpend phrases`, as a person runs it: one process, its output and its exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["info", "no-such-table"], "perpend: no-such-table does not exist\n"),
        (["build", "no-such-source", "-o", "table"], "No such file or directory; name a file of paraphrases\n"),
        (["build", __file__, "-o", "table", "--format", "moses"], "known: meteor, terp, tsv\n"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], message: str) -> None:
    refused = perpend(*arguments)
    assert refused.returncode == 2
    assert refused.stderr.endswith(message)
    assert refused.stderr.count("\n") == 1
    assert refused.stdout == ""


@pytest.mark.parametrize("command", ["build", "lookup", "info"])
def test_help_has_an_example(command: str) -> None:
    assert f"perpend phrases {command}" in perpend(command, "--help").stdout
