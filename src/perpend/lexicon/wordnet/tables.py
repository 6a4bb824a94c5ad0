"""The arrays of a compiled WordNet: integers in, lists of integers out.

`compiler` describes the arrays and writes the file; this module opens it. A synset, a sense and a word are each a
number; -1 is the number of an unknown word.

    >>> tables = WordNetTables(PACKAGED)
    >>> tables.word("cat") == tables.word("Cat")
    False
    >>> len(tables.word_synsets[tables.word("cat")])
    10
    >>> tables.word("catt")
    -1
"""

from functools import cached_property
from pathlib import Path

import marisa_trie
import numpy as np
from numpy.typing import NDArray

from perpend.errors import unknown_name
from perpend.files.arrays import ArrayFile
from perpend.files.schema import Array, Schema
from perpend.lexicon.wordnet.source import PARTS

__all__ = ["DATA", "FORMAT", "KIND", "PACKAGED", "Pointers", "Rows", "SCHEMA", "WordNetTables"]

KIND = "wordnet"
FORMAT = 1
DATA = Path(__file__).parent / "data"
PACKAGED = DATA / "wordnet.arrays"


def _pointer_schema(name: str, sources: str) -> Schema:
    return {
        f"{name}.count": Array("u2", sources, sums=name),
        f"{name}.relation": Array("u1", name),
        name: Array("i4", name, below=sources),
    }


SCHEMA: Schema = {
    "words": Array("u1", "trie_bytes"),
    "word.senses.count": Array("u1", "words", sums="word.senses"),
    "word.senses": Array("i4", "word.senses", below="senses"),
    "sense.form": Array("i4", "senses", below="words"),
    "sense.lex_id": Array("u1", "senses"),
    "sense.tags": Array("u2", "senses"),
    "synset.words.count": Array("u1", "synsets", sums="senses"),
    "synset.type": Array("u1", "synsets"),
    "synset.offset": Array("i4", "synsets"),
    "synset.file": Array("u1", "synsets"),
    **_pointer_schema("synset.pointers", "synsets"),
    **_pointer_schema("sense.pointers", "senses"),
    "synset.frequency": Array("i4", "nouns_and_verbs", positive=True),
    "synset.min_depth": Array("u1", "nouns_and_verbs"),
    "synset.max_depth": Array("u1", "nouns_and_verbs"),
    **{f"exceptions.{part}": Array("u1", f"{part}_bytes") for part in PARTS},
    "parts": Array("i4", "5", ascends="synsets"),
}
"""The arrays of the file, described in `perpend.lexicon.wordnet.compiler`."""


class Rows:
    """Lists of different lengths, stored end to end: `values`, and the length of each list in `counts`.

    >>> rows = Rows(np.array([2, 0, 1]), np.array([7, 8, 9]))
    >>> [rows[number] for number in range(3)]
    [[7, 8], [], [9]]
    """

    def __init__(self, counts: NDArray[np.integer], values: NDArray[np.integer]) -> None:
        self.first = np.zeros(len(counts) + 1, np.int64)
        np.cumsum(counts, out=self.first[1:])
        self.values = values

    @classmethod
    def of(cls, file: ArrayFile, name: str) -> "Rows":
        """Returns the rows `name` of `file`, whose lengths are the array `name`.count; checks that they agree."""
        rows = cls(file[f"{name}.count"], file[name])
        if rows.first[-1] != len(rows.values):
            raise file.corrupt(f"has {len(rows.values):,} numbers in {name!r}, but counts {rows.first[-1]:,}")
        return rows

    def __getitem__(self, number: int) -> list[int]:
        row: list[int] = self.values[self.first[number] : self.first[number + 1]].tolist()
        return row


class Pointers:
    """The targets of each synset or sense by relation: the arrays `name` of `file`."""

    def __init__(self, file: ArrayFile, name: str) -> None:
        self._counts = file[f"{name}.count"]
        self._kinds = file[f"{name}.relation"]
        self._rows = Rows.of(file, name)

    def targets(self, source: int, relation: int) -> list[int]:
        """Returns the targets of `source` by `relation`, in WordNet's order."""
        start, end = self._rows.first[source : source + 2]
        row: list[int] = self._rows.values[start:end][self._kinds[start:end] == relation].tolist()
        return row

    def everything(self) -> tuple[NDArray[np.int64], NDArray[np.integer]]:
        """Returns all sources and targets, of all relations."""
        return np.repeat(np.arange(len(self._counts)), self._counts), self._rows.values

    def only(self, *relations: int) -> Rows:
        """Returns the targets by one of `relations` as rows."""
        kept = np.isin(self._kinds, relations)
        sources = np.repeat(np.arange(len(self._counts)), self._counts)[kept]
        return Rows(np.bincount(sources, minlength=len(self._counts)), self._rows.values[kept])


class WordNetTables:
    """The arrays of the compiled WordNet at `path`; derived arrays are computed on first use."""

    def __init__(self, path: Path | str) -> None:
        remedy = "install Perpend again, or compile it again"
        self.file = ArrayFile(path, kind=KIND, version=FORMAT, schema=SCHEMA, remedy=remedy)
        self._trie = self._open_trie()
        self.relations: list[str] = list(self.file.fields.texts("relations"))
        self.parts: list[int] = self.file["parts"].tolist()
        self.synset_offset = self.file["synset.offset"]
        self.synset_type = self.file["synset.type"]
        self.synset_file = self.file["synset.file"]
        self.sense_form = self.file["sense.form"]
        self.sense_lex_id = self.file["sense.lex_id"]
        self.sense_tags = self.file["sense.tags"]

    def _open_trie(self) -> marisa_trie.Trie:
        try:
            return marisa_trie.Trie().map(self.file["words"])
        except RuntimeError as error:
            raise self.file.corrupt(f"has a damaged list of words ({error})") from None

    @cached_property
    def synset_senses(self) -> Rows:
        """The senses of each synset, in the order of its words."""
        return Rows(self.file["synset.words.count"], np.arange(len(self.sense_form), dtype=np.int32))

    @cached_property
    def word_senses(self) -> Rows:
        """The senses of each word, by part of speech, then by sense number."""
        return Rows.of(self.file, "word.senses")

    @cached_property
    def word_synsets(self) -> Rows:
        """The synsets of each word, in the order of `word_senses`."""
        return Rows(self.file["word.senses.count"], self.sense_synset[self.file["word.senses"]])

    @cached_property
    def sense_synset(self) -> NDArray[np.int32]:
        """The synset of each sense."""
        return np.repeat(np.arange(len(self.synset_type), dtype=np.int32), self.file["synset.words.count"])

    @cached_property
    def synset_pointers(self) -> Pointers:
        """Relations between synsets."""
        return Pointers(self.file, "synset.pointers")

    @cached_property
    def sense_pointers(self) -> Pointers:
        """Relations between senses."""
        return Pointers(self.file, "sense.pointers")

    @cached_property
    def exceptions(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Part of speech -> irregular form -> its base forms; the last of two lines for one form counts."""
        return {part: self._exceptions(part) for part in PARTS}

    def _exceptions(self, part: str) -> dict[str, tuple[str, ...]]:
        lines = self.file[f"exceptions.{part}"].tobytes().decode().splitlines()
        return {inflected: tuple(bases) for inflected, *bases in map(str.split, lines)}

    def word(self, form: str) -> int:
        """Returns the number of the word `form`, in exactly this spelling, or -1."""
        try:
            number: int = self._trie.get(form, -1)
        except UnicodeEncodeError:
            return -1
        return number

    def form(self, sense: int) -> str:
        """Returns the word of `sense` as WordNet writes it, with capitals and underscores."""
        written: str = self._trie.restore_key(int(self.sense_form[sense]))
        return written

    def spelling(self, word: int) -> str:
        """Returns the word with the number `word`."""
        written: str = self._trie.restore_key(int(word))
        return written

    def relation(self, name: str) -> int:
        """Returns the number of the relation `name`."""
        try:
            return self.relations.index(name)
        except ValueError:
            raise unknown_name("relation", name, self.relations) from None

    def part_range(self, part: str) -> tuple[int, int]:
        """Returns the first synset of the part of speech `part`, and the first after it."""
        place = PARTS.index(part)
        return self.parts[place], self.parts[place + 1]

    def in_part(self, word: int, part: str) -> list[int]:
        """Returns the synsets of the number `word` in the part of speech `part`, by sense number."""
        if word < 0:
            return []
        start, end = self.part_range(part)
        return [synset for synset in self.word_synsets[word] if start <= synset < end]
