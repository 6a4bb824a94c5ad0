r"""Texts of strangers, made safe to print: control characters as escapes, and JSON that every reader takes.

    visible("red\x1b[31m\n")         'red\\x1b[31m\\n'      one line: everything that is not printable is escaped
    visible_lines("a\x9bb\tc\n")     'a\\x9bb\tc\n'         several lines: tabs and line ends stay
    json_text({"word": "a\x9bb"})    '{"word": "a\\u009bb"}' the same value when parsed

Control characters are C0, DEL and C1 (they command terminals), U+2028 and U+2029 (they end lines), the characters that
turn the direction of writing, and lone surrogates (UTF-8 has none).
"""

import json
import re
from math import isfinite, isnan
from typing import Any

__all__ = ["json_escaped", "json_text", "visible", "visible_lines"]

_TURNING = "\u202a-\u202e\u2066-\u2069"
_IN_LINES = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{_TURNING}\ud800-\udfff]")
# Marks of direction are harmless in pictures, which use them, but invisible; C0 is escaped by every JSON writer.
_IN_JSON = re.compile(f"[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029{_TURNING}\ud800-\udfff]")


def visible(text: str) -> str:
    r"""Returns the text on one line, with everything that is not printable as an escape.

    >>> print(visible("red\x1b[31m\n"))
    red\x1b[31m\n
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def visible_lines(text: str) -> str:
    r"""Returns the text with control characters as escapes, except for tabs and line ends.

    >>> visible_lines("one\x1b[2J\ttwo\n")
    'one\\x1b[2J\ttwo\n'
    """
    return _IN_LINES.sub(lambda found: ascii(found[0])[1:-1], text)


def json_text(value: Any, indent: int | None = None) -> str:
    r"""Returns `value` as JSON without any control character; values that JSON lacks become texts.

    Numbers that JSON lacks are the words "NaN", "Infinity" and "-Infinity"; other objects are written as by `str`.
    With `indent` the document has several lines.

    >>> json_text({"cost": float("nan"), "word": "a\x9bb\u2028"})
    '{"cost": "NaN", "word": "a\\u009bb\\u2028"}'
    """
    try:
        text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False, default=str)
    except ValueError:
        text = json.dumps(_named_numbers(value), ensure_ascii=False, indent=indent, default=str)
    # Outside of strings a JSON document is ASCII, so whatever is found here is inside one.
    return _IN_JSON.sub(lambda found: json_escaped(found[0]), text)


def json_escaped(text: str) -> str:
    r"""Returns what stands for `text` inside a string of JSON in ASCII.

    >>> print(json_escaped("é\U0001f408\udc80"))
    \u00e9\ud83d\udc08\udc80
    """
    return json.dumps(text)[1:-1]


def _named_numbers(value: Any) -> Any:
    if isinstance(value, float) and not isfinite(value):
        return "NaN" if isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: _named_numbers(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_named_numbers(item) for item in value]
    return value
