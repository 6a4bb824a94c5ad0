"""`perpend train spelling`: learn from pairs how words come to be misspelt, for `perpend suggest`."""

from pathlib import Path
from typing import Annotated

import typer

from perpend.cli.options import LETTERS, AsJson, Common, Letters, OutputFile, Words
from perpend.cli.output import print_json, print_table, step_progress, visible
from perpend.files.writing import check_output

__all__ = ["spelling"]


def spelling(
    pairs: Annotated[
        list[Path], typer.Argument(metavar="PAIRS...", help="Misspellings in columns: correct, misspelling.")
    ],
    output: OutputFile,
    words: Words = None,
    letters: Letters = None,
    common: Common = 1,
    as_json: AsJson = False,
) -> None:
    """Train the noisy channel of `perpend suggest` on misspellings of your own, and how suggestions are ranked.

    Examples:

        perpend train spelling misspellings.tsv -o mine.json

        perpend suggest recieve --model mine.json
    """
    from perpend.spelling.channel_training import TrainingPair, TrainingSettings, train_channel
    from perpend.spelling.english import english_words
    from perpend.spelling.misspellings import read_misspellings
    from perpend.spelling.word_index import WordIndex, open_words
    from perpend.spelling.word_list import Matching

    check_output(output)
    read = [pair for path in pairs for pair in read_misspellings(path)]
    if words:
        index = open_words(words)
    else:
        index = WordIndex.of(english_words(meant for meant, _ in read), Matching(ignore_case=True))
    name = "+".join(path.name.partition(".")[0] for path in pairs)
    with step_progress() as bar:
        channel = train_channel(
            [TrainingPair(meant, written) for meant, written in read],
            index,
            name=name,
            settings=TrainingSettings(k=letters or LETTERS, common=common),
            progress=bar,
        )
    channel.save(output)
    facts = {"channel": str(output), "signature": channel.signature, "pairs": len(read), "learned from": channel.pairs}
    if as_json:
        print_json({**facts, "power": channel.power, "weights": dict(channel.weights)})
        return
    print_table(["feature", "weight"], [(name, f"{weight:.4g}") for name, weight in channel.weights.items()])
    print(f"{len(read):,} pairs, {channel.pairs:,} of them within two edits")
    print(f"{channel.signature} written to {visible(str(output))}")
