"""`perpend evaluate`: how well answers agree with people's judgments."""

from perpend.cli.commands import App
from perpend.cli.evaluate_pairs import pairs

__all__ = ["app"]

app = App(
    help="How well answers agree with people's judgments.",
    example="perpend evaluate pairs judged.tsv --model perp-sts",
)
app.command()(pairs)
