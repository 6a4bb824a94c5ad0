"""Trains a channel on pairs of a word and its misspelling, by expectation maximisation (EM).

    received  recieved        E step: the expected count of each edit in the pairs, under the current probabilities
    believe   beleive                 (over all ways to split a pair into groups)
    friend    freind          M step: new probabilities from these counts

A channel learns from pairs of at most two edits, because the edits between very different words are guesses. The power
of frequency and the weights of features are learned on words that the channel has not seen, in two folds by the correct
word. Pairs from other sources may have a smaller weight; only pairs of full weight are used to learn the ranking.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from perpend.errors import InputError
from perpend.spelling._channel import expected
from perpend.spelling.channel import (
    CONTEXTS,
    GROUPS,
    LETTERS,
    Channel,
    EditCounts,
    Packed,
    edit_table,
    group_code,
    letter_numbers,
)
from perpend.spelling.ranking import Ranked, learn_weights
from perpend.spelling.suggestion import RIVALS, Suggester
from perpend.spelling.word_index import WordIndex
from perpend.types import Doubles, Progress

__all__ = ["TrainingPair", "TrainingSettings", "alphabet_of", "count_edits", "fold_of", "train_channel"]


_STEPS = 8
_INNER_FOLDS = 2
_LEAST = 0.02
_UNSEEN = 1e-5


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """Settings of training; `drawn`, `k` and `common` are those of `Channel`.

    :param most_edits: pairs with more edits are not used for the channel.
    :param penalty: the L2 penalty on the weights of features.
    :param powers: the candidates for the power of frequency.
    """

    most_edits: int = 2
    drawn: float = 20.0
    k: int = 3
    common: int = 1
    penalty: float = 1.0
    powers: tuple[float, ...] = (0.5, 0.7, 0.9, 1.1)


@dataclass(frozen=True, slots=True)
class TrainingPair:
    """The word that was meant, what was written, and the weight of the pair."""

    meant: str
    written: str
    weight: float = 1.0


def count_edits(pairs: Sequence[TrainingPair], alphabet: str, *, drawn: float, steps: int = _STEPS) -> EditCounts:
    """Returns the expected count of each edit in `pairs` after `steps` steps of EM.

    `alphabet` and `drawn` are as in `edit_table`.
    """
    words, written = (
        letter_numbers([getattr(pair, side) for pair in pairs], alphabet) for side in ("meant", "written")
    )
    weights = np.array([pair.weight for pair in pairs])
    groups = _group_counts(words, weights)
    edits = np.zeros((len(CONTEXTS), GROUPS, GROUPS))
    for step in range(steps):
        table = edit_table(EditCounts(edits, groups), alphabet, drawn).reshape(-1)
        if step == 0:
            table += _first_guess()
        edits = np.zeros_like(edits)
        expected(table, words.letters, words.starts, written.letters, written.starts, weights, edits.reshape(-1))
    edits[edits < _LEAST] = 0.0
    return EditCounts(np.round(edits, 3), np.round(groups, 3))


def _first_guess() -> Doubles:
    """Returns a small probability for every edit of two letters, so that EM can discover them."""
    guess = np.zeros((GROUPS, GROUPS))
    guess[1 : 1 + LETTERS, 1 + LETTERS :] = _UNSEEN
    guess[1 + LETTERS :, 1:] = _UNSEEN
    return np.tile(guess.reshape(-1), len(CONTEXTS))


def _group_counts(words: Packed, weights: Doubles) -> Doubles:
    """Counts each group of none, one or two letters at the start, in the middle and at the end of words."""
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
    """Returns the letters of `pairs`, sorted; the most frequent ones if there are too many."""
    frequency = Counter(letter for pair in pairs for letter in (pair.meant + pair.written).casefold())
    most = sorted(frequency, key=lambda letter: (-frequency[letter], letter))[: LETTERS - 1]
    return "".join(sorted(letter for letter in most if letter not in "~>"))


def train_channel(
    pairs: Sequence[TrainingPair],
    index: WordIndex | None = None,
    *,
    name: str = "own",
    settings: TrainingSettings | None = None,
    licence: str = "",
    progress: Progress | None = None,
) -> Channel:
    """Trains a channel.

    :param pairs: words and their misspellings.
    :param index: a word list; if given, the power of frequency and the weights of features are learned too.
    :param name: the name of the channel.
    :param settings: the settings of training.
    :param licence: the licence of the pairs.
    :param progress: called after each pair while weights are learned.
    """
    settings = settings or TrainingSettings()
    channel = replace(_counted(pairs, settings), name=name, licence=licence)
    if index is None:
        return channel
    suggester = Suggester(index, channel)
    lists = _candidate_lists(pairs, suggester, settings, progress)
    if not lists:
        raise InputError(
            f"none of the correct words of {len(pairs)} pairs is in the list of {len(index):,} and near its misspelling"
        )
    power = max(settings.powers, key=lambda power: (_mean_reciprocal_rank(lists, power), -power))
    examples = [one.ranked(power, suggester) for one in lists]
    weights = learn_weights([example for example in examples if example is not None], settings.penalty)
    return replace(channel, power=power, weights=weights)


def _counted(pairs: Sequence[TrainingPair], settings: TrainingSettings) -> Channel:
    most = settings.most_edits
    used = [pair for pair in pairs if 0 < OSA.distance(pair.meant.casefold(), pair.written.casefold()) <= most]
    if not used:
        needed = "pairs of a word and how it was misspelt are needed"
        raise InputError(f"none of {len(pairs)} pairs differs by 1 to {most} edits: {needed}")
    alphabet = alphabet_of(used)
    counts = count_edits(used, alphabet, drawn=settings.drawn)
    return Channel("own", alphabet, counts, settings.drawn, len(used), k=settings.k, common=settings.common)


@dataclass(frozen=True, slots=True, eq=False)
class _Candidates:
    """The candidates of a training pair: their numbers and scores, and the place of the right one."""

    written: str
    numbers: NDArray[np.int64]
    channel: Doubles
    frequencies: Doubles
    meant: int

    def order(self, power: float) -> NDArray[np.int64]:
        return np.argsort(-(self.channel + power * self.frequencies), kind="stable")

    def ranked(self, power: float, suggester: Suggester) -> Ranked | None:
        """Returns the features of the best candidates, or None if the correct word is not among them."""
        best = self.order(power)[:RIVALS]
        places = best.tolist()
        if self.meant not in places:
            return None
        rows = suggester.rows([self.written], [self.numbers[best]], [self.channel[best]])
        return Ranked(rows, places.index(self.meant))


def _mean_reciprocal_rank(lists: Sequence[_Candidates], power: float) -> float:
    ranks = [int(one.order(power).tolist().index(one.meant)) for one in lists]
    return sum(1 / (1 + rank) for rank in ranks) / len(lists)


def _candidate_lists(
    pairs: Sequence[TrainingPair], suggester: Suggester, settings: TrainingSettings, progress: Progress | None
) -> list[_Candidates]:
    """Returns the candidates of every pair of full weight, scored by a channel that was not trained on its word."""
    lists: list[_Candidates] = []
    full = [pair for pair in pairs if pair.weight >= 1]
    if len({fold_of(pair.meant, "inner") for pair in full}) < _INNER_FOLDS:
        raise InputError(f"misspellings of {len({pair.meant for pair in full})} words are too few: give some hundred")
    for fold in range(_INNER_FOLDS):
        held = [pair for pair in full if fold_of(pair.meant, "inner") == fold]
        meant = {pair.meant for pair in held}
        learned = [pair for pair in pairs if pair.meant not in meant]
        if not held or not learned:
            continue
        own = suggester.using(_counted(learned, settings))
        found = own.candidates([pair.written for pair in held])
        for pair, numbers in zip(held, found, strict=True):
            one = _candidates(pair, own, numbers)
            if one:
                lists.append(one)
            if progress:
                progress("learning weights", len(lists), len(full))
    return lists


def _candidates(pair: TrainingPair, suggester: Suggester, numbers: NDArray[np.int64]) -> _Candidates | None:
    [numbers] = suggester.others([pair.written], [numbers])
    keys = suggester.index.matching.keys(suggester.index.words(numbers))
    meant = suggester.index.matching.key(pair.meant)
    if meant not in keys:
        return None
    channel = suggester.channel_of([pair.written], [numbers])[0]
    return _Candidates(pair.written, numbers, channel, suggester.frequencies[numbers], keys.index(meant))


def fold_of(word: str, seed: str | int) -> int:
    """Returns 0 or 1, pseudo-randomly but always the same for the same `word` and `seed`.

    >>> {fold_of(word, 0) for word in ("receive", "believe", "friend", "their")}
    {0, 1}
    """
    return sha256(f"{seed}:{word}".encode("utf-8", "replace")).digest()[0] & 1
