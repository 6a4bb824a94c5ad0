"""All errors of Perpend.

A message is one line. It says what was given, what was expected, and what to do:

    PerpendError
    ├── InputError             a text, file or argument given by the user is wrong
    │   └── FormatError        a file is not in the expected format (names file and line)
    ├── SettingError           an unknown name or an impossible combination of settings (lists the known names)
    ├── ResourceError          an external resource cannot be used
    │   ├── MissingResource    it is not on this machine (names the command that gets it)
    │   └── CorruptResource    it is here, but truncated, altered or of another version
    └── MissingExtra           an optional package is not installed (names the pip command)

The command line prints the message and exits with 2; the service answers with status 400 or 503 and the same message.
"""

from collections.abc import Iterable
from pathlib import Path

__all__ = [
    "CorruptResource",
    "FormatError",
    "InputError",
    "MissingExtra",
    "MissingResource",
    "PerpendError",
    "ResourceError",
    "SettingError",
    "WriteError",
    "unknown_name",
]


class PerpendError(Exception):
    """The base class of all errors of Perpend; the message is one line.

    >>> import perpend
    >>> try:
    ...     perpend.align("a", "b", costs="terpz")
    ... except perpend.PerpendError as error:
    ...     print(error)
    unknown costs 'terpz': give ter, terpa, terph or a parameter file in TERp's format
    """


class InputError(PerpendError, ValueError):
    """A text, file or argument given by the user is wrong."""


class FormatError(InputError):
    """A file is not in the expected format: `path` and `line` say where, `problem` what is wrong.

    >>> print(FormatError("table.tsv", 3, "2 columns, 3 needed"))
    table.tsv:3: 2 columns, 3 needed
    """

    def __init__(self, path: Path | str, line: int | None, problem: str) -> None:
        self.path, self.line, self.problem = Path(path), line, problem
        super().__init__(f"{path}: {problem}" if line is None else f"{path}:{line}: {problem}")


class WriteError(InputError):
    """A file cannot be written: `path` says which, `reason` why (a full disk, a missing or protected folder).

    >>> print(WriteError("table.tsv", "No space left on device"))
    table.tsv cannot be written: No space left on device: make room there, or name another place
    """

    def __init__(self, path: Path | str, reason: str) -> None:
        self.path, self.reason = Path(path), reason
        super().__init__(f"{path} cannot be written: {reason}: make room there, or name another place")


class SettingError(PerpendError, ValueError):
    """An unknown name or an impossible combination of settings."""


class ResourceError(PerpendError):
    """An outside resource cannot be used."""


class MissingResource(ResourceError):
    """The resource is not on this machine; the message names the command that gets it."""


class CorruptResource(ResourceError):
    """The resource is here, but truncated, altered or of another version."""


class MissingExtra(PerpendError, ImportError):
    """An optional `package`, which `purpose` needs, is not installed; `extra` is the name of the extra that has it.

    >>> print(MissingExtra("tagging", "spacy", "nlp"))
    tagging needs the package spacy: pip install 'perpend[nlp]'
    """

    def __init__(self, purpose: str, package: str, extra: str) -> None:
        super().__init__(f"{purpose} needs the package {package}: pip install 'perpend[{extra}]'")


def unknown_name(kind: str, name: str, known: Iterable[str]) -> SettingError:
    """An error that says that `name` is not a known `kind` of thing, and lists the `known` names.

    >>> print(unknown_name("cost set", "terq", ["ter", "terpa"]))
    unknown cost set 'terq'; known: ter, terpa
    """
    return SettingError(f"unknown {kind} {name!r}; known: {', '.join(sorted(known))}")
