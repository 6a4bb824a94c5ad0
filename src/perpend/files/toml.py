"""TOML files: a catalog of resources, a registry of models, lists of words.

    read_toml(path)  ->  {"wordnet-dict": {"title": ...}, ...}

Python's reader takes quadratic time for a dotted key (a.a.a ...), and stops the program for one of many thousand parts;
the limit for a line keeps both away, and no table that people write comes near it.
"""

import tomllib
from pathlib import Path
from typing import Any

from perpend.errors import FormatError
from perpend.files.lines import read_text

__all__ = ["read_toml"]

_LONGEST = 2000
"""The most characters of a line."""


def read_toml(path: Path | str, wanted: str = "a TOML file") -> dict[str, Any]:
    """Returns the tables of the TOML file at `path`; `wanted` is as in `open_input`."""
    text = read_text(path, wanted)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST:
            raise FormatError(path, number, f"a line of {len(line):,} characters, {_LONGEST:,} at most: is it TOML?")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(path, None, f"not TOML: {error}") from None
