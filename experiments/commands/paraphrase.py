"""`python -m experiments msrp` and `rte1`: paraphrases and entailment, ours beside the paper's figures."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.options import Pipeline
from perpend.cli.output import print_table, progress, step_progress
from perpend.errors import InputError

if TYPE_CHECKING:
    from experiments.labelled_pairs import LabelledPairs
    from experiments.msrp import Msrp, Report, Row
    from perpend.learning.kernel_classifier import Choices

__all__ = ["msrp", "rte1"]

_CONFUSION = ("right_yes", "wrong_yes", "wrong_no", "right_no")


def msrp(
    folds: Annotated[bool, typer.Option("--folds", help="Ten folds over all pairs, with 95 % intervals.")] = False,
    tables: Annotated[
        bool,
        typer.Option("--tables", help="Corpora, pairs by lengths, features not scaled, readings of BLEU, and pilots."),
    ] = False,
    model: Annotated[
        Path | None, typer.Option(metavar="MODEL", help="Score this trained model on the test pairs instead.")
    ] = None,
    systems: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Only this row; may be repeated.")
    ] = None,
    seed: Seed = 0,
    pipeline: Pipeline = "perpend",
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Recognise paraphrases in the Microsoft Research Paraphrase Corpus, a row for each feature set.

    Accuracy, Precision, Recall and F-measure in percent, beside those of Finch, Hwang and Sumita (2005). Everything is
    chosen by cross-validation on training pairs.

    Examples:

        python -m experiments msrp -o results/msrp.json

        python -m experiments msrp --folds -o results/msrp-folds.json

        python -m experiments msrp --tables --json

        python -m experiments msrp --model my.model
    """
    from experiments.labelled_pairs import read_msrp
    from experiments.msrp import Msrp
    from perpend.text.annotate import Annotator

    if sum((folds, tables, model is not None)) > 1:
        raise InputError("--folds, --tables and --model exclude each other: give one of them")
    check_output(output)
    train, test = read_msrp(mirror)
    if model:
        _score_model(model, test, pipeline, output, as_json)
        return
    with step_progress() as bar:
        corpus = Msrp(
            train,
            test,
            Annotator(pipeline),
            bar,
        )
        report = _msrp_report(corpus, folds, tables, tuple(systems or ()), seed, mirror)
    _show(report, output, as_json)


def rte1(
    seed: Seed = 0,
    pipeline: Pipeline = "perpend",
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Recognise entailment in PASCAL's RTE-1 by features of paraphrases, a row for each feature set.

    Accuracy in percent for each task and for ALL, beside that of Finch, Hwang and Sumita (2005).

    Examples:

        python -m experiments rte1 -o results/rte1.json
    """
    from experiments.labelled_pairs import read_rte1
    from experiments.rte1 import evaluate_rte1
    from perpend.learning.kernel_classifier import Choices
    from perpend.text.annotate import Annotator

    check_output(output)
    train, test = read_rte1(mirror)
    with step_progress() as bar:
        report = evaluate_rte1(
            train,
            test,
            Annotator(pipeline),
            Choices(seed=seed),
            bar,
        )
    _show(report, output, as_json)


def _msrp_report(
    corpus: "Msrp", folds: bool, tables: bool, systems: tuple[str, ...], seed: int, mirror: Path | None
) -> "Report":
    from experiments.msrp import CHOICES, FOLD_CHOICES
    from perpend.equivalence.vectors import FEATURE_SETS

    wanted, choices = systems or tuple(FEATURE_SETS), replace(FOLD_CHOICES if folds else CHOICES, seed=seed)
    if tables:
        return _small_tables(corpus, choices, mirror)
    return corpus.table2(wanted, choices) if folds else corpus.table3(wanted, choices)


def _small_tables(corpus: "Msrp", choices: "Choices", mirror: Path | None) -> "Report":
    from experiments.labelled_pairs import LabelledPairs, read_rte1
    from experiments.msrp import Report, paper_figures
    from experiments.msrp_tables import bleu_readings, corpus_statistics, length_table, pilots, unscaled
    from perpend.equivalence.training import choose_threshold

    count = len(corpus.train.labels)
    threshold = choose_threshold(corpus.pairs[:count], corpus.train.labels, choices, corpus.progress)
    joined = LabelledPairs.joined("msrp", corpus.train, corpus.test)
    rte1_joined = LabelledPairs.joined("rte1", *read_rte1(mirror))
    statistics = corpus_statistics([("MSRP", joined), ("PASCAL", rte1_joined)])
    lengths, sizes = length_table(corpus, threshold, choices)
    about = {"threshold": threshold, "sizes": sizes, "paper_sizes": paper_figures()["table5_sizes"]}
    readings = (*unscaled(corpus, threshold, choices), *bleu_readings(corpus))
    rows = (*statistics, *lengths, *readings, *pilots(corpus, choices))
    return Report("msrp-tables", rows, corpus.signature(choices), about)


def _score_model(path: Path, test: "LabelledPairs", pipeline: str, output: Path | None, as_json: bool) -> None:
    """One row: a model that somebody trained, on the test pairs, none of which it may have seen."""
    from experiments.msrp import score_model
    from perpend.equivalence.model import ParaphraseModel
    from perpend.learning.registry import load
    from perpend.text.annotate import Annotator

    with progress() as bar:
        task = bar.add_task("judging", total=len(test.pairs))
        model = load(path, "paraphrase")
        assert isinstance(model, ParaphraseModel)
        report = score_model(model, Annotator(pipeline), test, lambda: bar.advance(task))
    _show(report, output, as_json)


def _show(report: "Report", output: Path | None, as_json: bool) -> None:
    if not record_or_print(report.to_dict(), output, as_json):
        return
    for columns, rows in groupby(report.rows, key=lambda row: tuple(row.metrics)):
        print_table(["system", "", *columns, *_CONFUSION], _lines(list(rows), columns))
    for name, value in report.about.items():
        print(f"{name}: {json.dumps(value)}")
    print_end(report.to_dict(), output)


def _lines(rows: Sequence["Row"], columns: Sequence[str]) -> Iterator[list[str]]:
    """For each system our figures and those of the paper, with intervals where there are some."""
    for row in rows:
        table = row.confusion.to_dict() if row.confusion else {}
        counts = [str(table[name]) if table else "" for name in _CONFUSION]
        yield [row.system, "ours", *_figures(row.metrics, row.half_widths, columns), *counts]
        if row.paper:
            yield ["", "paper", *_figures(row.paper, row.paper_half_widths, columns), *("" for _ in _CONFUSION)]
        if row.remark:
            yield ["", row.remark, *("" for _ in (*columns, *_CONFUSION))]


def _figures(figures: Mapping[str, float], widths: Mapping[str, float] | None, columns: Sequence[str]) -> list[str]:
    return [f"{figures[name]:.2f}" + (f" ± {widths[name]:.2f}" if widths else "") for name in columns]
