"""`perpend topics`: learn topics from texts, see what a text speaks of, and say what a file holds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.commands import App
from perpend.cli.input import read_texts
from perpend.cli.options import AsJson, Limit, Lines, MinCount, OutputFile, Seed, TextFiles
from perpend.cli.output import print_facts, print_json, print_table, step_progress

if TYPE_CHECKING:
    from perpend.lexicon.topic_model import TopicModel
    from perpend.types import Doubles

__all__ = ["app"]

app = App(
    help="Topics: train, see what a text speaks of, inspect.",
    example="perpend topics of 'The bank raised its interest rates.'",
)


@app.command()
def train(
    texts: TextFiles,
    output: OutputFile,
    topics: Annotated[
        int, typer.Option("--topics", metavar="N", min=2, max=10_000, help="How many topics; 20 to 500 are usual.")
    ] = 100,
    passes: Annotated[int, typer.Option("--passes", metavar="N", min=1, max=1000, help="Passes over the texts.")] = 5,
    min_count: MinCount = 10,
    max_words: Annotated[
        int,
        typer.Option(
            "--max-words", metavar="N", min=1, max=1_000_000, help="How many words are kept, the most frequent."
        ),
    ] = 20_000,
    lines: Lines = 1,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Learn topics by latent Dirichlet allocation.

    Example:

        perpend topics train corpus.txt.xz --topics 50 -o my.topics
    """
    from perpend.lexicon.topic_training import TopicSettings, train_topics

    settings = TopicSettings(topics, passes, min_count, max_words, lines, seed)
    with step_progress() as bar:
        train_topics(texts, output, settings, name=output.name.partition(".")[0], progress=bar)
    info(output, as_json)


@app.command()
def of(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A text; - reads standard input.")],
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="MODEL", help="A file of `perpend topics train`. [default: a shipped one]"),
    ] = None,
    limit: Limit = 5,
    as_json: AsJson = False,
) -> None:
    """Show which topics a text speaks of most, with the stems that say them.

    Example:

        perpend topics of "The bank raised its interest rates." -n 3
    """
    from perpend.lexicon.topic_model import TopicModel

    learned = TopicModel(Path(model)) if model else TopicModel.shipped()
    proportions = learned.proportions(read_texts(text)[0])
    rows = _largest(learned, proportions, limit)
    if as_json:
        found = [{"topic": topic, "proportion": share, "stems": stems} for topic, share, stems in rows]
        print_json({"topics": found, "signature": learned.signature()})
    else:
        print_table(["topic", "proportion", "stems"], [(t, f"{p:.3f}", " ".join(stems)) for t, p, stems in rows])


def _largest(model: "TopicModel", proportions: "Doubles", count: int) -> list[tuple[int, float, list[str]]]:
    order = sorted(range(len(proportions)), key=lambda topic: -proportions[topic])[:count]
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
