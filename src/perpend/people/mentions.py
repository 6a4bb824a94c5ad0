"""Documents with mentions of names, in JSON lines files.

    {"id": "n1", "text": "Boris Berezovski left. Berezovski said ...", "mentions": [{"start": 0, "end": 16}, ...]}

`start` and `end` are character offsets (Unicode code points). A mention may have a `chain`, the person it is known to
name, which only training and evaluation read. If `mentions` is missing, an annotation pipeline finds the persons
(`find_mentions`; extra `nlp`); an empty list means that there are none. Other fields are passed through unchanged.
Empty lines are skipped; any other line that is not such a document raises a FormatError with its number.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perpend.errors import FormatError
from perpend.files.documents import parse_json
from perpend.files.lines import read_lines
from perpend.types import Progress

if TYPE_CHECKING:
    from perpend.text.annotate import Annotator

__all__ = [
    "Document",
    "Mention",
    "document_of",
    "find_mentions",
    "parse_document",
    "read_documents",
    "with_mentions",
]

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PIECE_CHARACTERS = 20_000
_PERSON = "PER"


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text: its characters [start, end), its text, and the person (`chain`) if known."""

    start: int
    end: int
    text: str
    chain: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its mentions, sorted by position; `mentions` is None if unknown, `fields` are passed through."""

    id: str
    text: str
    mentions: tuple[Mention, ...] | None = None
    fields: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, text: str, names: Iterable[str], chains: Iterable[str] | None = None) -> "Document":
        """Returns a document with the id `name` whose mentions are the strings `names` in `text`.

        The names are found one after another; `chains` are the persons of the mentions, one for each.

        >>> [one.start for one in Document.of("d", "Ann met Bo; Ann left.", ["Ann", "Bo", "Ann"]).mentions]
        [0, 8, 12]
        """
        known, place, mentions = list(chains or ()), 0, []
        for number, one in enumerate(names):
            start = text.index(one, place)
            place = start + len(one)
            mentions.append(Mention(start, place, one, known[number] if known else None))
        return cls(name, text, tuple(mentions))

    def words(self) -> Iterator[tuple[int, str]]:
        """Yields each word of letters with its character offset."""
        return ((found.start(), found[0]) for found in _WORD.finditer(self.text))


def read_documents(path: Path) -> list[Document]:
    """Reads all documents of the file `path`, which may be compressed with gzip or xz; two equal ids are an error."""
    documents: dict[str, Document] = {}
    for number, line in enumerate(read_lines(path, whole=True), 1):
        if line.strip():
            document = parse_document(line, path, number)
            if document.id in documents:
                raise FormatError(path, number, f"a second document has the id {document.id!r}: ids must differ")
            documents[document.id] = document
    return list(documents.values())


def parse_document(line: str, path: Path | str, number: int) -> Document:
    """Parses one line of JSON; `path` and `number` are for messages, and `number` is the id if there is none."""
    try:
        values = parse_json(line)
    except ValueError as error:
        needed = "one object per line is needed, with id, text and mentions"
        raise FormatError(path, number, f"not JSON ({error}): {needed}") from None
    return _parsed(values, path, number)


def document_of(given: "str | Mapping[str, Any] | Document", number: int) -> Document:
    """Converts `given`, a text, a dictionary as in a file, or a Document; `number` is the id if there is none.

    >>> document_of("Ann left.", 3).id, document_of({"text": "Ann left.", "mentions": []}, 1).mentions
    ('3', ())
    """
    if isinstance(given, Document):
        return given
    values = {"text": given} if isinstance(given, str) else given
    return _parsed(dict(values) if isinstance(values, Mapping) else values, "documents", number)


def _parsed(values: object, path: Path | str, number: int) -> Document:
    if not isinstance(values, dict) or not isinstance(values.get("text"), str):
        raise FormatError(path, number, 'an object with a "text" was needed, such as {"id": "1", "text": "..."}')
    name = values.get("id", str(number))
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise FormatError(path, number, f"the id is {json.dumps(name)[:50]}: a string or a whole number is needed")
    text, found = values["text"], values.get("mentions")
    if found is not None and not isinstance(found, list):
        raise FormatError(path, number, '"mentions" must be a list of objects with start and end')
    mentions = None if found is None else _mentions(found, text, path, number)
    rest = {key: value for key, value in values.items() if key not in ("id", "text", "mentions")}
    return Document(str(name), text, mentions, rest)


def _mentions(found: Sequence[Any], text: str, path: Path | str, number: int) -> tuple[Mention, ...]:
    mentions = set()
    for one in found:
        start, end, chain = (
            (one.get(key) for key in ("start", "end", "chain")) if isinstance(one, dict) else (None,) * 3
        )
        if not (type(start) is int and type(end) is int and 0 <= start < end <= len(text)):
            raise FormatError(
                path, number, f"mention {json.dumps(one)[:80]} needs 0 <= start < end <= {len(text)}, the text's length"
            )
        if not text[start:end].strip():
            raise FormatError(path, number, f"mention {start}-{end} is blank: a name was needed")
        if chain is not None and not isinstance(chain, str | int):
            raise FormatError(path, number, f"mention {start}-{end} has a chain that is neither text nor a number")
        mentions.add(Mention(start, end, text[start:end], None if chain is None else str(chain)))
    return tuple(sorted(mentions, key=lambda one: (one.start, one.end, one.chain or "")))


def find_mentions(
    documents: Sequence[Document], annotator: "Annotator", advance: Callable[[], None] | None = None
) -> list[Document]:
    """Returns `documents`, with the persons that `annotator` finds where mentions are unknown.

    Long texts are annotated in pieces of at most 20,000 characters. `advance` is called after each document.
    """
    done = []
    for document in documents:
        known = document.mentions is not None
        done.append(document if known else replace(document, mentions=tuple(_persons(document.text, annotator))))
        if advance:
            advance()
    return done


def with_mentions(
    documents: Sequence[Document], pipeline: str = "perpend", progress: Progress | None = None
) -> Sequence[Document]:
    """Returns `documents`, with the persons that `pipeline` finds where mentions are unknown (extra `nlp`).

    `progress` is called after each document.
    """
    if all(document.mentions is not None for document in documents):
        return documents
    from perpend.text.annotate import Annotator

    done = count(1)
    advance = (lambda: progress("finding persons", next(done), len(documents))) if progress else None
    return find_mentions(documents, Annotator(pipeline), advance)


def _persons(text: str, annotator: "Annotator") -> Iterator[Mention]:
    pieces = list(_text_pieces(text))
    annotations = annotator.annotate_many(text[start:end] for start, end in pieces)
    for (offset, _), annotated in zip(pieces, annotations, strict=True):
        spans = annotated.spans
        for entity in annotated.entities:
            if entity.label == _PERSON:
                start, end = offset + spans[entity.start][0], offset + spans[entity.end - 1][1]
                if text[start:end].strip():
                    yield Mention(start, end, text[start:end])


def _text_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yields pieces that end at a newline or a space if they have one, else at the limit."""
    start = 0
    while start < len(text):
        end = min(start + _PIECE_CHARACTERS, len(text))
        if end < len(text):
            cut = max(text.rfind("\n", start, end), text.rfind(" ", start, end))
            end = cut + 1 if cut > start else end
        yield start, end
        start = end
