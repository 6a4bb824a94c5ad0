"""`perpend`: the root of the command line. It names the commands and turns errors into one line and exit code 2."""

import logging
import sys
from typing import Annotated

import typer

from perpend import __version__
from perpend.cli import phrases, resources
from perpend.cli.tune import tune
from perpend.cli.words import words
from perpend.errors import PerpendError

__all__ = ["app", "main"]

app = typer.Typer(
    name="perpend",
    help="How alike are two short texts in meaning, and why?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(phrases.app, name="phrases")
app.add_typer(resources.app, name="resources")


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"perpend {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say on stderr what is being done.")] = False,
) -> None:
    """How alike are two short texts in meaning, and why?"""
    level = logging.DEBUG if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(name)s: %(message)s", stream=sys.stderr)


app.command()(words)
app.command()(tune)


def main() -> None:
    """Run the command line; a mistake of the user's is one line on stderr, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # Lone surrogates from undecodable arguments print as escapes, which are valid JSON too.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app()
    except PerpendError as error:
        print(f"perpend: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except KeyboardInterrupt:
        print("perpend: interrupted", file=sys.stderr)
        sys.exit(130)
