"""`perpend paraphrase`: do two texts mean the same? Yes or no, with a probability and the words behind it.

perpend paraphrase "Acme bought the firm." "The firm was purchased by Acme."
perpend paraphrase --explain --json "one text" "another" --model my.model
perpend paraphrase --pairs pairs.tsv -o judged.tsv
"""

from functools import partial
from typing import TYPE_CHECKING

from perpend.cli.answering import Asked, Explained
from perpend.cli.commands import unbundled
from perpend.cli.options import FirstText, Model, Pipeline, SecondText
from perpend.cli.output import print_answer, print_details, print_table

if TYPE_CHECKING:
    from perpend.equivalence.model import ParaphraseModel
    from perpend.equivalence.recognizer import Paraphrase

__all__ = ["paraphrase"]

_SHOWN = 30
"""How many features are shown; JSON has all."""


@unbundled
def paraphrase(
    asked: Asked,
    text1: FirstText = None,
    text2: SecondText = None,
    model: Model = None,
    pipeline: Pipeline = "perpend",
) -> None:
    """Say whether two texts mean the same, how probable that answer is, and which words they share.

    With --pairs, every row of a table gets the columns value, probability and error (JSON lines with --json);
    --explain adds reasons and contributions. Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend paraphrase "Acme bought the firm." "The firm was purchased by Acme."

        perpend paraphrase --explain "one text" "another" --model my.model

        perpend paraphrase --pairs pairs.tsv -o judged.tsv
    """
    from perpend.equivalence.model import ParaphraseModel
    from perpend.learning.registry import load
    from perpend.text.annotate import Annotator

    asked.check(text1, text2)
    used = load(model, "paraphrase", annotator=Annotator(pipeline))
    assert isinstance(used, ParaphraseModel)
    asked.answer(used, (text1, text2), partial(_show, used))


def _show(model: "ParaphraseModel", found: "Paraphrase", explained: Explained) -> None:
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
