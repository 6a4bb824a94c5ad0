"""Inputs of any size for the commands: what the cases of `growth_cases` are made of.

    one_pair("entail")(folder, "random words", 300)      writes a table, returns ["entail", "--pairs", its path, ...]

A maker gets an empty folder, one of KINDS and a size, writes the files, and returns the arguments.
"""

import json
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from wordfreq import top_n_list

from perpend.limits import limit
from perpend.text.tokenizers import TOKENIZERS

KINDS = ("random words", "one word repeated", "similar names")
Make = Callable[[Path, str, int], list[str]]


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


def table(folder: Path, rows: Iterable[Iterable[str]], columns: str = "text1 text2") -> str:
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
        pair = table(folder, [(text(kind, size, seed) for seed, size in enumerate(longest(command), 1))])
        return [command, "--pairs", pair, "--explain", "--json"]

    return {"a long text, a short one": make}


def longest(command: str) -> tuple[int, int]:
    """The most words of a text that `command` takes, and of one beside it."""
    most = limit(command, "words")
    return most, limit(command, "word-pairs") // most


def judged(command: str, *options: str, sizes: Sequence[int] = ()) -> Make:
    """A table of judged pairs, of which the last has texts of that many words each, or of `sizes`."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        one, other = sizes or (size, size)
        rows = [(f"a dog runs {k}", f"a cat sat {k}", str(k % 5)) for k in range(20)]
        rows.append((text(kind, one, 1), text(kind, other, 2), "1"))
        return [*command.split(), table(folder, rows, "text1 text2 gold"), *options]

    return make


def trained(command: str, *options: str, sizes: Sequence[int] = ()) -> Make:
    """As `judged`, with a file to write."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        return [*judged(command, *options, sizes=sizes)(folder, kind, size), "-o", str(folder / "made")]

    return make


def labelled(command: str, *, column: str, labels: Sequence[str], sizes: Sequence[int] = ()) -> Make:
    """A table of pairs with labels, of which the last has texts of that many words each, or of `sizes`.

    `labels` are in turn those of the others.
    """

    def make(folder: Path, kind: str, size: int) -> list[str]:
        one, other = sizes or (size, size)
        rows = [("a dog runs", "a cat sat", label) for label in labels for _ in range(12)]
        rows.append((text(kind, one, 1), text(kind, other, 2), labels[0]))
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
    return ["combine", *_systems(folder, size // 5 + 1)]


def tuned_systems(folder: Path, kind: str, size: int) -> list[str]:
    """Five candidates of one segment, of that many words together, with a reference."""
    return _tuned(folder, _systems(folder, size // 5))


def too_many_words_of_tuned_systems(folder: Path, kind: str, size: int) -> list[str]:
    """As `too_many_words_of_systems`, with a reference."""
    return _tuned(folder, _systems(folder, size // 5 + 1))


def _systems(folder: Path, own: int) -> list[str]:
    return [write(folder / f"system{k}", [text("random words", own, k)]) for k in range(5)]


def _tuned(folder: Path, files: Sequence[str]) -> list[str]:
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
    """A list of that many full names with one given name, of which every pair is asked that is not surely different."""
    path = write(folder / "names.txt", [f"Ann {word.capitalize()}" for word in words(kind, size)])
    return ["variants", path, "--full-names", "--all", "-o", str(folder / "made")]


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


# -------------------- what is learned, and what is shown of it


def misspelt(folder: Path, kind: str, size: int) -> list[str]:
    """A table of that many misspellings."""
    rows = []
    for number, word in enumerate(words(kind, size)):
        place = number % (len(word) - 1)
        rows.append(f"{word}\t{word[:place]}{word[place + 1]}{word[place]}{word[place + 2 :]}")
    return [
        "train",
        "spelling",
        write(folder / "misspelt.tsv", ["correct\tmisspelling", *rows]),
        "-o",
        f"{folder}/made",
    ]


def chained_documents(folder: Path, kind: str, size: int) -> list[str]:
    """That many documents with a name each, four of one person after another."""
    found = []
    for number, word in enumerate(words(kind, size // 4)):
        name = f"Ann {word.capitalize()}"
        mention = {"start": 0, "end": len(name), "chain": f"c{number}"}
        found += [
            json.dumps({"id": f"{number} {k}", "text": f"{name} spoke in town {number % 9}.", "mentions": [mention]})
            for k in range(4)
        ]
    return ["train", "names", write(folder / "docs.jsonl", found), "-o", str(folder / "made")]


def judged_segments(folder: Path, kind: str, size: int) -> list[str]:
    """A table of that many judged segments of ten words."""
    rows = [(text(kind, 10, k % 500), text(kind, 10, k % 499), str(k % 5)) for k in range(size)]
    options = ("--gold", "gold", "--metric", "TER", "--samples", "100")
    return ["evaluate", "metrics", table(folder, rows, "text1 text2 gold"), *options]


def bitext(folder: Path, kind: str, size: int) -> list[str]:
    """That many lines of ten words, their translations and alignments; a line has two translations, so paraphrases."""
    source, target = (
        write(folder / name, [text(kind, 10, k % different) for k in range(size)])
        for name, different in (("source", 100), ("target", 200))
    )
    links = write(folder / "links", [" ".join(f"{k}-{k}" for k in range(10))] * size)
    return [
        *("phrases", "extract", "--source", source, "--target", target, "--alignments", links),
        *("-o", str(folder / "made")),
    ]


def on_vectors(*command: str) -> Make:
    """A command on vectors of that many words."""

    def make(folder: Path, kind: str, size: int) -> list[str]:
        from perpend.lexicon.word_vectors import write_vectors

        numbers = np.random.default_rng(0).normal(size=(size, 100)).astype(np.float32)
        write_vectors(folder / "made.vectors", _stems(size), numbers, {"name": kind})
        return [*command, str(folder / "made.vectors")]

    return make


def on_topics(folder: Path, kind: str, size: int) -> list[str]:
    """The command that tells of a file with topics of that many words."""
    from perpend.lexicon.topic_model import write_topics

    numbers = np.random.default_rng(0).dirichlet(np.ones(size), 50).T
    write_topics(folder / "made.topics", _stems(size), np.full(size, 3, np.int64), numbers, 0.1, {"name": kind})
    return ["topics", "info", str(folder / "made.topics")]


def _stems(count: int) -> list[str]:
    return sorted(["hous", *(f"{chr(97 + k % 26)}{k}" for k in range(count - 1))])


def always(*command: str) -> Make:
    """A command that reads no input of the user's."""
    return lambda folder, kind, size: list(command)


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
