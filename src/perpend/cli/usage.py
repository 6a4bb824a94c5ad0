"""Mistakes in a command line as one line that ends with the command to read about it.

perpend: score has no option --jsn; did you mean --json?: perpend score --help
perpend: train perp needs --output: perpend train perp --help
perpend: variants: --letters: a number from 1 to 10 is needed: perpend variants --help
"""

from difflib import get_close_matches
from typing import Any

import typer

__all__ = ["UsageError", "usage_line"]

_NEAR = 0.75

# Typer has click inside or beside it, by version; the class that all mistakes of usage share is the same in both.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""A command line that cannot be parsed."""


def usage_line(error: Any) -> str:
    """The mistake, what is known instead, and where to read on."""
    context = error.ctx
    command = " ".join(context.command_path.split()) if context else "perpend"
    # The default command of a group goes by the name of the group.
    if context and context.command.hidden:
        command = command.rpartition(" ")[0]
    name = command.partition(" ")[2]
    return f"{_mistake(error, name)}: {command} --help"


def _mistake(error: Any, command: str) -> str:
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return f"{command or 'perpend'} has no option {error.option_name}{_near(error)}"
    if kind == "MissingParameter" and error.param is not None:
        return f"{command or 'perpend'} needs {_name(error.param)}"
    if kind == "BadParameter" and error.param is not None:
        problem = _range(error.param) or _plain(error.message)
        return f"{f'{command}: ' if command else ''}{_name(error.param)}: {problem}"
    return f"{f'{command}: ' if command else ''}{_plain(error.message)}"


def _name(param: Any) -> str:
    """The option as it is typed, or the metavar of an argument."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    return str(max(param.opts, key=len))


def _range(param: Any) -> str:
    """What numbers an option takes, if it has bounds; versions of typer keep them in two places."""
    low, high = (getattr(param, name, getattr(getattr(param, "type", None), name, None)) for name in ("min", "max"))
    return "" if low is None or high is None else f"a number from {low:,} to {high:,} is needed"


def _near(error: Any) -> str:
    known = [name for param in error.ctx.command.params for name in param.opts] if error.ctx else []
    near = get_close_matches(error.option_name, [name for name in known if name.startswith("--")], 1, _NEAR)
    return f"; did you mean {near[0]}?" if near else ""


def _plain(message: str) -> str:
    text = " ".join(message.split())
    return text[:1].lower() + text[1:].rstrip(".")
