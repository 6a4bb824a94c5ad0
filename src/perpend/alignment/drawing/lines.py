"""Lines of a picture in a terminal: their width, their colours, and texts folded into them.

fold("one two three", 8)    ["one two", "three"]
isolated("שלום")            the word between marks that keep its neighbours in order
"""

import os
import shutil
import sys
from collections.abc import Iterator

from perpend.alignment.drawing.glyphs import cells, has_right_to_left
from perpend.alignment.drawing.palette import palette
from perpend.errors import InputError

__all__ = ["DEFAULT_WIDTH", "MIN_WIDTH", "Paint", "checked_width", "chopped", "fold", "isolated", "wants_color"]

DEFAULT_WIDTH = 100
MIN_WIDTH = 20
_LEFT_TO_RIGHT = "\u200e"


def checked_width(width: int | None) -> int:
    """Returns `width`, which must be wide enough for words; None is that of the terminal, or 100 if there is none."""
    if width is None:
        return max(MIN_WIDTH, shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns)
    if width < MIN_WIDTH:
        raise InputError(f"a picture {width} columns wide has no room for words: give a width of at least {MIN_WIDTH}")
    return width


def wants_color() -> bool:
    """Returns whether stdout is a terminal and NO_COLOR is not set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


class Paint:
    """Wraps text in a terminal's colour codes if `on`, or returns it unchanged."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, kind: str) -> str:
        """Returns `text` in the colour of a `kind` of edit."""
        return f"\x1b[{palette()[kind].ansi}m{text}\x1b[0m" if self.on and text and kind else text


def isolated(text: str) -> str:
    """Returns the text, between marks of direction if part of it is set from right to left."""
    # Invisible marks keep a terminal from running neighbouring right-to-left words together in reverse order.
    return f"{_LEFT_TO_RIGHT}{text}{_LEFT_TO_RIGHT}" if has_right_to_left(text) else text


def fold(sentence: str, limit: int) -> list[str]:
    """Returns the lines of a `sentence`, no wider than `limit`; they break inside a word only if it is wider itself.

    >>> fold("one two three", 8), fold("abcdefgh", 3)
    (['one two', 'three'], ['abc', 'def', 'gh'])
    """
    lines, line = [], ""
    for piece in (part for word in sentence.split(" ") for part in chopped(word, limit)):
        joined = f"{line} {piece}" if line else piece
        if cells(joined) <= limit:
            line = joined
        else:
            lines.append(line)
            line = piece
    return [*lines, line]


def chopped(word: str, limit: int) -> Iterator[str]:
    """Yields the parts of a `word` that are at most `limit` columns wide.

    >>> list(chopped("abcdefgh", 3))
    ['abc', 'def', 'gh']
    """
    if cells(word) <= limit:
        yield word
        return
    start, used = 0, 0
    for index, char in enumerate(word):
        used += cells(char)
        if used > limit:
            yield word[start:index]
            start, used = index, cells(char)
    yield word[start:]
