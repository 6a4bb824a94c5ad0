"""The models that come with Perpend, by name: `perp-sts` is the one that is used unless another is named.

    find_model("perp-sts")        a model that is part of the package
    find_model("mine.json")       a file of yours
    model_card("perp-sts")        what it learned from, what it is good for, its figures, as Markdown

They are files in the folder `models`, each with its card beside it; `make models` makes all of them anew. A shipped
name means the shipped model even where a file is called so; that one is `./perp-sts`.

A model whose name ends in `-phrases` was trained with METEOR's paraphrases and needs them. `phrases_for` finds them in
the store, and builds the table there when it is used for the first time.
"""

from contextlib import AbstractContextManager
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from perpend.errors import unknown_name
from perpend.lexicon.phrases.store import STORED_TABLES, stored_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.model import PerpModel
from perpend.types import Progress

__all__ = ["DEFAULT_MODEL", "find_model", "model_card", "model_file", "phrases_for", "shipped_models"]

DEFAULT_MODEL = "perp-sts"


def shipped_models() -> tuple[str, ...]:
    """The names of the models that come with Perpend, the default first.

    >>> shipped_models()[0]
    'perp-sts'
    """
    names = [entry.name.removesuffix(".json") for entry in _folder().iterdir() if entry.name.endswith(".json")]
    return tuple(sorted(names, key=lambda name: (not name.startswith(DEFAULT_MODEL), name)))


def find_model(model: PerpModel | Path | str | None = None) -> PerpModel:
    """The model that is meant: by name, by file, or the default if nothing is named."""
    if isinstance(model, PerpModel):
        return model
    named = str(model) if model is not None else DEFAULT_MODEL
    if named in shipped_models():
        return PerpModel.shipped(named)
    path = Path(named)
    if named and (path.exists() or path.suffix or len(path.parts) > 1):
        return PerpModel.read(path)
    raise unknown_name("model", named, [*shipped_models(), "any file that `perpend train perp` wrote"])


def model_file(name: str) -> AbstractContextManager[Path]:
    """The file of a shipped model, as long as the context lasts."""
    return resources.as_file(_folder() / f"{_known(name)}.json")


def model_card(name: str) -> str:
    """The card of a shipped model."""
    return (_folder() / f"{_known(name)}.md").read_text(encoding="utf-8")


def _known(name: str) -> str:
    if name not in shipped_models():
        raise unknown_name("model", name, shipped_models())
    return name


def phrases_for(
    model: PerpModel, phrases: Path | str | None = None, progress: Progress | None = None
) -> PhraseTable | None:
    """The table that is named, else the one in the store that the model was trained with, if it was with any."""
    if phrases is not None:
        return PhraseTable.open(phrases)
    name = model.phrases.removeprefix("phrases:").partition("/")[0]
    return stored_table(name, progress) if name in STORED_TABLES else None


def _folder() -> Traversable:
    return resources.files("perpend.similarity") / "models"
