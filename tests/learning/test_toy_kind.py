"""A new kind of model: one file for the model, one for its training, one line in a registry, and all else works."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from perpend.cli import models as models_command
from perpend.errors import PerpendError
from perpend.evaluation.gold import Gold
from perpend.evaluation.pairs import JudgedPairs, evaluate_pairs
from perpend.learning import registry as registry_module
from perpend.learning.registry import Registry, card, load, registry, trainer

LINE = """
[kinds.toy]
model = "tests.learning.toy.model:ToyModel"
trainer = "tests.learning.toy.training:train_toy"
format = "toy-model"
[models]
toy-made = { kind = "toy", file = "made.json", card = "made.md", default = true, about = "lengths" }
"""
PAIRS = [("aaa", "a"), ("b", "bbbb"), ("cc", "cc"), ("ddddd", "d")]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    (tmp_path / "models.toml").write_text(LINE, encoding="utf-8")
    (tmp_path / "made.md").write_text("# toy-made\n", encoding="utf-8")
    both = Registry.read(tmp_path / "models.toml", base=registry())
    monkeypatch.setattr(registry_module, "registry", lambda: both)
    trainer("toy")(PAIRS, [4.0, -6.0, 0.0, 8.0], name="made").save(tmp_path / "made.json")
    return both


def test_it_is_trained_loaded_asked_and_saved(toy: Registry, tmp_path: Path) -> None:
    model = load("toy-made")
    assert model.identity == "made/2" == load(kind="toy").identity
    assert model.predict(PAIRS).tolist() == [4.0, -6.0, 0.0, 8.0]
    answer = model.explain("aaa", "a")
    assert (answer.value, answer.reasons) == (4.0, ("text1 counts 6", "text2 counts -2"))
    assert repr(answer) == "<ToyAnswer 4.000>"
    assert "<strong>4.000</strong>" in answer._repr_html_()
    model.save(tmp_path / "mine")
    assert load(tmp_path / "mine") == load(tmp_path / "mine", "toy") == model
    with pytest.raises(PerpendError, match="of the kind 'toy', but 'perp' was needed"):
        load(tmp_path / "mine", "perp")
    assert load("perp-sts").kind == "perp"


def test_it_is_listed_and_shown(toy: Registry, tmp_path: Path) -> None:
    assert card("toy-made") == "# toy-made\n"
    listed = json.loads(CliRunner().invoke(models_command.app, ["--json"]).output)["models"]
    assert {"name": "toy-made", "kind": "toy", "identity": "made/2"}.items() <= listed[-1].items()
    assert CliRunner().invoke(models_command.app, ["show", "toy-made"]).output == "# toy-made\n"
    shown = json.loads(CliRunner().invoke(models_command.app, ["show", str(tmp_path / "made.json"), "--json"]).output)
    assert (shown["kind"], shown["trained on"], shown["pairs"]) == ("toy", "made", 4)


def test_it_is_evaluated_by_its_predictions(toy: Registry) -> None:
    data = JudgedPairs("own", (("x", "xx"), ("yyyy", "y"), ("zz", "z")), Gold(np.array([1.0, 5.0, 3.0])))
    row = evaluate_pairs(data, {"toy": load("toy-made")}, samples=5).rows[0]
    assert (row.system, row.signature) == ("toy", "toy:made/2")
    assert row.figures.metrics["Pearson"] > 0.9
    with pytest.raises(PerpendError, match="learned from 4 of the 4 pairs"):
        evaluate_pairs(JudgedPairs("seen", tuple(PAIRS), Gold(np.arange(4.0))), {"toy": load("toy-made")}, samples=5)
