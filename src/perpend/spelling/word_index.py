"""A searchable index of a word list: in memory, or as a memory-mapped file that opens at once.

    index = WordIndex.of(["smith", "smyth", "jones"])
    index.within(["smiht"], 2)               words at edit distance 2 or less (with transposition, OSA)
    index.alike(["smiht"], k=3, common=1)    words that differ by at most 3 letters and share the first or the last
    index.write(path)                        WordIndex.open(path) later, for millions of words

Words are numbered in the order of their code points. The search is a scan: the bits of all words of similar length are
compared with those of the query (see `letter_counts`), and words that pass are compared exactly. So the result is
complete for any k, and the index is small: about 90 bytes per word.

Files are not trusted: opening one checks every number that is used as an index.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.arguments import path_of, shown, texts_of, whole_number
from perpend.errors import SettingError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.schema import Array, Schema
from perpend.spelling._letter_scan import Layout, Words
from perpend.spelling.letter_counts import Alphabet, Letters, letters_of
from perpend.spelling.word_list import HIGHEST_COUNT, MOST_LETTERS, Matching, WordList, encoded, read_words

__all__ = ["MOST_DIFFERENCES", "Matches", "SCHEMA", "WordIndex", "check_difference", "is_index", "open_words"]

MOST_DIFFERENCES = 10
_KIND, _VERSION = "word-index", 1
_REMEDY = "make it again with `perpend variants index`"
_MAGIC = b"perpend\0"
_VERIFIED = 64 << 20
"""Files up to this size are read completely when opened, to verify their checksum."""
_DECODED_WHOLE = 500_000
_READ_AT_ONCE = 256

SCHEMA: Schema = {
    "points": Array("u4", "alphabet"),
    "bucket": Array("u1", "alphabet+1"),
    "shared": Array("u1", "alphabet+1"),
    "first": Array("u1", "buckets"),
    "room": Array("u1", "buckets"),
    "letters": Array("u2", "letters", below="alphabet"),
    "ordered": Array("u2", "letters", below="alphabet"),
    "starts": Array("i8", "words+1", ascends="letters"),
    "bits": Array("u8", "words"),
    "inexact": Array("u1", "words"),
    "order": Array("u4", "words", below="words"),
    "sorted_bits": Array("u8", "words"),
    "sizes": Array("u1", "words"),
    "text": Array("u1", "bytes", without=b"\t\n"),
    "text_starts": Array("i8", "words+1", ascends="bytes"),
    "counts": Array("i8", "words", low=0, high=HIGHEST_COUNT - 1),
}
"""The arrays of an index file."""


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """The result of queries: query q found the words `numbers[offsets[q] : offsets[q + 1]]`, with their differences."""

    index: "WordIndex"
    offsets: NDArray[np.int64]
    numbers: NDArray[np.uint32]
    differences: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, query: int) -> list[tuple[str, int]]:
        """Returns the words found for one query, sorted by code points, each with its difference."""
        found = slice(int(self.offsets[query]), int(self.offsets[query + 1]))
        return list(zip(self.index.words(self.numbers[found]), self.differences[found].tolist(), strict=True))

    def __iter__(self) -> Iterator[list[tuple[str, int]]]:
        for first in range(0, len(self), _READ_AT_ONCE):
            limits = self.offsets[first : first + _READ_AT_ONCE + 1].tolist()
            words = self.index.words(self.numbers[limits[0] : limits[-1]])
            differences = self.differences[limits[0] : limits[-1]].tolist()
            for begin, end in pairwise(limits):
                some = slice(begin - limits[0], end - limits[0])
                yield list(zip(words[some], differences[some], strict=True))


class WordIndex:
    """The index of a word list, made by `of` or `open`.

    `arrays` are the arrays of its file, `matching` is what is ignored when words are compared, and `counted` is whether
    the list has counts.
    """

    def __init__(self, arrays: dict[str, NDArray[Any]], matching: Matching, *, counted: bool) -> None:
        self.arrays, self.matching, self.counted = arrays, matching, counted
        self.alphabet = Alphabet(*(arrays[name] for name in ("points", "bucket", "shared", "first", "room")))
        self.letters = Letters(arrays["letters"], arrays["ordered"], arrays["starts"])
        self.counts: NDArray[np.int64] = arrays["counts"]
        texts = [encoded(text) for text in self.alphabet.texts]
        self.kernel = Words(
            arrays["letters"],
            arrays["ordered"],
            arrays["starts"],
            arrays["bits"],
            arrays["inexact"],
            arrays["text"],
            arrays["text_starts"],
            np.frombuffer(b"".join(texts), np.uint8),
            np.concatenate([[0], np.cumsum(list(map(len, texts)), dtype=np.int64)]).astype(np.int64),
            self.alphabet.letter_of_bit,
            self.counts,
        )
        everything = np.array([0, len(self)], np.int64)
        one_group = np.zeros(len(self), np.int64)
        self.by_length = Layout(arrays["order"], arrays["sorted_bits"], arrays["sizes"], one_group, everything)

    @classmethod
    def of(cls, words: WordList | Sequence[str], matching: Matching | None = None) -> "WordIndex":
        """Returns an index of `words` in memory, compared by `matching`."""
        listed = words if isinstance(words, WordList) else WordList.of(words)
        matching = matching or Matching()
        alphabet, letters = letters_of(matching.keys(listed.words))
        bits, inexact = alphabet.signatures(letters)
        order = np.argsort(letters.lengths, kind="stable").astype(np.uint32)
        texts = [encoded(word) for word in listed.words]
        ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))
        arrays: dict[str, NDArray[Any]] = {
            "points": alphabet.points,
            "bucket": alphabet.bucket,
            "shared": alphabet.shared,
            "first": alphabet.first,
            "room": alphabet.room,
            "letters": letters.letters,
            "ordered": letters.ordered,
            "starts": letters.starts,
            "bits": bits,
            "inexact": inexact,
            "order": order,
            "sorted_bits": bits[order],
            "sizes": letters.lengths[order].astype(np.uint8),
            "text": np.frombuffer(b"".join(texts), np.uint8),
            "text_starts": np.concatenate([np.zeros(1, np.int64), ends]),
            "counts": np.array(listed.counts, np.int64),
        }
        return cls(arrays, matching, counted=listed.counted)

    def write(self, path: Path | str) -> None:
        """Writes the index to `path`; the same words give the same bytes."""
        meta = {
            "words": len(self),
            "counted": self.counted,
            "ignore_case": self.matching.ignore_case,
            "ignore_accents": self.matching.ignore_accents,
        }
        write_arrays(Path(path), kind=_KIND, version=_VERSION, arrays=self.arrays, meta=meta)

    @classmethod
    def open(cls, path: Path | str) -> "WordIndex":
        """Opens the file `path` that `write` made."""
        path = path_of(path, "a word index")
        file = ArrayFile(path, kind=_KIND, version=_VERSION, schema=SCHEMA, remedy=_REMEDY)
        arrays = {name: file[name] for name in SCHEMA}
        if Path(path).stat().st_size <= _VERIFIED:
            file.verify()
        else:
            file.check_values()
        if problem := _problem(arrays):
            raise file.corrupt(f"is damaged: {problem}")
        flags = [file.meta.get(name) is True for name in ("ignore_case", "ignore_accents", "counted")]
        return cls(arrays, Matching(*flags[:2]), counted=flags[2])

    def __len__(self) -> int:
        return len(self.arrays["starts"]) - 1

    @property
    def nbytes(self) -> int:
        """The size of the arrays in bytes."""
        return sum(array.nbytes for array in self.arrays.values())

    def word(self, number: int) -> str:
        """Returns word `number` as it was given."""
        starts = self.arrays["text_starts"]
        return bytes(self.arrays["text"][starts[number] : starts[number + 1]]).decode("utf-8", "surrogateescape")

    @cached_property
    def _decoded(self) -> list[str]:
        return list(self)

    def words(self, numbers: NDArray[np.integer[Any]]) -> list[str]:
        """Returns the words with these `numbers`; a list that is not too long is decoded completely on first use."""
        if len(self) <= _DECODED_WHOLE:
            decoded = self._decoded
            return list(map(decoded.__getitem__, numbers.tolist()))
        text, starts = self.arrays["text"], self.arrays["text_starts"]
        begins, ends = starts[numbers].tolist(), starts[numbers.astype(np.int64) + 1].tolist()
        whole = memoryview(text.data)
        return [str(whole[begin:end], "utf-8", "surrogateescape") for begin, end in zip(begins, ends, strict=True)]

    def __iter__(self) -> Iterator[str]:
        text, starts = bytes(self.arrays["text"]), self.arrays["text_starts"].tolist()
        return (text[begin:end].decode("utf-8", "surrogateescape") for begin, end in pairwise(starts))

    def key(self, number: int) -> str:
        """Returns the key of word `number`, by which it is compared."""
        return self.matching.key(self.word(number))

    def __contains__(self, word: str) -> bool:
        found = self.within([word], 0)
        return len(found.numbers) > 0

    def within(self, queries: Sequence[str], distance: int) -> Matches:
        """Finds the words within the edit distance `distance` (OSA, with transpositions) of each of `queries`."""
        return self._search(queries, check_difference(distance, least=0), -1)

    def alike(self, queries: Sequence[str], k: int = 3, common: int = 1) -> Matches:
        """Finds the words that differ from each of `queries` by at most `k` letters and have a part in common with it.

        The part is the first or the last `common` letters.
        """
        return self._search(queries, check_difference(k), check_common(common))

    def _search(self, queries: Sequence[str], k: int, common: int) -> Matches:
        letters = self.alphabet.letters(self.matching.keys(texts_of(queries, "queries")))
        bits, _ = self.alphabet.signatures(letters)
        found = self.kernel.within(
            self.by_length, _filled(letters.letters), _filled(letters.ordered), letters.starts, bits, k, common
        )
        return Matches(self, *found)


def _filled(array: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Pads an empty array to length 1, because the kernel takes `&a[0]`."""
    return array if len(array) else np.zeros(1, np.uint16)


def check_difference(k: int, least: int = 1) -> int:
    """Returns `k` if it is from `least` to MOST_DIFFERENCES; raises SettingError otherwise."""
    if not least <= whole_number(k, "a difference") <= MOST_DIFFERENCES:
        raise SettingError(f"a difference of {shown(k)}: {least} to {MOST_DIFFERENCES} is needed")
    return k


def check_common(common: int) -> int:
    """Returns `common`, a number of letters, but at most MOST_LETTERS; raises SettingError for less than 0."""
    if whole_number(common, "a common part") < 0:
        raise SettingError(f"a common part of {shown(common)} letters: 0 (none) or more is needed")
    return min(common, MOST_LETTERS)


def is_index(path: Path | str) -> bool:
    """Whether the file at `path` can be read and starts like an index."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def open_words(path: Path | str, matching: Matching | None = None) -> WordIndex:
    """Opens the index at `path`, or makes one of the words in that file with `matching`.

    The matching of an index file is fixed; asking for a different one is an error.
    """
    if not is_index(path):
        return WordIndex.of(read_words(path), matching)
    index = WordIndex.open(path)
    if matching and matching not in (Matching(), index.matching):
        raise SettingError(
            f"{path} was made with {index.matching.signature}, {matching.signature} was asked: make the index again"
        )
    return index


def _problem(arrays: dict[str, NDArray[Any]]) -> str | None:
    """Returns a problem of arrays that conform to the schema, if it would make a search read outside of them."""
    first, room, bucket, points = (arrays[name] for name in ("first", "room", "bucket", "points"))
    if np.diff(arrays["starts"]).max(initial=0) > MOST_LETTERS:
        return "a word is too long"
    if len(points) and (int(points[-1]) > 0x10FFFF or bool((points[1:] <= points[:-1]).any())):
        return "its alphabet is no alphabet"
    if int((first.astype(int) + room).max(initial=0)) > 64:
        return "its bits are more than 64"
    if bool(((bucket >= len(first)) & (bucket != 255)).any()):
        return "a letter has no bits"
    return None
