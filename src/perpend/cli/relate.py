"""`perpend relate`: how related two texts are in meaning, of one size or of two, and what each kind of feature says.

perpend relate "A man plays a guitar." "Somebody makes music."
perpend relate --level phrase2word "large armoured warship" battleship
perpend relate --pairs pairs.tsv -o related.tsv
"""

from typing import TYPE_CHECKING

from perpend.cli.commands import unbundled
from perpend.cli.input import read_texts
from perpend.cli.options import AsJson, Explain, FirstText, Level, Links, Model, Pipeline, SecondText
from perpend.cli.output import details_are_shown, print_answer, print_details, print_json, print_table
from perpend.cli.reasons import reasons_of
from perpend.cli.tables import TableOptions

if TYPE_CHECKING:
    from perpend.relatedness.relater import Relatedness

__all__ = ["relate"]


@unbundled
def relate(
    table: TableOptions,
    text1: FirstText = None,
    text2: SecondText = None,
    model: Model = None,
    level: Level = "sentence",
    links: Links = None,
    pipeline: Pipeline = "perpend",
    explain: Explain = False,
    as_json: AsJson = False,
) -> None:
    """Say how related two texts are, and what each group of features added to the mean of the training pairs.

    For word2sense TEXT1 is a word such as attract#v and TEXT2 a sense of WordNet's, such as bewitch%2:37:00:: or
    bewitch.v.01. With --pairs, every row of a table gets the columns relatedness and error (JSON lines with --json).
    Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend relate "A man plays a guitar." "Somebody makes music."

        perpend relate --level word2sense attract#v bewitch.v.01 --explain

        perpend relate --pairs pairs.tsv -o related.tsv
    """
    from perpend.batch.related_pairs import relatedness_columns
    from perpend.lexicon.wordnet.link_table import LinkTable
    from perpend.relatedness.relater import Relater
    from perpend.text.annotate import Annotator

    table.check(text1, text2)
    annotator = Annotator(pipeline) if pipeline != "perpend" else None
    relater = Relater(model, level=level, annotator=annotator, links=LinkTable.read(links) if links else None)
    if table.pairs is not None:
        table.fill(relatedness_columns(relater, explain=explain), as_json=as_json)
        return
    found = relater.relate(*read_texts(text1, text2))
    if as_json:
        print_json(found.to_dict())
    else:
        _show(found, explain)


def _show(found: "Relatedness", explain: bool) -> None:
    low, high = found.scale
    print_answer(f"{found.value:.2f} on a scale from {low:g} to {high:g}", reasons_of(found))
    if explain or details_are_shown():
        print_table(
            ["feature", "group", "value"],
            [[name, found.groups[name], f"{value:.4g}"] for name, value in found.features.items()],
        )
    print_details(f"raw value {found.raw:.4f}", found.signature)
