"""`perpend`: the root of the command line, and how errors and signals become one line and an exit code.

perpend --help                                       commands by what people want
perpend --install-completion                         completion of commands, options and names in this shell
perpend score --verbose "one text" "another"         signatures and details, and the log on stderr
"""

import traceback
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import typer
import typer.main

from perpend import __version__
from perpend.cli.commands import LazyGroup
from perpend.cli.output import complain, details_are_shown, say
from perpend.cli.signals import INTERRUPTED, Terminated, ending_signals
from perpend.cli.streams import shell_streams
from perpend.cli.usage import UsageError, usage_line
from perpend.errors import PerpendError

__all__ = ["INTERNAL", "app", "main", "run"]

INTERNAL = 70
"""The exit code for a fault of Perpend's own; sysexits.h calls it EX_SOFTWARE."""

app = typer.Typer(
    name="perpend",
    cls=LazyGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        say(f"perpend {__version__}")
        raise typer.Exit


@app.callback(epilog='Example: `perpend score "A man plays a guitar." "Somebody makes music."`')
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """How alike are two short texts in meaning, and why?"""


def main() -> None:
    """Run the command line of Perpend."""
    run(app, "perpend")


def run(commands: typer.Typer, name: str) -> None:
    """Run the command line of the program `name`; whatever goes wrong is one line on stderr, never a traceback.

    Only a fault of Perpend's own has a traceback, and only with --verbose.
    """
    try:
        with ending_signals(), shell_streams(), warnings.catch_warnings():
            warnings.showwarning = _complain_of
            code = typer.main.get_command(commands)(prog_name=name, standalone_mode=False)
    except UsageError as error:
        # The help was the answer to a command line without words.
        if type(error).__name__ == "NoArgsIsHelpError":
            raise SystemExit(2) from None
        _fail(name, usage_line(error), 2)
    except PerpendError as error:
        _fail(name, str(error), 2)
    except OSError as error:
        _fail(name, f"{error.filename}: {error.strerror}" if error.filename else f"{error.strerror or error}", 2)
    except MemoryError as error:
        _fail(name, f"not enough memory{f' ({error})' if str(error) else ''}: give less at a time", 2)
    except KeyboardInterrupt:
        _fail(name, "interrupted", INTERRUPTED)
    except Terminated as ended:
        _fail(name, f"ended by {ended}", ended.code)
    except Exception as error:
        _fail(name, _internal(error), INTERNAL)
    if isinstance(code, int) and code:
        raise SystemExit(code)


def _complain_of(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
    complain(f"{category.__name__}: {message}")


def _internal(error: Exception) -> str:
    """What to say of an exception that nobody foresaw; with --verbose its traceback comes first."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    if not details_are_shown():
        advice = "run it again with --verbose and report what is printed"
    else:
        advice = "report the lines above"
        with suppress(SystemExit, PerpendError):
            for line in "".join(traceback.format_exception(error)).rstrip("\n").split("\n"):
                complain(line)
    return f"internal error ({type(error).__name__}{place}), a fault of Perpend and not of what it was given: {advice}"


def _fail(name: str, message: str, code: int) -> NoReturn:
    # Where stderr fails, too, only the code is left to tell of the mistake.
    with suppress(SystemExit, PerpendError):
        complain(f"{name}: {message}")
    raise SystemExit(code)
