"""`perpend vectors`: learn word vectors from texts, look at them, and say what a file holds."""

from pathlib import Path
from typing import Annotated

import typer

from perpend.cli.output import print_facts, print_json, print_table, step_progress
from perpend.files.writing import check_output

__all__ = ["AsJson", "Seed", "Texts", "app"]

app = typer.Typer(
    help="Word vectors: train, look up, inspect.",
    epilog="Example: `perpend vectors near guitar`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

Texts = Annotated[list[Path], typer.Argument(metavar="TEXT...", help="Files, one text a line; may be compressed.")]
Seed = Annotated[int, typer.Option(min=0, help="The same texts and seed give the same file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_Vectors = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A file that `perpend vectors train` wrote; else the shipped one.")
]


@app.command()
def train(
    texts: Texts,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    dimensions: Annotated[int, typer.Option(min=1, help="Numbers in a vector.")] = 250,
    window: Annotated[int, typer.Option(min=1, help="How many words away a neighbour may be.")] = 8,
    least: Annotated[int, typer.Option(min=1, help="How often a word must occur.")] = 5,
    lines: Annotated[int, typer.Option(min=1, help="How many lines make a document.")] = 1,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Learn word vectors by latent semantic analysis: which words stand near which, in few dimensions.

    Example:

        perpend vectors train corpus.txt.xz -o my.vectors --dimensions 200
    """
    from perpend.lexicon.vector_training import VectorSettings, train_vectors

    check_output(output, *texts)
    settings = VectorSettings(dimensions, window, least, lines=lines, seed=seed)
    with step_progress() as bar:
        train_vectors(texts, output, settings, name=output.name.partition(".")[0], progress=bar)
    info(output, as_json)


@app.command()
def near(
    word: Annotated[str, typer.Argument(metavar="WORD", help="A word.")],
    file: _Vectors = None,
    count: Annotated[int, typer.Option("-n", min=1, help="How many.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Show the stems whose vectors are nearest to a word's.

    Example:

        perpend vectors near guitar -n 5
    """
    from perpend.lexicon.word_vectors import WordVectors

    vectors = WordVectors(file) if file else WordVectors.shipped()
    found = vectors.nearest(word, count)
    if as_json:
        rows = [{"stem": stem, "cosine": cosine} for stem, cosine in found]
        print_json({"word": word, "near": rows, "signature": vectors.signature()})
    elif found:
        print_table(["stem", "cosine"], [(stem, f"{cosine:.3f}") for stem, cosine in found])
    else:
        print(f"{word}: no vector in {vectors.signature()}")


@app.command()
def info(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `perpend vectors train` wrote.")],
    as_json: AsJson = False,
) -> None:
    """Say what a file of vectors holds and where it comes from.

    Example:

        perpend vectors info my.vectors
    """
    from perpend.lexicon.word_vectors import WordVectors

    print_facts(WordVectors(file).info(), as_json)
