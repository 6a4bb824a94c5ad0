"""Rewriting a string step by step while every character remembers where it came from.

A `Step` is a pattern and what to put in its place: group numbers are carried over, strings are new.

    Step(r"([0-9])-", 1, " - ")      "3-4"  ->  "3 - 4"

`plain` rewrites a string. `traced` does the same to a `Traced` string, whose characters each carry a range [start, end)
of the original: kept characters keep theirs, new ones get the range of the whole match. So a token's place in the
original can be read off after any number of steps, which is how a word of a score is shown in the user's own text.
"""

import re
from dataclasses import dataclass, field
from typing import Protocol

__all__ = ["LowerCase", "Rewriter", "Step", "Traced"]


@dataclass(slots=True)
class Traced:
    """A string and, for each of its characters, the range of the original it stands for."""

    text: str = ""
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, raw: str) -> "Traced":
        """The original itself: character i came from [i, i + 1)."""
        return cls(raw, list(range(len(raw))), list(range(1, len(raw) + 1)))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original behind the non-empty slice [start, end)."""
        return self.starts[start], self.ends[end - 1]


class Rewriter(Protocol):
    """A way to rewrite a string, with and without the memory of origins; both give the same text."""

    def plain(self, text: str) -> str:
        """The rewritten string."""

    def traced(self, source: Traced) -> Traced:
        """The rewritten string with its origins."""


class Step:
    """Replace each match of a pattern by some of its groups (numbers) and new text (strings).

    >>> Step(r"([0-9])-", 1, " - ").plain("3-4")
    '3 - 4'
    """

    __slots__ = ("_parts", "_pattern", "_template")

    def __init__(self, pattern: str | re.Pattern[str], *parts: str | int) -> None:
        self._pattern = re.compile(pattern) if isinstance(pattern, str) else pattern
        self._parts = parts
        self._template = "".join(part if isinstance(part, str) else rf"\g<{part}>" for part in parts)

    def plain(self, text: str) -> str:
        """The rewritten string."""
        return self._pattern.sub(self._template, text)

    def traced(self, source: Traced) -> Traced:
        """The rewritten string with its origins."""
        pieces: list[str] = []
        result = Traced()

        def keep(start: int, end: int) -> None:
            pieces.append(source.text[start:end])
            result.starts += source.starts[start:end]
            result.ends += source.ends[start:end]

        at = 0
        for match in self._pattern.finditer(source.text):
            keep(at, match.start())
            at = match.end()
            whole = source.span(match.start(), at) if match.group() else (0, 0)
            for part in self._parts:
                if isinstance(part, int):
                    keep(*match.span(part))
                else:
                    pieces.append(part)
                    result.starts += [whole[0]] * len(part)
                    result.ends += [whole[1]] * len(part)
        keep(at, len(source.text))
        result.text = "".join(pieces)
        return result


class LowerCase:
    """Lower-case the whole string by the full Unicode mapping.

    >>> LowerCase().plain("ΟΔΟΣ")
    'οδος'
    """

    __slots__ = ()

    def plain(self, text: str) -> str:
        """The lower-cased string."""
        return text.lower()

    def traced(self, source: Traced) -> Traced:
        """The lower-cased string with its origins; a character that becomes two gives both its origin."""
        lowered = source.text.lower()
        if len(lowered) == len(source.text):
            return Traced(lowered, source.starts, source.ends)
        result = Traced(lowered)
        for char, start, end in zip(source.text, source.starts, source.ends, strict=True):
            width = len(char.lower())
            result.starts += [start] * width
            result.ends += [end] * width
        return result
