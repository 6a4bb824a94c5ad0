"""Reads an XML evaluation set element by element, without building a tree.

    <?xml version="1.0" encoding="UTF-8"?>
    <tstset setid="news"><doc docid="doc1" sysid="sysA"><seg id="1">The cat sat.</seg> ...

Files are not trusted: nothing outside the file is opened, and a file that declares its own entities is refused, because
a few lines of declarations can expand to gigabytes of text.

As in the original, a comment, a processing instruction or a CDATA section ends a piece of text, and the content of
CDATA sections is skipped.
"""

from pathlib import Path
from typing import Any
from xml.parsers import expat

from perpend.errors import FormatError
from perpend.metrics.segments import Segment
from perpend.metrics.terp_files.marked_up import SegmentCollector

__all__ = ["EntityRefused", "read_xml"]


class EntityRefused(FormatError):
    """The file declares its own entities."""


def read_xml(path: Path, data: bytes) -> list[Segment]:
    """Returns the segments of `data` in order; a FormatError has `path` and the line that is not well-formed."""
    reader = _Reader(path)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise FormatError(path, error.lineno, f"not well-formed XML ({expat.ErrorString(error.code)})") from None
    except FormatError:
        raise
    except (ValueError, LookupError) as error:
        raise FormatError(path, 1, f"XML in an encoding that cannot be read ({error}): save it as UTF-8") from None
    return reader.collector.segments


class _Reader:
    """Joins the pieces of text that the parser reports."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.collector = SegmentCollector()
        self._pieces: list[str] = []
        self._in_cdata = False
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.CommentHandler = self.parser.ProcessingInstructionHandler = self._end_text
        self.parser.StartCdataSectionHandler = self._start_cdata
        self.parser.EndCdataSectionHandler = self._end_cdata
        self.parser.EntityDeclHandler = self._refuse_entity
        self.parser.SkippedEntityHandler = self._refuse_unknown

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        self._end_text()
        self.collector.start(element, attributes)

    def _end(self, element: str) -> None:
        self._end_text()
        self.collector.end(element)

    def _characters(self, text: str) -> None:
        if not self._in_cdata:
            self._pieces.append(text)

    def _end_text(self, *_: Any) -> None:
        if self._pieces:
            self.collector.text("".join(self._pieces))
            self._pieces.clear()

    def _start_cdata(self) -> None:
        self._end_text()
        self._in_cdata = True

    def _end_cdata(self) -> None:
        self._in_cdata = False

    def _refuse_entity(self, name: str, *_: Any) -> None:
        line = self.parser.CurrentLineNumber
        raise EntityRefused(self.path, line, f"declares the entity {name!r}: write its text out instead")

    def _refuse_unknown(self, name: str, *_: Any) -> None:
        line = self.parser.CurrentLineNumber
        raise FormatError(self.path, line, f"uses the entity {name!r}, which this file does not define")
