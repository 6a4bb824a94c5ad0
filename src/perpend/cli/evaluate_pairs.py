"""`perpend evaluate pairs`: how well models and columns agree with people, on anybody's judged pairs.

perpend evaluate pairs pairs.tsv --gold judgment --model mine.json
perpend evaluate pairs pairs.tsv --model perp-sts --model mine.json --column theirs --against theirs --group source
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.evaluating import Grouped, JudgedFile, OtherColumns, Rivals, Samples, show_report
from perpend.cli.options import AsJson, Columns, Gold, Models, Output, Phrases, Seed
from perpend.cli.output import step_progress
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.learning.model import Model

__all__ = ["pairs"]

_DEFAULT = "everyday"


def pairs(
    file: JudgedFile,
    gold: Gold = "gold",
    columns: Columns = None,
    model: Models = None,
    column: OtherColumns = None,
    against: Rivals = None,
    group: Grouped = None,
    phrases: Phrases = None,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="The mean of both directions.")] = False,
    allow_seen: Annotated[
        bool, typer.Option("--allow-seen", help="Measure models even on pairs they learned from, and say so.")
    ] = False,
    samples: Samples = 1000,
    seed: Seed = 0,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Measure how well models and other systems agree with people on your own pairs, beside simple baselines.

    Judgments are numbers, yes and no (1 and 0), or labels. Numbers: Pearson, Spearman, Kendall. Yes and no: accuracy,
    precision, recall, F-measure, AUC. Labels: accuracy and macro F1. Probabilities: Brier score and expected
    calibration error (ECE). Each with a 95 % interval; p is the probability of so great a difference by chance
    (Williams, McNemar or permutation).

    Examples:

        perpend evaluate pairs pairs.tsv --gold judgment --model mine.json

        perpend evaluate pairs pairs.tsv --model perp-sts --model mine.json --column theirs --against theirs
    """
    from perpend.evaluation.pairs import evaluate_pairs, read_judged
    from perpend.lexicon.phrases.table import PhraseTable

    names = model or ([] if column else [_DEFAULT])
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
        elif symmetric and model.kind != "likeness":
            models[name] = model.using(symmetric=True)
    return models
