"""A manifest that was altered is refused in one line when the work is resumed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perpend.errors import CorruptResource
from perpend.lexicon.phrases.pivot.journal import Journal

SUBJECT = {"made": "for a test"}
Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A work folder with one finished step."""
    work = tmp_path / "work"
    with Journal(work, SUBJECT) as journal:
        journal.path("numbers").write_bytes(np.arange(5, dtype="<i4").tobytes())
        journal.finish("first", {"numbers": np.int32}, {"lines": 5})
    return work


def entry(manifest: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = manifest["steps"]["first"]["columns"]["numbers"]
    return found


def renamed(manifest: dict[str, Any]) -> None:
    columns = manifest["steps"]["first"]["columns"]
    columns["../numbers"] = columns.pop("numbers")


def test_unfinished_work_is_resumed(folder: Path) -> None:
    with Journal(folder, SUBJECT, resume=True) as journal:
        assert journal.column("numbers").tolist() == [0, 1, 2, 3, 4]
        assert journal.facts("first") == {"lines": 5}
        with pytest.raises(CorruptResource, match="no column 'words'"):
            journal.column("words")


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({}, "no first 'lines', which is needed"),
        ({"lines": "5"}, "first 'lines' is not a whole number"),
        ({"lines": 10**15}, "first 'lines' is 1000000000000000, a whole number from 0 to 9 was needed"),
        ({"lines": -1}, "first 'lines' is -1, a whole number from 0 to 9 was needed"),
    ],
)
def test_facts_that_were_altered(folder: Path, facts: dict[str, Any], problem: str) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["steps"]["first"]["facts"] = facts
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with (
        Journal(folder, SUBJECT, resume=True) as journal,
        pytest.raises(CorruptResource, match=f"manifest.json is damaged: remove .* and start again .{problem}"),
    ):
        journal.recorded("first").integer("lines", least=0, most=9)


def test_names_of_a_manifest_cannot_break_the_line_of_an_error(folder: Path) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["steps"]["a\nb\x1b[31m"] = {"columns": {}}
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(CorruptResource) as caught, Journal(folder, SUBJECT, resume=True):
        pass
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda manifest: manifest.update(subject=3), "'subject' is a number where an object was needed"),
        (lambda manifest: manifest.pop("subject"), "no 'subject'"),
        (lambda manifest: manifest.update(steps=[]), "'steps' is a list"),
        (lambda manifest: manifest["steps"].update(first=None), "'first' is null"),
        (lambda manifest: manifest["steps"]["first"].update(facts=1), "'facts' is a number"),
        (lambda manifest: entry(manifest).pop("dtype"), "no .*'dtype'"),
        (lambda manifest: entry(manifest).update(dtype=["i4"]), "'dtype' is a list where a text was needed"),
        (lambda manifest: entry(manifest).update(dtype="|O"), "'dtype' is '.O', a type of numbers"),
        (lambda manifest: entry(manifest).update(dtype="<i8"), "'bytes' is 20, a multiple"),
        (lambda manifest: entry(manifest).update(bytes="20"), "'bytes' is not a whole number"),
        (renamed, "is no name of a column"),
    ],
)
def test_an_altered_manifest_is_refused(folder: Path, change: Change, problem: str) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_bytes())
    change(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(CorruptResource, match=problem) as refused, Journal(folder, SUBJECT, resume=True):
        pass
    assert "start again" in str(refused.value)
    assert "\n" not in str(refused.value)
