"""Pairs hypotheses with their references: files of segments -> groups to score.

    hyp   [news][d1][1] "the cat"            Group([news][d1][1], "the cat", ("a cat", "the tomcat"))
    ref   [news][d1][1] "a cat"         ->   Group([news][d1][2], "",        ("he sat",))
          [news][d1][1] "the tomcat"
          [news][d1][2] "he sat"

Plain files are paired line by line and must have the same length. Named segments are paired if set, document and
segment agree, whatever the system; the groups are then ordered by name and, within one, by system. As in the original:

* a reference without a hypothesis is scored against an empty one, for every system (unless `ignore_missing`);
* a hypothesis without a reference is scored against an empty reference;
* of several hypotheses with one name the first is scored;
* references are ordered by their own names, those of one name by their order in the files.

Names are compared as written: `[d1][01]` in the references and `[d1][1]` among the hypotheses of a system without a
name are one segment, but two hypotheses, of which the first is missing.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from perpend.errors import InputError
from perpend.metrics.on_demand import OnDemand
from perpend.metrics.segments import Segment, SegmentFile, SegmentId

__all__ = ["Group", "pair_segments"]

_LOG = logging.getLogger(__name__)
_Named = dict[SegmentId, dict[SegmentId, list[str]]]


@dataclass(frozen=True, slots=True)
class Group:
    """One segment to score: a hypothesis and its references.

    The score is divided by the mean length of `lengths`, by default of the references.
    """

    id: SegmentId
    hyp: str
    refs: tuple[str, ...]
    lengths: tuple[str, ...] = ()


def pair_segments(
    hyp: SegmentFile, refs: Sequence[SegmentFile], lengths: SegmentFile | None = None, *, ignore_missing: bool = False
) -> Sequence[Group]:
    """Returns the groups of a hypothesis file `hyp` and its reference files `refs`, in the order of scoring.

    `lengths` is a file of texts that give the lengths; `ignore_missing` skips references without a hypothesis.
    """
    if not refs:
        raise InputError(f"{hyp.path} has no references: give at least one reference file")
    others = [*refs, lengths] if lengths else list(refs)
    for other in others:
        if other.kind != hyp.kind:
            raise InputError(f"{hyp.path} is {hyp.kind}, {other.path} is {other.kind}: they must be of one kind")
    return _by_line(hyp, refs, lengths) if hyp.kind == "plain" else _by_name(hyp, refs, lengths, ignore_missing)


def _by_line(hyp: SegmentFile, refs: Sequence[SegmentFile], lengths: SegmentFile | None) -> Sequence[Group]:
    others = [*refs, lengths] if lengths else list(refs)
    count = len(hyp.segments)
    for other in others:
        if len(other.segments) != count:
            raise InputError(
                f"{hyp.path} has {count} lines, {other.path} has {len(other.segments)}: they must be line-aligned"
            )
    return OnDemand(count, lambda k: _line_group(k, hyp, others, len(refs)))


def _line_group(k: int, hyp: SegmentFile, others: Sequence[SegmentFile], references: int) -> Group:
    segment, texts = hyp.segments[k], tuple(file.segments[k].text for file in others)
    return Group(segment.id, segment.text, texts[:references], texts[references:])


def _by_name(
    hyp: SegmentFile, refs: Sequence[SegmentFile], lengths: SegmentFile | None, ignore_missing: bool
) -> list[Group]:
    hyps = _named(hyp.segments)
    references = _named(segment for file in refs for segment in file.segments)
    length_texts = _named(lengths.segments) if lengths else {}
    systems = sorted({segment.id.system for segment in hyp.segments}, key=lambda name: SegmentId(system=name).order)
    groups = []
    for plain in _in_order([*{**hyps, **references, **length_texts}]):
        written = {name for named in (hyps, references, length_texts) for name in named.get(plain, ())}
        texts = _texts(references, plain) or ("",)
        for name in _names_to_score(plain, systems, written):
            found = hyps.get(plain, {}).get(name, [])
            if found or not ignore_missing:
                groups.append(Group(name, found[0] if found else "", texts, _texts(length_texts, plain)))
    _warn(hyp, groups, hyps, references)
    return groups


def _named(segments: Iterable[Segment]) -> _Named:
    found: _Named = {}
    for segment in segments:
        found.setdefault(segment.id.plain(), {}).setdefault(segment.id, []).append(segment.text)
    return found


def _texts(named: _Named, plain: SegmentId) -> tuple[str, ...]:
    texts = named.get(plain, {})
    return tuple(text for name in _in_order([*texts]) for text in texts[name])


def _names_to_score(plain: SegmentId, systems: list[str], written: set[SegmentId]) -> Iterator[SegmentId]:
    """Yields for each system the names of the segment in any file, else its plain name."""
    for system in systems:
        own = [name for name in written if name.system == system]
        yield from _in_order(own) or [plain.of_system(system)]


def _in_order(names: list[SegmentId]) -> list[SegmentId]:
    # There is nearly always one name, and computing its key would dominate.
    return sorted(names, key=lambda name: name.order) if len(names) > 1 else names


def _warn(hyp: SegmentFile, groups: list[Group], hyps: _Named, references: _Named) -> None:
    written = {name: texts for named in hyps.values() for name, texts in named.items()}
    for group in groups:
        texts = written.get(group.id, [])
        if not texts:
            _LOG.warning("%s: no hypothesis for %s; scored as an empty one", hyp.path, group.id)
        elif len(texts) > 1:
            _LOG.warning("%s: %d hypotheses for %s; only the first is scored", hyp.path, len(texts), group.id)
        if group.id.plain() not in references:
            _LOG.warning("%s: no reference for %s; scored against an empty one", hyp.path, group.id)
