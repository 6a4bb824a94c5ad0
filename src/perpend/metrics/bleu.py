"""BLEU: the precision of the hypotheses' n-grams, with a penalty for short hypotheses.

    hyp   the cat sat on a mat       1-grams 5 of 6    2-grams 3 of 5    3-grams 2 of 4    4-grams 1 of 3
    ref   the cat sat on the mat     score = (5/6 · 3/5 · 2/4 · 1/3) ^ 1/4, times the brevity penalty, here 1

With the default settings the score is sacrebleu's: tokeniser 13a, exponential smoothing, orders 1 to 4. It is from 0 to
1, where sacrebleu prints it times 100. A corpus is scored by the sums of its segments' counts.

    smooth            an order without a match counts as     none 0 · floor `smooth_value` / total (0.1)
                      add-k: `smooth_value` (1) is added to counts above order 1 · exp 1/2, 1/4, 1/8 ... of a match
    effective_order   skip orders that a hypothesis is too short for. None: for single segments only, as sacrebleu
                      recommends; without it, a segment of three words scores 0
    brevity_penalty   exp(1 - r / h) for hypotheses that are shorter (h) than their references (r)
    reference_length  of several references, r is that of the `closest` length (of two, the shorter), or the `shortest`

An empty hypothesis scores 0, also against an empty reference.

The form of Finch et al. (2005) for pairs of sentences is `Bleu(order=n, smooth="none", effective_order=False,
brevity_penalty=False)` for n from 1 to 4, or `by_order` of the last: a pair that shares no n-gram scores 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from perpend.errors import SettingError, unknown_name
from perpend.metrics.corpus_score import CorpusScore
from perpend.metrics.measure import Texts, WordMeasure, check_order
from perpend.metrics.ngrams import Numbered, possible_ngrams
from perpend.metrics.streams import References
from perpend.text import Tokenizer
from perpend.types import Doubles, Integers

__all__ = ["Bleu", "REFERENCE_LENGTHS", "SMOOTHINGS", "bleu"]

SMOOTHINGS: dict[str, float | None] = {"add-k": 1.0, "exp": None, "floor": 0.1, "none": None}
"""The kinds of smoothing and their default values."""

REFERENCE_LENGTHS = ("closest", "shortest")


@dataclass(frozen=True)
class Bleu(WordMeasure):
    """BLEU with its settings, which are the parameters of `bleu`."""

    order: int = 4
    tokenizer: str | Tokenizer = "13a"
    lowercase: bool = False
    smooth: str = "exp"
    smooth_value: float | None = None
    effective_order: bool | None = None
    brevity_penalty: bool = True
    reference_length: str = "closest"

    name: ClassVar[str] = "bleu"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smooth not in SMOOTHINGS:
            raise unknown_name("smoothing", self.smooth, SMOOTHINGS)
        if self.reference_length not in REFERENCE_LENGTHS:
            raise unknown_name("reference length", self.reference_length, REFERENCE_LENGTHS)
        check_order(self.order)
        if self.smooth_value is not None and not 0 <= self.smooth_value < np.inf:
            raise SettingError(f"smoothing value {self.smooth_value:g}: a number from 0 on is needed")

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the statistics, in sacrebleu's order."""
        orders = range(1, self.order + 1)
        return ("hyp_length", "ref_length", *(f"match_{n}" for n in orders), *(f"total_{n}" for n in orders))

    @property
    def settings(self) -> str:
        """The settings, for the signature."""
        smooth = self.smooth if SMOOTHINGS[self.smooth] is None else f"{self.smooth}[{self._smooth_value:g}]"
        effective = {None: "segments", True: "yes", False: "no"}[self.effective_order]
        length = self.reference_length if self.brevity_penalty else "no"
        return (
            f"order:{self.order}|case:{'lc' if self.lowercase else 'mixed'}|eff:{effective}"
            f"|tok:{self.tokenizing.signature()}|smooth:{smooth}|brevity:{length}"
        )

    def rows(self, hyps: Sequence[str], refs: Texts) -> Doubles:
        """Returns the statistics of `hyps`, each with its references in `refs`, one row per segment."""
        numbered = Numbered.of(hyps, refs, self.tokens)
        hyp_lengths = numbered.lengths[numbered.first[:-1]]
        ref_lengths = self._reference_lengths(numbered, hyp_lengths)
        lengths = np.stack([hyp_lengths, ref_lengths], axis=1)
        totals = possible_ngrams(hyp_lengths, self.order)
        return np.concatenate([lengths, numbered.matches(self.order), totals], axis=1).astype(np.float64)

    def scores(self, sums: Doubles) -> Doubles:
        """Returns the scores of sums of rows."""
        return self._scores(sums, bool(self.effective_order))

    def segment_scores(self, rows: Doubles) -> Doubles:
        """Returns the scores of single segments from their statistics `rows`."""
        return self._scores(rows, self.effective_order is not False)

    def by_order(self, sums: Doubles, *, segments: bool = False) -> Doubles:
        """Returns BLEU1, BLEU2, ... up to the order, from `sums`, in a new last axis; `segments`: as `segment_scores`.

        >>> measure = Bleu(smooth="none", effective_order=False, brevity_penalty=False)
        >>> rows = measure.rows(["the cat sat on a mat"], [["the cat sat on the mat"]])
        >>> measure.by_order(rows).round(4).tolist()
        [[0.8333, 0.7071, 0.63, 0.5373]]
        """
        effective = self.effective_order is not False if segments else bool(self.effective_order)
        return self._penalty(sums)[..., None] * self._means(sums, effective)

    def _scores(self, sums: Doubles, effective: bool) -> Doubles:
        return self._penalty(sums) * self._means(sums, effective)[..., -1]

    def _means(self, sums: Doubles, effective: bool) -> Doubles:
        """Returns the geometric mean of the precisions up to each order."""
        precisions, counted = self._precisions(sums)
        with np.errstate(divide="ignore"):
            added = np.cumsum(np.where(counted | (not effective), np.log(precisions), 0.0), axis=-1)
        orders = np.arange(1, self.order + 1)
        divisors = np.maximum(np.cumsum(counted, axis=-1), 1) if effective else orders
        return np.where(self._matched(sums), np.exp(added / divisors), 0.0)

    def _matched(self, sums: Doubles) -> NDArray[np.bool_]:
        """Whether any n-gram up to each order matches; otherwise the score is 0 in spite of smoothing."""
        return np.cumsum(sums[..., 2 : 2 + self.order], axis=-1) > 0

    def _precisions(self, sums: Doubles) -> tuple[Doubles, NDArray[np.bool_]]:
        """Returns the smoothed precision of each order, and whether there are n-grams of that order."""
        matches, totals = sums[..., 2 : 2 + self.order], sums[..., 2 + self.order :]
        value = self._smooth_value
        if self.smooth == "add-k":
            added = np.where(np.arange(self.order) > 0, value, 0.0)
            matches, totals = matches + added, totals + added
        counted = np.logical_and.accumulate(totals > 0, axis=-1)
        if self.smooth == "exp":
            missed = counted & (matches == 0)
            matches = np.where(missed, 0.5 ** np.cumsum(missed, axis=-1), matches)
        elif self.smooth == "floor":
            matches = np.where(matches == 0, value, matches)
        return np.where(counted, matches / np.where(counted, totals, 1.0), 0.0), counted

    @property
    def _smooth_value(self) -> float:
        return (SMOOTHINGS[self.smooth] or 0.0) if self.smooth_value is None else self.smooth_value

    def _penalty(self, sums: Doubles) -> Doubles:
        if not self.brevity_penalty:
            return np.ones(sums.shape[:-1])
        hyp, ref = sums[..., 0], sums[..., 1]
        short = np.exp(1.0 - ref / np.where(hyp > 0, hyp, 1.0))
        return np.where(hyp >= ref, 1.0, np.where(hyp > 0, short, 0.0))

    def _reference_lengths(self, numbered: Numbered, hyp_lengths: Integers) -> Integers:
        sizes = np.diff(numbered.first) - 1
        if not len(sizes):
            return hyp_lengths
        starts = np.cumsum(sizes) - sizes
        lengths = np.delete(numbered.lengths, numbered.first[:-1])
        if self.reference_length == "shortest":
            return np.minimum.reduceat(lengths, starts)
        # Rank by distance, ties by the shorter: twice the distance, plus 1 for longer references.
        hyps = np.repeat(hyp_lengths, sizes)
        ranked = 2 * np.abs(lengths - hyps) + (lengths > hyps)
        nearest = np.minimum.reduceat(ranked, starts)
        return hyp_lengths + np.where(nearest % 2 == 1, nearest // 2, -(nearest // 2))


def bleu(
    hyps: Sequence[str],
    refs: References,
    *,
    order: int = 4,
    tokenizer: str | Tokenizer = "13a",
    lowercase: bool = False,
    smooth: str = "exp",
    smooth_value: float | None = None,
    effective_order: bool | None = None,
    brevity_penalty: bool = True,
    reference_length: str = "closest",
) -> CorpusScore:
    """Returns BLEU, from 0 to 1, as sacrebleu computes it.

    `hyps` are the texts to score; `refs` has a reference for each, or several lists of references. `order` is the
    longest n-gram. `tokenizer` is 13a, intl, char, zh, none, or a `Tokenizer`; `lowercase` ignores case. `smooth` is
    exp, floor, add-k or none, with `smooth_value` for floor and add-k. `effective_order` skips orders that a text is
    too short for (None: in single segments only). `brevity_penalty` lowers the score of hypotheses that are shorter
    than the `reference_length`: closest or shortest.

    >>> result = bleu(["the cat sat on a mat", "he ran"], ["the cat sat on the mat", "he ran away"])
    >>> round(result.score, 4), result.stats["match_1"], result.stats["total_1"]
    (0.4928, 7.0, 8.0)
    >>> [round(segment.score, 4) for segment in result.segments]
    [0.5373, 0.6065]
    """
    measure = Bleu(
        order, tokenizer, lowercase, smooth, smooth_value, effective_order, brevity_penalty, reference_length
    )
    return measure.score(hyps, refs)
