"""`perpend evaluate`: make published tables again, ours beside the paper's; `pairs` measures on anybody's data."""

import typer

from perpend.cli.evaluate_combination import combination
from perpend.cli.evaluate_metrics import metrics
from perpend.cli.evaluate_names import names
from perpend.cli.evaluate_pairs import pairs
from perpend.cli.evaluate_paraphrase import msrp, rte1
from perpend.cli.evaluate_phrases import phrases
from perpend.cli.evaluate_spelling import spelling
from perpend.cli.evaluate_sts2012 import sts2012
from perpend.cli.evaluate_training import choices, pooling

__all__ = ["app"]

app = typer.Typer(
    help="Published tables, made again from data with human judgments.",
    epilog="Example: `perpend evaluate sts2012 --phrases meteor.phrases -o results/sts2012.json`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


@app.callback()
def group() -> None:
    """Published tables, made again from data with human judgments."""


app.command()(metrics)
app.command()(msrp)
app.command()(rte1)
app.command()(pairs)
app.command("sts2012-choices")(choices)
app.command("sts2012-pooling")(pooling)
app.command()(phrases)
app.command()(sts2012)
app.command()(combination)
app.command()(spelling)
app.command()(names)
