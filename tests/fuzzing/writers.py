"""Every command that writes a file, and a command line that makes it do so.

`writing_options()` lists them from the program itself: each option with a FILE or PREFIX whose help says that it is
written or drawn. `WRITERS` has for each a function that puts inputs into a folder and returns the words of the command
line; "{}" stands for the file to write. A test fails when an option has no entry.
"""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

from tests.fuzzing import good
from tests.fuzzing.command_lines import Hostile, commands

__all__ = ["WRITERS", "targets", "writing_options"]

_WRITES = re.compile(r"\b(write|draw)\b", re.IGNORECASE)
_TEXTS = ("A small cat sat on the mat.", "A cat was sitting on the red mat.")
_LABELS = ("ENTAILMENT", "NEUTRAL", "CONTRADICTION")


def writing_options() -> set[tuple[str, str]]:
    """The options that name a file to write, each with its command."""
    return {
        (words, param.opts[0])
        for words, command in commands().items()
        for param in command.params
        if param.param_type_name != "argument" and not param.is_flag
        if (param.metavar or "") in ("FILE", "PREFIX") and _WRITES.search(param.help or "")
    }


def targets(option: str, place: Path) -> list[Path]:
    """The files that a command wrote for the value `place` of this option."""
    found = sorted(place.parent.glob(f"{place.name}*")) if option == "--native" else [place]
    return [path for path in found if path.is_file()]


def _inputs(folder: Path) -> Hostile:
    folder.mkdir(parents=True, exist_ok=True)
    return Hostile(random.Random("calm"), folder, calm=True)


def _pairs(*words: str, count: int = 40, **more: Callable[[int], str]) -> Callable[[Path], tuple[str, ...]]:
    """A command on a table of pairs, whose path stands for "PAIRS"."""

    def make(folder: Path) -> tuple[str, ...]:
        inputs = _inputs(folder)
        names = ["id", "text1", "text2", *more]
        rows = [[f"n{n}", inputs.text(), inputs.text(), *(one(n) for one in more.values())] for n in range(count)]
        table = inputs.file("".join("\t".join(row) + "\n" for row in [names, *rows]), ".tsv")
        return tuple(table if word == "PAIRS" else word for word in words)

    return make


def _lines(*words: str, count: int = 60) -> Callable[[Path], tuple[str, ...]]:
    """A command on files of lines, a new one for each "LINES"."""

    def make(folder: Path) -> tuple[str, ...]:
        inputs = _inputs(folder)
        return tuple(inputs.lines(count) if word == "LINES" else word for word in words)

    return make


def _file(content: str, *words: str) -> Callable[[Path], tuple[str, ...]]:
    """A command on a file with this content, whose path stands for "IN"."""
    return lambda folder: tuple(_inputs(folder).file(content) if word == "IN" else word for word in words)


def _two_texts(*words: str) -> Callable[[Path], tuple[str, ...]]:
    return lambda _: (*words, "{}", *_TEXTS)


def _extract(option: str) -> Callable[[Path], tuple[str, ...]]:
    def make(folder: Path) -> tuple[str, ...]:
        inputs = _inputs(folder)
        paths = [inputs.file(good.BITEXT[name] * 50) for name in ("source", "target", "links")]
        words = ("phrases", "extract", "--source", paths[0], "--target", paths[1], "--alignments", paths[2])
        return (*words, "-o", "{}") if option == "-o" else (*words, "-o", str(folder / "table"), option, "{}")

    return make


def _merge(folder: Path) -> tuple[str, ...]:
    _inputs(folder)
    (folder / "made").mkdir()
    table = folder / "good.phrases"
    table.write_bytes(good.table_bytes(folder / "made"))
    return ("phrases", "merge", str(table), str(table), "-o", "{}")


def _gold(number: int) -> str:
    return f"{number % 6}"


_PHRASES = good.PHRASES + "".join(f"some word{n}\tother words{n}\t0.5\n" for n in range(500))
_NAMES = "".join(f"Ann Le{'e' * (n % 3)} {n}\n" for n in range(60))
_DOCUMENTS = "".join(
    json.dumps(
        {"id": number, "text": f"{name} left the house.", "mentions": [{"start": 0, "end": len(name), "chain": chain}]}
    )
    + "\n"
    for number, (name, chain) in enumerate((("Boris Lee", "a"), ("Boris Lee", "a"), ("Ann Lee", "b"), ("Ann Lee", "c")))
)
_MISSPELT = good.MISSPELT + "".join(f"believe{c}\tbeleive{c}\n" for c in "abcdefghij")

WRITERS: dict[tuple[str, str], Callable[[Path], tuple[str, ...]]] = {
    **{
        (name, "--output"): _pairs(name, "--pairs", "PAIRS", "-o", "{}")
        for name in ("score", "relate", "paraphrase", "entail")
    },
    **{(name, "--html"): _two_texts(name, "--html") for name in ("score", "relate", "paraphrase", "entail", "align")},
    ("score", "--svg"): _two_texts("score", "--model", "perp-sts", "--svg"),
    ("align", "--svg"): _two_texts("align", "--svg"),
    **{
        (f"metric {name}", "--native"): _lines("metric", name, "--hyp", "LINES", "--ref", "LINES", "--native", "{}")
        for name in ("ter", "terp")
    },
    ("combine", "--output"): _lines("combine", "LINES", "LINES", "LINES", "-o", "{}"),
    ("combine", "--svg"): _lines("combine", "LINES", "LINES", "--line", "1", "--svg", "{}"),
    ("combine", "--html"): _lines("combine", "LINES", "LINES", "--line", "1", "--html", "{}"),
    ("combine tune", "--output"): _lines(
        "combine", "tune", "LINES", "LINES", "--ref", "LINES", "--rounds", "1", "-o", "{}", count=8
    ),
    ("suggest", "--html"): _file(_NAMES, "suggest", "--words", "IN", "--html", "{}", "lee"),
    ("variants", "--output"): _file(_NAMES, "variants", "IN", "-o", "{}"),
    ("variants", "--html"): _file(_NAMES, "variants", "IN", "--html", "{}"),
    ("variants index", "--output"): _file(_NAMES, "variants", "index", "IN", "-o", "{}"),
    ("names", "--output"): _file(_DOCUMENTS, "names", "IN", "-o", "{}"),
    ("names", "--html"): _file(_DOCUMENTS, "names", "IN", "--html", "{}"),
    ("train score", "--output"): _pairs("train", "score", "PAIRS", "-o", "{}", gold=_gold, count=12),
    ("train perp", "--output"): _pairs("train", "perp", "PAIRS", "--epochs", "2", "-o", "{}", gold=_gold),
    ("train relate", "--output"): _pairs("train", "relate", "PAIRS", "-o", "{}", gold=_gold, count=12),
    ("train paraphrase", "--output"): _pairs(
        "train", "paraphrase", "PAIRS", "-o", "{}", gold=lambda n: str(n % 2), count=12
    ),
    ("train entail", "--output"): _pairs(
        "train",
        "entail",
        "PAIRS",
        "--gold",
        "gold",
        "-o",
        "{}",
        gold=lambda n: _LABELS[n % 3],
        relatedness=lambda n: f"{1 + n % 5}",
        count=30,
    ),
    ("train spelling", "--output"): _file(_MISSPELT, "train", "spelling", "IN", "-o", "{}"),
    ("train names", "--output"): _file(_DOCUMENTS, "train", "names", "IN", "-o", "{}"),
    ("tune", "--output"): _pairs("tune", "--pairs", "PAIRS", "--iterations", "1", "-o", "{}", gold=_gold, count=12),
    ("evaluate pairs", "--output"): _pairs(
        "evaluate",
        "pairs",
        "PAIRS",
        "--column",
        "mine",
        "--samples",
        "50",
        "-o",
        "{}",
        gold=_gold,
        mine=lambda n: f"{n % 5}",
    ),
    ("evaluate metrics", "--output"): _pairs(
        "evaluate", "metrics", "PAIRS", "--gold", "gold", "--metric", "TER", "--samples", "50", "-o", "{}", gold=_gold
    ),
    ("phrases extract", "--output"): _extract("-o"),
    ("phrases extract", "--save-alignments"): _extract("--save-alignments"),
    ("phrases build", "--output"): _file(_PHRASES, "phrases", "build", "IN", "-o", "{}"),
    ("phrases merge", "--output"): _merge,
    ("lm train", "--output"): _lines("lm", "train", "LINES", "--order", "2", "-o", "{}"),
    ("vectors train", "--output"): _lines(
        "vectors", "train", "LINES", "--dimensions", "2", "--min-count", "1", "-o", "{}"
    ),
    ("topics train", "--output"): _lines("topics", "train", "LINES", "--topics", "2", "--min-count", "1", "-o", "{}"),
}
"""A command line for each option that names a file to write."""
