"""`perpend evaluate`: how well answers agree with people's judgments.

perpend evaluate pairs FILE       models and columns, on your own judged pairs
perpend evaluate metrics FILE     metrics of translation, on your own judged translations
"""

from typing import Any

from perpend.cli.commands import App, Group
from perpend.cli.evaluate_metrics import metrics
from perpend.cli.evaluate_pairs import pairs
from perpend.errors import InputError

__all__ = ["app"]

_MOVED = (
    "clss", "combination", "msrp", "names", "phrases", "rte1", "sick", "spelling", "sts2012", "sts2012-choices",
    "sts2012-pooling",
)  # fmt: skip
"""The published tables of version 0.1.0, which need data sets of the repository and are no part of the package."""


class _Evaluations(Group):
    """The commands; a table that was one of them in 0.1.0 is refused with a line that says where it is now."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name."""
        if cmd_name in _MOVED:
            raise InputError(
                f"the published table {cmd_name} is made by `python -m experiments {cmd_name}`, in a checkout of "
                "Perpend's repository"
            )
        return super().get_command(ctx, cmd_name)


app = App(
    help="How well answers agree with people's judgments.",
    example="perpend evaluate pairs judged.tsv --model perp-sts",
    group=_Evaluations,
)
app.command()(pairs)
app.command()(metrics)
