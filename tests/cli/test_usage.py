"""Mistakes in a command line are one line: what is wrong, and where to read on."""

import subprocess
import sys
from pathlib import Path

import pytest


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("score", "a", "b", "--jsn"), "score has no option --jsn; did you mean --json?: perpend score --help"),
        (("score", "a", "b", "--model"), "score: option '--model' requires an argument: perpend score --help"),
        (("scor", "a", "b"), "no such command 'scor'. Did you mean 'score'?: perpend --help"),
        (("metric", "blue"), "metric: no such command 'blue'. Did you mean 'bleu'?: perpend metric --help"),
        (("models", "sho"), "models: no such command 'sho'. Did you mean 'show'?: perpend models --help"),
        (("train", "perp", "x.tsv"), "train perp needs --output: perpend train perp --help"),
        (("suggest",), "suggest needs WORD...: perpend suggest --help"),
        (("variants", "-o", "x"), "variants needs WORDS: perpend variants --help"),
        (("combine", "--no-such", "x"), "combine has no option --no-such: perpend combine --help"),
        (("score", "a"), "two texts are needed, or a table of pairs: give TEXT1 TEXT2 or --pairs FILE"),
    ],
)
def test_a_mistake_is_one_line(words: tuple[str, ...], line: str) -> None:
    ended = run(*words)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", f"perpend: {line}\n")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("variants", "x", "-k", "11"), "variants: --letters: "),
        (("variants", "x", "--letters", "three"), "variants: --letters: "),
        (("metric", "ter", "--seed", "-1"), "metric ter: --seed: "),
        (("score", "a", "b", "c"), "score: "),
    ],
)
def test_a_bad_value_names_its_option(words: tuple[str, ...], option: str) -> None:
    ended = run(*words)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert ended.stderr.startswith(f"perpend: {option}")
    assert ended.stderr.endswith(" --help\n")


def test_control_characters_of_a_mistake_are_escaped() -> None:
    ended = run("score", "a", "b", "--\x1b[31mred")
    assert "\x1b" not in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_no_words_are_answered_by_help() -> None:
    for words in ((), ("metric",), ("combine",), ("train",)):
        ended = run(*words)
        assert (ended.returncode, ended.stderr) == (2, "")
        assert f"Usage: {' '.join(('perpend', *words))} " in ended.stdout


def test_a_group_shows_the_options_of_its_default_command(tmp_path: Path) -> None:
    for words, option in ((("combine",), "--weights"), (("variants",), "--letters"), (("models",), "--json")):
        for asked in ("-h", "--help"):
            ended = run(*words, asked)
            assert (ended.returncode, ended.stderr) == (0, "")
            assert option in ended.stdout
            assert "Commands" in ended.stdout
    # Help that is asked for behind arguments is the same.
    assert run("combine", str(tmp_path), "--help").stdout == run("combine", "--help").stdout
