"""The protocol of all answers, so that tables, pages and notebooks can show any kind of answer.

    answer = perpend.score("A man plays a guitar.", "A man is playing a guitar.")

    answer.value            the answer itself: a number, a label or a text
    answer.reasons          plain clauses about the two texts, each of them true
    answer.contributions    its parts: for numbers, `base` and the points of all contributions sum to `raw`
    answer.signature        settings, resources and version that it depends on
    answer.to_dict()        plain JSON values: the same keys in the command line, the service and files
    answer.to_html()        a fragment of HTML without scripts; `page=True` makes it a complete document
    str(answer)             the answer drawn for a terminal
    repr(answer)            one short line

Each kind of answer is a frozen dataclass that inherits from `Answer`. Names are the same everywhere: the field of the
dataclass, the key of `to_dict`, the column of a table and the field of the service.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Protocol

__all__ = ["Answer", "GroupPoints", "Part", "short"]


_SHOWN = 50
"""The most reasons and contributions that are shown; `to_dict` has all."""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
{body}
</body>
</html>
"""


class Part(Protocol):
    """One contribution to an answer."""

    @property
    def name(self) -> str:
        """An edit with its words, or a group of features."""

    @property
    def points(self) -> float:
        """What it adds to the value; negative if it lowers it."""

    def to_dict(self) -> dict[str, Any]:
        """The contribution as plain JSON values, with `name` and `points` among its keys."""


@dataclass(frozen=True, slots=True)
class GroupPoints:
    """The contribution of a group of features: its `name` and its `points`."""

    name: str
    points: float

    def to_dict(self) -> dict[str, Any]:
        """The contribution as plain JSON values."""
        return asdict(self)


class Answer(ABC):
    """The base class of all answers.

    >>> import perpend
    >>> answer = perpend.align("the cats sleep", "the cat is sleeping")
    >>> isinstance(answer, perpend.Answer), answer
    (True, <Alignment 0.357>)
    >>> answer.reasons[0]
    "'is' of the reference is aligned with no word"
    >>> [(part.name, round(part.points, 3)) for part in answer.contributions]
    [("delete 'is'", 1.427)]
    """

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> Any:
        """The answer itself: a number, a label or a text."""

    @property
    @abstractmethod
    def reasons(self) -> tuple[str, ...]:
        """Plain sentences about the two texts, each of them true; the most important first."""

    @property
    @abstractmethod
    def contributions(self) -> Sequence[Part]:
        """The parts that the answer is made of."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values, with `value`, `reasons`, `contributions` and `signature` among its keys."""

    def to_html(self, page: bool = False) -> str:
        """The answer as an HTML fragment with value, reasons and contributions; `page` makes it a complete document."""
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in self.reasons[:_SHOWN])
        parts = "".join(
            f"<tr><td>{escape(part.name)}</td><td style='text-align:right'>{escape(short(part.points))}</td></tr>"
            for part in self.contributions[:_SHOWN]
        )
        table = f"<table><tr><th>contribution</th><th>points</th></tr>{parts}</table>" if parts else ""
        value = f"<p><strong>{escape(short(self.value, 300))}</strong></p>"
        body = f"<div>{value}{self._picture()}<ul>{reasons}</ul>{table}</div>"
        return _PAGE.format(title=escape(repr(self)), body=body) if page else body

    def _picture(self) -> str:
        """An SVG picture below the value, for answers that have one."""
        return ""

    def _repr_html_(self) -> str:
        return self.to_html()

    def __str__(self) -> str:
        return "\n".join([short(self.value, 300), *self.reasons[:_SHOWN]])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {short(self.value)}>"


def short(value: Any, most: int = 60) -> str:
    """Formats a `value` on one line of at most `most` characters: floats with three decimals, items joined, texts cut.

    >>> short(3.14159), short(("receive", "relieve")), short("a " * 50, most=9)
    ('3.142', 'receive, relieve', 'a a a a …')
    """
    text = " ".join(_plain(value, most).split())
    return text if len(text) <= most else text[: most - 1] + "…"


def _plain(value: Any, most: int) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, list | tuple):
        # Format no more items than fit on the line: an answer may have millions.
        return ", ".join(_plain(item, most) for item in value[:most])
    return str(value)
