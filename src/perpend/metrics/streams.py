"""Lists of texts, as Python programs hold them -> groups to score.

    hyps   ["the cat sat", "he ran"]
    refs   ["a cat sat", "he runs"]                               one list: a reference for each hypothesis
    refs   [["a cat sat", "he runs"], ["the cat sat down", None]]  several lists: one list for each translator

Several lists stand in sacrebleu's order, and None means that a translator left the segment out.
"""

from collections.abc import Sequence
from typing import cast

from perpend.errors import InputError
from perpend.metrics.pairing import Group
from perpend.metrics.segments import SegmentId

__all__ = ["References", "groups_of"]

References = Sequence[str] | Sequence[Sequence[str | None]]
"""One reference for each hypothesis, or several such lists."""


def groups_of(
    hyps: Sequence[str],
    refs: References,
    lengths: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
) -> list[Group]:
    """Line-aligned lists as groups; `documents` names the document of each segment.

    >>> [group.refs for group in groups_of(["a", "b"], [["A", "B"], ["x", None]])]
    [('A', 'x'), ('B',)]
    """
    hyps = _texts("hyps", hyps)
    streams = _streams(refs)
    columns = {f"references {k}": stream for k, stream in enumerate(streams, 1)}
    named = columns | ({"lengths": lengths} if lengths is not None else {})
    for name, texts in {**named, **({"documents": documents} if documents is not None else {})}.items():
        if len(texts) != len(hyps):
            raise InputError(f"{len(hyps)} hypotheses but {len(texts)} in {name}: there must be as many of both")
    rows = list(zip(*streams, strict=True)) if streams else [()] * len(hyps)
    return [
        Group(
            _name(k, documents[k] if documents else None),
            hyp,
            _references(k, row),
            (_text("lengths", lengths[k]),) if lengths else (),
        )
        for k, (hyp, row) in enumerate(zip(hyps, rows, strict=True))
    ]


def _streams(refs: References) -> list[Sequence[str | None]]:
    if isinstance(refs, str):
        raise InputError("refs is one string: give a list of references, or several lists")
    if all(isinstance(item, str) for item in refs):
        return [cast(Sequence[str], refs)]
    if any(isinstance(item, str) or item is None for item in refs):
        raise InputError("refs has both strings and lists: give a list of references, or several lists")
    return [list(stream) for stream in refs]


def _references(k: int, row: tuple[str | None, ...]) -> tuple[str, ...]:
    given = tuple(_text("refs", text) for text in row if text is not None)
    if not given:
        raise InputError(f"hypothesis {k + 1} has no reference: give at least one, which may be an empty text")
    return given


def _name(k: int, document: str | None) -> SegmentId:
    line = SegmentId.of_line(k + 1)
    if document is None:
        return line
    return SegmentId(line.set, "", document, line.segment, "", f"[{document}][{k + 1}]")


def _texts(name: str, texts: Sequence[str]) -> list[str]:
    if isinstance(texts, str):
        raise InputError(f"{name} is one string: give a list of texts")
    return [_text(name, text) for text in texts]


def _text(name: str, text: object) -> str:
    if not isinstance(text, str):
        raise InputError(f"{name} has a {type(text).__name__}, where a string was needed")
    return text
