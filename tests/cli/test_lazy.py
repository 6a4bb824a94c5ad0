"""The command line is quick to start: it imports the module of a command when the command is used."""

import subprocess
import sys

import pytest

HEAVY = ("numpy", "scipy", "spacy", "sklearn", "rapidfuzz", "wordfreq", "pyarrow")

PROGRAM = """
import sys
from perpend.cli.main import main
sys.argv = ["perpend", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
print(*sorted(sys.modules), file=sys.stderr)
"""


def modules_after(*words: str) -> set[str]:
    """The modules that are imported when a command line has run."""
    ended = subprocess.run([sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, check=True)
    return set(ended.stderr.split())


@pytest.mark.parametrize(
    "words", [("--version",), ("--help",), ("score", "--help"), ("metric", "--help")], ids=" ".join
)
def test_help_loads_nothing_heavy(words: tuple[str, ...]) -> None:
    assert modules_after(*words).isdisjoint(HEAVY)


def test_the_version_needs_no_rich() -> None:
    assert "rich" not in modules_after("--version")


def test_help_imports_no_command() -> None:
    found = modules_after("--help")
    assert "perpend.cli.commands" in found
    assert found.isdisjoint({"perpend.cli.score", "perpend.cli.metric", "perpend.cli.combine"})


def test_no_module_of_a_command_is_heavy() -> None:
    program = """
import sys, typer.main
from perpend.cli.main import app
def load(command):
    for inner in getattr(command, "commands", {}).values():
        load(inner)
load(typer.main.get_command(app))
print(*sorted(sys.modules))
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "perpend.cli.paraphrase" in ended.stdout.split()
    assert set(ended.stdout.split()).isdisjoint(HEAVY)
