"""The documents are true: commands they show parse, examples run, files exist, and what must be named is named."""

import doctest
import re
import runpy
import shlex
from pathlib import Path

import pytest
import typer.main

from perpend import errors
from perpend.cli.main import app
from perpend.cli.old_spellings import new_command
from perpend.resources.catalog import shipped_catalog

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "results" / "README.md"])
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in DOCUMENTS}
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
COMMAND = re.compile(r"(?:^|(?<=[\s(]))perpend (?=[a-z-])(?!import )[^|>)&]*")


def code_of(text: str) -> list[str]:
    """Every line of the code blocks, and every piece of code in a line."""
    blocks = [line for block in FENCED.findall(text) for line in block.splitlines()]
    return blocks + INLINE.findall(FENCED.sub("", text))


def commands_in(text: str) -> set[str]:
    found = (COMMAND.search(line) for line in code_of(text))
    return {match[0].strip() for match in found if match}


SHOWN = [(name, command) for name, text in TEXTS.items() for command in sorted(commands_in(text))]


def parse(shown: str, *, old: bool = False) -> None:
    """Parse a command line without running it; the name of a command, or of a group of them, stands for itself.

    `old` allows commands by the names that they had before they moved.
    """
    words = shlex.split(shown, comments=True)[1:]
    words = new_command(words) if old else words
    command = typer.main.get_command(app)
    flags = {"--help", "-h", *(name for param in command.params for name in param.opts)}
    words = words[next((k for k, word in enumerate(words) if word not in flags), len(words)) :]
    while words and (commands := getattr(command, "commands", {})):
        # A group may have a command that is meant when none is named.
        named = words[0] in commands
        if not (inner := commands.get(words[0] if named else getattr(command, "default", None))):
            break
        command, words = inner, words[named:]
    assert not (words and hasattr(command, "commands")), f"there is no command {words[0]}"
    command.make_context("perpend", words, resilient_parsing=not words)


@pytest.mark.parametrize(("document", "shown"), SHOWN, ids=[f"{name}: {command}" for name, command in SHOWN])
def test_a_command_that_is_shown_parses(document: str, shown: str) -> None:
    parse(shown, old=document == "CHANGELOG.md")


@pytest.mark.parametrize("wrong", ["perpend resourced", "perpend resources fetch x", "perpend resources get x --forse"])
def test_a_wrong_command_does_not_parse(wrong: str) -> None:
    with pytest.raises(Exception, match=r"no command|No such option"):
        parse(wrong)


def test_commands_are_found() -> None:
    text = '```sh\n$ perpend words "a b"  # why\nls "$(perpend resources path x)"\n```\nRun `perpend resources get x`.'
    assert commands_in(text) == {'perpend words "a b"  # why', "perpend resources path x", "perpend resources get x"}


@pytest.mark.parametrize("document", [name for name, text in TEXTS.items() if "```pycon" in text])
def test_examples_run(document: str) -> None:
    examples = "\n".join(re.findall(r"^```pycon\n(.*?)^```", TEXTS[document], re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, document, document, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("document", TEXTS)
def test_links_lead_somewhere(document: str) -> None:
    for goal in re.findall(r"\]\(([^)#\s]+)", TEXTS[document]):
        assert goal.startswith("https://") or (ROOT / document).parent.joinpath(goal).exists(), goal


@pytest.mark.parametrize("document", TEXTS)
def test_goals_of_make_exist(document: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for code in code_of(TEXTS[document]):
        if goal := re.match(r"make ([a-z-]+)", code):
            assert re.search(rf"^{goal[1]}:", makefile, re.MULTILINE), code


@pytest.mark.parametrize("document", TEXTS)
def test_source_files_that_are_named_exist(document: str) -> None:
    for name in re.findall(r"`((?:src|tests|tools|docs|benchmarks|results)/[\w/.-]+\.\w+)`", TEXTS[document]):
        assert (ROOT / name).exists(), name


def test_every_resource_and_setting_is_documented() -> None:
    text = TEXTS["docs/resources.md"]
    for resource in shipped_catalog().values():
        assert f"`{resource.id}`" in text
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    for setting in set(re.findall(r"PERPEND_[A-Z]+", sources)):
        assert any(f"`{setting}`" in page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))


def test_every_error_is_documented() -> None:
    for name in errors.__all__:
        if isinstance(getattr(errors, name), type):
            assert f"`{name}`" in TEXTS["docs/errors.md"]


def test_every_room_is_in_the_plan() -> None:
    for room in (ROOT / "src/perpend").iterdir():
        if room.is_dir() and room.name != "__pycache__":
            assert f"| `{room.name}` |" in TEXTS["ARCHITECTURE.md"]


def test_published_tables_are_made_from_the_recorded_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools")
    tool = runpy.run_path(str(ROOT / "tools" / "publish_results.py"))
    for page in tool["PAGES"]:
        text = page.read_text(encoding="utf-8")
        assert tool["published"](text) == text, f"run tools/publish_results.py: {page.name} is not what it makes"
        assert "<!-- from results/" in text


def test_every_command_of_make_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (goals,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    for goal in goals.split():
        assert goal == "help" or f'"make {goal} ' in makefile, f"`make help` does not name {goal}"
