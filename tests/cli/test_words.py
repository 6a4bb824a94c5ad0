"""`perpend words` as a person runs it."""

import json
import subprocess
import sys

import pytest


def run(*arguments: str | bytes, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "perpend", "words", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)


def test_one_text_as_json() -> None:
    done = run("It's 5 dogs.", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    (text,) = result["texts"]
    assert text["tokenizer"] == "terp:norm+lower"
    assert [word["token"] for word in text["words"]] == ["it", "'s", "5", "dogs", "."]
    assert text["words"][3] == {
        "token": "dogs",
        "span": [7, 11],
        "stem": "dog",
        "classes": ["letters"],
        "log10_frequency": text["words"][3]["log10_frequency"],
    }
    assert "relations" not in result


def test_two_texts_as_json() -> None:
    result = json.loads(run("The dogs", "the dog", "--json", "--tokenizer", "penn").stdout)
    found = [(one["word1"], one["word2"], one["relation"]) for one in result["relations"]]
    assert found == [("The", "the", "equal"), ("dogs", "dog", "stem")]


def test_tables_for_people() -> None:
    done = run("never [bold]ly", "red\x1b[31m")
    assert done.returncode == 0, done.stderr
    shown = done.stdout.decode()
    assert "negation" in shown
    assert "bold" in shown
    assert "\\x1b" in shown
    assert "\x1b" not in shown


def test_standard_input() -> None:
    result = json.loads(run("-", "b", "--json", stdin="naïve\n".encode()).stdout)
    assert [text["raw"] for text in result["texts"]] == ["naïve\n", "b"]


def test_standard_input_can_be_read_once() -> None:
    done = run("-", "-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith("perpend: 2 texts are '-'")


@pytest.mark.parametrize("arguments", [(b"caf\xe9 \xff", "--json"), (b"caf\xe9 \xff",), ("-", "--json"), ("-",)])
def test_bytes_that_are_not_utf8(arguments: tuple[str | bytes, ...]) -> None:
    done = run(*arguments, stdin=b"caf\xe9 \xff")
    assert done.returncode == 0, done.stderr
    assert b"\\udce9" in done.stdout


def test_an_unknown_tokenizer_is_one_line() -> None:
    done = run("a", "--tokenizer", "x")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"perpend: unknown tokenizer 'x'; known: penn, terp\n"


@pytest.mark.parametrize("raw", ["", " "])
def test_a_blank_text(raw: str) -> None:
    done = run(raw, "--json")
    assert json.loads(done.stdout)["texts"][0]["words"] == []
    assert run(raw).returncode == 0
