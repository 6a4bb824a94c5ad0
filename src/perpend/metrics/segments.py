"""Segments, their names, and their order.

    the cat sat ([sysA][news][doc1][0003])      a line of a TRANS file
                  system set  document segment

TERp has names of these forms; each may end in `:rank`, the rank in an n-best list:

    [system][set][document][segment]    [set][document][segment]    [document][segment]

Leading zeros of the segment and the rank are ignored. Any other name is only `raw` and has no parts.
Segments are ordered by set, system and document as strings, then by segment and rank as numbers, then by `raw`.
Strings are compared by their UTF-16 units, as Java does.

If a document has both numbers and other names as segments, numbers come first. (The original compares a number and a
name as strings, which is not transitive: 9 < 10 < 1a < 9.)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["FileKind", "Segment", "SegmentFile", "SegmentId"]

FileKind = Literal["trans", "sgml", "plain"]
"""`sgml` includes XML: both name their segments in the same way."""

_NAME = re.compile(r"((?:\[[^\[\]]+\]){1,3})\[([0-9]+)\](?::([0-9]+))?")
_INTEGER = re.compile(r"[+-]?[0-9]{1,10}")
_LINES = "text"
_TRIMMED = "".join(map(chr, range(0x21)))


@dataclass(frozen=True, slots=True)
class SegmentId:
    """The name of a segment; unknown parts are empty.

    >>> SegmentId.parse("[news][doc1][0003]:2")
    SegmentId(set='news', system='', document='doc1', segment='3', rank='2', raw='[news][doc1][0003]:2')
    >>> str(SegmentId.parse("[news][doc1][0003]:2"))
    '[news][doc1][0003]:2'
    """

    set: str = ""
    system: str = ""
    document: str = ""
    segment: str = ""
    rank: str = ""
    raw: str = ""

    @classmethod
    def parse(cls, raw: str) -> "SegmentId":
        """Parses the name `raw` of a TRANS file; a name of another form is only `raw`."""
        match = _NAME.fullmatch(raw)
        if match is None:
            return cls(raw=raw)
        names = [name.strip(_TRIMMED) for name in match[1][1:-1].split("][")]
        system, test_set, document = [""] * (3 - len(names)) + names
        return cls(test_set, system, document, _number(match[2]), _number(match[3] or ""), raw)

    @classmethod
    def of_sgml(cls, test_set: str, system: str, document: str, segment: str, rank: str = "") -> "SegmentId":
        """Makes a name from the attributes of an SGML or XML file; `raw` is `[document][0001]`.

        `test_set`, `system`, `document`, `segment` and `rank` are the attributes; a `rank` is added to `raw`.

        >>> print(SegmentId.of_sgml("news", "sysA", "doc1", "7"))
        [doc1][0007]
        """
        number = _as_integer(segment)
        shown = segment if number is None else f"{number:04d}"
        raw = f"[{document}][{shown}]" + (f":{rank}" if rank else "")
        return cls(test_set, system, document, segment, "", raw)

    @classmethod
    def of_line(cls, number: int) -> "SegmentId":
        """Returns the name of line `number` of a plain text, from 1; all lines are one document."""
        name = str(number)
        return cls(_LINES, "", _LINES, name, "", name)

    @classmethod
    def of_row(cls, name: str) -> "SegmentId":
        """Returns the id `name` of a table row: as `parse`, but any other name is a segment of one document."""
        known = cls.parse(name)
        return known if known.segment else cls(_LINES, "", _LINES, name, "", name)

    @property
    def is_opaque(self) -> bool:
        """Whether the name has no parts."""
        return not (self.set or self.document or self.segment)

    def plain(self) -> "SegmentId":
        """Returns the name without system and rank, which a hypothesis and its references share.

        >>> print(SegmentId.parse("[sysA][news][doc1][0003]:2").plain())
        [news][doc1][3]
        """
        if self.is_opaque:
            return self
        raw = f"[{self.set}][{self.document}][{self.segment}]"
        return SegmentId(self.set, "", self.document, self.segment, "", raw)

    def of_system(self, system: str) -> "SegmentId":
        """Returns the name for the output of another `system`."""
        return SegmentId(self.set, system, self.document, self.segment, self.rank, self.raw)

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key."""
        strings = (_utf16(part) for part in (self.set, self.system, self.document))
        return (*strings, _numbers_first(self.segment), _numbers_first(self.rank), _utf16(self.raw))

    def __lt__(self, other: "SegmentId") -> bool:
        return self.order < other.order

    def __str__(self) -> str:
        if self.raw:
            return self.raw
        parts = (self.set, self.system, self.document, self.segment)
        return "".join(f"[{part}]" for part in parts if part) + (f":{self.rank}" if self.rank else "")


@dataclass(frozen=True, slots=True)
class Segment:
    """A text with its name."""

    id: SegmentId
    text: str


@dataclass(frozen=True, slots=True)
class SegmentFile:
    """The segments of one file, in its order, and warnings about it."""

    kind: FileKind
    segments: Sequence[Segment]
    path: Path = Path()
    warnings: tuple[str, ...] = ()


def _number(digits: str) -> str:
    return digits.lstrip("0") or digits[-1:]


def _as_integer(text: str) -> int | None:
    """Returns the number if it fits into 32 bits, as in Java, else None."""
    if not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if -(2**31) <= value < 2**31 else None


def _numbers_first(text: str) -> tuple[bool, int, bytes]:
    number = _as_integer(text)
    return (True, 0, _utf16(text)) if number is None else (False, number, b"")


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")
