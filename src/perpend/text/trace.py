"""Rewriting a string step by step while tracking where each character came from.

A `Step` is a pattern and its replacement: numbers are groups that are kept, strings are new text.

    Step(r"([0-9])-", 1, " - ")      "3-4"  ->  "3 - 4"

`plain` rewrites a string. `traced` does the same to a `Traced` string, whose characters each carry a range [start, end)
of the original: kept characters keep theirs, new ones get the range of the whole match. So the place of a
token in the original is known after any number of steps, and an answer can be shown in the user's own text.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import Protocol

__all__ = ["ENTITIES", "LowerCase", "Rewriter", "Step", "Traced", "rewritten", "traced", "traced_words"]

ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
"""The entities that the tokenisers of machine translation decode, in their order."""


@dataclass(slots=True)
class Traced:
    """A string `text`; its character i stands for the range [`starts[i]`, `ends[i]`) of the original."""

    text: str = ""
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, raw: str) -> "Traced":
        """Returns the traced form of the original `raw`: character i stands for [i, i + 1)."""
        return cls(raw, list(range(len(raw))), list(range(1, len(raw) + 1)))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Returns the range of the original behind the non-empty slice [`start`, `end`)."""
        return self.starts[start], self.ends[end - 1]


class Rewriter(Protocol):
    """Rewrites a string, with and without tracking; both give the same text."""

    def plain(self, text: str) -> str:
        """Returns `text` rewritten."""

    def traced(self, source: Traced) -> Traced:
        """Returns `source` rewritten, with the ranges of the original."""


class Step:
    """Replaces each match of `pattern` by `parts`: some of its groups (numbers) and new text (strings).

    >>> Step(r"([0-9])-", 1, " - ").plain("3-4")
    '3 - 4'
    """

    __slots__ = ("_parts", "_pattern", "_template")

    def __init__(self, pattern: str | re.Pattern[str], *parts: str | int) -> None:
        self._pattern = re.compile(pattern) if isinstance(pattern, str) else pattern
        self._parts = parts
        self._template = "".join(part if isinstance(part, str) else rf"\g<{part}>" for part in parts)

    def plain(self, text: str) -> str:
        """Returns `text` rewritten."""
        return self._pattern.sub(self._template, text)

    def traced(self, source: Traced) -> Traced:
        """Returns `source` rewritten, with the ranges of the original."""
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
    """Lower-cases the whole string by the full Unicode mapping.

    >>> LowerCase().plain("ΟΔΟΣ")
    'οδος'
    """

    __slots__ = ()

    def plain(self, text: str) -> str:
        """Returns `text` in lower case."""
        return text.lower()

    def traced(self, source: Traced) -> Traced:
        """Returns `source` in lower case; if a character becomes two, both get its range."""
        lowered = source.text.lower()
        if len(lowered) == len(source.text):
            return Traced(lowered, source.starts, source.ends)
        result = Traced(lowered)
        for char, start, end in zip(source.text, source.starts, source.ends, strict=True):
            width = len(char.lower())
            result.starts += [start] * width
            result.ends += [end] * width
        return result


def rewritten(steps: Iterable[Rewriter], text: str) -> str:
    """Returns `text` after all `steps`."""
    return reduce(lambda line, step: step.plain(line), steps, text)


def traced(steps: Iterable[Rewriter], raw: str) -> Traced:
    """Returns `raw` after all `steps`, with the ranges of the original."""
    return reduce(lambda source, step: step.traced(source), steps, Traced.of(raw))


def traced_words(steps: Iterable[Rewriter], raw: str) -> tuple[tuple[int, int], ...]:
    """Returns the range of `raw` for each word, split at white space, of what `steps` make of it."""
    found = traced(steps, raw)
    return tuple(found.span(*match.span()) for match in re.finditer(r"\S+", found.text))
