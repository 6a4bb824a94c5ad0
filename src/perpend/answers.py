"""What every question is answered with: one protocol, so that tables, pages and notebooks read all answers alike.

    answer = perpend.score("A man plays a guitar.", "A man is playing a guitar.")

    answer.value            the answer itself: a number, a label or a text
    answer.reasons          plain sentences about the two texts, each of them true
    answer.contributions    what it is made of: for numbers, `base` and the points of all contributions sum to `raw`
    answer.to_dict()        plain JSON values: the same keys in the command line, the service and files
    answer.to_html()        a fragment of HTML without scripts; `page=True` makes it a whole document
    str(answer)             the answer drawn for a terminal
    repr(answer)            one short line

Each kind of answer is a frozen dataclass of its own room that inherits from `Answer`. The same word is used for a
thing everywhere: the field of the dataclass, the key of `to_dict`, the column of a table and the field of the service.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from html import escape
from typing import Any, Protocol

__all__ = ["Answer", "Part", "short"]


class Part(Protocol):
    """One contribution to an answer."""

    @property
    def name(self) -> str:
        """What contributes: an edit with its words, or a group of features."""

    @property
    def points(self) -> float:
        """What it adds to the value, or takes from it."""

    def to_dict(self) -> dict[str, Any]:
        """The contribution as plain JSON values; `name` and `points` are among them."""


class Answer(ABC):
    """The base of all answers; a subclass says what the value is, why, and of what it is made."""

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> Any:
        """The answer itself."""

    @property
    @abstractmethod
    def reasons(self) -> tuple[str, ...]:
        """Why, as plain sentences that are true of the two texts; the most important first."""

    @property
    @abstractmethod
    def contributions(self) -> Sequence[Part]:
        """The parts that the answer is made of."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values, with `value`, `reasons`, `contributions` and `signature` among its keys."""

    def to_html(self, page: bool = False) -> str:
        """The answer as HTML; `page` makes a whole document of it."""
        body = f"<pre>{escape(str(self))}</pre>"
        return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{escape(repr(self))}</title>\n{body}' if page else body

    def _repr_html_(self) -> str:
        return self.to_html()

    def __str__(self) -> str:
        return "\n".join([short(self.value), *self.reasons])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {short(self.value)}>"


def short(value: Any, most: int = 60) -> str:
    """A value on one short line: numbers with three digits behind the point, long texts cut.

    >>> short(3.14159), short("yes"), short("a " * 50, most=9)
    ('3.142', 'yes', 'a a a a …')
    """
    text = f"{value:.3f}" if isinstance(value, float) else " ".join(str(value).split())
    return text if len(text) <= most else text[: most - 1] + "…"
