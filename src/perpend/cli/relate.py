"""`perpend relate`: how related two texts are in meaning, of one size or of two, and what each kind of feature says.

perpend relate "A man plays a guitar." "Somebody makes music."
perpend relate --level phrase2word "large armoured warship" battleship
perpend relate --pairs pairs.tsv -o related.tsv
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.input import Pipeline, read_texts
from perpend.cli.output import print_json, print_table
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
from perpend.errors import unknown_name

if TYPE_CHECKING:
    from perpend.relatedness.relater import Relatedness

__all__ = ["LevelName", "Links", "relate", "relatedness_name"]

LevelName = Annotated[
    str,
    typer.Option(
        metavar="LEVEL",
        help="sentence, paragraph2sentence, sentence2phrase, phrase2word or word2sense: what the two texts are.",
    ),
]
Links = Annotated[
    Path | None,
    typer.Option(metavar="TABLE", help="A table of links, article <TAB> article linking to it, if the model has it."),
]


def relate(
    text1: FirstText = None,
    text2: SecondText = None,
    level: LevelName = "sentence",
    model: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="A name of `perpend models`, or a file of `perpend train relate`."),
    ] = None,
    links: Links = None,
    pipeline: Pipeline = "perpend",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show all features too; with --pairs, add a column of shares.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    pairs: Table = None,
    output: TableOutput = "-",
    columns: Columns = None,
    no_header: NoHeader = False,
    allow_bad: AllowBad = False,
) -> None:
    """Say how related two texts are, and what each group of features added to the mean of the training pairs.

    For word2sense TEXT1 is a word such as attract#v and TEXT2 a sense of WordNet's, such as bewitch%2:37:00:: or
    bewitch.v.01. With --pairs, every row of a tab-separated file gets the columns relatedness and error (JSON lines
    with --json). Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend relate "A man plays a guitar." "Somebody makes music."

        perpend relate --level word2sense attract#v bewitch.v.01 --explain

        perpend relate --pairs pairs.tsv -o related.tsv
    """
    from perpend.batch.answering import answer_columns
    from perpend.learning.registry import load
    from perpend.lexicon.wordnet.link_table import LinkTable
    from perpend.relatedness.model import RelatednessModel
    from perpend.text.annotate import Annotator

    for_tables = {"--output": output != "-", "--columns": columns, "--no-header": no_header, "--allow-bad": allow_bad}
    check_ways(pairs, (text1, text2), for_tables)
    table = LinkTable.read(links) if links else None
    annotator = Annotator(pipeline) if pipeline != "perpend" else None
    asked = {} if model is None or level == "sentence" else {"level": level}
    used = load(relatedness_name(level) if model is None else model, "relatedness", **asked)
    used = used.using(annotator=annotator, links=table)
    assert isinstance(used, RelatednessModel)
    if pairs is not None:
        new = answer_columns(used, explain=explain)
        header = not no_header
        score_file(new, pairs, output, as_json=as_json, columns=columns or (), header=header, allow_bad=allow_bad)
        return
    first, second = read_texts(text1, text2)
    (found,) = used.explain_many([(first, second)])
    if as_json:
        print_json(found.to_dict())
        return
    _show(found, explain)


def relatedness_name(level: str) -> str:
    """The shipped model of a level."""
    from perpend.relatedness.families import LEVELS

    if level not in LEVELS:
        raise unknown_name("level", level, LEVELS)
    return f"relate-{level}"


def _show(found: "Relatedness", explain: bool) -> None:
    low, high = found.scale
    print(f"relatedness {found.value:.2f} on {low:g} to {high:g}\n")
    rows = [["mean of the training pairs", f"{found.base:+.3f}"]]
    rows += [[name, f"{share:+.3f}"] for name, share in sorted(found.shares.items(), key=lambda one: -abs(one[1]))]
    print_table(["group of features", "share"], rows)
    if explain:
        print_table(
            ["feature", "group", "value"],
            [[name, found.groups[name], f"{value:.4g}"] for name, value in found.features.items()],
        )
    print(found.signature)
