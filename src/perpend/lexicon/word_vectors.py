"""Word vectors: words with similar use have similar vectors.

    WordVectors.shipped().similarity("doctor", "nurse")       cosine, -1 to 1
    WordVectors.shipped().vector("doctor")                    length 1; zeros for an unknown word

The file is a memory-mapped array file: vectors of 8-bit integers, one factor for each word, and the words' stems in
order. A word is looked up by its stem (`corpus`). `vector_training` makes such files from any texts.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.schema import Array, Schema
from perpend.files.word_numbers import WordNumbers, pack_words, packed_words
from perpend.lexicon.corpus import stems_of
from perpend.types import Floats

__all__ = ["SCHEMA", "WordVectors", "write_vectors"]


_KIND, _VERSION = "word-vectors", 1
_SHIPPED = Path(__file__).with_name("data") / "words.vectors"
_REMEDY = "name a file that `perpend vectors train` wrote"
_LEAST = 1e-30
_LEVELS = 127

SCHEMA: Schema = {
    **packed_words(),
    "values": Array("i1", "words dimensions", filled=True),
    "factors": Array("f4", "words", low=0, high=1),
}
"""The arrays of a vector file."""


class WordVectors:
    """The vectors in the file at `path`."""

    def __init__(self, path: Path | str) -> None:
        self.file = ArrayFile(path, kind=_KIND, version=_VERSION, schema=SCHEMA, remedy=_REMEDY)
        self.file.check_values()
        self._numbers = WordNumbers(self.file["word_bytes"], self.file["word_start"])
        self._values, self._factors = self.file["values"], self.file["factors"]
        self.dimensions: int = self._values.shape[1]

    @staticmethod
    @cache
    def shipped() -> "WordVectors":
        """Returns the shipped vectors."""
        return WordVectors(_SHIPPED)

    def signature(self) -> str:
        """Returns the name of the vectors and the first 8 hex digits of their checksum."""
        return f"{self.file.meta.get('name', 'vectors')}:{self.file.payload_sha256[:8]}"

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, word: str) -> bool:
        return self.number(word) >= 0

    def number(self, word: str) -> int:
        """Returns the row of `word`, looked up by its stem; -1 if it is unknown."""
        found = stems_of(word)
        return self._numbers[found[0]] if len(found) == 1 else -1

    def row(self, number: int) -> Floats:
        """Returns the vector in row `number`, of length 1; zeros for -1."""
        if number < 0:
            return np.zeros(self.dimensions, np.float32)
        return np.asarray(self._values[number] * self._factors[number], np.float32)

    def vector(self, word: str) -> Floats:
        """Returns the vector of `word`, of length 1; zeros if it is unknown."""
        return self.row(self.number(word))

    def similarity(self, word1: str, word2: str) -> float:
        """Returns the cosine of the vectors of `word1` and `word2`; 0 if one is unknown."""
        return float(self.vector(word1) @ self.vector(word2))

    def nearest(self, word: str, count: int = 10) -> list[tuple[str, float]]:
        """Returns the `count` stems nearest to `word`, with their cosines; none for an unknown word."""
        number = self.number(word)
        if number < 0:
            return []
        cosines = (self._values @ self.row(number).astype(np.float32)) * self._factors
        order = np.argsort(-cosines, kind="stable")[: count + 1]
        return [(self._numbers.word(int(k)), float(cosines[k])) for k in order if k != number][:count]

    def info(self) -> dict[str, object]:
        """Returns the sizes, signature and metadata of the file."""
        facts: dict[str, object] = {"words": len(self), "dimensions": self.dimensions, "signature": self.signature()}
        return facts | dict(self.file.meta)


def write_vectors(path: Path, words: Sequence[str], vectors: Floats, meta: dict[str, object]) -> None:
    """Writes the `vectors` of `words`, which are in the order of code units, to `path`, with the metadata `meta`.

    Each vector is scaled to length 1 and stored in 8 bits; one of a length up to 1e-30 has no direction and is zeros.
    """
    if len(words) != len(vectors):
        raise InputError(f"{len(words)} words and {len(vectors)} vectors: one for each is needed")
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    points = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True) > _LEAST
    values = np.rint(vectors / np.where(points, largest, np.float32(np.inf)) * _LEVELS).astype(np.int8)
    lengths = np.linalg.norm(values.astype(np.float64), axis=1)
    factors = np.where(lengths > 0, 1 / np.where(lengths > 0, lengths, 1), 0).astype(np.float32)
    word_bytes, word_start = pack_words(words)
    arrays: dict[str, NDArray[Any]] = {
        "word_bytes": word_bytes,
        "word_start": word_start,
        "values": values,
        "factors": factors,
    }
    write_arrays(path, kind=_KIND, version=_VERSION, arrays=arrays, meta=meta)
