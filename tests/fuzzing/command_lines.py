"""Every command of Perpend, and how it is called with hostile texts.

`commands()` lists the commands from the program itself; `CASES` has for each a function that makes a command line, its
standard input and its files from chance. A test fails when a command has no entry.
"""

import csv
import io
import itertools
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer.main

from perpend.cli.commands import COMMANDS
from perpend.cli.main import app
from tests.fuzzing import good
from tests.fuzzing.texts import as_argument, as_cell, hostile_text, ordinary_text

__all__ = ["CASES", "REFUSED", "SLOW", "Case", "Hostile", "commands", "leaves"]


@dataclass(frozen=True)
class Case:
    """A command line with its standard input.

    `table` is where the rows of a table go (None is standard output), `format` theirs, and `rows` how many there must
    be (-1: it is no table), in order, their column id being n0, n1, ... `passes` says that texts go to standard output
    as they came.
    """

    words: tuple[str, ...]
    stdin: bytes = b""
    rows: int = -1
    table: Path | None = None
    format: str = "tsv"
    passes: bool = False

    @property
    def as_json(self) -> bool:
        """Whether standard output is JSON."""
        return "--json" in self.words[: self.words.index("--") if "--" in self.words else None]


class Hostile:
    """What a case is made of, from `chance`: texts, files in `folder`. With `calm`, texts are ordinary ones."""

    def __init__(self, chance: random.Random, folder: Path, *, calm: bool = False) -> None:
        self.chance, self.folder, self.calm = chance, folder, calm
        self._files = 0

    def text(self) -> str:
        """Any text."""
        return ordinary_text(self.chance) if self.calm else hostile_text(self.chance)

    def argument(self) -> str:
        """A text as an argument of a command line."""
        return as_argument(self.text())

    def file(self, content: bytes | str, ending: str = "") -> str:
        """The path of a new file with this content."""
        self._files += 1
        path = self.folder / f"input{self._files}{ending}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return str(path)

    def lines(self, count: int = 6) -> str:
        """The path of a file of lines."""
        texts = [self.text() for _ in range(count)]
        return self.file(
            "\n".join(texts if self.chance.random() < 0.3 and not self.calm else map(as_cell, texts)) + "\n"
        )

    def flags(self, *flags: str) -> tuple[str, ...]:
        """Some of these options."""
        return tuple(flag for flag in flags if self.chance.random() < 0.4)

    def output(self, ending: str = "") -> Path:
        """Where a command may write."""
        return self.folder / f"output{ending}"

    def table(self, count: int = 5, **columns: Callable[[], str]) -> tuple[bytes, str]:
        """A table of hostile texts, n0, n1, ... in its first column, and the ending that names its format."""
        made = {"text1": self.text, "text2": self.text, **columns}
        rows = [[f"n{number}", *(make() for make in made.values())] for number in range(count)]
        names = ["id", *made]
        match self.chance.choice(("tsv", "csv", "jsonl")):
            case "tsv":
                text = "".join("\t".join(map(as_cell, row)) + "\n" for row in [names, *rows])
                return text.encode("utf-8", "surrogatepass"), ".tsv"
            case "csv":
                out = io.StringIO()
                # Python 3.11 does not quote a lone "\r", at which a record ends.
                csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(
                    [[cell.replace("\0", "") for cell in row] for row in [names, *rows]]
                )
                return out.getvalue().encode("utf-8", "surrogatepass"), ".csv"
            case _:
                lines = (json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows)
                return "".join(lines).encode(), ".jsonl"

    def judged(self, label: Callable[[], str] | None = None, count: int = 5, **more: Callable[[], str]) -> str:
        """The path of a table with gold labels."""
        gold = label or (lambda: f"{self.chance.uniform(0, 5):.2f}")
        return self.file(*self.table(count, gold=gold, **more))


def leaves(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """The commands below a group, by their words; the default command of a group goes by the name of the group."""
    if not hasattr(command, "commands"):
        yield " ".join(words), command
    for name, inner in getattr(command, "commands", {}).items():
        yield from leaves(inner, words if inner.hidden else (*words, name))


def commands() -> dict[str, Any]:
    """All commands of the program, by their words."""
    root = typer.main.get_command(app)
    return {words: found for name in COMMANDS for words, found in leaves(root.commands[name], (name,))}  # type: ignore[attr-defined]


def _answered(name: str, *options: str) -> Callable[[Hostile], Case]:
    """Cases of score, relate, paraphrase and entail: two texts, standard input, or tables."""

    def case(h: Hostile) -> Case:
        flags = h.flags("--explain", "--verbose")
        match h.chance.randrange(5):
            case 0:
                return Case((name, *options, *flags, *h.flags("--json"), "--", h.argument(), h.argument()))
            case 1:
                stdin = h.text().encode("utf-8", "surrogatepass")
                return Case((name, *options, "--json", "--", "-", as_argument("a " + h.text())), stdin)
            case 2:
                return Case((name, *options, "--html", str(h.output()), "--", h.argument(), h.argument()))
            case 3:
                content, ending = h.table()
                goal = h.output(h.chance.choice((ending, ".tsv", ".jsonl", ".csv")))
                return Case(
                    (name, *options, *flags, "--pairs", h.file(content, ending), "-o", str(goal)),
                    b"",
                    5,
                    goal,
                    goal.suffix[1:],
                )
            case _:
                content, ending = h.table()
                form = {".jsonl": ("--json",), ".csv": ("--delimiter", ","), ".tsv": ()}[ending]
                return Case((name, *options, *flags, *form, "--pairs", "-"), content, 5, None, ending[1:], passes=True)

    return case


def _metric(name: str) -> Callable[[Hostile], Case]:
    def case(h: Hostile) -> Case:
        flags = h.flags("--json", "--segments")
        if h.chance.random() < 0.4:
            return Case(("metric", name, *flags, "--pairs", h.file(*h.table())))
        compared = ("--compare", h.lines(), "--samples", "20") if h.chance.random() < 0.2 else ()
        return Case(("metric", name, *flags, "--hyp", h.lines(), "--ref", h.lines(), *compared))

    return case


def _align(h: Hostile) -> Case:
    flags = (*h.flags("--explain"), *h.chance.choice(((), ("--json",), ("--svg", str(h.output())), ("--html", "-"))))
    match h.chance.randrange(3):
        case 0:
            return Case(("align", *flags, "--", h.argument(), h.argument()), passes="--html" in flags)
        case 1:
            return Case(("align", *h.flags("--json"), "--pairs", h.file(*h.table())))
        case _:
            return Case(("align", *h.flags("--json"), "--hyp", h.lines(), "--ref", h.lines()))


def _combine(h: Hostile) -> Case:
    method = h.chance.choice(("mbr", "network", "two-pass", "extended"))
    goal = h.chance.choice(((), ("--json",), ("-o", str(h.output()))))
    return Case(("combine", "--method", method, *goal, h.lines(), h.lines(), h.lines()), passes=True)


def _suggest(h: Hostile) -> Case:
    # Case and accents are ignored in lists of the user's own.
    own = ("--words", h.lines(), *h.flags("--ignore-case", "--ignore-accents")) if h.chance.random() < 0.5 else ()
    return Case(("suggest", *h.flags("--json"), *own, "--", h.argument(), h.argument()))


def _names(h: Hostile) -> Case:
    def document(number: int) -> str:
        text = f"Ann Lee {h.text()}"
        mentions = [{"start": 0, "end": 7}] + (
            [{"start": 8, "end": len(text)}] if len(text) < 200 and text[8:].strip() else []
        )
        return json.dumps(
            {"id": f"n{number}", "text": text, **({"mentions": mentions} if h.chance.random() < 0.8 else {})}
        )

    content = "\n".join(map(document, range(4))) + "\n"
    return Case(("names", *h.flags("--json"), h.file(content, ".jsonl")))


def _words(h: Hostile) -> Case:
    second = (as_argument(h.text()),) if h.chance.random() < 0.5 else ()
    tokenizer = ("--tokenizer", h.chance.choice(("penn", "terp")))
    return Case(
        ("words", *h.flags("--json"), *tokenizer, "--", "-", *second), h.text().encode("utf-8", "surrogatepass")
    )


def _annotate(h: Hostile) -> Case:
    form = h.chance.choice(((), ("--json",), ("--conllu",)))
    texts = ("--texts", h.lines()) if h.chance.random() < 0.5 else ("--", h.argument(), h.argument())
    return Case(("annotate", *form, *texts), passes="--conllu" in form)


def _train(
    name: str, *options: str, labels: tuple[str, ...] = (), rows: int = 12, **more: str
) -> Callable[[Hostile], Case]:
    """Training on pairs with these labels in turn, or with numbers; `more` are columns with one value."""

    def case(h: Hostile) -> Case:
        turns = itertools.cycle(labels)
        extra = {column: (lambda value=value: value) for column, value in more.items()}
        pairs = h.judged((lambda: next(turns)) if labels else None, rows, **extra)
        return Case(("train", name, pairs, *options, *h.flags("--json"), "-o", str(h.output())))

    return case


def _train_spelling(h: Hostile) -> Case:
    rows = "".join(f"{as_cell(h.text())}\t{as_cell(h.text())}\n" for _ in range(12))
    return Case(("train", "spelling", h.file(f"{good.MISSPELT}{rows}"), "-o", str(h.output())))


def _train_names(h: Hostile) -> Case:
    def document(number: int, name: str, chain: str) -> str:
        mentions = [{"start": 0, "end": len(name), "chain": chain}]
        return json.dumps({"id": number, "text": f"{name} left. {h.text()}", "mentions": mentions})

    named = (("Boris Lee", "a"), ("Boris Lee", "a"), ("Ann Lee", "b"), ("Ann Lee", "c"))
    content = "".join(document(number, *one) + "\n" for number, one in enumerate(named))
    return Case(("train", "names", h.file(content), "-o", str(h.output())))


def _tune(h: Hostile) -> Case:
    return Case(
        (
            "tune",
            "--pairs",
            h.judged(),
            "--iterations",
            "1",
            *h.chance.choice(((), ("-o", str(h.output())), ("--json",))),
        )
    )


def _evaluate(what: str) -> Callable[[Hostile], Case]:
    def case(h: Hostile) -> Case:
        number = lambda: f"{h.chance.random():.3f}"  # noqa: E731
        groups = itertools.cycle((h.text(), f"g{h.text()}"))
        name = "x" + as_cell(h.text()).replace("\0", "")[:50]
        table = h.file(*h.table(6, **{name: number, "gold": number, "mine": number, "group": lambda: next(groups)}))
        odd = ("--group", "group") if h.calm else ("--column", as_argument(h.text()))
        more = h.chance.choice(((), ("--group", "group"), odd))
        return Case(
            (
                "evaluate",
                what,
                table,
                "--gold",
                "gold",
                "--column",
                "mine",
                "--samples",
                "20",
                *more,
                *h.flags("--json"),
            )
        )

    return case


def _resources(what: str) -> Callable[[Hostile], Case]:
    def case(h: Hostile) -> Case:
        ids = () if what == "list" else ("--", h.argument())
        return Case(("resources", what, "--home", str(h.folder / "home"), *h.flags("--json"), *ids))

    return case


def _phrase_file(h: Hostile) -> str:
    rows = "".join(f"{as_cell(h.text())}\t{as_cell(h.text())}\t0.5\n" for _ in range(5))
    return h.file(f"ref\thyp\tp\ntake place\toccur\t0.9\n{rows}")


def _table_file(h: Hostile) -> str:
    path = h.folder / "good.phrases"
    if not path.exists():
        work = h.folder / "made"
        work.mkdir(exist_ok=True)
        path.write_bytes(good.table_bytes(work))
    return str(path)


def _phrases_extract(h: Hostile) -> Case:
    lines = [as_cell(h.text()).replace("\x0b", " ") or "a" for _ in range(6)]
    target = "\n".join(["large house", "big home"] * 2 + lines) + "\n"
    source = "grosse casa\n" * 4 + "x\n" * len(lines)
    links = "0-0 1-1\n" * 4 + "0-0\n" * len(lines)
    words = ("--source", h.file(source), "--target", h.file(target), "--alignments", h.file(links))
    return Case(("phrases", "extract", *words, *h.flags("--json"), "-o", str(h.output())))


def _phrases_merge(h: Hostile) -> Case:
    name = () if h.calm else (f"--name={as_argument(h.text())}",)
    return Case(("phrases", "merge", _table_file(h), _table_file(h), *name, *h.flags("--json"), "-o", str(h.output())))


def _vectors_file(h: Hostile) -> str:
    path = h.folder / "good.vectors"
    if not path.exists():
        good.vectors(path)
    return str(path)


def _topics_file(h: Hostile) -> str:
    path = h.folder / "good.topics"
    if not path.exists():
        good.topics(path)
    return str(path)


_LABELS = ("ENTAILMENT", "NEUTRAL", "CONTRADICTION")

CASES: dict[str, Callable[[Hostile], Case]] = {
    "score": lambda h: _answered("score", *h.chance.choice(((), ("--strictness", "0.5"), ("--model", "perp-sts"))))(h),
    "relate": _answered("relate"),
    "paraphrase": lambda h: _answered(
        "paraphrase",
        *h.chance.choice(((), ("--prior", "0.3", "--least-confidence", "0.8"), ("--model", "paraphrase-msrp"))),
    )(h),
    "entail": _answered("entail"),
    "align": _align,
    **{f"metric {name}": _metric(name) for name in ("wer", "per", "ter", "terp", "bleu", "chrf", "nist")},
    "combine": _combine,
    "combine tune": lambda h: Case(
        ("combine", "tune", h.lines(), h.lines(), "--ref", h.lines(), "--rounds", "1", "-o", str(h.output()))
    ),
    "suggest": _suggest,
    "variants": lambda h: Case(
        (
            "variants",
            h.lines(),
            *h.chance.choice(((), ("--all", "--json"), ("--count",), ("--full-names",), ("--groups",))),
        ),
        passes=True,
    ),
    "variants index": lambda h: Case(("variants", "index", h.lines(), *h.flags("--json"), "-o", str(h.output()))),
    "names": _names,
    "words": _words,
    "annotate": _annotate,
    "train score": _train("score"),
    "train perp": _train("perp", "--epochs", "1"),
    "train relate": _train("relate"),
    "train paraphrase": _train("paraphrase", "--folds", "2", labels=("0", "1")),
    "train entail": _train("entail", "--gold", "gold", labels=_LABELS, rows=36, relatedness="3"),
    "train spelling": _train_spelling,
    "train names": _train_names,
    "tune": _tune,
    "evaluate pairs": _evaluate("pairs"),
    "evaluate metrics": _evaluate("metrics"),
    "models": lambda h: Case(("models", *h.flags("--json"))),
    "models show": lambda h: Case(("models", "show", *h.flags("--json"), "--", "perp-sts" if h.calm else h.argument())),
    "resources list": _resources("list"),
    "resources get": _resources("get"),
    "resources path": _resources("path"),
    "resources verify": _resources("verify"),
    "phrases extract": _phrases_extract,
    "phrases build": lambda h: Case(("phrases", "build", _phrase_file(h), *h.flags("--json"), "-o", str(h.output()))),
    "phrases merge": _phrases_merge,
    "phrases sample": lambda h: Case(("phrases", "sample", _table_file(h), "--limit", "3", *h.flags("--json"))),
    "phrases lookup": lambda h: Case(("phrases", "lookup", *h.flags("--json"), "--", _table_file(h), h.argument())),
    "phrases info": lambda h: Case(("phrases", "info", _table_file(h), *h.flags("--json", "--verify"))),
    "lm train": lambda h: Case(("lm", "train", h.lines(), "--order", "2", *h.flags("--json"), "-o", str(h.output()))),
    "lm score": lambda h: Case(("lm", "score", h.file(good.ARPA), h.lines(), *h.flags("--json"))),
    "lm perplexity": lambda h: Case(("lm", "perplexity", h.file(good.ARPA), h.lines(), *h.flags("--json"))),
    "vectors train": lambda h: Case(
        ("vectors", "train", h.lines(), "--dimensions", "2", "--min-count", "1", "-o", str(h.output()))
    ),
    "vectors near": lambda h: Case(
        ("vectors", "near", *h.flags("--json"), "--model", _vectors_file(h), "--", h.argument())
    ),
    "vectors info": lambda h: Case(("vectors", "info", _vectors_file(h), *h.flags("--json"))),
    "topics train": lambda h: Case(
        ("topics", "train", h.lines(), "--topics", "2", "--min-count", "1", "-o", str(h.output()))
    ),
    "topics of": lambda h: Case(("topics", "of", *h.flags("--json"), "--model", _topics_file(h), "--", h.argument())),
    "topics info": lambda h: Case(("topics", "info", _topics_file(h), *h.flags("--json"))),
}
"""How each command is called, by its words."""

SLOW = {
    "train relate": 20,
    "train paraphrase": 20,
    "train entail": 40,
    "combine tune": 5,
    "tune": 5,
    "train spelling": 2,
}
"""Commands that get only one case in so many."""

REFUSED = {"resources get", "resources path", "resources verify", "lm score", "lm perplexity"}
"""Commands that may refuse ordinary texts too: no resource has such a name; kenlm may be absent."""
