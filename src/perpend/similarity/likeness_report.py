"""A likeness as text or HTML."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perpend.similarity.likeness import Likeness

__all__ = ["draw_html", "draw_text"]


def draw_text(likeness: "Likeness") -> str:
    """Value and reasons of a `likeness` as plain text."""
    low, high = likeness.scale
    return "\n".join([f"{likeness.value:.2f} of {low:g} to {high:g}", *likeness.reasons])


def draw_html(likeness: "Likeness", page: bool = False) -> str:
    """Value and reasons of a `likeness` as HTML; `page` makes a complete document."""
    raise NotImplementedError
