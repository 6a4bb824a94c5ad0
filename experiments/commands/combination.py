"""`python -m experiments combination`: outputs of WMT's systems combined, beside published combinations."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.commands.options import AsJson, Mirror, Phrases, Seed, check_output
from perpend.cli.evaluating import write_record
from perpend.cli.output import print_json, print_table, step_progress
from perpend.errors import InputError, SettingError

if TYPE_CHECKING:
    from experiments.combination import TaskReport
    from perpend.combination.decode import LanguageModel

__all__ = ["combination"]


def combination(
    task: Annotated[
        list[str] | None,
        typer.Option(
            metavar="wmt10/fr-en|...",
            help="wmt10/de-en, wmt10/fr-en, wmt22/zh-en, wmt10/fr-en/first-455; repeatable. [default: all]",
        ),
    ] = None,
    phrases: Phrases = None,
    lm: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A language model; else one of the mirror's English text, if it has any."),
    ] = None,
    no_lm: Annotated[bool, typer.Option("--no-lm", help="No language model but that of the candidates.")] = False,
    row: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Make this row only; repeatable. [default: all]")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of search and learning when tuning.")] = 4,
    seed: Seed = 0,
    samples: Annotated[int, typer.Option(min=1, help="Samples of each test of a difference.")] = 1_000,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=64, help="Tasks at once, each in a process. [default: as many as cores]")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, max=64, help="Threads that align.")] = None,
    mirror: Mirror = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Record the result here as JSON; other tasks there stay."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Combine the outputs of WMT's translation systems: the rows of Table 2 of the paper, and published combinations.

    BLEU, TERp and lengths, and whether differences between rows could be chance.

    Examples:

        python -m experiments combination --phrases meteor.phrases -o results/combination.json

        python -m experiments combination --task wmt10/fr-en --row extended --no-lm --json
    """
    from experiments.combination import ROWS, Settings, record_of
    from experiments.combination_tasks import evaluate_tasks
    from experiments.wmt_outputs import WMT_TASKS, read_wmt_task
    from perpend.combination.tuning import Tuning
    from perpend.errors import unknown_name
    from perpend.lexicon.phrases.table import PhraseTable

    check_output(output)
    for name in task or ():
        if name not in WMT_TASKS:
            raise unknown_name("task", name, WMT_TASKS)
    for name in row or ():
        if name not in ROWS:
            raise unknown_name("row", name, ROWS)
    if lm and no_lm:
        raise SettingError("--lm and --no-lm contradict each other: leave one out")
    recorded = _recorded(output)
    table = PhraseTable.open(phrases) if phrases else None
    reports = []
    with step_progress() as bar:
        tasks = [read_wmt_task(name, mirror) for name in task or WMT_TASKS]
        model, signature = (None, "none") if no_lm else _language_model(lm, mirror, bar)
        settings = Settings(Tuning(rounds=rounds, seed=seed), tuple(row or ()), samples, threads, model, signature)
        for report in evaluate_tasks(tasks, table, settings, jobs or os.cpu_count() or 1, bar):
            reports.append(report)
            recorded[report.task] = report.to_dict()
            write_record(output, record_of(recorded))
    if as_json:
        print_json(record_of({report.task: report.to_dict() for report in reports}))
    else:
        for report in reports:
            _show_combination(report)


def _language_model(
    path: Path | None, mirror: Path | None, report: "Callable[[str, int, int], None]"
) -> "tuple[LanguageModel | None, str]":
    """The model of a file, else of the mirror's text, and its signature."""
    from experiments.news_model import news_model
    from perpend.combination.language_model import KenLanguageModel

    if path is not None:
        return KenLanguageModel(path), f"{path.name}/{sha256(path.read_bytes()).hexdigest()[:8]}"
    return news_model(mirror, report) or (None, "none")


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
        [
            name,
            *(f"{row[metric]:.2f}" for metric in ("BLEU", "TERp")),
            f"{row['length']:.3f}",
            "yes" if row.get("lm") else "",
        ]
        for name, row in report.rows.items()
    ]
    print_table(["system", "BLEU", "TERp", "length", "LM"], rows, title=report.task)
    tested = [
        [one["system"], one["minus"], *(f"{one[m]['difference']:+.2f} (p {one[m]['p']:.3f})" for m in ("BLEU", "TERp"))]
        for one in report.differences
    ]
    print_table(["system", "minus", "BLEU", "TERp"], tested, title="paired bootstrap")
    print(report.signature)
