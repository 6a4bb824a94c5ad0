"""The style of each kind of edit: colours, dashes and a description, from `palette.toml`."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from perpend.files.toml import read_toml

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
    return {kind: Look(**look) for kind, look in read_toml(Path(__file__).with_name("palette.toml")).items()}
