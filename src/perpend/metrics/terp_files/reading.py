"""Reads a file of segments, in TERp's formats or as plain lines.

    hyp.txt      one segment per line            kind "plain": hypothesis and references are aligned by line
    hyp.trans    text (name) on each line        kind "trans": aligned by name
    hyp.sgm      <tstset> <doc> <seg>, also XML  kind "sgml":  aligned by name

With `format="auto"` the content decides, in the original's order: XML; SGML, if there is a tstset or refset; TRANS, if
most lines end in a name like ([doc][3]); else plain lines. The original takes all other files for TRANS; use
`format="trans"` for TRANS with names of other forms. A file with an XML declaration must be well-formed. For pairs in
one table see `reading_tsv`.
"""

import logging
from pathlib import Path

from perpend.errors import FormatError, unknown_name
from perpend.files.compressed import read_bytes
from perpend.files.lines import text_lines
from perpend.metrics.on_demand import OnDemand
from perpend.metrics.segments import Segment, SegmentFile, SegmentId
from perpend.metrics.terp_files.reading_sgml import looks_like_sgml, read_sgml
from perpend.metrics.terp_files.reading_trans import looks_like_trans, read_trans
from perpend.metrics.terp_files.reading_xml import EntityRefused, read_xml

__all__ = ["FORMATS", "read_segments"]

FORMATS = ("auto", "plain", "sgml", "trans", "xml")

_LOG = logging.getLogger(__name__)


def read_segments(path: Path | str, format: str = "auto") -> SegmentFile:  # noqa: A002
    """Reads the segments of the file at `path` in `format`, one of FORMATS; logs the warnings about it."""
    path = Path(path)
    if format not in FORMATS:
        raise unknown_name("segment format", format, FORMATS)
    data = read_bytes(path)
    chosen = _detect(path, data) if format == "auto" else format
    found = _READERS[chosen](path, data)
    for warning in found.warnings:
        _LOG.warning(warning)
    return found


def _detect(path: Path, data: bytes) -> str:
    if _may_be_xml(data) and _is_evaluation_xml(path, data):
        return "xml"
    lines = text_lines(path, data, lone_cr=True)
    if looks_like_sgml(lines):
        return "sgml"
    return "trans" if looks_like_trans(lines) else "plain"


def _may_be_xml(data: bytes) -> bool:
    start = data[:256].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith((b"<", b"\xff\xfe", b"\xfe\xff"))


def _is_evaluation_xml(path: Path, data: bytes) -> bool:
    try:
        return bool(read_xml(path, data))
    except FormatError as error:
        if isinstance(error, EntityRefused) or data.startswith((b"<?xml", b"\xef\xbb\xbf<?xml")):
            raise
        return False


def _read_xml(path: Path, data: bytes) -> SegmentFile:
    return SegmentFile("sgml", _some(path, read_xml(path, data), "<seg id=...>"), path)


def _read_sgml(path: Path, data: bytes) -> SegmentFile:
    segments, warnings = read_sgml(path, text_lines(path, data, lone_cr=True))
    return SegmentFile("sgml", _some(path, segments, "<seg id=...>"), path, tuple(warnings))


def _read_trans(path: Path, data: bytes) -> SegmentFile:
    segments, warnings = read_trans(path, text_lines(path, data, lone_cr=True))
    return SegmentFile("trans", _some(path, segments, "text (name)"), path, tuple(warnings))


def _read_plain(path: Path, data: bytes) -> SegmentFile:
    lines = text_lines(path, data)
    return SegmentFile("plain", OnDemand(len(lines), lambda k: Segment(SegmentId.of_line(k + 1), lines[k])), path)


def _some(path: Path, segments: list[Segment], form: str) -> tuple[Segment, ...]:
    if not segments:
        raise FormatError(path, None, f"no segments found: they have the form {form}")
    return tuple(segments)


_READERS = {"xml": _read_xml, "sgml": _read_sgml, "trans": _read_trans, "plain": _read_plain}
