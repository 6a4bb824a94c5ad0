"""For every command, inputs of any size: what `test_limits.py` sees refused and `test_long_growth.py` measures.

    "entail": Case("words in each text", 300, pair_of_words)    a limit: the largest size that is taken
    "topics train": Case("lines", None, ...)                     a file may have any number of lines: no limit

`COMMANDS` is read from the program, so a command without a case fails a test.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from math import isqrt
from pathlib import Path
from typing import Any

import typer.main
from wordfreq import top_n_list

from perpend.cli import commands
from perpend.limits import limit
from perpend.text.tokenizers import TOKENIZERS

KINDS = ("random words", "one word repeated", "similar names")
Make = Callable[[Path, str, int], list[str]]


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
    although it is not simply one larger. `shapes` are other inputs at the limit, by what they are. `trains` marks
    commands that learn: only their refusals are tried.
    """

    unit: str
    largest: int | None
    make: Make
    kinds: tuple[str, ...] = KINDS
    refused: Make | None = None
    shapes: Mapping[str, Make] = field(default_factory=dict)
    trains: bool = False


def words(kind: str, size: int, seed: int = 0) -> list[str]:
    """Words of one of KINDS; the same seed gives the same words."""
    chance = random.Random(f"{kind} {seed}")
    if kind == "one word repeated":
        return ["house"] * size
    if kind == "similar names":
        return [_surname(chance) for _ in range(size)]
    return chance.choices(_vocabulary(), k=size)


@cache
def _vocabulary() -> list[str]:
    """Frequent English words that every tokeniser takes for one: not "cannot"."""
    plain = (word for word in top_n_list("en", 20_000) if word.isalpha() and word.isascii() and len(word) > 1)
    return [word for word in plain if all(len(one.tokens(word)) == 1 for one in TOKENIZERS.values())]


def _surname(chance: random.Random) -> str:
    letters = list("Berezovski")
    for _ in range(2):
        letters[chance.randrange(1, 9)] = chance.choice("abcdefghijklmnopqrst")
    return "".join(letters)


def text(kind: str, size: int, seed: int = 0) -> str:
    """A text of `size` words."""
    return " ".join(words(kind, size, seed))


def write(path: Path, lines: Sequence[str]) -> str:
    """Writes the lines, and returns the path as an argument."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


# -------------------- pairs


def table(folder: Path, rows: Sequence[Sequence[str]], columns: str = "text1 text2") -> str:
    """Writes a table of pairs."""
    return write(folder / "pairs.tsv", ["\t".join(columns.split()), *("\t".join(row) for row in rows)])


def one_pair(command: str, *options: str) -> Make:
    """A table with one pair of texts of that many words each."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        pair = table(folder, [(text(kind, size, 1), text(kind, size, 2))])
        return [*command.split(), "--pairs", pair, "--explain", "--json", *options]

    return make


def long_and_short(command: str) -> dict[str, Make]:
    """The longest text that is taken, beside the longest that is taken with it."""

    def make(folder: Path, kind: str, _: int) -> list[str]:
        most = limit(command, "words")
        pair = table(folder, [(text(kind, most, 1), text(kind, limit(command, "word-pairs") // most, 2))])
        return [command, "--pairs", pair, "--explain", "--json"]

    return {"a long text, a short one": make}


def judged(command: str, *options: str) -> Make:
    """A table of judged pairs, of which the last has texts of that many words each."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        rows = [(f"a dog runs {k}", f"a cat sat {k}", str(k % 5)) for k in range(20)]
        rows.append((text(kind, size, 1), text(kind, size, 2), "1"))
        return [*command.split(), table(folder, rows, "text1 text2 gold"), *options]

    return make


def trained(command: str, *options: str) -> Make:
    """As `judged`, with a file to write."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        return [*judged(command, *options)(folder, kind, size), "-o", str(folder / "made")]

    return make


def labelled(command: str, column: str, *labels: str) -> Make:
    """A table of pairs with labels, of which the last has texts of that many words each.

    `labels` are in turn those of the others.
    """

    def make(folder: Path, kind: str, size: int) -> list[str]:
        rows = [("a dog runs", "a cat sat", label) for label in labels for _ in range(12)]
        rows.append((text(kind, size, 1), text(kind, size, 2), labels[0]))
        return [*command.split(), table(folder, rows, f"text1 text2 {column}"), "-o", str(folder / "made")]

    return make


# -------------------- lines


def segment(*command: str) -> Make:
    """One line of that many words in each of two files."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        hyp, ref = (write(folder / name, [text(kind, size, seed)]) for seed, name in enumerate(("hyp", "ref")))
        return [*command, "--hyp", hyp, "--ref", ref]

    return make


def characters(*command: str) -> Make:
    """One line of that many characters in each of two files: words of one letter."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        chance = random.Random(kind)
        letters = "a" if kind == "one word repeated" else "abcdefghijklmnop"
        lines = ["".join(f"{chance.choice(letters)} " for _ in range(size // 2)).ljust(size, "b") for _ in range(2)]
        hyp, ref = (write(folder / name, [line]) for name, line in zip(("hyp", "ref"), lines, strict=True))
        return [*command, "--hyp", hyp, "--ref", ref]

    return make


def lines_of(command: str, *options: str, after: Sequence[str] = ()) -> Make:
    """A file of that many lines of ten words."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        found = [text(kind, 10, seed) for seed in range(min(size, 500))]
        path = write(folder / "lines.txt", [found[place % len(found)] for place in range(size)])
        return [*command.split(), path, *options, *(one.replace("{}", str(folder / "made")) for one in after)]

    return make


def judged_lines(folder: Path, kind: str, size: int) -> list[str]:
    """For `tune`: two judged pairs, of which one is of that many words."""
    rows = [("a dog runs", "a dog ran", "3"), ("a b c", "a c", "1"), (text(kind, size, 1), text(kind, size, 2), "1")]
    return ["tune", "--pairs", table(folder, rows, "ref hyp gold"), "-o", str(folder / "tuned.param")]


def systems(folder: Path, kind: str, size: int) -> list[str]:
    """Five candidates of one segment, of that many words together."""
    own = size // 5
    files = [write(folder / f"system{k}", [text(kind, own - (k if kind == KINDS[1] else 0), k)]) for k in range(5)]
    return ["combine", *files]


def many_systems(folder: Path, kind: str, size: int) -> list[str]:
    """As many candidates as are taken, all different, of that many words together."""
    count = limit("combine", "candidates")
    return ["combine", *(write(folder / f"system{k}", [text(kind, size // count, k)]) for k in range(count))]


def too_many_words_of_systems(folder: Path, kind: str, size: int) -> list[str]:
    """Candidates that differ, each within the limit of one, with more words together than are taken."""
    files = [write(folder / f"system{k}", [text("random words", size // 5 + 1, k)]) for k in range(5)]
    return ["combine", *files]


def tuned_systems(folder: Path, kind: str, size: int) -> list[str]:
    """As `systems`, with a reference."""
    files = too_many_words_of_systems(folder, kind, size)[1:]
    return ["combine", "tune", *files, "--ref", write(folder / "ref", ["a b"]), "-o", str(folder / "made")]


# -------------------- words and names


def list_of_words(*command: str) -> Make:
    """A list of that many words."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        path = write(folder / "words.txt", words(kind, size))
        return [one.replace("{}", path).replace("MADE", str(folder / "made")) for one in command]

    return make


SIMILAR_FULL_NAMES = 750
"""As many of one sort as are taken: nearly all pairs of them are compared."""


def full_names(folder: Path, size: int, kind: str = KINDS[2]) -> list[str]:
    """A list of that many full names with one given name."""
    path = write(folder / "names.txt", [f"Ann {word.capitalize()}" for word in words(kind, size)])
    return ["variants", path, "--full-names", "-o", str(folder / "made")]


def word_of_letters(folder: Path, kind: str, size: int) -> list[str]:
    """One word of that many letters."""
    return ["suggest", "".join(words(kind, size))[:size]]


def line_of_letters(*command: str) -> Make:
    """A list with a word of that many letters."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        path = write(folder / "words.txt", ["smith", "a" * 256])
        return [one.replace("{}", path).replace("MADE", str(folder / "made")) for one in command]

    return make


def documents(folder: Path, kind: str, size: int) -> list[str]:
    """That many documents, each with the mention of a name."""
    names = [f"Ann {word.capitalize()}" for word in words(kind, size)]
    found = [
        {"id": str(k), "text": f"{name} spoke in the town.", "mentions": [{"start": 0, "end": len(name)}]}
        for k, name in enumerate(names)
    ]
    return ["names", write(folder / "docs.jsonl", [json.dumps(one) for one in found]), "--json"]


def one_text(command: str, *options: str) -> Make:
    """A text of that many words, in a file or as an argument."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        return [*command.split(), *options, text(kind, size)]

    return make


def annotated(folder: Path, kind: str, size: int) -> list[str]:
    """A text of that many words, for `annotate`."""
    return ["annotate", "--json", "--texts", write(folder / "texts.txt", [text(kind, size)])]


# -------------------- phrases


def phrase_lines(folder: Path, kind: str, size: int) -> str:
    """A file of that many paraphrases."""
    one, two = words(kind, size, 1), words("random words", size, 2)
    return write(
        folder / "phrases.tsv",
        ["ref\thyp\tp", *(f"{a} {k}\t{b}\t0.5" for k, (a, b) in enumerate(zip(one, two, strict=True)))],
    )


def built(folder: Path, kind: str, size: int) -> list[str]:
    """The command that builds a table."""
    return ["phrases", "build", phrase_lines(folder, kind, size), "-o", str(folder / "built.phrases")]


def on_a_table(*command: str) -> Make:
    """A command on a table of that many paraphrases, which is built first."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        from perpend.lexicon.phrases.builder import build_phrase_table

        made = folder / "table.phrases"
        build_phrase_table(Path(phrase_lines(folder, kind, size)), made)
        return [one.replace("{}", str(made)).replace("MADE", str(folder / "made")) for one in command]

    return make


def pair_limit(command: str) -> int:
    """The most words of each of two texts of the same length."""
    return isqrt(limit(command, "word-pairs"))


_LABELS = ("NEUTRAL", "ENTAILMENT", "CONTRADICTION")
_EACH = "words in each text"
_WORDS = "words of a line"
_CHARACTERS = "characters of a line"

CASES: dict[str, Case] = {
    "score": Case(_EACH, pair_limit("score"), one_pair("score"), shapes=long_and_short("score")),
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
        "words of five candidates", limit("combine", "segment-words"), tuned_systems, refused=tuned_systems, trains=True
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
    "train score": Case(_EACH, pair_limit("train score"), trained("train score"), trains=True),
    "train perp": Case(_EACH, pair_limit("train perp"), trained("train perp"), trains=True),
    "train relate": Case(_EACH, pair_limit("train relate"), trained("train relate"), trains=True),
    "train paraphrase": Case(
        _EACH, pair_limit("train paraphrase"), labelled("train paraphrase", "gold", "1", "0"), trains=True
    ),
    "train entail": Case(
        _EACH,
        pair_limit("train entail"),
        labelled("train entail", "entailment", *_LABELS),
        trains=True,
    ),
    "tune": Case("words of a row", limit("tune", "words"), judged_lines, trains=True),
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
    "topics of": Case("words of a text", None, one_text("topics of")),
}

NOT_MEASURED = {
    "train spelling": "learns from a table of words, of any number; each has at most 255 letters",
    "train names": "learns from documents, of any number",
    "evaluate metrics": "reads segments, of any number; each metric has its own limits",
    "models": "reads no input",
    "models show": "reads a model",
    "resources list": "reads no input",
    "resources get": "fetches files of known sizes",
    "resources path": "reads no input",
    "resources verify": "reads files of known sizes",
    "phrases extract": "reads bitext, of any number of lines, within the memory that --memory allows",
    "lm score": "reads lines, of any number (extra `lm`)",
    "lm perplexity": "reads lines, of any number (extra `lm`)",
    "vectors near": "reads one word",
    "vectors info": "reads a file of vectors",
    "topics info": "reads a file of topics",
}
"""Commands without a measure, and why."""
