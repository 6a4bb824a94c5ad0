"""`perpend train paraphrase`: learn from labelled pairs whether two texts mean the same."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.input import read_labelled
from perpend.cli.options import AsJson, Gold, OutputFile, PairsFile, Pipeline, Seed
from perpend.cli.output import print_json, step_progress, visible
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.equivalence.model import ParaphraseModel

__all__ = ["paraphrase"]


def paraphrase(
    pairs: PairsFile,
    output: OutputFile,
    gold: Gold = "gold",
    features: Annotated[
        str, typer.Option("--features", metavar="SET", help="full, ALL, POS, PER, ...: the feature set.")
    ] = "full",
    threshold: Annotated[
        float | None,
        typer.Option(
            "--threshold",
            help="Words match by meaning within this distance; else cross-validation chooses, or none does.",
        ),
    ] = None,
    pipeline: Pipeline = "perpend",
    folds: Annotated[int, typer.Option("--folds", metavar="N", min=2, help="Folds of the cross-validation.")] = 5,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Train a recogniser of paraphrases on pairs that are labelled 1 (they mean the same) or 0.

    Examples:

        perpend train paraphrase pairs.tsv -o my.model

        perpend train paraphrase pairs.tsv -o my.model --features POS --threshold 0
    """
    from perpend.equivalence.training import train_paraphrase
    from perpend.equivalence.vectors import FeatureSettings
    from perpend.learning.kernel_classifier import Choices
    from perpend.text.annotate import Annotator

    texts, labels = read_labelled(pairs, gold)
    if wrong := [label for label in labels if label not in (0.0, 1.0)]:
        raise InputError(f"{pairs}: label {wrong[0]:g} in column {gold!r}: 1 for yes or 0 for no is needed")
    with step_progress() as bar:
        model = train_paraphrase(
            texts,
            [label == 1.0 for label in labels],
            features=features,
            settings=FeatureSettings(threshold=threshold) if threshold is not None else None,
            choices=Choices(folds=folds, seed=seed),
            annotator=Annotator(pipeline),
            name=pairs.name.partition(".")[0],
            progress=bar,
        )
    model.save(output)
    _show_paraphrase(model, output, as_json)


def _show_paraphrase(model: "ParaphraseModel", output: Path, as_json: bool) -> None:
    learned = model.learned
    if as_json:
        kept = ("features", "stemming", "threshold", "calibration", "learned", "annotator", "resources", "version")
        facts = {name: value for name, value in model.to_dict().items() if name in kept}
        print_json({"model": str(output), "signature": model.identity, "pairs": model.training.count, **facts})
        return
    print(
        f"{model.training.count} pairs, {len(model.names)} features, {len(model.machine.coefficients)} support vectors"
    )
    print(f"C {learned.cost:g}, gamma {learned.gamma:.4g}: {100 * learned.accuracy:.2f} % in {learned.folds} folds")
    print(f"{model.identity} written to {visible(str(output))}")
