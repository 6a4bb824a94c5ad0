"""`perpend topics`: learn topics from texts, see what a text speaks of, and say what a file holds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from perpend.cli.input import read_texts
from perpend.cli.output import print_facts, print_json, print_table, step_progress
from perpend.cli.vectors import AsJson, Seed, Texts
from perpend.files.writing import check_output

if TYPE_CHECKING:
    from perpend.lexicon.topic_model import TopicModel

__all__ = ["app"]

app = typer.Typer(
    help="Topics: train, see what a text speaks of, inspect.",
    epilog="Example: `perpend topics of 'The bank raised its interest rates.'`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


@app.command()
def train(
    texts: Texts,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    topics: Annotated[int, typer.Option(min=2, help="How many topics; 20 to 500 are usual.")] = 100,
    passes: Annotated[int, typer.Option(min=1, help="Passes over the texts.")] = 5,
    least: Annotated[int, typer.Option(min=1, help="How often a word must occur.")] = 10,
    words: Annotated[int, typer.Option(min=1, help="How many words are kept, the most frequent.")] = 20_000,
    lines: Annotated[int, typer.Option(min=1, help="How many lines make a document.")] = 1,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Learn topics by latent Dirichlet allocation.

    Example:

        perpend topics train corpus.txt.xz --topics 50 -o my.topics
    """
    from perpend.lexicon.topic_training import TopicSettings, train_topics

    check_output(output, *texts)
    settings = TopicSettings(topics, passes, least, words, lines, seed)
    with step_progress() as bar:
        train_topics(texts, output, settings, name=output.name.partition(".")[0], progress=bar)
    info(output, as_json)


@app.command()
def of(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A text; - reads standard input.")],
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file that `perpend topics train` wrote; else a shipped one.")
    ] = None,
    count: Annotated[int, typer.Option("-n", min=1, help="How many topics.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Show which topics a text speaks of most, with the stems that say them.

    Example:

        perpend topics of "The bank raised its interest rates." -n 3
    """
    from perpend.lexicon.topic_model import TopicModel

    model = TopicModel(file) if file else TopicModel.shipped()
    proportions = model.proportions(read_texts(text)[0])
    rows = _largest(model, proportions, count)
    if as_json:
        found = [{"topic": topic, "proportion": share, "stems": stems} for topic, share, stems in rows]
        print_json({"topics": found, "signature": model.signature()})
    else:
        print_table(["topic", "proportion", "stems"], [(t, f"{p:.3f}", " ".join(stems)) for t, p, stems in rows])


def _largest(model: "TopicModel", proportions: "np.ndarray", count: int) -> list[tuple[int, float, list[str]]]:
    order = np.argsort(-proportions, kind="stable")[:count].tolist()
    return [(topic, float(proportions[topic]), model.words(topic)) for topic in order]


@app.command()
def info(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `perpend topics train` wrote.")],
    as_json: AsJson = False,
) -> None:
    """Say what a file of topics holds and where it comes from.

    Example:

        perpend topics info my.topics
    """
    from perpend.lexicon.topic_model import TopicModel

    print_facts(TopicModel(file).info(), as_json)
