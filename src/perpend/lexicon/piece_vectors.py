"""Vectors of word pieces: any word or text -> a vector whose direction is its meaning and whose length is its weight.

    table = PieceVectors.shipped()
    table.vector("unaffordably")           the sum of the rows of una ##ff ##ord ##ably
    table.similarity("car", "automobile")  cosine, -1 to 1
    table.text_vector("He bought a car.")  the mean of the rows of all its pieces

The shipped table was distilled from the sentence encoder all-MiniLM-L6-v2 (`tools/distil_vectors.py`,
`data/piece-vectors.md`): the sum of a sentence's pieces points where the encoder's vector of the sentence points. So
rare and telling words have long vectors and words such as "the" short ones, and no word is unknown unless the
vocabulary cannot spell it; that one has a vector of zeros.

The file is a memory-mapped array file: the pieces, a row of 8-bit integers for each, and the row's factor. Vectors of
words are cached by word type, within bounds.
"""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.schema import Array, Schema
from perpend.lexicon.word_pieces import UNKNOWN, WordPieces
from perpend.types import Floats

__all__ = ["PIECE_SCHEMA", "PieceVectors", "write_piece_vectors"]

_KIND, _VERSION = "piece-vectors", 1
_SHIPPED = Path(__file__).with_name("data") / "pieces.vectors"
_REMEDY = "name a file that `make piece-vectors` wrote, or install Perpend again"
_LEVELS = 127
_KEPT = 1 << 15
_AT_ONCE = 1 << 12
"""So many words are summed at once, which bounds the memory of a call."""

PIECE_SCHEMA: Schema = {
    "piece_bytes": Array("u1", "bytes"),
    "values": Array("i1", "pieces dimensions"),
    "factors": Array("f2", "pieces"),
}
"""The arrays of a file of piece vectors; `piece_bytes` has the pieces in UTF-8, one a line."""


class PieceVectors:
    """The vectors in the file at `path`."""

    def __init__(self, path: Path | str) -> None:
        self.file = ArrayFile(path, kind=_KIND, version=_VERSION, schema=PIECE_SCHEMA, remedy=_REMEDY)
        self._values, self._factors = self.file["values"], self.file.checked("factors")
        self.dimensions: int = self._values.shape[1]
        self._known: dict[str, Floats] = {}

    @staticmethod
    @cache
    def shipped() -> "PieceVectors":
        """Returns the shipped vectors."""
        return PieceVectors(_SHIPPED)

    def signature(self) -> str:
        """Returns the name of the vectors and the first 8 hex digits of their checksum."""
        return f"{self.file.meta.get('name', 'pieces')}:{self.file.payload_sha256[:8]}"

    def __len__(self) -> int:
        return len(self._values)

    @cached_property
    def splitter(self) -> WordPieces:
        """The splitter of words into the pieces of this table."""
        try:
            pieces = bytes(self.file["piece_bytes"]).decode("utf-8").split("\n")
        except UnicodeDecodeError:
            raise self.file.corrupt("has pieces that are not UTF-8") from None
        if len(pieces) != len(self) or UNKNOWN not in pieces:
            raise self.file.corrupt(f"has {len(pieces):,} pieces for {len(self):,} rows, or no piece {UNKNOWN}")
        return WordPieces(pieces)

    def rows(self, numbers: Sequence[int]) -> Floats:
        """Returns the vectors of the pieces with these `numbers`."""
        found = np.asarray(numbers, np.intp)
        factors: Floats = self._factors[found].astype(np.float32)
        return np.asarray(self._values[found] * factors[:, None])

    def vector(self, word: str) -> Floats:
        """Returns the vector of `word`, the sum of its pieces; zeros if the vocabulary cannot spell it."""
        return np.asarray(self.vectors([word])[0])

    def vectors(self, words: Sequence[str]) -> Floats:
        """Returns the vectors of `words`, a row for each."""
        known = self._known
        try:
            found = [known[word] for word in words]
        except KeyError:
            known = self._with_all(words)
            found = [known[word] for word in words]
        return np.concatenate(found).reshape(-1, self.dimensions) if found else np.zeros((0, self.dimensions), "f4")

    def _with_all(self, words: Sequence[str]) -> dict[str, Floats]:
        """Returns a cache with all `words`. A full one is replaced, never emptied: another thread may read it."""
        known = self._known
        missing = [word for word in dict.fromkeys(words) if word not in known]
        if len(known) + len(missing) > _KEPT:
            known, missing = {}, list(dict.fromkeys(words))
        for start in range(0, len(missing), _AT_ONCE):
            part = missing[start : start + _AT_ONCE]
            known.update(zip(part, self._sums(part), strict=True))
        if len(known) <= _KEPT:
            self._known = known
        return known

    def _sums(self, words: Iterable[str]) -> Floats:
        split, unknown = self.splitter.split, [self.splitter.unknown]
        pieces = [split(word) or unknown for word in words]
        starts = np.cumsum([0, *map(len, pieces[:-1])])
        return np.add.reduceat(self.rows([number for word in pieces for number in word]), starts, axis=0)

    def text_vector(self, text: str) -> Floats:
        """Returns the mean of the vectors of the pieces of `text`; zeros for a text without pieces."""
        numbers = self.splitter.split(text)
        if not numbers:
            return np.zeros(self.dimensions, np.float32)
        return np.asarray(self.rows(numbers).mean(axis=0))

    def similarity(self, word1: str, word2: str) -> float:
        """Returns the cosine of the vectors of `word1` and `word2`; 0 if one has none."""
        one, other = self.vector(word1), self.vector(word2)
        lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
        return float(one @ other) / lengths if lengths else 0.0

    def nearest(self, word: str, count: int = 10) -> list[tuple[str, float]]:
        """Returns the `count` whole words nearest to `word`, with cosines; none if it has no vector."""
        vector = self.vector(word)
        length = float(np.linalg.norm(vector))
        if not length:
            return []
        numbers = [k for k, piece in enumerate(self.splitter.pieces) if piece.isalpha() and piece != word.lower()]
        values = self._values[numbers].astype(np.float32)
        lengths = np.linalg.norm(values, axis=1)
        cosines = values @ vector / (np.where(lengths > 0, lengths, 1) * length)
        order = np.argsort(-cosines, kind="stable")[:count]
        return [(self.splitter.pieces[numbers[k]], float(cosines[k])) for k in order]

    def info(self) -> dict[str, object]:
        """Returns the sizes, signature and metadata of the file."""
        facts: dict[str, object] = {"pieces": len(self), "dimensions": self.dimensions, "signature": self.signature()}
        return facts | dict(self.file.meta)


def write_piece_vectors(path: Path, pieces: Sequence[str], vectors: Floats, meta: dict[str, object]) -> None:
    """Writes the `vectors` of `pieces` to `path`, in 8 bits with a factor for each row, with the metadata `meta`."""
    if len(pieces) != len(vectors):
        raise InputError(f"{len(pieces)} pieces and {len(vectors)} vectors: one for each is needed")
    if UNKNOWN not in pieces or any("\n" in piece for piece in pieces):
        raise InputError(f"pieces must have {UNKNOWN} among them and no line break in any: mend the vocabulary")
    factors = (np.abs(vectors).max(axis=1) / _LEVELS).astype(np.float16)
    divisors = np.where(factors > 0, factors, 1).astype(np.float32)[:, None]
    arrays: dict[str, NDArray[Any]] = {
        "piece_bytes": np.frombuffer("\n".join(pieces).encode("utf-8"), np.uint8),
        "values": np.clip(np.rint(vectors / divisors), -_LEVELS, _LEVELS).astype(np.int8),
        "factors": factors,
    }
    write_arrays(path, kind=_KIND, version=_VERSION, arrays=arrays, meta=meta)
