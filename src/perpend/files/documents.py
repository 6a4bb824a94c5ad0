"""JSON documents from untrusted sources: bytes -> checked values.

    {"format": "perp-model", "format_version": 1, "weights": {...}, ...}

    read_document(path)  ->  Fields(path, {...})  ->  .number("rate"), .text("name"), .inner("training"), ...
    parse_json(data)     ->  any JSON value, or a ValueError with the reason

The size of a file is checked before its content is read; duplicate names in an object, NaN, Infinity, numbers beyond 64
bits and nesting of more than 100 levels are refused; `Fields` refuses missing and unknown fields, wrong types, and
numbers out of range: what is finite can still overflow when it is multiplied, so that numbers have the limit LARGEST if
a reader declares no other. Every error is one line that names the file and the field.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from perpend.errors import FormatError, InputError, PerpendError
from perpend.files.limits import LARGEST, MAX_DOCUMENT, megabytes

__all__ = ["Fields", "parse_json", "read_document"]

_REMEDY = "train the model again, or name another"
_MAX_DEPTH = 100
_HIGHEST_INTEGER = (1 << 63) - 1
"""The highest integer of numpy and of compiled code."""
_MAX_DIGITS = 20
"""The most characters of a 64-bit integer; longer ones are not converted."""


def read_document(path: Path | str, *, remedy: str = _REMEDY) -> "Fields":
    """Returns the object in the JSON file at `path`.

    `remedy`, the advice to the user, ends every message about a file that cannot be used.
    """
    path = Path(path)
    try:
        content = parse_json(_bytes_of(path, remedy))
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise FormatError(path, None, f"not JSON ({error}): {remedy}") from None
    if not isinstance(content, dict):
        raise FormatError(path, None, f"{_kind(content)} where an object was needed: {remedy}")
    return Fields(path, content, remedy=remedy)


def parse_json(data: bytes | str) -> Any:
    """Returns the value of the JSON text `data`; raises ValueError if it is not JSON or breaks a limit of this module.

    >>> parse_json(b'{"a": [1, 2.5]}')
    {'a': [1, 2.5]}
    >>> parse_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ValueError: 'a' is there twice
    """
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        raise ValueError(f"byte 0x{error.object[error.start]:02x} is not UTF-8") from None
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_integer, parse_float=_fraction
        )
    except RecursionError:
        raise ValueError(f"nested more than {_MAX_DEPTH} deep") from None
    _check_depth(value)
    return value


def _bytes_of(path: Path, remedy: str) -> bytes:
    try:
        with path.open("rb") as file:
            # A pipe or a device has no size, so the read is limited too.
            if path.stat().st_size <= MAX_DOCUMENT and len(data := file.read(MAX_DOCUMENT + 1)) <= MAX_DOCUMENT:
                return data
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}; {remedy}") from None
    raise FormatError(path, None, f"larger than {megabytes(MAX_DOCUMENT)}: {remedy}")


def _object(items: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(items)
    if len(found) < len(items):
        counts = Counter(name for name, _ in items)
        raise ValueError(f"{next(name for name in counts if counts[name] > 1)[:80]!r} is there twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS or not -(1 << 63) <= (value := int(digits)) < 1 << 64:
        raise ValueError(f"a whole number of {len(digits)} digits is too large: 64 bits are the most")
    return value


def _fraction(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise ValueError(f"{digits[:20]} is not finite")
    return value


def _check_depth(value: Any) -> None:
    level, depth = [value], 0
    while level := [child for parent in level for child in _children(parent)]:
        depth += 1
        if depth > _MAX_DEPTH:
            raise ValueError(f"nested more than {_MAX_DEPTH} deep")


def _children(value: Any) -> list[Any]:
    """Returns the objects and lists inside an object or list."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [child for child in inside if isinstance(child, dict | list)]


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one object: `content`, read from the file at `path`.

    In messages, `where` is the name of the object and `remedy` the advice about a wrong file. `error` makes the error
    about a problem; by default it is a FormatError.
    """

    path: Path
    content: dict[str, Any]
    where: str = ""
    remedy: str = _REMEDY
    error: Callable[[str], PerpendError] | None = None

    def only(self, names: Iterable[str]) -> None:
        """Refuses the file unless the fields of the object are exactly `names`."""
        known = list(names)
        if missing := [name for name in known if name not in self.content]:
            self.refuse(f"no {self.where}{missing[0]!r}, which is needed")
        if unknown := [name for name in self.content if name not in known]:
            self.refuse(f"unknown {self.where}{unknown[0][:80]!r}")

    def number(self, name: str, *, least: float = -LARGEST, most: float = LARGEST) -> float:
        """Returns the field `name`, a number from `least` to `most`."""
        value = self._field(name)
        if type(value) not in (int, float):
            self.refuse(f"{self.where}{name[:80]!r} is {_kind(value)} where a number was needed")
        try:
            number = float(value)
        except OverflowError:
            number = float("inf")
        if not isfinite(number):
            self.refuse(f"{self.where}{name[:80]!r} is not finite")
        if not least <= number <= most:
            self.refuse(f"{self.where}{name[:80]!r} is {number:g}, a number from {least:g} to {most:g} was needed")
        return number

    def numbers(self, name: str, *, least: float = -LARGEST, most: float = LARGEST) -> dict[str, float]:
        """Returns the field `name`, an object whose values are all numbers from `least` to `most`."""
        inner = self.inner(name)
        return {key: inner.number(key, least=least, most=most) for key in inner.content}

    def integer(self, name: str, *, least: int = -_HIGHEST_INTEGER, most: int = _HIGHEST_INTEGER) -> int:
        """Returns the field `name`, an integer from `least` to `most`."""
        value = self._field(name)
        if type(value) is not int:
            self.refuse(f"{self.where}{name[:80]!r} is not a whole number")
        if not least <= value <= most:
            self.refuse(f"{self.where}{name[:80]!r} is {value}, a whole number from {least} to {most} was needed")
        return int(value)

    def integers(self, name: str, *, least: int = 0, most: int = _HIGHEST_INTEGER) -> tuple[int, ...]:
        """Returns the field `name`, a list of integers from `least` to `most`."""
        value = self._field(name)
        if not (isinstance(value, list) and all(type(item) is int and least <= item <= most for item in value)):
            self.refuse(f"{self.where}{name[:80]!r} is not a list of whole numbers from {least} to {most}")
        return tuple(value)

    def text(self, name: str) -> str:
        """Returns the field `name`, a string."""
        value = self._field(name)
        if not isinstance(value, str):
            self.refuse(f"{self.where}{name[:80]!r} is {_kind(value)} where a text was needed")
        return str(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """Returns the field `name`, a list of strings."""
        value = self._field(name)
        if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
            self.refuse(f"{self.where}{name[:80]!r} is not a list of texts")
        return tuple(value)

    def inner(self, name: str) -> "Fields":
        """Returns the field `name`, an object."""
        value = self._field(name)
        if not isinstance(value, dict):
            self.refuse(f"{self.where}{name[:80]!r} is {_kind(value)} where an object was needed")
        # Names come from the file too: those of ordinary words stand bare, others as Python writes them.
        shown = name if name.isidentifier() or name.replace(".", "").replace("-", "").isalnum() else repr(name)
        return Fields(self.path, value, f"{self.where}{shown[:80]} ", self.remedy, self.error)

    def refuse(self, problem: str) -> NoReturn:
        """Raises an error with `problem` and the remedy."""
        if self.error:
            raise self.error(problem)
        raise FormatError(self.path, None, f"{problem}: {self.remedy}")

    def _field(self, name: str) -> Any:
        if name not in self.content:
            self.refuse(f"no {self.where}{name[:80]!r}, which is needed")
        return self.content[name]
