"""The model of entailment that comes with Perpend, and its card.

    find_entailment_model()                 entail-sick, trained on the training and trial pairs of SICK
    find_entailment_model("my.model")       a file of yours

`make models` makes it anew. The shipped name stands wherever a model file does.
"""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from perpend.entailment.model import EntailmentModel

__all__ = ["SHIPPED_ENTAILMENT", "entailment_card", "find_entailment_model"]

SHIPPED_ENTAILMENT = "entail-sick"


def find_entailment_model(model: EntailmentModel | Path | str | None = None) -> EntailmentModel:
    """The model that is meant: by name, by file, or the shipped one if nothing is named."""
    if isinstance(model, EntailmentModel):
        return model
    if model is None or str(model) == SHIPPED_ENTAILMENT:
        with resources.as_file(_folder() / f"{SHIPPED_ENTAILMENT}.model") as path:
            return EntailmentModel.read(path)
    return EntailmentModel.read(model)


def entailment_card() -> str:
    """What the shipped model learned from, what it is good for, and its figures, as Markdown."""
    return (_folder() / f"{SHIPPED_ENTAILMENT}.md").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return resources.files("perpend.entailment") / "models"
