"""`perpend paraphrase`: do two texts mean the same? Yes or no, with a probability and the words behind it.

perpend paraphrase "Acme bought the firm." "The firm was purchased by Acme."
perpend paraphrase --explain --json "one text" "another" --model my.model
perpend paraphrase --pairs pairs.tsv -o judged.tsv
"""

from typing import TYPE_CHECKING

from perpend.cli.commands import unbundled
from perpend.cli.input import read_texts
from perpend.cli.options import AsJson, Explain, FirstText, Model, Pipeline, SecondText
from perpend.cli.output import details_are_shown, print_answer, print_details, print_json, print_table
from perpend.cli.reasons import reasons_of
from perpend.cli.tables import TableOptions

if TYPE_CHECKING:
    from perpend.equivalence.model import ParaphraseModel
    from perpend.equivalence.recognizer import Judgment

__all__ = ["paraphrase"]

_SHOWN = 30
"""How many features --verbose shows; JSON has all."""


@unbundled
def paraphrase(
    table: TableOptions,
    text1: FirstText = None,
    text2: SecondText = None,
    model: Model = None,
    pipeline: Pipeline = "perpend",
    explain: Explain = False,
    as_json: AsJson = False,
) -> None:
    """Say whether two texts mean the same, how probable that is, and which words they share.

    With --pairs, every row of a table gets the columns answer, probability and error (JSON lines with --json). Rows
    without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend paraphrase "Acme bought the firm." "The firm was purchased by Acme."

        perpend paraphrase --explain "one text" "another" --model my.model

        perpend paraphrase --pairs pairs.tsv -o judged.tsv
    """
    from perpend.batch.judged_pairs import judgment_columns
    from perpend.equivalence.recognizer import ParaphraseRecognizer
    from perpend.text.annotate import Annotator

    table.check(text1, text2)
    recognizer = ParaphraseRecognizer(model, Annotator(pipeline))
    if table.pairs is not None:
        table.fill(judgment_columns(recognizer, explain=explain), as_json=as_json)
        return
    judgment = recognizer.judge(*read_texts(text1, text2))
    if as_json:
        facts = judgment.to_dict()
        print_json(facts if explain else {name: value for name, value in facts.items() if name != "features"})
    else:
        _show(judgment, recognizer.model, explain)


def _show(judgment: "Judgment", model: "ParaphraseModel", explain: bool) -> None:
    answer = "yes" if judgment.answer else "no"
    headline = f"{answer}: the texts mean the same with probability {judgment.probability:.2f}"
    print_answer(headline, reasons_of(judgment))
    if explain or details_are_shown():
        columns = (judgment.matched, judgment.only_first, judgment.only_second)
        tags = dict.fromkeys(tag for column in columns for tag in column)
        rows = [[tag, *(", ".join(column.get(tag, [])) for column in columns)] for tag in tags]
        print_table(["tag", "matched", "only in text 1", "only in text 2"], rows)
        print_table(["feature", "value", "in spreads from the mean"], _features(judgment, model))
    print_details(judgment.signature)


def _features(judgment: "Judgment", model: "ParaphraseModel") -> list[list[str]]:
    """The features of the pair, those that are most unlike the training pairs' first."""
    values = judgment.features.values()
    spreads = [
        (value - mean) / spread
        for value, mean, spread in zip(values, model.scaling.mean, model.scaling.spread, strict=True)
    ]
    found = zip(judgment.features.items(), spreads, strict=True)
    ranked = sorted(found, key=lambda one: -abs(one[1]))
    return [[name, f"{value:.4g}", f"{spread:+.2f}"] for (name, value), spread in ranked[:_SHOWN]]
