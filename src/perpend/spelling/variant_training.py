"""Trains a model of variants (`variant_model`) on judged pairs of words.

    smith   smyth    yes   asked        somebody judged these two words
    smith   smart    no    listed       two of all words of a list; judged, or known to be different

The channel learns from the pairs that are variants, in both directions. Features of a pair come from a channel that
saw neither of the halves of the list that its words are in (two folds by the first word), so that the regression knows
the channel as it is for new words. Asked and listed pairs share the weights and have a base each.

`calibrate` fits the base and the factor of listed pairs again, on a sample of a list that people judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from rapidfuzz.distance import OSA

from perpend.errors import InputError
from perpend.learning.logistic import fit_logistic
from perpend.spelling.channel import Channel, edit_table
from perpend.spelling.channel_training import TrainingPair, count_edits, fold_of
from perpend.spelling.folding import fold
from perpend.spelling.letter_chance import LetterChance, count_trigrams
from perpend.spelling.name_forms import CHANNEL_LETTERS, name_forms
from perpend.spelling.variant_features import FEATURES, LetterCosts, pair_features
from perpend.spelling.variant_model import Base, VariantModel
from perpend.types import Doubles, Progress

__all__ = ["JudgedPair", "VariantSettings", "calibrate", "train_variants"]

_FOLDS = 2
_LEAST_COUNT = 0.2
_LEAST_TRIGRAM = 3


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two words, whether they are spellings of one, whether they were found in a list, and the weight of the pair."""

    word1: str
    word2: str
    same: bool
    listed: bool = False
    weight: float = 1.0

    @property
    def words(self) -> tuple[str, str]:
        """Both words."""
        return self.word1, self.word2


@dataclass(frozen=True, slots=True)
class VariantSettings:
    """Settings of training.

    :param penalty: the L2 penalty on the weights of features, which are scaled to a deviation of 1.
    :param drawn: the strength of the smoothing of the channel, as in `Channel`.
    :param edits: the channel learns from pairs with at most this share of edits for each letter.
    """

    penalty: float = 1.0
    drawn: float = 20.0
    edits: float = 0.5


def train_variants(
    pairs: Sequence[JudgedPair],
    names: Iterable[str],
    *,
    name: str = "own",
    settings: VariantSettings | None = None,
    licence: str = "",
    progress: Progress | None = None,
) -> VariantModel:
    """Trains a model.

    :param pairs: the judged pairs; both verdicts must occur.
    :param names: words, by which letters are known that occur together by chance.
    :param name: the name of the training data.
    :param settings: the settings of training.
    :param licence: the licence of the training data.
    :param progress: called after each step.
    """
    settings = settings or VariantSettings()
    if {pair.same for pair in pairs} != {True, False}:
        raise InputError(f"{len(pairs)} judged pairs: some that are variants and some that are not are needed")
    folded = (fold(word) for word in names)
    trigrams = count_trigrams(word for word in folded if word.isascii() and word.isalpha())
    trigrams = {text: count for text, count in sorted(trigrams.items()) if count >= _LEAST_TRIGRAM}
    rows = np.empty((len(pairs), len(FEATURES)))
    folds = np.array([fold_of(pair.word1, "variants") for pair in pairs])
    for number in range(_FOLDS):
        learned, here = (
            [pairs[place] for place in np.flatnonzero(kind).tolist()] for kind in (folds != number, folds == number)
        )
        rows[folds == number] = _rows(here, _costs(_channel(learned, settings), trigrams, here))
        if progress:
            progress("learning edits", number + 1, _FOLDS + 1)
    channel = _channel(pairs, settings)
    costs = _costs(channel, trigrams, pairs)
    weights, asked, listing = _fitted(rows, pairs, settings.penalty)
    if progress:
        progress("learning edits", _FOLDS + 1, _FOLDS + 1)
    return VariantModel(
        name=name,
        pairs=len(pairs),
        channel=channel,
        trigrams=trigrams,
        letter=round(costs.letter, 6),
        edit=round(costs.edit, 6),
        weights=dict(zip(FEATURES, np.round(weights, 6).tolist(), strict=True)),
        asked=Base(round(asked, 6), 1.0),
        listing=Base(round(listing, 6), 1.0),
        licence=licence,
    )


def _channel(pairs: Sequence[JudgedPair], settings: VariantSettings) -> Channel:
    """Learns from the variants among `pairs` that have letters from a to z only."""
    folded = [tuple(map(fold, pair.words)) for pair in pairs if pair.same]
    used = [
        (one, other)
        for one, other in folded
        if one != other
        and (one + other).isascii()
        and OSA.distance(one, other) <= max(1, settings.edits * max(len(one), len(other)))
    ]
    both = [TrainingPair(*words) for one, other in used for words in ((one, other), (other, one))]
    counts = count_edits(both, CHANNEL_LETTERS, drawn=settings.drawn)
    kept = np.where(counts.edits >= _LEAST_COUNT, np.round(counts.edits, 2), 0.0)
    return Channel("variants", CHANNEL_LETTERS, replace(counts, edits=kept), settings.drawn, len(used))


def _costs(channel: Channel, trigrams: dict[str, int], pairs: Sequence[JudgedPair]) -> LetterCosts:
    """Returns the costs with those of a letter and of an edit that fit the channel on variants among `pairs` best."""
    table = edit_table(channel.counts, channel.alphabet, channel.drawn)
    costs = LetterCosts(table, 0.0, 0.0, LetterChance(trigrams))
    variants = [pair for pair in pairs if pair.same and (pair.word1 + pair.word2).isascii()]
    found = _rows(variants, costs)
    value, edits = (found[:, FEATURES.index(name)] for name in ("channel", "edits"))
    letters = value / np.minimum(found[:, FEATURES.index("channel per letter")], -1e-9)
    letter, edit = np.linalg.lstsq(np.column_stack([letters, edits]), value, rcond=None)[0].tolist()
    return replace(costs, letter=letter, edit=edit)


def _rows(pairs: Sequence[JudgedPair], costs: LetterCosts) -> Doubles:
    numbers = {word: number for number, word in enumerate(dict.fromkeys(word for one in pairs for word in one.words))}
    first, second = (np.array([numbers[pair.words[side]] for pair in pairs], np.uint32) for side in (0, 1))
    return pair_features(name_forms(list(numbers)), first, second, costs)


def _fitted(rows: Doubles, pairs: Sequence[JudgedPair], penalty: float) -> tuple[Doubles, float, float]:
    """Returns the weights, and the bases of asked and of listed pairs."""
    labels = np.array([pair.same for pair in pairs])
    asked = np.array([not pair.listed for pair in pairs], np.float64)
    mean, scale = rows.mean(0), rows.std(0)
    scale[scale == 0] = np.inf
    table = np.column_stack([(rows - mean) / scale, asked])
    machine = fit_logistic(table, labels, penalty, np.array([pair.weight for pair in pairs]))
    weights: Doubles = machine.weights[:-1] / scale
    base = machine.intercept - float(weights @ mean)
    return weights, base + float(machine.weights[-1]), base


def calibrate(model: VariantModel, judged: Sequence[JudgedPair]) -> VariantModel:
    """Returns `model` with the base and the factor of listed pairs that fit `judged` best, a sample of a list."""
    rows = _rows(judged, model.costs)
    evidence = rows @ np.array([model.weights[name] for name in FEATURES])
    labels, weights = np.array([pair.same for pair in judged]), np.array([pair.weight for pair in judged])
    machine = fit_logistic(evidence[:, None], labels, 0.0, weights / weights.mean())
    return replace(model, listing=Base(round(machine.intercept, 6), round(float(machine.weights[0]), 6)))
