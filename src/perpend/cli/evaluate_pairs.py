"""`perpend evaluate pairs`: how well models and columns agree with people, on anybody's judged pairs.

perpend evaluate pairs pairs.tsv --gold judgment --model mine.json
perpend evaluate pairs pairs.tsv --model perp-sts --model mine.json --column theirs --against theirs --group source
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.evaluating import AsJson, Output, check_output, show_report
from perpend.cli.output import step_progress
from perpend.cli.score_file import Columns
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.learning.model import Model

__all__ = ["pairs"]

_DEFAULT = "perp-sts"


def pairs(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Judged pairs, with a line of column names.")],
    gold: Annotated[
        str,
        typer.Option(
            metavar="COLUMN", help="The column of what people said: numbers, yes and no (1 and 0), or labels."
        ),
    ] = "gold",
    columns: Columns = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODEL",
            help="A name of `perpend models`, or a file that `perpend train` wrote; may be repeated. "
            f"[default: {_DEFAULT}, unless there is a --column]",
        ),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="A column of another system's answers; may be repeated."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM",
            help="Test all others against this model, column or baseline; may be repeated. [default: the first row]",
        ),
    ] = None,
    group: Annotated[str | None, typer.Option(metavar="COLUMN", help="A column that names groups of pairs.")] = None,
    phrases: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="The phrase table of the models that need one, and of TERp.")
    ] = None,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="Models score the mean of both directions.")] = False,
    allow_seen: Annotated[
        bool, typer.Option("--allow-seen", help="Measure models even on pairs they learned from, and say so.")
    ] = False,
    samples: Annotated[int, typer.Option(min=1, help="How often pairs are drawn anew for intervals and tests.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of these draws.")] = 0,
    output: Output = None,
    as_json: AsJson = False,
    compare: Annotated[list[str] | None, typer.Option(hidden=True, help="The name that a second --model had.")] = None,
) -> None:
    """Measure how well models and other systems agree with people on your own pairs, beside simple baselines.

    Numbers: Pearson, Spearman, Kendall. Yes and no: accuracy, precision, recall, F-measure, AUC. Labels: accuracy and
    macro F1. Probabilities: Brier score and expected calibration error (ECE). Each with a 95 % interval; p is the
    probability of so great a difference by chance (Williams, McNemar or permutation).

    Examples:

        perpend evaluate pairs pairs.tsv --gold judgment --model mine.json

        perpend evaluate pairs pairs.tsv --model perp-sts --model mine.json --column theirs --against theirs
    """
    from perpend.evaluation.pairs import evaluate_pairs, read_judged
    from perpend.lexicon.phrases.table import PhraseTable

    check_output(output)
    if compare:
        typer.echo("perpend: --compare MODEL is now a second --model MODEL", err=True)
    names = [*(model or []), *(compare or [])] or ([] if column else [_DEFAULT])
    others = [name for name in against or () if name not in names]
    data = read_judged(file, gold, columns=columns or (), group=group, systems=column or (), against=others)
    models = _models(names, phrases, symmetric)
    with step_progress() as bar:
        report = evaluate_pairs(
            data,
            models,
            against=against or (),
            phrases=PhraseTable.open(phrases) if phrases else None,
            allow_seen=allow_seen,
            samples=samples,
            seed=seed,
            progress=bar,
        )
    show_report(report, output, as_json)


def _models(names: Sequence[str], phrases: Path | None, symmetric: bool) -> dict[str, "Model"]:
    """The models by name; those that were trained without phrases leave the table alone."""
    from perpend.cli.score import open_model
    from perpend.learning.registry import load
    from perpend.similarity.model import PerpModel

    if len(set(names)) < len(names):
        raise InputError("a model was named twice: name each once")
    models = {name: load(name) for name in names}
    for name, model in models.items():
        if isinstance(model, PerpModel):
            models[name] = open_model(name, phrases if model.phrases else None, symmetric=symmetric)
        elif symmetric:
            models[name] = model.using(symmetric=True)
    return models
