"""Features and learned weights -> links, in two passes.

1. A logistic regression on the features of each cell gives its chance to be a link. Cells are taken greedily, the most
   probable first and equal content words before all others, each word at most once: the anchors.
2. A second regression sees the anchors around each cell too. Every cell with a chance of more than a half is a link, so
   that a word can have several: "died" - "passed away".

The weights (`data/links.json`) were learned by `tools/train_links.py` from Edinburgh++'s training part, in which people
linked the words of 714 pairs.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from perpend.alignment.linking.cells import FIRST, LATER, first_features, later_features
from perpend.alignment.linking.words import LinkedWords
from perpend.files.documents import read_document
from perpend.types import Doubles

__all__ = ["Matched", "Weights", "anchors_of", "logistic", "match"]

_LEAST_CHANCE = 0.5


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
    """The result: `anchors` (token -> token, one to one), all `cells` that are links, and similarities and chances."""

    anchors: dict[int, int]
    cells: tuple[tuple[int, int], ...]
    alike: Doubles
    chances: Doubles


def match(words1: LinkedWords, words2: LinkedWords, weights: Weights | None = None) -> Matched:
    """Links the words of two sentences.

    :param words1: the words of the first sentence.
    :param words2: the words of the second sentence.
    :param weights: learned weights; the shipped ones by default.
    """
    if not (len(words1) and len(words2)):
        return Matched({}, (), np.zeros((len(words1), len(words2))), np.zeros((len(words1), len(words2))))
    weights = weights or Weights.shipped()
    features, alike = first_features(words1, words2)
    chances = logistic(features @ weights.first + weights.first_bias)
    anchors = anchors_of(chances, words1, words2, weights.least)
    later = np.concatenate([features, later_features(chances, anchors.items())], axis=-1)
    second = logistic(later @ weights.later + weights.later_bias)
    cells = tuple((int(row), int(column)) for row, column in np.argwhere(second > _LEAST_CHANCE))
    return Matched(anchors, cells, alike, second)


def logistic(values: Doubles) -> Doubles:
    """Returns 1 / (1 + exp(-x)) of each of `values`."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -500, 500))))


def anchors_of(chances: Doubles, words1: LinkedWords, words2: LinkedWords, least: float) -> dict[int, int]:
    """Returns the one-to-one links: equal content words first, then by falling chance; ties go to the first cell.

    :param chances: the chance of each cell.
    :param words1: the words of the rows.
    :param words2: the words of the columns.
    :param least: the least chance of a link.
    """
    equal = np.array([[one == other for other in words2.forms] for one in words1.forms], bool)
    order = np.where(equal & words1.content[:, None], chances + 1.0, chances)
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
