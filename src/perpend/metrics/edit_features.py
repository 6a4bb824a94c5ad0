"""Alignments -> features: one row for each, whose product with the weights is the cost of the alignment.

    feature  match  insertion  deletion  substitution  stem  synonym  shift  phrase-a  phrase-b  phrase-c  phrase-d
    value      9        1          2           1         1      0       1        2      sum L·q   sum p·q   sum q
    weight   0.00     0.26       1.43        1.56      0.00   0.00    0.56    -0.23     -0.15     -0.08      0.18

The first seven count edits. The others are sums over the paraphrases used of the factors of the parameters in the
phrase function: 1, L·q, p·q and q, where p is the probability, L = log10(p), and q the cost of aligning its two sides
under the costs in use. (A phrase function without q has 1, L and p; NONE has none.)

The product with the weights is the cost before phrase costs are limited to the minimum and maximum of the cost set.
"""

from dataclasses import replace

import numpy as np

from perpend.alignment import Aligner, Alignments, Costs, Op
from perpend.alignment.edits import COUNT_NAMES
from perpend.errors import InputError
from perpend.types import Doubles

__all__ = ["EDIT_WEIGHTS", "costs_with", "features_of", "weight_names", "weights_in"]

EDIT_WEIGHTS = ("match", "insertion", "deletion", "substitution", "stem", "synonym", "shift")
_OPS = (Op.MATCH, Op.INSERT, Op.DELETE, Op.SUBSTITUTE, Op.STEM, Op.SYNONYM)


def weight_names(costs: Costs, *, phrases: bool) -> tuple[str, ...]:
    """Returns the names of all weights of `costs` in their order; those of the phrase function only with `phrases`.

    >>> weight_names(Costs.named("terpa"), phrases=True)[6:]
    ('shift', 'phrase-a', 'phrase-b', 'phrase-c', 'phrase-d')
    """
    count = len(costs.phrase_parameters) if phrases and costs.phrase_function != "NONE" else 0
    return (*EDIT_WEIGHTS, *(f"phrase-{letter}" for letter in "abcd"[:count]))


def weights_in(costs: Costs, *, phrases: bool) -> Doubles:
    """Returns the weights of `costs`, in the order of `weight_names`; `phrases` as there."""
    edits = [getattr(costs, name) for name in EDIT_WEIGHTS]
    return np.array([*edits, *costs.phrase_parameters][: len(weight_names(costs, phrases=phrases))])


def costs_with(costs: Costs, weights: Doubles) -> Costs:
    """Returns `costs` with other `weights`; phrase parameters that are not among the weights do not change."""
    numbers = weights.tolist()
    edits = dict(zip(EDIT_WEIGHTS, numbers, strict=False))
    return replace(costs, **edits, phrase_parameters=tuple(numbers[len(EDIT_WEIGHTS) :]) or costs.phrase_parameters)


def features_of(aligner: Aligner, alignments: Alignments) -> Doubles:
    """Returns one row for each of the `alignments` by `aligner`, in the order of `weight_names`."""
    rows = alignments.counts()[:, (*_OPS, COUNT_NAMES.index("shift"))].astype(np.float64)
    if aligner.phrases is None:
        return rows
    owners, entries = alignments.phrases_used()
    used, place = np.unique(entries, return_inverse=True)
    phrase_rows = _phrase_rows(aligner, used.tolist())[place]
    _refuse_infinite(phrase_rows, owners)
    sums = [np.bincount(owners, weights=column, minlength=len(rows)) for column in phrase_rows.T]
    return np.column_stack([rows, *sums])


def _phrase_rows(aligner: Aligner, entries: list[int]) -> Doubles:
    """Returns the factors of the parameters of the phrase function for each of these entries."""
    table, function = aligner.phrases, aligner.costs.phrase_function
    assert table is not None
    p = np.asarray(table.pair_p)[entries]
    x = 1.0 - p if "INV" in function else p
    # The quotient of logs is TER-Plus's; the caller raises an error for a probability of 0.
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithm = np.log(x) / np.log(10.0)
        if function == "NONE":
            return np.empty((len(entries), 0))
        if function.endswith("NONED"):
            return np.column_stack([np.ones_like(x), logarithm, x])
        pairs = [table.pair(entry) for entry in entries]
        alone = Aligner(aligner.costs).align_many([pair.hyp for pair in pairs], [pair.ref for pair in pairs])
        q = alone.costs
        return np.column_stack([np.ones_like(x), logarithm * q, x * q, q])


def _refuse_infinite(phrase_rows: Doubles, owners: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    wrong = np.flatnonzero(~np.isfinite(phrase_rows).all(axis=1))
    if len(wrong):
        raise InputError(
            f"pair {owners[wrong[0]] + 1} uses a paraphrase whose probability has no logarithm: "
            "build the phrase table without it"
        )
