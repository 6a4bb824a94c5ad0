"""How often n-grams occur in the training texts, in a form that a model file can hold: a sorted array of hashes.

    Information(texts)  ── stored ──>  hashes  [0x01f3.., 0x0b77.., ...]      64 bits of each n-gram's BLAKE2
                                       counts  [1, 4, ...]

NIST weighs an n-gram by how rare it is among the training texts, so a model with its features must keep their counts.
Hashes take a tenth of the room of the words and do not give the texts away. That two of a million n-grams share a hash
has a chance of one in ten million.
"""

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.metrics.information import Information, Ngrams

__all__ = ["StoredInformation", "hash_ngram"]

Hashes = NDArray[np.uint64]


def hash_ngram(ngram: Iterable[object]) -> int:
    """64 bits that stand for an n-gram."""
    words = "\n".join(map(str, ngram)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "little")


class StoredInformation(Information):
    """NIST's information weights from stored counts; the same numbers as from the texts themselves.

    >>> counted = Information([["the", "cat", "sat"], ["the", "dog", "sat"]], order=2)
    >>> StoredInformation.of(counted).weight(("the", "cat"))
    1.0
    """

    def __init__(self, hashes: Hashes, counts: NDArray[np.uint32], *, order: int, words: int, source: str) -> None:
        super().__init__([], order)
        if hashes.shape != counts.shape or hashes.ndim != 1 or (hashes[1:] <= hashes[:-1]).any():
            raise InputError(f"{hashes.size} hashes and {counts.size} counts: as many of both, the hashes ascending")
        self.hashes, self.stored, self.words, self.source = hashes, counts, words, source

    @classmethod
    def of(cls, counted: Information) -> "StoredInformation":
        """The stored form of counts."""
        found: Counter[int] = Counter()
        for ngram, count in counted.counts.items():
            found[hash_ngram(ngram)] += count
        hashes = np.array(sorted(found), np.uint64)
        counts = np.array([found[int(key)] for key in hashes], np.uint32)
        return cls(hashes, counts, order=counted.order, words=counted.words, source=counted.signature)

    @property
    def signature(self) -> str:
        """That of the counts it was made from."""
        return self.source

    def _count(self, ngram: tuple[object, ...], also: Ngrams | None) -> int:
        wanted = np.uint64(hash_ngram(ngram))
        place = int(np.searchsorted(self.hashes, wanted))
        here = place < len(self.hashes) and self.hashes[place] == wanted
        return (int(self.stored[place]) if here else 0) + (also.get(ngram, 0) if also else 0)
