"""`perpend annotate` as a person runs it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("spacy")


def run(*arguments: str | bytes | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "perpend", "annotate", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=120, check=False)


def test_a_table_for_people() -> None:
    done = run("Maria visited Oslo.", "--verbose")
    assert done.returncode == 0, done.stderr
    shown = done.stdout.decode()
    assert "2 visited" in shown
    assert "NNP" in shown
    assert "LOC" in shown
    assert shown.splitlines()[-1].startswith("en_perpend:")


def test_json() -> None:
    result = json.loads(run("--json", "Maria visited Oslo.").stdout)
    assert result["tags"] == ["NNP", "VBD", "NNP", "."]
    assert result["signature"].startswith("en_perpend:")


def test_json_lines_for_several_texts() -> None:
    lines = run("--json", "Maria visited Oslo.", "-", stdin=b"She slept.").stdout.splitlines()
    assert [json.loads(line)["raw"] for line in lines] == ["Maria visited Oslo.", "She slept."]
    assert all(json.loads(line)["signature"].startswith("en_perpend:") for line in lines)


def test_a_file_has_one_text_a_line(tmp_path: Path) -> None:
    path = tmp_path / "texts.txt"
    path.write_text("She slept.\n\nHe left.\n", "utf-8")
    lines = run("--texts", path, "--json").stdout.decode().splitlines()
    assert [json.loads(line)["tokens"] for line in lines] == [["She", "slept", "."], [], ["He", "left", "."]]


def test_conllu() -> None:
    shown = run("--conllu", "She slept.").stdout.decode()
    assert shown.splitlines()[1].split("\t")[:5] == ["1", "She", "she", "PRON", "PRP"]
    assert shown.endswith("\n\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "texts are needed"),
        (("--json", "--conllu", "x"), "exclude each other"),
        (("x", "--texts", "y"), "texts are needed"),
        (("--texts", "no-such-file"), "no-such-file cannot be read"),
        (("--pipeline", "no_such", "x"), "no pipeline no_such"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    assert run(b"caf\xe9", "--json").returncode == 0
    path = tmp_path / "latin.txt"
    path.write_bytes(b"fine\ncaf\xe9\n")
    done = run("--texts", path)
    assert done.returncode == 2
    assert b"latin.txt:2:" in done.stderr
