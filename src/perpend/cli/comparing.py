"""Several systems against one: the options that every metric has for it, and the table that comes out.

perpend metric bleu --hyp baseline.txt --compare new1.txt --compare new2.txt --ref human.txt
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from perpend.cli.completing import one_of
from perpend.cli.options import Seed
from perpend.cli.output import print_details, print_json, print_table, progress, say
from perpend.errors import InputError, unknown_name

if TYPE_CHECKING:
    from perpend.metrics.comparison import Compared, Comparison, Scored
    from perpend.metrics.pairing import Group

__all__ = ["Against", "compare_files"]


class _Files(Protocol):
    """Files to score: those of `cli.metric_files.Files`."""

    @property
    def hyp(self) -> Path | None:
        """The hypotheses."""

    def groups(self, hyp: Path | None = None) -> "Sequence[Group]":
        """The segments that belong together, with another file of hypotheses if one is given."""


class _Result(Protocol):
    """What scoring gives: of EditRate and CorpusScore alike."""

    @property
    def segments(self) -> Sequence[Any]:
        """Scores of single segments, with a name and a score each."""

    def to_dict(self, *, segments: bool = False) -> dict[str, Any]:
        """Plain JSON values."""


@dataclass(frozen=True, slots=True)
class Against:
    """Other systems, and how to test them."""

    compare: Annotated[
        list[Path] | None,
        typer.Option(
            "--compare", metavar="FILE", help="Another system's hypotheses, to test against --hyp; may be repeated."
        ),
    ] = None
    test: Annotated[
        str,
        typer.Option("--test", help="The significance test of --compare.", **one_of("bootstrap", "randomisation")),
    ] = "bootstrap"
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            metavar="N",
            min=1,
            max=100_000,
            help="Samples of the test. [default: 1000, or 10000 for randomisation]",
        ),
    ] = None
    seed: Seed = 0

    def __post_init__(self) -> None:
        from perpend.metrics.comparison import TESTS

        if self.test not in TESTS:
            raise unknown_name("test", self.test, TESTS)


def compare_files(
    score: "Callable[[Sequence[Group], Callable[[int], None]], Any]",
    inputs: _Files,
    against: Against,
    *,
    segments: bool,
    as_json: bool,
) -> None:
    """Score all systems, test them, and print a table or JSON."""
    from perpend.metrics.comparison import compare

    if inputs.hyp is None:
        raise InputError("--compare needs a baseline: give --hyp FILE and --ref FILE")
    results: dict[str, Any] = {}
    with progress() as bar:
        for path, name in _named([inputs.hyp, *(against.compare or ())]):
            groups = inputs.groups(path)
            task = bar.add_task(f"scoring {name}", total=len(groups))
            results[name] = score(groups, lambda done, task=task: bar.advance(task, done))  # type: ignore[misc]
        task = bar.add_task("testing", total=None)
        found = compare(
            results,
            test=against.test,
            samples=against.samples,
            seed=against.seed,
            report=lambda done: bar.advance(task, done),
        )
    if as_json:
        print_json(_as_dict(found, results, segments=segments))
    else:
        _print(found, results, segments=segments)


def _named(paths: Sequence[Path]) -> list[tuple[Path, str]]:
    """Each file with a name of its own."""
    seen: Counter[str] = Counter()
    named = []
    for path in paths:
        seen[str(path)] += 1
        number = seen[str(path)]
        named.append((path, str(path) if number == 1 else f"{path} ({number})"))
    return named


def _as_dict(found: "Comparison", results: dict[str, _Result], *, segments: bool) -> dict[str, Any]:
    shown = found.to_dict()
    for system in shown["systems"]:
        system["result"] = results[system["name"]].to_dict(segments=segments)
    return shown


def _print(found: "Comparison", results: dict[str, Any], *, segments: bool) -> None:
    first: Scored = next(iter(results.values()))
    scale = 100 if first.is_share else 1
    if segments:
        rows = zip(*(result.segments for result in results.values()), strict=True)
        table = ([str(row[0].id), *(f"{part.score:.4f}" for part in row)] for row in rows)
        print_table(["segment", *results], table)
    title = f"{found.metric}{' x 100' if first.is_share else ''}{', lower is better' if first.lower_is_better else ''}"
    columns = ["system", title, "from", "to", "difference", "from", "to", "p"]
    print_table(columns, [_row(system, scale) for system in found.systems])
    say(f"{found.systems[0].interval.level:.0%} intervals; {found.test} against the first, {found.samples:,} samples")
    print_details(found.signature)


def _row(system: "Compared", scale: int) -> list[str]:
    cells = [system.score, system.interval.low, system.interval.high]
    if system.difference_interval is not None:
        cells += [system.difference or 0.0, system.difference_interval.low, system.difference_interval.high]
    shown = [f"{scale * cell:.2f}" if scale > 1 else f"{cell:.4f}" for cell in cells] + [""] * (6 - len(cells))
    return [system.name, *shown, "" if system.p is None else f"{system.p:.4f}"]
