"""What the commands of `perpend metric` share: files in; a table, JSON, alignments or TERp's own files out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.comparing import Against, compare_files
from perpend.cli.completing import one_of
from perpend.cli.options import AsJson, Explain, HypFile, Pairs, RefFiles
from perpend.cli.output import (
    complain,
    print_answer,
    print_details,
    print_json,
    print_json_line,
    print_table,
    progress,
    say,
)
from perpend.errors import InputError, unknown_name
from perpend.files.writing import check_output

if TYPE_CHECKING:
    from perpend.metrics.corpus_score import CorpusScore
    from perpend.metrics.edit_rate import EditRate
    from perpend.metrics.measure import Measure
    from perpend.metrics.pairing import Group
    from perpend.metrics.scorer import Scorer

__all__ = ["EditFiles", "EditShown", "Files", "Shown", "edit_rate", "measure_files"]


@dataclass(frozen=True, slots=True)
class Files:
    """The files to score: two that are parallel, or a table."""

    hyp: HypFile = None
    ref: RefFiles = None
    pairs: Pairs = None
    format: Annotated[
        str, typer.Option("--format", help="Format of the files.", **one_of("auto", "plain", "trans", "xml", "sgml"))
    ] = "auto"

    def given(self) -> bool:
        """Whether there is any file."""
        return bool(self.hyp or self.ref or self.pairs)

    def groups(self, hyp: Path | None = None, lengths: Path | None = None) -> "Sequence[Group]":
        """The segments that belong together, with another file of hypotheses if one is given."""
        from perpend.metrics.pairing import pair_segments
        from perpend.metrics.terp_files.reading import read_segments
        from perpend.metrics.terp_files.reading_tsv import read_pairs

        lengths_read = read_segments(lengths, self.format) if lengths else None
        if self.pairs is not None:
            if self.hyp is not None or self.ref:
                raise InputError("--pairs holds both sides: leave out --hyp and --ref")
            table = read_pairs(Path(self.pairs))
            return pair_segments(table.hyp, table.refs, lengths_read)
        if self.hyp is None or not self.ref:
            raise InputError("nothing to score: give --hyp FILE and --ref FILE, or --pairs FILE")
        refs = [read_segments(path, self.format) for path in self.ref]
        return pair_segments(read_segments(hyp or self.hyp, self.format), refs, lengths_read)


@dataclass(frozen=True, slots=True)
class EditFiles(Files):
    """The files of TER and TERp, which may divide by lengths of other texts."""

    lengths: Annotated[
        Path | None, typer.Option("--lengths", metavar="FILE", help="Texts whose lengths the scores are divided by.")
    ] = None

    def names(self) -> list[Path | str]:
        """All files that are given."""
        return [one for one in (self.hyp, *(self.ref or ()), self.pairs, self.lengths) if one is not None]

    def groups(self, hyp: Path | None = None, lengths: Path | None = None) -> "Sequence[Group]":
        """The segments that belong together, with their lengths."""
        # A dataclass with slots is made anew, which leaves super() without arguments behind.
        return Files.groups(self, hyp, lengths or self.lengths)


@dataclass(frozen=True, slots=True)
class Shown:
    """What every metric prints."""

    segments: Annotated[bool, typer.Option("--segments", help="List the score of each segment.")] = False
    as_json: AsJson = False


@dataclass(frozen=True, slots=True)
class EditShown(Shown):
    """What TER and TERp print and write."""

    explain: Explain = False
    native: Annotated[
        str | None, typer.Option("--native", metavar="PREFIX", help="Also write the files that TER-Plus writes.")
    ] = None
    native_formats: Annotated[
        str,
        typer.Option(
            "--native-formats", metavar="LIST", help="Which: pra,sum,nist,ter,align,align_detail,counts or all."
        ),
    ] = "pra,sum,nist"

    def __post_init__(self) -> None:
        from perpend.metrics.terp_files.native import NATIVE_FORMATS

        if self.explain and self.native:
            raise InputError("--explain keeps nothing for --native: run them one after the other")
        for name in self.formats():
            if name not in (*NATIVE_FORMATS, "all"):
                raise unknown_name("output format", name, (*NATIVE_FORMATS, "all"))

    def formats(self) -> list[str]:
        """The formats of TERp's own files that are wanted."""
        return [name.strip() for name in self.native_formats.split(",")]


def measure_files(measure: "Measure", files: Files, against: Against, shown: Shown) -> None:
    """Score files by a metric that adds statistics of segments, and print what is wanted."""
    if against.compare:
        compare_files(measure.score_groups, files, against, segments=shown.segments, as_json=shown.as_json)
        return
    result = _scored(measure.score_groups, files.groups())
    if shown.as_json:
        print_json(result.to_dict(segments=shown.segments))
    else:
        _print_statistics(result, segments=shown.segments)


def edit_rate(scorer: "Scorer", files: EditFiles, against: Against, shown: EditShown) -> None:
    """Score files by TER or TERp, and print what is wanted."""
    if against.compare:
        if shown.explain or shown.native is not None:
            raise InputError("--compare shows scores only: leave out --explain and --native")
        compare_files(scorer.score, files, against, segments=shown.segments, as_json=shown.as_json)
        return
    if shown.native is not None:
        check_output(Path(f"{shown.native}.sum"))
    groups = files.groups()
    if shown.explain:
        _print_alignments(scorer, groups, as_json=shown.as_json)
        return
    result = _scored(scorer.score, groups)
    if shown.native is not None:
        _write_native(result, files, shown)
    if shown.as_json:
        print_json(result.to_dict(segments=shown.segments))
    else:
        _print_edits(result, segments=shown.segments)


def _scored(score: "Callable[[Sequence[Group], Callable[[int], None]], Any]", groups: "Sequence[Group]") -> Any:
    with progress() as bar:
        task = bar.add_task("scoring", total=len(groups))
        return score(groups, lambda done: bar.advance(task, done))


def _print_alignments(scorer: "Scorer", groups: "Sequence[Group]", *, as_json: bool) -> None:
    """Each segment with its edits, as soon as it is scored: nothing is kept."""
    with progress() as bar:
        task = bar.add_task("scoring", total=len(groups))
        for part in scorer.chunks(groups):
            for segment in part.segments:
                if as_json:
                    print_json_line(segment.to_dict(alignment=True))
                else:
                    print_answer(f"segment {segment.id}: {segment.score:.4f}", picture=segment.alignment.draw())
                    say()
                bar.advance(task)


def _write_native(result: "EditRate", files: EditFiles, shown: EditShown) -> None:
    from perpend.metrics.terp_files.native_result import write_result

    hyp, refs = (files.pairs, [files.pairs]) if files.pairs else (files.hyp, files.ref or [])
    names = {"hyp_file": str(hyp), "ref_file": " ".join(map(str, refs)), "length_file": str(files.lengths or "")}
    for path in write_result(shown.native or "", result, shown.formats(), **names, inputs=files.names()):
        complain(f"wrote {path}")


def _print_edits(result: "EditRate", *, segments: bool) -> None:
    if segments:
        rows = ((str(s.id), _number(s.score), _number(s.edits), _number(s.words)) for s in result.segments)
        print_table(["segment", "score", "edits", "words"], rows)
    facts = [
        (f"{result.metric} x 100", f"{100 * result.score:.2f}"),
        ("score", f"{result.score:.6f}"),
        ("edits", _number(result.edits)),
        ("reference words", _number(result.words)),
        ("segments", f"{len(result.groups):,}"),
        *((name.replace("_", " "), f"{count:,}") for name, count in result.stats.named_counts().items()),
    ]
    print_table([result.metric, "value"], facts)
    print_details(result.signature)


def _print_statistics(result: "CorpusScore", *, segments: bool) -> None:
    if segments:
        rows = ((part.id, f"{part.score:.4f}", *map(_number, part.stats.values())) for part in result.segments)
        print_table(["segment", "score", *result.measure.columns], rows)
    facts = [(name.replace("_", " "), _number(value)) for name, value in result.stats.items()]
    times = " x 100" if result.is_share else ""
    head = [(f"{result.metric}{times}", result.shown), ("score", f"{result.score:.6f}")]
    print_table([result.metric, "value"], [*head, ("segments", f"{len(result.rows):,}"), *facts])
    print_details(result.signature)


def _number(value: float) -> str:
    return f"{value:,.4f}".rstrip("0").rstrip(".")
