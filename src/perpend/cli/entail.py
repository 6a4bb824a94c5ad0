"""`perpend entail`: does a hypothesis follow from a text, contradict it, or neither? With a probability and reasons.

perpend entail "A boy is running in the park" "A child is running"
perpend entail --explain --json "A man is playing a guitar" "There is no man playing a guitar" --model entail-sick
perpend entail --pairs pairs.tsv -o entailed.tsv
"""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.answering import Asked, Explained
from perpend.cli.commands import unbundled
from perpend.cli.options import Model, Pipeline
from perpend.cli.output import print_answer, print_details, print_table, width

if TYPE_CHECKING:
    from perpend.entailment.everyday import EverydayEntailment
    from perpend.entailment.model import EntailmentModel
    from perpend.entailment.recognizer import Entailment
    from perpend.learning.model import Model as LearnedModel

__all__ = ["entail"]


@unbundled
def entail(
    asked: Asked,
    text: Annotated[str | None, typer.Argument(metavar="TEXT", help="The text; - reads standard input.")] = None,
    hypothesis: Annotated[
        str | None, typer.Argument(metavar="HYPOTHESIS", help="What may follow from it; - reads standard input.")
    ] = None,
    model: Model = None,
    prior: Annotated[
        float | None,
        typer.Option(
            "--prior",
            min=0.01,
            max=0.99,
            help="The share of pairs that follow among those that you ask about. [default: as in training]",
        ),
    ] = None,
    least_confidence: Annotated[
        float | None,
        typer.Option(
            "--least-confidence",
            min=0.34,
            max=1,
            help='Say "can\'t tell" if an answer is less probable than that; 0.34 is nearly never. [default: 0.4]',
        ),
    ] = None,
    patterns_only: Annotated[
        bool, typer.Option("--patterns-only", help="Let the patterns of entail-sick decide, without its learned layer.")
    ] = False,
    pipeline: Pipeline = "perpend",
) -> None:
    """Say whether the hypothesis follows from the text (ENTAILMENT), contradicts it, or neither (NEUTRAL), and why.

    The default model is entail-everyday; --prior and --least-confidence are its options. --model entail-sick is the
    paper's, for captions; --patterns-only is its option.

    With --pairs, every row of a table gets the columns value, probability and error (JSON lines with --json);
    --explain adds reasons and contributions. Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend entail "A boy is running in the park" "A child is running"

        perpend entail --explain "A man is playing a guitar" "There is no man playing a guitar"

        perpend entail "Tom forgot to call." "Tom called." --least-confidence 0.6

        perpend entail --pairs pairs.tsv -o entailed.tsv
    """
    from perpend.entailment.recognizer import entailing_model
    from perpend.text.annotate import Annotator

    asked.check(text, hypothesis)
    given = {
        "prior": prior,
        "least_confidence": least_confidence,
        "patterns_only": patterns_only or None,
        "annotator": Annotator(pipeline) if pipeline != "perpend" else None,
    }
    used = entailing_model(model, **{name: one for name, one in given.items() if one is not None})
    if used.kind == "inference":
        asked.answer(used, (text, hypothesis), _show_everyday)
    else:
        _answer_by_patterns(asked, used, text, hypothesis)


def _show_everyday(found: "EverydayEntailment", explained: Explained) -> None:
    from perpend.similarity import likeness_report as report

    why = [*found.reasons, *(f"less certain: {one}" for one in found.warnings)]
    print_answer(found.headline, why, report.draw_picture(found.comparison, width()))
    if explained:
        print_table(["contribution", "points"], found.rows())
    print_details(found.signature)


def _answer_by_patterns(asked: Asked, model: "LearnedModel", text: str | None, hypothesis: str | None) -> None:
    from perpend.entailment.model import EntailmentModel

    assert isinstance(model, EntailmentModel)
    used = model
    asked.answer(used, (text, hypothesis), partial(_show, used), more=lambda *texts: {"frames": used.frames(*texts)})


def _show(model: "EntailmentModel", found: "Entailment", explained: Explained) -> None:
    from perpend.entailment.everyday import MEANINGS

    how = "by patterns" if found.probability is None else f"with probability {found.probability:.2f}"
    print_answer(f"{found.value}: {MEANINGS[found.value]}, {how}", found.reasons)
    if explained:
        frames = model.frames(*explained)
        print_table(["side", "frame"], [[side, one] for side, shown in frames.items() for one in shown or ["(none)"]])
    print_details(
        f"patterns: {found.rule_label}, by the rule {found.rule!r}",
        f"relatedness {found.relatedness:.4f}",
        found.signature,
    )
