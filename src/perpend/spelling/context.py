"""What stands around a name, as vectors: the words of the document, the words nearby, and the other names.

    "Boris Berezovski flew to London, said Putin."     document   flew 3.9  london 3.4  said 2.1  putin 5.0
                                                       nearby     the same within 25 words of a mention
                                                       names      london 3.4  putin 5.0

A word counts log(1 + times) times its information in English, -log10 of its share of all words (wordfreq; at most 8),
less 3, so that words like "the" count nothing. Weights need no other document, so a vector is the same in any
collection. The words of the name itself are left out: they are compared apart. Vectors of coreferring mentions are
added (the paper's interpolation), and two vectors are compared by the cosine.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log, log10, sqrt

from perpend.lexicon.frequency import frequency
from perpend.spelling.mentions import Document, Mention
from perpend.spelling.name_parts import fold

__all__ = ["Context", "Vector", "context_of", "cosine", "information"]

NEARBY = 25
_LEAST_INFORMATION, _MOST_INFORMATION = 3.0, 8.0

Vector = Mapping[str, float]


@lru_cache(maxsize=1 << 18)
def information(word: str) -> float:
    """How much a word tells: 0 for the most frequent, at most 5.

    >>> information("the"), round(information("harbour"), 1), information("zzxqj")
    (0.0, 2.0, 5.0)
    """
    share = frequency(word)
    known = min(-log10(share), _MOST_INFORMATION) if share else _MOST_INFORMATION
    return max(0.0, known - _LEAST_INFORMATION)


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """Three vectors, each of weighted words; contexts add."""

    document: Vector
    nearby: Vector
    names: Vector

    def __add__(self, other: "Context") -> "Context":
        pairs = zip(self._vectors(), other._vectors(), strict=True)
        return Context(*(_sum(one, another) for one, another in pairs))

    def _vectors(self) -> tuple[Vector, Vector, Vector]:
        return self.document, self.nearby, self.names

    def likeness(self, other: "Context") -> tuple[float, float, float]:
        """The cosines of the three vectors."""
        pairs = zip(self._vectors(), other._vectors(), strict=True)
        document, nearby, names = (cosine(one, another) for one, another in pairs)
        return document, nearby, names


def context_of(document: Document, mentions: Iterable[Mention], own_words: frozenset[str] = frozenset()) -> Context:
    """The context of mentions of one person in a document; `own_words` are the folded words of the name."""
    words = [(place, word, fold(word)) for place, word in document.words()]
    spans = [(mention.start, mention.end) for mention in mentions]
    kept = [
        number
        for number, (place, _, folded) in enumerate(words)
        if folded not in own_words and not any(start <= place < end for start, end in spans)
    ]
    close = _close(words, spans)
    return Context(
        _weighted(words[number][2] for number in kept),
        _weighted(words[number][2] for number in kept if number in close),
        _weighted(words[number][2] for number in kept if words[number][1][0].isupper()),
    )


def _close(words: list[tuple[int, str, str]], spans: list[tuple[int, int]]) -> set[int]:
    """The numbers of words at most so many words from a mention."""
    close: set[int] = set()
    places = [place for place, _, _ in words]
    number = 0
    for start, _ in sorted(spans):
        while number < len(places) and places[number] < start:
            number += 1
        close.update(range(max(0, number - NEARBY), min(len(places), number + NEARBY + 1)))
    return close


def _weighted(words: Iterable[str]) -> Vector:
    counts = Counter(words)
    weights = ((word, log(1 + times) * information(word)) for word, times in counts.items())
    return {word: weight for word, weight in weights if weight > 0}


def _sum(one: Vector, other: Vector) -> Vector:
    total = dict(one)
    for word, weight in other.items():
        total[word] = total.get(word, 0.0) + weight
    return total


def cosine(one: Vector, other: Vector) -> float:
    """The cosine of two vectors, 0 if one of them is empty.

    >>> cosine({"oil": 3.0}, {"oil": 1.0, "price": 0.0}), cosine({}, {"oil": 1.0})
    (1.0, 0.0)
    """
    if len(one) > len(other):
        one, other = other, one
    product = sum(weight * other[word] for word, weight in one.items() if word in other)
    if not product:
        return 0.0
    return min(1.0, product / sqrt(_square(one) * _square(other)))


def _square(vector: Vector) -> float:
    return sum(weight * weight for weight in vector.values())
