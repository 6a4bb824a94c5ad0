"""`perpend relate`: how related two texts are in meaning, of one size or of two, and what each kind of feature says.

perpend relate "A man plays a guitar." "Somebody makes music."
perpend relate --level phrase2word "large armoured warship" battleship
perpend relate --pairs pairs.tsv -o related.tsv
"""

from typing import TYPE_CHECKING

from perpend.cli.answering import Asked, Explained
from perpend.cli.commands import unbundled
from perpend.cli.options import FirstText, Level, Links, Model, Pipeline, SecondText
from perpend.cli.output import print_answer, print_details, print_table
from perpend.cli.score import show_likeness

if TYPE_CHECKING:
    from perpend.relatedness.relater import Relatedness

__all__ = ["relate"]


@unbundled
def relate(
    asked: Asked,
    text1: FirstText = None,
    text2: SecondText = None,
    model: Model = None,
    level: Level = "sentence",
    links: Links = None,
    pipeline: Pipeline = "perpend",
) -> None:
    """Say how related two texts are, and what raised or lowered the answer.

    Two texts of one size are asked of everyday-related, which compares them as `perpend score` does, but takes little
    off for a negation or another number. The other levels, and --model relate-sentence, are the system of a paper,
    which needs the extra nlp.

    For word2sense TEXT1 is a word such as attract#v and TEXT2 a sense of WordNet's, such as bewitch%2:37:00:: or
    bewitch.v.01. With --pairs, every row of a table gets the columns value and error, at the level sentence low and
    high too (JSON lines with --json); --explain adds base, reasons and contributions. Rows without an answer are named
    on stderr and make the exit code 1.

    Examples:

        perpend relate "A man plays a guitar." "Somebody makes music."

        perpend relate --level word2sense attract#v bewitch.v.01 --explain

        perpend relate --pairs pairs.tsv -o related.tsv
    """
    from perpend.lexicon.wordnet.link_table import LinkTable
    from perpend.relatedness.relater import relating_model
    from perpend.text.annotate import Annotator

    asked.check(text1, text2)
    used = relating_model(
        model,
        level=None if model is not None and level == "sentence" else level,
        annotator=Annotator(pipeline) if pipeline != "perpend" else None,
        links=LinkTable.read(links) if links else None,
    )
    asked.answer(used, (text1, text2), show_likeness if used.kind == "likeness" else _show)


def _show(found: "Relatedness", explained: Explained) -> None:
    low, high = found.scale
    mean = f"{found.base:.2f} is the mean of the training pairs"
    print_answer(f"{found.value:.2f} on a scale from {low:g} to {high:g}; {mean}", found.reasons)
    if explained:
        print_table(
            ["feature", "group", "value"],
            [[name, found.groups[name], f"{value:.4g}"] for name, value in found.features.items()],
        )
    print_details(f"raw value {found.raw:.4f}", found.signature)
