"""`perpend combine`: several translations, or several answers, into one; `perpend combine tune` learns the weights.

perpend combine online.txt phrases.txt rules.txt > combined.txt
perpend combine tune --ref reference.txt online.txt phrases.txt rules.txt -o weights.json
perpend combine --weights weights.json online.txt phrases.txt rules.txt --json
perpend combine --svg 3 online.txt phrases.txt rules.txt -o line3.svg
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from perpend.cli.output import json_text, print_json, progress, step_progress
from perpend.errors import InputError, SettingError
from perpend.files.lines import read_lines
from perpend.files.writing import check_output, write_text

if TYPE_CHECKING:
    from perpend.combination.combiner import Combination
    from perpend.combination.decode import LanguageModel
    from perpend.combination.weights import Weights

__all__ = ["app"]


class FilesOrCommand(TyperGroup):
    """A group whose first word may also be a file: then the command `files` is meant."""

    default = "files"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the name of the command before its files."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = [self.default, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=FilesOrCommand,
    help="Several translations, or several answers, into one made of their parts.",
    epilog="Example: `perpend combine online.txt phrases.txt rules.txt > combined.txt`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

Systems = Annotated[
    list[Path], typer.Argument(metavar="SYSTEM...", help="A file for each system: a line a segment, or an n-best list.")
]
Metric = Annotated[str | None, typer.Option(metavar="ter|terp", help="How candidates are aligned. [default: terp]")]
Method = Annotated[
    str | None,
    typer.Option(metavar="mbr|network|two-pass|extended", help="How they are combined. [default: extended]"),
]
Phrases = Annotated[Path | None, typer.Option(metavar="TABLE", help="A table of paraphrases, for terp.")]
Model = Annotated[
    list[Path] | None,
    typer.Option("--lm", metavar="FILE", help="A language model: ARPA, or KenLM's binary; repeatable."),
]
Threads = Annotated[
    int | None, typer.Option(min=1, max=64, help="Threads that align. [default: as many as cores, at most 4]")
]


@app.callback()
def group() -> None:
    """Several translations, or several answers, into one made of their parts."""


@app.command()
def files(
    systems: Systems,
    method: Method = None,
    weights: Annotated[Path | None, typer.Option(metavar="FILE", help="Weights of `perpend combine tune`.")] = None,
    metric: Metric = None,
    phrases: Phrases = None,
    lm: Model = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="A line of JSON a segment: each word with its voters.")
    ] = False,
    svg: Annotated[int | None, typer.Option(metavar="LINE", min=1, help="Draw the network of this line.")] = None,
    threads: Threads = None,
) -> None:
    """Combine files of candidates; this is what `perpend combine` does with files.

    Examples:

        perpend combine online.txt phrases.txt rules.txt > combined.txt

        perpend combine --weights weights.json online.txt phrases.txt rules.txt --json

        perpend combine --method two-pass --svg 3 online.txt phrases.txt rules.txt -o line3.svg
    """
    from perpend.combination.combiner import Combiner
    from perpend.combination.reading import read_candidates

    if as_json and svg:
        raise SettingError("--json and --svg cannot be combined: choose one")
    if output:
        check_output(output, *systems)
    chosen = _weights(systems, method, weights, metric, lm)
    segments = read_candidates(systems)
    if svg:
        if svg > len(segments):
            raise InputError(f"there is no line {svg} to draw: the files have {len(segments)}")
        segments = segments[svg - 1 : svg]
    combiner = Combiner(chosen, phrases, _language_models(lm), threads=threads)
    found = _watched(combiner.combine_many(segments), len(segments))
    if svg:
        _write((combination.to_svg() for combination in found), output)
    else:
        _write((_line(combination, as_json) for combination in found), output)


@app.command()
def tune(
    systems: Systems,
    ref: Annotated[list[Path], typer.Option("--ref", metavar="FILE", help="References, a line a segment; repeatable.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Write the weights here, as JSON.")],
    method: Method = None,
    metric: Metric = None,
    phrases: Phrases = None,
    lm: Model = None,
    objective: Annotated[str, typer.Option(metavar="bleu|terp", help="What is to become good.")] = "bleu",
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of search and learning.")] = 4,
    paths: Annotated[int, typer.Option(min=1, help="Paths of each segment that a round adds.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Where random directions begin.")] = 0,
    threads: Threads = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the weights as JSON too.")] = False,
) -> None:
    """Learn the weights of systems and features from segments with references.

    Examples:

        perpend combine tune --ref reference.txt online.txt phrases.txt rules.txt -o weights.json

        perpend combine tune --method network --ref a.txt --ref b.txt online.txt rules.txt -o weights.json
    """
    from perpend.combination.aligning import Aligners
    from perpend.combination.reading import read_candidates, system_names
    from perpend.combination.segment import segment_of
    from perpend.combination.tuning import Tuning, references_of
    from perpend.combination.tuning import tune as learn

    settings = Tuning(objective, rounds, paths, seed=seed)
    check_output(output, *systems, *ref)
    names, segments = system_names(systems), read_candidates(systems)
    references = [list(read_lines(path)) for path in ref]
    for path, lines in zip(ref, references, strict=True):
        if len(lines) != len(segments):
            raise InputError(
                f"{path} has {len(lines)} lines, the systems have {len(segments)} segments: as many are needed"
            )
    aligners = Aligners(metric or "terp", phrases, threads)
    with step_progress() as bar:
        found = learn(
            [segment_of(row) for row in segments], references_of(references), names, method or "extended", aligners,
            settings, _language_models(lm),
            report=bar,
        )  # fmt: skip
    found.write(output)
    if as_json:
        print_json(found.to_dict())
        return
    print(f"{objective} {found.tuned['score']:.4f} on {len(segments)} segments; weights written to {output}")


def _weights(
    systems: list[Path], method: str | None, weights: Path | None, metric: str | None, lm: list[Path] | None
) -> "Weights":
    from perpend.combination.reading import system_names
    from perpend.combination.weights import read_weights, untuned

    names = system_names(systems)
    if weights is None:
        return untuned(names, method or "extended", metric or "terp", len(lm or ()))
    if method or metric:
        raise SettingError("the weights say method and metric: leave --method and --metric out")
    found = read_weights(weights)
    if tuple(found.systems) != names:
        raise InputError(
            f"the weights are for {', '.join(found.systems)}, the files are {', '.join(names)}: "
            "give the files of the same systems in the same order"
        )
    return found


def _language_models(paths: list[Path] | None) -> "list[LanguageModel]":
    from perpend.combination.language_model import KenLanguageModel

    return [KenLanguageModel(path) for path in paths or ()]


def _watched(found: Iterable["Combination"], total: int) -> Iterator["Combination"]:
    with progress() as bar:
        task = bar.add_task("combining", total=total)
        for combination in found:
            yield combination
            bar.advance(task)


def _line(combination: "Combination", as_json: bool) -> str:
    return (json_text(combination.to_dict()) if as_json else combination.text) + "\n"


def _write(texts: Iterable[str], output: Path | None) -> None:
    """To a file, whole or not at all, or line by line to standard output."""
    if output:
        write_text(output, "".join(texts))
        return
    for text in texts:
        sys.stdout.write(text)
