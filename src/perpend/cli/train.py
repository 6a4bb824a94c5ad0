"""`perpend train`: learn a model from labelled pairs and write it to a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.commands import App
from perpend.cli.input import read_labelled
from perpend.cli.options import AsJson, Gold, OutputFile, PairsFiles, Phrases, Scale, Seed
from perpend.cli.output import print_json, print_table, progress, visible
from perpend.cli.train_entail import entail
from perpend.cli.train_names import names
from perpend.cli.train_paraphrase import paraphrase
from perpend.cli.train_relate import relate
from perpend.cli.train_spelling import spelling

if TYPE_CHECKING:
    from perpend.similarity.model import PerpModel

__all__ = ["app"]

app = App(help="Learn models from labelled pairs.", example="perpend train perp pairs.tsv -o model.json")

_INTERRUPTED = 130


app.command()(entail)
app.command()(paraphrase)
app.command()(spelling)
app.command()(names)
app.command()(relate)


@app.command()
def perp(
    pairs: PairsFiles,
    output: OutputFile,
    gold: Gold = "gold",
    scale: Scale = (0.0, 5.0),
    epochs: Annotated[int, typer.Option("--epochs", metavar="N", min=1, help="Passes over the pairs.")] = 200,
    rate: Annotated[float, typer.Option("--rate", help="How far one pair moves the weights.")] = 0.01,
    seed: Seed = 0,
    phrases: Phrases = None,
    as_json: AsJson = False,
) -> None:
    """Train PERP: weights of 36 features of edits, such that scores agree with the similarities of the file.

    Several files are several sources: the model learns from the differences within each, not from those between them.
    Ctrl-C ends the training early and writes what was learned so far.

    Examples:

        perpend train perp pairs.tsv -o model.json

        perpend train perp captions.tsv news.tsv -o model.json

        perpend train perp pairs.tsv -o model.json --phrases meteor.phrases --epochs 100 --seed 1
    """
    from perpend.lexicon.phrases.table import PhraseTable
    from perpend.similarity.training import train_perp

    texts, labels, groups = _read_all(pairs, gold)
    table = PhraseTable.open(phrases) if phrases else None
    errors: list[float] = []
    with progress() as bar:
        task = bar.add_task("reading", total=epochs)

        def report(epoch: int, error: float) -> None:
            errors.append(error)
            bar.update(task, completed=epoch, description=f"training, error {error:.4f}")

        model = train_perp(
            texts,
            labels,
            groups=groups if len(pairs) > 1 else None,
            epochs=epochs,
            rate=rate,
            seed=seed,
            phrases=table,
            scale=scale,
            name="+".join(path.name.partition(".")[0] for path in pairs),
            progress=report,
        )
    model.save(output)
    _show(model, errors, output, as_json)
    if model.settings.epochs < epochs:
        print(f"perpend: interrupted after {model.settings.epochs} epochs; what was learned is kept", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED)


def _read_all(paths: list[Path], gold: str) -> tuple[list[tuple[str, str]], list[float], list[int]]:
    """The pairs of all files with their labels, and which file each came from."""
    read = [read_labelled(path, gold) for path in paths]
    return (
        [pair for texts, _ in read for pair in texts],
        [label for _, labels in read for label in labels],
        [number for number, (texts, _) in enumerate(read) for _ in texts],
    )


def _show(model: "PerpModel", errors: list[float], output: Path, as_json: bool) -> None:
    facts = model.to_dict()
    if as_json:
        kept = {name: facts[name] for name in ("weights", "scale", "settings", "phrases", "resources", "version")}
        print_json(
            {
                "model": str(output),
                "signature": model.identity,
                "pairs": model.training.count,
                **kept,
                "errors": errors,
            }
        )
        return
    print_table(["feature", "weight"], [(name, f"{weight:.6g}") for name, weight in facts["weights"].items()])
    done = f"{model.training.count} pairs, {model.settings.epochs} epochs"
    print(f"{done}; mean squared error {errors[0]:.4f} -> {errors[-1]:.4f}")
    print(f"{model.identity} written to {visible(str(output))}")
