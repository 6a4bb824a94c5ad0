"""The shape of every command: where it is found, how its help is ordered, and what all of them understand.

    App(help=..., example=...)            a group of commands, such as `perpend train`
    App(..., default="files")             a group that also does something itself: `perpend combine a.txt b.txt`
    LazyGroup                             the root: it imports the module of a command when the command is used

`perpend --help` reads names, panels and one-line descriptions from `COMMANDS`, so it imports none of their modules.

A function may take its options in bundles, which several commands share: a parameter whose type is a dataclass stands
for the fields of that dataclass.

    @unbundled
    def wer(files: Files, against: Against, tokenizer: Tokenizer = "none") -> None: ...
"""

import copy
import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, wraps
from typing import Annotated, Any, NamedTuple, TypeVar, get_type_hints

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup

from perpend.cli.checking import check_files, check_numbers, memory_line
from perpend.cli.old_spellings import new_command, new_options
from perpend.cli.output import be_quiet, be_verbose, begin, complain
from perpend.cli.signals import INTERRUPTED
from perpend.cli.usage import UsageError
from perpend.errors import InputError

__all__ = ["App", "COMMANDS", "Command", "Entry", "Group", "LazyGroup", "unbundled"]

_Function = TypeVar("_Function", bound=Callable[..., Any])

_HELP = ("-h", "--help")
_EVERYWHERE = ("-v", "--verbose", "-q", "--quiet")

# The order of options in every --help: what is read, what the command itself needs, what is written.
_FIRST = ("pairs", "hyp", "ref", "columns", "gold", "no_header", "delimiter", "prefix", "format", "lengths", "model")
_LAST = (
    *("threads", "seed", "segments", "explain", "output", "json", "svg", "html", "allow_bad"),
    *("install_completion", "show_completion", "version", "verbose", "quiet"),
)


class Entry(NamedTuple):
    """Where a command of the root is found, and how it is listed."""

    panel: str
    home: str
    """`module:attribute` below `perpend.cli`: a function, or an `App`."""
    help: str


_COMPARE = "Compare two texts"
_TRANSLATIONS = "Judge and combine translations"
_WORDS = "Words and names"
_LEARN = "Learn and evaluate"
_RESOURCES = "Resources and models"

COMMANDS: dict[str, Entry] = {
    "score": Entry(_COMPARE, "score:score", "How alike two texts are, and why."),
    "relate": Entry(_COMPARE, "relate:relate", "How related two texts are, of one size or of two."),
    "paraphrase": Entry(_COMPARE, "paraphrase:paraphrase", "Whether two texts mean the same: yes or no."),
    "entail": Entry(_COMPARE, "entail:entail", "Whether a hypothesis follows from a text or contradicts it."),
    "align": Entry(_COMPARE, "align:align", "The cheapest edits that turn one text into another."),
    "metric": Entry(_TRANSLATIONS, "metric:app", "WER, PER, TER, TERp, BLEU, chrF and NIST of files."),
    "combine": Entry(_TRANSLATIONS, "combine:app", "Several translations, or several answers, into one."),
    "suggest": Entry(_WORDS, "suggest:suggest", "The words that a misspelt word may have been meant to be."),
    "variants": Entry(_WORDS, "variants:app", "The pairs of a list that may be spellings of one word or name."),
    "names": Entry(_WORDS, "names:names", "Which names in many documents are one person's."),
    "words": Entry(_WORDS, "words:words", "The tokens of a text, and how those of two texts are related."),
    "annotate": Entry(_WORDS, "annotate:annotate", "Tags, lemmas, heads and entities of the tokens of texts."),
    "train": Entry(_LEARN, "train:app", "Learn models from labelled pairs."),
    "tune": Entry(_LEARN, "tune:tune", "Fit the costs of TERp to people's judgments."),
    "evaluate": Entry(_LEARN, "evaluate:app", "How well answers agree with people's judgments."),
    "models": Entry(_RESOURCES, "models:app", "The models that come with Perpend."),
    "resources": Entry(_RESOURCES, "resources:app", "Outside resources: list, fetch, check."),
    "phrases": Entry(_RESOURCES, "phrases:app", "Tables of paraphrases: extract, build, merge, look up."),
    "lm": Entry(_RESOURCES, "lm:app", "Language models: train one on text, score texts by one."),
    "vectors": Entry(_RESOURCES, "vectors:app", "Word vectors: train, look up, inspect."),
    "topics": Entry(_RESOURCES, "topics:app", "Topics: train, see what a text speaks of, inspect."),
}
"""The commands of the root, in the order of its help."""

_Verbose = Annotated[
    bool,
    typer.Option(
        "--verbose",
        "-v",
        callback=be_verbose,
        expose_value=False,
        help="Print signatures and details too, and log to standard error.",
    ),
]
_Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", callback=be_quiet, expose_value=False, help="Show no progress bars.")
]


@cache
def _everywhere() -> tuple[Any, ...]:
    """The options of all commands and groups, as typer makes them."""

    def options(verbose: _Verbose = False, quiet: _Quiet = False) -> None:
        """Have no effect but those of the callbacks."""

    app = typer.Typer(add_completion=False)
    app.command()(options)
    return tuple(typer.main.get_command(app).params)


def _in_order(params: Sequence[Any]) -> list[Any]:
    """Arguments first, then options: `_FIRST`, those of the command in their own order, `_LAST`."""

    def rank(param: Any) -> tuple[int, int]:
        name = param.opts[0].lstrip("-").replace("-", "_")
        if param.param_type_name == "argument":
            return 0, 0
        if name in _FIRST:
            return 1, _FIRST.index(name)
        return (3, _LAST.index(name)) if name in _LAST else (2, 0)

    return sorted(params, key=rank)


def _untyped(params: list[Any]) -> list[Any]:
    """Arguments and options without a value have no type in the help, where recent versions of typer print <bool>."""
    for param in params:
        if param.param_type_name == "argument" or param.is_flag:
            param.display_type_rich = lambda **_: None
    return params


class _Everywhere:
    """What commands and groups of commands share: the options that all have, in one order."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.params: list[Any] = _in_order([*self.params, *_everywhere()])

    def get_params(self, ctx: Any) -> list[Any]:
        """All parameters, --help among them."""
        return _untyped(super().get_params(ctx))  # type: ignore[misc]


class Command(_Everywhere, TyperCommand):
    """A command that understands --verbose, --quiet and its old spellings."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, old spellings replaced."""
        try:
            return super().parse_args(ctx, new_options(_path(ctx), args))
        except UsageError as error:
            # The parser does not say whose option lacks its value.
            vars(error).update(ctx=error.ctx or ctx)  # type: ignore[attr-defined]
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command if its numbers and files can be used."""
        check_numbers(ctx)
        check_files(ctx)
        try:
            return super().invoke(ctx)
        except MemoryError as error:
            raise InputError(memory_line(ctx, error)) from None


def _path(ctx: Any) -> str:
    """The words of a command without the program's name: "metric ter"."""
    words: list[str] = []
    while ctx.parent is not None:
        words.insert(0, ctx.info_name)
        ctx = ctx.parent
    return " ".join(words)


class Group(_Everywhere, TyperGroup):
    """A group of commands; with a `default`, words that name none of them are arguments of that command."""

    default: str | None = None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the name of the default command before its arguments."""
        first = next((word for word in args if word not in _EVERYWHERE), "-")
        if self._means_default(first) and (args or not self.no_args_is_help):
            wants_help = any(word in _HELP for word in _before_dashes(args))
            args = [_HELP[-1]] if wants_help else [str(self.default), *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Import and run the command; Ctrl-C ends either with one line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            complain(f"{ctx.find_root().info_name}: interrupted")
            raise typer.Exit(INTERRUPTED) from None

    def _means_default(self, first: str) -> bool:
        """Whether a command line that begins with this word is one of the default command."""
        if self.default is None or first in self.commands:
            return False
        arguments = [one for one in self.commands[self.default].params if one.param_type_name == "argument"]
        return first.startswith("-") or bool(arguments)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Show the options of the default command as those of the group."""
        if self.default:
            usual, shown = self.commands[self.default], copy.copy(self)
            shown.params, shown.help, shown.default = usual.params, usual.help, None
            shown.collect_usage_pieces = usual.collect_usage_pieces  # type: ignore[method-assign]
            return shown.format_help(ctx, formatter)
        return super().format_help(ctx, formatter)


def _before_dashes(args: Sequence[str]) -> Sequence[str]:
    return args[: args.index("--")] if "--" in args else args


class App(typer.Typer):
    """A group of commands, in the form that all groups have.

    `help` is one sentence on the group, `example` a command line that its help ends with, and `default` the name of the
    command that is meant when none is named; `no_args_is_help` False lets it run without any argument too. `group` is
    the class of the group.
    """

    def __init__(
        self,
        *,
        help: str,
        example: str,
        default: str | None = None,
        no_args_is_help: bool = True,
        group: type[Group] = Group,
        **options: Any,
    ) -> None:
        super().__init__(
            cls=type("Group", (group,), {"default": default}),
            help=help,
            epilog=f"Example: `{example}`",
            no_args_is_help=no_args_is_help,
            rich_markup_mode="markdown",
            add_completion=False,
            pretty_exceptions_enable=False,
            **options,
        )
        # A callback makes typer see a group even where there is one command.
        self.callback()(_do_nothing)

    def command(self, *args: Any, **options: Any) -> Callable[[_Function], _Function]:
        """Add a function as a command."""
        return super().command(*args, cls=Command, **options)


def _do_nothing() -> None:
    pass


class LazyGroup(Group):
    """The root: its commands are those of `COMMANDS`, each imported when it is used."""

    _listing = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        commands: Any = _Loaded()
        self.commands = commands

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Forget an earlier --verbose, and take commands that moved by their old names."""
        begin()
        return super().parse_args(ctx, new_command(args))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command, or its line of the help while that is printed."""
        if self._listing and cmd_name in COMMANDS:
            entry = COMMANDS[cmd_name]
            return TyperCommand(cmd_name, help=entry.help, rich_help_panel=entry.panel)
        return self.commands.get(cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """List the commands without importing them."""
        with self._only_lines():
            super().format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Complete the names of commands without importing them."""
        with self._only_lines():
            return super().shell_complete(ctx, incomplete)

    @contextmanager
    def _only_lines(self) -> Iterator[None]:
        self._listing = True
        try:
            yield
        finally:
            self._listing = False


class _Loaded(Mapping[str, Any]):
    """The commands of the root by name; looking one up imports it."""

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __contains__(self, name: object) -> bool:
        return name in COMMANDS

    def __getitem__(self, name: str) -> Any:
        return _load(name, COMMANDS[name])


@cache
def _load(name: str, entry: Entry) -> Any:
    module, _, attribute = entry.home.partition(":")
    found = getattr(importlib.import_module(f"perpend.cli.{module}"), attribute)
    if not isinstance(found, typer.Typer):
        app = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)
        app.command(name, cls=Command)(found)
        found = app
    command = typer.main.get_command(found)
    command.name = name
    return command


def unbundled(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the fields of its bundles as options of its own; it is called with whole bundles."""
    given = inspect.signature(function, eval_str=True).parameters.values()
    bundles: dict[str, Any] = {one.name: one.annotation for one in given if is_dataclass(one.annotation)}
    parameters = [
        flat.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for one in given
        for flat in (_fields(bundles[one.name]) if one.name in bundles else [one])
    ]

    @wraps(function)
    def command(**values: Any) -> None:
        for name, bundle in bundles.items():
            values[name] = bundle(**{field.name: values.pop(field.name) for field in fields(bundle)})
        function(**values)

    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    return command


def _fields(bundle: Any) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(bundle, include_extras=True)
    for field in fields(bundle):
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        yield inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hints[field.name]
        )
