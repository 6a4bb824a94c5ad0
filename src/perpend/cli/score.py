"""`perpend score`: how alike two texts are by a trained PERP, and what each edit did to the score.

perpend score "A man plays a guitar." "A man is playing guitar."
perpend score --symmetric --json "one text" "another" --model model.json
perpend score --pairs pairs.tsv -o scored.tsv --model model.json
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.commands import unbundled
from perpend.cli.input import read_texts
from perpend.cli.options import AsJson, Explain, FirstText, Html, Model, Phrases, SecondText, Svg
from perpend.cli.output import (
    byte_progress,
    details_are_shown,
    print_answer,
    print_details,
    print_json,
    print_table,
    write_output,
)
from perpend.cli.reasons import reasons_of
from perpend.cli.tables import TableOptions
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.similarity.model import PerpModel
    from perpend.similarity.score import PerpScorer, Score

__all__ = ["open_scorer", "score"]


@unbundled
def score(
    table: TableOptions,
    text1: FirstText = None,
    text2: SecondText = None,
    model: Model = None,
    phrases: Phrases = None,
    swap: Annotated[bool, typer.Option("--swap", help="Exchange the two texts.")] = False,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="The mean of both directions.")] = False,
    explain: Explain = False,
    as_json: AsJson = False,
    svg: Svg = None,
    html: Html = None,
) -> None:
    """Show how alike two texts are, and why: one number, the drawing of the edits, and what each took off or added.

    The edits turn TEXT2 into TEXT1; --swap turns TEXT1 into TEXT2 instead.

    With --pairs, every row of a table gets a score; rows and columns stay as they are, the columns score, raw and error
    are added (JSON lines with --json). Rows without a score are named on stderr and make the exit code 1.

    Examples:

        perpend score "A man plays a guitar." "A man is playing guitar."

        perpend score --symmetric --html page.html "one text" "another" --model model.json

        perpend score --pairs pairs.tsv -o scored.tsv --model model.json

        cut -f 3,4 pairs.tsv | perpend score --pairs - --no-header --explain --json --model model.json
    """
    from perpend.batch.scored_pairs import Options, score_columns

    table.check(text1, text2)
    if sum(map(bool, (as_json, svg, html))) > 1:
        raise InputError("--json, --svg and --html exclude each other: give one of them")
    if table.pairs is not None and (svg or html):
        raise InputError("--svg and --html draw one pair: give TEXT1 TEXT2 instead of --pairs")
    scorer = open_scorer(model, phrases)
    if table.pairs is not None:
        columns = score_columns(scorer, Options(symmetric=symmetric, explain=explain))
        table.fill(columns, as_json=as_json, swap=swap)
        return
    first, second = read_texts(text1, text2)
    if swap:
        first, second = second, first
    found = scorer.score(first, second, symmetric)
    if as_json:
        print_json(found.to_dict())
    elif svg or html:
        write_output(svg or html, [found.alignment.to_svg() if svg else found.to_html(page=True)])
    else:
        _show(found, explain)


def open_scorer(model: "PerpModel | str | None" = None, phrases: Path | None = None) -> "PerpScorer":
    """The scorer of a model by name or file; the first use of a stored phrase table builds it, with a progress bar."""
    from perpend.similarity.score import PerpScorer
    from perpend.similarity.shipped import DEFAULT_MODEL, find_model, phrases_for

    found = find_model(model or DEFAULT_MODEL)
    with byte_progress() as report:
        return PerpScorer(found, phrases_for(found, phrases, report))


def _show(found: "Score", explain: bool) -> None:
    from perpend.alignment.drawing.terminal import draw_text
    from perpend.similarity import report

    low, high = found.scale
    headline = f"{found.value:.2f} on a scale from {low:g} to {high:g}"
    headline += ", the mean of both directions" if found.symmetric else ""
    print_answer(headline, reasons_of(found), draw_text(found.alignment, details=details_are_shown()))
    if explain or details_are_shown():
        print_table(report.COLUMNS, report.rows(found))
    print_details(f"raw score {found.raw:.4f}", found.signature)
