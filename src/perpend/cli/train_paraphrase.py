"""`perpend train paraphrase`: learn from labelled pairs whether two texts mean the same."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.input import Pipeline, read_labelled
from perpend.cli.output import print_json, step_progress
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.equivalence.model import ParaphraseModel

__all__ = ["paraphrase"]


def paraphrase(
    pairs: Annotated[Path, typer.Argument(metavar="PAIRS.tsv", help="Pairs in columns: id, gold, text1, text2.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="MODEL", help="The model file to write.")],
    gold_column: Annotated[str, typer.Option(metavar="NAME", help="The column with 1 for yes and 0 for no.")] = "gold",
    features: Annotated[str, typer.Option(metavar="SET", help="full, ALL, POS, PER, ...: the feature set.")] = "full",
    threshold: Annotated[
        float | None,
        typer.Option(help="Words match by meaning within this distance; else cross-validation chooses, or none does."),
    ] = None,
    pipeline: Pipeline = "perpend",
    folds: Annotated[int, typer.Option(min=2, help="Folds of the cross-validation.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the folds.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
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

    texts, labels = read_labelled(pairs, gold_column)
    if wrong := [label for label in labels if label not in (0.0, 1.0)]:
        raise InputError(f"{pairs}: label {wrong[0]:g} in column {gold_column!r}: 1 for yes or 0 for no is needed")
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
    print(f"{model.identity} written to {output}")
