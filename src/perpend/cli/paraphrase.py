"""`perpend paraphrase`: do two texts mean the same? Yes or no, with a probability and the words behind it.

perpend paraphrase "Acme bought the firm." "The firm was purchased by Acme."
perpend paraphrase --explain --json "one text" "another" --model my.model
perpend paraphrase --pairs pairs.tsv -o judged.tsv
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
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

if TYPE_CHECKING:
    from perpend.equivalence.model import ParaphraseModel
    from perpend.equivalence.recognizer import Paraphrase

__all__ = ["paraphrase"]

_SHOWN = 30
"""So many features are shown to people; JSON has all."""


def paraphrase(
    text1: FirstText = None,
    text2: SecondText = None,
    model: Annotated[
        Path | None,
        typer.Option(metavar="MODEL", help="A model that `perpend train paraphrase` wrote; else the shipped one."),
    ] = None,
    pipeline: Pipeline = "perpend",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the features too; with --pairs, add a column of words.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    pairs: Table = None,
    output: TableOutput = "-",
    columns: Columns = None,
    no_header: NoHeader = False,
    allow_bad: AllowBad = False,
) -> None:
    """Say whether two texts mean the same, how probable that is, and which words match, by their tags.

    With --pairs, every row of a tab-separated file gets the columns answer, probability and error (JSON lines with
    --json). Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend paraphrase "Acme bought the firm." "The firm was purchased by Acme."

        perpend paraphrase --explain "one text" "another" --model my.model

        perpend paraphrase --pairs pairs.tsv -o judged.tsv
    """
    from perpend.batch.answering import answer_columns
    from perpend.equivalence.model import ParaphraseModel
    from perpend.learning.registry import load
    from perpend.text.annotate import Annotator

    for_tables = {"--output": output != "-", "--columns": columns, "--no-header": no_header, "--allow-bad": allow_bad}
    check_ways(pairs, (text1, text2), for_tables)
    used = load(model, "paraphrase", annotator=Annotator(pipeline))
    assert isinstance(used, ParaphraseModel)
    if pairs is not None:
        new = answer_columns(used, explain=explain)
        header = not no_header
        score_file(new, pairs, output, as_json=as_json, columns=columns or (), header=header, allow_bad=allow_bad)
        return
    first, second = read_texts(text1, text2)
    (judgment,) = used.explain_many([(first, second)])
    if as_json:
        facts = judgment.to_dict()
        print_json(facts if explain else {name: value for name, value in facts.items() if name != "features"})
        return
    _show(judgment)
    if explain:
        print_table(["feature", "value", "in spreads from the mean"], _features(judgment, used))
    print(judgment.signature)


def _show(judgment: "Paraphrase") -> None:
    print(f"{judgment.value}, with probability {judgment.probability:.2f}\n")
    columns = (judgment.matched, judgment.only_text1, judgment.only_text2)
    tags = dict.fromkeys(tag for column in columns for tag in column)
    rows = [[tag, *(", ".join(column.get(tag, [])) for column in columns)] for tag in tags]
    print_table(["tag", "matched", "only in the first", "only in the second"], rows)


def _features(judgment: "Paraphrase", model: "ParaphraseModel") -> list[list[str]]:
    """The features of the pair, those that are most unlike the training pairs' first."""
    spreads = (np.array(list(judgment.features.values())) - model.scaling.mean) / model.scaling.spread
    found = zip(judgment.features.items(), spreads.tolist(), strict=True)
    ranked = sorted(found, key=lambda one: -abs(one[1]))
    return [[name, f"{value:.4g}", f"{spread:+.2f}"] for (name, value), spread in ranked[:_SHOWN]]
