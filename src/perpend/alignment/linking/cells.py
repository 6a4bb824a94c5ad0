"""The features of each cell: one token of the first sentence and one of the second.

    first_features(words1, words2)        of the two words and their neighbours
    later_features(chances, anchors)      of the links that were sure at first

Both return an array of shape (tokens, tokens, features), in the order of FIRST and LATER. A cell has a similarity from
0 to 1, the closer of WordNet's relation and the vectors; contexts are the similarities of the cells around it: on the
diagonal (both neighbours are alike), near it, and within three words."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import JaroWinkler
from rapidfuzz.process import cdist

from perpend.alignment.linking.words import LEVEL, LinkedWords
from perpend.lexicon.word_relations import RELATIONS, relation_of
from perpend.types import Doubles

__all__ = [
    "FIRST",
    "LATER",
    "cosines_of",
    "first_features",
    "later_features",
    "letters_of",
    "relations_of",
    "similarities",
]

FIRST = (
    *(f"is {relation or 'unrelated'}" for relation in RELATIONS),
    "signs", "cosine", "letters", "functions", "one function", "same function", "same sign", "left", "right", "both",
    "left 2", "right 2", "near left", "near right", "window", "window unrelated", "window function", "apart",
    "apart same", "apart function", "below row", "below column", "row count", "column count", "row has", "column has",
    "information", "information apart", "cosine unrelated", "left unrelated", "right unrelated", "left function",
    "right function", "both function", "left sign", "right sign", "cosine row has", "cosine column has",
    "letters unrelated", "content",
)  # fmt: skip
"""The names of the features of the first pass."""

LATER = (
    "odds", "anchor", "row taken", "column taken", "free", "after anchor", "before anchor", "between anchors",
    "gap", "beside", "around", "row free", "column free", "beside free row", "beside free column", "below row best",
    "below column best", "odds free", "odds beside",
)  # fmt: skip
"""The names of the further features of the second pass."""

_CLOSENESS = np.array([1.0, 0.9, 0.8, 0.75, 0.6, 0.5, 0.5, 0.0])
_SIGNS = 0.2
_UNRELATED = len(RELATIONS) - 1
_NUMBER = {relation: number for number, relation in enumerate(RELATIONS)}
_BY_VECTOR = 0.9
_CLOSE = 0.9
_REACH = 3
_MOST_ODDS = 12.0
_LETTERS = 64


def relations_of(words1: LinkedWords, words2: LinkedWords, fixed: Iterable[tuple[int, int]] = ()) -> NDArray[np.int64]:
    """Returns the index in RELATIONS of each cell: a word of `words1` and one of `words2`; `fixed` are the same."""
    rows = [[_NUMBER[relation_of(one, other)] for other in words2.forms] for one in words1.forms]
    found = np.array(rows, np.int64).reshape(len(words1), len(words2))
    for row, column in fixed:
        found[row, column] = 0
    return found


def cosines_of(words1: LinkedWords, words2: LinkedWords) -> Doubles:
    """Returns the cosine of each cell of `words1` and `words2`, from whole numbers, so that no order changes it."""
    return np.asarray(words1.levels.astype(np.float64) @ words2.levels.T.astype(np.float64) / LEVEL**2)


def letters_of(words1: LinkedWords, words2: LinkedWords) -> Doubles:
    """Returns the Jaro-Winkler similarity of the first 64 letters of each cell of `words1` and `words2`.

    It is 0 but for two content words.
    """
    one, other = ([form[:_LETTERS] for form in words.forms] for words in (words1, words2))
    found = cdist(one, other, scorer=JaroWinkler.similarity, dtype=np.float64)
    equal = np.array([[form == its for its in words2.forms] for form in words1.forms], bool).reshape(found.shape)
    return np.where(np.logical_and.outer(words1.content, words2.content), np.where(equal, 1.0, found), 0.0)


def similarities(relations: NDArray[np.int64], cosines: Doubles, signs: NDArray[np.bool_]) -> Doubles:
    """Returns the similarity of each cell, from its `relations` and `cosines`; different `signs` are a little alike."""
    by_relation = np.where(signs & (relations == _UNRELATED), _SIGNS, _CLOSENESS[relations])
    return np.maximum(by_relation, np.clip(cosines, 0.0, 1.0) * _BY_VECTOR)


def first_features(
    words1: LinkedWords, words2: LinkedWords, fixed: Iterable[tuple[int, int]] = ()
) -> tuple[Doubles, Doubles]:
    """Returns the features of each cell of `words1` and `words2`, in the order of FIRST, and its similarity.

    The cells in `fixed` count as the same word.
    """
    rows, columns = len(words1), len(words2)
    relations = relations_of(words1, words2, fixed)
    same, unrelated = relations == 0, relations == _UNRELATED
    cosines = np.where(same, 1.0, cosines_of(words1, words2))
    both_signs = np.logical_and.outer(words1.signs, words2.signs)
    alike = similarities(relations, cosines, both_signs)
    unrelated &= ~both_signs
    letters = letters_of(words1, words2)
    functions1, functions2 = ~words1.content, ~words2.content
    functions = np.logical_and.outer(functions1, functions2).astype(np.float64)
    at = _around(alike, _REACH)
    left, right = at(-1, -1), at(1, 1)
    content = np.logical_and.outer(words1.content, words2.content)
    window = _window(alike * content)
    apart = np.abs(np.arange(rows)[:, None] / max(rows - 1, 1) - np.arange(columns)[None, :] / max(columns - 1, 1))
    close = _CLOSENESS[relations] >= _CLOSE
    row_count, column_count = close.sum(1, keepdims=True), close.sum(0, keepdims=True)
    row_has, column_has = row_count > 0, column_count > 0
    information1, information2 = words1.information[:, None], words2.information[None, :]
    features = (
        *(relations == number for number in range(_UNRELATED)), unrelated, both_signs & ~same,
        cosines, letters, functions, np.logical_xor.outer(functions1, functions2), functions * same, both_signs & same,
        left, right, left * right, at(-2, -2), at(2, 2),
        np.maximum.reduce([at(-1, -2), at(-2, -1), at(-2, -2)]), np.maximum.reduce([at(1, 2), at(2, 1), at(2, 2)]),
        window, window * unrelated, window * functions, apart, apart * same, apart * functions,
        alike - alike.max(1, keepdims=True), alike - alike.max(0, keepdims=True), row_count, column_count,
        row_has & ~same, column_has & ~same, np.minimum(information1, information2), abs(information1 - information2),
        cosines * unrelated * (1 - functions), left * unrelated, right * unrelated, left * functions, right * functions,
        left * right * functions, left * both_signs, right * both_signs, cosines * row_has, cosines * column_has,
        letters * unrelated, content,
    )  # fmt: skip
    return _stacked(features, rows, columns), alike


def later_features(scores: Doubles, chances: Doubles, anchors: Iterable[tuple[int, int]]) -> Doubles:
    """Returns the features of each cell in the order of LATER.

    :param scores: the weighted sums of the first pass.
    :param chances: the chances that follow from them.
    :param anchors: the one-to-one links of the first pass.
    """
    rows, columns = chances.shape
    anchor = np.zeros((rows, columns))
    for row, column in anchors:
        anchor[row, column] = 1.0
    at = _around(anchor, 2)
    in_row, in_column = anchor.sum(1, keepdims=True), anchor.sum(0, keepdims=True)
    row_free, column_free = in_row == 0, in_column == 0
    odds = np.clip(scores, -_MOST_ODDS, _MOST_ODDS)
    free = (row_free & column_free).astype(np.float64)
    after, before = at(-1, -1), at(1, 1)
    beside = at(0, -1) + at(0, 1) + at(-1, 0) + at(1, 0)
    around = np.sum([at(down, across) for down in (-2, -1, 1, 2) for across in (-2, -1, 1, 2)], axis=0)
    features = (
        odds, anchor, in_row * (1 - anchor), in_column * (1 - anchor), free, after, before, after * before,
        free * after * before, beside, around, row_free & ~column_free, column_free & ~row_free, beside * row_free,
        beside * column_free, chances.max(1, keepdims=True) - chances, chances.max(0, keepdims=True) - chances,
        free * odds, beside * odds,
    )  # fmt: skip
    return _stacked(features, rows, columns)


def _stacked(features: Iterable[NDArray[Any]], rows: int, columns: int) -> Doubles:
    return np.stack([np.broadcast_to(one, (rows, columns)) for one in features], axis=-1).astype(np.float64)


class _around:  # noqa: N801
    """The array shifted by (down, across), with zeros beyond its edges."""

    def __init__(self, values: Doubles, reach: int) -> None:
        self._padded, self._reach, self._shape = np.pad(values, reach), reach, values.shape

    def __call__(self, down: int, across: int) -> Doubles:
        top, left = self._reach + down, self._reach + across
        return self._padded[top : top + self._shape[0], left : left + self._shape[1]]


def _window(alike: Doubles) -> Doubles:
    """The similarities within three words on both sides; those in crossing order or in the same row count half."""
    at = _around(alike, _REACH)
    left, right = (_around(at(0, side) + at(0, 2 * side) + at(0, 3 * side), _REACH) for side in (-1, 1))

    def three(values: _around, side: int) -> Doubles:
        return values(side, 0) + values(2 * side, 0) + values(3 * side, 0)

    straight = three(left, -1) + three(right, 1)
    crossing = three(right, -1) + three(left, 1)
    beside = (left(0, 0) + right(0, 0)) + (three(at, -1) + three(at, 1))
    return straight + 0.5 * (crossing + beside)
