"""Writes scored segments in TERp's own output formats, byte for byte.

    write_native("out/run1.", segments, ["pra", "sum", "nist"])

    out/run1.pra  out/run1.sum                       periods at the end of the prefix are removed ...
    out/run1.sysA.seg.scr  .doc.scr  .sys.scr        ... but not here, where the system's name follows the prefix

Segments are sorted by name, except in the NIST tables. Files are written atomically.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from perpend.errors import InputError, unknown_name
from perpend.files.writing import atomic_write, check_outputs
from perpend.metrics.terp_files.native_report import report
from perpend.metrics.terp_files.native_scores import document_scores, segment_scores, system_scores
from perpend.metrics.terp_files.native_tables import (
    alignment_details,
    alignment_pairs,
    feature_counts,
    summary,
    word_table,
)
from perpend.metrics.terp_files.scored import PhraseLookup, ScoredSegment

__all__ = ["NATIVE_FORMATS", "NativeSource", "write_native"]

NATIVE_FORMATS = ("align", "align_detail", "counts", "nist", "pra", "sum", "ter")


@dataclass(frozen=True, slots=True)
class NativeSource:
    """The source of the scores: the file names that `.sum` shows, and the phrase function with its table."""

    hyp_file: str = ""
    ref_file: str = ""
    length_file: str = ""
    phrase_function: str = ""
    phrases: PhraseLookup | None = None


def write_native(
    prefix: str,
    segments: Sequence[ScoredSegment],
    formats: Iterable[str],
    source: NativeSource | None = None,
    inputs: Iterable[Path | str] = (),
) -> list[Path]:
    """Writes the files of these `formats` ("all" for all) for `segments`; returns their paths in the order written.

    The paths begin with `prefix`; `source` has what the files show besides the segments. None of them may be one of
    `inputs`.
    """
    wanted = list(formats)
    for name in wanted:
        if name not in (*NATIVE_FORMATS, "all"):
            raise unknown_name("output format", name, (*NATIVE_FORMATS, "all"))
    contents = _contents(prefix, segments, source or NativeSource(), NATIVE_FORMATS if "all" in wanted else wanted)
    check_outputs(contents, inputs)
    for path, pieces in contents.items():
        with atomic_write(path) as file:
            # Java writes a question mark for what UTF-8 cannot encode.
            file.writelines(piece.encode("utf-8", "replace") for piece in pieces)
    return list(contents)


def _contents(
    prefix: str, segments: Sequence[ScoredSegment], source: NativeSource, formats: Sequence[str]
) -> dict[Path, Iterator[str]]:
    listed = sorted(segments, key=lambda segment: segment.id.order)
    contents = {
        Path(f"{_stem(prefix)}.{name}"): _pieces(name, listed, source) for name in formats if name != "nist"
    }  # fmt: skip
    return contents | (_nist(prefix, segments) if "nist" in formats else {})


def _stem(prefix: str) -> str:
    stem = prefix.rstrip(".")
    return f"{stem}terp" if not stem or stem.endswith("/") else stem


def _pieces(name: str, segments: Sequence[ScoredSegment], source: NativeSource) -> Iterator[str]:
    match name:
        case "pra":
            return report(segments, source.phrases)
        case "sum":
            return summary(segments, source.hyp_file, source.ref_file, source.length_file)
        case "ter":
            return word_table(segments)
        case "align":
            return alignment_pairs(segments)
        case "align_detail":
            return alignment_details(segments)
        case _:
            return feature_counts(segments, source.phrase_function, source.phrases)


def _nist(prefix: str, segments: Sequence[ScoredSegment]) -> dict[Path, Iterator[str]]:
    contents: dict[Path, Iterator[str]] = {}
    for system, own in _by_system(segments).items():
        if "/" in system or "\\" in system or "\0" in system:
            raise InputError(f"system {system!r} cannot be part of a file name: rename it in the hypothesis file")
        start = f"{prefix}{system}"
        contents[Path(f"{start}.seg.scr")] = segment_scores(own)
        contents[Path(f"{start}.doc.scr")] = document_scores(own)
        contents[Path(f"{start}.sys.scr")] = system_scores(own)
    return contents


def _by_system(segments: Sequence[ScoredSegment]) -> Mapping[str, list[ScoredSegment]]:
    found: dict[str, list[ScoredSegment]] = {}
    for segment in segments:
        found.setdefault(segment.id.system, []).append(segment)
    return found
