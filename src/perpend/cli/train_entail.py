"""`perpend train entail`: learn from labelled pairs whether a hypothesis follows from a text."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.options import AsJson, Gold, OutputFile, PairsFile, Pipeline, Seed
from perpend.cli.output import print_json, step_progress, visible

if TYPE_CHECKING:
    from perpend.entailment.model import EntailmentModel

__all__ = ["entail"]


def entail(
    pairs: PairsFile,
    output: OutputFile,
    gold: Gold = "entailment",
    relatedness: Annotated[
        str | None,
        typer.Option(
            "--relatedness",
            metavar="NAME",
            help="The column of relatedness from 1 to 5; without it labels stand for it.",
        ),
    ] = None,
    features: Annotated[
        str, typer.Option("--features", metavar="SET", help="full or paper: features of relatedness.")
    ] = "full",
    patterns_only: Annotated[
        bool, typer.Option("--patterns-only", help="Learn threshold and phrases only; patterns decide.")
    ] = False,
    pipeline: Pipeline = "perpend",
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Train a recogniser of entailment on pairs that are labelled ENTAILMENT, CONTRADICTION or NEUTRAL.

    Examples:

        perpend train entail pairs.tsv -o my.model

        perpend train entail sick.tsv -o my.model --relatedness gold
    """
    from perpend.entailment.reading import read_labelled
    from perpend.entailment.training import train_entailment
    from perpend.files.writing import check_output
    from perpend.relatedness.extractor import RelatednessFeatures
    from perpend.text.annotate import Annotator

    check_output(output)
    labelled = read_labelled(pairs, gold, relatedness)
    with step_progress() as bar:
        model = train_entailment(
            labelled.pairs,
            labelled.labels,
            relatedness=labelled.relatedness,
            features=features,
            layer=not patterns_only,
            extractor=RelatednessFeatures(features, annotator=Annotator(pipeline)),
            name=pairs.name.partition(".")[0],
            seed=seed,
            progress=bar,
        )
    model.save(output)
    _show(model, output, as_json)


def _show(model: "EntailmentModel", output: Path, as_json: bool) -> None:
    layer = model.layer.learned if model.layer else None
    if as_json:
        kept = ("features", "threshold", "layer", "annotator", "resources", "version")
        facts = {name: value for name, value in model.to_dict().items() if name in kept}
        print_json({"model": str(output), "signature": model.identity, "pairs": model.training.count, **facts})
        return
    print(f"{model.training.count} pairs, {len(model.quasi)} quasi-synonyms, threshold {model.threshold:.2f}")
    if layer:
        print(f"learned layer: {100 * layer.accuracy:.2f} % in cross-validation, strength {layer.strength:g}")
    print(f"{model.identity} written to {visible(str(output))}")
