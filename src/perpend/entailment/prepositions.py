"""Are two prepositions opposite? "Up the hill" and "down the hill", "with a hat" and "without a hat".

The pairs are in data/opposite-prepositions.txt, one a line; WordNet has no prepositions.
"""

from functools import cache
from pathlib import Path

from perpend.text.wordlist import read_word_list

__all__ = ["are_opposite"]


@cache
def _opposites() -> frozenset[frozenset[str]]:
    lines = read_word_list(Path(__file__).with_name("data") / "opposite-prepositions.txt")
    return frozenset(frozenset(line.split()) for line in lines)


def are_opposite(preposition1: str, preposition2: str) -> bool:
    """Whether `preposition1` and `preposition2`, or the first words of the two, are opposites.

    >>> are_opposite("up", "down"), are_opposite("in", "on")
    (True, False)
    """
    first, second = (preposition.partition(" ")[0] for preposition in (preposition1, preposition2))
    return frozenset((first, second)) in _opposites()
