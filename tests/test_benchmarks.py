"""Benchmarks are run by hand; here it is seen that each of them still finds what it measures."""

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_it_can_be_imported(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FOLDER)
    module = importlib.import_module(name)
    assert Path(str(module.__file__)).parent == FOLDER
    assert module.__doc__
