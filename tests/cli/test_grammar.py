"""One grammar: docs/command-line.md is the law, and every option of every command is held against its tables."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

import pytest
import typer.main
from typer.testing import CliRunner

from perpend.cli.commands import COMMANDS
from perpend.cli.main import app

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
SIDES = ("TEXT1", "TEXT", "HYP", "TEXT2", "HYPOTHESIS", "REF")


class Option(NamedTuple):
    names: tuple[str, ...]
    value: str
    default: str


def table(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading of the page."""
    section = PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def quoted(cell: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([^`]+)`", cell))


def leaves(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "commands"):
        yield " ".join(words), command
    for name, inner in getattr(command, "commands", {}).items():
        # The default command of a group goes by the name of the group.
        yield from leaves(inner, words if inner.hidden else (*words, name))


def default_of(param: Any) -> str:
    if param.required:
        return "required"
    if isinstance(param.default, bool) and param.secondary_opts:
        return f"`{(param.opts if param.default else param.secondary_opts)[0]}`"
    if param.default is None or param.default is False:
        return ""
    if isinstance(param.default, tuple | list):
        return f"`{' '.join(f'{one:g}' for one in param.default)}`"
    return f"`{param.default}`"


def option_of(param: Any) -> Option:
    value = f"`{param.metavar}`" if param.metavar else "" if param.is_flag else "number"
    return Option((*param.opts, *param.secondary_opts), value, default_of(param))


LEAVES = dict(leaves(typer.main.get_command(app)))
OPTIONS = [
    (command, param) for command, leaf in LEAVES.items() for param in leaf.params if param.param_type_name == "option"
]
SHARED = {
    quoted(names)[0]: Option(quoted(names), value, default)
    for names, value, default, _ in table("Options that commands share")
}
SINGLE = {
    (command, quoted(names)[0]): Option(quoted(names), value, default)
    for commands, names, value, default, _ in table("Options of single commands")
    for command in quoted(commands)
}


@pytest.mark.parametrize(
    ("command", "param"), OPTIONS, ids=[f"{command} {param.opts[0]}" for command, param in OPTIONS]
)
def test_an_option_is_as_the_page_says(command: str, param: Any) -> None:
    found = option_of(param)
    if param.opts[0] not in SHARED:
        assert SINGLE.get((command, param.opts[0])) == found
        return
    law = SHARED[param.opts[0]]
    assert (found.names, found.value) == (law.names, law.value)
    assert law.default == "varies" or found.default in (law.default, "required")
    assert (command, param.opts[0]) not in SINGLE


def test_a_shared_option_has_one_type() -> None:
    """A list of values, where an option may be repeated, has the type of its values."""
    types = defaultdict(set)
    for _, param in OPTIONS:
        if param.opts[0] in SHARED:
            annotation = param.type_descriptor.annotation
            types[param.opts[0]].add(get_args(annotation)[0] if get_origin(annotation) is list else annotation)
    assert {name: found for name, found in types.items() if len(found) > 1} == {}


def test_the_page_lists_nothing_else() -> None:
    used = {param.opts[0] for _, param in OPTIONS}
    assert SHARED.keys() <= used
    assert SINGLE.keys() <= {(command, param.opts[0]) for command, param in OPTIONS}


def test_every_short_option_has_a_long_name_which_comes_first() -> None:
    for command, param in OPTIONS:
        assert param.opts[0].startswith("--"), f"{command} {param.opts}"


def test_options_stand_in_one_order() -> None:
    """Shared options come in the same order in every help."""
    before: set[tuple[str, str]] = set()
    for leaf in LEAVES.values():
        names = [param.opts[0] for param in leaf.params if param.param_type_name == "option"]
        first = [name for name in names if name in ("--pairs", "--hyp", "--ref", "--columns", "--gold", "--model")]
        last = [name for name in names if name in ("--seed", "--explain", "--output", "--json", "--svg", "--verbose")]
        for ordered in (first, last):
            before |= {(one, other) for k, one in enumerate(ordered) for other in ordered[k + 1 :]}
    assert {(one, other) for one, other in before if (other, one) in before} == set()


@pytest.mark.parametrize("command", ["score", "relate", "paraphrase", "entail", "align"])
def test_the_two_texts_come_first_and_in_order(command: str) -> None:
    arguments = [param.metavar for param in LEAVES[command].params if param.param_type_name == "argument"]
    assert len(arguments) == 2
    assert SIDES.index(arguments[0]) < 3 <= SIDES.index(arguments[1])


def test_every_command_is_on_the_page_and_in_a_panel() -> None:
    for name, entry in COMMANDS.items():
        assert f"`perpend {name}" in PAGE, name
        assert entry.panel
        assert entry.help.endswith(".")


def test_every_option_says_what_it_does() -> None:
    for command, param in OPTIONS:
        assert param.help, f"{command} {param.opts[0]}"


KEYS = [(quoted(keys), commands) for keys, commands, _ in table("What is printed")]
EXAMPLES = {
    "score": ("A man plays a guitar.", "A man played the guitar."),
    "relate": ("A man plays a guitar.", "A man played the guitar."),
    "align": ("A man plays a guitar.", "A man played the guitar."),
    "suggest": ("recieve",),
}


@pytest.mark.parametrize("command", EXAMPLES)
def test_the_keys_of_json_are_those_of_the_page(command: str) -> None:
    found = json.loads(CliRunner().invoke(app, [command, *EXAMPLES[command], "--json"]).stdout)
    listed = {key for keys, commands in KEYS if commands == "everywhere" or command in quoted(commands) for key in keys}
    assert listed - found.keys() == set()
    own = {key for keys, commands in KEYS if commands not in ("everywhere", "tables") for key in keys}
    assert found.keys() & own <= listed


@pytest.mark.parametrize("command", EXAMPLES)
def test_every_answer_can_be_a_page(command: str, tmp_path: Path) -> None:
    ended = CliRunner().invoke(app, [command, *EXAMPLES[command], "--html", str(tmp_path / "page.html")])
    assert (ended.exit_code, ended.stdout) == (0, "")
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("command", [["metric", "terp"], ["metric", "bleu"], ["align"]])
def test_a_table_of_pairs_may_come_from_standard_input(command: list[str], tmp_path: Path) -> None:
    rows = "hyp\tref\nthe cat sat\ta cat sat\nhe left\the left\n"
    (tmp_path / "pairs.tsv").write_text(rows, encoding="utf-8")
    piped = CliRunner().invoke(app, [*command, "--pairs", "-", "--json"], input=rows)
    assert piped.exit_code == 0, piped.output
    assert piped.stdout == CliRunner().invoke(app, [*command, "--pairs", str(tmp_path / "pairs.tsv"), "--json"]).stdout
