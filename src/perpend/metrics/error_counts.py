"""The rules that WER and PER share with TER: errors per reference word, and the choice of a reference.

    hyp   the cat sat                    reference 1   3 errors   5 words
    ref   a cat was sitting there        reference 2   1 error    4 words   <- chosen: fewest errors
    ref   there the cat sat              1 error / 4.5 words: the average length

The reference with the fewest errors is chosen, the first of equals. The score is divided by the average length of all
references, or by that of the chosen one (`average_length=False`). Without reference words the score is 1 if there are
errors, else 0. These are the rules of TER here, so that the error rates can be compared.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from perpend.arguments import wrong_type
from perpend.metrics.matching import Matches, or_equal
from perpend.metrics.measure import Texts, WordMeasure, first_smallest
from perpend.text import Tokenizer
from perpend.types import Doubles

__all__ = ["ErrorCounts", "error_rates"]


def error_rates(errors: Doubles, words: Doubles) -> Doubles:
    """Returns `errors` per word of `words`; without words 1 if there are errors, else 0.

    >>> error_rates(np.array([1.0, 2.0, 0.0]), np.array([4.0, 0.0, 0.0])).tolist()
    [0.25, 1.0, 0.0]
    """
    return np.where(words > 0, errors / np.where(words > 0, words, 1.0), (errors > 0).astype(np.float64))


@dataclass(frozen=True)
class ErrorCounts(WordMeasure):
    """The settings of WER and PER, which are the parameters of `wer`; `matching` names `matches` in the signature."""

    tokenizer: str | Tokenizer = "none"
    lowercase: bool = False
    average_length: bool = True
    matches: Matches | None = None
    matching: str = "given"

    lower_is_better: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (self.matches is None or callable(self.matches)):
            raise wrong_type("matches", "a function of two words", self.matches)

    @property
    def settings(self) -> str:
        """The settings, for the signature."""
        length = "average" if self.average_length else "chosen"
        case = "lc" if self.lowercase else "mixed"
        match = self.matching if self.matches else "equal"
        return f"length:{length}|case:{case}|tok:{self.tokenizing.signature()}|match:{match}"

    def rows(self, hyps: Sequence[str], refs: Texts) -> Doubles:
        """Returns the statistics of `hyps`, each with its references in `refs`, one row per segment."""
        counted = self.counts(hyps, refs)
        sizes = np.fromiter(map(len, refs), np.int64)
        rows: Doubles = counted[first_smallest(counted[:, 0], sizes)]
        if self.average_length and len(rows):
            rows[:, 1] = np.add.reduceat(counted[:, 1], np.cumsum(sizes) - sizes) / sizes
        return rows

    def scores(self, sums: Doubles) -> Doubles:
        """Returns errors per reference word from the summed statistics `sums`: 0 is perfect."""
        return error_rates(sums[..., 0], sums[..., 1])

    @abstractmethod
    def counts(self, hyps: Sequence[str], refs: Texts) -> Doubles:
        """Returns `columns` of each of `hyps` with each of its `refs`; the first two are errors and words."""

    @cached_property
    def relation(self) -> Matches:
        """The relation between words, equal ones included."""
        return or_equal(self.matches) if self.matches else str.__eq__
