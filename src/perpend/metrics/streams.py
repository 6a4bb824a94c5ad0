"""Lists of texts in Python -> groups to score.

    hyps   ["the cat sat", "he ran"]
    refs   ["a cat sat", "he runs"]                               one list: a reference for each hypothesis
    refs   [["a cat sat", "he runs"], ["the cat sat down", None]]  several lists: one list for each translator

Several lists are in sacrebleu's order, and None means that a translator skipped the segment.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from perpend.arguments import items_of
from perpend.errors import InputError
from perpend.metrics.on_demand import OnDemand
from perpend.metrics.pairing import Group
from perpend.metrics.segments import SegmentId

__all__ = ["Columns", "References", "Texts", "columns_of", "groups_of"]

_REFS = "refs must be a list of references, or several lists"
References = Sequence[str] | Sequence[Sequence[str | None]]
"""One reference for each hypothesis, or several such lists."""


class Texts(NamedTuple):
    """The texts of segments: hypotheses, and for each its references and the texts that give its length, if any."""

    hyps: Sequence[str]
    refs: Sequence[tuple[str, ...]]
    lengths: Sequence[tuple[str, ...]] | None = None

    @classmethod
    def of(cls, groups: Iterable[Group]) -> "Texts":
        """Returns the texts of `groups`."""
        held = [*groups]
        lengths = [group.lengths for group in held]
        return cls([group.hyp for group in held], [group.refs for group in held], lengths if any(lengths) else None)

    def part(self, start: int, end: int) -> "Texts":
        """Returns the segments from `start` up to `end`."""
        return Texts(self.hyps[start:end], self.refs[start:end], self.lengths and self.lengths[start:end])


class Columns(OnDemand[Group]):
    """Line-aligned `texts` as a lazy sequence of groups; `documents` has the document name of each segment."""

    __slots__ = ("texts",)

    def __init__(self, texts: Texts, documents: Sequence[str] | None = None) -> None:
        self.texts = texts

        def group(k: int) -> Group:
            name = _name(k, documents[k] if documents else None)
            return Group(name, texts.hyps[k], texts.refs[k], texts.lengths[k] if texts.lengths else ())

        super().__init__(len(texts.hyps), group)


def groups_of(
    hyps: Sequence[str],
    refs: References,
    lengths: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
) -> Columns:
    """Returns line-aligned lists as groups.

    :param hyps: the hypotheses.
    :param refs: one list of references, or several lists.
    :param lengths: texts whose lengths replace those of the references.
    :param documents: the document name of each segment.

    >>> [group.refs for group in groups_of(["a", "b"], [["A", "B"], ["x", None]])]
    [('A', 'x'), ('B',)]
    """
    hyps, rows = columns_of(hyps, refs)
    for name, texts in (("lengths", lengths), ("documents", documents)):
        if texts is not None:
            _check_length(hyps, name, _texts(name, texts))
    given = None if lengths is None else [(text,) for text in _texts("lengths", lengths)]
    return Columns(Texts(hyps, rows, given or None), documents)


def columns_of(hyps: Sequence[str], refs: References) -> tuple[list[str], list[tuple[str, ...]]]:
    """Returns the hypotheses, and for each its references; `hyps` and `refs` as in `groups_of`.

    >>> columns_of(["a", "b"], [["A", "B"], ["x", None]])
    (['a', 'b'], [('A', 'x'), ('B',)])
    """
    hyps, streams = _texts("hyps", hyps), _streams(refs)
    for k, stream in enumerate(streams, 1):
        _check_length(hyps, f"references {k}", stream)
    if len(streams) == 1 and all(isinstance(text, str) for text in streams[0]):
        return hyps, [(text,) for text in cast(list[str], streams[0])]
    rows = zip(*streams, strict=True) if streams else ([()] * len(hyps))
    return hyps, [_references(k, row) for k, row in enumerate(rows)]


def _check_length(hyps: Sequence[str], name: str, texts: Sequence[object]) -> None:
    if len(texts) != len(hyps):
        raise InputError(f"{len(hyps)} hypotheses but {len(texts)} in {name}: there must be as many of both")


def _streams(refs: References) -> list[Sequence[str | None]]:
    if isinstance(refs, str):
        raise InputError("refs is one string: give a list of references, or several lists")
    held = items_of(refs, _REFS, ordered=True)
    if all(isinstance(item, str) for item in held):
        return [held]
    if any(isinstance(item, str) or item is None for item in held):
        raise InputError("refs has both strings and lists: give a list of references, or several lists")
    return [items_of(stream, _REFS, ordered=True) for stream in held]


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
    held = items_of(texts, f"{name} must be a list of texts", ordered=True)
    for text in held:
        if not isinstance(text, str):
            _text(name, text)
    return held


def _text(name: str, text: object) -> str:
    if not isinstance(text, str):
        raise InputError(f"{name} has a {type(text).__name__}, where a string was needed")
    return text
