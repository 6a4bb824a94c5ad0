"""The models of relatedness that come with Perpend, one for each level, and their cards.

    find_relatedness_model()                              relate-sentence
    find_relatedness_model(level="phrase2word")           relate-phrase2word
    find_relatedness_model("my.model")                    a file of yours

`make models` makes them anew. A shipped name stands wherever a model file does.
"""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from perpend.errors import SettingError, unknown_name
from perpend.relatedness.families import LEVELS
from perpend.relatedness.model import RelatednessModel

__all__ = ["SHIPPED_MODELS", "find_relatedness_model", "relatedness_card"]

SHIPPED_MODELS = tuple(f"relate-{level}" for level in LEVELS)
"""Their names."""


def find_relatedness_model(
    model: RelatednessModel | Path | str | None = None, level: str = "sentence"
) -> RelatednessModel:
    """The model that is meant: by name, by file, or the shipped one of a level if nothing is named."""
    if isinstance(model, RelatednessModel):
        return model
    if level not in LEVELS:
        raise unknown_name("level", level, LEVELS)
    named = f"relate-{level}" if model is None else str(model)
    if named in SHIPPED_MODELS:
        with resources.as_file(_folder() / f"{named}.model") as path:
            return RelatednessModel.read(path)
    found = RelatednessModel.read(named)
    if level not in ("sentence", found.level):
        raise SettingError(f"{named} was trained for {found.level}, not for {level}: name another model or level")
    return found


def relatedness_card(name: str) -> str:
    """What a shipped model learned from, what it is good for, and its figures, as Markdown."""
    if name not in SHIPPED_MODELS:
        raise unknown_name("model", name, SHIPPED_MODELS)
    return (_folder() / f"{name}.md").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return resources.files("perpend.relatedness") / "models"
