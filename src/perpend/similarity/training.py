"""Labelled pairs of texts -> a PERP model.

    train_perp([("He left.", "He went away."), ...], [4.5, ...], epochs=100)  ->  PerpModel

Pairs are packed once (`packing`), and the averaged perceptron learns 36 weights of edits from them (`perceptron`), with
an intercept for each source where the pairs come from several (`sources`).
"""

from collections.abc import Callable, Hashable, Sequence
from math import isfinite

import numpy as np

from perpend.errors import InputError, SettingError
from perpend.learning.limits import check_pairs
from perpend.learning.provenance import Training, check_labels, resources
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.model import PerpModel, Settings
from perpend.similarity.packing import PairPacker
from perpend.similarity.perceptron import averages, last_of
from perpend.similarity.sources import averages_by_source, numbered
from perpend.text import Tokenizer

__all__ = ["train_perp"]


def train_perp(
    pairs: Sequence[tuple[str, str]],
    labels: Sequence[float],
    *,
    groups: Sequence[Hashable] | None = None,
    epochs: int = 200,
    rate: float = 0.01,
    seed: int = 0,
    phrases: PhraseTable | None = None,
    tokenizer: Tokenizer | None = None,
    scale: tuple[float, float] = (0.0, 5.0),
    name: str = "pairs",
    progress: Callable[[int, float], None] | None = None,
) -> PerpModel:
    """Trains PERP on pairs (text1 is the reference, text2 the hypothesis) and their similarities.

    An interrupt (Ctrl-C) ends the training; the model is then the average so far, and its settings have the number of
    completed epochs.

    :param pairs: the texts.
    :param labels: the similarity of each pair, on the scale.
    :param groups: the source of each pair, if there are several; see `sources`.
    :param epochs: passes over the pairs.
    :param rate: the learning rate.
    :param seed: the seed of the order of the pairs.
    :param phrases: a phrase table; scoring then needs it too.
    :param tokenizer: TERp's by default.
    :param scale: the lowest and the highest similarity.
    :param name: the name of the training data in the signature.
    :param progress: called with each epoch and its mean squared error.
    """
    _check_training(pairs, labels, epochs, rate)
    check_labels(labels, scale)
    packer, done = PairPacker(phrases, tokenizer), 0
    check_pairs("train perp", pairs)

    def count(epoch: int, error: float) -> None:
        nonlocal done
        done = epoch
        if progress:
            progress(epoch, error)

    examples = packer.examples(pairs)
    costs = np.asarray(scale[1] - np.asarray(labels, np.float64))
    sources = numbered(groups, len(pairs)) if groups is not None else None
    if sources is None:
        learning = averages(examples, costs, rate=rate, seed=seed)
    else:
        learning = averages_by_source(examples, costs, sources, rate=rate, seed=seed)
    weights = last_of(learning, epochs, count)
    return PerpModel(
        weights=tuple(weights.tolist()),
        settings=Settings(done, float(rate), seed),
        training=Training.of(name, pairs, 0 if sources is None else int(sources.max()) + 1),
        tokenizer=packer.tokenizer.signature(),
        phrases=phrases.signature() if phrases else "",
        scale=(float(scale[0]), float(scale[1])),
        resources=resources(),
    )


def _check_training(pairs: Sequence[tuple[str, str]], labels: Sequence[float], epochs: int, rate: float) -> None:
    if not pairs or len(pairs) != len(labels):
        raise InputError(f"{len(pairs)} pairs and {len(labels)} labels: as many of both are needed, and at least one")
    if epochs < 1 or not (isfinite(rate) and rate > 0):
        raise SettingError(f"{epochs} epochs at rate {rate}: give at least one epoch and a rate above 0")
