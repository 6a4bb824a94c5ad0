"""Matches the words of two texts by a relation other than equality, for WER and PER.

A caller may pass `matches(hyp_word, ref_word)`: stems, synonyms, a threshold of a similarity. Equal words always match.
The relation need not be transitive (big ~ large, large ~ great), so words cannot be numbered by it:

    WER   the fewest edits, where a matching pair costs nothing             `edit_counts`
    PER   the most pairs that match, each word in at most one pair          `most_matches`

`edit_counts` with equality is the definition of what WER counts with rapidfuzz. Among alignments of equal cost it takes
that of rapidfuzz and jiwer: matching words at both ends first; then, from the end, a deletion if it is on a cheapest
path, else an insertion if the path before it is cheaper with this reference word than without, else a match or
substitution.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.limits import check

__all__ = ["EditCounts", "Matches", "edit_counts", "most_matches", "or_equal"]

Matches = Callable[[str, str], bool]
"""Whether a word of the hypothesis and a word of the reference count as the same."""

_REMEMBERED = 2**18


class EditCounts(NamedTuple):
    """The numbers of reference words that match, are substituted or deleted, and of inserted words."""

    hits: int
    substitutions: int
    deletions: int
    insertions: int

    @property
    def edits(self) -> int:
        """The number of edits."""
        return self.substitutions + self.deletions + self.insertions


def or_equal(matches: Matches) -> Matches:
    """Returns `matches` extended to equal words, with a cache."""
    ask = lru_cache(_REMEMBERED)(matches)
    return lambda hyp, ref: hyp == ref or bool(ask(hyp, ref))


def edit_counts(hyp: Sequence[str], ref: Sequence[str], matches: Matches = str.__eq__) -> EditCounts:
    """Returns the counts of a cheapest alignment of `hyp` and `ref` in which words that match cost nothing.

    `matches` tells whether a word of `hyp` matches a word of `ref`.

    >>> edit_counts("the cat sat".split(), "a cat sat down".split())
    EditCounts(hits=2, substitutions=1, deletions=1, insertions=0)
    """
    same = _matrix("metric wer", hyp, ref, matches)
    before = _leading(same)
    same = same[before:, before:]
    after = _leading(same[::-1, ::-1])
    same = same[: same.shape[0] - after, : same.shape[1] - after]
    counts = _traced(same, _distances(same))
    return counts._replace(hits=counts.hits + before + after)


def most_matches(hyp: Sequence[str], ref: Sequence[str], matches: Matches) -> int:
    """Returns the largest number of pairs of words of `hyp` and `ref` that match, with each word in at most one pair.

    `matches` is as in `edit_counts`.

    >>> most_matches(["big", "large"], ["large", "great"], lambda a, b: {a, b} <= {"big", "large"})
    1
    >>> most_matches(["large", "big"], ["large", "huge"], lambda a, b: (a, b) in {("big", "large"), ("large", "huge")})
    2
    """
    same = _matrix("metric per", hyp, ref, matches)
    choices = [np.flatnonzero(row).tolist() for row in same]
    partner: dict[int, int] = {}
    return sum(_augmented(k, choices, partner) for k in range(len(hyp)))


def _augmented(word: int, choices: list[list[int]], partner: dict[int, int]) -> bool:
    """Gives the word a partner, moving others to their other choices if needed (Kuhn's method, without recursion)."""
    came_from: dict[int, int] = {}
    waiting = [word]
    while waiting:
        current = waiting.pop()
        for choice in choices[current]:
            if choice in came_from:
                continue
            came_from[choice] = current
            if choice not in partner:
                _move(choice, word, came_from, partner)
                return True
            waiting.append(partner[choice])
    return False


def _move(choice: int, word: int, came_from: dict[int, int], partner: dict[int, int]) -> None:
    own = {holder: held for held, holder in partner.items()}
    while True:
        taker = came_from[choice]
        partner[choice] = taker
        if taker == word:
            return
        choice = own[taker]


def _matrix(command: str, hyp: Sequence[str], ref: Sequence[str], matches: Matches) -> NDArray[np.bool_]:
    check(command, "matched-pairs", len(hyp) * len(ref))
    found = np.zeros((len(hyp), len(ref)), np.bool_)
    for row, word in zip(found, hyp, strict=True):
        row[:] = [matches(word, other) for other in ref]
    return found


def _leading(same: NDArray[np.bool_]) -> int:
    """Returns how many words match from the start on."""
    wrong = np.flatnonzero(~np.diagonal(same))
    return int(wrong[0]) if len(wrong) else min(same.shape)


def _distances(same: NDArray[np.bool_]) -> list[list[int]]:
    """Returns a table: `[h][r]` is the smallest number of edits between the first h and the first r words."""
    table = [list(range(same.shape[1] + 1))]
    for h, row in enumerate(same.tolist(), 1):
        above, current = table[-1], [h]
        for r, equal in enumerate(row, 1):
            current.append(min(above[r] + 1, current[-1] + 1, above[r - 1] + (not equal)))
        table.append(current)
    return table


def _traced(same: NDArray[np.bool_], table: list[list[int]]) -> EditCounts:
    h, r = same.shape
    hits = substitutions = deletions = insertions = 0
    while h and r:
        if table[h][r] == table[h][r - 1] + 1:
            deletions, r = deletions + 1, r - 1
        elif h > 1 and table[h - 1][r] == table[h - 1][r - 1] - 1:
            insertions, h = insertions + 1, h - 1
        else:
            h, r = h - 1, r - 1
            hits, substitutions = hits + bool(same[h, r]), substitutions + (not same[h, r])
    return EditCounts(hits, substitutions, deletions + r, insertions + h)
