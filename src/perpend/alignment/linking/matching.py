"""Features and learned weights -> links, in two passes.

1. A logistic regression on the features of each cell gives its chance to be a link. Cells are taken greedily, the most
   probable first and equal content words before all others, each word at most once: the anchors.
2. A second regression sees the anchors around each cell too. Every cell with a chance of more than a half is a link, so
   that a word can have several: "died" - "passed away".
3. Content words that are still free on both sides are linked if they are the same, forms of one word, synonyms or of
   one family: they have no other counterpart, however far the clause has moved.

The weights (`data/links.json`) were learned by `tools/train_links.py` from Edinburgh++'s training part, in which people
linked the words of 714 pairs; the 42 of them that occur in a test set were dropped.

`match` is compiled (`_cells`); `match_plainly` is the definition.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from perpend.alignment.linking._cells import match_words
from perpend.alignment.linking.cells import FIRST, LATER, first_features, later_features, relations_of
from perpend.alignment.linking.equal_groups import Group, equal_groups
from perpend.alignment.linking.words import LinkedWords
from perpend.files.documents import read_document
from perpend.lexicon.word_relations import relation_of
from perpend.types import Doubles, Flags

__all__ = [
    "CANDIDATE",
    "Matched",
    "Weights",
    "anchors_of",
    "cells_of",
    "logistic",
    "match",
    "match_plainly",
    "weighted",
]

_LIKELY = 0.5
_CLOSEST = ("same", "inflected", "synonym", "derived")
"""The relations that link free words, the closest first."""

_MOST_FREE = 10_000
"""With more pairs of free words, which long texts have, words are often related by chance."""

CANDIDATE = 0.01
"""Cells with a smaller chance in the first pass are no links, and the second pass skips them."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weights of the two passes, each with its bias, and the least chance of an anchor."""

    first: Doubles
    first_bias: float
    later: Doubles
    later_bias: float
    least: float

    @staticmethod
    @cache
    def shipped() -> "Weights":
        """Returns the weights that come with Perpend."""
        fields = read_document(Path(__file__).parents[1] / "data" / "links.json", remedy="install Perpend again")
        first, later = fields.numbers("first"), fields.numbers("later")
        return Weights(
            first=np.array([first[name] for name in FIRST]),
            first_bias=fields.number("first_bias"),
            later=np.array([later[name] for name in (*FIRST, *LATER)]),
            later_bias=fields.number("later_bias"),
            least=fields.number("least"),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """The result: `anchors` (token -> token, one to one), all `cells` that are links, and similarities and chances.

    `groups` are runs of tokens that say the same in another spelling; all their cells are links, and no others of their
    rows and columns. `chances` are those of the second pass, 0 for cells that it did not see.
    """

    anchors: dict[int, int]
    cells: tuple[tuple[int, int], ...]
    alike: Doubles
    chances: Doubles
    groups: Sequence[Group] = ()


def match(words1: LinkedWords, words2: LinkedWords, weights: Weights | None = None) -> Matched:
    """Links the words of two sentences, by compiled code.

    :param words1: the words of the first sentence.
    :param words2: the words of the second sentence.
    :param weights: learned weights; the shipped ones by default.
    """
    given = weights or Weights.shipped()
    groups = equal_groups(words1, words2)
    anchors, cells, alike, chances = match_words(
        words1.words, words2.words, given.first, given.first_bias, given.later, given.later_bias, given.least,
        CANDIDATE, _LIKELY, cells_of(groups),
    )  # fmt: skip
    return _completed(Matched(anchors, _settled(cells, groups), alike, chances, groups), words1, words2)


def cells_of(groups: Iterable[Group]) -> list[tuple[int, int]]:
    """Returns all pairs of a token of text 1 and one of text 2 of each of `groups`."""
    return [(row, column) for rows, columns in groups for row in rows for column in columns]


def _settled(cells: tuple[tuple[int, int], ...], groups: Sequence[Group]) -> tuple[tuple[int, int], ...]:
    """The linked cells with those of the groups, and without others of their rows and columns."""
    if not groups:
        return cells
    rows = {row for group in groups for row in group[0]}
    columns = {column for group in groups for column in group[1]}
    others = (cell for cell in cells if cell[0] not in rows and cell[1] not in columns)
    return tuple(sorted((*others, *cells_of(groups))))


def _completed(found: Matched, words1: LinkedWords, words2: LinkedWords) -> Matched:
    """`found` with links between free content words that are related, the closest relations first."""
    rows = _free(words1, {row for row, _ in found.cells}.union(found.anchors))
    columns = _free(words2, {column for _, column in found.cells}.union(found.anchors.values()))
    if not 0 < len(rows) * len(columns) <= _MOST_FREE:
        return found
    related = [
        (_CLOSEST.index(relation), row, column)
        for row in rows
        for column in columns
        if (relation := relation_of(words1.forms[row], words2.forms[column])) in _CLOSEST
    ]
    added: dict[int, int] = {}
    for _, row, column in sorted(related):
        if row not in added and column not in added.values():
            added[row] = column
    if not added:
        return found
    return replace(found, anchors=found.anchors | added, cells=tuple(sorted((*found.cells, *added.items()))))


def _free(words: LinkedWords, taken: set[int]) -> list[int]:
    return [place for place in range(len(words)) if words.content[place] and place not in taken]


def match_plainly(words1: LinkedWords, words2: LinkedWords, weights: Weights | None = None) -> Matched:
    """Returns the same as `match`, bit by bit; this is the definition.

    :param words1: the words of the first sentence.
    :param words2: the words of the second sentence.
    :param weights: learned weights; the shipped ones by default.
    """
    weights = weights or Weights.shipped()
    shape = len(words1), len(words2)
    if 0 in shape:
        return Matched({}, (), np.zeros(shape), np.zeros(shape))
    groups = equal_groups(words1, words2)
    fixed = cells_of(groups)
    features, alike = first_features(words1, words2, fixed)
    scores = weighted(features, weights.first, weights.first_bias)
    chances = logistic(scores)
    anchors = anchors_of(chances, relations_of(words1, words2, fixed) == 0, words1.content, weights.least)
    later = np.concatenate([features, later_features(scores, chances, anchors.items())], axis=-1)
    second = logistic(weighted(later, weights.later, weights.later_bias))
    second = np.where(chances >= CANDIDATE, second, 0.0)
    cells = tuple((int(row), int(column)) for row, column in np.argwhere(second > _LIKELY))
    return _completed(Matched(anchors, _settled(cells, groups), alike, second, groups), words1, words2)


def weighted(features: Doubles, weights: Doubles, bias: float) -> Doubles:
    """Returns the weighted sum of each cell's features, added one after the other.

    :param features: the features of each cell, along the last axis.
    :param weights: a weight for each feature.
    :param bias: what the sum begins with.
    """
    total = np.full(features.shape[:-1], bias)
    for number, weight in enumerate(weights):
        total += weight * features[..., number]
    return total


def logistic(values: Doubles) -> Doubles:
    """Returns 1 / (1 + exp(-x)) of each of `values`, by the exp of the C library, as the compiled code."""
    exponents = -np.clip(values, -500, 500)
    powers = np.array([math.exp(one) for one in exponents.ravel().tolist()])
    return np.asarray(1.0 / (1.0 + powers.reshape(values.shape)))


def anchors_of(chances: Doubles, same: Flags, content: Flags, least: float) -> dict[int, int]:
    """Returns the one-to-one links: equal content words first, then by falling chance; ties go to the first cell.

    :param chances: the chance of each cell.
    :param same: whether its words are the same.
    :param content: whether the word of each row is a content word.
    :param least: the least chance of a link.
    """
    order = np.where(same & content[:, None], chances + 1.0, chances)
    found: dict[int, int] = {}
    taken: set[int] = set()
    columns = chances.shape[1]
    for cell in np.argsort(-order, axis=None, kind="stable").tolist():
        row, column = divmod(cell, columns)
        if order[row, column] < least:
            break
        if row not in found and column not in taken:
            found[row] = column
            taken.add(column)
    return found
