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

Runs of tokens that say the same in another spelling ("1.2 million", "1,200,000"; the groups of links) count as the same
words: text 2 is taken as text 1 would write it (`retold`). Such texts have the distances of equal texts.

Marks of punctuation and case do not count, unless a text has nothing else. All distances are symmetric: the two texts
are compared in one order, whichever came first. With an empty text every distance is 1, of two empty texts 0.

`distances_plainly` is the definition. Its sums are taken one number after the other, so that the compiled `_distances`,
which `compared` calls, gives the same bits. The text vectors are sums of whole numbers, the same in any order.
"""

import math
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
from perpend.features._distances import measure
from perpend.features.changes import Changes, changes_of
from perpend.features.other_quantities import other_quantities
from perpend.text.sentence import Sentence
from perpend.types import Doubles

__all__ = [
    "CHANGED",
    "Compared",
    "DISTANCES",
    "GROUPS",
    "RAREST",
    "compared",
    "covered",
    "distances_plainly",
    "group_of",
    "retold",
]

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
_TICKS = float(1 << 20)
"""Lengths of vectors are rounded to so many parts of 1 before they are multiplied by levels, whole numbers."""


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
    Those that `perpend.features.encoded` has completed have its distances after DISTANCES, and `cut` tells of these
    sides whether the encoder read their beginning only.
    """

    links: Links
    changes: Changes
    distances: Doubles
    turned: bool
    tokens1: tuple[str, ...]
    tokens2: tuple[str, ...]
    cut: tuple[bool, bool] = (False, False)


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
    return Compared(links, changes, _measured(links, changes), turned, one.tokens, other.tokens)


def _measured(links: Links, changes: Changes) -> Doubles:
    told = retold(links)
    given = _given(links, changes)
    one, other = links.words1.words, links.words2.words
    return measure(one, other, told.words, links.alike, links.cells, links.anchors, given)


def retold(links: Links) -> LinkedWords:
    """Returns the words of text 2, with those of each group of `links` as text 1 writes them."""
    if not links.groups:
        return links.words2
    tokens: list[str] = []
    place = 0
    for rows, columns in sorted(links.groups, key=lambda group: group[1].start):
        tokens += links.words2.tokens[place : columns.start]
        tokens += links.words1.tokens[rows.start : rows.stop]
        place = columns.stop
    return LinkedWords((*tokens, *links.words2.tokens[place:]))


def _given(links: Links, changes: Changes) -> tuple[float, ...]:
    """The distances that words and links alone do not tell: what is kept, the numbers, the kinds of changes."""
    kinds = {change.kind for change in changes.found}
    numbers = _numbers(links)
    return (1.0 - changes.kept, *numbers, *[float(kind in kinds) for kind in CHANGED])


def distances_plainly(links: Links, changes: Changes) -> Doubles:
    """Returns the distances of two linked texts, bit by bit as compiled code does; this is the definition.

    :param links: the links of the texts.
    :param changes: the changes between them.
    """
    one, other, told = links.words1, links.words2, retold(links)
    kept1, kept2, kept_told = _kept(one), _kept(other), _kept(told)
    if not (len(kept1) and len(kept2)):
        return np.full(len(DISTANCES), float(len(kept1) != len(kept2)))
    forms1, forms2 = [one.forms[k] for k in kept1], [told.forms[k] for k in kept_told]
    kept, *rest = _given(links, changes)
    if forms1 == forms2:
        return np.array([*[0.0] * (len(DISTANCES) - len(CHANGED)), *rest[-len(CHANGED) :]])
    found = [
        _cosine(one, kept1, told, kept_told),
        *_nearness(links, kept1, kept2),
        *_coverage(links, kept1, kept2),
        kept,
        *_wording(links, forms1, forms2, kept1, kept2),
        abs(math.log((len(kept1) + 1) / (len(kept_told) + 1))),
        *rest,
    ]
    return np.array(found)


def _total(values: Doubles) -> float:
    """The sum of `values`, added one after the other."""
    return float(np.cumsum(values)[-1]) if len(values) else 0.0


def _kept(words: LinkedWords) -> NDArray[np.intp]:
    """The places of the words that are compared: all but signs, or all if there are signs only."""
    kept = np.flatnonzero(~words.signs)
    return kept if len(kept) else np.arange(len(words))


def _cosine(one: LinkedWords, kept1: NDArray[np.intp], other: LinkedWords, kept2: NDArray[np.intp]) -> float:
    sum1, sum2 = _text_vector(one, kept1), _text_vector(other, kept2)
    norm = math.sqrt(_total(sum1 * sum1) * _total(sum2 * sum2))
    return max(0.0, 1.0 - _total(sum1 * sum2) / norm) if norm else 1.0


def _text_vector(words: LinkedWords, kept: NDArray[np.intp]) -> Doubles:
    """The sum of the word vectors in whole numbers: levels times lengths in ticks."""
    total = np.zeros(words.levels.shape[1])
    for ticks, levels in zip(np.rint(words.lengths[kept] * _TICKS), words.levels[kept], strict=True):
        total += ticks * levels
    return total


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
        1.0 - (_total(best1) / len(best1) + _total(best2) / len(best2)) / 2,
        1.0 - (_total(all1) / len(all1) + _total(all2) / len(all2)) / 2,
    ]


def _content(words: LinkedWords, kept: NDArray[np.intp]) -> NDArray[np.intp]:
    content = np.flatnonzero(words.content[kept])
    return content if len(content) else np.arange(len(kept))


def _mean(values1: Doubles, weights1: Doubles, values2: Doubles, weights2: Doubles) -> float:
    """1 minus the mean of two weighted means."""
    return 1.0 - (_weighted(values1, weights1) + _weighted(values2, weights2)) / 2


def _weighted(values: Doubles, weights: Doubles) -> float:
    return _total(values * weights) / _total(weights)


def _coverage(links: Links, kept1: NDArray[np.intp], kept2: NDArray[np.intp]) -> list[float]:
    """The distances of words that links do not cover."""
    one, other = links.words1, links.words2
    covered1, covered2 = covered(links)
    weights1, weights2 = one.weights[kept1], other.weights[kept2]
    share1, share2 = _weighted(covered1[kept1], weights1), _weighted(covered2[kept2], weights2)
    lengths1, lengths2 = one.lengths[kept1] + _TINY, other.lengths[kept2] + _TINY
    alone1, alone2 = one.weights * one.content * (1 - covered1), other.weights * other.content * (1 - covered2)
    sum1, sum2 = _total(alone1), _total(alone2)
    largest = float(alone1.max()) / RAREST, float(alone2.max()) / RAREST
    return [
        1.0 - (share1 + share2) / 2,
        1.0 - min(share1, share2),
        _mean(covered1[kept1], lengths1, covered2[kept2], lengths2),
        math.sqrt(sum1 * sum2) / (_total(weights1) + _total(weights2)),
        _mean(
            np.where(covered1[kept1] > _SAME, 1.0, 0.0), weights1, np.where(covered2[kept2] > _SAME, 1.0, 0.0), weights2
        ),
        max(largest),
        min(largest),
        math.log1p(sum1 + sum2),
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
    functions = np.array(functions1 + functions2)
    pairs1, pairs2 = (Counter(zip(["^", *forms], [*forms, "$"], strict=True)) for forms in (forms1, forms2))
    return [
        1.0 - _total(functions) / len(functions) if len(functions) else 0.0,
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


def _numbers(links: Links) -> list[float]:
    """The share of quantities that the other text lacks, and whether both texts have such ones."""
    total = len(links.words1.quantities) + len(links.words2.quantities)
    alone1, alone2 = other_quantities(links) if total else ([], [])
    return [(len(alone1) + len(alone2)) / total if total else 0.0, float(bool(alone1) and bool(alone2))]
