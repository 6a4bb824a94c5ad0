"""`perpend score`: how alike two texts are, and why.

perpend score "He paid two hours early." "He paid nine hours early."
perpend score --json "one text" "another" --model perp-sts --symmetric
perpend score --pairs pairs.tsv -o scored.tsv --explain
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.answering import Asked, Explained
from perpend.cli.commands import unbundled
from perpend.cli.options import FirstText, Model, Phrases, SecondText, Svg
from perpend.cli.output import byte_progress, details_are_shown, print_answer, print_details, print_table, width
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.learning.model import Model as LearnedModel
    from perpend.similarity.likeness import Likeness
    from perpend.similarity.score import Score

__all__ = ["open_model", "score", "show_likeness"]


@unbundled
def score(
    asked: Asked,
    text1: FirstText = None,
    text2: SecondText = None,
    model: Model = None,
    phrases: Phrases = None,
    strictness: Annotated[
        float | None,
        typer.Option(
            "--strictness",
            min=0,
            max=1,
            help="How much changes of meaning count, such as negations. [default: 1]",
        ),
    ] = None,
    swap: Annotated[bool, typer.Option("--swap", help="Exchange the two texts.")] = False,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="The mean of both directions.")] = False,
    svg: Svg = None,
) -> None:
    """Show how alike two texts are, and why: one number, both texts with their links, and the reasons.

    The default model, everyday, gives one value for both orders of the texts. Models of PERP (perp-sts and others)
    count the edits that turn TEXT2 into TEXT1; --phrases, --symmetric and --svg are theirs, --strictness is not.

    With --pairs, every row of a table gets the columns value, low, high and error (JSON lines with --json); --explain
    adds base, reasons, warnings and contributions. Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend score "He paid two hours early." "He paid nine hours early."

        perpend score --strictness 0.25 --html page.html "one text" "another"

        perpend score --pairs pairs.tsv -o scored.tsv --explain

        cut -f 3,4 pairs.tsv | perpend score --pairs - --no-header --json --model perp-sts
    """
    asked.check(text1, text2, svg)
    found = open_model(model, phrases, symmetric=symmetric, strictness=strictness)
    if svg and found.kind != "perp":
        raise InputError(f"--svg draws the edits of models of the kind perp, {found.identity} has none: give --html")
    show = show_likeness if found.kind == "likeness" else _show_edits
    asked.answer(found, (text1, text2), show, swap=swap, svg=svg)


def open_model(
    model: str | None, phrases: Path | None = None, *, symmetric: bool = False, strictness: float | None = None
) -> "LearnedModel":
    """A model by name or file; the first use of a stored phrase table builds it, with a progress bar."""
    from perpend.similarity.likeness import scoring_model
    from perpend.similarity.model import PerpModel, phrases_for

    found = scoring_model(model)
    if not isinstance(found, PerpModel):
        if phrases:
            raise InputError(f"--phrases is for models of the kind perp, {found.identity} takes no table: leave it out")
        return found if strictness is None else found.using(strictness=strictness)
    if strictness is not None:
        raise InputError(f"--strictness is for models of the kind likeness, not for {found.identity}: leave it out")
    with byte_progress() as report:
        return found.using(symmetric=symmetric, phrase_table=phrases_for(found, phrases, report))


def show_likeness(found: "Likeness", explained: Explained) -> None:
    """Prints a likeness for people: the number, the picture, the reasons; if `explained`, the contributions too."""
    from perpend.similarity import likeness_report as report

    picture = report.draw_picture(found, width())
    print_answer(report.headline(found), report.shown_reasons(found), picture)
    if explained:
        print_table(report.COLUMNS, report.rows(found))
    print_details(found.signature)


def _show_edits(found: "Score", explained: Explained) -> None:
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
