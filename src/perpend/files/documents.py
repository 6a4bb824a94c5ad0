"""Model files on disk: a JSON document -> its fields, each checked before it is believed.

    {"format": "perp-model", "format_version": 1, "weights": {...}, ...}

    read_document(path)  ->  Fields(path, {...})  ->  .number("rate"), .text("name"), .inner("training"), ...

A file may come from anywhere, so nothing of it is taken on trust: its size is looked at before its content, a name may
stand in it once only, NaN and Infinity are no numbers, and `Fields` refuses what is missing, unknown or of another
type. Every refusal is one line that names the file and the field.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from perpend.errors import FormatError, InputError

__all__ = ["Fields", "MAX_BYTES", "read_document"]

MAX_BYTES = 64 << 20
"""The largest file that is read; a model takes some kilobytes and 20 bytes for each pair it learned from."""


def read_document(path: Path | str) -> "Fields":
    """The object in a JSON file."""
    path = Path(path)
    data = _bytes_of(path)
    try:
        content = json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise FormatError(path, None, "not UTF-8: name a model that `perpend train` wrote") from None
    except (ValueError, RecursionError) as error:
        raise FormatError(path, None, f"not JSON ({error}): name a model that `perpend train` wrote") from None
    if not isinstance(content, dict):
        raise FormatError(path, None, f"{_kind(content)} where an object was needed: name a model file")
    return Fields(path, content)


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            # A pipe or a device tells no size, so no more than the limit is read either.
            if path.stat().st_size <= MAX_BYTES and len(data := file.read(MAX_BYTES + 1)) <= MAX_BYTES:
                return data
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    raise FormatError(path, None, f"larger than {MAX_BYTES >> 20} MB: no model file, name another")


def _object(items: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(items)
    if len(found) < len(items):
        names = [name for name, _ in items]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} is there twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one object of a file; `where` is the object's own name, for messages."""

    path: Path
    content: dict[str, Any]
    where: str = ""

    def only(self, names: Iterable[str]) -> None:
        """Refuse if the object has other fields than these, or lacks one."""
        known = list(names)
        if missing := [name for name in known if name not in self.content]:
            self.refuse(f"no {self.where}{missing[0]!r}, which is needed")
        if unknown := [name for name in self.content if name not in known]:
            self.refuse(f"unknown {self.where}{unknown[0]!r}")

    def number(self, name: str) -> float:
        """A finite number."""
        value = self._field(name)
        if type(value) not in (int, float):
            self.refuse(f"{self.where}{name!r} is {_kind(value)} where a number was needed")
        try:
            number = float(value)
        except OverflowError:
            number = float("inf")
        if not isfinite(number):
            self.refuse(f"{self.where}{name!r} is not finite")
        return number

    def integer(self, name: str) -> int:
        """A whole number."""
        value = self._field(name)
        if type(value) is not int:
            self.refuse(f"{self.where}{name!r} is not a whole number")
        return int(value)

    def text(self, name: str) -> str:
        """A string."""
        value = self._field(name)
        if not isinstance(value, str):
            self.refuse(f"{self.where}{name!r} is {_kind(value)} where a text was needed")
        return str(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self._field(name)
        if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
            self.refuse(f"{self.where}{name!r} is not a list of texts")
        return tuple(value)

    def inner(self, name: str) -> "Fields":
        """An object inside this one."""
        value = self._field(name)
        if not isinstance(value, dict):
            self.refuse(f"{self.where}{name!r} is {_kind(value)} where an object was needed")
        return Fields(self.path, value, f"{self.where}{name} ")

    def refuse(self, problem: str) -> NoReturn:
        """The file cannot be used."""
        raise FormatError(self.path, None, f"{problem}: train the model again, or name another")

    def _field(self, name: str) -> Any:
        if name not in self.content:
            self.refuse(f"no {self.where}{name!r}, which is needed")
        return self.content[name]
