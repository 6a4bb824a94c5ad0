"""`perpend evaluate`: how well answers agree with people's judgments."""

import typer

from perpend.cli.evaluate_pairs import pairs

__all__ = ["app"]

app = typer.Typer(
    help="How well answers agree with people's judgments.",
    epilog="Example: `perpend evaluate pairs judged.tsv --model perp-sts`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


@app.callback()
def group() -> None:
    """How well answers agree with people's judgments."""


app.command()(pairs)
