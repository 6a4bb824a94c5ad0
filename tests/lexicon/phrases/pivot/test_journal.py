"""The journal: finished steps stay finished, and no other work is taken for its own."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perpend.errors import CorruptResource, InputError
from perpend.lexicon.phrases.pivot.journal import Journal

SUBJECT = {"settings": {"max_length": 7}}


def begun(folder: Path) -> None:
    with Journal(folder, SUBJECT) as journal:
        journal.path("column").write_bytes(np.arange(3, dtype="<i4").tobytes())
        journal.finish("one", {"column": np.int32}, {"rows": 3})


def test_a_step_is_found_again(tmp_path: Path) -> None:
    begun(tmp_path / "w")
    with Journal(tmp_path / "w", SUBJECT, resume=True) as journal:
        assert journal.facts("one") == {"rows": 3}
        assert journal.facts("two") is None
        assert journal.column("column").tolist() == [0, 1, 2]
        journal.discard("one")
        assert not journal.path("column").exists()
    with Journal(tmp_path / "w", SUBJECT, resume=True) as journal:
        assert journal.facts("one") == {"rows": 3}


def test_unfinished_files_go(tmp_path: Path) -> None:
    begun(tmp_path / "w")
    (tmp_path / "w" / ".two.0123.part").write_bytes(b"half")
    (tmp_path / "w" / "three.part").write_bytes(b"half")
    with Journal(tmp_path / "w", SUBJECT, resume=True):
        assert sorted(path.name for path in (tmp_path / "w").iterdir()) == [".lock", "column", "manifest.json"]


def test_without_resume_it_is_not_taken_up(tmp_path: Path) -> None:
    begun(tmp_path / "w")
    with pytest.raises(InputError, match="give --resume to go on, or remove it"), Journal(tmp_path / "w", SUBJECT):
        pass


def test_another_subject_is_named(tmp_path: Path) -> None:
    begun(tmp_path / "w")
    other = {"settings": {"max_length": 6}, "inputs": {}}
    with (
        pytest.raises(InputError, match="was begun with other inputs, settings: remove it"),
        Journal(tmp_path / "w", other, resume=True),
    ):
        pass


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(InputError, match="holds other files"), Journal(tmp_path, SUBJECT):
        pass
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "dear"


@pytest.mark.parametrize("damage", [b"\0\0\0\0\1\0\0\0\3\0\0\0", b"", None])
def test_a_damaged_column_is_an_error(tmp_path: Path, damage: bytes | None) -> None:
    begun(tmp_path / "w")
    column = tmp_path / "w" / "column"
    if damage is None:
        column.unlink()
    else:
        column.write_bytes(damage)
    with (
        pytest.raises(CorruptResource, match="column has changed since it was written: remove"),
        Journal(tmp_path / "w", SUBJECT, resume=True),
    ):
        pass


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"subject": {}, "steps": []}', '{"subject": {}, "steps": {"a": 1}}'])
def test_a_damaged_manifest_is_an_error(tmp_path: Path, text: str) -> None:
    begun(tmp_path / "w")
    (tmp_path / "w" / "manifest.json").write_text(text, encoding="utf-8")
    with (
        pytest.raises(CorruptResource, match=r"manifest.json is damaged: remove"),
        Journal(tmp_path / "w", SUBJECT, resume=True),
    ):
        pass


def test_two_at_work_in_one_folder(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "w", SUBJECT),
        pytest.raises(InputError, match="another process is at work"),
        Journal(tmp_path / "w", SUBJECT, resume=True),
    ):
        pass


def test_the_manifest_is_plain_json(tmp_path: Path) -> None:
    begun(tmp_path / "w")
    manifest = json.loads((tmp_path / "w" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["subject"] == SUBJECT
    assert manifest["steps"]["one"]["columns"]["column"]["bytes"] == 12


@pytest.mark.parametrize("gone", range(1, 6))
def test_removal_that_is_cut_short_leaves_what_can_be_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: int
) -> None:
    """The process is killed after so many deletions."""
    begun(tmp_path / "w")
    left, unlink = [gone], os.unlink

    def killed(*args: Any, **options: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        unlink(*args, **options)

    monkeypatch.setattr(os, "unlink", killed)
    with suppress(KeyboardInterrupt), Journal(tmp_path / "w", SUBJECT, resume=True) as journal:
        journal.remove()
    monkeypatch.undo()
    with Journal(tmp_path / "w", SUBJECT, resume=True) as journal:
        assert journal.facts("one") is None
