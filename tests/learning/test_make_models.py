"""`make models`: every shipped model has a recipe, and its card comes out of its template as it is shipped."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from perpend.learning.registry import card, entries, load

TOOL = Path(__file__).resolve().parents[2] / "tools" / "make_models.py"
NAMES = [entry.name for entry in entries() if not entry.name.endswith("-phrases") and entry.kind != "spelling"]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_models", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_kind_has_a_recipe(tool: ModuleType) -> None:
    assert set(tool.RECIPES) == {entry.kind for entry in entries()}
    perp = {entry.name.removesuffix("-phrases") for entry in entries("perp")}
    assert perp == set(tool.PERP)


@pytest.mark.parametrize("name", NAMES)
def test_the_card_is_the_shipped_one(
    tool: ModuleType, name: str, mirror: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERPEND_MIRROR", str(mirror))
    assert tool.card(name, load(name)) == card(name)


def test_a_card_that_has_no_template_is_kept(tool: ModuleType) -> None:
    assert tool.card("english", load("english")) is None


def test_training_data_are_found(tool: ModuleType, mirror: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERPEND_MIRROR", str(mirror))
    pairs, labels = tool.sentence_pairs()
    assert len(pairs) == len(labels) == load("relate-sentence").training.count
