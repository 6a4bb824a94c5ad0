"""BLEU from counts, for tuning: of sums over a corpus, of one text, and its gradient.

    counts of a text   matches of order 1..4, n-grams of order 1..4, reference length    (`ngrams.match_counts`)
    brevity            x = 1 - reference length / length
    BLEU               exp( mean over orders of log(matches / n-grams) + min(0, x) )

The gradient is that of BLEU with a smooth brevity penalty, since min(0, x) has a kink at x = 0. The best weights
usually give texts of about the reference length, and at a kink no step along a gradient gains anything, so that the
weights would depend on the last digits of the numbers (Rosti et al. 2010 smooth the penalty too).

    min(0, x)  ~  -log(1 + exp(-sharpness · x)) / sharpness        they differ by .0007 at x = 0, by 1e-12 at x = ±.02

`perpend.metrics` scores text, with BLEU's own tokenisation. Here texts are sequences of numbers, and counts are sums,
possibly fractional, that change hundreds of times a second.
"""

import numpy as np
from numpy.typing import NDArray

from perpend.combination.ngrams import ORDERS, overlaps

__all__ = ["corpus_bleu", "corpus_bleu_slope", "pairwise_bleu"]

_LEAST = 1e-9
_SHARPNESS = 1000.0


def corpus_bleu(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns BLEU, from 0 to 1, of each row of the summed counts `sums`."""
    matches, totals = sums[..., :ORDERS], sums[..., ORDERS : 2 * ORDERS]
    lengths, references = sums[..., ORDERS], sums[..., -1]
    logs = np.log(np.maximum(matches, _LEAST)) - np.log(np.maximum(totals, _LEAST))
    short = np.minimum(0.0, 1.0 - references / np.maximum(lengths, _LEAST))
    return np.asarray(np.where(matches.min(axis=-1) > 0, np.exp(logs.mean(axis=-1) + short), 0.0))


def corpus_bleu_slope(sums: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Returns log BLEU of `sums`, one row of summed counts, with the smooth brevity penalty, and its gradient."""
    safe = np.maximum(sums, _LEAST)
    matches, totals = safe[:ORDERS], safe[ORDERS : 2 * ORDERS]
    length, reference = safe[ORDERS], safe[-1]
    slope = np.zeros(len(sums))
    slope[:ORDERS] = 1.0 / (ORDERS * matches)
    slope[ORDERS : 2 * ORDERS] = -1.0 / (ORDERS * totals)
    value = float((np.log(matches) - np.log(totals)).mean())
    excess = _SHARPNESS * (1.0 - reference / length)
    value -= float(np.logaddexp(0.0, -excess)) / _SHARPNESS
    share = float(np.exp(-np.logaddexp(0.0, excess)))
    slope[ORDERS] += share * reference / length**2
    slope[-1] -= share / length
    return value, slope


def pairwise_bleu(texts: list[tuple[int, ...]] | tuple[tuple[int, ...], ...]) -> NDArray[np.float64]:
    """Returns BLEU of each of `texts` (row) with each as reference (column), with add-one smoothing above order 1."""
    shared = overlaps(texts)
    lengths = np.array([len(text) for text in texts], np.float64)
    logs = np.zeros(shared.shape[1:])
    for order in range(1, ORDERS + 1):
        extra = float(order > 1)
        totals = np.maximum(lengths - order + 1, 0.0)[:, None] + extra
        logs += np.log(np.maximum(shared[order - 1] + extra, _LEAST) / np.maximum(totals, _LEAST))
    short = np.minimum(0.0, 1.0 - lengths[None, :] / np.maximum(lengths, _LEAST)[:, None])
    found = np.exp(logs / ORDERS + short)
    empty = lengths == 0
    found[empty] = 0.0
    found[np.ix_(empty, empty)] = 1.0
    return np.asarray(found)
