"""`python -m experiments sts2012`, as a person runs it: its table, its JSON, its file and its mistakes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FILES = ["train.MSRpar", "train.MSRvid", "train.SMTeuroparl", "test.MSRpar", "test.MSRvid", "test.SMTeuroparl"]
SURPRISES = ["test.surprise.OnWN", "test.surprise.SMTnews"]
QUICK = ("--seeds", "2", "--epochs", "1")


def perpend(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "evaluate", *map(str, arguments)]
    known = {name: value for name, value in os.environ.items() if name != "PERPEND_MIRROR"}
    return subprocess.run(command, capture_output=True, text=True, env=known | environment, check=False)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "sts2012").mkdir()
    rows = ["a\t5\tthe cat sat\tthe cat sat", "b\t2\tthe cat sat\ta cat lay there", "c\t0\tthe cat sat\tit rains"]
    for name in FILES + SURPRISES:
        text = "\n".join(["id\tgold\ttext1\ttext2", *rows]) + "\n"
        (tmp_path / "sts2012" / f"{name}.tsv").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_table_shows_ours_beside_the_papers(small: Path) -> None:
    shown = perpend("sts2012", *QUICK, PERPEND_MIRROR=str(small))
    assert shown.returncode == 0, shown.stderr
    for text in (
        "PERP",
        "TERp (tuned)",
        "baseline",
        "SMT-news",
        "ours",
        "sd",
        "paper",
        "0.7808",
        "0.6732",
        "0.8239",
        "52",
        "95 %",
        " to ",
    ):
        assert text in shown.stdout
    assert "PERPphrases is left out: no table" in shown.stdout
    assert "seeds:2|epochs:1" in shown.stdout


def test_the_file_holds_what_is_printed(small: Path) -> None:
    shown = perpend("sts2012", *QUICK, "--mirror", small, "--json", "-o", small / "out.json")
    assert shown.returncode == 0, shown.stderr
    assert (small / "out.json").read_text(encoding="utf-8") == shown.stdout
    assert {"task", "rows", "signature"} <= json.loads(shown.stdout).keys()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no mirror is named"),
        (("--mirror", "nowhere"), "not a folder"),
        (("--rate", "0"), "above 0"),
        (("-o", "nowhere/out.json"), "there is no folder nowhere"),
        (("--phrases", "nowhere.phrases"), "nowhere.phrases"),
    ],
)
def test_a_mistake_is_one_line(arguments: tuple[str, ...], message: str) -> None:
    failed = perpend("sts2012", *arguments)
    assert failed.returncode == 2
    assert message in failed.stderr
    assert failed.stderr.startswith("perpend: ")
    assert failed.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "row"), [("sts2012-choices", "PERP (chosen): "), ("sts2012-pooling", "own intercepts")]
)
def test_questions_to_the_training_data(small: Path, command: str, row: str) -> None:
    shown = perpend(command, "--epochs", "2", "--mirror", small, "-o", small / "out.json")
    assert shown.returncode == 0, shown.stderr
    assert row in shown.stdout
    found = json.loads((small / "out.json").read_text(encoding="utf-8"))
    assert found["task"] == command
    assert found["signature"] in shown.stdout
    again = perpend(command, "--epochs", "2", "--mirror", small, "--json")
    assert json.loads(again.stdout) == found
    assert "there is no folder" in perpend(command, "--mirror", small, "-o", "nowhere/out.json").stderr
