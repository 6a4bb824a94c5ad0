"""`perpend entail`: does a hypothesis follow from a text, contradict it, or neither? With the patterns that decided.

perpend entail "A boy is running in the park" "A child is running"
perpend entail --explain --json "A man is playing a guitar" "There is no man playing a guitar"
perpend entail --pairs pairs.tsv -o entailed.tsv
"""

from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.commands import unbundled
from perpend.cli.input import read_texts
from perpend.cli.options import AsJson, Explain, Model, Pipeline
from perpend.cli.output import print_answer, print_details, print_json, print_table
from perpend.cli.reasons import reasons_of
from perpend.cli.tables import TableOptions

if TYPE_CHECKING:
    from perpend.entailment.recognizer import EntailmentJudgment

__all__ = ["entail"]


@unbundled
def entail(
    table: TableOptions,
    text: Annotated[str | None, typer.Argument(metavar="TEXT", help="The text; - reads standard input.")] = None,
    hypothesis: Annotated[
        str | None, typer.Argument(metavar="HYPOTHESIS", help="What may follow from it; - reads standard input.")
    ] = None,
    model: Model = None,
    patterns_only: Annotated[
        bool, typer.Option("--patterns-only", help="Let the patterns decide, without the learned layer.")
    ] = False,
    pipeline: Pipeline = "perpend",
    explain: Explain = False,
    as_json: AsJson = False,
) -> None:
    """Say whether the hypothesis follows from the text (ENTAILMENT), contradicts it, or neither (NEUTRAL), and why.

    With --pairs, every row of a table gets the columns label, probability and error (JSON lines with --json). Rows
    without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend entail "A boy is running in the park" "A child is running"

        perpend entail --explain "A man is playing a guitar" "There is no man playing a guitar"

        perpend entail --pairs pairs.tsv -o entailed.tsv
    """
    from perpend.batch.entailed_pairs import entailment_columns
    from perpend.entailment.recognizer import EntailmentRecognizer
    from perpend.text.annotate import Annotator

    table.check(text, hypothesis)
    recognizer = EntailmentRecognizer(model, annotator=Annotator(pipeline), patterns_only=patterns_only)
    if table.pairs is not None:
        table.fill(entailment_columns(recognizer, explain=explain), as_json=as_json)
        return
    both = read_texts(text, hypothesis)
    judgment = recognizer.judge(both[0], both[1])
    frames = recognizer.frames(both[0], both[1]) if explain else {}
    if as_json:
        print_json({**judgment.to_dict(), **({"frames": frames} if frames else {})})
        return
    _show(judgment)
    if frames:
        rows = [[side, frame] for side, found in frames.items() for frame in found or ["(none)"]]
        print_table(["side", "frame"], rows)
    print_details(
        f"patterns: {judgment.rule_label}, by the rule {judgment.rule!r}",
        f"relatedness {judgment.relatedness:.4f}",
        judgment.signature,
    )


def _show(judgment: "EntailmentJudgment") -> None:
    how = "by patterns"
    if judgment.probabilities:
        how = f"with probability {judgment.probabilities[str(judgment.label)]:.2f}"
    print_answer(f"{judgment.label}, {how}", reasons_of(judgment))
