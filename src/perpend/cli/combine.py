"""`perpend combine`: several translations, or several answers, into one; `perpend combine tune` learns the weights.

perpend combine online.txt phrases.txt rules.txt > combined.txt
perpend combine tune --ref reference.txt online.txt phrases.txt rules.txt -o weights.json
perpend combine --weights weights.json online.txt phrases.txt rules.txt --json
perpend combine --line 3 --svg line3.svg online.txt phrases.txt rules.txt
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.commands import App
from perpend.cli.completing import one_of
from perpend.cli.options import AsJson, Explain, Html, Output, OutputFile, Phrases, Seed, Svg, Threads
from perpend.cli.output import print_json, progress, say, step_progress, write_output
from perpend.errors import InputError, SettingError
from perpend.files.escapes import json_text
from perpend.files.lines import read_lines

if TYPE_CHECKING:
    from perpend.combination.combiner import Combination
    from perpend.combination.decode import LanguageModel
    from perpend.combination.weights import Weights

__all__ = ["app"]


app = App(
    help="Several translations, or several answers, into one made of their parts.",
    example="perpend combine online.txt phrases.txt rules.txt > combined.txt",
    default="files",
)

Systems = Annotated[
    list[Path], typer.Argument(metavar="SYSTEM...", help="A file for each system: a line a segment, or an n-best list.")
]
_Metric = Annotated[
    str | None,
    typer.Option("--metric", help="How candidates are aligned. [default: terp]", **one_of("ter", "terp")),
]
_Method = Annotated[
    str | None,
    typer.Option(
        "--method",
        help="How they are combined. [default: extended]",
        **one_of("mbr", "network", "two-pass", "extended"),
    ),
]
_Models = Annotated[
    list[Path] | None,
    typer.Option("--lm", metavar="FILE", help="A language model: ARPA, or KenLM's binary; may be repeated."),
]


@app.command(hidden=True)
def files(
    systems: Systems,
    method: _Method = None,
    weights: Annotated[
        Path | None, typer.Option("--weights", metavar="FILE", help="Weights of `perpend combine tune`.")
    ] = None,
    metric: _Metric = None,
    phrases: Phrases = None,
    lm: _Models = None,
    line: Annotated[
        int | None,
        typer.Option(
            "--line", metavar="LINE", min=1, max=1_000_000_000, help="Combine this line only; --svg and --html show it."
        ),
    ] = None,
    threads: Threads = None,
    explain: Explain = False,
    output: Output = None,
    as_json: AsJson = False,
    svg: Svg = None,
    html: Html = None,
) -> None:
    """Combine several translations, or several answers, into one made of their parts.

    The result is a text a line; --explain adds which systems said which words. With --json it is JSON lines, each word
    with its voters.

    Examples:

        perpend combine online.txt phrases.txt rules.txt > combined.txt

        perpend combine --weights weights.json online.txt phrases.txt rules.txt --json

        perpend combine --method two-pass --line 3 --svg line3.svg online.txt phrases.txt rules.txt
    """
    from perpend.combination.combiner import Combiner
    from perpend.combination.reading import read_candidates

    drawn = svg or html
    if drawn and (as_json or output or (svg and html)):
        raise SettingError("--svg, --html, --json and --output exclude each other: give one of them")
    if drawn and not line:
        raise SettingError("--svg and --html show one line: name it with --line LINE")
    chosen = _weights(systems, method, weights, metric, lm)
    segments = read_candidates(systems)
    if line:
        if line > len(segments):
            raise InputError(f"there is no line {line}: the files have {len(segments)}")
        segments = segments[line - 1 : line]
    combiner = Combiner(chosen, phrases, _language_models(lm), threads=threads)
    found = _watched(combiner.combine_many(segments), len(segments))
    if drawn:
        write_output(drawn, (one.to_svg() if svg else one.to_html(page=True) for one in found))
    else:
        write_output(output, (_lines(one, as_json, explain) for one in found))


@app.command()
def tune(
    systems: Systems,
    ref: Annotated[
        list[Path], typer.Option("--ref", metavar="FILE", help="The references, line by line; may be repeated.")
    ],
    output: OutputFile,
    method: _Method = None,
    metric: _Metric = None,
    phrases: Phrases = None,
    lm: _Models = None,
    objective: Annotated[
        str, typer.Option("--objective", help="The metric that is to become good.", **one_of("bleu", "terp"))
    ] = "bleu",
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, max=1000, help="Rounds of search and learning.")
    ] = 4,
    paths: Annotated[
        int, typer.Option("--paths", metavar="N", min=1, max=10_000, help="Paths of each segment that a round adds.")
    ] = 100,
    seed: Seed = 0,
    threads: Threads = None,
    as_json: AsJson = False,
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
    names, segments = system_names(systems), read_candidates(systems)
    references = [list(read_lines(path, whole=True)) for path in ref]
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
    say(f"{objective} {found.tuned['score']:.4f} on {len(segments)} segments; weights written to {output}")


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


def _lines(combination: "Combination", as_json: bool, explain: bool) -> str:
    if as_json:
        return json_text(combination.to_dict()) + "\n"
    reasons = [f"- {reason}" for reason in combination.reasons] if explain else []
    return "\n".join([combination.text, *reasons]) + "\n"
