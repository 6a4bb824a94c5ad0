"""What holds for every command: help with examples, `--json`, mistakes without a traceback, quiet, verbose, pipes."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from perpend.cli.main import app

TSV = "take place\toccur\t0.9\n"


def tree(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield words, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from tree(inner, (*words, name))


ALL = dict(tree(typer.main.get_command(app)))
# The default command of a group is used by the name of the group.
COMMANDS = {words: command for words, command in ALL.items() if not command.hidden}
LEAVES = {words: command for words, command in ALL.items() if not hasattr(command, "commands")}


def run(*words: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_shows_an_example(words: tuple[str, ...]) -> None:
    ended = run(*words, "--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Example" in ended.stdout
    assert f"perpend {' '.join(words)}".strip() in ended.stdout


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_wrong_option_is_one_line(words: tuple[str, ...]) -> None:
    ended = run(*words, "--no-such-option")
    assert (ended.returncode, ended.stdout) == (2, "")
    named = " ".join(words) or "perpend"
    help_line = " ".join(("perpend", *words, "--help"))
    assert ended.stderr == f"perpend: {named} has no option --no-such-option: {help_line}\n"


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_can_print_json(words: tuple[str, ...]) -> None:
    assert "--json" in {name for parameter in LEAVES[words].params for name in parameter.opts}


def test_verbose_says_what_is_done_and_quiet_does_not(tmp_path: Path) -> None:
    (tmp_path / "small.tsv").write_text(TSV, encoding="utf-8")
    build = ("phrases", "build", tmp_path / "small.tsv", "-o", tmp_path / "table", "--json")
    plain = run(*build)
    assert plain.stderr == ""
    for loud in (run("--verbose", *build), run(*build, "-v"), run("phrases", "--verbose", *build[1:])):
        assert "perpend.lexicon.phrases.builder: reading" in loud.stderr
        assert json.loads(loud.stdout) == json.loads(plain.stdout)
    for quiet in (run("-q", *build), run(*build, "--quiet")):
        assert (quiet.stderr, json.loads(quiet.stdout)) == ("", json.loads(plain.stdout))


@pytest.mark.parametrize(("option", "drawn"), [((), True), (("--quiet",), False)])
def test_progress_is_drawn_on_a_terminal(tmp_path: Path, option: tuple[str, ...], drawn: bool) -> None:
    (tmp_path / "small.tsv").write_text(TSV, encoding="utf-8")
    build = ("phrases", "build", str(tmp_path / "small.tsv"), "-o", str(tmp_path / "table"))
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "perpend", *option, *build]
    # A bar tests the terminal's kind, which must be one that has a cursor to move.
    environment = os.environ | {"TERM": "xterm"}
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=theirs, env=environment, timeout=60, check=True)
    os.write(theirs, b"!")
    shown = os.read(ours, 1 << 16)
    os.close(ours)
    os.close(theirs)
    assert (b"reading" in shown or b"\x1b" in shown) is drawn


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("length", [1, 4_000])
def test_a_reader_that_leaves_is_no_error(form: tuple[str, ...], length: int) -> None:
    command = [sys.executable, "-m", "perpend", "words", "-", *form]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"word " * length)
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("words", [("words", "cat"), ("words", "cat", "--json"), ("--help",), ("resources", "list")])
def test_a_full_disk_is_one_line(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "perpend", *words]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("perpend: cannot write the output: No space left on device")
    assert ended.stderr.count("\n") == 1


def test_help_for_a_reader_that_leaves() -> None:
    program = f"{sys.executable} -m perpend --help | true; echo ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert ended.stderr == ""
    assert ended.stdout in ("0\n", "141\n")


@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_a_closed_stream_is_no_crash(closed: str) -> None:
    ended = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m perpend words cat {closed}"], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_version() -> None:
    from perpend import __version__

    assert run("--version").stdout == f"perpend {__version__}\n"
