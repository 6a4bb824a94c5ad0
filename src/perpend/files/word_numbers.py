"""The words of a phrase table and their numbers.

Words are numbered in the order of their UTF-16 code units, the order in which TER-Plus (a Java program) sorts. It is
not the order of code points: U+1F600 is stored as D83D DE00 and so comes before U+FFFD. The words are stored
in UTF-16, big-endian, so that comparing their bytes compares their code units and a word is found by bisection:

    word_bytes   \\0a\\0t \\0e\\0a\\0r\\0l\\0y \\0t\\0h\\0e
    word_start   0     4               14       20

    >>> words = WordNumbers(*pack_words(["at", "early", "the"]))
    >>> words["early"], words["late"], words.word(2)
    (1, -1, 'the')
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from perpend.errors import CorruptResource
from perpend.files.schema import Array, Schema

__all__ = ["WordNumbers", "code_units", "pack_words", "packed_words"]

_CACHE = 1 << 17


def code_units(word: str) -> bytes:
    """Returns `word` in UTF-16, big-endian: a key that sorts as Java sorts strings."""
    return word.encode("utf-16-be", "surrogatepass")


def pack_words(ordered: Iterable[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Returns the arrays `word_bytes` and `word_start` of the words `ordered`, which are sorted by `code_units`."""
    packed = [code_units(word) for word in ordered]
    start = np.zeros(len(packed) + 1, np.int64)
    np.cumsum([len(key) for key in packed], out=start[1:])
    return np.frombuffer(b"".join(packed), np.uint8), start


def packed_words(
    packed: str = "word_bytes", start: str = "word_start", *, of: str = "words", optional: bool = False
) -> Schema:
    """Returns the schema of packed words.

    `packed` and `start` are the names of the two arrays, `of` is the dimension that counts the words; `optional` arrays
    may be absent.
    """
    size = f"bytes of {of}".replace(" ", "_")
    return {
        packed: Array("u1", size, optional=optional),
        start: Array("i8", f"{of}+1", optional=optional, ascends=size),
    }


class WordNumbers(dict[str, int]):
    """word -> number, or -1 for an unknown word; lookups are cached, within bounds.

    `word_bytes` and `word_start` are the arrays of `pack_words`.
    """

    def __init__(self, word_bytes: NDArray[np.uint8], word_start: NDArray[np.int64]) -> None:
        super().__init__()
        self._bytes, self._start = word_bytes.data, word_start.data
        self._range = range(len(word_start) - 1)

    def __missing__(self, word: str) -> int:
        if len(self) >= _CACHE:
            self.clear()
        key = code_units(word)
        number = bisect_left(self._range, key, key=self._key)
        if number == len(self._range) or self._key(number) != key:
            number = -1
        self[word] = number
        return number

    def _key(self, number: int) -> bytes:
        return bytes(self._bytes[self._start[number] : self._start[number + 1]])

    def numbers(self, words: Sequence[str]) -> NDArray[np.int32]:
        """Returns the numbers of `words`, -1 for unknown ones."""
        return np.fromiter(map(self.__getitem__, words), np.int32, len(words))

    def word(self, number: int) -> str:
        """Returns the word with this `number`."""
        try:
            return self._key(number).decode("utf-16-be", "surrogatepass")
        except (IndexError, UnicodeDecodeError):
            raise CorruptResource(f"the phrase table has no readable word {number}: build it again") from None
