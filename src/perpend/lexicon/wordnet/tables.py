"""The arrays of a compiled WordNet: integers in, lists of integers out.

`compiler` describes the arrays and writes the file; this module opens it. A synset, a sense and a word are each a
number; -1 is the number of an unknown word. Opening reads the header only; the values of an array are checked when it
is first used, so that a forged file raises CorruptResource and not an IndexError.

The words of the packaged file are a marisa trie, which is small and opens at once. Its reader trusts what it reads, so
that a forged trie could crash it: files with another trie are refused. All others have their words as plain letters.

    >>> tables = WordNetTables(PACKAGED)
    >>> tables.word("cat") == tables.word("Cat")
    False
    >>> len(tables.word_synsets[tables.word("cat")])
    10
    >>> tables.word("catt")
    -1
"""

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

import marisa_trie
import numpy as np
from numpy.typing import NDArray

from perpend.errors import unknown_name
from perpend.files.arrays import ArrayFile
from perpend.files.schema import Array, Schema
from perpend.lexicon.wordnet.source import LETTERS, PARTS

__all__ = ["DATA", "FORMAT", "KIND", "PACKAGED", "Pointers", "Rows", "SCHEMA", "WordList", "WordNetTables"]

KIND = "wordnet"
FORMAT = 1
DATA = Path(__file__).parent / "data"
PACKAGED = DATA / "wordnet.arrays"
_LAST_FILE = 44
"""The number of the last lexicographer file in `lexnames.txt`."""


def _pointer_schema(name: str, sources: str) -> Schema:
    return {
        f"{name}.count": Array("u2", sources, sums=name),
        f"{name}.relation": Array("u1", name),
        name: Array("i4", name, below=sources),
    }


SCHEMA: Schema = {
    "words": Array("u1", "trie_bytes", optional=True),
    "word.letters": Array("u1", "letters", optional=True),
    "word.lengths": Array("u2", "words", optional=True, sums="letters", low=1),
    "word.senses.count": Array("u1", "words", sums="word.senses"),
    "word.senses": Array("i4", "word.senses", below="senses"),
    "sense.form": Array("i4", "senses", below="words"),
    "sense.lex_id": Array("u1", "senses"),
    "sense.tags": Array("u2", "senses"),
    "synset.words.count": Array("u1", "synsets", sums="senses", low=1),
    "synset.type": Array("u1", "synsets", low=1, high=len(LETTERS) - 1),
    "synset.offset": Array("i4", "synsets"),
    "synset.file": Array("u1", "synsets", high=_LAST_FILE),
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
        """Returns the rows `name` of `file`, whose lengths are the array `name`.count; checks the values of both."""
        rows = cls(file.checked(f"{name}.count"), file.checked(name))
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


class WordList:
    """Words by number, and numbers by word, with the methods of a marisa trie that are used here.

    >>> words = WordList(["cat", "dog"])
    >>> words.get("dog", -1), words.get("cow", -1), words.restore_key(0), len(words)
    (1, -1, 'cat', 2)
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = tuple(words)
        self._numbers = {word: number for number, word in enumerate(self._words)}

    def __len__(self) -> int:
        return len(self._numbers)

    def get(self, word: str, default: int) -> int:
        """Returns the number of `word`, or `default`."""
        return self._numbers.get(word, default)

    def restore_key(self, number: int) -> str:
        """Returns the word with a `number`."""
        return self._words[number]


class WordNetTables:
    """The arrays of the compiled WordNet at `path`; derived arrays are computed on first use."""

    def __init__(self, path: Path | str) -> None:
        remedy = "install Perpend again, or compile it again"
        self.file = ArrayFile(path, kind=KIND, version=FORMAT, schema=SCHEMA, remedy=remedy)
        self._words = self._open_words()
        self.relations: list[str] = list(self.file.fields.texts("relations"))
        self.parts: list[int] = self.file.checked("parts").tolist()
        self._check_sizes()
        self.synset_offset = self.file["synset.offset"]
        self.sense_lex_id = self.file["sense.lex_id"]
        self.sense_tags = self.file["sense.tags"]

    def _check_sizes(self) -> None:
        words, taxonomy = self.file.sizes["words"], self.file.sizes["nouns_and_verbs"]
        if len(self._words) != words:
            raise self.file.corrupt(f"has a list of {len(self._words):,} words, {words:,} needed")
        if self.part_range("verb")[1] != taxonomy:
            raise self.file.corrupt(f"has {self.part_range('verb')[1]:,} nouns and verbs, {taxonomy:,} needed")

    def _open_words(self) -> "marisa_trie.Trie | WordList":
        if "words" not in self.file:
            return self._listed_words()
        if self.file.path != PACKAGED and not np.array_equal(self.file["words"], _packaged_trie()):
            raise self.file.corrupt("has another trie of words than Perpend's own WordNet, which is not safe to read")
        try:
            return marisa_trie.Trie().map(self.file["words"])
        except RuntimeError as error:
            raise self.file.corrupt(f"has a damaged list of words ({error})") from None

    def _listed_words(self) -> WordList:
        if "word.letters" not in self.file or "word.lengths" not in self.file:
            raise self.file.corrupt("has no list of words")
        letters, ends = (
            self.file["word.letters"].tobytes(),
            np.cumsum(self.file.checked("word.lengths"), dtype=np.int64),
        )
        try:
            return WordList([letters[start:end].decode() for start, end in pairwise([0, *ends.tolist()])])
        except UnicodeDecodeError:
            raise self.file.corrupt("has a word that is not UTF-8") from None

    @cached_property
    def synset_type(self) -> NDArray[np.uint8]:
        """The type of each synset, a key of `source.LETTERS`."""
        return self.file.checked("synset.type")

    @cached_property
    def synset_file(self) -> NDArray[np.uint8]:
        """The number of the lexicographer file of each synset."""
        return self.file.checked("synset.file")

    @cached_property
    def sense_form(self) -> NDArray[np.int32]:
        """The word of each sense, as it is written."""
        return self.file.checked("sense.form")

    @cached_property
    def synset_senses(self) -> Rows:
        """The senses of each synset, in the order of its words."""
        return Rows(self.file.checked("synset.words.count"), np.arange(len(self.sense_form), dtype=np.int32))

    @cached_property
    def word_senses(self) -> Rows:
        """The senses of each word, by part of speech, then by sense number."""
        return Rows.of(self.file, "word.senses")

    @cached_property
    def word_synsets(self) -> Rows:
        """The synsets of each word, in the order of `word_senses`."""
        senses = Rows.of(self.file, "word.senses")
        return Rows(self.file["word.senses.count"], self.sense_synset[senses.values])

    @cached_property
    def sense_synset(self) -> NDArray[np.int32]:
        """The synset of each sense."""
        counts = self.file.checked("synset.words.count")
        return np.repeat(np.arange(len(counts), dtype=np.int32), counts)

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
        try:
            lines = self.file[f"exceptions.{part}"].tobytes().decode().splitlines()
            return {inflected: tuple(bases) for inflected, *bases in map(str.split, lines)}
        except ValueError:
            raise self.file.corrupt(f"has a damaged list of exceptions of the part of speech {part}") from None

    def word(self, form: str) -> int:
        """Returns the number of the word `form`, in exactly this spelling, or -1."""
        try:
            number: int = self._words.get(form, -1)
        except UnicodeEncodeError:
            return -1
        return number

    def form(self, sense: int) -> str:
        """Returns the word of `sense` as WordNet writes it, with capitals and underscores."""
        return self.spelling(int(self.sense_form[sense]))

    def spelling(self, word: int) -> str:
        """Returns the word with the number `word`."""
        try:
            written: str = self._words.restore_key(int(word))
        except UnicodeDecodeError:
            raise self.file.corrupt(f"has a word that is not UTF-8, number {word}") from None
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


@cache
def _packaged_trie() -> NDArray[np.uint8]:
    """The trie of the packaged file."""
    return ArrayFile(PACKAGED, kind=KIND, version=FORMAT, schema=SCHEMA, remedy="install Perpend again")["words"]
