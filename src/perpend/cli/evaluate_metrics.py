"""`perpend evaluate metrics`: how well metrics of translation agree with people, on anybody's judged translations.

perpend evaluate metrics judged.tsv --gold score --group segment
perpend evaluate metrics judged.tsv --gold errors --lower-is-better --metric TERp --column comet --against comet
"""

from pathlib import Path
from typing import Annotated

import typer

from perpend.cli.evaluating import AsJson, Output, check_output, show_report
from perpend.cli.output import step_progress
from perpend.cli.score_file import Columns

__all__ = ["metrics"]


def metrics(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Judged translations, with a line of column names.")],
    gold: Annotated[str, typer.Option(metavar="COLUMN", help="The column of the judgments, numbers.")] = "judgment",
    columns: Columns = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="WER, PER, BLEU, chrF, NIST, TER or TERp; may be repeated. [default: all of them]"
        ),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="A column of another metric's scores, higher is better; may be repeated."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC",
            help="Test all others against this metric or column; may be repeated. [default: the first row]",
        ),
    ] = None,
    group: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="A column that names the segment: only its translations are compared."),
    ] = None,
    lower_is_better: Annotated[
        bool, typer.Option("--lower-is-better", help="Judgments count errors: lower ones are better.")
    ] = False,
    samples: Annotated[int, typer.Option(min=1, help="How often rows are drawn anew for the intervals.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of these draws.")] = 0,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Measure how well metrics agree with people's judgments of single translations.

    The table has the columns ref, hyp and a judgment. Pearson, Spearman and Kendall over all rows; the accuracy of
    pairs of translations (acc_eq) and tau_b within segments. p is Williams' test of the difference in Pearson's r.

    Examples:

        perpend evaluate metrics judged.tsv --gold score --group segment

        perpend evaluate metrics judged.tsv --gold errors --lower-is-better --metric TERp --column comet --json
    """
    from perpend.evaluation.pairs import read_judged
    from perpend.evaluation.segments import METRICS, evaluate_metrics

    check_output(output)
    others = [name for name in against or () if name not in METRICS]
    data = read_judged(file, gold, columns=columns or (), group=group, systems=column or (), against=others)
    with step_progress() as bar:
        report = evaluate_metrics(
            data,
            metric or tuple(METRICS),
            against=against or (),
            lower_is_better=lower_is_better,
            samples=samples,
            seed=seed,
            progress=bar,
        )
    show_report(report, output, as_json)
