"""What `perpend ter` and `perpend terp` share: files in, a table, JSON or TERp's own files out."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.comparing import Against, compare_files
from perpend.cli.output import json_text, print_json, print_table, progress
from perpend.errors import InputError, unknown_name

if TYPE_CHECKING:
    from perpend.metrics.edit_rate import EditRate
    from perpend.metrics.pairing import Group
    from perpend.metrics.scorer import Scorer

__all__ = [
    "AverageLength",
    "Cap",
    "Format",
    "HypFile",
    "Inputs",
    "LengthFile",
    "Native",
    "NativeFormats",
    "Outputs",
    "RefFiles",
    "Segments",
    "ShowJson",
    "ShowJsonl",
    "TsvFile",
    "run",
]

HypFile = Annotated[Path | None, typer.Option("--hyp", metavar="FILE", help="The hypotheses.")]
RefFiles = Annotated[
    list[Path] | None, typer.Option("--ref", metavar="FILE", help="The references; may be given several times.")
]
TsvFile = Annotated[
    Path | None, typer.Option("--tsv", metavar="FILE", help="A table with columns hyp and ref, instead of --hyp/--ref.")
]
LengthFile = Annotated[
    Path | None, typer.Option("--lengths", metavar="FILE", help="Texts whose lengths the scores are divided by.")
]
Format = Annotated[str, typer.Option(metavar="auto|plain|trans|xml|sgml", help="Format of the files.")]
Cap = Annotated[bool | None, typer.Option("--cap/--no-cap", help="Let scores end at 1, or not; else as the costs say.")]
AverageLength = Annotated[
    bool,
    typer.Option("--average-length/--chosen-length", help="Divide by the mean length of all references, or not."),
]
Segments = Annotated[bool, typer.Option("--segments", help="List the score of each segment.")]
ShowJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ShowJsonl = Annotated[bool, typer.Option("--jsonl", help="Print a line of JSON for each segment, with its alignment.")]
Native = Annotated[str | None, typer.Option(metavar="PREFIX", help="Also write the files that TER-Plus writes.")]
NativeFormats = Annotated[
    str, typer.Option(metavar="LIST", help="Which: pra,sum,nist,ter,align,align_detail,counts or all.")
]


@dataclass(frozen=True, slots=True)
class Inputs:
    """The files to score."""

    hyp: Path | None
    refs: Sequence[Path]
    tsv: Path | None
    lengths: Path | None
    format: str

    def groups(self, hyp: Path | None = None) -> "Sequence[Group]":
        """The segments that belong together, with another file of hypotheses if one is given."""
        from perpend.metrics.pairing import pair_segments
        from perpend.metrics.terp_files.reading import read_segments
        from perpend.metrics.terp_files.reading_tsv import read_pairs

        lengths = read_segments(self.lengths, self.format) if self.lengths else None
        if self.tsv is not None:
            if self.hyp is not None or self.refs:
                raise InputError("--tsv holds both sides: leave out --hyp and --ref")
            pairs = read_pairs(self.tsv)
            return pair_segments(pairs.hyp, pairs.refs, lengths)
        if self.hyp is None or not self.refs:
            raise InputError("nothing to score: give --hyp FILE and --ref FILE, or --tsv FILE")
        refs = [read_segments(path, self.format) for path in self.refs]
        return pair_segments(read_segments(hyp or self.hyp, self.format), refs, lengths)


@dataclass(frozen=True, slots=True)
class Outputs:
    """What to print and to write."""

    segments: bool
    json: bool
    jsonl: bool
    native: str | None
    native_formats: str

    def __post_init__(self) -> None:
        if self.json and self.jsonl:
            raise InputError("--json and --jsonl exclude each other: choose one")
        if self.jsonl and self.native:
            raise InputError("--jsonl streams and keeps nothing for --native: run them one after the other")
        _check_formats(self.formats())

    def formats(self) -> list[str]:
        """The formats of TERp's own files that are wanted."""
        return [name.strip() for name in self.native_formats.split(",")]


def _check_formats(names: list[str]) -> None:
    """A wrong name is told before the work, not after it."""
    from perpend.metrics.terp_files.native import NATIVE_FORMATS

    for name in names:
        if name not in (*NATIVE_FORMATS, "all"):
            raise unknown_name("output format", name, (*NATIVE_FORMATS, "all"))


def run(scorer: "Scorer", inputs: Inputs, outputs: Outputs, against: Against) -> None:
    """Score the files and print what is wanted."""
    if against.others:
        if outputs.jsonl or outputs.native is not None:
            raise InputError("--compare shows scores only: leave out --jsonl and --native")
        compare_files(scorer.score, inputs, against, segments=outputs.segments, as_json=outputs.json)
        return
    groups = inputs.groups()
    with progress() as bar:
        task = bar.add_task("scoring", total=len(groups))
        if outputs.jsonl:
            for line in _lines(scorer, groups):
                sys.stdout.write(line)
                bar.advance(task)
            return
        result = scorer.score(groups, lambda done: bar.advance(task, done))
    if outputs.native is not None:
        _write_native(result, inputs, outputs)
    if outputs.json:
        print_json(result.to_dict(segments=outputs.segments))
    else:
        _print(result, segments=outputs.segments)


def _lines(scorer: "Scorer", groups: "Sequence[Group]") -> Iterator[str]:
    for part in scorer.chunks(groups):
        for segment in part.segments:
            yield json_text(segment.to_dict(alignment=True)) + "\n"


def _write_native(result: "EditRate", inputs: Inputs, outputs: Outputs) -> None:
    from perpend.metrics.terp_files.native_result import write_result

    hyp, refs = (inputs.tsv, [inputs.tsv]) if inputs.tsv else (inputs.hyp, inputs.refs)
    names = {"hyp_file": str(hyp), "ref_file": " ".join(map(str, refs)), "length_file": str(inputs.lengths or "")}
    try:
        paths = write_result(outputs.native or "", result, outputs.formats(), **names)
    except OSError as error:
        raise InputError(f"{outputs.native} cannot be written: {error.strerror or error}") from None
    for path in paths:
        print(f"wrote {path}", file=sys.stderr)


def _print(result: "EditRate", *, segments: bool) -> None:
    if segments:
        rows = ((str(s.id), _number(s.score), _number(s.edits), _number(s.words)) for s in result.segments)
        print_table(["segment", "score", "edits", "words"], rows)
    counts = result.stats.named_counts()
    facts: list[tuple[str, Any]] = [
        (f"{result.metric} x 100", f"{100 * result.score:.2f}"),
        ("score", f"{result.score:.6f}"),
        ("edits", _number(result.edits)),
        ("reference words", _number(result.words)),
        ("segments", f"{len(result.groups):,}"),
        *((name.replace("_", " "), f"{count:,}") for name, count in counts.items()),
    ]
    print_table([result.metric, "value"], facts)
    print(result.signature)


def _number(value: float) -> str:
    return f"{value:,.4f}".rstrip("0").rstrip(".")
