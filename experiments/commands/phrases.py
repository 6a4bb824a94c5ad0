"""`python -m experiments phrases`: what tables of paraphrases are worth, on training data and by hand."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.commands.options import AsJson, Mirror, Output, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

if TYPE_CHECKING:
    from experiments.phrase_tables import PhraseReport

__all__ = ["phrases"]


def phrases(
    phrases: Annotated[
        list[Path], typer.Option(metavar="TABLE", help="A table of paraphrases, one row each; may be repeated.")
    ],
    judgments: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Judged paraphrases, TSV: ref, hyp, p, right (yes or no).")
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, help="The number of seeds; figures are their mean.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="The first of these seeds.")] = 0,
    folds: Annotated[int, typer.Option(min=2, help="The number of folds of each training set.")] = 3,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the training data.")] = 100,
    rate: Annotated[float, typer.Option(help="The learning rate.")] = 0.1,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Cross-validate PERP with no table and with each table on the training sets of STS-2012; no test set is used.

    Also how many training pairs have a usable paraphrase, and the precision of judged paraphrases by probability.

    Examples:

        python -m experiments phrases --phrases meteor.phrases --phrases pivot.phrases -o results/phrases.json

        python -m experiments phrases --phrases pivot.phrases --judgments results/phrase-judgments.tsv --json
    """
    from experiments.datasets import read_sts2012
    from experiments.phrase_tables import PhraseSettings, evaluate_phrases, read_judgments
    from perpend.lexicon.phrases.table import PhraseTable

    check_output(output)
    settings = PhraseSettings(seeds, folds, epochs, rate, seed)
    opened = [PhraseTable.open(table) for table in phrases]
    judged = read_judgments(judgments) if judgments else []
    data = read_sts2012(mirror)
    with step_progress() as bar:
        report = evaluate_phrases(
            data,
            opened,
            settings,
            judged,
            bar,
        )
    if record_or_print(report.to_dict(), output, as_json):
        _show(report)
        print_end(report.to_dict(), output)


def _show(report: "PhraseReport") -> None:
    columns = list(report.rows[0].metrics)
    lines = []
    for row in report.rows:
        lines.append([row.system, "", *(f"{row.metrics[name]:.4f}" for name in columns)])
        if row.spread is not None:
            lines.append(["", "sd", *(f"{row.spread[name]:.4f}" if name in row.spread else "" for name in columns)])
    print_table(["table", "", *columns], lines, title="PERP by cross-validation on STS-2012's training sets")
    if report.bands:
        bands = [
            (f"{band.low:g} to {band.high:g}", band.judged, band.right, f"{band.right / band.judged:.2f}")
            for band in report.bands
        ]
        print_table(["probability", "judged", "right", "precision"], bands, title="Paraphrases judged by hand")
