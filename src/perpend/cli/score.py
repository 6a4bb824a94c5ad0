"""`perpend score`: how alike two texts are by a trained PERP, and what each edit did to the score.

perpend score "A man plays a guitar." "A man is playing guitar."
perpend score --symmetric --json "one text" "another" --model model.json
perpend score --pairs pairs.tsv -o scored.tsv --model model.json

Files of pairs are the work of `score_file`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.input import read_texts
from perpend.cli.output import byte_progress, print_json, print_table
from perpend.cli.score_file import (
    AllowBad,
    Columns,
    FirstText,
    NoHeader,
    SecondText,
    Table,
    TableOutput,
    check_ways,
    score_file,
)
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.similarity.model import PerpModel
    from perpend.similarity.score import Score

__all__ = ["open_model", "score"]


def score(
    text1: FirstText = None,
    text2: SecondText = None,
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
    pairs: Table = None,
    output: TableOutput = "-",
    columns: Columns = None,
    no_header: NoHeader = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Add a column of what each edit did to the score, as JSON.")
    ] = False,
    allow_bad: AllowBad = False,
) -> None:
    """Show how alike two texts are, and why: the value, the drawing and what each edit took off or added.

    The edits turn TEXT2 into TEXT1; --swap turns TEXT1 into TEXT2 instead.

    With --pairs, every row of a tab-separated file gets a score; rows and columns stay as they are, the columns score,
    raw and error are added (JSON lines with --json). Rows without a score are named on stderr and make the exit code 1.

    Examples:

        perpend score "A man plays a guitar." "A man is playing guitar."

        perpend score --symmetric --html page.html "one text" "another" --model model.json

        perpend score --pairs pairs.tsv -o scored.tsv --model model.json

        cut -f 3,4 pairs.tsv | perpend score --pairs - --no-header --explain --json --model model.json
    """
    from perpend.batch.answering import answer_columns

    if sum(map(bool, (as_json, svg, html))) > 1:
        raise InputError("--json, --svg and --html exclude each other: give one of them")
    for_tables = {"--output": output != "-", "--columns": columns, "--no-header": no_header}
    check_ways(pairs, (text1, text2), {**for_tables, "--explain": explain, "--allow-bad": allow_bad})
    if pairs is not None and (svg or html):
        raise InputError("--svg and --html draw one pair: give TEXT1 TEXT2 instead of --pairs")
    used = open_model(model, phrases, symmetric=symmetric)
    if pairs is not None:
        score_file(
            answer_columns(used, explain=explain),
            pairs,
            output,
            swap=swap,
            as_json=as_json,
            columns=columns or (),
            header=not no_header,
            allow_bad=allow_bad,
        )
        return
    first, second = read_texts(text1, text2)
    if swap:
        first, second = second, first
    _show(used.explain(first, second), as_json, svg, html)


def open_model(model: str, phrases: Path | None = None, *, symmetric: bool = False) -> "PerpModel":
    """A model by name or file; the first use of a stored phrase table builds it, with a progress bar."""
    from perpend.learning.registry import load
    from perpend.similarity.model import PerpModel, phrases_for

    found = load(model, "perp")
    assert isinstance(found, PerpModel)
    with byte_progress() as report:
        return found.using(symmetric=symmetric, phrase_table=phrases_for(found, phrases, report))


def _show(score: "Score", as_json: bool, svg: Path | None, html: Path | None) -> None:
    from perpend.files.writing import write_text
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
