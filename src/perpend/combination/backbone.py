"""Which candidate gives the others their order: minimum Bayes risk (section 3 of the paper).

    risk of a text  =  sum over all texts of  weight of the other · loss(other, text)          equations 2 and 3

The text is the reference and the others are hypotheses; the loss is the edit cost per word of the reference, not
capped, under the costs of TER or TERp, or 1 - BLEU of the text with the other as its reference. A text without words
counts as one of length 1. The least risk wins, the first of equals. Weights are those of the systems, equal ones for
equation 2.

For many texts most of the losses need not be known. `choose_bounded` takes the texts in the order of what their risk is
at least, and leaves a text as soon as the losses known so far, and bounds for the others, exceed the best risk found:
it chooses the same text as `choose`.
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
"""With more texts than this, not all losses are computed to choose a backbone."""

_CHUNK = 16
_ROUNDING = 1e-9


def edit_losses(aligner: Aligner, segments: Sequence[Segment]) -> list[Doubles]:
    """For each segment the losses of all texts: `[text as reference, text as hypothesis]`."""
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
    """The losses of some texts only, a row for each."""
    keys = [segment.keys(text) for text in range(len(segment.texts))]
    costs = aligner.align_many(keys * len(refs), [keys[ref] for ref in refs for _ in keys]).costs
    return costs.reshape(len(refs), len(keys)) / _lengths(segment)[list(refs), None]


def bleu_losses(segment: Segment) -> Doubles:
    """1 - BLEU of each text, the others being its references."""
    return 1.0 - pairwise_bleu(segment.texts)


def risks(losses: Doubles, weights: Doubles) -> Doubles:
    """The risk of each text; `weights` are those of the texts."""
    return np.array([_risk(row, weights) for row in losses])


def choose(losses: Doubles, weights: Doubles) -> int:
    """The number of the text with the least risk, the first of equals."""
    return int(np.argmin(risks(losses, weights)))


def choose_bounded(aligner: Aligner, segment: Segment, weights: Doubles) -> int:
    """What `choose` chooses from `edit_losses`, with as few alignments as bounds allow."""
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
    """What aligning two texts costs at least: the words that only one of them has, at the cheapest edit.

    With paraphrases many words may cost nothing, so then nothing is known.
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
