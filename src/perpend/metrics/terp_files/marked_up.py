"""Collects segments from the elements of an evaluation set in SGML or XML.

    <refset setid="news">
      <doc docid="doc1" sysid="human">
        <seg id="1"> The cat sat. </seg>      ->  [doc1][0001]  "The cat sat."

Names of elements and attributes may be in any case. Attributes hold until another element of the same kind changes
them. Only the first piece of text inside a `seg` (or a `hyp` of an n-best list) is its text, trimmed; a `seg` without
text is an empty segment, where the original takes the next text after it, usually a newline. `audiofile fileid` is
another name for `doc docid`, `seg segid` names a segment whose texts are in its `hyp` elements.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from perpend.metrics.segments import Segment, SegmentId

__all__ = ["ROOTS", "SegmentCollector", "trim"]

ROOTS = ("tstset", "refset")
_TRIMMED = "".join(map(chr, range(0x21)))


def trim(text: str) -> str:
    """Returns the text without the characters up to U+0020 at both ends, as Java's `trim` does."""
    return text.strip(_TRIMMED)


@dataclass
class SegmentCollector:
    """Collects the segments from the starts, texts and ends of elements in the order of the file."""

    segments: list[Segment] = field(default_factory=list)
    _set: str = ""
    _system: str = ""
    _document: str = ""
    _segment: str = ""
    _waiting: SegmentId | None = None

    def start(self, element: str, attributes: Mapping[str, str]) -> None:
        """Handles the start tag of `element` with its `attributes`."""
        values = {name.strip().lower(): trim(value) for name, value in attributes.items()}
        match element.lower():
            case "tstset" | "refset":
                self._set = values.get("setid", self._set)
            case "doc":
                self._document = values.get("docid", self._document)
                self._system = values.get("sysid", self._system)
            case "audiofile":
                self._document = values.get("fileid", self._document)
            case "seg":
                self._start_segment(values)
            case "hyp" if "id" in values:
                self._wait(values["id"])

    def _start_segment(self, values: Mapping[str, str]) -> None:
        self._flush()
        self._segment = values.get("id", values.get("segid", self._segment))
        if "id" in values:
            self._wait()

    def _wait(self, rank: str = "") -> None:
        self._waiting = SegmentId.of_sgml(self._set, self._system, self._document, self._segment, rank)

    def text(self, content: str) -> None:
        """Handles `content`, a piece of text between tags."""
        if self._waiting is not None:
            self.segments.append(Segment(self._waiting, trim(content)))
            self._waiting = None

    def end(self, element: str) -> None:
        """Handles the end tag of `element`."""
        if element.lower() in ("seg", "hyp"):
            self._flush()

    def _flush(self) -> None:
        self.text("")
