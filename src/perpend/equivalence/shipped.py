"""The model of paraphrases that comes with Perpend: `paraphrase-msrp`, and its card.

    find_paraphrase_model(None)           the shipped one
    find_paraphrase_model("my.model")     a file of yours

`make models` makes it anew. Its name stands wherever a model file does.
"""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from perpend.equivalence.model import ParaphraseModel

__all__ = ["SHIPPED_NAME", "find_paraphrase_model", "paraphrase_card"]

SHIPPED_NAME = "paraphrase-msrp"


def find_paraphrase_model(model: ParaphraseModel | Path | str | None = None) -> ParaphraseModel:
    """The model that is meant: by name, by file, or the shipped one if nothing is named."""
    if isinstance(model, ParaphraseModel):
        return model
    if model is None or str(model) == SHIPPED_NAME:
        with resources.as_file(_folder() / f"{SHIPPED_NAME}.model") as path:
            return ParaphraseModel.read(path)
    return ParaphraseModel.read(model)


def paraphrase_card() -> str:
    """What the shipped model learned from, what it is good for, and its figures, as Markdown."""
    return (_folder() / f"{SHIPPED_NAME}.md").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return resources.files("perpend.equivalence") / "models"
