"""The options that several commands share: one name, one type and one meaning each.

docs/command-line.md lists them, and a test holds every command against that list. A command takes an option by naming
its alias as the type of a parameter:

    def suggest(words: ..., model: Model = None, limit: Limit = 5, as_json: AsJson = False) -> None: ...
"""

from pathlib import Path
from typing import Annotated, Any

import typer

from perpend.cli.completing import model_names, one_of

__all__ = [
    "AllowBad",
    "AsJson",
    "Columns",
    "Common",
    "Costs",
    "Explain",
    "FirstText",
    "Gold",
    "Html",
    "HypFile",
    "IgnoreAccents",
    "IgnoreCase",
    "LETTERS",
    "Letters",
    "Level",
    "Limit",
    "Lines",
    "Links",
    "Memory",
    "MinCount",
    "Model",
    "Models",
    "Name",
    "NoHeader",
    "Output",
    "OutputFile",
    "Pairs",
    "PairsFile",
    "PairsFiles",
    "Phrases",
    "Pipeline",
    "RefFiles",
    "Scale",
    "SecondText",
    "Seed",
    "Svg",
    "TextFiles",
    "Threads",
    "Words",
    "tokenizer",
]

FirstText = Annotated[str | None, typer.Argument(metavar="TEXT1", help="The first text; - reads standard input.")]
SecondText = Annotated[str | None, typer.Argument(metavar="TEXT2", help="The second text; - reads standard input.")]
TextFiles = Annotated[
    list[Path], typer.Argument(metavar="TEXT...", help="Files with one text a line; plain, gzip or xz.")
]
PairsFile = Annotated[
    Path, typer.Argument(metavar="PAIRS", help="A table of labelled pairs, with a line of column names.")
]
PairsFiles = Annotated[
    list[Path], typer.Argument(metavar="PAIRS...", help="Tables of labelled pairs, with a line of column names each.")
]

Pairs = Annotated[
    str | None,
    typer.Option("--pairs", metavar="FILE", help="A table of pairs, instead of single texts; - is standard input."),
]
HypFile = Annotated[Path | None, typer.Option("--hyp", metavar="FILE", help="The hypotheses, one a line.")]
RefFiles = Annotated[
    list[Path] | None, typer.Option("--ref", metavar="FILE", help="The references, line by line; may be repeated.")
]
Columns = Annotated[
    tuple[str, str] | None,
    typer.Option("--columns", metavar="A B", help="The columns of the two texts. [default: text1 text2, or ref hyp]"),
]
Gold = Annotated[str, typer.Option("--gold", metavar="NAME", help="The column of what people said.")]
NoHeader = Annotated[
    bool, typer.Option("--no-header", help="The table has no line of column names: columns are 1, 2, ...")
]
Scale = Annotated[
    tuple[float, float], typer.Option("--scale", metavar="LOW HIGH", help="The scale of what people said.")
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        autocompletion=model_names,
        help="A name of `perpend models`, or a model file. [default: the one that comes with Perpend]",
    ),
]
Models = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        autocompletion=model_names,
        help="A name of `perpend models`, or a model file; may be repeated. [default: the one that comes with Perpend]",
    ),
]
Level = Annotated[
    str,
    typer.Option(
        "--level",
        help="What the two texts are: sentence, paragraph2sentence, sentence2phrase, phrase2word or word2sense.",
        **one_of("sentence", "paragraph2sentence", "sentence2phrase", "phrase2word", "word2sense", metavar="LEVEL"),
    ),
]
Links = Annotated[
    Path | None,
    typer.Option("--links", metavar="FILE", help="Links between articles, two names with a tab between them a line."),
]
Phrases = Annotated[
    Path | None, typer.Option("--phrases", metavar="TABLE", help="A table of paraphrases of `perpend phrases`.")
]
Costs = Annotated[
    str,
    typer.Option(
        "--costs",
        help="A set of edit costs, or a parameter file in TERp's format.",
        **one_of("terpa", "terph", "ter", "FILE"),
    ),
]
Pipeline = Annotated[
    str,
    typer.Option(
        "--pipeline", metavar="NAME", help="The tagger and parser: perpend, an installed spaCy pipeline, or a folder."
    ),
]
IgnoreCase = Annotated[
    bool, typer.Option("--ignore-case/--match-case", help="Whether capital letters are read as small ones.")
]
IgnoreAccents = Annotated[bool, typer.Option("--ignore-accents", help="Compare without accents and other marks.")]
LETTERS = 3
"""By how many letters two words may differ if nobody says so."""
Letters = Annotated[
    int | None,
    typer.Option(
        "--letters",
        "-k",
        metavar="N",
        min=1,
        max=10,
        help=f"By how many letters two words may differ. [default: {LETTERS}]",
    ),
]
Common = Annotated[
    int, typer.Option("--common", "-c", metavar="N", min=0, max=100, help="How many first or last letters they share.")
]
Limit = Annotated[
    int, typer.Option("--limit", "-n", metavar="N", min=0, max=1_000_000, help="How many are shown at most.")
]
Lines = Annotated[
    int, typer.Option("--lines", metavar="N", min=1, max=1_000_000, help="How many lines make a document.")
]
MinCount = Annotated[
    int, typer.Option("--min-count", metavar="N", min=0, max=1_000_000_000, help="Leave out what occurs less often.")
]
Memory = Annotated[str, typer.Option("--memory", metavar="AMOUNT", help="The most memory to take: 500M, 4G.")]
Name = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="What signatures call the result. [default: as its source]")
]

Words = Annotated[
    Path | None,
    typer.Option("--words", metavar="FILE", help="Words to choose from, or an index of them. [default: English]"),
]

Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", min=1, max=64, help="How many threads. [default: by the cores]")
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, max=2**32 - 1, help="Seed of all chance: the same gives the same.")
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Show what the answer is made of; in tables and JSON lines too.")
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the result to this file. [default: standard output]"),
]
OutputFile = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON: one document, or a line for each of many answers.")]
Svg = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", help="Draw the answer into this SVG file; - is standard output."),
]
Html = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write the answer to this HTML file; - is standard output."),
]
AllowBad = Annotated[bool, typer.Option("--allow-bad", help="Exit with 0 even if some rows have no answer.")]


def tokenizer(*names: str) -> Any:
    """The option --tokenizer of a command that knows these tokenizers, by name."""
    *most, last = names
    known = f"How texts are cut into words: {', '.join(most)} or {last}."
    return typer.Option("--tokenizer", help=known, **one_of(*names, metavar="NAME"))
