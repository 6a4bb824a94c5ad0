"""`perpend evaluate`: how well answers agree with people's judgments.

perpend evaluate pairs FILE       models and columns, on your own judged pairs
perpend evaluate metrics FILE     metrics of translation, on your own judged translations
"""

import typer

from perpend.cli.evaluate_metrics import metrics
from perpend.cli.evaluate_pairs import pairs
from perpend.errors import InputError

__all__ = ["app"]

app = typer.Typer(
    help="How well answers agree with people's judgments.",
    epilog="Example: `perpend evaluate pairs judged.tsv --model perp-sts`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)
app.command()(pairs)
app.command()(metrics)

_MOVED = (
    "clss", "combination", "msrp", "names", "phrases", "rte1", "sick", "spelling", "sts2012", "sts2012-choices",
    "sts2012-pooling",
)  # fmt: skip
"""The published tables of version 0.1.0, which need the repository's data sets and are no part of the package."""


def _moved(context: typer.Context) -> None:
    raise InputError(
        f"the published table {context.info_name} is made by `python -m experiments {context.info_name}`, "
        "in a checkout of Perpend's repository"
    )


for _name in _MOVED:
    app.command(
        _name,
        hidden=True,
        add_help_option=False,
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    )(_moved)
