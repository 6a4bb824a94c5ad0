"""How much an n-gram tells: the weights of NIST (Doddington 2002).

                                  how often w1 .. wn-1 occurs
    info(w1 ... wn)  =  log2  ─────────────────────────────────      w1 alone: all words / how often w1 occurs
                                  how often w1 .. wn occurs

    texts   the cat sat / the dog sat           "the" log2(6/2) = 1.58      "the cat" log2(2/1) = 1
                                                "cat" log2(6/1) = 2.58      "cat sat" log2(1/1) = 0: no surprise

Usually the texts are the references that are scored against. For pairs of sentences they are those of a training set,
both sides; `also` then adds the n-grams of the pair itself, because an n-gram that was never counted would weigh 0.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import log2
from typing import TypeAlias

from perpend.metrics.ngrams import ngrams_of

__all__ = ["Information", "Ngrams"]

Ngrams: TypeAlias = Counter[tuple[object, ...]]


class Information:
    """How often each n-gram occurs in some texts.

    >>> counts = Information([["the", "cat", "sat"], ["the", "dog", "sat"]], order=2)
    >>> round(counts.weight(("cat",)), 4), counts.weight(("the", "cat")), counts.weight(("a",))
    (2.585, 1.0, 0.0)
    """

    def __init__(self, texts: Iterable[Sequence[str]], order: int = 5) -> None:
        self.order = order
        self.counts: Ngrams = Counter()
        self.texts = self.words = 0
        seen = hashlib.sha256()
        for words in texts:
            self.counts.update(ngrams_of(words, order))
            self.texts, self.words = self.texts + 1, self.words + len(words)
            seen.update(f"{len(words)} {' '.join(words)}\n".encode("utf-8", "surrogatepass"))
        self._digest = seen.hexdigest()[:8]

    def weight(self, ngram: tuple[object, ...], also: Ngrams | None = None, words: int = 0) -> float:
        """The information of an n-gram, 0 if it was never counted; `also` are more counts, from so many words."""
        count = self._count(ngram, also)
        if not count:
            return 0.0
        before = self._count(ngram[:-1], also) if len(ngram) > 1 else self.words + words
        return log2(before / count)

    @cached_property
    def signature(self) -> str:
        """How many texts and words were counted, and a fingerprint of them."""
        return f"{self.texts}/{self.words}/{self._digest}"

    def _count(self, ngram: tuple[object, ...], also: Ngrams | None) -> int:
        return self.counts.get(ngram, 0) + (also.get(ngram, 0) if also else 0)
