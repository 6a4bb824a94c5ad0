"""The context of a name as three vectors: the words of the document, the words nearby, and the other names.

    "Boris Berezovski flew to London, said Putin."     document   flew 3.9  london 3.4  said 2.1  putin 5.0
                                                       nearby     only the words within 25 words of a mention
                                                       names      london 3.4  putin 5.0

The weight of a word is log(1 + count) times its information in English: -log10 of its frequency (wordfreq; at most 8)
minus 3, so that words like "the" weigh nothing. Weights do not depend on other documents. The words of the name itself
are left out, because names are compared separately. Vectors of coreferring mentions are added (the paper's
interpolation), and two vectors are compared by the cosine. To bound memory, the vector of a document keeps its 500
heaviest words, and a sum 2,000 to 3,000.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nsmallest
from math import log, log10, sqrt

from perpend.lexicon.frequency import frequency
from perpend.people.mentions import Document, Mention
from perpend.spelling.folding import fold

__all__ = ["Context", "Surroundings", "Vector", "context_of", "cosine", "information"]

NEARBY, MOST_WORDS = 25, 500
_LEAST_INFORMATION, _MOST_INFORMATION = 3.0, 8.0

Vector = Mapping[str, float]


@lru_cache(maxsize=1 << 18)
def information(word: str) -> float:
    """Returns the information of `word`: 0 for the most frequent words, at most 5.

    >>> information("the"), round(information("harbour"), 1), information("zzxqj")
    (0.0, 2.0, 5.0)
    """
    share = frequency(word)
    known = min(-log10(share), _MOST_INFORMATION) if share else _MOST_INFORMATION
    return max(0.0, known - _LEAST_INFORMATION)


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """Three vectors of weighted words: of the document, of the words nearby, and of the names. Contexts add."""

    document: Vector
    nearby: Vector
    names: Vector
    _squares: tuple[float, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_squares", tuple(map(_square, self._vectors())))

    def __add__(self, other: "Context") -> "Context":
        pairs = zip(self._vectors(), other._vectors(), strict=True)
        return Context(*(_sum(one, another) for one, another in pairs))

    def _vectors(self) -> tuple[Vector, Vector, Vector]:
        return self.document, self.nearby, self.names

    def likeness(self, other: "Context") -> tuple[float, float, float]:
        """Returns the cosines of the three vectors with those of `other`."""
        vectors = zip(self._vectors(), other._vectors(), strict=True)
        squares = zip(self._squares, other._squares, strict=True)
        found = zip(vectors, squares, strict=True)
        document, nearby, names = (_cosine(*both, left * right) for both, (left, right) in found)
        return document, nearby, names


class Surroundings:
    """The words of `document`, read once for the contexts of all its names."""

    def __init__(self, document: Document) -> None:
        self._words = [(place, fold(word)) for place, word in document.words()]
        self._places = [place for place, _ in self._words]
        self._document = _weighted(word for _, word in self._words)
        self._names = _weighted(fold(word) for _, word in document.words() if word[0].isupper())

    def context(self, mentions: Iterable[Mention], own_words: frozenset[str] = frozenset()) -> Context:
        """Returns the context of the `mentions` of one person without `own_words`, the folded words of the name."""
        close = sorted({number for mention in mentions for number in self._close(mention.start)})
        nearby = _weighted(self._words[number][1] for number in close)
        return Context(*(_without(vector, own_words) for vector in (self._document, nearby, self._names)))

    def _close(self, start: int) -> range:
        """Returns the indices of the words near the character offset `start`."""
        number = bisect_left(self._places, start)
        return range(max(0, number - NEARBY), min(len(self._places), number + NEARBY + 1))


def context_of(document: Document, mentions: Iterable[Mention], own_words: frozenset[str] = frozenset()) -> Context:
    """Returns `Surroundings(document).context(mentions, own_words)`, for a single person of a document."""
    return Surroundings(document).context(mentions, own_words)


def _weighted(words: Iterable[str]) -> Vector:
    counts = Counter(words)
    weights = ((word, log(1 + times) * information(word)) for word, times in counts.items())
    return _heaviest({word: weight for word, weight in weights if weight > 0}, MOST_WORDS)


def _heaviest(vector: dict[str, float], most: int) -> Vector:
    if len(vector) <= most:
        return vector
    return dict(nsmallest(most, vector.items(), key=lambda item: (-item[1], item[0])))


def _without(vector: Vector, words: frozenset[str]) -> Vector:
    return {word: weight for word, weight in vector.items() if word not in words}


def _sum(one: Vector, other: Vector) -> Vector:
    total = dict(one)
    for word, weight in other.items():
        total[word] = total.get(word, 0.0) + weight
    # Sorting only beyond half as much again saves most of the sorts.
    return _heaviest(total, 4 * MOST_WORDS) if len(total) > 6 * MOST_WORDS else total


def cosine(one: Vector, other: Vector) -> float:
    """Returns the cosine of the vectors `one` and `other`, 0 if one of them is empty.

    >>> cosine({"oil": 3.0}, {"oil": 1.0, "price": 0.0}), cosine({}, {"oil": 1.0})
    (1.0, 0.0)
    """
    return _cosine(one, other, _square(one) * _square(other))


def _cosine(one: Vector, other: Vector, squares: float) -> float:
    """Returns the cosine, given the product of the squared lengths."""
    if len(one) > len(other):
        one, other = other, one
    product = sum(weight * other[word] for word, weight in one.items() if word in other)
    return min(1.0, product / sqrt(squares)) if product else 0.0


def _square(vector: Vector) -> float:
    return sum(weight * weight for weight in vector.values())
