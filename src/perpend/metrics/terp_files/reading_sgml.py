"""Reads an evaluation set in SGML that is not well-formed XML, line by line, like the original.

    <refset setid="news" srclang="Arabic" trglang="English">
    <doc docid="doc1" sysid="human">
    <seg id=1> AT&T said so. </seg>        unquoted values and bare & are fine here
    <seg id=2> A text of
               two lines. </seg>           only the first line counts
    </doc>

The reader is simple: attribute values have no blanks, the rest of a line after its first closing tag is skipped with a
warning, `<x/>` is not supported, and entities are not replaced. Everything before `<tstset` or `<refset` is skipped. A
closing tag that does not match is an error; the original then takes the file for TRANS and finds no segments in it.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from perpend.errors import FormatError
from perpend.metrics.segments import Segment
from perpend.metrics.terp_files.marked_up import ROOTS, SegmentCollector

__all__ = ["looks_like_sgml", "read_sgml"]

_SPACE = " \t\n\v\f\r"
# Possessive: a tag that does not end would otherwise be tried with every division into a name and a rest.
_END_TAG = re.compile(r"</([^> ]*+)[^>]*+>")
_START_TAG = re.compile(r"<([^> ]*+)([^>]*+)>")
_ATTRIBUTE = re.compile(r"(\S+)=(\S+)", re.ASCII)


def looks_like_sgml(lines: list[str]) -> bool:
    """Whether one of `lines` begins with the root element of an evaluation set."""
    starts = tuple(f"<{root}" for root in ROOTS)
    return any(line.lstrip(_SPACE)[:7].lower().startswith(starts) for line in lines)


def read_sgml(path: Path, lines: list[str]) -> tuple[list[Segment], list[str]]:
    """Returns the segments in the `lines` of a file, in order, and warnings; `path` is for messages."""
    reader = _Reader(path)
    for number, line in enumerate(lines, start=1):
        reader.read_line(number, line)
    if not reader.open_elements:
        raise FormatError(path, None, f"no <{ROOTS[0]}> or <{ROOTS[1]}> found: not an SGML evaluation set")
    return reader.collector.segments, reader.warnings


@dataclass
class _Reader:
    path: Path
    collector: SegmentCollector = field(default_factory=SegmentCollector)
    open_elements: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def read_line(self, number: int, line: str) -> None:
        position = _skip_space(line, 0)
        while position < len(line):
            if end := _END_TAG.match(line, position):
                self._end(number, end[1], line[end.end() :])
                return
            if start := _START_TAG.match(line, position):
                if not self._start(start[1], start[2]):
                    return
                position = _skip_space(line, start.end())
            else:
                position = self._text(number, line, position)

    def _start(self, element: str, inner: str) -> bool:
        """Handles a start tag; returns whether to read on, because everything before the root is skipped."""
        if not self.open_elements and element.lower() not in ROOTS:
            return False
        if element:
            self.open_elements.append(element)
            self.collector.start(element, _attributes(inner))
        return True

    def _text(self, number: int, line: str, position: int) -> int:
        """Handles the text at `position`; returns the position after it."""
        if not self.open_elements:
            return len(line)
        end = line.find("<", position)
        if end == position:
            self.warnings.append(f"{self.path}:{number}: a tag that does not end on its line; skipped")
            return len(line)
        self.collector.text(line[position:] if end < 0 else line[position:end])
        return len(line) if end < 0 else end

    def _end(self, number: int, element: str, rest: str) -> None:
        if not self.open_elements:
            return
        current = self.open_elements[-1]
        if element.lower() != current.lower():
            raise FormatError(self.path, number, f"</{element[:40]}> found where </{current[:40]}> was expected")
        if len(self.open_elements) > 1:
            self.open_elements.pop()
        self.collector.end(element)
        if rest.strip(_SPACE):
            self.warnings.append(f"{self.path}:{number}: text after </{element}> is not read; put it on its own line")


def _attributes(inner: str) -> dict[str, str]:
    found = {}
    position = 0
    while match := _ATTRIBUTE.match(inner, _skip_space(inner, position)):
        found[match[1]] = match[2].replace('"', "")
        position = match.end()
    return found


def _skip_space(text: str, position: int) -> int:
    while position < len(text) and text[position] in _SPACE:
        position += 1
    return position
