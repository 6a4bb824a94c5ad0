"""Tables and JSON as commands print them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from perpend.cli.output import (
    be_verbose,
    begin,
    print_answer,
    print_details,
    print_json,
    print_table,
    visible,
    write_output,
)


def test_numbers_stand_to_the_right_also_beside_empty_cells(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["word", "share"], [("a", "-1.25"), ("bb", ""), ("ccc", 12)])
    lines = capsys.readouterr().out.splitlines()
    assert [line[1:-1] for line in lines if "│" in line] == [" a    │ -1.25 ", " bb   │       ", " ccc  │    12 "]


@pytest.mark.parametrize("cell", ["1,000", "-3", "2.50", "1e-07", "1.5e+300", "7."])
def test_what_counts_as_a_number(capsys: pytest.CaptureFixture[str], cell: str) -> None:
    print_table(["a long heading"], [(cell,)])
    assert f"{cell} │" in capsys.readouterr().out


@pytest.mark.parametrize("cell", ["a", "3-4", "1 2", "--1", "e5", "٣"])
def test_what_does_not(capsys: pytest.CaptureFixture[str], cell: str) -> None:
    print_table(["a long heading"], [(cell,)])
    assert f"│ {cell} " in capsys.readouterr().out


def test_a_table_without_rows(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["word"], [])
    assert "word" in capsys.readouterr().out


def test_no_cell_commands_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["word"], [("\x1b[31m[bold]\n",)], title="\x07")
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert r"\x1b[31m[bold]\n" in shown


def test_visible_keeps_what_can_be_seen() -> None:
    assert visible("naïve – 猫 🐈") == "naïve – 猫 🐈"


def test_json_is_not_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"word": "naïve"})
    shown = capsys.readouterr().out
    assert "naïve" in shown
    assert json.loads(shown) == {"word": "naïve"}


def test_an_answer_is_folded_at_the_width(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    print_answer("yes", ["a reason that is longer than thirty columns \x1b[31m"], "a picture\n")
    shown = capsys.readouterr().out
    assert shown.splitlines()[:3] == ["yes", "", "a picture"]
    assert shown.splitlines()[4:] == ["- a reason that is longer than", r"  thirty columns \x1b[31m"]


def test_details_are_printed_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    begin()
    print_details("signature")
    be_verbose()
    print_details("signature \x07")
    begin()
    print_details("signature")
    assert capsys.readouterr().out == "signature \\x07\n"


def test_a_terminal_gets_no_control_characters(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    write_output(None, ["a\x1bb\n", "c\n"])
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    write_output(Path("-"), ["a\x1bb\n", "c\n"])
    assert capsys.readouterr().out == "a\x1bb\nc\na\\x1bb\nc\n"


def test_a_table_that_does_not_fit_is_a_list(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    print_table(["name", "meaning"], [["relatedness", "how related two texts are"], ["score", ""]])
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["name: relatedness", "meaning: how related two", "texts are", "", "name: score", ""]
