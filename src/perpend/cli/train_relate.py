"""`perpend train relate`: learn from labelled pairs how related two texts are."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.input import read_labelled
from perpend.cli.options import AsJson, Gold, Level, Links, OutputFile, PairsFile, Scale, Seed
from perpend.cli.output import print_json, step_progress, visible
from perpend.files.writing import check_output

if TYPE_CHECKING:
    from perpend.relatedness.model import RelatednessModel

__all__ = ["relate"]


def relate(
    pairs: PairsFile,
    output: OutputFile,
    gold: Gold = "gold",
    scale: Scale = (0.0, 5.0),
    level: Level = "sentence",
    features: Annotated[
        str,
        typer.Option(
            "--features", metavar="SET", help="full, paper, or families joined by +, such as wordnet+vectors."
        ),
    ] = "full",
    evidence: Annotated[
        bool | None,
        typer.Option(
            "--evidence/--no-evidence", help="Learn what single words say; by default full does of sentences."
        ),
    ] = None,
    links: Links = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Train a model of relatedness on pairs with labels on a scale.

    Examples:

        perpend train relate pairs.tsv -o my.model --scale 1 5

        perpend train relate phrases.tsv -o my.model --level phrase2word --scale 0 4 --features paper
    """
    from perpend.lexicon.wordnet.link_table import LinkTable
    from perpend.relatedness.extractor import RelatednessFeatures
    from perpend.relatedness.training import choices_for, train_relatedness

    check_output(output, pairs)
    texts, labels = read_labelled(pairs, gold)
    table = LinkTable.read(links) if links else None
    with step_progress() as bar:
        model = train_relatedness(
            texts,
            labels,
            extractor=RelatednessFeatures(features, level, links=table),
            evidence=evidence,
            choices=choices_for(features, len(texts), seed),
            scale=scale,
            name=pairs.name.partition(".")[0],
            progress=bar,
        )
    model.save(output)
    _show(model, output, as_json)


def _show(model: "RelatednessModel", output: Path, as_json: bool) -> None:
    learned = model.learned
    if as_json:
        kept = ("level", "features", "scale", "learned", "annotator", "resources", "version")
        facts = {name: value for name, value in model.to_dict().items() if name in kept}
        print_json({"model": str(output), "signature": model.identity, "pairs": model.training.count, **facts})
        return
    vectors = len(model.regression.machine.coefficients)
    print(f"{model.training.count} pairs, {len(model.names)} features, {vectors} support vectors")
    print(f"C {learned.cost:g}, gamma {learned.gamma:.4g}, linear part {learned.blend:g}")
    print(f"Pearson {learned.correlation:.4f} in {learned.folds} folds")
    print(f"{model.identity} written to {visible(str(output))}")
