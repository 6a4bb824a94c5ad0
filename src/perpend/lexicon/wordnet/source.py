"""WordNet's database files -> records, one for each line.

A synset is one line of `data.noun`, `data.verb`, `data.adj` or `data.adv`, and its offset is the byte where that line
begins. Its words come first, then its pointers to other synsets (or, with word numbers, from one word to another):

    00002137 03 n 02 abstraction 0 abstract_entity 0 010 @ 00001740 n 0000 + 00692347 v 0101 ... | a general concept
    offset   |  | 2 words, each with its lex_id      |   |                   |
             |  type                                 |   a hypernym          word 1 here is derived from word 1 there
             lexicographer file                      10 pointers

`index.sense` has one line for each word in each synset: sense key, offset, sense number, tag count.
`noun.exc` and the like list irregular forms with their base forms. The letters of the synset types, by their numbers
in sense keys, are n (1), v (2), a (3), r (4) and s (5), an adjective that is the satellite of another.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from perpend.errors import FormatError, MissingResource
from perpend.files.compressed import read_bytes

__all__ = [
    "FILES",
    "LETTERS",
    "PARTS",
    "PART_OF_LETTER",
    "Pointer",
    "SenseEntry",
    "SynsetLine",
    "Word",
    "parse_synset",
    "read_exceptions",
    "read_lines",
    "read_sense_index",
    "read_synsets",
]

PARTS = ("noun", "verb", "adj", "adv")
LETTERS = " nvars"
PART_OF_LETTER = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
FILES = (*(f"data.{part}" for part in PARTS), *(f"{part}.exc" for part in PARTS), "index.sense")

_SYNTACTIC_MARKER = re.compile(r"\((?:a|p|ip)\)$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a synset: its written `form`, without the adjective's syntactic marker, and its `lex_id`."""

    form: str
    lex_id: int


@dataclass(frozen=True, slots=True)
class Pointer:
    """A relation `symbol` to the synset at `offset` of `part`; `source` and `target` number words from 1, 0 is all."""

    symbol: str
    part: str
    offset: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class SynsetLine:
    """One line of a data file, without its gloss.

    `offset` is its first byte, `file` the lexicographer file, `type` the letter of the synset type; then its `words`
    and `pointers`.
    """

    offset: int
    file: int
    type: str
    words: tuple[Word, ...]
    pointers: tuple[Pointer, ...]


@dataclass(frozen=True, slots=True)
class SenseEntry:
    """One line of `index.sense`: sense `key`, synset `offset`, sense `number`, and how often it was tagged (`tags`)."""

    key: str
    offset: int
    number: int
    tags: int


def read_lines(folder: Path, name: str) -> Iterator[tuple[int, int, str]]:
    """Yields each line of the database file `name` in `folder`, after its licence: line number, byte offset, text."""
    path = folder / name
    if not path.exists():
        raise MissingResource(f"{path} does not exist: WordNet's database needs {', '.join(FILES)}")
    offset = 0
    for number, raw in enumerate(read_bytes(path, "a database file of WordNet").splitlines(keepends=True), 1):
        if raw.strip() and not raw.startswith(b"  "):
            yield number, offset, _decoded(raw, path, number).rstrip("\n")
        offset += len(raw)


def _decoded(raw: bytes, path: Path, number: int) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError(path, number, "not UTF-8: get WordNet's database files again") from None


def read_synsets(folder: Path, part: str) -> Iterator[SynsetLine]:
    """Yields the synsets of the part of speech `part` in `folder`, in the order of the file."""
    name = f"data.{part}"
    for number, offset, text in read_lines(folder, name):
        try:
            synset = parse_synset(text)
        except (IndexError, KeyError, ValueError) as error:
            raise FormatError(folder / name, number, f"not a synset of WordNet ({error})") from None
        if synset.offset != offset:
            raise FormatError(folder / name, number, f"says offset {synset.offset}, but begins at byte {offset}")
        if problem := _problem(synset, part):
            raise FormatError(folder / name, number, f"not a synset of WordNet ({problem})")
        yield synset


def _problem(synset: SynsetLine, part: str) -> str | None:
    """Returns what is wrong with a synset that could be parsed."""
    heads = [pointer for pointer in synset.pointers if pointer.symbol == "&"]
    if PART_OF_LETTER.get(synset.type) != part:
        return f"type {synset.type!r} among those of {part}"
    if not synset.words:
        return "no words"
    if synset.type == "s" and not (heads and all(pointer.part == "adj" for pointer in heads)):
        return "a satellite without a head adjective"
    return None


def parse_synset(text: str) -> SynsetLine:
    """Parses `text`, one line of a data file.

    >>> parse_synset("00000042 05 n 01 tabby 0 001 @ 00000007 n 0000 | a striped cat").words
    (Word(form='tabby', lex_id=0),)
    """
    fields = text.partition(" | ")[0].split(" ")
    word_count = int(fields[3], 16)
    words = fields[4 : 4 + 2 * word_count]
    rest = fields[4 + 2 * word_count :]
    pointers = rest[1 : 1 + 4 * int(rest[0])]
    return SynsetLine(
        offset=int(fields[0]),
        file=int(fields[1]),
        type=fields[2],
        words=tuple(
            Word(_SYNTACTIC_MARKER.sub("", form), int(lex_id, 16))
            for form, lex_id in zip(words[::2], words[1::2], strict=True)
        ),
        pointers=tuple(_pointer(pointers[start : start + 4]) for start in range(0, 4 * int(rest[0]), 4)),
    )


def _pointer(fields: list[str]) -> Pointer:
    symbol, offset, letter, words = fields
    return Pointer(symbol, PART_OF_LETTER[letter], int(offset), int(words[:2], 16), int(words[2:], 16))


def read_sense_index(folder: Path) -> Iterator[SenseEntry]:
    """Yields the entries of `index.sense` in `folder`."""
    for number, _, text in read_lines(folder, "index.sense"):
        try:
            key, offset, sense_number, tags = text.split()
            yield SenseEntry(key, int(offset), int(sense_number), int(tags))
        except ValueError:
            raise FormatError(folder / "index.sense", number, "4 fields needed: key, offset, number, count") from None


def read_exceptions(folder: Path, part: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yields irregular forms of `part` in `folder` with their base forms; a form may be on more than one line."""
    for number, _, text in read_lines(folder, f"{part}.exc"):
        words = text.split()
        if len(words) <= 1:
            raise FormatError(folder / f"{part}.exc", number, f"no base form after {text!r}")
        yield words[0], tuple(words[1:])
