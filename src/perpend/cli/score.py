"""`perpend score`: how alike two texts are by a trained PERP, and what each edit did to the score.

perpend score "A man plays a guitar." "A man is playing guitar."
perpend score --symmetric --json "one text" "another" --model model.json
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.input import read_texts
from perpend.cli.output import byte_progress, print_json, print_table
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.similarity.score import PerpScorer, Score

__all__ = ["open_scorer", "score"]


def score(
    text1: Annotated[str, typer.Argument(metavar="TEXT1", help="The first text; - reads standard input.")],
    text2: Annotated[str, typer.Argument(metavar="TEXT2", help="The second text; - reads standard input.")],
    model: Annotated[
        str, typer.Option(metavar="MODEL", help="A name of `perpend models`, or a file that `perpend train` wrote.")
    ] = "perp-sts",
    phrases: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="The model's phrase table, if it is not in the store.")
    ] = None,
    swap: Annotated[bool, typer.Option("--swap", help="Exchange the two texts.")] = False,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="The mean of both directions.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the picture to this SVG file.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page to this HTML file.")] = None,
) -> None:
    """Show how alike two texts are, and why: the value, the drawing and what each edit took off or added.

    The edits turn TEXT2 into TEXT1; --swap turns TEXT1 into TEXT2 instead.

    Examples:

        perpend score "A man plays a guitar." "A man is playing guitar."

        perpend score --symmetric --html page.html "one text" "another" --model model.json
    """

    if sum(map(bool, (as_json, svg, html))) > 1:
        raise InputError("--json, --svg and --html exclude each other: give one of them")
    scorer = open_scorer(model, phrases)
    first, second = read_texts(text1, text2)
    if swap:
        first, second = second, first
    _show(scorer.score(first, second, symmetric), as_json, svg, html)


def open_scorer(model: str, phrases: Path | None = None) -> "PerpScorer":
    """The scorer of a model by name or file; the first use of a stored phrase table builds it, with a progress bar."""
    from perpend.similarity.score import PerpScorer
    from perpend.similarity.shipped import find_model, phrases_for

    found = find_model(model)
    with byte_progress() as report:
        return PerpScorer(found, phrases_for(found, phrases, report))


def _show(score: "Score", as_json: bool, svg: Path | None, html: Path | None) -> None:
    from perpend.lexicon.arrays import write_text
    from perpend.similarity import report

    if as_json:
        print_json(score.to_dict())
    elif svg:
        write_text(svg, score.alignment.to_svg())
    elif html:
        write_text(html, score.to_html(page=True))
    else:
        print(report.headline(score), score.alignment.draw(), sep="\n\n", end="\n\n")
        print_table(report.COLUMNS, report.rows(score))
        print(score.signature)
