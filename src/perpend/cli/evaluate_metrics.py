"""`perpend evaluate metrics`: how well metrics of translation agree with people, on anybody's judged translations.

perpend evaluate metrics judged.tsv --gold score --group segment
perpend evaluate metrics judged.tsv --gold errors --lower-is-better --metric TERp --column comet --against comet
"""

from typing import Annotated

import typer

from perpend.cli.completing import one_of
from perpend.cli.evaluating import Grouped, JudgedFile, OtherColumns, Rivals, Samples, show_report
from perpend.cli.options import AsJson, Columns, Gold, Output, Seed
from perpend.cli.output import step_progress

__all__ = ["metrics"]


def metrics(
    file: JudgedFile,
    gold: Gold = "judgment",
    columns: Columns = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            help="A metric; may be repeated. [default: all of them]",
            **one_of("WER", "PER", "BLEU", "chrF", "NIST", "TER", "TERp", metavar="NAME"),
        ),
    ] = None,
    column: OtherColumns = None,
    against: Rivals = None,
    group: Grouped = None,
    lower_is_better: Annotated[
        bool, typer.Option("--lower-is-better", help="Judgments count errors: lower ones are better.")
    ] = False,
    samples: Samples = 1000,
    seed: Seed = 0,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Measure how well metrics agree with people's judgments of single translations.

    The table has the columns ref, hyp and a judgment; WER, PER, BLEU, chrF, NIST, TER and TERp are measured, and any
    --column in which higher is better. Pearson, Spearman and Kendall over all rows; the accuracy of pairs of
    translations (acc_eq) and tau_b within segments, which --group names. p is Williams' test of the difference in
    Pearson's r.

    Examples:

        perpend evaluate metrics judged.tsv --gold score --group segment

        perpend evaluate metrics judged.tsv --gold errors --lower-is-better --metric TERp --column comet --json
    """
    from perpend.evaluation.pairs import read_judged
    from perpend.evaluation.segments import METRICS, evaluate_metrics

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
