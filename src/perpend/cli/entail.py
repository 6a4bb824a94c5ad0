"""`perpend entail`: does a hypothesis follow from a text, contradict it, or neither? With the patterns that decided.

perpend entail "A boy is running in the park" "A child is running"
perpend entail --explain --json "A man is playing a guitar" "There is no man playing a guitar"
perpend entail --pairs pairs.tsv -o entailed.tsv
"""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.answering import Asked, Explained
from perpend.cli.commands import unbundled
from perpend.cli.options import Model, Pipeline
from perpend.cli.output import print_answer, print_details, print_table

if TYPE_CHECKING:
    from perpend.entailment.model import EntailmentModel
    from perpend.entailment.recognizer import Entailment

__all__ = ["entail"]

_MEANINGS = {
    "ENTAILMENT": "the hypothesis follows from the text",
    "CONTRADICTION": "the hypothesis contradicts the text",
    "NEUTRAL": "the hypothesis neither follows from the text nor contradicts it",
}


@unbundled
def entail(
    asked: Asked,
    text: Annotated[str | None, typer.Argument(metavar="TEXT", help="The text; - reads standard input.")] = None,
    hypothesis: Annotated[
        str | None, typer.Argument(metavar="HYPOTHESIS", help="What may follow from it; - reads standard input.")
    ] = None,
    model: Model = None,
    patterns_only: Annotated[
        bool, typer.Option("--patterns-only", help="Let the patterns decide, without the learned layer.")
    ] = False,
    pipeline: Pipeline = "perpend",
) -> None:
    """Say whether the hypothesis follows from the text (ENTAILMENT), contradicts it, or neither (NEUTRAL), and why.

    With --pairs, every row of a table gets the columns value, probability and error (JSON lines with --json);
    --explain adds reasons and contributions. Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend entail "A boy is running in the park" "A child is running"

        perpend entail --explain "A man is playing a guitar" "There is no man playing a guitar"

        perpend entail --pairs pairs.tsv -o entailed.tsv
    """
    from perpend.entailment.model import EntailmentModel
    from perpend.learning.registry import load
    from perpend.text.annotate import Annotator

    asked.check(text, hypothesis)
    used = load(model, "entailment", annotator=Annotator(pipeline), patterns_only=patterns_only)
    assert isinstance(used, EntailmentModel)

    asked.answer(used, (text, hypothesis), partial(_show, used), more=lambda *texts: {"frames": used.frames(*texts)})


def _show(model: "EntailmentModel", found: "Entailment", explained: Explained) -> None:
    how = "by patterns" if found.probability is None else f"with probability {found.probability:.2f}"
    print_answer(f"{found.value}: {_MEANINGS[found.value]}, {how}", found.reasons)
    if explained:
        frames = model.frames(*explained)
        print_table(["side", "frame"], [[side, one] for side, shown in frames.items() for one in shown or ["(none)"]])
    print_details(
        f"patterns: {found.rule_label}, by the rule {found.rule!r}",
        f"relatedness {found.relatedness:.4f}",
        found.signature,
    )
