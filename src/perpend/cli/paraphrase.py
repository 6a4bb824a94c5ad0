"""`perpend paraphrase`: do two texts mean the same? Yes, no or "can't tell", with a probability and reasons.

perpend paraphrase "Acme bought the firm." "The firm was purchased by Acme."
perpend paraphrase --explain --json "one text" "another" --model paraphrase-msrp
perpend paraphrase --pairs pairs.tsv -o judged.tsv
"""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.answering import Asked, Explained
from perpend.cli.commands import unbundled
from perpend.cli.options import FirstText, Model, Pipeline, SecondText
from perpend.cli.output import print_answer, print_details, print_table, width

if TYPE_CHECKING:
    from perpend.equivalence.everyday import Equivalence
    from perpend.equivalence.model import ParaphraseModel
    from perpend.equivalence.recognizer import Paraphrase
    from perpend.learning.model import Model as LearnedModel

__all__ = ["paraphrase"]

_SHOWN = 30
"""How many features are shown; JSON has all."""


@unbundled
def paraphrase(
    asked: Asked,
    text1: FirstText = None,
    text2: SecondText = None,
    model: Model = None,
    prior: Annotated[
        float | None,
        typer.Option(
            "--prior", min=0.01, max=0.99, help="The share of yes among the pairs that you ask about. [default: 0.5]"
        ),
    ] = None,
    least_confidence: Annotated[
        float | None,
        typer.Option(
            "--least-confidence",
            min=0.5,
            max=1,
            help='Say "can\'t tell" if an answer is less probable than that; 0.5 is never. [default: 0.55]',
        ),
    ] = None,
    pipeline: Pipeline = "perpend",
) -> None:
    """Say whether two texts mean the same, how probable that answer is, and why.

    The default model, paraphrase-everyday, needs no tagger: --prior and --least-confidence are its options. The paper's
    model, --model paraphrase-msrp, and those of `perpend train paraphrase` need the extra nlp; --pipeline is theirs.

    With --pairs, every row of a table gets the columns value, probability and error (JSON lines with --json);
    --explain adds reasons and contributions. Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend paraphrase "Acme bought the firm." "The firm was purchased by Acme."

        perpend paraphrase --explain "one text" "another" --prior 0.7

        perpend paraphrase --pairs pairs.tsv -o judged.tsv --least-confidence 0.8
    """
    from perpend.equivalence.recognizer import judging_model
    from perpend.text.annotate import Annotator

    asked.check(text1, text2)
    given = {
        "prior": prior,
        "least_confidence": least_confidence,
        "annotator": Annotator(pipeline) if pipeline != "perpend" else None,
    }
    used = judging_model(model, **{name: one for name, one in given.items() if one is not None})
    asked.answer(used, (text1, text2), _show if used.kind == "equivalence" else partial(_show_words, used))


def _show(found: "Equivalence", explained: Explained) -> None:
    from perpend.similarity import likeness_report as report

    picture = report.draw_picture(found.comparison, width())
    print_answer(found.headline, report.shown_reasons(found.comparison), picture)
    if explained:
        print_table(["contribution", "points"], found.rows())
    print_details(found.signature)


def _show_words(model: "LearnedModel", found: "Paraphrase", explained: Explained) -> None:
    from perpend.equivalence.model import ParaphraseModel

    assert isinstance(model, ParaphraseModel)
    meaning = "mean the same" if found.value == "yes" else "do not mean the same"
    print_answer(f"{found.value}: the texts {meaning}, with probability {found.probability:.2f}", found.reasons)
    if explained:
        columns = (found.matched, found.only_text1, found.only_text2)
        tags = dict.fromkeys(tag for column in columns for tag in column)
        rows = [[tag, *(", ".join(column.get(tag, [])) for column in columns)] for tag in tags]
        print_table(["tag", "matched", "only in text 1", "only in text 2"], rows)
        print_table(["feature", "value", "in spreads from the mean"], _features(found, model))
    print_details(found.signature)


def _features(found: "Paraphrase", model: "ParaphraseModel") -> list[list[str]]:
    """The features of the pair, those that are most unlike the training pairs' first."""
    values = found.features.values()
    spreads = [
        (value - mean) / spread
        for value, mean, spread in zip(values, model.scaling.mean, model.scaling.spread, strict=True)
    ]
    ranked = sorted(zip(found.features.items(), spreads, strict=True), key=lambda one: -abs(one[1]))
    return [[name, f"{value:.4g}", f"{spread:+.2f}"] for (name, value), spread in ranked[:_SHOWN]]
