"""Texts as arrays of word numbers, and the number of n-grams that a hypothesis shares with its references.

    hyp   the the cat        ids  0 0 1        n = 1: "the" is once in each reference, so it counts once
    ref   the cat sat             0 1 2               "cat" counts once                               -> 2
    ref   a cat, the cat          3 1 4 0 1    n = 2: "the the" never, "the cat" once                 -> 1

An n-gram counts at most as often as it occurs in the reference that has it most often ("clipped", Papineni et al.
2002). `Numbered` holds all texts of a corpus as one array of word numbers; `clipped_matches` is compiled, and
`plain_clipped_matches` is its definition.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

import numpy as np
from numpy.typing import NDArray

from perpend.metrics._ngrams import clipped_matches
from perpend.types import Integers

__all__ = ["Numbered", "clipped_matches", "ngrams_of", "plain_clipped_matches", "possible_ngrams"]


@dataclass(frozen=True, slots=True)
class Numbered:
    """The texts of segments as word numbers: each segment's hypothesis, then its references.

    Text t is `ids[bounds[t]:bounds[t + 1]]`; the texts of segment k are those from `first[k]` to `first[k + 1]`.
    `vocabulary` has the words by number.
    """

    ids: NDArray[np.int32]
    bounds: Integers
    first: Integers
    vocabulary: Sequence[str] = ()

    @classmethod
    def of(
        cls, hyps: Sequence[str], refs: Sequence[Sequence[str]], split: Callable[[str], Sequence[str]]
    ) -> "Numbered":
        """Returns the texts `hyps` and `refs`, split into words by `split`.

        >>> Numbered.of(["a b"], [["b c"]], str.split).ids.tolist()
        [0, 1, 1, 2]
        """
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        words = [split(text) for hyp, others in zip(hyps, refs, strict=True) for text in (hyp, *others)]
        found = map(numbers.__getitem__, chain.from_iterable(words))
        ids = np.fromiter(found, np.int32)
        return cls._flat(ids, map(len, words), refs, tuple(numbers))

    @classmethod
    def of_characters(cls, hyps: Sequence[str], refs: Sequence[Sequence[str]]) -> "Numbered":
        """Returns `hyps` and their references `refs` with a number for each character."""
        texts = [text for hyp, others in zip(hyps, refs, strict=True) for text in (hyp, *others)]
        coded = "".join(texts).encode("utf-32-le", "surrogatepass")
        return cls._flat(np.frombuffer(coded, "<i4").astype(np.int32, copy=False), map(len, texts), refs)

    @classmethod
    def _flat(
        cls,
        ids: NDArray[np.int32],
        lengths: Iterable[int],
        refs: Sequence[Sequence[str]],
        vocabulary: Sequence[str] = (),
    ) -> "Numbered":
        first = accumulate((1 + len(others) for others in refs), initial=0)
        bounds = accumulate(lengths, initial=0)
        return cls(ids, np.fromiter(bounds, np.int64), np.fromiter(first, np.int64), vocabulary)

    @property
    def lengths(self) -> Integers:
        """The number of words of each text."""
        return np.diff(self.bounds)

    def words(self, text: int) -> list[int]:
        """Returns the word numbers of one text."""
        numbers: list[int] = self.ids[self.bounds[text] : self.bounds[text + 1]].tolist()
        return numbers

    def matches(self, order: int) -> Integers:
        """Returns the clipped matches of each segment for n from 1 to `order`."""
        return clipped_matches(self.ids, self.bounds, self.first, order)

    def pairs(self) -> "tuple[Numbered, Integers]":
        """Returns each hypothesis with each of its references as a segment, and the original segment of each."""
        sizes = np.diff(self.first) - 1
        segments = np.repeat(np.arange(len(sizes)), sizes)
        if len(segments) == len(sizes) and (sizes == 1).all():
            return self, segments
        refs = np.setdiff1d(np.arange(len(self.bounds) - 1), self.first[:-1], assume_unique=True)
        texts = np.stack([self.first[segments], refs], axis=1).ravel()
        pieces = [self.ids[self.bounds[text] : self.bounds[text + 1]] for text in texts.tolist()]
        bounds = np.concatenate([[0], np.cumsum(self.lengths[texts])])
        ids = np.concatenate([self.ids[:0], *pieces])
        return Numbered(ids, bounds, np.arange(0, len(texts) + 1, 2)), segments


def possible_ngrams(lengths: Integers, order: int) -> Integers:
    """Returns how many n-grams texts of these `lengths` have, for n from 1 to `order`.

    >>> possible_ngrams(np.array([5, 2]), 3).tolist()
    [[5, 4, 3], [2, 1, 0]]
    """
    possible: Integers = np.maximum(lengths[:, None] - np.arange(order), 0)
    return possible


def ngrams_of(words: Sequence[object], order: int) -> Counter[tuple[object, ...]]:
    """Returns the counts of all n-grams of `words` up to `order`.

    >>> ngrams_of("aab", 2)[("a",)], ngrams_of("aab", 2)[("a", "b")]
    (2, 1)
    """
    return Counter(
        chain.from_iterable(zip(*(words[start:] for start in range(n)), strict=False) for n in range(1, order + 1))
    )


def plain_clipped_matches(ids: NDArray[np.int32], bounds: Integers, first: Integers, order: int) -> Integers:
    """The definition of `clipped_matches`, for n-grams of up to `order` words.

    `ids`, `bounds` and `first` are those of `Numbered`.
    """
    texts = [tuple(ids[start:end].tolist()) for start, end in pairwise(bounds.tolist())]
    found = np.zeros((len(first) - 1, order), np.int64)
    for k, (start, end) in enumerate(pairwise(first.tolist())):
        most: Counter[tuple[object, ...]] = Counter()
        for ref in texts[start + 1 : end]:
            most |= ngrams_of(ref, order)
        for ngram, count in (ngrams_of(texts[start], order) & most).items():
            found[k, len(ngram) - 1] += count
    return found
