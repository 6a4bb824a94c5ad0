"""`perpend evaluate metrics`, as a person runs it: its table, its JSON, its file and its mistakes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROWS = [
    ("1", "the cat sat", "the cat sat", "0", "9"),
    ("1", "the cat sat", "a cat was there", "2", "5"),
    ("2", "two dogs ran home", "two dogs ran", "1", "7"),
    ("2", "two dogs ran home", "it rains", "5", "1"),
]


def evaluate(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "evaluate", "metrics", *map(str, words), "--samples", "20"]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"COLUMNS": "200"}, check=False)


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    path = tmp_path / "judged.tsv"
    lines = ["segment\tref\thyp\terrors\tcomet", *("\t".join(row) for row in ROWS)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_the_table_and_the_file(judged: Path, tmp_path: Path) -> None:
    options = ("--gold", "errors", "--lower-is-better", "--group", "segment", "--against", "comet")
    shown = evaluate(judged, *options, "-o", tmp_path / "out.json", "--verbose")
    assert shown.returncode == 0, shown.stderr
    for text in ("WER", "TERp", "comet", "acc_eq calibrated", "tau_b", " to ", "p against comet", "data:judged.tsv/"):
        assert text in shown.stdout
    printed = evaluate(judged, *options, "--json")
    assert printed.stdout == (tmp_path / "out.json").read_text(encoding="utf-8")
    report = json.loads(printed.stdout)
    assert report["task"] == "metrics"
    found = {row["system"]: row["metrics"] for row in report["rows"]}
    assert found["comet"]["acc_eq"] == found["TER"]["acc_eq"] == 1.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "no column 'judgment'"),
        (("--gold", "errors", "--metric", "COMET"), "unknown metric 'COMET'"),
        (("--gold", "errors", "--column", "theirs"), "no column 'theirs'"),
        (("--gold", "hyp"), "are labels"),
        (("--gold", "errors", "-o", "nowhere/out.json"), "there is no folder nowhere"),
    ],
)
def test_a_mistake_is_one_line(judged: Path, options: tuple[str, ...], message: str) -> None:
    ended = evaluate(judged, *options)
    assert ended.returncode == 2
    assert message in ended.stderr
    assert ended.stderr.count("\n") == 1
