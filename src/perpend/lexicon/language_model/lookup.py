"""A model in memory, trained on numbered sentences and queried directly.

    model = MemoryModel(read_sentences(paths))
    arrays = model_arrays(sentences, order=4)
    log_plainly(arrays, (the, cat), sat)            the definition
    Lookup(arrays, numbers).word(key)               its compiled version, for four numbers packed into one

A known n-gram is looked up; for an unknown one the backoff weight of the history is added and the history loses its
first word. Logarithms are natural.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.lexicon.language_model._lookup import Lookup
from perpend.lexicon.language_model.counting import counted
from perpend.lexicon.language_model.estimate import estimated
from perpend.lexicon.language_model.sentences import UNKNOWN, Sentences

__all__ = ["Lookup", "MemoryModel", "ModelArrays", "log_plainly", "model_arrays"]

_NOTHING = -200.0


@dataclass(frozen=True, slots=True, eq=False)
class ModelArrays:
    """The model as arrays, one for each order.

    `keys` are the n-grams as sorted numbers (number of the first words times types, plus last word), `logs` the
    logarithms of their probabilities, and `left` those of their backoff weights.
    """

    keys: tuple[NDArray[np.int64], ...]
    logs: tuple[NDArray[np.float64], ...]
    left: tuple[NDArray[np.float64], ...]


class MemoryModel:
    """A model of this `order`, trained on `sentences` and pruned by `prune` (see `thresholds`)."""

    def __init__(self, sentences: Sentences, order: int = 4, prune: Sequence[int] = (0,)) -> None:
        self._numbers = {word: number for number, word in enumerate(sentences.words)}
        self._arrays = model_arrays(sentences, order, prune)

    def bind(self, forms: Sequence[str]) -> Lookup:
        """Returns the model for texts of packed numbers of `forms`; an unknown form is looked up in lower case."""
        known = [self._numbers.get(form, self._numbers.get(form.lower(), UNKNOWN)) for form in forms]
        return Lookup(self._arrays, np.array(known, np.int32))


def model_arrays(sentences: Sentences, order: int = 4, prune: Sequence[int] = (0,)) -> ModelArrays:
    """Returns the arrays of a model of `order` 1 to 4 trained on `sentences`; `prune` is as in `thresholds`."""
    types = len(sentences.words)
    keys, logs, left = [], [], []
    renumbered = np.zeros(types, np.int64)
    for estimate in estimated(counted(sentences, order), prune):
        kept = estimate.kept
        keys.append(renumbered[estimate.level.prefix[kept]] * types + estimate.level.word[kept])
        with np.errstate(divide="ignore"):
            logs.append(np.maximum(np.log(estimate.probability[kept]), _NOTHING))
            left.append(np.log(estimate.backoff[kept]))
        renumbered = np.cumsum(kept) - 1
    return ModelArrays(tuple(keys), tuple(logs), tuple(left))


def log_plainly(arrays: ModelArrays, history: Sequence[int], word: int) -> float:
    """Returns the logarithm of p(`word` | `history`) by `arrays`, all as numbers of the model."""
    longest, given = len(arrays.logs) - 1, 0.0
    for start in range(max(0, len(history) - longest), len(history)):
        behind = history[start:]
        if (place := _place(arrays, (*behind, word))) is not None:
            return given + float(arrays.logs[len(behind)][place])
        if (known := _place(arrays, behind)) is not None:
            given += float(arrays.left[len(behind) - 1][known])
    return given + float(arrays.logs[0][word])


def _place(arrays: ModelArrays, ngram: Sequence[int]) -> int | None:
    """Returns the number of an n-gram in its level."""
    number = ngram[0]
    for order, word in enumerate(ngram[1:], 1):
        key = number * len(arrays.logs[0]) + word
        number = int(np.searchsorted(arrays.keys[order], key))
        if number == len(arrays.keys[order]) or arrays.keys[order][number] != key:
            return None
    return number
