"""The names of 0.1.0 work, say so in one line, and are not in the help."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from perpend.cli.main import app
from perpend.cli.old_spellings import COMMANDS, OPTIONS, new_command, new_options

SPELLINGS = [(command, old, new) for command, options in OPTIONS.items() for old, new in options.items()]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def found(command: str) -> dict[str, bool]:
    """The options of a command, and whether each takes a value."""
    at = typer.main.get_command(app)
    for word in command.split():
        at = at.commands[word]  # type: ignore[attr-defined]
    return {
        name: not getattr(param, "is_flag", False)
        for param in at.params
        for name in [*param.opts, *param.secondary_opts]
    }


@pytest.mark.parametrize(("command", "old", "new"), SPELLINGS)
def test_an_old_spelling_is_the_new_one(command: str, old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = found(command)
    assert old not in options or command == "combine files"
    assert set(new.split()) <= options.keys()
    if command == "combine files":
        return
    assert new_options(command, [old, "3", "rest"]) == [*new.split(), "3", "rest"]
    assert capsys.readouterr().err.count("\n") == 1
    if options[new.split()[-1]]:
        assert new_options(command, [f"{old}=3"]) == [*new.split()[:-1], f"{new.split()[-1]}=3"]
    assert new_options(command, ["--", old]) == ["--", old]


def test_the_warning_names_both(tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("hyp\tref\na b\ta b\n", encoding="utf-8")
    old = run("metric", "wer", "--tsv", tmp_path / "pairs.tsv", "--lowercase", "--json")
    new = run("metric", "wer", "--pairs", tmp_path / "pairs.tsv", "--ignore-case", "--json")
    assert (old.returncode, old.stdout, new.stderr) == (0, new.stdout, "")
    lines = old.stderr.splitlines()
    assert [line.split(",")[0] for line in lines] == [
        "perpend: --tsv is called --pairs now",
        "perpend: --lowercase is called --ignore-case now",
    ]


@pytest.mark.parametrize("old", COMMANDS)
def test_a_command_that_moved_is_found(old: str, tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("hyp\tref\na b\ta c\n", encoding="utf-8")
    moved = run(old, "--pairs", tmp_path / "pairs.tsv", "--json")
    now = run(*COMMANDS[old].split(), "--pairs", tmp_path / "pairs.tsv", "--json")
    assert (moved.returncode, moved.stdout, now.stderr) == (0, now.stdout, "")
    assert moved.stderr.startswith(f"perpend: perpend {old} is called perpend {COMMANDS[old]} now")
    assert moved.stderr.count("\n") == 1


def test_options_of_the_root_may_stand_before_a_command_that_moved() -> None:
    assert new_command(["--quiet", "ter", "ter"]) == ["--quiet", "metric", "ter", "ter"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["--svg", "3", "a", "-o", "x.svg"], ["--line", "3", "a", "--svg", "x.svg"]),
        (["--svg=3", "a"], ["--line", "3", "a", "--svg", "-"]),
        (["--line", "3", "--svg", "x.svg", "a"], ["--line", "3", "--svg", "x.svg", "a"]),
        (["a", "b"], ["a", "b"]),
    ],
)
def test_a_drawn_line_of_combine(old: list[str], new: list[str]) -> None:
    assert new_options("combine files", old) == new


def test_old_spellings_are_not_in_the_help() -> None:
    shown = run("metric", "ter", "--help").stdout
    assert "--pairs" in shown
    assert "--tsv" not in shown
    assert "--jsonl" not in shown


def test_the_page_lists_every_old_spelling() -> None:
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
    for command, old, new in SPELLINGS:
        shown = command.removesuffix(" files")
        rows = [row for row in page.splitlines() if f"`{old}" in row and new.split()[-1] in row]
        assert any(f"`{shown}`" in row for row in rows), f"{shown}: {old}"
    for old, new in COMMANDS.items():
        assert f"| the root | `{old}` | `{new}` |" in page
