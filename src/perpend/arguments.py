"""Checks of arguments, called where a public function begins: a wrong type or an impossible number is an InputError.

    text_of(raw)                          the string `raw`
    texts_of(words, "words")              a list of strings
    number(0.5, "beam", 0)                a number within limits, never NaN
    whole_number(3, "iterations", 0)      an integer within limits, never True or 3.0
    check_fields(settings)                all plain fields of a dataclass
    path_of(source, "a phrase table")     a path

Each function returns its argument, or a plain form of it. Code below the public functions relies on these types and
does not check them again.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import fields
from math import inf
from numbers import Integral, Real
from pathlib import Path
from types import NoneType
from typing import Any, get_args

from perpend.errors import InputError

__all__ = [
    "check_fields",
    "flag",
    "items_of",
    "number",
    "path_of",
    "shown",
    "text_of",
    "texts_of",
    "whole_number",
    "wrong_type",
]

_LONGEST_SHOWN = 40
_LARGEST_SHOWN = 10**_LONGEST_SHOWN
_LARGEST = sys.float_info.max


def shown(value: object) -> str:
    """Returns `value` for a message: its representation if that is short, else its type.

    >>> shown(-5), shown("a" * 50), shown(10**400), shown([1])
    ('-5', 'a long str', 'a long int', '[1]')
    """
    if isinstance(value, int) and not -_LARGEST_SHOWN < value < _LARGEST_SHOWN:
        return "a long int"  # Python refuses to write integers of more than 4,300 digits.
    if isinstance(value, str | bytes) and len(value) > _LONGEST_SHOWN:
        return f"a long {type(value).__name__}"
    if value is None or isinstance(value, str | bytes | int | float) or (isinstance(value, list) and len(value) == 1):
        text = repr(value)
        return text if len(text) <= 2 * _LONGEST_SHOWN else f"a long {type(value).__name__}"
    return type(value).__name__


def wrong_type(what: str, needed: str, value: object) -> InputError:
    """Returns the error for `what`, which must be `needed` but was `value`.

    >>> print(wrong_type("a text", "a string", None))
    a text must be a string, but None came
    """
    return InputError(f"{what} must be {needed}, but {shown(value)} came")


def text_of(value: Any, what: str = "a text") -> str:
    """Returns `value` if it is a string; `what` names it in the error.

    >>> text_of(b"cat")
    Traceback (most recent call last):
    perpend.errors.InputError: a text must be a string, but b'cat' came
    """
    if not isinstance(value, str):
        raise wrong_type(what, "a string", value)
    return value


def texts_of(values: Any, what: str = "texts") -> list[str]:
    """Returns the strings in `values`, a collection or an iterator; a single string is an error, and so is a mapping.

    `what` names the collection in the error.
    """
    found = items_of(values, f"{what} must be a collection of strings")
    for place, value in enumerate(found):
        if not isinstance(value, str):
            raise InputError(f"{what} must be strings, but {shown(value)} came at position {place + 1}")
    return found


def items_of(values: Any, needed: str, *, ordered: bool = False) -> list[Any]:
    """Returns the items of `values`; strings, bytes and mappings are errors, and sets if the items must be `ordered`.

    `needed` says what was needed, at the beginning of the error.
    """
    if type(values) is list or type(values) is tuple:
        return list(values)
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise InputError(f"{needed}, but {shown(values)} came")
    if ordered and isinstance(values, Set):
        raise InputError(f"{needed}, but {shown(values)} came, which has no order")
    try:
        return list(values)
    except TypeError:
        # An array without dimensions says that it is iterable, but is not.
        raise InputError(f"{needed}, but {shown(values)} came") from None


def number(value: Any, what: str, lowest: float = -inf, highest: float = inf) -> float:
    """Returns `value` if it is a number from `lowest` to `highest`; NaN and booleans are errors, `what` names it.

    >>> number(float("nan"), "the beam", 0)
    Traceback (most recent call last):
    perpend.errors.InputError: the beam must be a number of 0 or more, but nan came
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not _within(value, lowest, highest):
        raise wrong_type(what, f"a number{_limits(lowest, highest)}", value)
    if isinstance(value, int) and not -_LARGEST <= value <= _LARGEST:
        raise wrong_type(what, "a number that fits into 64 bits", value)
    return value  # type: ignore[return-value]  # Real: numpy's numbers are compared and added like Python's


def whole_number(value: Any, what: str, lowest: float = -inf, highest: float = inf) -> int:
    """Returns `value` as an int if it is an integer from `lowest` to `highest`, but no boolean; `what` names it."""
    if isinstance(value, bool) or not isinstance(value, Integral) or not _within(value, lowest, highest):
        raise wrong_type(what, f"a whole number{_limits(lowest, highest)}", value)
    return int(value)


def _within(value: Any, lowest: float, highest: float) -> bool:
    return bool(lowest <= value <= highest)


def _limits(lowest: float, highest: float) -> str:
    if highest == inf:
        return "" if lowest == -inf else f" of {lowest:g} or more"
    return f" from {lowest:,} to {highest:,}"


def flag(value: Any, what: str) -> bool:
    """Returns `value` if it is True or False; `what` names it."""
    if not isinstance(value, bool):
        raise wrong_type(what, "True or False", value)
    return value


def check_fields(settings: Any) -> None:
    """Raises InputError for a field of the dataclass `settings` that is declared as bool, int, float or str and is not.

    A field that may be None as well is checked if it is something else.
    """
    for field in fields(settings):
        value, kinds = getattr(settings, field.name), get_args(field.type) or (field.type,)
        if len(kinds) == 1 or (len(kinds) == 2 and NoneType in kinds):
            check = _CHECKS.get(kinds[0])
            if check and not (value is None and NoneType in kinds):
                check(value, f"{field.name} of {type(settings).__name__}")


_CHECKS: dict[Any, Callable[[Any, str], Any]] = {bool: flag, int: whole_number, float: number, str: text_of}


def path_of(value: Any, what: str) -> Path:
    """Returns the path `value`, a string or a path; `what` names the file in the error.

    A path that no system can open, with a NUL or half of a surrogate pair, is an error too.
    """
    if not isinstance(value, str | os.PathLike):
        raise wrong_type(f"the path of {what}", "a string or a path", value)
    try:
        path = Path(value)
        possible = b"\0" not in os.fsencode(path)
    except TypeError:
        raise wrong_type(f"the path of {what}", "a string or a path", value) from None
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise InputError(f"the path of {what} has a character that no path can have: {shown(str(value))}")
    return path
