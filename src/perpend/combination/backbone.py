"""Chooses the backbone, the candidate whose word order is used, by minimum Bayes risk (section 3 of the paper).

    risk of a text  =  sum over all texts of  weight of the other · loss(other, text)          equations 2 and 3

The text is the reference and the others are hypotheses. The loss is the edit cost per reference word, not capped, under
the costs of TER or TERp, or 1 - BLEU of the text with the other as its reference. A text without words has length 1.
The least risk wins; of equal risks, the first. The weights are those of the systems (all equal in equation 2).

For many texts, most losses need not be computed. `choose_bounded` visits the texts in the order of a lower bound of
their risk, and leaves a text as soon as the known losses, and bounds for the others, exceed the best risk so far. It
chooses the same text as `choose`.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from perpend.alignment.aligner import Aligner
from perpend.combination.bleu import pairwise_bleu
from perpend.combination.segment import Segment
from perpend.types import Doubles

__all__ = ["MANY", "bleu_losses", "choose", "choose_bounded", "edit_losses", "edit_losses_of", "risks"]


MANY = 20
"""With more texts than this, only some losses are computed to choose a backbone."""

_CHUNK = 16
_ROUNDING = 1e-9


def edit_losses(aligner: Aligner, segments: Sequence[Segment]) -> list[Doubles]:
    """Returns for each of `segments` the losses of all texts: `[text as reference, text as hypothesis]`.

    `aligner` aligns the texts.
    """
    hyps: list[tuple[str, ...]] = []
    refs: list[tuple[str, ...]] = []
    for segment in segments:
        keys = [segment.keys(text) for text in range(len(segment.texts))]
        hyps += keys * len(keys)
        refs += [ref for ref in keys for _ in keys]
    costs, place = aligner.align_many(hyps, refs).costs, 0
    found = []
    for segment in segments:
        size = len(segment.texts)
        part = costs[place : place + size * size].reshape(size, size)
        found.append(part / _lengths(segment)[:, None])
        place += size * size
    return found


def edit_losses_of(aligner: Aligner, segment: Segment, refs: Sequence[int]) -> Doubles:
    """Returns the `edit_losses` of `segment` by `aligner` for the texts numbered `refs` only, one row each."""
    keys = [segment.keys(text) for text in range(len(segment.texts))]
    costs = aligner.align_many(keys * len(refs), [keys[ref] for ref in refs for _ in keys]).costs
    return costs.reshape(len(refs), len(keys)) / _lengths(segment)[list(refs), None]


def bleu_losses(segment: Segment) -> Doubles:
    """Returns 1 - BLEU of each text of `segment` (row) with each other text as its reference (column)."""
    return 1.0 - pairwise_bleu(segment.texts)


def risks(losses: Doubles, weights: Doubles) -> Doubles:
    """Returns the risk of each text from its row of `losses` and the `weights` of the texts."""
    return np.array([_risk(row, weights) for row in losses])


def choose(losses: Doubles, weights: Doubles) -> int:
    """Returns the index of the text with the least risk, the first of equals; `losses` and `weights` as in `risks`."""
    return int(np.argmin(risks(losses, weights)))


def choose_bounded(aligner: Aligner, segment: Segment, weights: Doubles) -> int:
    """Returns what `choose` returns for the `edit_losses` of `segment`, with as few alignments as the bounds allow.

    `aligner` aligns the texts, and `weights` are as in `risks`.
    """
    keys = [segment.keys(text) for text in range(len(segment.texts))]
    lengths = _lengths(segment)
    least = _bounds(aligner, keys) / lengths[:, None]
    heaviest_first = np.argsort(-weights, kind="stable")
    best, best_risk = -1, np.inf
    for text in np.argsort((least * weights).sum(axis=1), kind="stable").tolist():
        row = least[text].copy()
        for start in range(0, len(keys), _CHUNK):
            if _risk(row, weights) > best_risk + _ROUNDING:
                break
            part = heaviest_first[start : start + _CHUNK]
            costs = aligner.align_many([keys[k] for k in part], [keys[text]] * len(part)).costs
            row[part] = costs / lengths[text]
        else:
            risk = _risk(row, weights)
            if risk < best_risk or (risk == best_risk and text < best):
                best, best_risk = text, risk
    return best


def _risk(row: Doubles, weights: Doubles) -> float:
    return float((row * weights).sum())


def _lengths(segment: Segment) -> Doubles:
    return np.array([max(1, len(text)) for text in segment.texts], np.float64)


def _bounds(aligner: Aligner, keys: Sequence[tuple[str, ...]]) -> Doubles:
    """Returns a lower bound of the cost of each pair: the words that only one text has, times the cheapest edit.

    With paraphrases, many words may cost nothing, so the bound is 0.
    """
    costs = aligner.costs
    cheapest = min(costs.insertion, costs.deletion, costs.substitution, costs.stem, costs.synonym)
    size = len(keys)
    if aligner.phrases is not None or cheapest <= 0 or costs.match < 0:
        return np.zeros((size, size))
    counts = [Counter(text) for text in keys]
    found = np.zeros((size, size))
    for one in range(size):
        for other in range(one):
            common = sum((counts[one] & counts[other]).values())
            found[one, other] = found[other, one] = cheapest * (max(len(keys[one]), len(keys[other])) - common)
    return found
