"""`perpend evaluate`: make published tables again, ours beside the paper's; `pairs` measures on anybody's data."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.evaluate_metrics import metrics
from perpend.cli.evaluate_pairs import pairs
from perpend.cli.evaluate_paraphrase import msrp, rte1
from perpend.cli.evaluate_phrases import phrases as evaluate_phrases
from perpend.cli.evaluate_training import choices, pooling
from perpend.cli.output import print_json, print_table, probability, progress
from perpend.errors import InputError
from perpend.lexicon.arrays import write_text

if TYPE_CHECKING:
    from perpend.evaluation.combination import TaskReport
    from perpend.evaluation.sts2012 import Report

__all__ = ["app"]

app = typer.Typer(
    help="Published tables, made again from data with human judgments.",
    epilog="Example: `perpend evaluate sts2012 --phrases meteor.phrases -o results/sts2012.json`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


@app.callback()
def group() -> None:
    """Published tables, made again from data with human judgments."""


app.command()(metrics)
app.command()(msrp)
app.command()(rte1)
app.command()(pairs)
app.command("sts2012-choices")(choices)
app.command("sts2012-pooling")(pooling)
app.command(name="phrases")(evaluate_phrases)


@app.command()
def sts2012(
    phrases: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="A table of paraphrases, for PERPphrases and TERp.")
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, help="PERP's rows are the mean over so many seeds.")] = 5,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the training data.")] = 200,
    rate: Annotated[float, typer.Option(help="How far each example moves the weights.")] = 0.01,
    mirror: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the folder sts2012 is; else PERPEND_MIRROR.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the result here too, as JSON.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Train and score PERP, TERp and a baseline on SemEval-2012 task 6, beside the figures of PERP's paper.

    Correlations with human judgments; below PERP's figures, their standard deviation over seeds. Intervals hold
    95 % of the figures that drawing the pairs anew gives; p is Williams', of the difference to TERp (tuned).

    Examples:

        perpend evaluate sts2012

        perpend evaluate sts2012 --phrases meteor.phrases --seeds 5 -o results/sts2012.json

        perpend evaluate sts2012 --mirror data --seeds 1 --epochs 20 --json
    """
    from perpend.evaluation.datasets import read_sts2012
    from perpend.evaluation.sts2012 import Settings, evaluate_sts2012
    from perpend.lexicon.phrase_table import PhraseTable

    # A run takes minutes: what would fail at its end is asked first.
    if output and not output.absolute().parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent}: make it, or name another file")
    settings = Settings(seeds, epochs, rate)
    table = PhraseTable.open(phrases) if phrases else None
    data = read_sts2012(mirror)
    with progress() as bar:
        task = bar.add_task("", total=None)
        report = evaluate_sts2012(
            data,
            table,
            settings,
            lambda what, done, total: bar.update(task, description=what, completed=done, total=total),
        )
    if output:
        write_text(output, json.dumps(report.to_dict(), indent=2) + "\n")
    _show(report, output, as_json)


@app.command()
def combination(
    task: Annotated[
        list[str] | None,
        typer.Option(
            metavar="wmt10/fr-en|...", help="wmt10/de-en, wmt10/fr-en, wmt22/zh-en; repeatable. [default: all]"
        ),
    ] = None,
    phrases: Annotated[Path | None, typer.Option(metavar="TABLE", help="A table of paraphrases, for TERp.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of search and learning when tuning.")] = 4,
    seed: Annotated[int, typer.Option(min=0, help="Where tuning begins.")] = 0,
    samples: Annotated[int, typer.Option(min=1, help="Samples of each test of a difference.")] = 1_000,
    threads: Annotated[int | None, typer.Option(min=1, max=64, help="Threads that align.")] = None,
    mirror: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the folder wmt is; else PERPEND_MIRROR.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Record the result here as JSON; other tasks there stay."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Combine the outputs of WMT's translation systems: the rows of Table 2 of the paper, and published combinations.

    BLEU, TERp and lengths, and whether differences between rows could be chance.

    Examples:

        perpend evaluate combination --phrases meteor.phrases -o results/combination.json

        perpend evaluate combination --task wmt10/fr-en --rounds 2 --json
    """
    from perpend.combination.tuning import Tuning
    from perpend.errors import unknown_name
    from perpend.evaluation.combination import Settings, evaluate_task, record_of
    from perpend.evaluation.wmt_outputs import WMT_TASKS, read_wmt_task
    from perpend.lexicon.phrase_table import PhraseTable

    if output and not output.absolute().parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent}: make it, or name another file")
    for name in task or ():
        if name not in WMT_TASKS:
            raise unknown_name("task", name, WMT_TASKS)
    recorded = _recorded(output)
    table = PhraseTable.open(phrases) if phrases else None
    settings = Settings(Tuning(rounds=rounds, seed=seed), samples=samples, threads=threads)
    reports = []
    with progress() as bar:
        shown = bar.add_task("", total=None)
        for name in task or WMT_TASKS:
            data = read_wmt_task(name, mirror)
            reports.append(
                evaluate_task(
                    data,
                    table,
                    settings,
                    lambda what, done, total: bar.update(shown, description=what, completed=done, total=total),
                )
            )
            recorded[name] = reports[-1].to_dict()
            if output:
                write_text(output, json.dumps(record_of(recorded), indent=2, ensure_ascii=False) + "\n")
    if as_json:
        print_json(record_of({report.task: report.to_dict() for report in reports}))
    else:
        for report in reports:
            _show_combination(report)


def _recorded(output: Path | None) -> dict[str, dict[str, object]]:
    """The tasks that a file has already."""
    if output is None or not output.exists():
        return {}
    try:
        tasks = json.loads(output.read_text(encoding="utf-8"))["tasks"]
    except (ValueError, KeyError, TypeError):
        tasks = None
    if not isinstance(tasks, dict):
        raise InputError(f"{output} is no record of combinations: name another file")
    return tasks


def _show_combination(report: "TaskReport") -> None:
    rows = [
        [name, *(f"{row[metric]:.2f}" for metric in ("BLEU", "TERp")), f"{row['length']:.3f}"]
        for name, row in report.rows.items()
    ]
    print_table(["system", "BLEU", "TERp", "length"], rows, title=report.task)
    tested = [
        [one["system"], one["minus"], *(f"{one[m]['difference']:+.2f} (p {one[m]['p']:.3f})" for m in ("BLEU", "TERp"))]
        for one in report.differences
    ]
    print_table(["system", "minus", "BLEU", "TERp"], tested, title="paired bootstrap")
    print(report.signature)


def _show(report: "Report", output: Path | None, as_json: bool) -> None:
    from perpend.evaluation.sts2012 import METRICS

    if as_json:
        print_json(report.to_dict())
        return
    print_table(["system", "", *METRICS], _lines(report), title="Pearson correlations on STS-2012")
    print_table(["PERPphrases", *METRICS], _table3(report), title="Beside the best of 88 submissions")
    for system, reason in report.left_out.items():
        print(f"{system} is left out: {reason}")
    print(report.signature)
    if output:
        print(f"written to {output}")


def _lines(report: "Report") -> Iterator[list[str]]:
    """For each system our figures, their spread, the paper's, intervals and tests, as far as there are any."""
    from perpend.evaluation.sts2012 import METRICS

    for row in report.rows:
        intervals = {name: f"{one.low:.3f} to {one.high:.3f}" for name, one in row.intervals.items()}
        p = {name: probability(one.p) for name, one in row.tests.items()}
        for system, whose, figures in (
            (row.system, "ours", row.metrics),
            ("", "sd", row.spread),
            ("", "paper", row.paper),
        ):
            if figures is not None:
                yield [system, whose, *(f"{figures[name]:.4f}" if name in figures else "" for name in METRICS)]
        for whose, shown in (("95 %", intervals), ("p", p)):
            if shown:
                yield ["", whose, *(shown.get(name, "") for name in METRICS)]


def _table3(report: "Report") -> Iterator[list[str]]:
    """Our figures, those submitted in 2012 with their ranks then, and the best submission of each column."""
    for whose in ("ours", "submitted", "rank", "best"):
        figures = [found[whose] for found in report.table3.values() if whose in found]
        if figures:
            yield [whose, *(str(figure) if whose == "rank" else f"{figure:.4f}" for figure in figures)]
