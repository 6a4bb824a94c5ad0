"""`perpend score`: how alike two texts are by a trained PERP, and what each edit did to the score.

perpend score "A man plays a guitar." "A man is playing guitar."
perpend score --symmetric --json "one text" "another" --model model.json
perpend score --pairs pairs.tsv -o scored.tsv --model model.json
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.answering import Asked, Explained
from perpend.cli.commands import unbundled
from perpend.cli.options import FirstText, Model, Phrases, SecondText, Svg
from perpend.cli.output import byte_progress, details_are_shown, print_answer, print_details, print_table

if TYPE_CHECKING:
    from perpend.similarity.model import PerpModel
    from perpend.similarity.score import Score

__all__ = ["open_model", "score"]


@unbundled
def score(
    asked: Asked,
    text1: FirstText = None,
    text2: SecondText = None,
    model: Model = None,
    phrases: Phrases = None,
    swap: Annotated[bool, typer.Option("--swap", help="Exchange the two texts.")] = False,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="The mean of both directions.")] = False,
    svg: Svg = None,
) -> None:
    """Show how alike two texts are, and why: one number, the drawing of the edits, and the reasons.

    The edits turn TEXT2 into TEXT1; --swap turns TEXT1 into TEXT2 instead.

    With --pairs, every row of a table gets the columns value and error (JSON lines with --json); --explain adds raw,
    base, reasons and contributions. Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend score "A man plays a guitar." "A man is playing guitar."

        perpend score --symmetric --html page.html "one text" "another" --model model.json

        perpend score --pairs pairs.tsv -o scored.tsv --model model.json

        cut -f 3,4 pairs.tsv | perpend score --pairs - --no-header --explain --json --model model.json
    """
    asked.check(text1, text2, svg)
    asked.answer(open_model(model, phrases, symmetric=symmetric), (text1, text2), _show, swap=swap, svg=svg)


def open_model(model: str | None, phrases: Path | None = None, *, symmetric: bool = False) -> "PerpModel":
    """A model by name or file; the first use of a stored phrase table builds it, with a progress bar."""
    from perpend.learning.registry import load
    from perpend.similarity.model import PerpModel, phrases_for

    found = load(model, "perp")
    assert isinstance(found, PerpModel)
    with byte_progress() as report:
        return found.using(symmetric=symmetric, phrase_table=phrases_for(found, phrases, report))


def _show(found: "Score", explained: Explained) -> None:
    from perpend.alignment.drawing.terminal import draw_text
    from perpend.similarity import report

    low, high = found.scale
    headline = f"{found.value:.2f} on a scale from {low:g} to {high:g}"
    headline += ", the mean of both directions" if found.symmetric else ""
    picture = draw_text(found.alignment, details=details_are_shown(), sides=("text 2", "text 1"))
    print_answer(headline, found.reasons, picture)
    if explained:
        print_table(report.COLUMNS, report.rows(found))
    print_details(f"raw score {found.raw:.4f}", found.signature)
