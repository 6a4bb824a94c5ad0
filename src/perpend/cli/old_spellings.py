"""Names that options and commands had in 0.1.0: they work, with a warning, until 0.3.0.

    perpend ter --tsv pairs.tsv --jsonl
    perpend metric ter --pairs pairs.tsv --explain --json        what it is taken for

`OPTIONS` has the old spellings of each command; `COMMANDS` the commands that moved. Words are replaced before they are
parsed, so no other module knows the old names. The table of the documentation is docs/command-line.md.
"""

from collections.abc import Mapping, Sequence

from perpend.cli.output import complain

__all__ = ["COMMANDS", "OPTIONS", "new_command", "new_options"]

COMMANDS: Mapping[str, str] = {"ter": "metric ter", "terp": "metric terp"}
"""Commands of the root that moved into a group."""

_FILES = {"--tsv": "--pairs"}
_WORDS = {"--tokenize": "--tokenizer", "--lowercase": "--ignore-case"}
_LINES = {"--jsonl": "--json"}
_ALIGNED = {"--jsonl": "--explain --json"}
_GOLD = {"--gold-column": "--gold"}
_FILE = {"--file": "--model"}
_CUT = {"--words": "--tokenizer"}

OPTIONS: Mapping[str, Mapping[str, str]] = {
    "align": _LINES,
    "annotate": {**_LINES, "--file": "--texts"},
    "combine files": {"--svg": "--line --svg"},
    "evaluate pairs": {"--compare": "--model"},
    "lm perplexity": _CUT,
    "lm score": _CUT,
    "lm train": _CUT,
    "metric bleu": _FILES | _WORDS,
    "metric chrf": {**_FILES, "--lowercase": "--ignore-case"},
    "metric nist": _FILES | _WORDS,
    "metric per": _FILES | _WORDS,
    "metric ter": {**_FILES, **_ALIGNED, "--case-sensitive": "--match-case"},
    "metric terp": _FILES | _ALIGNED,
    "metric wer": _FILES | _WORDS,
    "phrases extract": {"--keep-case": "--match-case"},
    "suggest": {"--channel": "--model"},
    "topics of": _FILE,
    "topics train": {"--least": "--min-count", "--words": "--max-words"},
    "train entail": {"--label-column": "--gold", "--gold-column": "--relatedness"},
    "train paraphrase": _GOLD,
    "train perp": _GOLD,
    "train relate": _GOLD,
    "tune": _FILES | _GOLD,
    "vectors near": _FILE,
    "vectors train": {"--least": "--min-count"},
}
"""The old spellings of each command, and what each is now; several words mean that a value belongs to the last."""


def new_command(args: Sequence[str]) -> list[str]:
    """The arguments of the root with a command that moved in its new place.

    >>> new_command(["score", "a", "b"])
    ['score', 'a', 'b']
    """
    place = next((k for k, word in enumerate(args) if not word.startswith("-")), len(args))
    if place == len(args) or args[place] not in COMMANDS:
        return list(args)
    new = COMMANDS[args[place]]
    _warn(f"perpend {args[place]}", f"perpend {new}")
    return [*args[:place], *new.split(), *args[place + 1 :]]


def new_options(command: str, args: Sequence[str]) -> list[str]:
    """The arguments of a command with old spellings replaced.

    >>> new_options("score", ["--json", "a", "b"])
    ['--json', 'a', 'b']
    """
    if command == "combine files":
        return _drawn_line(list(args))
    known = OPTIONS.get(command, {})
    found: list[str] = []
    for place, word in enumerate(args):
        if word == "--":
            return [*found, *args[place:]]
        name, equals, value = word.partition("=")
        if name in known:
            _warn(name, known[name])
            found += f"{known[name]}{equals}{value}".split(" ", known[name].count(" "))
        else:
            found.append(word)
    return found


def _drawn_line(args: list[str]) -> list[str]:
    """`--svg LINE -o FILE` of `perpend combine` is `--line LINE --svg FILE` now."""
    words = [part for word in args for part in (word.split("=", 1) if word.startswith("--svg=") else [word])]
    place = words.index("--svg") if "--svg" in words else len(words)
    if not "".join(words[place + 1 : place + 2]).isdecimal():
        return args
    _warn("--svg LINE", "--line LINE --svg FILE")
    words[place] = "--line"
    goal = next((name for name in ("-o", "--output") if name in words), None)
    if goal is None:
        return [*words, "--svg", "-"]
    words[words.index(goal)] = "--svg"
    return words


def _warn(old: str, new: str) -> None:
    complain(f"perpend: {old} is called {new} now, and will not be known in 0.3.0: use the new name")
