"""`perpend entail`: does a hypothesis follow from a text, contradict it, or neither? With the patterns that decided.

perpend entail "A boy is running in the park" "A child is running"
perpend entail --explain --json "A man is playing a guitar" "There is no man playing a guitar"
perpend entail --pairs pairs.tsv -o entailed.tsv
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.input import Pipeline, read_texts
from perpend.cli.output import print_json, print_table, visible
from perpend.cli.score_file import (
    AllowBad,
    Columns,
    NoHeader,
    Table,
    TableOutput,
    check_ways,
    score_file,
)

if TYPE_CHECKING:
    from perpend.entailment.recognizer import Entailment

__all__ = ["entail"]


def entail(
    text: Annotated[str | None, typer.Argument(metavar="TEXT", help="The text; - reads standard input.")] = None,
    hypothesis: Annotated[
        str | None, typer.Argument(metavar="HYPOTHESIS", help="What may follow from it; - reads standard input.")
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(metavar="MODEL", help="A model that `perpend train entail` wrote; else the shipped one."),
    ] = None,
    patterns_only: Annotated[
        bool, typer.Option("--patterns-only", help="Let the patterns decide, without the learned layer.")
    ] = False,
    pipeline: Pipeline = "perpend",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the frames of both too; with --pairs, add a column of patterns.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    pairs: Table = None,
    output: TableOutput = "-",
    columns: Columns = None,
    no_header: NoHeader = False,
    allow_bad: AllowBad = False,
) -> None:
    """Say whether the hypothesis follows from the text (ENTAILMENT), contradicts it, or neither (NEUTRAL), and why.

    With --pairs, every row of a tab-separated file gets the columns label, probability and error (JSON lines with
    --json). Rows without an answer are named on stderr and make the exit code 1.

    Examples:

        perpend entail "A boy is running in the park" "A child is running"

        perpend entail --explain "A man is playing a guitar" "There is no man playing a guitar"

        perpend entail --pairs pairs.tsv -o entailed.tsv
    """
    from perpend.batch.answering import answer_columns
    from perpend.entailment.model import EntailmentModel
    from perpend.learning.registry import load
    from perpend.text.annotate import Annotator

    for_tables = {"--output": output != "-", "--columns": columns, "--no-header": no_header, "--allow-bad": allow_bad}
    check_ways(pairs, (text, hypothesis), for_tables)
    used = load(model, "entailment", annotator=Annotator(pipeline), patterns_only=patterns_only)
    assert isinstance(used, EntailmentModel)
    if pairs is not None:
        new = answer_columns(used, explain=explain)
        header = not no_header
        score_file(new, pairs, output, as_json=as_json, columns=columns or (), header=header, allow_bad=allow_bad)
        return
    both = read_texts(text, hypothesis)
    (judgment,) = used.explain_many([(both[0], both[1])])
    frames = used.frames(both[0], both[1]) if explain else None
    if as_json:
        print_json({**judgment.to_dict(), **({"frames": frames} if frames else {})})
        return
    _show(judgment)
    if frames:
        rows = [[side, visible(frame)] for side, found in frames.items() for frame in found or ["(none)"]]
        print_table(["side", "frame"], rows)
    print(judgment.signature)


def _show(judgment: "Entailment") -> None:
    if judgment.probability is not None:
        print(
            f"{judgment.value}: with probability {judgment.probability:.2f}, relatedness {judgment.relatedness:.2f}\n"
        )
    else:
        print(f"{judgment.value}: by patterns, relatedness {judgment.relatedness:.2f}\n")
    print(f"patterns: {judgment.rule_label}, by the rule {judgment.rule!r}")
    for reason in judgment.reasons:
        print(f"  {visible(reason)}")
    print()
