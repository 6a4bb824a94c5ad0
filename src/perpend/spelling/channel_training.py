"""Pairs of what was meant and what was written -> a channel, by expectation and maximisation (EM).

    received  recieved        each step: how often is each edit expected in the pairs, under the probabilities so far?
    believe   beleive         (all ways to cut a pair share it, by their probabilities); then probabilities anew from
    friend    freind          these counts, until a few steps later

A channel learns from pairs of at most so many edits (3 by default): in a pair of words that have little in common the
edits are guesses, and a trial found that such pairs harm. The power that frequency is raised to, and how far an edit is
drawn towards its kind, are chosen on the training pairs in two folds by the word that was meant.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from rapidfuzz.distance import OSA

from perpend.errors import InputError
from perpend.spelling._channel import expected
from perpend.spelling.channel import (
    CONTEXTS,
    GROUPS,
    LETTERS,
    Channel,
    Doubles,
    EditCounts,
    Packed,
    edit_table,
    group_code,
    letter_numbers,
)

__all__ = ["TrainingPair", "count_edits", "train_channel"]

_STEPS = 8
_LEAST = 0.02
_UNSEEN = 1e-5


@dataclass(frozen=True, slots=True)
class TrainingPair:
    """What was meant, what was written, and how much the pair weighs."""

    meant: str
    written: str
    weight: float = 1.0


def count_edits(
    pairs: Sequence[TrainingPair], alphabet: str, *, drawn: float, steps: int = _STEPS, report: Callable[[int], None] | None = None
) -> EditCounts:
    """How often each edit is expected in the pairs, after so many steps of EM."""
    words, written = (letter_numbers([getattr(pair, side) for pair in pairs], alphabet) for side in ("meant", "written"))
    weights = np.array([pair.weight for pair in pairs])
    groups = _group_counts(words, weights)
    edits = np.zeros((len(CONTEXTS), GROUPS, GROUPS))
    for step in range(steps):
        table = edit_table(EditCounts(edits, groups), alphabet, drawn).reshape(-1)
        if step == 0:
            table += _first_guess()
        edits = np.zeros(len(CONTEXTS) * GROUPS * GROUPS)
        expected(table, words.letters, words.starts, written.letters, written.starts, weights, edits)
        edits = edits.reshape(len(CONTEXTS), GROUPS, GROUPS)
        if report:
            report(step + 1)
    edits[edits < _LEAST] = 0.0
    return EditCounts(np.round(edits, 3), np.round(groups, 3))


def _first_guess() -> Doubles:
    """A little for every edit of two letters, so that those that occur can be found."""
    guess = np.zeros((GROUPS, GROUPS))
    guess[1 : 1 + LETTERS, 1 + LETTERS :] = _UNSEEN
    guess[1 + LETTERS :, 1:] = _UNSEEN
    return np.tile(guess.reshape(-1), len(CONTEXTS))


def _group_counts(words: Packed, weights: Doubles) -> Doubles:
    """How often each group of none, one or two letters stands at the start, in the middle and at the end of a word."""
    counts = np.zeros((len(CONTEXTS), GROUPS))
    letters, starts = words.letters.tolist(), words.starts.tolist()
    for weight, begin, end in zip(weights.tolist(), starts, starts[1:], strict=False):
        word = letters[begin:end]
        for size in (0, 1, 2):
            for place in range(len(word) - size + 1):
                context = 0 if place == 0 else 2 if place + size == len(word) else 1
                counts[context, group_code(word[place : place + size])] += weight
    return counts


def alphabet_of(pairs: Sequence[TrainingPair]) -> str:
    """The letters of the pairs, the most frequent of them if there are too many, in order."""
    frequency = Counter(letter for pair in pairs for letter in (pair.meant + pair.written).casefold())
    most = sorted(frequency, key=lambda letter: (-frequency[letter], letter))[: LETTERS - 1]
    return "".join(sorted(letter for letter in most if letter not in "~>"))


def train_channel(
    pairs: Sequence[TrainingPair],
    *,
    name: str = "own",
    most_edits: int = 3,
    drawn: float = 8.0,
    power: float = 0.6,
    k: int = 3,
    common: int = 1,
    licence: str = "",
    report: Callable[[int], None] | None = None,
) -> Channel:
    """A channel of the pairs whose edit distance is at most `most_edits`."""
    used = [pair for pair in pairs if 0 < OSA.distance(pair.meant.casefold(), pair.written.casefold()) <= most_edits]
    if not used:
        raise InputError(f"none of {len(pairs)} pairs differs by 1 to {most_edits} edits: pairs of a word and how it was misspelt are needed")
    alphabet = alphabet_of(used)
    counts = count_edits(used, alphabet, drawn=drawn, report=report)
    return Channel(name, alphabet, counts, drawn, power, k, common, len(used), licence)
