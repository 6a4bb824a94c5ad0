"""`python -m experiments sts2012`, as a person runs it: its table, its JSON, its file and its mistakes."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_command

from experiments.__main__ import app

FILES = ["train.MSRpar", "train.MSRvid", "train.SMTeuroparl", "test.MSRpar", "test.MSRvid", "test.SMTeuroparl"]
SURPRISES = ["test.surprise.OnWN", "test.surprise.SMTnews"]
QUICK = ("--seeds", "2", "--epochs", "1")


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "sts2012").mkdir()
    rows = ["a\t5\tthe cat sat\tthe cat sat", "b\t2\tthe cat sat\ta cat lay there", "c\t0\tthe cat sat\tit rains"]
    for name in FILES + SURPRISES:
        text = "\n".join(["id\tgold\ttext1\ttext2", *rows]) + "\n"
        (tmp_path / "sts2012" / f"{name}.tsv").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_table_shows_ours_beside_the_papers(small: Path, run_table: Run) -> None:
    shown = run_table("sts2012", *QUICK, PERPEND_MIRROR=str(small))
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


def test_the_file_holds_what_is_printed(small: Path, run_table: Run) -> None:
    shown = run_table("sts2012", *QUICK, "--mirror", small, "--json", "-o", small / "out.json")
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
def test_a_mistake_is_one_line(arguments: tuple[str, ...], message: str, run_table: Run) -> None:
    failed = run_table("sts2012", *arguments)
    assert failed.returncode == 2
    assert message in failed.stderr
    assert failed.stderr.startswith("experiments: ")
    assert failed.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "row"), [("sts2012-choices", "PERP (chosen): "), ("sts2012-pooling", "own intercepts")]
)
def test_questions_to_the_training_data(small: Path, command: str, row: str, run_table: Run) -> None:
    shown = run_table(command, "--epochs", "2", "--mirror", small, "-o", small / "out.json")
    assert shown.returncode == 0, shown.stderr
    assert row in shown.stdout
    found = json.loads((small / "out.json").read_text(encoding="utf-8"))
    assert found["task"] == command
    assert found["signature"] in shown.stdout
    again = run_table(command, "--epochs", "2", "--mirror", small, "--json")
    assert json.loads(again.stdout) == found
    assert "there is no folder" in run_table(command, "--mirror", small, "-o", "nowhere/out.json").stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("names", "--mirror", "MIRROR"), "has no ecbplus/docs.tsv"),
        (("spelling", "--part", "nonsense"), "known: coverage, suggestions, speed, names"),
    ],
)
def test_mistakes_in_other_tables(arguments: tuple[str, ...], message: str, tmp_path: Path, run_table: Run) -> None:
    failed = run_table(*(str(tmp_path) if word == "MIRROR" else word for word in arguments))
    assert failed.returncode == 2
    assert message in failed.stderr
    assert failed.stderr.count("\n") == 1


TABLES = [
    "answers", "clss", "combination", "entailment", "equivalence", "holdout", "metrics", "msrp", "names",
    "phrases", "rte1", "sick", "spelling", "sts2012", "sts2012-choices", "sts2012-pooling", "variants", "wordsim",
]  # fmt: skip


def test_every_table_has_the_same_options() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    assert sorted(commands) == TABLES
    for name, command in commands.items():
        options = {option for parameter in command.params for option in parameter.opts}
        assert {"--mirror", "--json", "--output", "-o", "--seed"} <= options, name
        assert all(parameter.help for parameter in command.params), name
