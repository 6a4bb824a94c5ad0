"""The definition of the model that `counting.py` and `estimate.py` compute, word by word.

    model = PlainModel([["the", "cat"], ["a", "cat"]], order=2)
    model.probability(("the",), "cat")

Too slow for more than a few thousand sentences; tests compare the two, without pruning.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from perpend.lexicon.language_model.estimate import discounts

__all__ = ["PlainModel"]

Words = tuple[str, ...]


class PlainModel:
    """Interpolated modified Kneser-Ney of this `order`, trained on `sentences`; `<unk>` is any other word."""

    def __init__(self, sentences: Sequence[Sequence[str]], order: int) -> None:
        self.order = order
        self.counts: list[Counter[Words]] = [Counter() for _ in range(order + 1)]
        for sentence in sentences:
            framed = ("<s>", *sentence, "</s>")
            for length in range(1, order + 1):
                for start in range(len(framed) - length + 1):
                    self.counts[length][framed[start : start + length]] += 1

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Every word that can be predicted."""
        return ("<unk>", *sorted(word for (word,) in self.counts[1] if word != "<s>"))

    def adjusted(self, ngram: Words) -> int:
        """Returns the adjusted count of `ngram`."""
        if ngram == ("<s>",):
            return 0
        if len(ngram) == self.order or ngram[0] == "<s>":
            return self.counts[len(ngram)][ngram]
        return sum(longer[1:] == ngram for longer in self.counts[len(ngram) + 1])

    @cached_property
    def _all_adjusted(self) -> list[dict[Words, int]]:
        return [{ngram: self.adjusted(ngram) for ngram in counts} for counts in self.counts]

    def discount(self, ngram: Words) -> float:
        """Returns the discount of the count of `ngram`."""
        level = self._all_adjusted[len(ngram)]
        count = level.get(ngram, 0)
        return (0.0, *discounts(np.array(list(level.values()), np.int64)))[min(count, 3)]

    def probability(self, history: Words, word: str) -> float:
        """Returns p(`word` | `history`); only the last words of a longer history count."""
        history = history[max(0, len(history) - self.order + 1) :]
        shorter = self.probability(history[1:], word) if history else 1.0 / len(self.vocabulary)
        behind = {
            ngram: count for ngram, count in self._all_adjusted[len(history) + 1].items() if ngram[:-1] == history
        }
        total = sum(behind.values())
        if total == 0:
            return shorter
        left = sum(self.discount(ngram) for ngram in behind) / total
        own = (*history, word)
        return (behind.get(own, 0) - self.discount(own)) / total + left * shorter
