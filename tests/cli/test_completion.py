"""Shell completion: names of commands, options, models, levels and other choices."""

import os
import subprocess
import sys

import pytest


def completed(line: str) -> set[str]:
    """What bash is offered at the end of a command line."""
    words = line.split(" ")
    environment = os.environ | {
        "_PERPEND_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    ended = subprocess.run(
        [sys.executable, "-m", "perpend"], capture_output=True, text=True, env=environment, check=False
    )
    return set(ended.stdout.split("\n")) - {""}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("perpend sc", {"score"}),
        ("perpend metric ch", {"chrf"}),
        ("perpend score --sy", {"--symmetric"}),
        ("perpend relate --level sentence", {"sentence", "sentence2phrase"}),
        ("perpend score --model perp-s", {"perp-sts"}),
        ("perpend models show entail", {"entail-everyday", "entail-sick"}),
        ("perpend metric bleu --smooth f", {"floor"}),
        ("perpend metric ter --tokenizer s", {"sacrebleu"}),
        ("perpend combine tune --metric ", {"ter", "terp"}),
    ],
)
def test_names_are_completed(line: str, offered: set[str]) -> None:
    assert offered <= completed(line)


def test_every_command_is_offered() -> None:
    assert {"score", "metric", "topics", "resources"} <= completed("perpend ")


def test_the_script_is_shown() -> None:
    environment = os.environ | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    command = [sys.executable, "-m", "perpend", "--show-completion", "bash"]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "_PERPEND_COMPLETE" in ended.stdout
