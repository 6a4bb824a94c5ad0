"""`perpend align`: one pair in every form, files of pairs, and mistakes in one line."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from perpend import align

HYP, REF = "by the harbour the doctors opened a clinic", "the physicians opened a clinic by the harbour"


def perpend(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "align", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("costs", ["ter", "terpa", "terph"])
def test_json_is_what_python_gives(costs: str) -> None:
    result = perpend(HYP, REF, "--costs", costs, "--json")
    assert result.returncode == 0
    assert json.loads(result.stdout) == align(HYP, REF, costs).to_dict()


def test_json_has_the_agreed_fields() -> None:
    said = json.loads(perpend(HYP, REF, "--json").stdout)
    parts = ["hyp", "ref", "hyp_shifted", "edits", "shifts", "cost", "words", "signature"]
    assert list(said) == ["value", "reasons", "contributions", *parts]
    assert set(said["edits"][0]) == {"op", "hyp", "ref", "cost"}
    assert set(said["shifts"][0]) == {"start", "end", "to", "cost"}


def test_the_picture_is_printed() -> None:
    result = perpend(HYP, REF)
    assert 'shift 1: "by the harbour" behind "clinic"' in result.stdout
    assert "synonym" in result.stdout


def test_pictures_are_written(tmp_path: Path) -> None:
    assert perpend(HYP, REF, "--svg", str(tmp_path / "picture.svg")).returncode == 0
    assert ET.parse(tmp_path / "picture.svg").getroot().tag.endswith("svg")
    assert perpend(HYP, REF, "--html", str(tmp_path / "page.html")).returncode == 0
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_files_give_one_line_for_each_pair(tmp_path: Path) -> None:
    (tmp_path / "hyp").write_text(f"{HYP}\n\nsame\n", encoding="utf-8")
    (tmp_path / "ref").write_text(f"{REF}\nsomething\nsame\n", encoding="utf-8")
    result = perpend("--hyp", str(tmp_path / "hyp"), "--ref", str(tmp_path / "ref"), "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines == [align(hyp, ref).to_dict() for hyp, ref in ((HYP, REF), ("", "something"), ("same", "same"))]


def test_unequal_files_are_refused_naming_both(tmp_path: Path) -> None:
    (tmp_path / "hyp").write_text("one\n", encoding="utf-8")
    (tmp_path / "ref").write_text("one\ntwo\n", encoding="utf-8")
    result = perpend("--hyp", str(tmp_path / "hyp"), "--ref", str(tmp_path / "ref"), "--json")
    assert (result.returncode, result.stdout) == (2, "")
    assert "hyp has 1 lines" in result.stderr
    assert "ref has 2" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("one",), "two texts are needed"),
        (("a", "b", "--json", "--svg", "x"), "exclude each other"),
        (("--hyp", "x"), "give --hyp FILE and --ref FILE, or --pairs FILE"),
        (("a", "b", "--hyp", "x", "--ref", "y"), "files have many pairs"),
        (("--pairs", "x", "--svg", "y"), "files have many pairs"),
        (("a", "b", "--costs", "terq"), "unknown costs 'terq': give ter, terpa, terph or a parameter file"),
        (("a", "b", "--phrases", "nowhere"), "nowhere does not exist"),
        (("a", "b", "--svg", "/dev/null/x.svg"), "there is no folder /dev/null: make it"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], message: str) -> None:
    result = perpend(*arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_texts_that_are_not_unicode_survive() -> None:
    command = [sys.executable.encode(), b"-m", b"perpend", b"align", b"caf\xe9 a", b"caf\xe9 b", b"--json"]
    result = subprocess.run(command, capture_output=True, check=True)
    assert json.loads(result.stdout)["hyp"] == ["caf\udce9", "a"]
