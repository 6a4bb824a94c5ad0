"""`perpend vectors`: learn word vectors from texts, look at them, and say what a file holds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.commands import App
from perpend.cli.options import AsJson, Limit, Lines, MinCount, OutputFile, Seed, TextFiles
from perpend.cli.output import print_facts, print_json, print_table, say, step_progress

if TYPE_CHECKING:
    from perpend.lexicon.piece_vectors import PieceVectors
    from perpend.lexicon.word_vectors import WordVectors

__all__ = ["app"]

_PIECES = "pieces"
"""The name of the shipped vectors of word pieces; a file of that name is ./pieces."""

app = App(help="Word vectors: train, look up, inspect.", example="perpend vectors near guitar")


@app.command()
def train(
    texts: TextFiles,
    output: OutputFile,
    dimensions: Annotated[
        int, typer.Option("--dimensions", metavar="N", min=1, max=10_000, help="Numbers in a vector.")
    ] = 250,
    window: Annotated[
        int, typer.Option("--window", metavar="N", min=1, max=1000, help="How many words away a neighbour may be.")
    ] = 8,
    min_count: MinCount = 5,
    lines: Lines = 1,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Learn word vectors by latent semantic analysis: which words stand near which, in few dimensions.

    Example:

        perpend vectors train corpus.txt.xz -o my.vectors --dimensions 200
    """
    from perpend.lexicon.vector_training import VectorSettings, train_vectors

    settings = VectorSettings(dimensions, window, min_count, lines=lines, seed=seed)
    with step_progress() as bar:
        train_vectors(texts, output, settings, name=output.name.partition(".")[0], progress=bar)
    info(output, as_json)


@app.command()
def near(
    word: Annotated[str, typer.Argument(metavar="WORD", help="A word.")],
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="A file of `perpend vectors train`, or pieces: the shipped vectors of word pieces. "
            "[default: the shipped vectors of stems]",
        ),
    ] = None,
    limit: Limit = 10,
    as_json: AsJson = False,
) -> None:
    """Show the stems, or with `--model pieces` the words, whose vectors are nearest to a word's.

    Examples:

        perpend vectors near guitar -n 5

        perpend vectors near unaffordable --model pieces
    """
    vectors = _opened(model)
    kind = "word" if model == _PIECES else "stem"
    found = vectors.nearest(word, limit)
    if as_json:
        rows = [{kind: one, "cosine": cosine} for one, cosine in found]
        print_json({"word": word, "near": rows, "signature": vectors.signature()})
    elif found:
        print_table([kind, "cosine"], [(one, f"{cosine:.3f}") for one, cosine in found])
    else:
        say(f"{word}: no vector in {vectors.signature()}")


@app.command()
def info(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A file that `perpend vectors train` wrote, or pieces: the shipped table."),
    ],
    as_json: AsJson = False,
) -> None:
    """Say what a file of vectors holds and where it comes from.

    Example:

        perpend vectors info my.vectors
    """
    print_facts(_opened(str(file)).info(), as_json)


def _opened(model: str | None) -> "WordVectors | PieceVectors":
    if model == _PIECES:
        from perpend.lexicon.piece_vectors import PieceVectors

        return PieceVectors.shipped()
    from perpend.lexicon.word_vectors import WordVectors

    return WordVectors(Path(model)) if model else WordVectors.shipped()
