"""Reads a TRANS file: on each line a text, followed by its name in parentheses.

    The cat sat (on the mat). ([news][doc1][3])   ->   [news][doc1][3]  "The cat sat (on the mat)."

The name is in the last parentheses and has no parentheses inside. Blank lines are skipped; a line without a name is
skipped with a warning. A repeated name gives further references for the same segment.
"""

from pathlib import Path

from perpend.metrics.segments import Segment, SegmentId
from perpend.metrics.terp_files.marked_up import trim

__all__ = ["looks_like_trans", "read_trans"]

_SPACE = " \t\n\v\f\r"


def read_trans(path: Path, lines: list[str]) -> tuple[list[Segment], list[str]]:
    """Returns the segments in the `lines` of a file, in order, and warnings; `path` is for messages."""
    segments, warnings = [], []
    for number, line in enumerate(lines, start=1):
        if segment := _segment(line):
            segments.append(segment)
        elif line.strip(_SPACE):
            warnings.append(f"{path}:{number}: no name in parentheses at the end of the line; skipped")
    return segments, warnings


def looks_like_trans(lines: list[str]) -> bool:
    """Whether most lines that are not blank end in a name such as ([doc1][3])."""
    written = [line for line in lines if line.strip(_SPACE)]
    named = sum(1 for line in written if (segment := _segment(line)) and not segment.id.is_opaque)
    return named > len(written) / 2


def _segment(line: str) -> Segment | None:
    line = line.rstrip(_SPACE)
    start = line.rfind("(")
    name = line[start + 1 : -1]
    if start < 0 or not line.endswith(")") or not name or ")" in name:
        return None
    return Segment(SegmentId.parse(name), trim(line[:start]))
