"""What a segment is, how it is named, and in which order segments are listed.

    the cat sat ([sysA][news][doc1][0003])      a line of a TRANS file
                  system set  document segment

TERp knows these names; each may end in `:rank`, the place in a list of n best translations:

    [system][set][document][segment]    [set][document][segment]    [document][segment]

Leading zeros of the segment and the rank do not count. Any other name is kept as it is, `raw`, and has no parts.
Segments are ordered by set, system and document as strings, then by segment and rank as numbers, then by `raw`.
Strings are compared by their UTF-16 units, as Java does.

Where a document has both numbers and other names as segments, numbers come first. (The original compares such two as
strings, which is no order at all: 9 < 10 < 1a < 9.)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["FileKind", "Segment", "SegmentFile", "SegmentId"]

FileKind = Literal["trans", "sgml", "plain"]
"""`sgml` stands for XML too: both name their segments in the same way."""

_NAME = re.compile(r"((?:\[[^\[\]]+\]){1,3})\[([0-9]+)\](?::([0-9]+))?")
_INTEGER = re.compile(r"[+-]?[0-9]{1,10}")
_LINES = "text"
_TRIMMED = "".join(map(chr, range(0x21)))


@dataclass(frozen=True, slots=True)
class SegmentId:
    """The name of a segment; parts that are not known are empty.

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
        """From the name in a TRANS file; a name of no known form is only `raw`."""
        match = _NAME.fullmatch(raw)
        if match is None:
            return cls(raw=raw)
        names = [name.strip(_TRIMMED) for name in match[1][1:-1].split("][")]
        system, test_set, document = [""] * (3 - len(names)) + names
        return cls(test_set, system, document, _number(match[2]), _number(match[3] or ""), raw)

    @classmethod
    def of_sgml(cls, test_set: str, system: str, document: str, segment: str, rank: str = "") -> "SegmentId":
        """From the attributes of an SGML or XML file; `raw` is `[document][0001]`.

        >>> print(SegmentId.of_sgml("news", "sysA", "doc1", "7"))
        [doc1][0007]
        """
        number = _as_integer(segment)
        shown = segment if number is None else f"{number:04d}"
        raw = f"[{document}][{shown}]" + (f":{rank}" if rank else "")
        return cls(test_set, system, document, segment, "", raw)

    @classmethod
    def of_line(cls, number: int) -> "SegmentId":
        """The name of a line of plain text, counted from 1: all lines are one document."""
        name = str(number)
        return cls(_LINES, "", _LINES, name, "", name)

    @classmethod
    def of_row(cls, name: str) -> "SegmentId":
        """The name in a column of a table: as `parse`, but any name is a segment of one document."""
        known = cls.parse(name)
        return known if known.segment else cls(_LINES, "", _LINES, name, "", name)

    @property
    def is_opaque(self) -> bool:
        """Whether the name has no parts."""
        return not (self.set or self.document or self.segment)

    def plain(self) -> "SegmentId":
        """The same without system and rank: what a hypothesis and its references share.

        >>> print(SegmentId.parse("[sysA][news][doc1][0003]:2").plain())
        [news][doc1][3]
        """
        if self.is_opaque:
            return self
        raw = f"[{self.set}][{self.document}][{self.segment}]"
        return SegmentId(self.set, "", self.document, self.segment, "", raw)

    def of_system(self, system: str) -> "SegmentId":
        """The same name for the output of another system."""
        return SegmentId(self.set, system, self.document, self.segment, self.rank, self.raw)

    @property
    def order(self) -> tuple[object, ...]:
        """The key by which segments are sorted."""
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
    """What was read from one file: its segments in the order of the file, and what was strange about it."""

    kind: FileKind
    segments: Sequence[Segment]
    path: Path = Path()
    warnings: tuple[str, ...] = ()


def _number(digits: str) -> str:
    return digits.lstrip("0") or digits[-1:]


def _as_integer(text: str) -> int | None:
    """The number, if Java's 32 bits hold it."""
    if not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if -(2**31) <= value < 2**31 else None


def _numbers_first(text: str) -> tuple[bool, int, bytes]:
    number = _as_integer(text)
    return (True, 0, _utf16(text)) if number is None else (False, number, b"")


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")
