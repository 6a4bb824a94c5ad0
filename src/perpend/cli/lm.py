"""`perpend lm`: train a language model on text, and ask how probable texts are under one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.commands import App
from perpend.cli.options import AsJson, Memory, MinCount, OutputFile, TextFiles, tokenizer
from perpend.cli.output import print_json, print_json_line, print_table, progress, say, step_progress
from perpend.errors import SettingError, unknown_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from perpend.lexicon.language_model.querying import SentenceScore

__all__ = ["app"]

app = App(
    help="Language models: train one on text, score texts by one.",
    example="perpend lm train news.txt.xz -o news.arpa",
)

_Model = Annotated[Path, typer.Argument(metavar="LM", help="A language model: ARPA, or KenLM's binary.")]
_Tokenizer = Annotated[str, tokenizer("combine", "spaces")]


@app.command()
def train(
    texts: TextFiles,
    output: OutputFile,
    order: Annotated[
        int, typer.Option("--order", metavar="N", min=1, max=6, help="The longest n-grams, in words.")
    ] = 4,
    prune: Annotated[
        str,
        typer.Option(
            "--prune", metavar="'0 0 1'", help="Leave out n-grams seen no more often, by order; the last holds on."
        ),
    ] = "0",
    min_count: MinCount = 1,
    tokenizer: _Tokenizer = "combine",
    memory: Memory = "4G",
    as_json: AsJson = False,
) -> None:
    """Train a language model of n-grams with modified Kneser-Ney smoothing, and write it in ARPA format.

    The same text gives the same bytes. Text that is too long for the memory is refused, not cut.

    Examples:

        perpend lm train news.txt.xz -o news.arpa

        perpend lm train news.txt talks.txt.gz -o large.arpa --order 5 --prune '0 0 1' --min-count 2 --memory 8G
    """
    from perpend.lexicon.language_model.training import train_language_model
    from perpend.lexicon.phrases.pivot.settings import bytes_of

    with step_progress() as bar:
        made = train_language_model(
            texts, output, order=order, prune=_thresholds(prune), min_count=min_count, cut=_cut(tokenizer),
            memory=bytes_of(memory), report=bar,
        )  # fmt: skip
    if as_json:
        print_json({"model": str(output), **made.to_dict()})
        return
    say(f"{made.words:,} words in {made.sentences:,} sentences; model written to {output}")
    rows = [
        (order, f"{ngrams:,}", *(f"{discount:.4f}" for discount in level))
        for order, (ngrams, level) in enumerate(zip(made.ngrams, made.discounts, strict=True), 1)
    ]
    print_table(["order", "n-grams", "D1", "D2", "D3+"], rows)


@app.command()
def score(model: _Model, texts: TextFiles, tokenizer: _Tokenizer = "combine", as_json: AsJson = False) -> None:
    """The logarithm (base 10) of each line's probability under a language model.

    Examples:

        perpend lm score news.arpa answers.txt

        perpend lm score news.arpa answers.txt --json
    """
    for found in _scores(model, texts, tokenizer):
        if as_json:
            print_json_line(found.to_dict())
        else:
            say(f"{found.log10:.6f}")


@app.command()
def perplexity(model: _Model, texts: TextFiles, tokenizer: _Tokenizer = "combine", as_json: AsJson = False) -> None:
    """How well a language model predicts texts: what a word costs on average, ends of sentences included.

    Examples:

        perpend lm perplexity news.arpa held-out.txt --json
    """
    from perpend.lexicon.language_model.querying import sum_of_scores

    found = sum_of_scores(_scores(model, texts, tokenizer))
    if as_json:
        print_json(found.to_dict())
        return
    say(
        f"perplexity {found.perplexity:.2f}; {found.sentences:,} sentences, {found.words:,} words, "
        f"{found.unknown:,} of them unknown"
    )


def _scores(path: Path, texts: list[Path], tokenizer: str) -> Iterator["SentenceScore"]:
    from perpend.files.lines import read_lines
    from perpend.lexicon.language_model.querying import open_language_model, score_sentence

    cut, model = _cut(tokenizer), open_language_model(path)
    with progress() as bar:
        task = bar.add_task("scoring", total=None)
        for text in texts:
            for line in read_lines(text, "a file of text, a sentence a line"):
                yield score_sentence(model, cut(line.replace("\0", " ")))
                bar.advance(task)


def _cut(tokenizer: str) -> "Callable[[str], Sequence[str]]":
    from perpend.combination.words import split_forms

    ways: dict[str, Callable[[str], Sequence[str]]] = {"combine": split_forms, "spaces": str.split}
    if tokenizer not in ways:
        raise unknown_name("tokenizer", tokenizer, ways)
    return ways[tokenizer]


def _thresholds(prune: str) -> list[int]:
    try:
        return [int(part) for part in prune.split()]
    except ValueError:
        raise SettingError(
            f"prune {prune!r}: whole numbers with spaces between them are needed, such as '0 0 1'"
        ) from None
