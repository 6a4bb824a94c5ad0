"""How large an input each command takes, so that none needs more than 5 seconds and 1 GB on one core.

    limits.toml     [entail]  words = 4_000  word-pairs = 90_000     for each command, the most of each unit
                    [units]   words = "a text of {count} words ..."  for each unit, the message beyond the limit

    check("entail", "words", 4_500)
    InputError: entail: a text of 4,500 words is too long, at most 4,000 are taken: split it into sentences

A command has the same limit, and the same message, on the command line, as a Python function and for each row of a
table. `tests/cli/test_long_growth.py` measures every command up to its limit; docs/limits.md has the table.
"""

from functools import cache
from pathlib import Path
from typing import Any

from perpend.errors import InputError, unknown_name
from perpend.files.toml import read_toml

__all__ = ["check", "commands", "limit", "limits_of"]


@cache
def _table() -> dict[str, Any]:
    return read_toml(Path(__file__).with_name("limits.toml"))


def commands() -> tuple[str, ...]:
    """The commands that have limits, such as "entail" and "metric ter"."""
    return tuple(name for name in _table() if name != "units")


@cache
def limits_of(command: str) -> dict[str, int]:
    """The most of each unit that `command` takes.

    >>> limits_of("entail")["word-pairs"]
    90000
    """
    if command not in commands():
        raise unknown_name("command with limits", command, commands())
    own = dict(_table()[command])
    same = own.pop("same-as", None)
    return {**(limits_of(str(same)) if same else {}), **{unit: int(str(most)) for unit, most in own.items()}}


def limit(command: str, unit: str) -> int:
    """The most of `unit` that `command` takes.

    >>> limit("align", "words")
    20000
    """
    return limits_of(command)[unit]


def check(command: str, unit: str, count: int, most: int | None = None) -> None:
    """Raises an InputError that names `command` if it does not take as many as `count` of `unit`.

    `most` is the limit where it depends on the input; by default it is that of the table.
    """
    most = limit(command, unit) if most is None else most
    if count > most:
        said = str(_table()["units"][unit]).format(count=f"{count:,}", most=f"{most:,}")
        raise InputError(f"{command}: {said}")
