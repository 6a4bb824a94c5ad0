"""Every command has a stated limit, or a reason why it needs none; beyond the limit the error names the command."""

import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import perpend
from perpend import limits
from perpend.cli.main import app
from perpend.errors import InputError, PerpendError, SettingError
from perpend.people.coreference import chain_names
from perpend.people.mentions import Document
from tests.cli.growth_cases import CASES, NOT_MEASURED, command_names
from tests.cli.growth_inputs import KINDS, SIMILAR_FULL_NAMES, full_names, words

LIMITED = [name for name, case in CASES.items() if case.largest or case.refused]
LONG = "word " * 1_100


def test_every_command_has_a_case_or_a_reason() -> None:
    assert sorted((*CASES, *NOT_MEASURED)) == sorted(command_names())


def test_every_limit_is_that_of_a_command() -> None:
    assert set(limits.commands()) <= set(command_names())
    assert set(limits.commands()) <= set(LIMITED)
    units = {unit for name in limits.commands() for unit in limits.limits_of(name)}
    for unit in units:
        with pytest.raises(InputError, match=r": .*\d"):
            limits.check(next(name for name in limits.commands() if unit in limits.limits_of(name)), unit, 10**9)


def test_an_unknown_command_is_an_error() -> None:
    with pytest.raises(SettingError, match="unknown command with limits 'fly'"):
        limits.limits_of("fly")


@pytest.mark.parametrize("name", LIMITED)
def test_beyond_the_limit_the_error_names_the_command(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    made = (case.refused or case.make)(tmp_path, KINDS[0], (case.largest or 0) + 1)
    message = refusal(made)
    # The list of words is that of `variants`, whichever command reads it.
    said = "variants" if name == "variants index" else name.removesuffix(" tune") if name == "combine tune" else name
    assert re.search(rf"(^|[: ]){re.escape(said)}: ", message), message
    assert re.search(r"at most [\d,]+|more than [\d,]+", message), message
    assert re.search(r"(split|give|let|correct) ", message), message
    assert "PERP" not in message


def refusal(words: list[str]) -> str:
    """The error with which a command refuses its input, or the first line on stderr if it refuses a row of a table."""
    ended = CliRunner().invoke(app, words)
    if isinstance(ended.exception, PerpendError):
        return str(ended.exception)
    assert ended.exit_code == 1, ended.output
    return ended.stderr.splitlines()[0]


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (perpend.score, "score"),
        (perpend.relate, "relate"),
        (perpend.paraphrase, "paraphrase"),
        (perpend.entail, "entail"),
    ],
)
def test_functions_and_models_refuse_as_the_command_does(ask: Any, name: str) -> None:
    message = (
        rf"^{name}: two texts with 1,210,000 pairs of words are too long, at most [\d,]+ pairs are compared: split"
    )
    with pytest.raises(InputError, match=message) as asked:
        ask(LONG, LONG)
    kind = {"score": "likeness", "relate": "relatedness", "paraphrase": "paraphrase", "entail": "entailment"}[name]
    with pytest.raises(InputError, match=message):
        perpend.load(kind=kind).predict([("a", "b"), (LONG, LONG)])
    shown = CliRunner().invoke(app, [name, LONG, LONG])
    assert str(shown.exception) == str(asked.value)


def test_pairs_of_words_and_names_have_limits_too() -> None:
    with pytest.raises(InputError, match=r"^suggest: a word of 300 letters is too long, at most 255"):
        perpend.load(kind="spelling").check("a" * 300, "b")
    with pytest.raises(InputError, match=r"^names: a name of 1,001 characters is too long, at most 1,000"):
        perpend.load(kind="names").check("a" * 1_001, "b")
    text = "a" * 1_001
    with pytest.raises(InputError, match=r"^names: a name of 1,001 characters"):
        perpend.names([{"text": text, "mentions": [{"start": 0, "end": 1_001}]}])


def test_long_words_count_as_characters() -> None:
    with pytest.raises(InputError, match=r"^relate: a text of 60,000 characters is too long, at most 40,000"):
        perpend.relate("a" * 60_000, "b")


def test_related_words_that_are_too_many_to_list() -> None:
    shown = CliRunner().invoke(app, ["words", "house " * 200, "house " * 200])
    assert str(shown.exception).startswith("words: 10,001 related pairs of words are too many to be listed, at most")


def test_full_names_that_are_too_much_alike(tmp_path: Path) -> None:
    shown = refusal(full_names(tmp_path, 2 * SIMILAR_FULL_NAMES))
    assert re.match(r"variants: so many names are alike that more than 150,000 pairs of them would be compared", shown)
    assert not (tmp_path / "made").exists()


def test_chains_of_names_have_the_limit_of_the_command() -> None:
    made = [f"Ann {word.capitalize()}" for word in words(KINDS[2], 1_000)]
    documents = [Document.of(str(n), f"{name} spoke.", [name]) for n, name in enumerate(made)]
    with pytest.raises(InputError, match=r"^names: so many names are alike that more than 100,000 pairs"):
        chain_names(documents)


def test_candidates_that_are_too_many() -> None:
    with pytest.raises(InputError, match=r"^combine: 201 candidates of one segment are too many, at most 200"):
        perpend.combine(["a"] * 201)
