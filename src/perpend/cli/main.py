"""`perpend`: the root of the command line. It names the commands and turns errors into one line and exit code 2.

perpend --verbose resources get wordnet-dict     log lines of the library's on stderr
perpend --quiet resources get wordnet-dict       no progress bar
"""

import logging
import sys
from typing import Annotated, NoReturn

import typer

from perpend import __version__
from perpend.cli import combine, evaluate, lm, metric, models, phrases, resources, topics, train, variants, vectors
from perpend.cli.align import align
from perpend.cli.annotate import annotate
from perpend.cli.entail import entail
from perpend.cli.names import names
from perpend.cli.output import hide_progress, visible
from perpend.cli.paraphrase import paraphrase
from perpend.cli.relate import relate
from perpend.cli.score import score
from perpend.cli.streams import shell_streams
from perpend.cli.suggest import suggest
from perpend.cli.ter import ter
from perpend.cli.terp import terp
from perpend.cli.tune import tune
from perpend.cli.words import words
from perpend.errors import PerpendError

__all__ = ["app", "main", "run"]

app = typer.Typer(
    name="perpend",
    help="How alike are two short texts in meaning, and why?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(combine.app, name="combine")
app.add_typer(evaluate.app, name="evaluate")
app.add_typer(lm.app, name="lm")
app.add_typer(metric.app, name="metric")
app.add_typer(models.app, name="models")
app.add_typer(phrases.app, name="phrases")
app.add_typer(resources.app, name="resources")
app.add_typer(topics.app, name="topics")
app.add_typer(train.app, name="train")
app.add_typer(variants.app, name="variants")
app.add_typer(vectors.app, name="vectors")


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"perpend {__version__}")
        raise typer.Exit


@app.callback(epilog="Example: `perpend words 'The cats slept.' 'A cat was asleep.'`")
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say on stderr what is being done.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """How alike are two short texts in meaning, and why?"""
    if verbose:
        _log_to_stderr()
    if quiet or verbose:
        hide_progress()


def _log_to_stderr() -> None:
    """Show the log of Perpend's own modules; that of other libraries stays as it is."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    logger = logging.getLogger("perpend")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)


app.command()(align)
app.command()(annotate)
app.command()(names)
app.command()(entail)
app.command()(paraphrase)
app.command()(relate)
app.command()(score)
app.command()(suggest)
app.command()(ter)
app.command()(terp)
app.command()(words)
app.command()(tune)


def main() -> None:
    """Run the command line of Perpend."""
    run(app, "perpend")


def run(commands: typer.Typer, name: str) -> None:
    """Run a command line; a mistake of the user's is one line on stderr, never a traceback."""
    try:
        with shell_streams():
            commands()
    except PerpendError as error:
        _fail(name, str(error), 2)
    except OSError as error:
        _fail(name, f"{error.filename}: {error.strerror}" if error.filename else f"{error.strerror or error}", 2)
    except KeyboardInterrupt:
        _fail(name, "interrupted", 130)


def _fail(name: str, message: str, code: int) -> NoReturn:
    print(f"{name}: {visible(message)}", file=sys.stderr)
    raise SystemExit(code)
