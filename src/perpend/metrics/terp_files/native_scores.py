"""TERp's score tables in the format of the NIST evaluations: `.seg.scr`, `.doc.scr`, `.sys.scr`.

    seg   set  system  document  segment  score  words      one line for each segment
    doc   set  system  document           score  words      the sum of costs divided by the sum of words
    sys   set  system                     score  words

Columns are separated by tabs. A name without parts is in the column of the set; for names without a set, every segment
has its own line in `.sys.scr`, as in the original.
"""

from collections.abc import Callable, Iterable, Iterator

from perpend.alignment.edits import error_rate
from perpend.metrics.segments import SegmentId
from perpend.metrics.terp_files.java_numbers import java_double
from perpend.metrics.terp_files.scored import ScoredSegment

__all__ = ["document_scores", "segment_scores", "system_scores"]


def segment_scores(segments: Iterable[ScoredSegment]) -> Iterator[str]:
    """Yields the lines of the `.seg.scr` file for the `segments` of one system."""
    for segment in segments:
        name, alignment = segment.id, segment.alignment
        cells = [name.raw if name.is_opaque else name.set, name.system, name.document, name.segment]
        yield _line(cells, alignment.score, alignment.words)


def document_scores(segments: Iterable[ScoredSegment]) -> Iterator[str]:
    """Yields the lines of the `.doc.scr` file for the `segments` of one system."""
    return _added_up(segments, lambda name: (name.set if name.set or name.document else name.raw, name.document))


def system_scores(segments: Iterable[ScoredSegment]) -> Iterator[str]:
    """Yields the lines of the `.sys.scr` file for the `segments` of one system."""
    return _added_up(segments, lambda name: (name.set or name.raw,))


def _added_up(segments: Iterable[ScoredSegment], unit: Callable[[SegmentId], tuple[str, ...]]) -> Iterator[str]:
    """Yields one line for each unit, in the order of first occurrence."""
    sums: dict[tuple[str, ...], tuple[float, float, bool]] = {}
    for segment in segments:
        test_set, *rest = unit(segment.id)
        key = (test_set, segment.id.system, *rest)
        alignment = segment.alignment
        if key in sums:
            cost, words, capped = sums[key]
            sums[key] = (cost + alignment.cost, words + alignment.words, capped)
        else:
            sums[key] = (alignment.cost, alignment.words, alignment.capped)
    for key, (cost, words, capped) in sums.items():
        yield _line(list(key), error_rate(cost, words, capped=capped), words)


def _line(cells: list[str], score: float, words: float) -> str:
    return "\t".join([*cells, java_double(score), java_double(words)]) + "\n"
