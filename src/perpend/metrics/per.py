"""PER, the position-independent word error rate: WER of bags of words.

    hyp   on the mat the cat sat     bag   cat mat on sat the the       five words are shared
    ref   the cat sat on a mat       bag   a cat mat on sat the         "the" is one too many, "a" is missing
                                     max(1, 1) / 6

The number of errors is the larger of the numbers of words that only the hypothesis and only the reference has (Tillmann
et al. 1997). So PER is at most WER. With `matches`, words that are not equal may match too (see `matching`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from perpend.metrics.corpus_score import CorpusScore
from perpend.metrics.error_counts import ErrorCounts
from perpend.metrics.matching import Matches, most_matches
from perpend.metrics.measure import Texts
from perpend.metrics.ngrams import Numbered
from perpend.metrics.streams import References
from perpend.text import Tokenizer
from perpend.types import Doubles, Integers

__all__ = ["Per", "per"]


@dataclass(frozen=True)
class Per(ErrorCounts):
    """PER with its settings, which are the parameters of `per`."""

    name: ClassVar[str] = "per"

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the statistics."""
        return ("errors", "words", "hits", "hyp_words")

    def counts(self, hyps: Sequence[str], refs: Texts) -> Doubles:
        """Returns `columns` of each of `hyps` with each of its `refs`."""
        hits, hyp_words, ref_words = (self._related if self.matches else self._equal)(hyps, refs)
        errors = np.maximum(hyp_words, ref_words) - hits
        return np.stack([errors, ref_words, hits, hyp_words], axis=1).astype(np.float64)

    def _equal(self, hyps: Sequence[str], refs: Texts) -> tuple[Integers, ...]:
        pairs, _ = Numbered.of(hyps, refs, self.tokens).pairs()
        return pairs.matches(1)[:, 0], pairs.lengths[::2], pairs.lengths[1::2]

    def _related(self, hyps: Sequence[str], refs: Texts) -> tuple[Integers, ...]:
        pairs = [(self.tokens(hyp), self.tokens(ref)) for hyp, others in zip(hyps, refs, strict=True) for ref in others]
        found = [(most_matches(hyp, ref, self.relation), len(hyp), len(ref)) for hyp, ref in pairs]
        return tuple(np.array(found, np.int64).reshape(-1, 3).T)


def per(
    hyps: Sequence[str],
    refs: References,
    *,
    tokenizer: str | Tokenizer = "none",
    lowercase: bool = False,
    average_length: bool = True,
    matches: Matches | None = None,
) -> CorpusScore:
    """Returns the position-independent error rate: word errors regardless of order, per reference word.

    `hyps` are the texts to score; `refs` has a reference for each, or several lists of references. `tokenizer` is none
    (at blanks), 13a, intl, char, zh, or a `Tokenizer`. `lowercase` ignores case. `average_length` divides by the
    average length of several references, otherwise by that of the chosen one. `matches(hyp, ref)` returns whether two
    different words count as equal.

    >>> result = per(["on the mat the cat sat"], ["the cat sat on a mat"])
    >>> round(result.score, 4), result.stats["errors"]
    (0.1667, 1.0)
    """
    return Per(tokenizer, lowercase, average_length, matches).score(hyps, refs)
