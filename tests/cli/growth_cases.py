"""For every command, inputs of any size: what `test_limits.py` sees refused and `test_long_growth.py` measures.

    "entail": Case("words in each text", 300, pair_of_words)    a limit: the largest size that is taken
    "topics train": Case("lines", None, ...)                     a file may have any number of lines: no limit

`COMMANDS` is read from the program, so a command without a case fails a test.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from math import isqrt
from typing import Any

import typer.main

from perpend.cli import commands
from perpend.limits import limit
from tests.cli.growth_inputs import (
    KINDS,
    SIMILAR_FULL_NAMES,
    Make,
    always,
    annotated,
    bitext,
    built,
    chained_documents,
    characters,
    documents,
    full_names,
    judged,
    judged_lines,
    judged_segments,
    labelled,
    line_of_letters,
    lines_of,
    list_of_words,
    long_and_short,
    longest,
    many_systems,
    misspelt,
    on_a_table,
    on_topics,
    on_vectors,
    one_pair,
    one_text,
    segment,
    systems,
    too_many_words_of_systems,
    too_many_words_of_tuned_systems,
    trained,
    tuned_systems,
    word_of_letters,
)


def command_names() -> list[str]:
    """All commands as people type them; that of a group's default is the name of the group."""
    found = []
    for name, entry in commands.COMMANDS.items():
        module, _, attribute = entry.home.partition(":")
        made = getattr(import_module(f"perpend.cli.{module}"), attribute)
        if isinstance(made, typer.Typer):
            group: Any = typer.main.get_command(made)
            found += [name if one == group.default else f"{name} {one}" for one in group.commands]
        else:
            found.append(name)
    return found


@dataclass(frozen=True)
class Case:
    """How to give a command an input of a size: `largest` is its limit, None if files may be of any size.

    `make(folder, kind, size)` writes the files and returns the arguments. `refused` makes an input that is refused
    although it is not simply one larger. `shapes` are other inputs at the limit, by what they are. `sizes` are tried
    instead of those that end at the limit.
    """

    unit: str
    largest: int | None
    make: Make
    kinds: tuple[str, ...] = KINDS
    refused: Make | None = None
    shapes: Mapping[str, Make] = field(default_factory=dict)
    sizes: tuple[int, ...] = ()


_EACH = "words in each text"


def pair_limit(command: str) -> int:
    """The most words of each of two texts of the same length."""
    return isqrt(limit(command, "word-pairs"))


def learner(command: str, made: Callable[..., Make]) -> Case:
    """A command that learns from pairs: `made(command)` writes small pairs and one of the size."""
    return Case(
        _EACH,
        pair_limit(command),
        made(command),
        KINDS[:1],
        shapes={"a long text, a short one": made(command, sizes=longest(command))},
    )


_LABELS = ("NEUTRAL", "ENTAILMENT", "CONTRADICTION")
_WORDS = "words of a line"
_CHARACTERS = "characters of a line"

CASES: dict[str, Case] = {
    "score": Case(
        _EACH,
        pair_limit("score"),
        one_pair("score"),
        shapes={**long_and_short("score"), "model perp-sts": one_pair("score", "--model", "perp-sts")},
    ),
    "relate": Case(_EACH, pair_limit("relate"), one_pair("relate"), shapes=long_and_short("relate")),
    "paraphrase": Case(_EACH, pair_limit("paraphrase"), one_pair("paraphrase"), shapes=long_and_short("paraphrase")),
    "entail": Case(_EACH, pair_limit("entail"), one_pair("entail"), shapes=long_and_short("entail")),
    "align": Case(_WORDS, limit("align", "words"), segment("align", "--json")),
    "metric wer": Case(_CHARACTERS, limit("metric wer", "characters"), characters("metric", "wer")),
    "metric per": Case(_CHARACTERS, limit("metric per", "characters"), characters("metric", "per")),
    "metric ter": Case(_WORDS, limit("metric ter", "words"), segment("metric", "ter")),
    "metric terp": Case(_WORDS, limit("metric terp", "words"), segment("metric", "terp")),
    "metric bleu": Case(_CHARACTERS, limit("metric bleu", "characters"), characters("metric", "bleu")),
    "metric chrf": Case(_CHARACTERS, limit("metric chrf", "characters"), characters("metric", "chrf")),
    "metric nist": Case(_CHARACTERS, limit("metric nist", "characters"), characters("metric", "nist")),
    "combine": Case(
        "words of five candidates",
        limit("combine", "segment-words"),
        systems,
        refused=too_many_words_of_systems,
        shapes={"200 candidates": many_systems},
    ),
    "combine tune": Case(
        "words of five candidates",
        limit("combine tune", "segment-words"),
        tuned_systems,
        KINDS[:1],
        refused=too_many_words_of_tuned_systems,
    ),
    "suggest": Case("letters of a word", limit("suggest", "letters"), word_of_letters),
    "variants": Case(
        "words of the list",
        None,
        list_of_words("variants", "{}", "-o", "MADE"),
        refused=line_of_letters("variants", "{}"),
        shapes={
            f"{SIMILAR_FULL_NAMES} similar full names": lambda folder, *_: full_names(folder, SIMILAR_FULL_NAMES),
            "8,000 full names": lambda folder, *_: full_names(folder, 8_000, KINDS[0]),
        },
    ),
    "variants index": Case(
        "words of the list",
        None,
        list_of_words("variants", "index", "{}", "-o", "MADE"),
        refused=line_of_letters("variants", "index", "{}", "-o", "MADE"),
    ),
    "names": Case(
        "documents with a name",
        None,
        documents,
        KINDS[:2],
        refused=lambda folder, *_: documents(folder, KINDS[2], 1_000),
        shapes={"440 similar names": lambda folder, *_: documents(folder, KINDS[2], 440)},
    ),
    "words": Case("words of a text", limit("words", "words"), one_text("words", "--json")),
    "annotate": Case("words of a text", limit("annotate", "words"), annotated),
    "train score": learner("train score", trained),
    "train perp": learner("train perp", trained),
    "train relate": learner("train relate", trained),
    "train paraphrase": learner("train paraphrase", partial(labelled, column="gold", labels=("1", "0"))),
    "train entail": learner("train entail", partial(labelled, column="entailment", labels=_LABELS)),
    "tune": Case("words of a row", limit("tune", "words"), judged_lines, KINDS[:1]),
    "evaluate pairs": Case(
        _EACH, pair_limit("evaluate pairs"), judged("evaluate pairs", "--model", "perp-sts", "--samples", "100")
    ),
    "phrases build": Case("paraphrases", None, built),
    "phrases sample": Case("paraphrases", None, on_a_table("phrases", "sample", "{}", "-n", "10")),
    "phrases lookup": Case("paraphrases", None, on_a_table("phrases", "lookup", "{}", "house")),
    "phrases info": Case("paraphrases", None, on_a_table("phrases", "info", "{}")),
    "phrases merge": Case("paraphrases", None, on_a_table("phrases", "merge", "{}", "{}", "-o", "MADE")),
    "lm train": Case("lines of ten words", None, lines_of("lm train", after=("-o", "{}"))),
    "vectors train": Case("lines of ten words", None, lines_of("vectors train", after=("-o", "{}")), KINDS[:1]),
    "topics train": Case(
        "lines of ten words", None, lines_of("topics train", "--topics", "5", after=("-o", "{}")), KINDS[:1]
    ),
    "phrases extract": Case("lines of bitext", None, bitext, ()),
    "topics of": Case("words of a text", None, one_text("topics of")),
    "topics info": Case("words with topics", None, on_topics, KINDS[:1]),
    "vectors near": Case("words with vectors", None, on_vectors("vectors", "near", "house", "--model"), KINDS[:1]),
    "vectors info": Case("words with vectors", None, on_vectors("vectors", "info"), KINDS[:1]),
    "train spelling": Case("misspellings", None, misspelt, (), sizes=(250, 500, 1_000, 2_000)),
    "train names": Case(
        "documents with a name",
        None,
        chained_documents,
        (),
        refused=lambda folder, *_: chained_documents(folder, KINDS[1], 2_000),
    ),
    "evaluate metrics": Case("segments of ten words", None, judged_segments),
    "models": Case("", None, always("models"), KINDS[:1], sizes=(1,)),
    "models show": Case("model", None, always("models", "show", "perp-sts"), KINDS[:1], sizes=(1,)),
    "resources list": Case("", None, always("resources", "list"), KINDS[:1], sizes=(1,)),
}

NOT_MEASURED = {
    "resources get": "fetches files of known sizes, in blocks",
    "resources path": "prints a path",
    "resources verify": "reads files of known sizes, in blocks",
    "lm score": "KenLM (extra `lm`) reads one line after another",
    "lm perplexity": "KenLM (extra `lm`) reads one line after another",
}
"""Commands without a measure, and why."""
