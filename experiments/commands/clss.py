"""`python -m experiments clss`: similarity across levels, ours beside the paper's figures and the task's best."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

__all__ = ["clss"]


def clss(
    levels: Annotated[
        list[str] | None, typer.Option("--level", metavar="LEVEL", help="Only this level; may be repeated.")
    ] = None,
    systems: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Only this system; may be repeated.")
    ] = None,
    ablation: Annotated[
        bool, typer.Option("--ablation/--no-ablation", help="Also leave out each family of features in turn.")
    ] = True,
    topics: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Topic models are read from here, and trained into it if they are missing. [default: in the store]",
        ),
    ] = None,
    sizes: Annotated[
        list[int] | None,
        typer.Option("--topic-size", metavar="N", help="Only topic models of this size; may be repeated."),
    ] = None,
    join: Annotated[
        Path | None,
        typer.Option(metavar="RECORD", exists=True, dir_okay=False, help="Take what is not measured from this one."),
    ] = None,
    seed: Seed = 0,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Train and test models of relatedness on SemEval-2014 task 3, whose texts are of two sizes.

    Pearson's and Spearman's correlation with people's judgments. Everything is chosen by cross-validation on the
    training pairs, and so is the ablation measured. The first run trains the paper's topic models, some ten minutes on
    one core; a run that was stopped goes on with the next model.

    Examples:

        python -m experiments clss -o results/clss.json

        python -m experiments clss --level phrase2word --system paper --no-ablation --json

        python -m experiments clss --level sentence2phrase --join results/clss.json -o results/clss.json
    """
    from experiments.clss import CLSS_LEVELS, evaluate_clss, read_clss
    from experiments.clss_report import ClssReport
    from experiments.clss_systems import SYSTEMS
    from experiments.topic_models import PAPER_TOPICS, topic_models
    from perpend.errors import unknown_name

    check_output(output)
    named = [("level", levels, CLSS_LEVELS), ("system", systems, SYSTEMS)]
    named.append(("number of topics", [str(size) for size in sizes or ()], [str(size) for size in PAPER_TOPICS]))
    for what, names, known in named:
        for name in names or ():
            if name not in known:
                raise unknown_name(what, name, known)
    earlier = json.loads(join.read_text(encoding="utf-8")) if join else None
    data = read_clss(mirror, tuple(levels or CLSS_LEVELS))
    with step_progress() as bar:
        models = partial(topic_models, tuple(sizes or PAPER_TOPICS), topics, mirror=mirror, progress=bar)
        report = evaluate_clss(
            data, tuple(systems or SYSTEMS), topics=models, ablation=ablation, seed=seed, progress=bar
        )
    report = report.joined(ClssReport.of_record(earlier)) if earlier else report
    record = report.to_dict()
    if record_or_print(record, output, as_json):
        _show(record)
        print_end(record, output)


def _show(record: Mapping[str, Any]) -> None:
    columns = list(record["rows"][0]["metrics"])
    print_table(["system", "", "", *columns], _lines(record["rows"], columns))
    for system, found in record["ablation"].items():
        names = list(dict.fromkeys(name for one in found.values() for name in one))
        rows = [[name, *(_figure(one, name) for one in found.values())] for name in names]
        print_table([f"{system}, in cross-validation", *found], rows)


def _lines(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Iterator[list[str]]:
    for row in rows:
        for title, ours, paper in (("Pearson", "metrics", "paper"), ("Spearman", "spearman", "paper_spearman")):
            yield [row["system"], title, "ours", *(_figure(row[ours], name) for name in columns)]
            if row[paper]:
                yield ["", "", "paper", *(_figure(row[paper], name) for name in columns)]


def _figure(figures: Mapping[str, float], name: str) -> str:
    return f"{figures[name]:.3f}" if name in figures else ""
