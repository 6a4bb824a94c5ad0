"""Two texts -> named distances, each 0 for texts with the same words and about 1 for texts that share nothing.

    compared("He paid two hours early.", "He paid nine hours early.")
        .links          which words correspond (`perpend.alignment.linking`)
        .changes        what turns the meaning: "two hours" became "nine hours" (`perpend.features.changes`)
        .distances      an array in the order of DISTANCES

The distances fall into GROUPS:

    meaning     the sums of all word vectors point in different directions
    words       words without a near word in the other text, by information, by length of vector, by count; words that
                no link covers, on average, on the worse side, and on both sides at once; words that are not the same
    wording     function words, pairs of neighbours, equal words, letters
    length      one text is longer: the logarithm of the ratio
    numbers     quantities that the other text lacks; both texts have such ones
    negated, opposite, other number, swapped
                1 if the texts differ by such a change, see `changes`

Marks of punctuation and case do not count, unless a text has nothing else. All distances are symmetric: the two texts
are compared in one order, whichever came first. With an empty text every distance is 1, of two empty texts 0."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel

from perpend.alignment.linking.links import Links, link
from perpend.alignment.linking.words import LinkedWords
from perpend.features.changes import Changes, changes_of
from perpend.text.sentence import Sentence
from perpend.types import Doubles

__all__ = ["CHANGED", "Compared", "DISTANCES", "GROUPS", "RAREST", "compared", "covered", "group_of"]

CHANGED = ("negated", "opposite", "other number", "swapped")
"""The kinds of changes that turn the meaning of a near-copy; each is a distance and a group."""

GROUPS = {
    "meaning": ("cosine",),
    "words": ("near", "near long", "near all", "near count", "near count all", "unlinked", "unlinked worse",
              "unlinked long", "unlinked both", "not same", "telling", "telling least", "unlinked sum", "share kept"),
    "wording": ("functions", "neighbours", "equal words", "order", "letters", "crossing"),
    "length": ("length",),
    "numbers": ("numbers", "both numbers"),
    **{kind: (kind,) for kind in CHANGED},
}  # fmt: skip
"""Group -> its distances."""

DISTANCES = tuple(chain.from_iterable(GROUPS.values()))
"""The names of the distances, in their order."""

_GROUP_OF = {name: group for group, names in GROUPS.items() for name in names}
_SAME = 0.88
"""Links at least so similar are between equal or inflected words."""

_LEAST_LINK = 0.5
"""The similarity of a link that context alone speaks for."""

RAREST = 8.0
"""The largest information of a word (`LinkedWords.information`): that of words without a known frequency."""

_TINY = 1e-3


def group_of(distance: str) -> str:
    """Returns the group of a `distance`.

    >>> group_of("cosine"), group_of("negated")
    ('meaning', 'negated')
    """
    return _GROUP_OF[distance]


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Two texts with their links, changes and distances.

    `turned` is whether text 2 is the first side of links and changes; `tokens1` and `tokens2` are those of these sides.
    """

    links: Links
    changes: Changes
    distances: Doubles
    turned: bool
    tokens1: tuple[str, ...]
    tokens2: tuple[str, ...]


def compared(text1: str, text2: str) -> Compared:
    """Compares `text1` with `text2`.

    >>> found = compared("The shop is open.", "The shop is closed.")
    >>> [change.kind for change in found.changes.found], float(found.distances[DISTANCES.index("opposite")])
    (['opposite'], 1.0)
    """
    turned = (len(text2), text2) < (len(text1), text1)
    first, second = (text2, text1) if turned else (text1, text2)
    one, other = Sentence.of(first, "penn"), Sentence.of(second, "penn")
    links = link(one, other)
    changes = changes_of(links)
    return Compared(links, changes, _distances(links, changes), turned, one.tokens, other.tokens)


def _distances(links: Links, changes: Changes) -> Doubles:
    one, other = links.words1, links.words2
    kept1, kept2 = _kept(one), _kept(other)
    if not (len(kept1) and len(kept2)):
        return np.full(len(DISTANCES), float(len(kept1) != len(kept2)))
    forms1, forms2 = [one.forms[k] for k in kept1], [other.forms[k] for k in kept2]
    if forms1 == forms2:
        return np.zeros(len(DISTANCES))
    kinds = {change.kind for change in changes.found}
    found = [
        _cosine(one, kept1, other, kept2),
        *_nearness(links, kept1, kept2),
        *_coverage(links, kept1, kept2),
        1.0 - changes.kept,
        *_wording(links, forms1, forms2, kept1, kept2),
        abs(float(np.log((len(kept1) + 1) / (len(kept2) + 1)))),
        *_numbers(one, other),
        *(float(kind in kinds) for kind in CHANGED),
    ]
    return np.array(found)


def _kept(words: LinkedWords) -> NDArray[np.intp]:
    """The places of the words that are compared: all but signs, or all if there are signs only."""
    kept = np.flatnonzero(~words.signs)
    return kept if len(kept) else np.arange(len(words))


def _cosine(one: LinkedWords, kept1: NDArray[np.intp], other: LinkedWords, kept2: NDArray[np.intp]) -> float:
    sum1, sum2 = one.lengths[kept1] @ one.vectors[kept1], other.lengths[kept2] @ other.vectors[kept2]
    norm = float(np.sqrt((sum1 @ sum1) * (sum2 @ sum2)))
    return 1.0 - float(sum1 @ sum2) / norm if norm else 1.0


def _nearness(links: Links, kept1: NDArray[np.intp], kept2: NDArray[np.intp]) -> list[float]:
    """The distances of words from the nearest word of the other text."""
    one, other = links.words1, links.words2
    alike = links.alike[np.ix_(kept1, kept2)]
    all1, all2 = alike.max(1), alike.max(0)
    content1, content2 = _content(one, kept1), _content(other, kept2)
    within = alike[np.ix_(content1, content2)]
    best1, best2 = within.max(1), within.max(0)
    places1, places2 = kept1[content1], kept2[content2]
    return [
        _mean(best1, one.weights[places1], best2, other.weights[places2]),
        _mean(all1, one.lengths[kept1] + _TINY, all2, other.lengths[kept2] + _TINY),
        _mean(all1, one.weights[kept1], all2, other.weights[kept2]),
        1.0 - float(best1.mean() + best2.mean()) / 2,
        1.0 - float(all1.mean() + all2.mean()) / 2,
    ]


def _content(words: LinkedWords, kept: NDArray[np.intp]) -> NDArray[np.intp]:
    content = np.flatnonzero(words.content[kept])
    return content if len(content) else np.arange(len(kept))


def _mean(values1: Doubles, weights1: Doubles, values2: Doubles, weights2: Doubles) -> float:
    """1 minus the mean of two weighted means."""
    first, second = float(values1 @ weights1 / weights1.sum()), float(values2 @ weights2 / weights2.sum())
    return 1.0 - (first + second) / 2


def _coverage(links: Links, kept1: NDArray[np.intp], kept2: NDArray[np.intp]) -> list[float]:
    """The distances of words that links do not cover."""
    one, other = links.words1, links.words2
    covered1, covered2 = covered(links)
    weights1, weights2 = one.weights[kept1], other.weights[kept2]
    share1 = float(covered1[kept1] @ weights1 / weights1.sum())
    share2 = float(covered2[kept2] @ weights2 / weights2.sum())
    lengths1, lengths2 = one.lengths[kept1] + _TINY, other.lengths[kept2] + _TINY
    alone1, alone2 = one.weights * one.content * (1 - covered1), other.weights * other.content * (1 - covered2)
    sum1, sum2 = float(alone1.sum()), float(alone2.sum())
    largest = float(alone1.max()) / RAREST, float(alone2.max()) / RAREST
    return [
        1.0 - (share1 + share2) / 2,
        1.0 - min(share1, share2),
        _mean(covered1[kept1], lengths1, covered2[kept2], lengths2),
        float(np.sqrt(sum1 * sum2)) / float(weights1.sum() + weights2.sum()),
        _mean(
            np.where(covered1[kept1] > _SAME, 1.0, 0.0), weights1, np.where(covered2[kept2] > _SAME, 1.0, 0.0), weights2
        ),
        max(largest),
        min(largest),
        float(np.log1p(sum1 + sum2)),
    ]


def covered(links: Links) -> tuple[Doubles, Doubles]:
    """Returns how well the links cover each token of both sides, from 0 to 1."""
    covered1, covered2 = np.zeros(len(links.words1)), np.zeros(len(links.words2))
    for row, column in links.cells:
        alike = max(float(links.alike[row, column]), _LEAST_LINK)
        covered1[row], covered2[column] = max(covered1[row], alike), max(covered2[column], alike)
    for row, column in links.anchors.items():
        alike = float(links.alike[row, column])
        covered1[row], covered2[column] = max(covered1[row], alike), max(covered2[column], alike)
    return covered1, covered2


def _wording(
    links: Links, forms1: Sequence[str], forms2: Sequence[str], kept1: NDArray[np.intp], kept2: NDArray[np.intp]
) -> list[float]:
    covered1, covered2 = covered(links)
    functions1 = [covered1[k] for k in kept1 if not links.words1.content[k]]
    functions2 = [covered2[k] for k in kept2 if not links.words2.content[k]]
    functions = functions1 + functions2
    pairs1, pairs2 = (Counter(zip(["^", *forms], [*forms, "$"], strict=True)) for forms in (forms1, forms2))
    return [
        1.0 - float(sum(functions)) / len(functions) if functions else 0.0,
        _jaccard(pairs1, pairs2),
        _jaccard(Counter(forms1), Counter(forms2)),
        Indel.normalized_distance(forms1, forms2),
        Indel.normalized_distance(" ".join(forms1), " ".join(forms2)),
        _crossing(links.anchors),
    ]


def _jaccard(one: Counter[Any], other: Counter[Any]) -> float:
    return 1.0 - (one & other).total() / (one | other).total()


def _crossing(anchors: dict[int, int]) -> float:
    """The share of pairs of anchors that cross."""
    if len(anchors) < 2:
        return 0.0
    columns = np.array([anchors[row] for row in sorted(anchors)])
    crossing = int(np.triu(columns[:, None] > columns[None, :]).sum())
    return 2.0 * crossing / (len(columns) * (len(columns) - 1))


def _numbers(one: LinkedWords, other: LinkedWords) -> list[float]:
    values1, values2 = (Counter((each.value, each.dimension) for each in words.quantities) for words in (one, other))
    alone1, alone2 = values1 - values2, values2 - values1
    total = values1.total() + values2.total()
    return [(alone1.total() + alone2.total()) / total if total else 0.0, float(bool(alone1) and bool(alone2))]
