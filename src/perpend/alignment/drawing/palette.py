"""The style of each kind of edit: colours, dashes and a description, from `palette.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Look", "palette"]


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a kind of edit on light and dark grounds, its dashes, its terminal code, and what it means."""

    light: str
    dark: str
    dash: str
    ansi: str
    meaning: str


@cache
def palette() -> dict[str, Look]:
    """The look of every kind of edit and of shifts, in the order of the legend.

    >>> palette()["stem"].meaning
    'two words with one stem'
    """
    text = files("perpend.alignment.drawing").joinpath("palette.toml").read_text(encoding="utf-8")
    return {kind: Look(**look) for kind, look in tomllib.loads(text).items()}
