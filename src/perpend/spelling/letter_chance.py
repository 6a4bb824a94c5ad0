"""How probable the letters of a word are by chance: a trigram model of names.

    smith    ^sm smi mit ith th$      -9.2        letters that many names have: two such names are alike by chance
    xique    ^xi xiq iqu que ue$     -18.9

The probability of a letter after two others is smoothed towards that after one, and this towards its own frequency.
Letters other than a to z have the average probability of a letter.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from perpend.spelling.channel import Packed
from perpend.types import Doubles

__all__ = ["LetterChance", "count_trigrams"]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_OTHER, _EDGE, _SYMBOLS = 26, 27, 28
_DRAWN = 5.0
_UNSEEN = 0.1


def count_trigrams(words: Iterable[str]) -> dict[str, int]:
    """Counts the groups of three letters of `words`; two ^ stand before a word and one $ after it.

    >>> count_trigrams(["anna"])
    {'^^a': 1, '^an': 1, 'ann': 1, 'nna': 1, 'na$': 1}
    """
    found: Counter[str] = Counter()
    for word in words:
        text = f"^^{word}$"
        found.update(text[place : place + 3] for place in range(len(word) + 1))
    return dict(found)


@dataclass(frozen=True, eq=False)
class LetterChance:
    """The model with these `counts` of trigrams, as `count_trigrams` gives them."""

    counts: Mapping[str, int]

    @cached_property
    def table(self) -> Doubles:
        """The log probability of each letter after two others; the last two letters are "any other" and the edge."""
        numbers = {letter: number for number, letter in enumerate(_LETTERS)} | {"^": _EDGE, "$": _EDGE}
        three = np.zeros((_SYMBOLS, _SYMBOLS, _SYMBOLS))
        for text, count in self.counts.items():
            three[tuple(numbers.get(letter, _OTHER) for letter in text)] += count
        two: Doubles = three.sum(0)
        one: Doubles = two.sum(0)
        chance = (one + _UNSEEN) / (one.sum() + _UNSEEN * _SYMBOLS)
        chance = (two + _DRAWN * chance) / (two.sum(1) + _DRAWN)[:, None]
        chance = (three + _DRAWN * chance) / (three.sum(2) + _DRAWN)[:, :, None]
        found: Doubles = np.log(chance)
        return found

    @cached_property
    def letter(self) -> float:
        """The average log probability of a letter."""
        total = max(sum(self.counts.values()), 1)
        numbers = {letter: number for number, letter in enumerate(_LETTERS)} | {"^": _EDGE, "$": _EDGE}
        logs = (
            count * float(self.table[tuple(numbers.get(letter, _OTHER) for letter in text)])
            for text, count in self.counts.items()
        )
        return sum(logs) / total

    def log_probabilities(self, packed: Packed) -> Doubles:
        """Returns the log probability of each of the `packed` words, whose letters are numbered from a to z."""
        if len(packed.starts) < 2:
            return np.zeros(0)
        starts, lengths = packed.starts[:-1], np.diff(packed.starts)
        # Two edges stand before each word and one after it.
        text = np.full(len(packed.letters) + 3 * len(lengths), _EDGE)
        word = np.repeat(np.arange(len(lengths)), lengths)
        text[np.arange(len(packed.letters)) + 3 * word + 2] = np.minimum(packed.letters, _OTHER)
        logs = np.append(self.table[text[:-2], text[1:-1], text[2:]], 0.0)
        plain = np.append(text[2:] != _OTHER, True)
        logs[~plain] = self.letter
        begins = starts + 3 * np.arange(len(lengths))
        # Differences of running sums would depend on the words before in their last bits.
        ranges = np.column_stack([begins, begins + lengths + 1]).ravel()
        found: Doubles = np.add.reduceat(logs, ranges)[::2]
        return found
