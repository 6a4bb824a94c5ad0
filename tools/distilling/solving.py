"""From the teacher's vectors to a table of pieces: a first table, and the least-squares problem that improves it.

principal_directions   the directions that keep most of the texts' vectors; not centred, as the cosine is not
first_table            a piece alone and the same piece in its contexts, averaged, times a / (a + its frequency)
improved               the table for which the sum of a text's pieces points where the teacher's vector points

`improved` minimises, over tables E, the weighted sum over texts of |x E / s - t|^2 plus `pull` times |E - first|^2. x
has the counts of a text's pieces, t is the teacher's vector, and s is the length of x E in the round before: so only
directions are compared, and a long sentence needs no longer word vectors than a short one. Each round is solved by a
few steps of conjugate gradients with a diagonal preconditioner.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

__all__ = ["ROUNDS", "STEPS", "Floats", "count_matrix", "first_table", "improved", "principal_directions", "unit_rows"]

Floats = NDArray[np.float32]

ROUNDS, STEPS = 3, 8
_SHORTEST = 0.1
"""The length of a text's vector is taken to be at least this part of the median."""


def principal_directions(vectors: Floats, dimensions: int) -> Floats:
    """The columns that keep most of the squares of `vectors`; the largest number of each column is positive."""
    _, columns = np.linalg.eigh((vectors.T @ vectors).astype(np.float64))
    kept = columns[:, ::-1][:, :dimensions]
    return (kept * np.sign(kept[np.abs(kept).argmax(axis=0), range(dimensions)])).astype(np.float32)


def unit_rows(vectors: Floats) -> Floats:
    """Every row at length 1."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), np.float32)


def count_matrix(texts: Sequence[Sequence[int]], pieces: int) -> sparse.csr_matrix:
    """One row a text: how often it has each piece."""
    starts = np.cumsum([0, *map(len, texts)])
    flat = np.concatenate([np.asarray(text, np.int64) for text in texts])
    matrix = sparse.csr_matrix((np.ones(len(flat), np.float32), flat, starts), shape=(len(texts), pieces))
    matrix.sum_duplicates()
    return matrix


def first_table(alone: Floats, contexts: Floats, counts: Floats, *, held: float, common: float) -> Floats:
    """The table to start from.

    `alone` are the pieces' vectors as texts, counted `held` times beside the means `contexts` of `counts` occurrences;
    `common` is the frequency at which a piece weighs half.
    """
    both = unit_rows((held * alone + counts[:, None] * contexts) / (held + counts[:, None]))
    frequencies = (counts + 0.5) / (counts.sum() + 0.5 * len(counts))
    return np.asarray(both * (common / (common + frequencies))[:, None], np.float32)


def improved(first: Floats, counts: sparse.csr_matrix, goals: Floats, weights: Floats, *, pull: float) -> Floats:
    """The table near `first` for which the rows of `counts` point nearest to `goals`; a text counts by its weight."""
    table, roots = first, np.sqrt(weights)
    for _ in range(ROUNDS):
        lengths = np.linalg.norm(counts @ table, axis=1)
        lengths = np.maximum(lengths, _SHORTEST * np.median(lengths))
        scaled = (sparse.diags((roots / lengths).astype(np.float32)) @ counts).tocsr()
        table = _solved(scaled, roots[:, None] * goals, first, table, pull)
    return table


def _solved(rows: sparse.csr_matrix, goals: Floats, first: Floats, start: Floats, pull: float) -> Floats:
    """Some steps of conjugate gradients from `start` towards the least squares."""
    turned = rows.T.tocsr()
    scale = np.float32(1) / (np.asarray(rows.multiply(rows).sum(axis=0), np.float32).reshape(-1, 1) + np.float32(pull))
    table = start.copy()
    rest = turned @ (goals - rows @ table) + pull * (first - table)
    step = scale * rest
    size = float((rest * step).sum())
    for _ in range(STEPS):
        moved = turned @ (rows @ step) + pull * step
        along = size / float((step * moved).sum())
        table += along * step
        rest -= along * moved
        towards = scale * rest
        size, before = float((rest * towards).sum()), size
        step = towards + (size / before) * step
    return table
