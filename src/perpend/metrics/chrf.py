"""chrF: the F-score of the character n-grams that hypothesis and reference share.

    hyp   cats sat      without blanks   catssat      2-grams ca at ts ss sa at      shared: ca at sa at = 4
    ref   cat sat                        catsat               ca at ts sa at

Precision and recall are averaged over n-grams of 1 to 6 characters and combined as F2, which favours recall (Popović
2015). `word_order=2` adds n-grams of words, which makes it chrF++ (Popović 2017); there, one punctuation mark at the
end of a word, or else at its start, is a word of its own. The scores are those of sacrebleu, from 0 to 1.

Blanks do not count unless `whitespace`. Orders for which one side is too short are skipped; with `eps_smoothing` they
count as almost 0, as in the original program. Of several references the best is used, the first of equals. If a side is
empty, the score is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import punctuation
from typing import ClassVar

import numpy as np

from perpend.errors import SettingError
from perpend.metrics.corpus_score import CorpusScore
from perpend.metrics.measure import Measure, Texts, check_order, first_smallest
from perpend.metrics.ngrams import Numbered, possible_ngrams
from perpend.metrics.streams import References
from perpend.types import Doubles, Integers

__all__ = ["Chrf", "chrf"]

_MARKS = frozenset(punctuation)
_EPSILON = 1e-16


@dataclass(frozen=True)
class Chrf(Measure):
    """chrF with its settings, which are the parameters of `chrf`."""

    char_order: int = 6
    word_order: int = 0
    beta: float = 2
    lowercase: bool = False
    whitespace: bool = False
    eps_smoothing: bool = False

    name: ClassVar[str] = "chrf"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_order(self.char_order)
        if self.word_order:
            check_order(self.word_order)
        if not 0 < self.beta < np.inf:
            raise SettingError(f"beta {self.beta:g}: a number above 0 is needed")

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the statistics, in sacrebleu's order."""
        kinds = [f"char_{n}" for n in range(1, self.char_order + 1)] + [
            f"word_{n}" for n in range(1, self.word_order + 1)
        ]
        return tuple(f"{side}_{kind}" for kind in kinds for side in ("hyp", "ref", "match"))

    @property
    def settings(self) -> str:
        """The settings, for the signature."""
        return (
            f"case:{'lc' if self.lowercase else 'mixed'}|eff:{'no' if self.eps_smoothing else 'yes'}"
            f"|nc:{self.char_order}|nw:{self.word_order}|beta:{self.beta:g}|space:{'yes' if self.whitespace else 'no'}"
        )

    def rows(self, hyps: Sequence[str], refs: Texts) -> Doubles:
        """Returns the statistics of `hyps`, one row per segment: those with its best reference in `refs`."""
        if self.lowercase:
            hyps, refs = [hyp.lower() for hyp in hyps], [[ref.lower() for ref in others] for others in refs]
        counted = [self._characters(hyps, refs)]
        if self.word_order:
            counted.append(_triples(Numbered.of(hyps, refs, _words), self.word_order))
        pairs = np.concatenate(counted, axis=1).astype(np.float64)
        sizes = np.fromiter(map(len, refs), np.int64)
        rows: Doubles = pairs[first_smallest(-self.scores(pairs), sizes)]
        return rows

    def scores(self, sums: Doubles) -> Doubles:
        """Returns the scores of sums of rows."""
        hyp, ref, match = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
        precision = np.where(hyp > 0, match / np.where(hyp > 0, hyp, 1.0), _EPSILON)
        recall = np.where(ref > 0, match / np.where(ref > 0, ref, 1.0), _EPSILON)
        if self.eps_smoothing:
            smoothed: Doubles = _added(self._f(precision, recall, _EPSILON)) / hyp.shape[-1]
            return smoothed
        both = (hyp > 0) & (ref > 0)
        orders = np.maximum(both.sum(axis=-1), 1)
        mean_precision, mean_recall = (_added(np.where(both, side, 0.0)) / orders for side in (precision, recall))
        return self._f(mean_precision, mean_recall, 0.0)

    def _f(self, precision: Doubles, recall: Doubles, nothing: float) -> Doubles:
        factor = self.beta**2
        below = factor * precision + recall
        above = (1 + factor) * precision * recall
        return np.where(below > 0, above / np.where(below > 0, below, 1.0), nothing)

    def _characters(self, hyps: Sequence[str], refs: Texts) -> Integers:
        if not self.whitespace:
            hyps, refs = [_closed(hyp) for hyp in hyps], [[_closed(ref) for ref in others] for others in refs]
        return _triples(Numbered.of_characters(hyps, refs), self.char_order)


def chrf(
    hyps: Sequence[str],
    refs: References,
    *,
    char_order: int = 6,
    word_order: int = 0,
    beta: float = 2,
    lowercase: bool = False,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> CorpusScore:
    """Returns chrF, from 0 to 1, as sacrebleu computes it; `word_order=2` is chrF++.

    `hyps` are the texts to score; `refs` has a reference for each, or several lists of references. `char_order` and
    `word_order` are the longest n-grams of characters and of words; recall counts `beta` times as much as precision.
    `lowercase` ignores case, `whitespace` counts blanks as characters, and `eps_smoothing` counts orders that a text is
    too short for as almost 0 instead of skipping them.

    >>> round(chrf(["cats sat"], ["cat sat"]).score, 4), round(chrf(["cats sat"], ["cat sat"], word_order=2).score, 4)
    (0.4928, 0.4325)
    """
    return Chrf(char_order, word_order, beta, lowercase, whitespace, eps_smoothing).score(hyps, refs)


def _closed(text: str) -> str:
    return "".join(text.split())


def _words(text: str) -> list[str]:
    """Returns the words, with one punctuation mark split off at the end, or else at the start.

    >>> _words("(so he said.)")
    ['(', 'so', 'he', 'said.', ')']
    """
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _MARKS:
            words += (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in _MARKS:
            words += (word[0], word[1:])
        else:
            words.append(word)
    return words


def _triples(numbered: Numbered, order: int) -> Integers:
    """Returns for each pair and order the numbers of n-grams of the hypothesis, of the reference, and of both.

    As in sacrebleu, those of the hypothesis are 0 where the reference has none.
    """
    pairs, _ = numbered.pairs()
    hyp, ref = (possible_ngrams(pairs.lengths[side::2], order) for side in (0, 1))
    return np.stack([np.where(ref > 0, hyp, 0), ref, pairs.matches(order)], axis=2).reshape(len(hyp), -1)


def _added(values: Doubles) -> Doubles:
    """Returns the sum over the last axis from left to right, so that equal scores are equal to the last digit."""
    total: Doubles = np.cumsum(values, axis=-1)[..., -1]
    return total
