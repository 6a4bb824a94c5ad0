"""The information of n-grams: the weights of NIST (Doddington 2002).

                                  how often w1 .. wn-1 occurs
    info(w1 ... wn)  =  log2  ─────────────────────────────────      w1 alone: all words / how often w1 occurs
                                  how often w1 .. wn occurs

    texts   the cat sat / the dog sat           "the" log2(6/2) = 1.58      "the cat" log2(2/1) = 1
                                                "cat" log2(6/1) = 2.58      "cat sat" log2(1/1) = 0: no surprise

Usually the texts are the references of the corpus. For pairs of sentences they are both sides of a training set. An
n-gram that was not counted has weight 0.

Counts are arrays, so that a model can store them in a file. The key of an n-gram is the number of its first n - 1 words
and its last word; keys are sorted, and the index of a key is the n-gram's number:

    words     the 0   cat 1   sat 2   dog 3
    order 2   the cat (0, 1)   the dog (0, 3)   cat sat (1, 2)   dog sat (3, 2)      counts  1 1 1 1
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from math import log2
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.types import Integers

__all__ = ["Information", "Level", "ngram_levels"]


class Level(NamedTuple):
    """All n-grams of one order in some texts: the position and number of each, and for each number its key."""

    positions: Integers
    numbers: Integers
    prefixes: Integers
    last_words: Integers


class Information:
    """The counts of the n-grams of up to `order` words in `texts`, which are sequences of words.

    >>> counts = Information([["the", "cat", "sat"], ["the", "dog", "sat"]], order=2)
    >>> round(counts.weight(["cat"]), 4), counts.weight(["the", "cat"]), counts.weight(["a"])
    (2.585, 1.0, 0.0)
    """

    def __init__(self, texts: Iterable[Sequence[str]], order: int = 5) -> None:
        held = [*texts]
        numbers: dict[str, int] = {}
        ids = np.fromiter((numbers.setdefault(w, len(numbers)) for w in chain.from_iterable(held)), np.int64)
        bounds = np.fromiter(accumulate(map(len, held), initial=0), np.int64)
        levels = [*ngram_levels(ids, bounds, order)]
        self._fill(
            [*numbers],
            [level.prefixes * max(len(numbers), 1) + level.last_words for level in levels],
            [np.bincount(level.numbers, minlength=len(level.prefixes)) for level in levels],
            len(held),
        )

    def _fill(self, words: Sequence[str], keys: list[Integers], counts: list[Integers], texts: int) -> None:
        self.words = {word: number for number, word in enumerate(words)}
        self.total = int(counts[0].sum())
        self.texts = texts
        self._keys, self._counts = keys, counts
        seen = hashlib.sha256("\n".join(words).encode("utf-8", "surrogatepass"))
        for array in (*keys, *counts):
            seen.update(array.astype("<i8").tobytes())
        self.signature = f"{texts}/{self.total}/{seen.hexdigest()[:8]}"
        """The numbers of texts and of words, and a hash of the counts."""

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return len(self._keys)

    def numbers(self, order: int, prefixes: Integers, last_words: Integers) -> Integers:
        """Returns the numbers of n-grams of `order` words, -1 for those that were not counted.

        `prefixes` are the numbers of the n-grams without their last words, `last_words` the numbers of those words.
        """
        keys = self._keys[order - 1]
        wanted = np.where((prefixes < 0) | (last_words < 0), -1, prefixes * max(len(self.words), 1) + last_words)
        places = np.searchsorted(keys, wanted)
        found = np.append(keys, -2)[places] == wanted
        return np.where(found, places, -1)

    def counts(self, order: int, numbers: Integers) -> Integers:
        """Returns the counts of n-grams of `order` words by their `numbers`, 0 for -1."""
        found: Integers = np.append(self._counts[order - 1], 0)[numbers]
        return found

    def weight(self, ngram: Sequence[str]) -> float:
        """Returns the information of the n-gram `ngram`, 0 if it was not counted."""
        number, before = np.zeros(1, np.int64), self.total
        for order, word in enumerate(ngram, 1):
            number = self.numbers(order, number, np.array([self.words.get(word, -1)]))
            count = int(self.counts(order, number)[0])
            if not count:
                return 0.0
            ratio, before = before / count, count
        return log2(ratio)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Returns words and counts as arrays of numbers, for a file."""
        text = "\n".join(self.words).encode("utf-8", "surrogatepass")
        arrays: dict[str, NDArray[Any]] = {"words": np.frombuffer(text, np.uint8), "texts": np.array([self.texts])}
        for order, (keys, counts) in enumerate(zip(self._keys, self._counts, strict=True), 1):
            arrays |= {f"keys_{order}": keys, f"counts_{order}": counts}
        return arrays

    @classmethod
    def from_arrays(cls, arrays: dict[str, NDArray[Any]]) -> "Information":
        """Returns the counts that `to_arrays` stored in `arrays`.

        >>> counted = Information([["the", "cat"]], order=2)
        >>> Information.from_arrays(counted.to_arrays()).signature == counted.signature
        True
        """
        try:
            text = arrays["words"].astype(np.uint8).tobytes().decode("utf-8", "surrogatepass")
            orders = range(1, sum(name.startswith("keys_") for name in arrays) + 1)
            keys, counts = ([arrays[f"{kind}_{n}"].astype(np.int64) for n in orders] for kind in ("keys", "counts"))
            texts = int(arrays["texts"][0])
        except (KeyError, IndexError, ValueError) as error:
            raise InputError(f"these arrays are no counts of n-grams ({error}): count again") from None
        made = cls.__new__(cls)
        words = text.split("\n") if text else []
        if not keys or len(keys[0]) != len(words) or any(len(a) != len(b) for a, b in zip(keys, counts, strict=True)):
            raise InputError("these arrays are no counts of n-grams (lengths differ): count again")
        made._fill(words, keys, counts, texts)
        return made


def ngram_levels(ids: Integers, bounds: Integers, order: int) -> Iterator[Level]:
    """Yields the n-grams of texts for n from 1 to `order`; text t is `ids[bounds[t]:bounds[t + 1]]`, ids are 0, 1, ...

    >>> levels = list(ngram_levels(np.array([0, 1, 0, 1]), np.array([0, 4]), 2))
    >>> levels[1].positions.tolist(), levels[1].numbers.tolist()
    ([0, 1, 2], [0, 1, 0])
    """
    room = np.repeat(bounds[1:], np.diff(bounds)) - np.arange(len(ids))
    words = int(ids.max()) + 1 if len(ids) else 1
    positions, numbers = np.arange(len(ids)), np.asarray(ids, np.int64)
    yield Level(positions, numbers, np.zeros(words if len(ids) else 0, np.int64), np.arange(words if len(ids) else 0))
    for n in range(2, order + 1):
        fits = room[positions] >= n
        positions = positions[fits]
        keys, numbers = np.unique(numbers[fits] * words + ids[positions + n - 1], return_inverse=True)
        yield Level(positions, numbers, keys // words, keys % words)
