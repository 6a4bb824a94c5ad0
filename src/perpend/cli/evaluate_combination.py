"""`perpend evaluate combination`: outputs of WMT's systems combined, beside the paper's rows and published systems."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.evaluating import AsJson, WmtMirror, check_output, write_record
from perpend.cli.output import print_json, print_table, step_progress
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.evaluation.combination import TaskReport

__all__ = ["combination"]


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
    mirror: WmtMirror = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Record the result here as JSON; other tasks there stay."),
    ] = None,
    as_json: AsJson = False,
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

    check_output(output)
    for name in task or ():
        if name not in WMT_TASKS:
            raise unknown_name("task", name, WMT_TASKS)
    recorded = _recorded(output)
    table = PhraseTable.open(phrases) if phrases else None
    settings = Settings(Tuning(rounds=rounds, seed=seed), samples=samples, threads=threads)
    reports = []
    with step_progress() as bar:
        for name in task or WMT_TASKS:
            data = read_wmt_task(name, mirror)
            reports.append(
                evaluate_task(
                    data,
                    table,
                    settings,
                    bar,
                )
            )
            recorded[name] = reports[-1].to_dict()
            write_record(output, record_of(recorded))
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
