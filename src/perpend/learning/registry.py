"""The models that come with Perpend and the kinds they belong to, by name: the table `models.toml`.

    load("perp-msrpar")                    a shipped model
    load("mine.model")                     a file; its kind is detected from its content
    load(kind="paraphrase")                the default model of a kind
    load("perp-sts", symmetric=True)       with an option of its kind
    entries()  entries("perp")             the shipped models
    card("perp-sts")                       its training data, figures and intended use, as Markdown
    trainer("perp")                        the function that trains models of a kind

The table names classes and functions as strings, `module:name`, so that this module imports no package above it. A
shipped name takes precedence over a file of the same name; write `./perp-sts` for the file.
"""

import importlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from perpend.arguments import path_of, text_of
from perpend.errors import FormatError, InputError, SettingError, unknown_name
from perpend.files.lines import read_text
from perpend.files.stamps import Stamp, stamp
from perpend.files.toml import read_toml
from perpend.learning.model import Model

__all__ = [
    "Entry",
    "Kind",
    "Registry",
    "card",
    "entries",
    "kind_of_file",
    "kinds",
    "load",
    "load_kept",
    "registry",
    "trainer",
]

_BEGINNING = 1 << 12
_MAGIC = b"perpend\0"
_HEADER = 48
_MOST_HEADER = 1 << 24
_NAMED_FORMAT = re.compile(r'"(?:format|kind)"\s*:\s*"([^"\\]*)"')


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of model: its class and its trainer as `module:name`, and how its files begin."""

    name: str
    model: str
    trainer: str
    format: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A shipped model: its kind, file and card, and whether it is the default of its kind."""

    name: str
    kind: str
    file: Path
    card: Path
    default: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Registry:
    """Kinds and models by name."""

    kinds: Mapping[str, Kind]
    models: Mapping[str, Entry]

    @classmethod
    def read(cls, path: Path | str, folder: Path | str | None = None, base: "Registry | None" = None) -> "Registry":
        """Reads a registry from a TOML file.

        :param path: the file, with the tables `kinds` and `models`.
        :param folder: the folder that paths in the file are relative to; by default the folder of the file.
        :param base: a registry whose kinds and models are included.
        """
        path = Path(path)
        place = path.parent if folder is None else Path(folder)
        found, models = (dict(base.kinds), dict(base.models)) if base else ({}, {})
        table = read_toml(path, "a registry of models")
        try:
            found |= {name: Kind(name, **kind) for name, kind in table.get("kinds", {}).items()}
            models |= {name: _entry(name, place, **entry) for name, entry in table.get("models", {}).items()}
        except (TypeError, AttributeError) as error:
            raise FormatError(path, None, f"no registry of models ({error}): see models.toml of Perpend") from None
        if unknown := sorted({entry.kind for entry in models.values()} - found.keys()):
            raise FormatError(path, None, f"a model of the unknown kind {unknown[0]!r}: add it to [kinds]")
        return cls(found, models)

    def kind(self, name: str) -> Kind:
        """The kind called `name`."""
        if text_of(name, "the kind of a model") not in self.kinds:
            raise unknown_name("kind of model", name, self.kinds)
        return self.kinds[name]

    def entry(self, name: str) -> Entry:
        """The shipped model called `name`."""
        if name not in self.models:
            raise unknown_name("model", name, self.models)
        return self.models[name]

    def default(self, kind: str) -> Entry:
        """The default model of a `kind`."""
        self.kind(kind)
        for entry in self.models.values():
            if entry.kind == kind and entry.default:
                return entry
        raise SettingError(f"no model of the kind {kind!r} is a default: name one")

    def load(self, model: Model | Path | str | None = None, kind: str | None = None, **options: Any) -> Model:
        """Loads a model; `model`, `kind` and `options` are those of the function `load`."""
        found = model if isinstance(model, Model) else self._opened(model, kind)
        if kind is not None and found.kind != kind:
            self.kind(kind)
            raise SettingError(f"{_shown(model)} is a model of the kind {found.kind!r}, but {kind!r} was needed")
        return found.using(**options)

    def _opened(self, model: Path | str | None, kind: str | None) -> Model:
        if model is None:
            if kind is None:
                raise SettingError(f"no model was named: give a name, a file or a kind ({', '.join(self.kinds)})")
            return self._shipped(self.default(kind))
        if str(model) in self.models:
            return self._shipped(self.models[str(model)])
        path = path_of(model, "a model")
        if not str(model) or not (isinstance(model, Path) or path.exists() or path.suffix or len(path.parts) > 1):
            raise unknown_name("model", str(model), [*self.models, "any file that `perpend train` wrote"])
        return self._read(self.kind_of_file(path), path)

    def _shipped(self, entry: Entry) -> Model:
        return self._read(entry.kind, entry.file)

    def _read(self, kind: str, path: Path) -> Model:
        cls: type[Model] = _named(self.kind(kind).model)
        return cls.read(path)

    def kind_of_file(self, path: Path | str) -> str:
        """The kind of model that the file `path` holds, by its first bytes; other files raise a FormatError."""
        path = Path(path)
        formats = {kind.format: name for name, kind in self.kinds.items()}
        found = _format_of(path)
        if found not in formats:
            what = f"holds {found[:60]!r}" if found else "is neither an array file nor a JSON document with a format"
            raise FormatError(path, None, f"{what}: no model, name a file that `perpend train` wrote")
        return formats[found]

    def trainer(self, kind: str) -> Callable[..., Model]:
        """The function that trains models of a kind."""
        found: Callable[..., Model] = _named(self.kind(kind).trainer)
        return found

    def card(self, name: str) -> str:
        """The card of the shipped model `name`, as Markdown."""
        return read_text(self.entry(name).card)


def _entry(
    name: str, folder: Path, *, kind: str, file: str, card: str, default: bool = False, about: str = ""
) -> Entry:
    return Entry(name, kind, folder / file, folder / card, default, about)


def _shown(model: Model | Path | str | None) -> str:
    return model.identity if isinstance(model, Model) else str(model)


def _named(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


def _format_of(path: Path) -> str:
    """The format that the first bytes of a file name, or "" if there is none in them."""
    try:
        with path.open("rb") as file:
            start = file.read(_BEGINNING)
            if start[:8] == _MAGIC:
                start += file.read(min(int.from_bytes(start[8:16], "little"), _MOST_HEADER))
                return _array_kind(start)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    return _json_format(start)


def _array_kind(start: bytes) -> str:
    length = int.from_bytes(start[8:16], "little")
    try:
        header = json.loads(start[_HEADER : _HEADER + length])
        return str(header["kind"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""


def _json_format(start: bytes) -> str:
    """The first string under "format" or "kind" at the start of a JSON object."""
    text = start.decode("utf-8", "replace")
    found = _NAMED_FORMAT.search(text) if text.lstrip().startswith("{") else None
    return found.group(1) if found else ""


@cache
def registry() -> Registry:
    """The registry that comes with Perpend."""
    folder = Path(str(resources.files("perpend")))
    return Registry.read(folder / "learning" / "models.toml", folder)


def load(model: Model | Path | str | None = None, kind: str | None = None, **options: Any) -> Model:
    """Loads a learned model of any kind.

    :param model: a name that `perpend models` lists, the path of a model file, a model, or None for the default of
        `kind`.
    :param kind: likeness, perp, relatedness, equivalence, paraphrase, entailment, spelling or names; a model of another
        kind raises a SettingError.
    :param options: options of the kind, such as `symmetric=True` for perp.

    >>> load("perp-msrpar").predict([("A man plays a guitar.", "A man plays a flute.")]).round(1).tolist()
    [3.7]
    >>> load(kind="spelling").kind
    'spelling'
    """
    return registry().load(model, kind, **options)


def load_kept(model: Model | Path | str | None = None, kind: str | None = None, **options: Any) -> Model:
    """Like `load(model, kind, **options)`, but cached: a file is read again only after it has changed."""
    if isinstance(model, Model):
        return load(model, kind, **options)
    shipped = model is None or str(path_of(model, "a model")) in registry().models
    try:
        named = None if model is None else str(model)
        return _kept(named, kind, tuple(sorted(options.items())), (0, 0) if shipped else stamp(str(model)))
    except TypeError:
        # An option is not hashable, such as a dictionary.
        return load(model, kind, **options)


@lru_cache(maxsize=16)
def _kept(
    model: str | None,
    kind: str | None,
    options: tuple[tuple[str, Any], ...],
    stamp: Stamp,  # noqa: ARG001
) -> Model:
    return load(model, kind, **dict(options))


def entries(kind: str | None = None) -> tuple[Entry, ...]:
    """The shipped models, all or those of one `kind`; the default of a kind comes first.

    >>> [entry.name for entry in entries("paraphrase")]
    ['paraphrase-msrp']
    """
    if kind is not None:
        registry().kind(kind)
    return tuple(entry for entry in registry().models.values() if kind in (None, entry.kind))


def kinds() -> tuple[Kind, ...]:
    """The kinds of models."""
    return tuple(registry().kinds.values())


def kind_of_file(path: Path | str) -> str:
    """The kind of model that the file `path` holds, by its content."""
    return registry().kind_of_file(path)


def trainer(kind: str) -> Callable[..., Model]:
    """The function that trains models of a `kind`."""
    return registry().trainer(kind)


def card(name: str) -> str:
    """The card of the shipped model `name`, as Markdown."""
    return registry().card(name)
