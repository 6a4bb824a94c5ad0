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

__all__ = ["References", "columns_of", "groups_of"]

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
    hyps, rows = columns_of(hyps, refs)
    for name, texts in (("lengths", lengths), ("documents", documents)):
        if texts is not None:
            _check_length(hyps, name, texts)
    return [
        Group(
            _name(k, documents[k] if documents else None),
            hyp,
            row,
            (_text("lengths", lengths[k]),) if lengths else (),
        )
        for k, (hyp, row) in enumerate(zip(hyps, rows, strict=True))
    ]


def columns_of(hyps: Sequence[str], refs: References) -> tuple[list[str], list[tuple[str, ...]]]:
    """The same as bare texts: the hypotheses, and for each its references.

    >>> columns_of(["a", "b"], [["A", "B"], ["x", None]])
    (['a', 'b'], [('A', 'x'), ('B',)])
    """
    hyps, streams = _texts("hyps", hyps), _streams(refs)
    for k, stream in enumerate(streams, 1):
        _check_length(hyps, f"references {k}", stream)
    rows = zip(*streams, strict=True) if streams else ([()] * len(hyps))
    return hyps, [_references(k, row) for k, row in enumerate(rows)]


def _check_length(hyps: Sequence[str], name: str, texts: Sequence[object]) -> None:
    if len(texts) != len(hyps):
        raise InputError(f"{len(hyps)} hypotheses but {len(texts)} in {name}: there must be as many of both")


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
